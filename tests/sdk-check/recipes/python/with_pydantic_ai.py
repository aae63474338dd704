"""pydantic-ai: its model of the vendor, with a client of parlour."""

import parlour.compat

parlour.compat.stand_in()

from pydantic_ai import Agent
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

client = parlour.compat.AsyncClient()
model = AnthropicModel("svc-sonnet-4-5", provider=AnthropicProvider(anthropic_client=client))
agent = Agent(model)


@agent.tool_plain
def weather(city: str) -> str:
    """The weather of a city."""
    return f"sunny in {city}"


print(agent.run_sync("What is the weather in Oslo?").output)
with agent.run_stream_sync("count to 5") as run:
    print("".join(run.stream_text(delta=True)))

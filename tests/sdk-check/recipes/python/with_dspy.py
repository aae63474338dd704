"""DSPy: its language model, which is LiteLLM's, sent by a client of parlour."""

import dspy
import httpx
from litellm.llms.custom_httpx.http_handler import HTTPHandler

import parlour
from parlour.integrations.httpx import Transport


class Sends(HTTPHandler):
    """DSPy copies the settings of a model; what sends stays one."""

    def __deepcopy__(self, memo):
        return self


client = parlour.Client()
model = dspy.LM(
    "anthropic/svc-sonnet-4-5",
    max_tokens=256,
    cache=False,
    api_base=client.base_url,
    api_key="not used",
    client=Sends(client=httpx.Client(transport=Transport(client))),
)
dspy.configure(lm=model)
print(model("say hello"))
print(dspy.Predict("question -> answer")(question="The capital of Norway?").answer)

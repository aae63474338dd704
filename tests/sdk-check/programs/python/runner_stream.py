"""A tool runner whose turns are streams. [example: client.beta, tool_runner, beta_tool, text events]"""

from anthropic import Anthropic, beta_tool

client = Anthropic()


@beta_tool
def count_letters(word: str) -> str:
    """Counts the letters of a word."""
    return str(len(word))


runner = client.beta.messages.tool_runner(
    model="claude-sonnet-4-5",
    max_tokens=1000,
    tools=[count_letters],
    messages=[{"role": "user", "content": 'How many letters has the word "strawberry"?'}],
    stream=True,
)
for turn in runner:
    for event in turn:
        if event.type == "text":
            print(event.text, end="")
        elif event.type == "content_block_start" and event.content_block.type == "tool_use":
            print("calls", event.content_block.name)
    print("--", turn.get_final_message().stop_reason)

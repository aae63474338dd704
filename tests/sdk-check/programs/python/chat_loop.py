"""A conversation that is kept by the program. [document: works]"""

from anthropic import Anthropic
from anthropic.types import MessageParam

client = Anthropic()
history: list[MessageParam] = []


def ask(text: str) -> str:
    history.append({"role": "user", "content": text})
    reply = client.messages.create(model="claude-sonnet-4-5", max_tokens=200, messages=history)
    history.append({"role": "assistant", "content": reply.content})
    return "".join(block.text for block in reply.content if block.type == "text")


print(ask("My name is Grace."))
print(ask("What is my name?"))
print(len(history))

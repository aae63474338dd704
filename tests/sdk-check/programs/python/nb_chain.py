"""One answer is the next question. [notebook: works]"""

# %%
from anthropic import Anthropic

client = Anthropic()


def ask(text):
    reply = client.messages.create(
        model="claude-sonnet-4-5", max_tokens=200, messages=[{"role": "user", "content": text}]
    )
    return reply.content[0].text


# %%
draft = ask("Say the draft is short")
draft

# %%
ask(f"Repeat better: {draft}")

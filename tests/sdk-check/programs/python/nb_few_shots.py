"""Examples in the prompt. [notebook: works]"""

# %%
import anthropic

client = anthropic.Anthropic()
SHOTS = [("I loved it", "positive"), ("A waste of time", "negative")]

# %%
messages = []
for text, label in SHOTS:
    messages.append({"role": "user", "content": text})
    messages.append({"role": "assistant", "content": label})
messages.append({"role": "user", "content": "Say positive"})
answer = client.messages.create(model="claude-sonnet-4-5", max_tokens=10, messages=messages)
answer.content[0].text

"""A template over several inputs. [notebook: works]"""

# %%
from anthropic import Anthropic

client = Anthropic()
TEMPLATE = "Repeat {animal} says {sound}"

# %%
for animal, sound in [("cow", "moo"), ("dog", "woof")]:
    reply = client.messages.create(
        model="claude-sonnet-4-5",
        max_tokens=100,
        messages=[{"role": "user", "content": TEMPLATE.format(animal=animal, sound=sound)}],
    )
    print(animal, "->", reply.content[0].text)

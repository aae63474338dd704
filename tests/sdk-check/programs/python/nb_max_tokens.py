"""An answer that is cut. [notebook: works]"""

# %%
import anthropic

client = anthropic.Anthropic()

# %%
cut = client.messages.create(
    model="claude-sonnet-4-5", max_tokens=4, messages=[{"role": "user", "content": "Count to 100"}]
)
print(cut.content[0].text)
cut.stop_reason

# %%
cut.usage.output_tokens

"""Parameters that change from call to call. [notebook: works]"""

# %%
import anthropic

client = anthropic.Anthropic()
MODEL = "claude-sonnet-4-5"


# %%
def complete(prompt, **parameters):
    message = client.messages.create(
        model=MODEL, max_tokens=100, messages=[{"role": "user", "content": prompt}], **parameters
    )
    return message.content[0].text


# %%
[complete("Say blue", system=f"You are {mood}.") for mood in ("glad", "sad", "tired")]

# %%
complete("Count to 3", service_tier="standard_only", stop_sequences=["3"])

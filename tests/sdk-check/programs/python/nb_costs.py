"""What several calls cost. [notebook: works]"""

# %%
import anthropic

client = anthropic.Anthropic()
PRICES = {"input": 3.0, "output": 15.0}

# %%
total = 0.0
for prompt in ("Say a", "Count to 30", "Write 12 words"):
    usage = client.messages.create(
        model="claude-sonnet-4-5", max_tokens=300, messages=[{"role": "user", "content": prompt}]
    ).usage
    cost = (usage.input_tokens * PRICES["input"] + usage.output_tokens * PRICES["output"]) / 1_000_000
    print(f"{usage.input_tokens:>4} {usage.output_tokens:>4} {cost:.6f}")
    total += cost

# %%
f"{total:.6f}"

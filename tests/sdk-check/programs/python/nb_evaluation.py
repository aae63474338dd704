"""A prompt is graded over a table. [notebook: works]"""

# %%
import anthropic

client = anthropic.Anthropic()
CASES = [("what is 2 + 3", "5"), ("what is 10 + 4", "14"), ("say yes", "no")]


# %%
def grade(question, wanted):
    reply = client.messages.create(
        model="claude-sonnet-4-5",
        max_tokens=50,
        system="Answer in one word.",
        messages=[{"role": "user", "content": question}],
    )
    return wanted in reply.content[0].text


# %%
grades = [grade(*case) for case in CASES]
print(grades)
f"{sum(grades)}/{len(grades)}"

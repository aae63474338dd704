"""pandas: answers of several calls as a table. ``to_dict()`` is what ``json_normalize()`` takes."""

import pandas as pd

from parlour import Client

QUESTIONS = ["say hello", "say hello again", "count to 3"]

with Client() as client:
    answers = [
        client.messages.create(
            model="svc-sonnet-4-5", max_tokens=256, messages=[{"role": "user", "content": question}]
        )
        for question in QUESTIONS
    ]

# A row for each answer; what is nested has a column of its own: `usage.input_tokens`.
table = pd.json_normalize([answer.to_dict() for answer in answers])
table.insert(0, "question", QUESTIONS)
table["text"] = [answer.text for answer in answers]
print(table[["question", "text", "stop_reason"]].to_csv(index=False))
# The usage alone, and its sum for each model.
usage = pd.DataFrame([answer.usage.to_dict() for answer in answers])
tokens = usage.groupby(table["model"])[["input_tokens", "output_tokens"]].sum()
print(tokens.to_csv())
print(table["usage.output_tokens"].sum() == tokens["output_tokens"].sum())
# A row for each block, with the id of its message.
blocks = pd.json_normalize([answer.to_dict() for answer in answers], "content", ["id"])
print(blocks.groupby("type").size().to_dict(), blocks["id"].is_unique)

"""The batches of a workspace. [document: batches]"""

import anthropic

client = anthropic.Anthropic()
PARAMS = {"model": "claude-sonnet-4-5", "max_tokens": 20, "messages": [{"role": "user", "content": "Say x"}]}
for number in range(3):
    client.messages.batches.create(requests=[{"custom_id": f"b{number}", "params": PARAMS}])
page = client.messages.batches.list(limit=2)
print(len(page.data), page.has_more)
count = 0
for batch in client.messages.batches.list(limit=2):
    count += 1
    print(batch.type)
print(count)

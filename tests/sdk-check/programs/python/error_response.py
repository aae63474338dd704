"""The response of an error. [document: error.response]"""

import anthropic

client = anthropic.Anthropic(max_retries=0)
try:
    client.messages.create(
        model="claude-none-1", max_tokens=60, messages=[{"role": "user", "content": "Hello"}]
    )
except anthropic.NotFoundError as error:
    print(error.status_code, error.response.status_code)
    print(error.response.headers.get("content-type"))
    print(error.response.json()["error"]["type"], error.body["error"]["type"])
    print((error.request_id or "").startswith("req_"))

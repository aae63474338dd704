"""Something around each request. [document: middleware; told: there is no middleware]"""

from anthropic import Anthropic


def timed(request, call_next):
    response = call_next(request)
    print("asked", request.method)
    return response


client = Anthropic(middleware=[timed])
message = client.messages.create(
    model="claude-sonnet-4-5", max_tokens=60, messages=[{"role": "user", "content": "Say wrapped"}]
)
print(message.content[0].text)

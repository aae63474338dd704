"""The message at the end of a stream. [document: stop events]"""

import anthropic

client = anthropic.Anthropic()
with client.messages.stream(
    model="claude-sonnet-4-5", max_tokens=100, messages=[{"role": "user", "content": "Count to 9"}]
) as stream:
    for event in stream:
        if event.type == "message_stop":
            print(event.message.role, event.message.content[0].text)
    assert event.message == stream.get_final_message()

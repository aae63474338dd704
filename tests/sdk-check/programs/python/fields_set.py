"""Which fields the service sent. [document: model_fields_set]"""

from anthropic import Anthropic

message = Anthropic().messages.create(
    model="claude-sonnet-4-5", max_tokens=60, messages=[{"role": "user", "content": "Say fields"}]
)
print({"id", "content", "stop_reason"} <= message.model_fields_set)
if message.stop_sequence is None:
    print("null" if "stop_sequence" in message.model_fields_set else "missing")

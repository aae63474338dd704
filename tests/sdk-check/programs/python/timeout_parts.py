"""A time limit by its parts. [document: Timeout]"""

import anthropic
from anthropic import Anthropic, Timeout

client = Anthropic(timeout=Timeout(60.0, read=5.0, write=10.0, connect=2.0), max_retries=1)
print(client.timeout.read, client.timeout.connect)
try:
    client.with_options(timeout=0.05, max_retries=0).messages.create(
        model="claude-sonnet-4-5", max_tokens=60, messages=[{"role": "user", "content": "Say late"}]
    )
except anthropic.APITimeoutError as error:
    print("too late:", isinstance(error, anthropic.APIConnectionError))

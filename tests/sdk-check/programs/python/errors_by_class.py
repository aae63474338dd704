"""Errors by their class. [document: works]"""

import anthropic

client = anthropic.Anthropic(max_retries=0)
for _ in range(3):
    try:
        client.messages.create(
            model="claude-sonnet-4-5",
            max_tokens=100,
            messages=[{"role": "user", "content": "Hello"}],
        )
    except anthropic.RateLimitError as error:
        print("slow down:", error.status_code)
    except anthropic.APIStatusError as error:
        print("refused:", error.status_code, type(error).__name__)
    except anthropic.APIConnectionError:
        print("not reached")

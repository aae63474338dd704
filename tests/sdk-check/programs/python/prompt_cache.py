"""A long prompt in the cache. [document: works]"""

import anthropic

client = anthropic.Anthropic()
BOOK = "It was a bright cold day in April. " * 400


def ask(question: str):
    return client.messages.create(
        model="claude-sonnet-4-5",
        max_tokens=100,
        system=[
            {"type": "text", "text": "Answer from the book."},
            {"type": "text", "text": BOOK, "cache_control": {"type": "ephemeral"}},
        ],
        messages=[{"role": "user", "content": question}],
    )


for question in ("Say one", "Say two"):
    usage = ask(question).usage
    print(usage.cache_creation_input_tokens, usage.cache_read_input_tokens, usage.input_tokens)

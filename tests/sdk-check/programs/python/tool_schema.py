"""The schema that is made of a function. [document: beta_tool]"""

import json
from typing import Optional

from anthropic import Anthropic, beta_tool


@beta_tool
def find_books(author: str, year: Optional[int] = None, tags: list[str] = []) -> str:
    """Finds books of a library.

    Args:
        author: Who wrote them.
        year: When they came out.
        tags: What they are about.
    """
    return json.dumps([author, year, tags])


print(find_books.name, "-", find_books.description)
print(find_books.call({"author": "Undset", "year": 1920}))
message = Anthropic().messages.create(
    model="claude-sonnet-4-5",
    max_tokens=300,
    tools=[find_books.to_dict()],
    messages=[{"role": "user", "content": 'Find books of the author "Undset".'}],
)
print(message.stop_reason, sorted(find_books.to_dict()["input_schema"]["properties"]))

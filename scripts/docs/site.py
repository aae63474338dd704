"""What the site's builder does to a page before it reads it. rustdoc wants attributes behind the language of a code
block (```` ```rust,no_run ````), which Markdown's fences do not know: such a block would be a paragraph on the site.
"""

from __future__ import annotations

import re
from typing import Any

_ATTRIBUTES = re.compile(r"^(\s*```rust),[\w,]+$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page with the language alone behind its fences."""
    return _ATTRIBUTES.sub(r"\1", markdown)

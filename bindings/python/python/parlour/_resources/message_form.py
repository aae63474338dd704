"""What the forms of messages share, sync and async: ``with_raw_response`` and ``with_streaming_response``. The stub
beside this file has the signatures of the calls, once for all forms and their results."""

from __future__ import annotations

from .._hints import install
from .._types.response import OfOneRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


class MessageForm(OfOneRequest):
    """The calls of a resource of messages with results of another type."""

    __slots__ = ("_messages",)

    _instead: Mapping[str, str] = {
        "stream": "use create(stream=True)",
        "run_tools": "it is several requests; use create(), which is one turn",
        "tool_runner": "it is several requests; use create(), which is one turn",
        "resume_tools": "it is several requests; use create(), which is one turn",
        "keep_tokens": "it is several requests; use count_tokens(), which is one count",
    }

    def __init__(self, messages: Any) -> None:
        self._messages = messages


def document(form: type, **methods: Callable[..., Any]) -> None:
    """Appends the entries of parameters in the documents of ``methods`` to those of a form's methods."""
    for name, method in methods.items():
        own = vars(form)[name]
        # Without documents under `python -OO`.
        if own.__doc__ and method.__doc__:
            own.__doc__ = own.__doc__.rstrip() + "\n\n        Args:" + method.__doc__.partition("Args:")[2]


install(globals())

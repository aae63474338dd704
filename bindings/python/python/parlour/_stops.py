"""The hook ``on_stop``: called for messages that ended with another stop reason than ``end_turn``, on the
thread of the call."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import NamedTuple
from weakref import WeakValueDictionary

from ._hints import install


class StopNotice(NamedTuple):
    """A message that ended with another stop reason than ``end_turn``."""

    stop_reason: str
    """Why the model stopped."""
    request_id: str | None
    """The id of the request at the service, if the answer told it. Quote it when you investigate."""
    message_id: str
    """The id of the message."""
    model: str
    """The model that answered."""


class Hook:
    """A user's function, kept alive by the native clients: the table below refers to it weakly."""

    __slots__ = ("__weakref__", "function")

    def __init__(self, function: Callable[[StopNotice], object]) -> None:
        if not callable(function):
            raise TypeError(f"on_stop must be a function, not {type(function).__name__}")
        self.function = function


_hooks: WeakValueDictionary[int, Hook] = WeakValueDictionary()


def watch(client: int, hook: Hook) -> None:
    """Registers the hook for the stops of the client of this number, and of its copies."""
    _hooks[client] = hook


def tell(stops: list[tuple[int, str, str | None, str, str]]) -> None:
    """Calls the hooks. The native module calls this too, after a blocking call."""
    for client, reason, request_id, message_id, model in stops:
        hook = _hooks.get(client)
        if hook is None:
            continue
        try:
            hook.function(StopNotice(reason, request_id, message_id, model))
        except Exception as error:
            # The answer has arrived and was paid for: what the hook does must not lose it.
            told = SimpleNamespace(
                exc_type=type(error),
                exc_value=error,
                exc_traceback=error.__traceback__,
                err_msg="Exception ignored in the on_stop hook",
                object=hook.function,
            )
            sys.unraisablehook(told)


install(globals())

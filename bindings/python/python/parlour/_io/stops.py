"""The hook ``on_stop``: called for messages that ended with another stop reason than ``end_turn``, on the
thread of the call; for an asynchronous client as ``_io.functions`` says."""

from __future__ import annotations

from collections import namedtuple

from .._hints import install
from .._native import report_unraisable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NamedTuple, TypeAlias
    from weakref import WeakValueDictionary

    class StopNotice(NamedTuple):
        """A message that ended with another stop reason than ``end_turn``."""

        stop_reason: str
        """Why the model stopped."""
        request_id: str | None
        """The id of the request at the service, if the answer has one. Quote it when you investigate."""
        message_id: str
        """The id of the message."""
        model: str
        """The model that answered."""

else:
    # `typing` alone would double the time that importing this package takes.
    StopNotice = namedtuple("StopNotice", "stop_reason request_id message_id model", module=__name__)
    StopNotice.__doc__ = "A message that ended with another stop reason than ``end_turn``."


Stop: TypeAlias = "tuple[int, str, str | None, str, str, int]"
"""As :meth:`_native.Port.stops` gives it."""


class Hook:
    """A user's function, kept alive by the native clients: the table below refers to it weakly."""

    __slots__ = ("__weakref__", "function")

    def __init__(self, function: Callable[[StopNotice], object]) -> None:
        if not callable(function):
            raise TypeError(f"on_stop must be a function, not {type(function).__name__}")
        self.function = function


_hooks: WeakValueDictionary[int, Hook] | None = None
"""Made for the first hook: few programs have one."""


def watch(client: int, hook: Hook) -> None:
    """Registers the hook for the stops of the client of this number, and of its copies."""
    global _hooks  # noqa: PLW0603
    if _hooks is None:
        from weakref import WeakValueDictionary

        _hooks = WeakValueDictionary()
    _hooks[client] = hook


def hook_of(stop: Stop) -> tuple[Hook, StopNotice] | None:
    """The hook for this stop, and its argument."""
    client, reason, request_id, message_id, model, _ = stop
    hook = None if _hooks is None else _hooks.get(client)
    return None if hook is None else (hook, StopNotice(reason, request_id, message_id, model))


def call(stops: list[Stop]) -> None:
    """Calls the hooks. The native module calls this too, after a blocking call.

    An exception of a hook goes to ``sys.unraisablehook``: the answer has arrived and was paid for, and is
    returned all the same.
    """
    for stop in stops:
        found = hook_of(stop)
        if found is None:
            continue
        hook, notice = found
        try:
            hook.function(notice)
        except BaseException as error:
            report_unraisable(error, hook.function)


install(globals())

"""Hooks that are called for what has happened: ``on_stop`` for messages that ended with another stop reason than
``end_turn``, and the ``on_end`` of the chain of hooks. They run on the thread of the call; for an asynchronous client
as ``_io.functions`` says."""

from __future__ import annotations

from collections import namedtuple

from .._hints import install
from .._native import report_unraisable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NamedTuple, TypeAlias
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


Stop: TypeAlias = "tuple[int, str, str | None, str, str, int] | tuple[int, int, str, int]"
"""As :meth:`_native.Port.stops` gives it: a stop, or the end of a call."""


class Hook:
    """A user's function, kept alive by the native clients: the tables below refer to it weakly."""

    __slots__ = ("__weakref__", "function")

    def __init__(self, function: Callable[[Any], object]) -> None:
        if not callable(function):
            raise TypeError(f"on_stop must be a function, not {type(function).__name__}")
        self.function = function


class Chain:
    """The hooks of a client whose ``on_end`` is called, by their places; kept alive likewise."""

    __slots__ = ("__weakref__", "hooks")

    def __init__(self, hooks: list[object]) -> None:
        self.hooks = [Hook(hook.on_end) if hasattr(hook, "on_end") else None for hook in hooks]


_hooks: WeakValueDictionary[int, Hook] | None = None
"""Made for the first hook: few programs have one."""
_chains: WeakValueDictionary[int, Chain] | None = None


def watch(client: int, hook: Hook | None, chain: Chain | None) -> None:
    """Registers what is called for the stops and the ends of the client of this number, and of its copies."""
    global _hooks, _chains
    if _hooks is None or _chains is None:
        from weakref import WeakValueDictionary

        _hooks, _chains = WeakValueDictionary(), WeakValueDictionary()
    if hook is not None:
        _hooks[client] = hook
    if chain is not None:
        _chains[client] = chain


def hook_of(stop: Stop) -> tuple[Hook, object] | None:
    """The hook for this stop, or for this end, and its argument."""
    if len(stop) == 4:
        return _end_hook_of(*stop[:3])
    client, reason, request_id, message_id, model, _ = stop
    hook = None if _hooks is None else _hooks.get(client)
    return None if hook is None else (hook, StopNotice(reason, request_id, message_id, model))


def _end_hook_of(client: int, place: int, text: str) -> tuple[Hook, object] | None:
    from .._types.hooks import end_of

    chain = None if _chains is None else _chains.get(client)
    hook = None if chain is None else chain.hooks[place]
    return None if hook is None else (hook, end_of(text))


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

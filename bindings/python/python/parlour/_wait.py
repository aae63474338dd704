"""How a synchronous call waits: in the native module, or where sockets are patched in the way of gevent or
eventlet, so that the other green threads run on. It must not know what is waited for."""

from __future__ import annotations

import sys

from . import _log
from ._native import Ask, Port

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ._native import Client, Op

    Key = Callable[[], str]
    Wait = Callable[[int], object]


def green() -> Wait | None:
    """What makes the current green thread wait for a descriptor; ``None`` where threads are real.

    Asked at each call, because programs patch when they like.
    """
    modules = sys.modules
    if "gevent.monkey" in modules:
        monkey = modules["gevent.monkey"]
        if monkey.is_module_patched("select") or monkey.is_module_patched("socket"):
            from gevent.socket import wait_read

            return wait_read  # type: ignore[no-any-return,unused-ignore]
    if "eventlet.patcher" in modules:
        patcher = modules["eventlet.patcher"]
        if patcher.is_monkey_patched("select") or patcher.is_monkey_patched("socket"):
            from eventlet.hubs import trampoline  # type: ignore[import-not-found,unused-ignore]

            return lambda fd: trampoline(fd, read=True)
    return None


def borrow() -> Port:
    """A port for one operation, used again where there is one: a descriptor each is too dear for one call."""
    return Port.borrow()


def give_back(port: Port) -> None:
    """Keeps a port whose operation is over."""
    if _log.active:
        _log.deliver(port)
    port.give_back()


def credential(key: Key) -> str:
    """Asks the user's function for the key; what it raises goes to the caller as it is."""
    return checked(key())


def checked(value: Any) -> str:
    """A key as the user's function gave it."""
    if not isinstance(value, str):
        raise TypeError(f"the api_key function gave {type(value).__name__}, not str")
    return value


def batch(op: Op, port: Port, key: Key | None, wait: Wait | None) -> list[Any]:
    """What the operation gives next; empty at its end. Cancels it if the wait is broken off."""
    try:
        while True:
            if wait is None:
                got = op.wait()
            else:
                taken = op.take()
                while taken is None:
                    wait(port.fileno())
                    port.clear()
                    taken = op.take()
                got = taken
            if key is None or not got or type(got[-1]) is not Ask:
                return got
            op.answer(credential(key))
            del got[-1]
            if got:
                return got
    except BaseException:
        op.cancel()
        if _log.active:
            _log.deliver(port)
        raise


def texts(op: Op, port: Port, wait: Wait | None) -> list[str]:
    """Like :func:`batch`, for the text alone."""
    try:
        if wait is None:
            return op.wait_texts()
        got = op.texts()
        while got is None:
            wait(port.fileno())
            port.clear()
            got = op.texts()
        return got
    except BaseException:
        op.cancel()
        if _log.active:
            _log.deliver(port)
        raise


def begin(op: Op, port: Port, key: Key | None, wait: Wait | None) -> list[Any]:
    """Waits until the answer has begun; gives what arrived with it."""
    if key is not None:
        # A question of the core comes the way of the items, so that is where to look.
        return batch(op, port, key, wait)
    try:
        if wait is None:
            op.wait_head()
        else:
            while op.take_head() is None:
                wait(port.fileno())
                port.clear()
    except BaseException:
        op.cancel()
        if _log.active:
            _log.deliver(port)
        raise
    return []


def submit(
    client: Client,
    mode: int,
    body: Any,
    options: dict[str, Any] | None,
    key: Key | None,
    *,
    method: str | None = None,
    path: str | None = None,
) -> tuple[Op, Port]:
    """Sends a call."""
    secret = None if key is None else credential(key)
    port = borrow()
    return client.submit(port, mode, body, options, secret, method, path), port


def call(
    client: Client,
    mode: int,
    body: Any,
    options: dict[str, Any] | None,
    key: Key | None,
    *,
    method: str | None = None,
    path: str | None = None,
) -> Any:
    """A whole call: one crossing into the native module where nothing stands against it."""
    wait = green()
    if key is None and wait is None:
        return client.call(body, options, None, mode, method, path)
    op, port = submit(client, mode, body, options, key, method=method, path=path)
    answer = batch(op, port, key, wait)[0]
    give_back(port)
    return answer

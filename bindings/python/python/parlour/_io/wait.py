"""How a thread waits for an operation: in the native module, or where gevent or eventlet have patched sockets
in their hub, so that the other green threads run on."""

from __future__ import annotations

import sys

from .._native import CredentialRequest, HookQuestion, Port
from .._options.credentials import Asking, Hook, fields, key_of
from .._types.chain import asked, crossing, failed, question_in
from .._types.errors import HookError
from . import log as _log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._native import Client as NativeClient
    from .._native import Op
    from .._options.interfaces import Key

    Wait = Callable[[int], object]


def green() -> Wait | None:
    """The function with which a green thread waits for a descriptor; ``None`` where threads are real.

    Looked up at each call, because a program may patch at any time.
    """
    modules = sys.modules
    events = modules.get("asyncio.events")
    if events is not None and events._get_running_loop() is not None:
        _warn_of_loop()
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


def _warn_of_loop() -> None:
    """A call of the synchronous client stops the event loop of its thread, and whatever else runs on it, in silence."""
    if "ipykernel" in sys.modules:
        # A notebook runs its cells on a loop, where nothing else waits.
        return
    import warnings
    from pathlib import Path

    own = str(Path(__file__).parents[1])
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(own):
        level, frame = level + 1, frame.f_back
    warnings.warn(
        "this call of Client stops the event loop that runs on this thread until its answer is there: await the call "
        "of AsyncClient, or write `await asyncio.to_thread(...)`",
        RuntimeWarning,
        stacklevel=level,
    )


def borrow() -> Port:
    """A port for one operation, an idle one if possible: opening a descriptor for each costs more than a short call."""
    return Port.borrow()


def give_back(port: Port) -> None:
    """Keeps the port of an operation that has ended, for another."""
    if _log.active:
        _log.deliver(port)
    port.give_back()


def left(op: Op, port: Port) -> None:
    """Calls the hooks for the end of an operation that was cancelled."""
    if _log.hooked and op.wait_left():
        _log.deliver(port)


def credential(key: Any, request: CredentialRequest | None = None) -> Any:
    """Calls the user's function; its exceptions are raised unchanged. A function that takes the attempt is
    called only with a request of the core: before, there is none."""
    if isinstance(key, Hook):
        return None if request is None else fields(key.function(request))
    return checked(key())


def reply(op: Op, key: Key, question: CredentialRequest | HookQuestion) -> Exception | None:
    """Answers the core's question; returns what a hook raised. Without a new credential ahead of the end of the old
    one, that is used."""
    if type(question) is HookQuestion and type(key) is Asking:
        return _ask_hook(op, key, question)
    request: Any = question
    try:
        given = credential(key_of(key), request)
    except Exception as error:
        if not request.ahead:
            raise
        op.refuse(str(error))
    else:
        op.answer(given)
    return None


def _ask_hook(op: Op, asking: Asking, question: HookQuestion) -> Exception | None:
    try:
        method, about = asked(asking, question)
        result, body = crossing(question, method(about))
    except Exception as error:
        op.fail_hook(failed(error))
        return error
    op.answer_hook(result, body)
    return None


def checked(value: Any) -> str:
    """The key that the user's function returned; :class:`TypeError` if it is no ``str``."""
    if not isinstance(value, str):
        raise TypeError(f"the api_key function gave {type(value).__name__}, not str")
    return value


def batch(op: Op, port: Port, key: Key | None, wait: Wait | None) -> list[Any]:
    """The next batch of the operation; questions of the core are answered. Empty at the end. Cancels the operation if
    the wait is interrupted."""
    raised: Exception | None = None
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
            question = None if key is None else question_in(got)
            if key is None or question is None:
                return got
            raised = reply(op, key, question)
            if got:
                return got
    except BaseException as error:
        op.cancel()
        if _log.active:
            _log.deliver(port)
        if raised is not None and type(error) is HookError:
            raise error from raised
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


def head(op: Op, port: Port, key: Key | None, wait: Wait | None) -> list[Any]:
    """Waits for the head of the answer; returns the items that arrived with it."""
    if key is not None:
        # Questions of the core arrive among the items.
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
    client: NativeClient,
    mode: int,
    body: Any,
    options: dict[str, Any] | None,
    key: Key | None,
    *,
    method: str | None,
    path: str | None,
) -> tuple[Op, Port]:
    """Sends a request, on a port of its own."""
    own = key_of(key)
    secret = None if own is None else credential(own)
    port = borrow()
    return client.submit(port, mode, body, options, secret, method, path), port

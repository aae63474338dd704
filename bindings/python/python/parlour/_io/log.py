"""Log records of the core, delivered to the logger ``parlour`` on the thread of the call. The core has masked
secrets."""

from __future__ import annotations

import os
import sys

from .. import _native
from .._hints import install
from .._native import report_unraisable
from . import stops as _stops

TYPE_CHECKING = False
if TYPE_CHECKING:
    import logging
    from typing import TypeAlias

    from .stops import Stop

    Record: TypeAlias = tuple[int, str, dict[str, str], int]

_LEVELS = {"off": 0, "error": 40, "warn": 30, "warning": 30, "info": 20, "debug": 10}

active = False
"""Whether ports may hold log records, or stops for a hook."""
hooked = False
"""Whether ports may hold stops for a hook."""
_logger: logging.Logger | None = None


def look(found: int | None = None) -> None:
    """Turns the collection on or off; called whenever a client is made.

    On if ``PARLOUR_LOG`` says so, or else ``found``, the level that the environment of a client asks for (then records
    also show without any set-up of ``logging``), or as far as the program's own ``logging`` lets the logger
    ``parlour`` through. ``logging`` is not imported for nothing.
    """
    global active, _logger  # noqa: PLW0603
    wanted = _LEVELS.get(os.environ.get("PARLOUR_LOG", "").strip().lower(), found)
    if not wanted and "logging" not in sys.modules:
        return
    import logging

    logger = logging.getLogger("parlour")
    if wanted:
        logger.setLevel(wanted)
        for handler in [one for one in logger.handlers if isinstance(one, logging.NullHandler)]:
            logger.removeHandler(handler)
        if not logger.hasHandlers():
            shown = logging.StreamHandler()
            shown.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
            logger.addHandler(shown)
    elif not any(isinstance(handler, logging.NullHandler) for handler in logger.handlers):
        # Without logging set up, a library stays silent.
        logger.addHandler(logging.NullHandler())
    level = 0 if wanted == 0 or logger.disabled else max(logger.getEffectiveLevel(), logging.DEBUG)
    if level == 0 and not active:
        return
    _logger = logger
    collecting = _native.set_log_level(level)
    active = (level != 0 and collecting) or hooked


def expect_stops() -> None:
    """From now on :func:`deliver` also takes the stops of hooks from the ports."""
    global active, hooked  # noqa: PLW0603
    active = hooked = True


def deliver(port: _native.Port) -> None:
    """Delivers the log records and stops that a port holds, in the context of the caller. Call it only while
    :data:`active`."""
    records = port.logs()
    if records:
        handle(records)
    if stops := stops_of(port):
        _stops.call(stops)


def stops_of(port: _native.Port) -> list[Stop]:
    """Takes the stops that a port holds for hooks."""
    return port.stops() if hooked else []


def handle(records: list[Record]) -> None:
    """Delivers records to the logger. The native module calls this too, after a blocking call.

    An exception of a filter, or of a handler that does not catch its own errors, goes to
    ``sys.unraisablehook``. The other records and the call are not affected.
    """
    logger = _logger
    if logger is None:
        return
    for level, message, fields, _token in records:
        try:
            if logger.isEnabledFor(level):
                text = " ".join([message, *(f"{name}={value}" for name, value in fields.items())])
                logger.log(level, text, extra={"parlour": fields})
        except BaseException as error:
            report_unraisable(error, logger)


def failure(message: str, error: BaseException) -> None:
    """Logs an exception of the user's code, with its trace, that is raised to nobody."""
    import logging

    logger = logging.getLogger("parlour")
    if not logger.hasHandlers():
        # Without logging set up, a library stays silent.
        logger.addHandler(logging.NullHandler())
    try:
        logger.error(message, exc_info=error)
    except BaseException as raised:
        report_unraisable(raised, logger)


install(globals())

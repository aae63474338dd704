"""Data from the head of an answer: rate limits, and the head itself after pickling. It must not read a
header: the native module does.
"""

from __future__ import annotations

from collections import namedtuple

from .._hints import install
from .headers import Headers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any, NamedTuple

    class RateLimit(NamedTuple):
        """One limited quantity."""

        limit: int | None = None
        """The most that a full allowance holds."""
        remaining: int | None = None
        """The remaining allowance."""
        reset: datetime | None = None
        """When the allowance is full again, by the service's clock."""

    class RateLimits(NamedTuple):
        """The account's limits from the headers of an answer; ``None`` for headers that are missing."""

        # generated: fields, from schema/rate_limits.toml by `make generate`
        requests: RateLimit | None = None
        """Requests."""
        tokens: RateLimit | None = None
        """Tokens, by the most restrictive token limit in force."""
        input_tokens: RateLimit | None = None
        """Input tokens."""
        output_tokens: RateLimit | None = None
        """Output tokens."""
        priority_input_tokens: RateLimit | None = None
        """Input tokens of accounts with priority capacity."""
        priority_output_tokens: RateLimit | None = None
        """Output tokens of accounts with priority capacity."""
        fast_input_tokens: RateLimit | None = None
        """Input tokens of answers at the speed ``fast``."""
        fast_output_tokens: RateLimit | None = None
        """Output tokens of answers at the speed ``fast``."""
        # end generated
        remaining_tokens: int | None = None
        """Tokens left, from whichever header has them."""

        @classmethod
        def _from_rows(
            cls, rows: list[tuple[str, int | None, int | None, float | None]], remaining_tokens: int | None
        ) -> RateLimits: ...

else:
    # `typing` alone would double the time that importing this package takes.
    RateLimit = namedtuple("RateLimit", "limit remaining reset", defaults=(None,) * 3, module=__name__)

    # generated: names, from schema/rate_limits.toml by `make generate`
    _QUANTITIES = (
        "requests",
        "tokens",
        "input_tokens",
        "output_tokens",
        "priority_input_tokens",
        "priority_output_tokens",
        "fast_input_tokens",
        "fast_output_tokens",
    )
    # end generated

    class RateLimits(
        namedtuple(
            "RateLimits", (*_QUANTITIES, "remaining_tokens"), defaults=(None,) * (len(_QUANTITIES) + 1)
        )
    ):
        """The account's limits from the headers of an answer; ``None`` for headers that are missing."""

        __slots__ = ()

        @classmethod
        def _from_rows(cls, rows, remaining_tokens):
            """Made by the native module from the headers."""
            limits = {}
            for name, limit, remaining, reset_ms in rows:
                if limit is remaining is reset_ms is None:
                    continue
                limits[name] = RateLimit(limit, remaining, None if reset_ms is None else _instant(reset_ms))
            return cls(**limits, remaining_tokens=remaining_tokens)


def _instant(unix_ms: float) -> datetime:
    from datetime import UTC, datetime, timedelta

    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=unix_ms)


class _SavedResponseInfo:
    """A :class:`ResponseInfo` after pickling: the same attributes, outside of the native module."""

    __slots__ = ("attempts", "headers", "queued", "rate_limits", "request_id", "route", "status", "waits")

    def __init__(self, facts: dict[str, Any]) -> None:
        self.status: int = facts["status"]
        self.request_id: str | None = facts["request_id"]
        self.headers = Headers(facts["headers"])
        self.attempts: int = facts["attempts"]
        self.waits: list[float] = facts["waits"]
        self.queued: float = facts.get("queued", 0.0)
        self.route: str | None = facts.get("route")
        self.rate_limits: RateLimits = facts["rate_limits"]

    def __reduce__(self) -> tuple[Any, ...]:
        facts = {name: getattr(self, name) for name in self.__slots__}
        return _restore_response_info, (facts | {"headers": self.headers.multi_items()},)

    def __repr__(self) -> str:
        return f"ResponseInfo(status={self.status}, request_id={self.request_id!r}, attempts={self.attempts})"


def _restore_response_info(facts: dict[str, Any]) -> _SavedResponseInfo:
    """The other half of pickling a :class:`ResponseInfo`; named by the native module."""
    return _SavedResponseInfo(facts)


install(globals())

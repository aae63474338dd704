"""Turns that a loop over a tool runner appends, by the rules of the official SDK: the last answer and its
results are sent only if they are among the appended turns."""

from __future__ import annotations

from typing import Any

from parlour import Conversation
from parlour.types import Model

_RESUMED = ("pause_turn", "compaction")
"""Reasons of a stop after which an answer goes back as it is."""


def plain(value: Any) -> Any:
    """Answers and blocks as plain data."""
    if isinstance(value, Model):
        return value.to_dict()
    return [plain(one) for one in value] if isinstance(value, list) else value


def history_of(run: Any) -> list[Any]:
    """The turns of a run so far."""
    kept = run.conversation
    return [kept[index] for index in range(len(kept))]


def _turn(one: Any) -> dict[str, Any]:
    if isinstance(one, Model):
        said: Any = one
        return {"role": said.role, "content": plain(said.content)}
    return {**one, "content": plain(one["content"])}


class _Appending:
    _appended: tuple[int, list[Any]] | None = None
    """The number of requests, and the turns appended since the answer to the last one."""

    def append_messages(self: Any, *messages: Any) -> None:
        """Adds these turns to the next request. As in the SDK, turns that are appended after the last answer
        are not sent."""
        turns = [_turn(one) for one in messages]
        if self.turns:
            before = self._appended[1] if self._is_appended() else []
            self._appended = self.requests, [*before, *turns]
        else:
            self.conversation = Conversation([*history_of(self), *turns])

    def _is_appended(self: Any) -> bool:
        return self._appended is not None and self._appended[0] == self.requests

    def _goes_on(self: Any, results: Any) -> bool:
        """Replaces the last answer and its results by the appended turns; returns whether there is a next
        request."""
        if results is None and self.turns[-1].stop_reason not in _RESUMED:
            return False
        history = history_of(self)
        cut = max(index for index, one in enumerate(history) if one["role"] == "assistant")
        self.conversation = Conversation([*history[:cut], *self._appended[1]])
        return True


class SyncAppending(_Appending):
    """For synchronous runs."""

    def __next__(self: Any) -> Any:
        if self._is_appended() and not self._goes_on(self.generate_tool_call_response()):
            raise StopIteration
        return super().__next__()  # type: ignore[misc]


class AsyncAppending(_Appending):
    """For asynchronous runs."""

    async def __anext__(self: Any) -> Any:
        if self._is_appended() and not self._goes_on(await self.generate_tool_call_response()):
            raise StopAsyncIteration
        return await super().__anext__()  # type: ignore[misc]

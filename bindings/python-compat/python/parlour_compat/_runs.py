"""Tool runners with the names of the official SDK and its rules for changes by a loop. A run becomes one of
these by its class alone.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NoReturn

from parlour import AsyncStreamedToolRun as _AsyncStreamedToolRun
from parlour import AsyncToolRun as _AsyncToolRun
from parlour import Conversation, Tool
from parlour import StreamedToolRun as _StreamedToolRun
from parlour import ToolRun as _ToolRun

from ._appending import AsyncAppending, SyncAppending, history_of, plain
from ._refusals import refusal
from ._streams import adopt
from ._tracing import answer_of, seen_turn, seen_turn_async, stream_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

HELD = (
    "leave `run_tools_eagerly` out: calls then run when the loop goes on, and `runner.deny(call, reason)` answers one "
    "of `runner.calls` instead"
)
COMPACT = "write `runner.update(context_management=...)`: the service shortens the history itself"


class _Run:
    """The changes that a loop may make, by the rules of the SDK."""

    _asking: Callable[[], Any]
    """Gives the ``create()`` that somebody has put in the place of that of the messages; ``None`` if nobody has."""

    def set_messages_params(
        self: Any, params: Mapping[str, Any] | Callable[[dict[str, Any]], Mapping[str, Any]]
    ) -> None:
        """Replaces the parameters of the requests that follow. As there, ``messages`` are those of the last request:
        the answer to it and its results come behind them, unless the answer is one of them."""
        history = history_of(self)
        cut = len(history)
        if self.turns:
            cut = max(index for index, one in enumerate(history) if one["role"] == "assistant")
        before = history[:cut]
        made = dict(params({**self.params, "messages": list(before)}) if callable(params) else params)
        turns = [{**one, "content": plain(one["content"])} for one in made.pop("messages", before)]
        if turns != before:
            is_there = any(one in turns for one in history[cut : cut + 1])
            self.conversation = Conversation(turns if is_there else [*turns, *history[cut:]])
        made["tools"] = [one if isinstance(one, Tool) else _definition(one) for one in made.get("tools", ())]
        self._set({name: value for name, value in made.items() if name != "tools" or value})

    def add_tools(self: Any, *tools: Any) -> None:
        """Adds tools to the requests that follow."""
        for one in tools:
            self.add_tool(one)

    def remove_tools(self: Any, *tools: Any) -> None:
        """Takes tools out of the requests that follow; they, or their names."""
        for one in tools:
            self.remove_tool(one if isinstance(one, str) else one["name"])

    def defer_tool_call(self, tool_use: object) -> NoReturn:
        """Refused."""
        raise refusal("runner.defer_tool_call()", HELD)

    @property
    def deferred_tool_calls(self) -> NoReturn:
        """Refused."""
        raise refusal("runner.deferred_tool_calls", HELD)

    def compact_before_next_turn(self, compaction: object = None) -> NoReturn:
        """Refused."""
        raise refusal("runner.compact_before_next_turn()", COMPACT)


def run_of(params: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a run, by the names that it has here."""
    if "run_tools_eagerly" in params:
        params["early"] = bool(params.pop("run_tools_eagerly"))
    if not params.get("thread", True):
        # The history is sent whole in any case.
        del params["thread"]
    return params


def _definition(tool: Any) -> Any:
    return tool.to_dict() if hasattr(tool, "to_dict") else tool


class _SyncRun(_Run):
    def _sent(self, body: Any) -> Any:
        create = self._asking()
        send = functools.partial(super()._sent, body)  # type: ignore[misc]
        return send() if create is None else answer_of(*seen_turn(create, _shown(self), send, _message_of))

    def _opened(self, body: Any) -> Any:
        create = self._asking()
        send = functools.partial(super()._opened, body)  # type: ignore[misc]
        if create is None:
            return send()
        return stream_of(*seen_turn(create, _shown(self) | {"stream": True}, send, _raw_of))


class _AsyncRun(_Run):
    async def _sent(self, body: Any) -> Any:
        create = self._asking()
        send = functools.partial(super()._sent, body)  # type: ignore[misc]
        if create is None:
            return await send()
        return answer_of(*await seen_turn_async(create, _shown(self), send, _message_of))

    async def _opened(self, body: Any) -> Any:
        create = self._asking()
        send = functools.partial(super()._opened, body)  # type: ignore[misc]
        if create is None:
            return await send()
        return stream_of(*await seen_turn_async(create, _shown(self) | {"stream": True}, send, _raw_of))


def _message_of(sent: Any) -> Any:
    return sent[0]


def _raw_of(stream: Any) -> Any:
    """The result of ``create()`` for the request of a streamed turn."""
    return adopt(stream)._raw_stream


def _shown(run: Any) -> dict[str, Any]:
    """The request of a turn, as a tracer is shown it."""
    history = run.conversation
    return {**run.params, "messages": [history[index] for index in range(len(history))]}


class ToolRun(SyncAppending, _SyncRun, _ToolRun):
    """A tool runner."""


class AsyncToolRun(AsyncAppending, _AsyncRun, _AsyncToolRun):
    """A tool runner."""


class StreamedToolRun(SyncAppending, _SyncRun, _StreamedToolRun):
    """A tool runner whose turns are streams."""

    def __next__(self) -> Any:
        return adopt(super().__next__())


class AsyncStreamedToolRun(AsyncAppending, _AsyncRun, _AsyncStreamedToolRun):
    """A tool runner whose turns are streams."""

    async def __anext__(self) -> Any:
        return adopt(await super().__anext__())


_KINDS: dict[type, type] = {
    _ToolRun: ToolRun,
    _AsyncToolRun: AsyncToolRun,
    _StreamedToolRun: StreamedToolRun,
    _AsyncStreamedToolRun: AsyncStreamedToolRun,
}


def adopt_run(run: Any) -> Any:
    """The run as one of these."""
    kind = _KINDS.get(type(run))
    if kind is not None:
        run.__class__ = kind
    return run

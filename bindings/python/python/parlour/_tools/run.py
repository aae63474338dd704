"""Base class of runs of tools, sync and async: the core's loop, the functions, the answers so far, and how a
program changes them between two turns. It must not send anything, nor run a tool."""

from __future__ import annotations

import os
from _thread import allocate_lock
from typing import Any, Protocol

from .._hints import install
from .._native import Conversation, Reply, ToolLoop, tool_not_sendable
from .._options.credentials import Asking
from .._options.options import of_call
from .._types.errors import ForkedError, ParlourError
from .._types.messages import Message, Usage
from .._types.tool_call import ToolCall
from . import tool as _tool
from .around import NOTHING, Around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from contextvars import Context
    from types import TracebackType

    from .._native import Body, Op
    from .._native import Client as NativeClient
    from .._streams.base import BaseStream
    from .outcome import Outcome
    from .tool import Content, Tool, ToolTable


def begin(
    request: Any,
    params: dict[str, Any],
    tools: Iterable[Any],
    limits: Mapping[str, Any],
    *,
    coroutines: bool,
) -> tuple[ToolLoop, _tool.ToolTable, dict[str, Any] | None]:
    """The loop of a request, its tools, and the options of its calls."""
    table = _tool.ToolTable(tools, coroutines=coroutines)
    body, options = of_call(request, params)
    given = {name: value for name, value in limits.items() if value is not None} or None
    if request is None:
        if table.definitions:
            body["tools"] = table.definitions
        if isinstance(body.get("messages"), Conversation):
            conversation = body.pop("messages")
            return ToolLoop.over(conversation, body, given), table, options
        return ToolLoop(body, given), table, options
    loop = ToolLoop(body, given)
    if table.definitions:
        settings = loop.settings
        loop.set_settings(settings | {"tools": [*settings.get("tools", ()), *table.definitions]})
    return loop, table, options


def resume(
    saved: str, options: dict[str, Any], tools: Iterable[Any], *, coroutines: bool
) -> tuple[ToolLoop, _tool.ToolTable, dict[str, Any] | None]:
    """A loop that was saved, with the functions of its tools, and with the definitions that it lacks."""
    table = _tool.ToolTable(tools, coroutines=coroutines)
    body, made = of_call(None, options)
    if body:
        raise TypeError(
            f"resume_tools() takes options of calls; {next(iter(body))!r} is none: change parameters with update()"
        )
    loop = ToolLoop.from_json(saved)
    for definition in table.definitions:
        loop.offer_tool(definition)
    return loop, table, made


class _Runner(Protocol):
    def start(self, call: ToolCall) -> None: ...


class BaseToolRun:
    """A run of tools. Between two turns it may be looked at and changed, and saved by :meth:`to_json`.

    One thread or task at a time advances it; every method may be called from any, also from a tool.
    """

    def __init__(
        self,
        native: NativeClient,
        key: Any,
        loop: ToolLoop,
        tools: ToolTable,
        options: dict[str, Any] | None,
        *,
        context: Any,
        approve: Callable[[ToolCall], Any] | None,
        tool_timeout: float | None,
        early: bool,
    ) -> None:
        self._native = native
        self._key = key
        self._hooks = key.around if type(key) is Asking else ()
        self._loop = loop
        self._tools = tools
        self._options = options
        self._context = context
        self._approve = approve
        self._timeout = tool_timeout
        self._early = early
        self._contexts: dict[str, _tool.ToolContext[Any]] = {}
        self._turns: list[Message] = []
        self._advancing = allocate_lock()
        self._pid = os.getpid()
        self._cancelled = False

    def __class_getitem__(cls, item: Any) -> Any:
        """The class: of what type the last answer is, is said to type checkers alone."""
        return cls

    # Reading the state

    @property
    def turns(self) -> Sequence[Message]:
        """Every answer so far, with the attempts and waits of each in ``response_info``."""
        return tuple(self._turns)

    @property
    def calls(self) -> Sequence[ToolCall]:
        """The calls of the last answer that have no result yet, in the order of the model."""
        return tuple([ToolCall(*one) for one in self._loop.open_calls()])

    @property
    def usage(self) -> Usage:
        """The tokens of all answers together."""
        return Usage.from_dict(self._loop.usage)

    @property
    def requests(self) -> int:
        """How many answers there were, those before a saved run was resumed included."""
        return self._loop.requests

    @property
    def end(self) -> str | None:
        """Why the run is over: ``"stopped"`` (the model said all), ``"request_limit"``, ``"pause_limit"`` or
        ``"cancelled"``; ``None`` while it is not."""
        return self._loop.end

    @property
    def conversation(self) -> Conversation:
        """A copy of the history with all that was sent and received. Assign one to replace it."""
        return self._loop.conversation()

    @conversation.setter
    def conversation(self, conversation: Conversation) -> None:
        self._loop.set_conversation(conversation)

    @property
    def params(self) -> dict[str, Any]:
        """A copy of the request without its messages; :meth:`update` changes it."""
        return self._loop.settings

    def to_json(self) -> str:
        """The run between two turns as JSON, for :meth:`resume_tools` here or in another language. Calls that were not
        begun are run there; one that runs is reported to the model as failed."""
        return self._loop.to_json()

    # Changing the run

    def update(self, **params: Any) -> None:
        """Sets parameters of the requests that follow; ``None`` takes one away. While a tool of the service waits,
        other tools are refused (protocol §9.4)."""
        merged = self._loop.settings | params
        self._set({name: value for name, value in merged.items() if value is not None})

    def _set(self, params: dict[str, Any]) -> None:
        """Replaces the parameters, and takes the functions of the tools among them."""
        tools = params.get("tools")
        if not isinstance(tools, list | tuple):
            self._loop.set_settings(params)
            return
        made = [self._tools.tool_of(one) for one in tools]
        before = [_tool.essence(one) for one in self._loop.settings.get("tools", ())]
        self._loop.set_settings({**params, "tools": [_tool.definition_of(one) for one in made]})
        for one in made:
            # A definition that was there keeps the function it had: `params` gives definitions alone.
            if isinstance(one, _tool.Tool) or _tool.essence(one) not in before:
                self._tools.put(one)

    def add_tool(self, tool: Tool[..., Any] | Callable[..., Any] | Mapping[str, Any]) -> None:
        """Adds a tool to the requests that follow; one of the same name takes the place of the one before. So does a
        definition, which has no function: calls of its name are answered as those of an unknown tool."""
        made = self._tools.tool_of(tool)
        self._loop.add_tool(_tool.definition_of(made))
        self._tools.put(made)

    def remove_tool(self, name: str) -> None:
        """Takes a tool out of the requests that follow, by its name, and a toolset by its type; a call of it is
        answered as one of an unknown tool."""
        self._loop.remove_tool(name)
        self._tools.remove(name)

    def say(self, content: Content) -> None:
        """Says something with the next request, behind the results. A run that the model had ended goes on with it."""
        self._loop.say(content)

    def append_messages(self, *messages: Mapping[str, Any] | Message) -> None:
        """Adds these turns to the next request, for programs that keep a history of their own: the last answer is in
        it already and is skipped, results replace those of the functions, and the rest is added as by
        :meth:`say`. :class:`ConfigError`, a ``ValueError``, for any other turn of the model: assign
        :attr:`conversation`."""
        self._loop.append([one.to_dict() if isinstance(one, Message) else one for one in messages])

    def set_messages_params(
        self, params: Mapping[str, Any] | Callable[[dict[str, Any]], Mapping[str, Any]]
    ) -> None:
        """Replaces the parameters of the requests that follow, ``messages`` among them, by these, or by the
        result of a function of them. :meth:`update` changes some of them."""
        kept = self.conversation
        history = [kept[index] for index in range(len(kept))]
        made = dict(params({**self.params, "messages": list(history)}) if callable(params) else params)
        turns = made.pop("messages", history)
        if turns != history:
            self.conversation = turns if isinstance(turns, Conversation) else Conversation(turns)
        self._set(made)

    def deny(self, call: ToolCall | str, reason: Content) -> bool:
        """Answers a call of the last answer instead of running it: the model gets the reason as a failure.
        False if it was answered already."""
        return self._loop.finish_call(call if isinstance(call, str) else call.id, reason, True)

    def answer(self, call: ToolCall | str, content: Content) -> bool:
        """Answers a call of the last answer instead of running it, with a result."""
        return self._loop.finish_call(call if isinstance(call, str) else call.id, content, False)

    # For what advances it

    def _begin(self) -> ToolCall | None:
        if self._cancelled:
            return None
        begun = self._loop.begin_call(self._tools.functions, self._tools.toolsets)
        return None if begun is None else ToolCall(*begun)

    def _finish(self, call: ToolCall, outcome: Outcome) -> None:
        """Takes the result of a call."""
        self._contexts.pop(call.id, None)
        content, is_error = outcome
        try:
            self._loop.finish_call(call.id, content, is_error)
        except (TypeError, ValueError, ParlourError) as error:
            # Blocks, or an error's content, that JSON or the wire does not have.
            self._loop.finish_call(call.id, tool_not_sendable(str(error)), True)

    def _context_of(self, call: ToolCall) -> _tool.ToolContext[Any]:
        made = self._contexts[call.id] = _tool.ToolContext(self._context, call)
        return made

    def _around(self, call: ToolCall, context: Context | None = None) -> Around:
        """Enters the hooks around a call that runs now, in this context or in the current one."""
        if not self._hooks:
            return NOTHING
        try:
            description = self._tools.of(call).description
        except KeyError:
            # It was removed while the call waited for its approval; the result says so to the model.
            description = ""
        made = Around(context)
        made.enter(self._hooks, call, description)
        return made

    def _stopped(self, call: ToolCall) -> None:
        """Notifies a call that its result is not needed any more."""
        context = self._contexts.pop(call.id, None)
        if context is not None:
            context._cancelled = True

    def _ended(self, stream: BaseStream) -> None:
        """A stream of this run was read to its end."""
        raise NotImplementedError

    def _received(self, message: Message, reply: Reply | None) -> Message:
        self._loop.received(
            Reply(message) if reply is None else reply, self._tools.functions, self._tools.toolsets
        )
        self._turns.append(message)
        return message

    def _check_process(self) -> None:
        if os.getpid() != self._pid:
            raise ForkedError(
                "a tool of this run forked, and this is the child: the run goes on in the parent alone"
            )

    def _next_body(self) -> Body | None:
        """The next request, once all calls are done."""
        self._check_process()
        if self._cancelled:
            self._loop.cancel()
        return self._loop.request()

    def _response(self) -> dict[str, Any] | None:
        """The message with the results of the last answer, all of whose calls are done."""
        self._check_process()
        if self._cancelled:
            self._loop.cancel()
        return self._loop.results()

    def _in_turn(self) -> _InTurn:
        return _InTurn(self)

    def _last(self) -> Message:
        if not self._turns:
            raise RuntimeError("this run was ended before its first answer")
        return self._turns[-1]


class EarlyCalls:
    """Begins calls while their message still arrives, each as soon as its block is whole. The core says which blocks
    are calls that may begin."""

    __slots__ = ("_run", "_runner")

    def __init__(self, run: BaseToolRun, runner: _Runner) -> None:
        self._run = run
        self._runner = runner

    def look(self, op: Op, batch: list[Any]) -> None:
        """Looks at events that have arrived."""
        for event in batch:
            if event.type == "content_block_stop":
                self._begin(op, event.index)

    def _begin(self, op: Op, index: int) -> None:
        run = self._run
        if run._cancelled:
            return
        begun = run._loop.begin_early(op, index, run._tools.functions, run._tools.toolsets)
        if begun is not None:
            self._runner.start(ToolCall(*begun))


class _InTurn:
    """Held by what advances a run. An error that passes carries the answers so far."""

    __slots__ = ("_run",)

    def __init__(self, run: BaseToolRun) -> None:
        self._run = run

    def __enter__(self) -> None:
        if not self._run._advancing.acquire(False):
            raise RuntimeError("this run is being advanced by another thread or task")
        self._run._pid = os.getpid()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run._advancing.release()
        if isinstance(error, ParlourError):
            error.turns = self._run.turns


install(globals())

"""The tool loop, with functions that do what the case says. ``sync`` takes whole answers and denies calls between two
requests; ``quiet`` streams them, begins calls early, and denies them when it is asked; ``async`` has coroutine
functions. Translation only."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any

import lines
import local

import parlour
from parlour import ToolContext

Call = Mapping[str, Any]


class _GaveUp(BaseException):
    """Raised by the handler of a signal: what Ctrl-C would do."""


class _Play:
    """A case, and a record of its functions that wait to be cancelled: which began, and which were cancelled."""

    def __init__(self, call: Call, *, is_async: bool, quiet: bool, gives_up: Callable[[], None]) -> None:
        self.call = call
        self.is_async = is_async
        self.quiet = quiet
        self.began: list[str] = []
        self.stopped: set[str] = set()
        self.saved: str | None = None
        self._gives_up = gives_up
        self._lock = threading.Lock()

    @property
    def asks(self) -> bool:
        """Whether calls are denied by the function that approves them, which alone can do it without a reason."""
        return self.quiet or None in self.call.get("deny", {}).values()

    def function(self, name: str) -> Any:
        """The function of a tool; ``None`` if the case has none."""
        script = self.call.get("tools", {}).get(name)
        if script is None:
            return None

        def plain(context: ToolContext[Any], **given: Any) -> Any:
            if "until_cancelled" in script:
                # The exception that stops a thread may come in the middle of a `finally`, once.
                try:
                    try:
                        self._begin(context.call.id)
                        while not context.is_cancelled:
                            time.sleep(0.001)
                    finally:
                        self.stopped.add(context.call.id)
                finally:
                    self.stopped.add(context.call.id)
            while "never" in script:
                time.sleep(0.01)
            return _scripted(script)

        async def coroutine(context: ToolContext[Any], **given: Any) -> Any:
            if "until_cancelled" in script:
                try:
                    self._begin(context.call.id)
                    await asyncio.Event().wait()
                finally:
                    self.stopped.add(context.call.id)
            if "never" in script:
                await asyncio.Event().wait()
            return _scripted(script)

        return coroutine if self.is_async else plain

    def _begin(self, id: str) -> None:
        with self._lock:
            self.began.append(id)
            enough = len(self.began) == self.call.get("give_up_when_running")
        if enough:
            self._gives_up()

    def tool(self, definition: Mapping[str, Any]) -> Any:
        """A tool of the case, or the definition alone."""
        function = self.function(definition.get("name", ""))
        return definition if function is None else parlour.tool(function, definition=definition)

    def settings(self) -> dict[str, Any]:
        """The settings of a run that no request has."""
        given: dict[str, Any] = {}
        if "tool_timeout_ms" in self.call:
            given["tool_timeout"] = self.call["tool_timeout_ms"] / 1000
        denied = self.call.get("deny", {})
        if self.quiet:
            given["stream"] = True
        if self.asks:
            given["approve"] = lambda made: denied.get(made.id, True) or False
        given["early"] = self.call.get("early", self.quiet)
        return given

    def run(self, client: Any, options: dict[str, Any]) -> Any:
        """The run that the case begins with."""
        body = json.loads(self.call["body"])
        tools = [self.tool(definition) for definition in body.pop("tools", [])]
        if "saved" in self.call:
            runnable = [tool for tool in tools if isinstance(tool, parlour.Tool)]
            return client.messages.resume_tools(
                self.call["saved"], tools=runnable, **options, **self.settings()
            )
        return client.messages.run_tools(
            **body, **options, **self.call.get("limits", {}), **self.settings(), tools=tools
        )

    def between(self, client: Any, run: Any, options: dict[str, Any]) -> Any:
        """The actions of the program after an answer; returns the run that goes on."""
        if not self.asks:
            for made in run.calls:
                if made.id in self.call.get("deny", {}):
                    run.deny(made, self.call["deny"][made.id])
        if "say" in self.call and len(run.turns) == 1:
            run.say(self.call["say"])
        for operation in self.call.get("between", {}).get(str(run.requests), []):
            for name, value in operation.items():
                if name == "save_and_load":
                    self.saved = run.to_json()
                    made = [self.tool(definition) for definition in run.params.get("tools", [])]
                    tools = [tool for tool in made if isinstance(tool, parlour.Tool)]
                    run = client.messages.resume_tools(self.saved, tools=tools, **options, **self.settings())
                else:
                    self._operate(run, name, value)
        return run

    def _operate(self, run: Any, name: str, value: Any) -> None:
        match name:
            case "say":
                run.say(value)
            case "append":
                run.append_messages(*value)
            case "deny":
                run.deny(*value)
            case "set":
                run.update(**value)
            case "add_tool":
                run.add_tool(self.tool(value))
            case "remove_tool":
                run.remove_tool(value)
            case "keep_last":
                conversation = run.conversation
                conversation.keep_last(value)
                run.conversation = conversation
            case "cancel":
                run.cancel()
            case _:
                raise ValueError(f"an operation that this driver does not know: {name}")

    def last(self, run: Any) -> dict[str, Any]:
        """The ``done`` line."""
        line: dict[str, Any] = {"type": "done", "attempts": 0}
        if run.turns:
            message = run.turns[-1]
            line = lines.message(message, message.response_info)
        line |= {"end": run.end, "turns": len(run.turns), "requests": run.requests}
        line["usage"] = run.usage.to_dict()
        line["history"] = local.messages(run.conversation)
        if self.saved is not None:
            line["saved"] = self.saved
        return line

    def cancelled(self) -> dict[str, Any]:
        """The ``cancelled`` line."""
        return lines.cancelled() | {"began": sorted(self.began), "stopped": sorted(self.stopped)}


def _scripted(script: Mapping[str, Any]) -> Any:
    if "raises" in script:
        raise OSError(script["raises"])
    if "error" in script:
        raise parlour.ToolError(script["error"])
    return script.get("value", script.get("text", script.get("blocks")))


def _failed(error: parlour.ParlourError) -> dict[str, Any]:
    return lines.error(error) | {"turns": len(error.turns)}


def _give_up(number: int, frame: FrameType | None) -> None:
    raise _GaveUp


def run(client: parlour.Client, call: Call, options: dict[str, Any], *, quiet: bool) -> dict[str, Any]:
    """The last line of a run with ``Client``."""
    play = _Play(call, is_async=False, quiet=quiet, gives_up=lambda: os.kill(os.getpid(), signal.SIGUSR1))
    before = signal.signal(signal.SIGUSR1, _give_up)
    try:
        return _run(client, play, options)
    except _GaveUp:
        while len(play.stopped) < len(play.began):
            time.sleep(0.001)
        return play.cancelled()
    except parlour.ParlourError as error:
        return _failed(error)
    finally:
        signal.signal(signal.SIGUSR1, before)


def _run(client: parlour.Client, play: _Play, options: dict[str, Any]) -> dict[str, Any]:
    run = play.run(client, options)
    while True:
        with run:
            turn = next(run, None)
            if turn is None:
                return play.last(run)
            if play.quiet:
                for _ in turn:
                    continue
            after = play.between(client, run, options)
            if after is run:
                # Leaving the block would end the run.
                for turn in run:
                    if play.quiet:
                        for _ in turn:
                            continue
                    after = play.between(client, run, options)
                    if after is not run:
                        break
                else:
                    return play.last(run)
        run = after


async def run_async(client: parlour.AsyncClient, call: Call, options: dict[str, Any]) -> dict[str, Any]:
    """The last line of a run with ``AsyncClient``."""
    gives_up = asyncio.Event()
    play = _Play(call, is_async=True, quiet=False, gives_up=gives_up.set)
    try:
        if "give_up_when_running" not in call:
            return await _run_async(client, play, options)
        task = asyncio.ensure_future(_run_async(client, play, options))
        giving_up = asyncio.ensure_future(gives_up.wait())
        # The run may end before.
        await asyncio.wait([task, giving_up], return_when=asyncio.FIRST_COMPLETED)
        giving_up.cancel()
        task.cancel()
        await asyncio.wait([task])
        return play.cancelled() if task.cancelled() else await task
    except parlour.ParlourError as error:
        return _failed(error)


async def _run_async(client: parlour.AsyncClient, play: _Play, options: dict[str, Any]) -> dict[str, Any]:
    run = play.run(client, options)
    while await anext(run, None) is not None:
        run = play.between(client, run, options)
    return play.last(run)

"""The tool loop, with functions that do what the case says. ``sync`` takes whole answers and denies calls between two
requests; ``quiet`` streams them, begins calls early, and denies them when it is asked; ``async`` has coroutine
functions. Translation only."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

import lines
import local

import parlour

Call = Mapping[str, Any]


def _scripted(script: Mapping[str, Any]) -> Any:
    if "raises" in script:
        raise OSError(script["raises"])
    if "error" in script:
        raise parlour.ToolError(script["error"])
    return script.get("text", script.get("blocks"))


def _function(script: Mapping[str, Any], *, is_async: bool) -> Any:
    def plain(**given: Any) -> Any:
        while "never" in script:
            time.sleep(0.01)
        return _scripted(script)

    async def coroutine(**given: Any) -> Any:
        if "never" in script:
            await asyncio.Event().wait()
        return _scripted(script)

    return coroutine if is_async else plain


def _arguments(call: Call, options: dict[str, Any], *, is_async: bool) -> dict[str, Any]:
    """The arguments of ``run_tools()``."""
    body = json.loads(call["body"])
    scripts = call.get("tools", {})
    tools: list[Any] = []
    for definition in body.pop("tools", []):
        script = scripts.get(definition.get("name"))
        if script is None:
            tools.append(definition)
        else:
            tools.append(parlour.tool(_function(script, is_async=is_async), definition=definition))
    arguments = body | options | call.get("limits", {}) | {"tools": tools}
    if "tool_timeout_ms" in call:
        arguments["tool_timeout"] = call["tool_timeout_ms"] / 1000
    return arguments  # type: ignore[no-any-return]


def _between(run: Any, call: Call, *, denies: bool) -> None:
    """What the program does between two requests."""
    if denies:
        for made in run.calls:
            if made.id in call.get("deny", {}):
                run.deny(made, call["deny"][made.id])
    if "say" in call and len(run.turns) == 1:
        run.say(call["say"])


def _last(run: Any) -> dict[str, Any]:
    message = run.turns[-1]
    line = lines.message(message, message.response_info)
    line["end"] = run.end
    line["turns"] = len(run.turns)
    line["usage"] = run.usage.to_dict()
    line["history"] = local.messages(run.conversation)
    return line


def _failed(error: parlour.ParlourError) -> dict[str, Any]:
    return lines.error(error) | {"turns": len(error.turns)}


def run(client: parlour.Client, call: Call, options: dict[str, Any], *, quiet: bool) -> dict[str, Any]:
    """The last line of a run with ``Client``."""
    arguments = _arguments(call, options, is_async=False)
    try:
        if not quiet:
            run: Any = client.messages.run_tools(**arguments)
            for _ in run:
                _between(run, call, denies=True)
            return _last(run)
        denied = call.get("deny", {})
        streamed: Any = client.messages.run_tools(
            stream=True, early=True, approve=lambda made: denied.get(made.id, True), **arguments
        )
        for stream in streamed:
            for _ in stream:
                continue
            _between(streamed, call, denies=False)
        return _last(streamed)
    except parlour.ParlourError as error:
        return _failed(error)


async def run_async(client: parlour.AsyncClient, call: Call, options: dict[str, Any]) -> dict[str, Any]:
    """The last line of a run with ``AsyncClient``."""
    try:
        run: Any = client.messages.run_tools(**_arguments(call, options, is_async=True))
        async for _ in run:
            _between(run, call, denies=True)
        return _last(run)
    except parlour.ParlourError as error:
        return _failed(error)

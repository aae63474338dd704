"""The endpoints beside messages, and webhooks. Translation only. The same code serves both clients: of the synchronous
one nothing is awaited, so it never waits."""

from __future__ import annotations

import json
import tempfile
from collections.abc import AsyncIterator, Coroutine, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any

import lines

import parlour
from parlour import APIResponseValidationError, webhooks
from parlour.types import MessageBatch

_METHODS: dict[str, tuple[str, tuple[str, ...]]] = {
    # generated: methods, from schema/openapi.yaml by `make generate`
    "models.list": ("models.list", ()),
    "models.get": ("models.retrieve", ()),
    "batches.list": ("messages.batches.list", ()),
    "batches.get": ("messages.batches.retrieve", ()),
    "batches.delete": ("messages.batches.delete", ()),
    "batches.cancel": ("messages.batches.cancel", ()),
    "files.list": ("files.list", ()),
    "files.get": ("files.retrieve_metadata", ()),
    "files.delete": ("files.delete", ()),
    "skills.list": ("skills.list", ()),
    "skills.get": ("skills.retrieve", ()),
    "skills.delete": ("skills.delete", ()),
    "skills.versions.list": ("skills.versions.list", ()),
    "skills.versions.get": ("skills.versions.retrieve", ("skill_id",)),
    "skills.versions.delete": ("skills.versions.delete", ("skill_id",)),
    "rate_limits.list": ("limits.list", ()),
    "rate_limits.workspace": ("limits.workspace", ()),
    # end generated
}
"""The method of an endpoint without a body, and the names of its first ids, where they are keywords."""

_LISTS = {
    # generated: lists, from schema/openapi.yaml by `make generate`
    "models.list",
    "batches.list",
    "files.list",
    "skills.list",
    "skills.versions.list",
    "rate_limits.list",
    "rate_limits.workspace",
    # end generated
}
"""The endpoints that answer with pages."""


class _Enough(Exception):
    """As many items as the case wants."""


class _Items:
    """Item lines, of which a case may want no more than so many."""

    def __init__(self, call: Mapping[str, Any], out: lines.Output) -> None:
        self._left = call.get("cancel_after_events")
        self._out = out

    def line(self, **fields: Any) -> None:
        self._out.line({"type": "item"} | fields)
        if self._left is not None:
            self._left -= 1
            if self._left == 0:
                raise _Enough


def complete(coroutine: Coroutine[Any, Any, None]) -> None:
    """Runs what never waits."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    raise AssertionError("a synchronous call was awaited")


async def run(
    client: Any, call: Mapping[str, Any], options: dict[str, Any], out: lines.Output, *, raw: bool
) -> None:
    """Makes a call of the mode ``resource``; with ``raw`` by ``with_raw_response`` where an answer is one object."""
    items = _Items(call, out)
    try:
        out.line(await _done(client, call, options, items, raw=raw))
    except _Enough:
        out.line(lines.cancelled())


async def _done(
    client: Any, call: Mapping[str, Any], options: dict[str, Any], items: _Items, *, raw: bool
) -> dict[str, Any]:
    ids = call.get("ids", [])
    batches = client.messages.batches
    match call["endpoint"]:
        case "batches.results":
            return await _results(await _settled(batches.results(ids[0], **options)), items)
        case "batches.results_of":
            batch = MessageBatch.from_json(call["batch"])
            return await _results(await _settled(batches.results(batch, **options)), items)
        case "batches.wait":
            given = {
                f"{name.removesuffix('_ms')}{'' if name == 'limit_ms' else '_pause'}": value / 1000
                for name, value in call.get("wait", {}).items()
            }

            def progress(batch: MessageBatch) -> None:
                items.line(json=batch.to_json())

            return _object(await _settled(batches.wait(ids[0], progress=progress, **given, **options)))
        case "batches.create":
            body = json.loads(call["body"])
            pairs = [(one["custom_id"], one["params"]) for one in body["requests"]]
            made = batches.with_raw_response if raw else batches
            return _object(await _settled(made.create(pairs, **options)))
        case "batches.run":
            return await _run(batches, call, options, items)
        case "files.upload":
            made = client.files.with_raw_response if raw else client.files
            given = {name: call["upload"][name] for name in ("expires_in_seconds",) if name in call["upload"]}
            with tempfile.TemporaryDirectory() as folder:
                file = _file(call["upload"], Path(folder))
                return _object(await _settled(made.upload(file, **given, **options)))
        case "skills.create" | "skills.versions.create":
            of = client.skills.versions if ids else client.skills
            made = of.with_raw_response if raw else of
            named = {"display_name": call["display_name"]} if "display_name" in call else {}
            with tempfile.TemporaryDirectory() as folder:
                files = [_file(one, Path(folder)) for one in call["files"]]
                return _object(await _settled(made.create(*ids, files=files, **named, **options)))
        case "files.download":
            bound = {"max_bytes": call["max_bytes"]} if "max_bytes" in call else {}
            return await _downloaded(client, ids[0], bound | options, items)
        case "files.content":
            content = await _settled(client.files.download(ids[0], **options))
            body = (await _settled(content.read())).decode("utf-8", "replace")
            return lines.done(content.response_info) | {"body": body}
        case "messages.keep_tokens":
            turns = parlour.Conversation.from_json(call["saved"])
            settings = json.loads(call["body"])
            kept = await _settled(client.messages.keep_tokens(turns, call["tokens"], **settings))
            answer = {"removed": kept.removed, "within": kept.within, "left": len(turns)}
            return {"type": "done", "attempts": 0, "waits_ms": [], "answer": json.dumps(answer)}
        case "drain":
            report = await _settled(client.drain(call["wait"]["limit_ms"] / 1000))
            answer = {"ended": report.ended, "left": len(report.left)}
            return {"type": "done", "attempts": 0, "waits_ms": [], "answer": json.dumps(answer)}
        case "messages.count_tokens":
            of = client.messages.with_raw_response if raw else client.messages
            return _object(await _settled(of.count_tokens(call["body"].encode(), **options)))
        case "rate_limits.update":
            made = client.limits.with_raw_response if raw else client.limits
            limits = {one["type"]: one["value"] for one in json.loads(call["body"])["limits"]}
            return _object(await _settled(made.update(*ids, limits=limits, **options)))
    name, keywords = _METHODS[call["endpoint"]]
    resource, _, method = name.rpartition(".")
    of = attrgetter(resource)(client)
    if call["endpoint"] in _LISTS:
        return await _listed(of, method, call, options, items)
    made = of.with_raw_response if raw else of
    named = dict(zip(keywords, ids, strict=False))
    return _object(await _settled(getattr(made, method)(*ids[len(named) :], **named, **options)))


async def _listed(
    of: Any, method: str, call: Mapping[str, Any], options: dict[str, Any], items: _Items
) -> dict[str, Any]:
    query: dict[str, Any] = {}
    for name, value in call.get("query", []):
        if name.endswith("[]"):
            query.setdefault(name.removesuffix("[]"), []).append(value)
        else:
            query[name] = value
    asked = call.get("ids", [])
    match call.get("walk"):
        case "first":
            reply = await _settled(getattr(of.with_raw_response, method)(*asked, **query, **options))
            reply.parse()
            return lines.done(reply.info) | {"answer": reply.text}
        case "pages":
            page = await _settled(getattr(of, method)(*asked, **query, **options))
            async for one in _each(page.iter_pages()):
                items.line(json=f"[{','.join(item.to_json() for item in one.data)}]")
        case _:
            async for item in _each(getattr(of, method)(*asked, **query, **options)):
                items.line(json=item.to_json())
    return {"type": "done", "attempts": 0}


def _file(upload: Mapping[str, Any], folder: Path) -> Any:
    name, content = upload["name"], upload.get("content", "").encode()
    match upload["from"]:
        case "machine":
            return Path(name)
        case "path":
            path = folder / name
            path.write_bytes(content)
            return path
        case "reader":
            half = len(content) // 2
            given: Any = iter([content[:half], content[half:]])
        case _:
            given = content
    return (name, given, upload["media_type"]) if "media_type" in upload else (name, given)


async def _downloaded(client: Any, id: str, options: dict[str, Any], items: _Items) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "content"
        try:
            await _settled(client.files.download_to(id, path, **options))
        finally:
            items.line(json=json.dumps(path.exists()))
        return {"type": "done", "attempts": 0, "body": path.read_text("utf-8")}


async def _run(
    batches: Any, call: Mapping[str, Any], options: dict[str, Any], items: _Items
) -> dict[str, Any]:
    how = dict(call["run"])
    journal, others = how.pop("journal", None), how.pop("last", None)
    requests = json.loads(call["body"])["requests"]
    runs = [requests] * how.pop("times", 1)
    if others is not None:
        runs[-1] = others
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal"
        if journal is not None:
            path.write_bytes(journal.encode())
        try:
            for at, one in enumerate(runs):
                pairs = [(request["custom_id"], request["params"]) for request in one]
                results = await _settled(batches.run(pairs, state=path, **how, **options))
                if at == len(runs) - 1:
                    return await _results(results, items)
                async for _ in _each(results):
                    pass
        finally:
            if journal is not None:
                items.line(json=json.dumps(path.read_bytes().decode()))
    raise AssertionError("a run is made at least once")


async def _results(results: Any, items: _Items) -> dict[str, Any]:
    walk = _each(results)
    try:
        while True:
            try:
                one = await anext(walk, None)
            except APIResponseValidationError as error:
                if error.subkind is not None:
                    raise
                items.line(broken=error.kind, message=error.message)
                # A generator ends with an error that passes it; the results do not.
                walk = _each(results)
                continue
            if one is None:
                return lines.done(results.response_info)
            items.line(json=one.to_json())
    finally:
        await _settled(results.close())


def _object(answer: Any) -> dict[str, Any]:
    if hasattr(answer, "parse"):
        answer.parse()
        return lines.done(answer.info) | {"answer": answer.text}
    return lines.done(answer.response_info) | {"answer": answer.to_json()}


async def _settled(value: Any) -> Any:
    return await value if hasattr(value, "__await__") else value


async def _each(values: Any) -> AsyncIterator[Any]:
    if hasattr(values, "__aiter__"):
        async for one in values:
            yield one
    else:
        for one in values:
            yield one


def webhook(call: Mapping[str, Any]) -> dict[str, Any]:
    """The ``done`` line of a call of the mode ``webhook``."""
    line: dict[str, Any] = {"type": "done", "attempts": 0, "event": None, "refused": None}
    headers = [(name, value) for name, value in call["headers"]]
    try:
        event = webhooks.verify(
            call["body"], headers, call["secrets"], tolerance=call.get("tolerance"), now=call["now"]
        )
        line["event"] = event.to_dict()
    except webhooks.WebhookVerificationError as error:
        line["refused"] = error.reason
    return line

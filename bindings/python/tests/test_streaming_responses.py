"""``with_streaming_response``: each method gives an answer whose body the caller reads as it arrives."""

import asyncio
import inspect
import json
from typing import Any

import pytest

import parlour
from parlour import types
from parlour.testing import Emulator
from support import ask

ITEMS = {
    "json": {
        "data": [{"type": "model", "id": "svc-a"}],
        "has_more": True,
        "first_id": "svc-a",
        "last_id": "svc-a",
    }
}
REST = {"json": {"data": [{"type": "model", "id": "svc-b"}], "has_more": False, "last_id": "svc-b"}}
FILE = {"type": "file", "id": "file_1", "filename": "a.txt", "mime_type": "text/plain", "size_bytes": 1}
SKILL = {"type": "skill", "id": "skill_1", "latest_version_id": "v1", "source": {"type": "custom"}}
BATCH = {"type": "message_batch", "id": "msgbatch_1", "processing_status": "ended"}
RULE = {"type": "rate_limit", "id": "rl_1", "group_type": "model_group", "limits": []}


def test_a_message_is_read_as_the_caller_likes(emulator: Emulator, client: parlour.Client) -> None:
    messages = client.messages.with_streaming_response
    with messages.create(**ask("say one")) as response:
        assert len(emulator.requests) == 1
        assert response.status_code == 200
        assert response.request_id == response.headers["request-id"]
        assert response.retries_taken == 0
        whole = response.read()
        assert response.text() == whole.decode()
        assert response.json()["role"] == "assistant"
        message = response.parse()
        assert isinstance(message, types.Message)
        assert message.text == "one"
        assert message.response_info is not None
        assert list(response.iter_bytes()) == [whole]
    with messages.create(**ask("say two")) as response:
        assert json.loads(b"".join(response.iter_bytes()))["content"][0]["text"] == "two"
        with pytest.raises(parlour.StreamUseError):
            response.read()
    with messages.count_tokens(**ask()) as response:
        assert response.parse().input_tokens > 0


def test_lines_and_text_come_as_they_arrive(emulator: Emulator, client: parlour.Client) -> None:
    body = "one\r\ntwo \N{GRINNING FACE}\n\nlast"
    for read in ("iter_lines", "iter_text"):
        emulator.push({"json": body})
        with client.messages.with_streaming_response.create(**ask()) as response:
            pieces = list(getattr(response, read)())
        assert "".join(pieces) == json.dumps(body, ensure_ascii=False)
    batches = client.messages.batches
    made = batches.create([("a", ask()), ("b", ask())])
    batches.wait(made.id, first_pause=0, longest_pause=0)
    with batches.with_streaming_response.results(made.id) as response:
        assert sorted(json.loads(line)["custom_id"] for line in response.iter_lines()) == ["a", "b"]
    with batches.with_streaming_response.results(batches.retrieve(made.id)) as response:
        results = response.parse()
    assert sorted(one.custom_id for one in results) == ["a", "b"]
    assert isinstance(results[0], types.MessageBatchIndividualResponse)


def test_a_block_sends_once_and_drops_what_was_not_read(emulator: Emulator, client: parlour.Client) -> None:
    manager = client.messages.with_streaming_response.create(**ask())
    assert not emulator.requests
    with manager:
        pass
    assert len(emulator.requests) == 1
    with pytest.raises(RuntimeError, match="entered before"), manager:
        pass
    with pytest.raises(parlour.BadRequestError), client.messages.with_streaming_response.create(model="x"):
        pass


def test_events_of_a_stream(client: parlour.Client) -> None:
    with client.messages.with_streaming_response.create(**ask("say one"), stream=True) as response:
        assert response.status_code == 200
        with pytest.raises(TypeError, match="leave stream=True out for the body"):
            response.read()
        with pytest.raises(TypeError, match="iterate over parse"):
            list(response.iter_lines())
        assert [event.type for event in response.parse()][-1] == "message_stop"


def test_each_method_of_each_resource(emulator: Emulator, client: parlour.Client) -> None:
    calls: list[tuple[Any, str, tuple[Any, ...], dict[str, Any], Any]] = [
        (client.models, "list", (), {"limit": 1}, ITEMS["json"]),
        (client.models, "retrieve", ("svc-a",), {}, {"type": "model", "id": "svc-a"}),
        (client.messages.batches, "create", ([("a", ask())],), {}, BATCH),
        (client.messages.batches, "retrieve", ("msgbatch_1",), {}, BATCH),
        (client.messages.batches, "list", (), {}, {"data": [BATCH], "has_more": False}),
        (client.messages.batches, "cancel", ("msgbatch_1",), {}, BATCH),
        (client.messages.batches, "delete", ("msgbatch_1",), {}, {"type": "deleted", "id": "msgbatch_1"}),
        (client.messages.batches, "results", ("msgbatch_1",), {}, {"custom_id": "a", "result": {}}),
        (client.files, "upload", (b"x",), {}, FILE),
        (client.files, "list", (), {}, {"data": [FILE], "next_page": None}),
        (client.files, "retrieve_metadata", ("file_1",), {}, FILE),
        (client.files, "download", ("file_1",), {}, "content"),
        (client.files, "delete", ("file_1",), {}, {"type": "file_deleted", "id": "file_1"}),
        (client.skills, "create", (), {"files": [("a/SKILL.md", b"x")]}, SKILL),
        (client.skills, "list", (), {}, {"data": [SKILL], "next_page": None}),
        (client.skills, "retrieve", ("skill_1",), {}, SKILL),
        (client.skills, "delete", ("skill_1",), {}, {"type": "skill_deleted", "id": "skill_1"}),
        (client.limits, "list", (), {}, {"data": [RULE], "next_page": None}),
        (client.limits, "workspace", ("w",), {}, {"data": [RULE], "next_page": None}),
        (client.limits, "update", ("w", "rl_1"), {"limits": {"requests_per_minute": 5}}, RULE),
    ]
    versions = client.skills.versions
    version = {"type": "skill_version", "id": "v1", "skill_id": "skill_1"}
    calls += [
        (versions, "create", ("skill_1",), {"files": [("a/SKILL.md", b"x")]}, version),
        (versions, "list", ("skill_1",), {}, {"data": [version], "next_page": None}),
        (versions, "retrieve", ("v1",), {"skill_id": "skill_1"}, version),
        (versions, "delete", ("v1",), {"skill_id": "skill_1"}, {"type": "skill_version_deleted", "id": "v1"}),
    ]
    for resource, name, given, named, answer in calls:
        emulator.push({"json": answer})
        with getattr(resource.with_streaming_response, name)(*given, **named) as response:
            assert response.json() == answer, name
            assert response.parse() is not None
        emulator.push({"json": answer})
        raw = getattr(resource.with_raw_response, name)(*given, **named)
        assert raw.status_code == 200
        assert type(raw) in (parlour.RawResourceResponse, parlour.RawStreamResponse), name
        assert raw.parse() is not None
    # Waiting and running are many requests, and a download to a path has no body to read.
    several = {"wait", "run", "download_to"}
    asked = {(type(resource), name) for resource, name, *_ in calls}
    for resource in {type(resource) for resource, *_ in calls}:
        methods = {name for name, one in vars(resource).items() if inspect.isfunction(one) and name[0] != "_"}
        assert {name for kind, name in asked if kind is resource} == methods - several


def test_what_is_several_requests_says_what_to_use(client: parlour.Client) -> None:
    told = set()
    for resource in (client.messages, client.messages.batches):
        names = [name for name in dir(type(resource)) if callable(getattr(resource, name)) and name[0] != "_"]
        for form in (resource.with_raw_response, resource.with_streaming_response):
            for name in names:
                if hasattr(form, name):
                    continue
                with pytest.raises(AttributeError, match=rf"there is no {name}\(\) here: .*use \w+\("):
                    getattr(form, name)
                told.add(name)
            with pytest.raises(AttributeError, match="object has no attribute 'nothing'"):
                _ = form.nothing
    assert told == {"stream", "run_tools", "tool_runner", "resume_tools", "keep_tokens", "wait", "run"}


def test_pages_go_on_behind_a_streamed_one(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(ITEMS, REST)
    with client.models.with_streaming_response.list(limit=1) as response:
        page = response.parse()
    assert [one.id for one in page] == ["svc-a", "svc-b"]


def test_all_of_it_asynchronously(emulator: Emulator) -> None:
    async def main() -> None:
        async with emulator.async_client() as client:
            async with client.messages.with_streaming_response.create(**ask("say one")) as response:
                lines = [line async for line in response.iter_lines()]
            assert json.loads("".join(lines))["content"][0]["text"] == "one"
            async with client.messages.with_streaming_response.create(**ask(), stream=True) as events:
                assert [event.type async for event in await events.parse()][-1] == "message_stop"
            async with client.models.with_streaming_response.list(limit=1) as listed:
                page = await listed.parse()
            assert len([one async for one in page]) > 1
            async with client.files.with_streaming_response.upload(b"x") as uploaded:
                file = await uploaded.parse()
                assert "".join([piece async for piece in uploaded.iter_text()])
            assert isinstance(file, types.FileMetadata)
            async with client.messages.with_streaming_response.count_tokens(**ask()) as counted:
                assert (await counted.parse()).input_tokens > 0

    asyncio.run(main())

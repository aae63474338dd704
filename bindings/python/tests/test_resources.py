"""The endpoints beside messages: counts, models, batches and their results, files, skills, limits, pages, and the
webhooks of the service; synchronous and asynchronous."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import urllib.parse
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
import trio

import parlour
from parlour import types, webhooks
from parlour.testing import Emulator
from support import PATIENCE, clean

ASK: dict[str, Any] = {
    "model": "svc-haiku-3-5",
    "max_tokens": 32,
    "messages": [{"role": "user", "content": "Hi"}],
}
SOON: dict[str, Any] = {"first_pause": 0, "longest_pause": 0}


def batch_of(client: parlour.Client, *ids: str) -> types.MessageBatch:
    return client.messages.batches.create({"custom_id": one, "params": ASK} for one in ids)


def ended(client: parlour.Client, *ids: str) -> types.MessageBatch:
    return client.messages.batches.wait(batch_of(client, *ids).id, **SOON)


def upload(emulator: Emulator, client: parlour.Client, name: str) -> str:
    """The id of a file that a tool made."""
    import urllib.request

    mark = "one-boundary"
    head = f'--{mark}\r\ncontent-disposition: form-data; name="file"; filename="{name}"\r\n'
    body = f"{head}content-type: text/plain\r\n\r\ncontent of {name}\r\n--{mark}--\r\n".encode()
    sent = urllib.request.Request(f"{emulator.url}/v1/files", data=body, method="POST")
    sent.add_header("content-type", f"multipart/form-data; boundary={mark}")
    sent.add_header("x-emulator-made", "tool")
    for header, value in emulator.requests[0].headers.multi_items():
        if header in ("x-api-key", "authorization") or header.endswith("-version"):
            sent.add_header(header, value)
    with urllib.request.urlopen(sent) as answer:
        return str(json.load(answer)["id"])


# Counts and models


def test_tokens_are_counted(emulator: Emulator, client: parlour.Client) -> None:
    count = client.messages.count_tokens(**ASK)
    assert isinstance(count, types.MessageTokensCount)
    assert count.input_tokens > 0
    assert count.response_info is not None
    assert emulator.requests[0].path == "/v1/messages/count_tokens"
    assert set(emulator.requests[0].json()) == {"model", "messages"}
    assert client.messages.count_tokens(json.dumps(ASK).encode()) == count
    raw = client.messages.with_raw_response.count_tokens(**ASK, extra_headers={"x-a": "1"})
    assert (raw.status_code, raw.parse(), raw.json()) == (200, count, count.to_dict())
    assert emulator.requests[-1].headers["x-a"] == "1"


def test_models_are_listed_and_found(emulator: Emulator, client: parlour.Client) -> None:
    first = client.models.list(limit=2)
    assert (len(first.data), first.has_more, first.has_next_page()) == (2, True, True)
    every = list(first)
    assert len({model.id for model in every}) == len(every) > 2
    assert every == list(first), "a page can be iterated over again"
    pages = list(first.iter_pages())
    assert [model for page in pages for model in page.data] == every
    assert pages[1].first_id == first.get_next_page().data[0].id
    assert not pages[-1].has_next_page()
    with pytest.raises(RuntimeError, match="has_next_page"):
        pages[-1].get_next_page()
    assert all("limit=2" in one.query for one in emulator.requests)
    found = client.models.retrieve(every[0].id)
    assert isinstance(found, types.ModelInfo)
    assert (found.type, found.id) == ("model", every[0].id)
    assert found.response_info is not None
    assert every[0].response_info is None
    assert client.models.with_raw_response.list(limit=1).parse().data == every[:1]
    client.models.list(lifecycle=["active", "retired"])
    assert urllib.parse.unquote(emulator.requests[-1].query) == "lifecycle[]=active&lifecycle[]=retired"
    with pytest.raises(parlour.NotFoundError):
        client.models.retrieve("svc-none")
    with pytest.raises(TypeError, match="temperature"):
        client.models.retrieve("a", temperature=1)  # type: ignore[call-arg]
    with pytest.raises(parlour.ConfigError):
        client.models.retrieve("")


def test_a_list_that_leads_back_ends_with_an_error(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push("page_circle")
    pages = client.models.list().iter_pages()
    emulator.push(*["page_circle"] * 3)
    with pytest.raises(parlour.APIResponseValidationError, match="circle"):
        list(pages)


def test_what_is_no_page_or_object_is_an_error(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push({"json": [1]}, {"json": {"data": {}}}, {"json": 7})
    for ask in (client.models.list, client.messages.batches.list, lambda: client.models.retrieve("a")):
        with pytest.raises(parlour.APIResponseValidationError):
            ask()


# Batches


def test_a_batch_from_its_creation_to_its_deletion(emulator: Emulator, client: parlour.Client) -> None:
    batches = client.messages.batches
    made = batch_of(client, "a", "b", "c")
    assert (made.processing_status, made.request_counts.processing) == ("in_progress", 3)
    seen: list[types.MessageBatch] = []
    done = batches.wait(made.id, progress=seen.append, **SOON)
    assert done.processing_status == "ended"
    assert seen
    assert all(one.processing_status == "in_progress" for one in seen)
    for results in (batches.results(done), batches.results(made.id)):
        with results:
            found = {one.custom_id: one.result for one in results}
        assert sorted(found) == ["a", "b", "c"]
        assert isinstance(found["a"], types.MessageBatchSucceededResult)
        assert found["a"].message.text.startswith("Hello!")
    assert batches.retrieve(made.id).id == batches.list().data[0].id == made.id
    raw = batches.with_raw_response.results(made.id)
    assert (raw.status_code, len(list(raw.parse()))) == (200, 3)
    assert batches.delete(made.id).type == "message_batch_deleted"
    cancelled = batches.cancel(batch_of(client, "d").id)
    assert cancelled.processing_status == "canceling"


def test_a_request_that_cannot_be_in_a_batch_is_refused_before_it_is_sent(
    emulator: Emulator, client: parlour.Client
) -> None:
    create: Any = client.messages.batches.create
    for requests, error in (
        ([("a b", ASK)], parlour.ConfigError),
        ([("a", ASK), ("a", ASK)], parlour.ConfigError),
        ([("a", ASK | {"stream": True})], parlour.ConfigError),
        ([], parlour.ConfigError),
        ([(1, ASK)], TypeError),
        ([{"custom_id": "a"}], TypeError),
        (5, TypeError),
    ):
        with pytest.raises(error):
            create(requests)
    assert emulator.requests == []
    create([("a", json.dumps(ASK).encode())], extra_headers={"x-a": "1"})
    assert emulator.requests[0].json() == {"requests": [{"custom_id": "a", "params": ASK}]}
    assert emulator.requests[0].headers["x-a"] == "1"


def test_results_of_a_batch_that_has_not_ended(emulator: Emulator, client: parlour.Client) -> None:
    made = batch_of(client, "a")
    with pytest.raises(parlour.ConfigError, match="has not ended"):
        client.messages.batches.results(made)
    with pytest.raises(parlour.APIStatusError):
        client.messages.batches.results(made.id)


def test_every_outcome_and_a_broken_line_between_them(emulator: Emulator, client: parlour.Client) -> None:
    lines = [
        {"custom_id": "a", "result": {"type": "canceled"}},
        "no json",
        {
            "custom_id": "b",
            "result": {
                "type": "errored",
                "error": {
                    "type": "error",
                    "error": {"type": "invalid_request_error", "message": "no"},
                    "request_id": None,
                },
            },
        },
        {"custom_id": "c", "result": {"type": "expired"}},
        {"custom_id": "d", "result": {"type": "postponed", "until": 5}},
        {"custom_id": "long", "result": {"type": "postponed", "more": "x" * 3_000_000}},
    ]
    body = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    emulator.push({"status": 200, "text": body, "headers": {"content-type": "application/binary"}})
    results = client.messages.batches.results("msgbatch_1")
    assert next(results).result.type == "canceled"
    with pytest.raises(parlour.APIResponseValidationError, match="line 2"):
        next(results)
    rest = list(results)
    errored = rest[0].result
    assert isinstance(errored, types.MessageBatchErroredResult)
    assert errored.error.error.type == "invalid_request_error"
    assert [one.result.type for one in rest] == ["errored", "expired", "postponed", "postponed"]
    assert isinstance(rest[2].result, types.UnknownBatchResult)
    assert len(rest[3].result.to_dict()["more"]) == 3_000_000
    assert next(results, None) is None


def test_results_that_are_cut_in_the_middle_of_a_line(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push({"status": 200, "text": '{"custom_id":"a","result":{"type":"expired"}}\n{"custom_id":"b'})
    results = client.messages.batches.results("msgbatch_1")
    assert next(results).custom_id == "a"
    with pytest.raises(parlour.APIConnectionError, match="line 2"):
        next(results)


def test_results_elsewhere_get_no_credential(emulator: Emulator, client: parlour.Client) -> None:
    done = ended(client, "a")
    with Emulator() as foreign:
        moved = types.MessageBatch.from_dict(
            done.to_dict() | {"results_url": f"{foreign.url}/v1/messages/batches/{done.id}/results"}
        )
        assert [one.custom_id for one in client.messages.batches.results(moved)] == ["a"]
        assert foreign.requests == []


def test_waiting_has_a_limit_and_ends_with_its_callback(emulator: Emulator) -> None:
    with Emulator(batch_polls=1000) as slow:
        client = slow.client(max_retries=0)
        made = batch_of(client, "a")
        with pytest.raises(parlour.APITimeoutError, match="goes on"):
            client.messages.batches.wait(made.id, limit=0, **SOON)

        def progress(_batch: types.MessageBatch) -> None:
            raise LookupError("enough")

        with pytest.raises(LookupError):
            client.messages.batches.wait(made.id, progress=progress)
        with pytest.raises(ValueError, match="limit"):
            client.messages.batches.wait(made.id, limit=-1)


@pytest.fixture
def _ctrl_c() -> Iterator[None]:
    """Handles SIGINT also in a background job, where it is ignored from the start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_ends_waiting() -> None:
    with Emulator(batch_polls=1000) as slow:
        client = slow.client(max_retries=0)
        made = batch_of(client, "a")

        def interrupt() -> None:
            assert slow.wait_requests(2)
            signal.raise_signal(signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            client.messages.batches.wait(made.id, first_pause=3600, longest_pause=3600)
        thread.join()


# Files, skills, limits


def test_files_are_listed_read_and_deleted(emulator: Emulator, client: parlour.Client) -> None:
    assert list(client.files.list()) == []
    ids = {upload(emulator, client, f"{name}.txt") for name in "abc"}
    first = client.files.list(limit=2)
    assert {one.id for one in first} == ids
    assert len(list(first.iter_pages())) == 2
    one = client.files.retrieve_metadata(first.data[0].id)
    assert isinstance(one, types.FileMetadata)
    with client.files.download(one.id) as content:
        assert content.read() == f"content of {one.filename}".encode()
    raw = client.files.with_raw_response.download(one.id)
    assert (raw.status_code, raw.parse().read()[:7]) == (200, b"content")
    assert client.files.delete(one.id).type == "file_deleted"
    with pytest.raises(parlour.NotFoundError):
        client.files.retrieve_metadata(one.id)


def test_skills_and_their_versions(emulator: Emulator, client: parlour.Client) -> None:
    skill = {
        "type": "skill",
        "id": "skill_1",
        "latest_version_id": "skillver_1",
        "source": {"type": "custom"},
    }
    version = {"type": "skill_version", "id": "skillver_1", "skill_id": "skill_1", "name": "maps"}
    emulator.push(
        {"json": {"data": [skill], "next_page": "p2"}},
        {"json": {"data": [], "next_page": None}},
        {"json": skill},
        {"json": {"data": [version], "next_page": None}},
        {"json": version},
        {"json": {"type": "skill_version_deleted", "id": "skillver_1"}},
        {"json": {"type": "skill_deleted", "id": "skill_1"}},
    )
    (found,) = client.skills.list(source="custom")
    assert isinstance(found, types.Skill)
    assert client.skills.retrieve(found.id) == found
    (one,) = client.skills.versions.list(found.id)
    assert client.skills.versions.retrieve(one.id, skill_id=found.id) == one
    assert client.skills.versions.delete(one.id, skill_id=found.id).id == one.id
    assert client.skills.delete(found.id).type == "skill_deleted"
    assert [(seen.method, seen.path, seen.query) for seen in emulator.requests] == [
        ("GET", "/v1/skills", "source=custom"),
        ("GET", "/v1/skills", "source=custom&page=p2"),
        ("GET", "/v1/skills/skill_1", ""),
        ("GET", "/v1/skills/skill_1/versions", ""),
        ("GET", "/v1/skills/skill_1/versions/skillver_1", ""),
        ("DELETE", "/v1/skills/skill_1/versions/skillver_1", ""),
        ("DELETE", "/v1/skills/skill_1", ""),
    ]


def test_configured_limits(emulator: Emulator, client: parlour.Client) -> None:
    rule = {"type": "rate_limit", "id": "rl_1", "limits": [{"type": "requests_per_minute", "value": 5}]}
    emulator.push(*[{"json": {"data": [rule], "next_page": None}}] * 2, {"json": rule})
    (found,) = client.limits.list(group_type="batch")
    assert isinstance(found, types.RateLimitRule)
    assert found.limits[0].value == 5
    list(client.limits.workspace("wrk_1", include_inherited=True))
    client.limits.update("wrk_1", "rl_1", limits={"requests_per_minute": None})
    seen = emulator.requests
    assert (seen[0].path, seen[0].query) == ("/v1/organizations/rate_limits", "group_type=batch")
    assert (seen[1].path, seen[1].query) == (
        "/v1/organizations/workspaces/wrk_1/rate_limits",
        "include_inherited=true",
    )
    assert seen[2].json() == {"limits": [{"type": "requests_per_minute", "value": None}]}


# Asynchronous


@pytest.mark.parametrize("run", [asyncio.run, trio.run])
def test_all_of_it_asynchronously(emulator: Emulator, run: Callable[..., Any]) -> None:
    async def requests() -> AsyncIterator[Any]:
        for one in ("a", "b"):
            yield one, ASK

    async def main() -> None:
        async with emulator.async_client(max_retries=0) as client:
            assert (await client.messages.count_tokens(**ASK)).input_tokens > 0
            every = [model async for model in client.models.list(limit=3)]
            page = await client.models.list(limit=3)
            assert [model async for one in page.iter_pages() for model in one.data] == every
            assert (await client.models.with_raw_response.list()).parse().data == every
            assert await client.models.retrieve(every[0].id) == every[0]
            batches = client.messages.batches
            made = await batches.create(requests())
            seen = []

            async def progress(batch: types.MessageBatch) -> None:
                seen.append(batch.id)

            done = await batches.wait(made.id, progress=progress, **SOON)
            assert set(seen) == {made.id}
            async with await batches.results(done) as results:
                assert sorted([one.custom_id async for one in results]) == ["a", "b"]
            assert [one.id async for one in batches.list()] == [made.id]
            assert (await batches.delete(made.id)).id == made.id
            assert [one async for one in client.files.list()] == []
            assert (await client.messages.batches.with_raw_response.create([("c", ASK)])).parse().id
            with pytest.raises(parlour.NotFoundError):
                await client.files.download("file_none")

    asyncio.run(main()) if run is asyncio.run else run(main)


def test_cancelling_a_task_ends_its_waiting() -> None:
    async def main() -> None:
        with Emulator(batch_polls=1000) as slow:
            client = slow.async_client(max_retries=0)
            made = await client.messages.batches.create([("a", ASK)])
            task = asyncio.create_task(
                client.messages.batches.wait(made.id, first_pause=3600, longest_pause=3600)
            )
            assert await asyncio.to_thread(slow.wait_requests, 2)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(task, PATIENCE)

    asyncio.run(main())


def test_a_key_function_is_asked_for_resources_too(emulator: Emulator) -> None:
    keys = []

    def key() -> str:
        keys.append(emulator.api_key)
        return emulator.api_key

    client = emulator.client(api_key=key)
    assert len(list(client.models.list(limit=5))) > 5
    assert [one.custom_id for one in client.messages.batches.results(ended(client, "a"))] == ["a"]
    assert len(keys) >= 5


# Webhooks


SECRET = "whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5"
BODY = b'{"id":"evt_demo_1","type":"event"}'
HEADERS = {
    "Webhook-Id": "msg_demo_1",
    "Webhook-Timestamp": "1790000000",
    "Webhook-Signature": "v1,vbQvS0Cq/p2i8aDoC3Npvs3RBPy2MCOQpYu2DnMZ49U=",
}


def test_webhooks_are_verified() -> None:
    at = 1_790_000_000
    event = webhooks.verify(BODY, HEADERS, SECRET, now=at)
    assert isinstance(event, types.WebhookEvent)
    assert event.id == "evt_demo_1"
    lines = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    assert webhooks.verify(BODY.decode(), lines, ["whsec_YW5vdGhlcg", SECRET], now=at) == event
    for change, words in (
        ({"now": at + 3600}, "age"),
        ({"now": at + 3600, "tolerance": 60.0}, "age"),
        ({"body": BODY + b" "}, "signature"),
        ({"secrets": "whsec_YW5vdGhlcg"}, "signature"),
        ({"secrets": []}, "secret"),
        ({"headers": {}}, "header"),
        ({"headers": [*HEADERS.items(), ("webhook-id", "msg_demo_1")]}, "header"),
        ({"headers": HEADERS | {"Webhook-Timestamp": "soon"}}, "timestamp"),
    ):
        given: dict[str, Any] = {"body": BODY, "headers": HEADERS, "secrets": SECRET, "now": at} | change
        with pytest.raises(webhooks.WebhookVerificationError) as caught:
            webhooks.verify(**given)
        assert caught.value.reason == words
        assert "cGFy" not in str(caught.value)
    assert webhooks.verify(BODY, HEADERS, SECRET, now=at + 3600, tolerance=4000).id == event.id
    with pytest.raises(webhooks.WebhookVerificationError, match="old"):
        webhooks.unwrap(BODY, headers=HEADERS, key=SECRET)


# The cost for programs without resources


def test_resources_are_imported_when_they_are_asked_for() -> None:
    printed = clean("""
        import sys
        import parlour
        client = parlour.Client(base_url="http://127.0.0.1:1", api_key="k", from_env=False)
        later = ("parlour._sync.resources", "parlour._types.resources", "parlour._resources.base", "parlour.webhooks")
        print([name for name in later if name in sys.modules])
        client.models
        print(parlour.types.MessageBatch.__name__, parlour.Page.__name__, parlour.webhooks.verify.__name__)
        from parlour.types import *
        print(MessageBatchResult)
    """)
    assert printed.splitlines()[:2] == ["[]", "MessageBatch Page verify"]

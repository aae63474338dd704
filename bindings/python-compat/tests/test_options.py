"""The options of calls as the official SDK takes them, and what an import of compat leaves as it is."""

import asyncio
from typing import Any

import pytest

import parlour
import parlour.compat
from parlour.compat import Timeout
from parlour.testing import Emulator
from parlour_compat._refusals import CompatError

TAKEN: dict[str, Any] = {"timeout": Timeout(30.0, connect=60.0), "extra_headers": None, "extra_query": None}


def compat_of(emulator: Emulator, kind: Any) -> Any:
    return kind(base_url=emulator.url, api_key=emulator.api_key, vendor="svc", from_env=False)


def test_calls_of_all_resources_take_them(emulator: Emulator) -> None:
    client = compat_of(emulator, parlour.compat.Client)
    assert client.models.list(**TAKEN).data
    assert client.messages.batches.list(**TAKEN).data == []
    assert client.files.list(**TAKEN).data == []
    assert client.skills.list(**TAKEN) is not None
    assert client.models.with_raw_response.list(**TAKEN).http_response.status_code == 200
    with client.models.with_streaming_response.list(**TAKEN) as answer:
        assert answer.parse(to=dict)["data"]
    assert client.request("GET", "/v1/models", **TAKEN).json()["data"]
    for call in (client.models.list, client.models.with_raw_response.list, client.files.list):
        with pytest.raises(CompatError, match="has no `idempotency_key`"):
            call(idempotency_key="x")


def test_so_do_those_of_asynchronous_code(emulator: Emulator) -> None:
    async def main() -> None:
        async with compat_of(emulator, parlour.compat.AsyncClient) as client:
            assert (await client.models.list(**TAKEN)).data
            assert [one async for one in client.models.list(**TAKEN)]
            assert (await client.models.retrieve("svc-haiku-3-5", **TAKEN)).id.startswith("svc-haiku-3-5")
            raw = await client.models.with_raw_response.list(**TAKEN)
            assert (await raw.parse(to=dict))["data"]
            async with client.models.with_streaming_response.list(**TAKEN) as answer:
                assert (await answer.parse(to=dict))["data"]
            assert (await client.request("GET", "/v1/models", **TAKEN)).json()["data"]
            with pytest.raises(CompatError, match="has no `idempotency_key`"):
                await client.models.retrieve("svc-haiku-3-5", idempotency_key="x")

    asyncio.run(main())


def test_a_client_of_this_package_takes_its_own_alone(emulator: Emulator) -> None:
    client = emulator.client()
    with pytest.raises(TypeError, match="timeout"):
        client.models.list(timeout=Timeout(30.0))
    with pytest.raises(TypeError, match="unexpected keyword argument 'idempotency_key'"):
        client.models.list(idempotency_key="x")  # type: ignore[call-arg]
    raw = client.models.with_raw_response.list()
    assert type(raw) is parlour.RawResourceResponse
    assert not hasattr(raw, "http_response")


def test_pages_say_where_the_next_is(emulator: Emulator) -> None:
    client = compat_of(emulator, parlour.compat.Client)
    first = client.models.list(limit=1)
    raw = client.models.with_raw_response.list(limit=1).parse()
    with client.models.with_streaming_response.list(limit=1) as answer:
        streamed = answer.parse()
    for page in (first, first.get_next_page(), raw, streamed, next(iter(first.iter_pages()))):
        assert page.next_page_info().params
        assert isinstance(page, parlour.compat.pagination.SyncPage)  # type: ignore[attr-defined]
    assert list(first.iter_pages())[-1].next_page_info() is None

    async def main() -> None:
        async with compat_of(emulator, parlour.compat.AsyncClient) as ours:
            own = await ours.models.list(limit=1)
            pages = [own, await own.get_next_page()]
            pages.append(await (await ours.models.with_raw_response.list(limit=1)).parse())
            async with ours.models.with_streaming_response.list(limit=1) as answer:
                pages.append(await answer.parse())
            for page in pages:
                assert page.next_page_info().params
            assert len([one async for one in ours.models.list(limit=1)]) > 1

    asyncio.run(main())
    assert not hasattr(emulator.client().models.list(), "next_page_info")

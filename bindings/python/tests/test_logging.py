"""Log records reach the logger `parlour`, without secrets."""

import asyncio
import json
import logging
import threading

import pytest

import parlour
from parlour.testing import Emulator
from support import ask, clean

SECRET = "sk-very-secret-0123456789abcdef"


def test_records_reach_the_logger_parlour(emulator: Emulator, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="parlour")
    client = emulator.client(max_retries=1)
    emulator.push({"status": 503, "headers": {"retry-after-ms": "1", "request-id": "req_log"}, "repeat": 2})
    with pytest.raises(parlour.ServiceUnavailableError):
        client.messages.create(**ask())
    records = [record for record in caplog.records if record.name == "parlour"]
    assert records
    failed = [record for record in records if record.levelno == logging.WARNING]
    assert failed, [record.getMessage() for record in records]
    assert any("req_log" in record.getMessage() for record in failed)
    assert any(record.parlour.get("status") == "503" for record in failed)  # type: ignore[attr-defined]


def test_records_of_async_calls_and_streams(emulator: Emulator, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="parlour")

    async def main() -> None:
        client = emulator.async_client(max_retries=0)
        emulator.push({"status": 529, "headers": {"request-id": "req_async"}})
        with pytest.raises(parlour.OverloadedError):
            await client.messages.create(**ask())
        emulator.push({"status": 529, "headers": {"request-id": "req_stream"}})
        with pytest.raises(parlour.OverloadedError):
            await client.messages.create(**ask(), stream=True)
        await client.messages.create(**ask())

    asyncio.run(main())
    said = [record.getMessage() for record in caplog.records if record.name == "parlour"]
    assert any("req_async" in line for line in said)
    assert any("req_stream" in line for line in said)


def test_records_are_formatted_on_a_thread_of_the_program(
    emulator: Emulator, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="parlour")
    client = emulator.client(max_retries=0)
    emulator.push({"status": 400})
    with pytest.raises(parlour.BadRequestError):
        client.messages.create(**ask())
    threads = {record.thread for record in caplog.records if record.name == "parlour"}
    assert threads == {threading.get_ident()}


def test_no_record_holds_a_secret(emulator: Emulator, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="parlour")
    emulator.set_keys(SECRET)
    emulator.push({"status": 401}, {"status": 401}, {"fault": "reset_before_headers"})
    client = emulator.client(
        api_key=SECRET, max_retries=1, default_headers={"cookie": SECRET}, default_query={"api_key": SECRET}
    )
    for _ in range(2):
        with pytest.raises(parlour.AuthenticationError):
            client.messages.create(**ask())
    client.messages.create(**ask())
    records = [record for record in caplog.records if record.name == "parlour"]
    assert records
    for record in records:
        assert SECRET not in record.getMessage()
        assert SECRET not in json.dumps(record.parlour)  # type: ignore[attr-defined]


def test_bodies_are_logged_where_the_client_asks_for_them(
    emulator: Emulator, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="parlour")

    def told() -> list[str]:
        lines = [record.getMessage() for record in caplog.records if record.name == "parlour"]
        caplog.clear()
        return [line for line in lines if "marmalade" in line]

    emulator.client().messages.create(**ask("say marmalade"))
    assert told() == []
    client = emulator.client(log_bodies=True)
    client.messages.create(**ask("say marmalade"))
    whole = told()
    assert len(whole) == 2, whole
    assert "request body" in whole[0]
    assert "response body" in whole[1]
    with client.messages.stream(**ask("say marmalade")) as stream:
        stream.get_final_message()
    assert len(told()) == 2

    async def main() -> None:
        await emulator.async_client(log_bodies=True).messages.create(**ask("say marmalade"))

    asyncio.run(main())
    assert len(told()) == 2


def test_a_program_without_logging_stays_silent(emulator: Emulator) -> None:
    script = """
        import sys, parlour
        client = parlour.Client(base_url=sys.argv[1], api_key="wrong", max_retries=0, from_env=False)
        try:
            client.request("GET", "/v1/models")
        except parlour.AuthenticationError:
            print("refused", "logging" in sys.modules)
    """
    assert clean(script, emulator.url) == "refused False\n"


def test_the_environment_turns_records_on(emulator: Emulator) -> None:
    script = """
        import sys, parlour
        client = parlour.Client(base_url=sys.argv[1], api_key=sys.argv[2], max_retries=0)
        try:
            client.request("GET", "/v1/models")
        except parlour.AuthenticationError:
            pass
    """
    from support import run

    done = run(script, emulator.url, SECRET, PARLOUR_LOG="info")
    assert done.returncode == 0
    assert "parlour WARNING" in done.stderr
    assert SECRET not in done.stderr


def test_the_variable_of_the_preset_turns_records_on_where_its_key_is_used(emulator: Emulator) -> None:
    from support import run

    name = parlour.Client(api_key="-", from_env=False).vendor.upper()
    theirs = {f"{name}_BASE_URL": emulator.url, f"{name}_API_KEY": SECRET, f"{name}_LOG": "info"}
    script = """
        import parlour
        for _ in range(2):
            try:
                parlour.Client(max_retries=0).request("GET", "/v1/models")
            except parlour.AuthenticationError:
                pass
    """
    told = run(script, **theirs)
    assert told.returncode == 0
    assert told.stderr.count("parlour WARNING") == 2
    ours = {"PARLOUR_BASE_URL": emulator.url, "PARLOUR_API_KEY": SECRET}
    assert run(script, **theirs, **ours).stderr == ""

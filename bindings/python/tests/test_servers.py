"""The servers that people really run."""

import http.client
import pathlib
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest

from parlour.testing import Emulator
from support import HERE, Server, delta, end, environment, eventually, start, unfinished

APPS = HERE / "servers"


def upstream(emulator: Emulator) -> dict[str, str]:
    return {"UPSTREAM": emulator.url, "UPSTREAM_KEY": emulator.api_key}


def get(port: int, path: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    assert answer.status == 200, body
    return body


@pytest.fixture
def relay(emulator: Emulator) -> Iterator[int]:
    """The port of FastAPI on uvicorn."""
    command = [
        "-m",
        "uvicorn",
        "fastapi_relay:app",
        "--port",
        "0",
        "--log-level",
        "warning",
        "--lifespan",
        "off",
    ]
    with Server(*command, cwd=APPS, **upstream(emulator)) as server:
        yield server.listening()
        assert server.stop() == "", "the server complained"


def test_fastapi_on_uvicorn_relays_a_stream_as_sse(relay: int) -> None:
    body = get(relay, f"/relay?text={quote('say relayed')}")
    names = [line.removeprefix("event: ") for line in body.splitlines() if line.startswith("event: ")]
    assert (names[0], names[-1]) == ("message_start", "message_stop")
    assert "relayed" in body
    assert get(relay, f"/whole?text={quote('say whole')}") == '{"text":"whole"}'


def test_fastapi_client_that_disconnects_cancels_upstream(emulator: Emulator, relay: int) -> None:
    emulator.push(unfinished("x"))
    connection = http.client.HTTPConnection("127.0.0.1", relay, timeout=20)
    connection.request("GET", "/relay?text=x")
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.readline() == b"event: message_start\n"
    assert emulator.closed_early == 0
    connection.sock.close()
    answer.close()
    connection.close()
    assert emulator.wait_closed_early(1), "the stream goes on upstream"
    assert "on" in get(relay, f"/relay?text={quote('say on')}")


def test_many_clients_of_the_relay_disconnect_at_once(emulator: Emulator, relay: int) -> None:
    emulator.push({**unfinished("x"), "repeat": 20})

    def leave(_: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", relay, timeout=20)
        connection.request("GET", "/relay?text=x")
        answer = connection.getresponse()
        assert answer.readline() == b"event: message_start\n"
        answer.close()
        connection.close()

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(leave, range(20)))
    assert emulator.wait_closed_early(20)


def gunicorn(*options: str) -> list[str]:
    return [
        "-m", "gunicorn", "django_site:application", "--bind", "127.0.0.1:0", "--log-level", "error",
        "--no-control-socket", *options,
    ]  # fmt: skip


@pytest.mark.parametrize("warm", ["", "1"], ids=["cold", "warm"])
def test_django_sync_view_on_gunicorn_preload_with_two_workers(emulator: Emulator, warm: str) -> None:
    with Server(
        *gunicorn("--preload", "--workers", "2"), cwd=APPS, WARM=warm, **upstream(emulator)
    ) as server:
        port = server.listening()
        pids: set[str] = set()

        def both() -> bool:
            with ThreadPoolExecutor(8) as pool:
                for n, body in enumerate(pool.map(lambda n: get(port, f"/whole?text=say%20n{n}"), range(8))):
                    pid, text = body.split()
                    assert text == f"n{n}"
                    pids.add(pid)
            return len(pids) == 2

        eventually(both, "both workers answer")
        assert str(server.process.pid) not in pids
        assert get(port, "/stream?text=count%20to%209") == "1 2 3 4 5 6 7 8 9"
        assert server.stop() == "", "the server complained"


@pytest.mark.parametrize("worker", ["gthread", "gevent"])
def test_django_on_other_workers_of_gunicorn(emulator: Emulator, worker: str) -> None:
    """One process answers many requests at once, while each of them waits."""
    emulator.push({"status": 200, "default": True, "delay_ms": 400, "repeat": 6})
    options = [
        "--worker-class",
        worker,
        "--workers",
        "1",
        *(["--threads", "6"] if worker == "gthread" else []),
    ]
    with Server(*gunicorn(*options), cwd=APPS, **upstream(emulator)) as server:
        port = server.listening()
        with ThreadPoolExecutor(6) as pool:
            bodies = pool.map(lambda n: get(port, f"/whole?text=say%20n{n}"), range(6))
            assert emulator.wait_requests(6), "they do not wait at once"
            assert emulator._native.answered < 6
            assert [body.split()[1] for body in bodies] == [f"n{n}" for n in range(6)]


def slow(emulator: Emulator) -> None:
    """The rest of an answer comes a while after its first piece."""
    emulator.push({"sse": [*start(), delta("one "), {"pause_ms": 300}, delta("two"), *end()]})


def test_uvicorn_at_sigterm_waits_for_what_its_requests_left_behind(emulator: Emulator) -> None:
    command = ["-m", "uvicorn", "fastapi_drain:app", "--port", "0", "--log-level", "warning"]
    with Server(*command, cwd=APPS, **upstream(emulator)) as server:
        slow(emulator)
        assert get(server.listening(), "/later?text=x") == '{"accepted":true}'
        assert emulator.wait_requests(1)
        assert server.stop() == "wrote one two\nleft 0\n"


@pytest.mark.parametrize("worker", ["sync", "gthread"])
def test_gunicorn_at_sigterm_ends_its_answers(emulator: Emulator, worker: str) -> None:
    options = ["--config", "gunicorn_drain.py", "--worker-class", worker, "--threads", "2"]
    with Server(*gunicorn(*options), cwd=APPS, **upstream(emulator)) as server:
        port = server.listening()
        slow(emulator)
        with ThreadPoolExecutor(1) as pool:
            body = pool.submit(get, port, "/stream?text=x")
            assert emulator.wait_requests(1)
            printed = server.stop()
            assert body.result() == "one two"
        assert printed == "left 0 1\n"


@pytest.mark.parametrize("pool", ["threads", "prefork"])
def test_celery_with_its_in_memory_broker(emulator: Emulator, pool: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "results").mkdir()
    done = subprocess.run(
        [sys.executable, "celery_jobs.py", pool],
        cwd=APPS,
        env=environment(BROKER="memory://", BACKEND=f"file://{tmp_path}/results", **upstream(emulator)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    texts, workers, after = done.stdout.splitlines()[-3:]
    assert texts.split() == [f"n{n}" for n in range(8)]
    assert int(workers) == (0 if pool == "threads" else 2)
    assert after == "after"

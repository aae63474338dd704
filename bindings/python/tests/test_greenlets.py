"""Under gevent or eventlet with patched sockets a synchronous call that waits lets the other greenlets run."""

import pytest

from parlour.testing import Emulator
from support import clean, unfinished

GEVENT = """
    from gevent import monkey
    monkey.patch_all()
    import gevent
    spawn, sleep, join, kill = gevent.spawn, gevent.sleep, gevent.joinall, lambda one: one.kill()
"""
EVENTLET = """
    import warnings
    warnings.simplefilter("ignore")
    import eventlet
    eventlet.monkey_patch()
    spawn, sleep, kill = eventlet.spawn, eventlet.sleep, lambda one: one.kill()
    def join(all):
        for one in all:
            one.wait()
"""
BODY = """
    import sys, time, parlour
    from support import ask, threads
    def make(**more):
        settings = dict(base_url=sys.argv[1], api_key=sys.argv[2], vendor="svc", from_env=False, max_retries=0)
        return parlour.Client(**settings | more)
    client = make()
"""
HUBS = pytest.mark.parametrize("hub", [GEVENT, EVENTLET], ids=["gevent", "eventlet"])


@HUBS
@pytest.mark.parametrize("way", ["call", "key", "stream", "text"])
def test_another_greenlet_runs_while_a_sync_call_waits(emulator: Emulator, hub: str, way: str) -> None:
    slow = {"status": 200, "default": True, "delay_ms": 1000}
    if way in ("stream", "text"):
        slow = {"status": 200, "default": True, "gap_ms": 200}
    emulator.push({"status": 200, "default": True}, slow)
    script = (
        hub
        + BODY
        + """
    client.messages.create(**ask())
    if sys.argv[3] == "key":
        client = make(api_key=lambda: sys.argv[2])
    ticks, over = 0, False
    def tick():
        global ticks
        while not over:
            ticks += 1
            sleep(0.01)
    def work():
        global over
        way = sys.argv[3]
        if way == "stream":
            got = client.messages.stream(**ask("say on")).get_final_text()
        elif way == "text":
            got = "".join(client.messages.create(**ask("say on"), stream=True).text_stream)
        else:
            got = client.messages.create(**ask("say on")).text
        assert got == "on", got
        over = True
    join([spawn(tick), spawn(work)])
    print(ticks)
    """
    )
    # It sleeps for 10 ms at a time; while a call that blocks the hub waits it would run once at most.
    assert int(clean(script, emulator.url, emulator.api_key, way)) >= 3


@HUBS
def test_many_greenlets_call_at_once(emulator: Emulator, hub: str) -> None:
    emulator.push({"status": 200, "default": True, "delay_ms": 300, "repeat": 20})
    script = (
        hub
        + BODY
        + """
    begun, seen = [], []
    def work(n):
        begun.append(n)
        right = client.messages.create(**ask(f"say n{n}")).text == f"n{n}"
        seen.append((right, len(begun)))
    join([spawn(work, n) for n in range(20)])
    # The first answer comes when all have begun.
    assert seen == [(True, 20)] * 20
    print("ok")
    """
    )
    assert clean(script, emulator.url, emulator.api_key) == "ok\n"


@HUBS
def test_killing_a_greenlet_aborts_its_request(emulator: Emulator, hub: str) -> None:
    emulator.push(unfinished("x"), {"fault": "stall_before_headers"})
    script = (
        hub
        + BODY
        + """
    def read():
        for event in client.messages.create(**ask(), stream=True):
            pass
    for work in (read, lambda: client.messages.create(**ask())):
        one = spawn(work)
        sleep(0.3)
        kill(one)
        sleep(0.05)
    assert client.messages.create(**ask("say on")).text == "on"
    print("ok")
    """
    )
    assert clean(script, emulator.url, emulator.api_key) == "ok\n"
    assert emulator.wait_closed_early(2)


@HUBS
def test_a_time_limit_of_the_hub_ends_a_call(emulator: Emulator, hub: str) -> None:
    emulator.push({"fault": "stall_before_headers"})
    script = (
        hub
        + BODY
        + """
    try:
        import gevent
        limit = gevent.Timeout
        if "gevent.monkey" not in sys.modules:
            raise ImportError
    except ImportError:
        limit = eventlet.Timeout
    try:
        with limit(0.2):
            client.messages.create(**ask())
    except limit:
        print("ended")
    assert client.messages.create(**ask("say on")).text == "on"
    """
    )
    assert clean(script, emulator.url, emulator.api_key) == "ended\n"
    assert emulator.wait_closed_early(1)


def test_patching_that_leaves_sockets_alone_needs_no_hub(emulator: Emulator) -> None:
    script = (
        """
    from gevent import monkey
    monkey.patch_all(socket=False, select=False)
    """
        + BODY
        + """
    assert client.messages.create(**ask("say on")).text == "on"
    print("ok")
    """
    )
    assert clean(script, emulator.url, emulator.api_key) == "ok\n"

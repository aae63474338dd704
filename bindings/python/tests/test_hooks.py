"""Failing hooks, log handlers and filters of a program do not lose an answer: each program here runs in an
interpreter of its own, with Python's default hooks."""

import subprocess
import textwrap

import pytest

from support import run

HEAD = """
import asyncio, contextvars, gc, logging, sys, threading, weakref
from asyncio import CancelledError
import parlour
from parlour._io import holding as _holding
from parlour.testing import Emulator

# A function holds the loop for as long as it adds to this: how busy the machine is does not count.
now = [0.0]
_holding.clock = lambda: now[0]

ASK = dict(model="svc-haiku-3-5", max_tokens=1, messages=[{"role": "user", "content": "x"}])
ANSWER = {"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5",
    "content": [{"type": "text", "text": "paid for"}], "stop_reason": "max_tokens", "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1}}
who = contextvars.ContextVar("who", default="nobody")
RAISED = (KeyError, SystemExit, KeyboardInterrupt, GeneratorExit, CancelledError)

def on(host, main):
    if host == "asyncio":
        asyncio.run(main())
    elif host == "uvloop":
        import uvloop
        uvloop.run(main())
    else:
        import trio
        trio.run(main)

def logger():
    found = logging.getLogger("parlour")
    found.setLevel(logging.DEBUG)
    return found

service = Emulator()
"""
HOSTS = ("asyncio", "uvloop", "trio")
RAISED = ("KeyError", "SystemExit", "KeyboardInterrupt", "GeneratorExit", "CancelledError")


def program(script: str, *args: str) -> "subprocess.CompletedProcess[str]":
    """Runs a program that begins with `HEAD`."""
    return run(HEAD + textwrap.dedent(script), *args)


def reported(shown: str) -> list[str]:
    """The classes of the exceptions that were reported, each as often as it was."""
    traces = shown.split("Exception ignored in: ")
    assert not traces[0].strip(), traces[0]
    return [trace.rstrip().splitlines()[-1].partition(":")[0].rpartition(".")[2] for trace in traces[1:]]


def test_an_on_stop_that_raises_costs_no_answer_of_a_thread() -> None:
    script = """
    service.push({"json": ANSWER, "repeat": 15})
    for kind in RAISED:
        def hook(notice):
            raise kind("a mistake in a hook")
        client = service.client(on_stop=hook)
        print(client.messages.create(**ASK).text)
        print(client.with_options(max_retries=0).messages.create(**ASK).text)
        thread = threading.Thread(target=lambda: print(client.messages.create(**ASK).text))
        thread.start()
        thread.join()
    print(client.messages.stream(**ASK).get_final_message().stop_reason)
    """
    done = program(script)
    assert (done.returncode, done.stdout) == (0, "paid for\n" * 15 + "max_tokens\n"), done.stderr
    assert reported(done.stderr) == [name for name in RAISED for _ in range(3)] + [RAISED[-1]]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("kind", ["def", "async def"])
def test_an_on_stop_that_raises_costs_no_answer_of_a_loop(host: str, kind: str) -> None:
    script = """
    async def main():
        service.push({"json": ANSWER, "repeat": 5})
        for kind in RAISED:
            KIND hook(notice):
                raise kind("a mistake in a hook")
            client = service.async_client(on_stop=hook)
            print((await client.messages.create(**ASK)).text)
        print((await client.messages.stream(**ASK).get_final_message()).stop_reason)
        print((await client.messages.create(**ASK | {"max_tokens": 99})).stop_reason)
    on(sys.argv[1], main)
    """
    done = program(script.replace("KIND", kind), host)
    assert (done.returncode, done.stdout) == (0, "paid for\n" * 5 + "max_tokens\nend_turn\n"), done.stderr
    assert reported(done.stderr) == [*RAISED, RAISED[-1]]


FILTERS = """
kind = KeyError
class Filter(logging.Filter):
    def filter(self, record):
        raise kind("a mistake in a filter")
class Handler(logging.Handler):
    def emit(self, record):
        raise kind("a mistake in a handler")
logger().addHandler(Handler())
if sys.argv[2] == "filter":
    logger().addFilter(Filter())
"""


@pytest.mark.parametrize("where", ["filter", "handler"])
@pytest.mark.parametrize("host", ["thread", *HOSTS])
def test_a_log_handler_or_filter_that_raises_costs_no_answer(host: str, where: str) -> None:
    script = """
    def plainly():
        global kind
        client = service.client()
        for kind in RAISED:
            print(client.messages.create(**ASK | {"max_tokens": 99}).stop_reason)
            print(client.messages.stream(**ASK | {"max_tokens": 99}).get_final_message().stop_reason)
    async def main():
        global kind
        client = service.async_client()
        for kind in RAISED:
            print((await client.messages.create(**ASK | {"max_tokens": 99})).stop_reason)
            print((await client.messages.stream(**ASK | {"max_tokens": 99}).get_final_message()).stop_reason)
    plainly() if sys.argv[1] == "thread" else on(sys.argv[1], main)
    """
    done = program(FILTERS + textwrap.dedent(script), host, where)
    assert (done.returncode, done.stdout) == (0, "end_turn\n" * 10), done.stderr
    shown = reported(done.stderr)
    assert done.stderr.count("Exception ignored in: <Logger parlour") == len(shown)
    assert list(dict.fromkeys(shown)) == list(RAISED)


def test_tasks_that_woke_together_all_go_on_where_a_handler_raises() -> None:
    script = """
    kind = SystemExit
    async def main():
        client = service.async_client(on_stop=lambda notice: sys.exit("no"))
        calls = [client.messages.create(**ASK | {"max_tokens": 99}) for _ in range(40)]
        print(len(await asyncio.gather(*calls)))
    asyncio.run(main())
    """
    done = program(FILTERS + textwrap.dedent(script), "asyncio", "handler")
    assert (done.returncode, done.stdout) == (0, "40\n"), done.stderr


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("kind", ["def", "async def"])
def test_records_and_hooks_see_the_context_of_their_call(host: str, kind: str) -> None:
    script = """
    class Handler(logging.Handler):
        def emit(self, record):
            records.add(who.get())
    records, stops = set(), []
    logger().addHandler(Handler())
    KIND hook(notice):
        stops.append(who.get())
    async def request(client, name):
        who.set(name)
        await client.messages.create(**ASK)
        await client.messages.stream(**ASK).get_final_message()
    async def main():
        client = service.async_client(on_stop=hook)
        if sys.argv[1] == "trio":
            import trio
            for name in ("alice", "bob"):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(request, client, name)
        else:
            for name in ("alice", "bob"):
                await asyncio.create_task(request(client, name))
            await asyncio.gather(*[asyncio.create_task(request(client, f"n{n}")) for n in range(8)])
    service.push({"json": ANSWER, "repeat": 2}) if sys.argv[1] == "trio" else None
    on(sys.argv[1], main)
    print(sorted(records), sorted(stops))
    """
    done = program(script.replace("KIND", kind), host)
    names = ["alice", "bob"] if host == "trio" else ["alice", "bob", *[f"n{n}" for n in range(8)]]
    assert done.stdout == f"{names} {sorted(names * 2)}\n", done.stderr


@pytest.mark.parametrize("host", ["asyncio", "uvloop"])
@pytest.mark.parametrize("watched", ["yes", "no"])
def test_a_loop_keeps_nothing_of_a_request_that_is_over(host: str, watched: str) -> None:
    script = """
    class Big:
        pass
    seen = []
    hooks = {"on_stop": lambda notice: None} if sys.argv[2] == "yes" else {}
    if hooks:
        logger().addHandler(logging.NullHandler())
    async def request(client):
        big = Big()
        seen.append(weakref.ref(big))
        who.set(big)
        await client.messages.create(**ASK)
        await client.messages.stream(**ASK).get_final_message()
        service.push({"status": 400})
        try:
            await client.messages.create(**ASK)
        except parlour.BadRequestError:
            pass
        left = client.messages.stream(**ASK)
        await anext(left)
    async def main():
        client = service.async_client(**hooks)
        for _ in range(3):
            await asyncio.create_task(request(client))
        del _
        while any(kept() for kept in seen):
            # The hook of a stream that was left may still run.
            await asyncio.sleep(0.001)
            gc.collect()
        print("nothing is kept")
    on(sys.argv[1], main)
    """
    assert program(script, host, watched).stdout == "nothing is kept\n"


@pytest.mark.parametrize("host", HOSTS)
def test_plain_functions_run_on_threads_and_do_not_hold_the_loop(host: str) -> None:
    """Each function waits for what a task of the loop gives: on the loop, it would wait for ever."""
    script = """
    loop_thread = threading.get_ident()
    asked = {}
    class Gate:
        def __init__(self):
            self.asked, self.open = threading.Event(), threading.Event()
        def __call__(self, name, value):
            self.asked.set()
            self.open.wait()
            asked.setdefault(name, (who.get(), threading.get_ident() != loop_thread))
            return value
    gate = Gate()
    @parlour.tool
    def look() -> str:
        "Looks."
        return "seen"
    TOOL = ANSWER | {"stop_reason": "tool_use",
        "content": [{"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}]}
    async def calls():
        who.set("caller")
        service.set_keys("k")
        key = service.async_client(api_key=lambda: gate("api_key", "k"))
        await key.messages.create(**ASK | {"max_tokens": 99})
        credential = service.async_client(
            api_key=None, credentials=lambda request: gate("credentials", parlour.Credential(api_key="k")))
        await credential.messages.create(**ASK | {"max_tokens": 99})
        service.push({"json": TOOL}, {"json": ANSWER})
        stop = service.async_client(api_key="k", on_stop=lambda notice: gate("on_stop", None))
        run = stop.messages.run_tools(**ASK, tools=[look], approve=lambda call: gate("approve", True))
        await run.until_done()
    async def open_gate(tick):
        while not gate.asked.is_set():
            await tick(0.001)
        gate.open.set()
    async def main():
        if sys.argv[1] == "trio":
            import trio
            async with trio.open_nursery() as nursery:
                nursery.start_soon(open_gate, trio.sleep)
                nursery.start_soon(calls)
        else:
            await asyncio.gather(open_gate(asyncio.sleep), calls())
    on(sys.argv[1], main)
    print(asked)
    """
    done = program(script, host)
    seen = dict.fromkeys(("api_key", "credentials", "on_stop", "approve"), ("caller", True))
    assert done.stdout == f"{seen}\n", done.stderr


@pytest.mark.parametrize("host", HOSTS)
def test_coroutine_functions_run_on_the_loop(host: str) -> None:
    script = """
    here = threading.get_ident()
    asked = []
    def of(name, value):
        async def function(*_):
            asked.append((name, who.get(), threading.get_ident() == here))
            return value
        return function
    class Called:
        async def __call__(self):
            asked.append(("object", who.get(), threading.get_ident() == here))
            return "k"
    async def main():
        who.set("caller")
        service.set_keys("k")
        await service.async_client(api_key=of("api_key", "k")).messages.create(**ASK | {"max_tokens": 99})
        await service.async_client(api_key=Called()).messages.create(**ASK | {"max_tokens": 99})
        await service.async_client(api_key="k", on_stop=of("on_stop", None)).messages.create(**ASK)
    service.push({"status": 500, "headers": {"retry-after-ms": "0"}})
    on(sys.argv[1], main)
    print(sorted(set(asked)))
    """
    done = program(script, host)
    names = ("api_key", "object", "on_stop")
    assert done.stdout == f"{[(name, 'caller', True) for name in names]}\n", done.stderr


HOLDING = """
import warnings

warnings.simplefilter(sys.argv[2])
TOOL = ANSWER | {"stop_reason": "tool_use",
    "content": [{"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}]}
def hold(value=None):
    now[0] += 0.101
    return value
async def key():
    return hold("k")
async def credential(request):
    return hold(parlour.Credential(api_key="k"))
async def stop(notice):
    hold()
async def approve(call):
    return hold(True)
def progress(batch):
    hold()
@parlour.tool
async def look() -> str:
    "Looks."
    return hold("seen")
class Handler(logging.Handler):
    def emit(self, record):
        hold()
# These do not hold it for long.
async def brief():
    for _ in range(4):
        now[0] += 0.05
        await (sys.modules["trio"] if sys.argv[1] == "trio" else asyncio).sleep(0)
    return "k"
def plain():
    return hold("k")
async def twice(client, **more):
    for _ in range(2):
        print((await client.messages.create(**ASK | more)).stop_reason)
async def main():
    service.set_keys("k")
    await twice(service.async_client(api_key=key), max_tokens=99)
    await twice(service.async_client(api_key=None, credentials=credential), max_tokens=99)
    await twice(service.async_client(api_key=brief), max_tokens=99)
    await twice(service.async_client(api_key=plain), max_tokens=99)
    client = service.async_client(api_key="k", on_stop=stop)
    await twice(client)
    service.push(*[{"json": TOOL}, {"json": ANSWER}] * 2)
    for _ in range(2):
        await client.messages.run_tools(**ASK, tools=[look], approve=approve).until_done()
    for _ in range(2):
        batch = await client.messages.batches.create([("a", ASK)])
        await client.messages.batches.wait(batch.id, progress=progress, first_pause=0, longest_pause=0)
    logger().addHandler(Handler())
    await twice(service.async_client(api_key="k"), max_tokens=99)
on(sys.argv[1], main)
"""
HOLDERS = ["key", "credential", "stop", "approve", "look", "progress"]
ENDS = "end_turn\n" * 8 + "max_tokens\n" * 2 + "end_turn\n" * 2


@pytest.mark.parametrize("host", HOSTS)
def test_a_function_that_holds_the_loop_is_warned_of_once(host: str) -> None:
    done = program(HOLDING, host, "always")
    assert (done.returncode, done.stdout) == (0, ENDS), done.stderr
    said = [line.partition("RuntimeWarning: ")[2] for line in done.stderr.splitlines() if " held " in line]
    named = [f"__main__.{name}" for name in HOLDERS] + ["a handler or filter of the logger parlour"]
    assert sorted(line.partition(" held ")[0] for line in said) == sorted(named)


def test_a_warning_that_is_raised_costs_no_answer() -> None:
    done = program(HOLDING, "asyncio", "error")
    assert (done.returncode, done.stdout) == (0, ENDS), done.stderr
    assert reported(done.stderr) == ["RuntimeWarning"] * (len(HOLDERS) + 1)


NESTING = """
import heapq

class Nesting(asyncio.SelectorEventLoop):
    # A loop that its own tasks may run, as nest_asyncio makes them.
    def _check_running(self):
        pass
    def _run_once(self):
        while self._scheduled and self._scheduled[0].when() <= self.time():
            self._ready.append(heapq.heappop(self._scheduled))
        wait = 0 if self._ready or self._stopping else None
        if wait is None and self._scheduled:
            wait = max(0, self._scheduled[0].when() - self.time())
        self._process_events(self._selector.select(wait))
        for _ in range(len(self._ready)):
            if self._ready and not (handle := self._ready.popleft()).cancelled():
                handle._run()
    def run_until_complete(self, future):
        if not self.is_running():
            return super().run_until_complete(future)
        outer = asyncio.current_task(self)
        future = asyncio.ensure_future(future, loop=self)
        asyncio.tasks._leave_task(self, outer)
        try:
            while not future.done():
                self._run_once()
        finally:
            asyncio.tasks._enter_task(self, outer)
        return future.result()
"""


def test_a_resumed_task_may_run_the_loop_again() -> None:
    script = """
    async def read(client):
        stream = await client.messages.create(**ASK | {"max_tokens": 99}, stream=True)
        return [event.type async for event in stream][-1]
    async def main():
        loop = asyncio.get_running_loop()
        client = service.async_client()
        # Waits meanwhile, and is woken by the inner run as well as by the outer.
        beside = [asyncio.ensure_future(read(client)) for _ in range(8)]
        print((await client.messages.create(**ASK)).stop_reason)
        print(loop.run_until_complete(client.messages.create(**ASK)).stop_reason)
        print(loop.run_until_complete(read(client)))
        print(loop.run_until_complete(beside[0]))
        async for event in await client.messages.create(**ASK | {"max_tokens": 99}, stream=True):
            if event.type == "message_start":
                print(loop.run_until_complete(read(client)))
        print(set(await asyncio.gather(*beside)), event.type)
    with asyncio.Runner(loop_factory=Nesting) as runner:
        runner.run(main())
    """
    done = program(NESTING + textwrap.dedent(script))
    lines = ["max_tokens", "max_tokens", "message_stop", "message_stop", "message_stop"]
    assert done.stdout.splitlines() == [*lines, "{'message_stop'} message_stop"], done.stderr
    assert done.stderr == ""

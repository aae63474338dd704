"""Runs of tools: what functions may do, and what becomes of it, in synchronous and asynchronous code."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import trio

import parlour
from parlour.testing import Emulator
from support import event, start

ASK: dict[str, Any] = {
    "model": "svc-haiku-3-5",
    "max_tokens": 256,
    "messages": [{"role": "user", "content": "Please."}],
}


def answer(*content: Any, stop: str = "end_turn") -> dict[str, Any]:
    """A scripted whole answer."""
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5"}
    usage = {"input_tokens": 3, "output_tokens": 2}
    return {"json": message | {"content": list(content), "stop_reason": stop, "usage": usage}}


def uses(*names: str, **given: Any) -> dict[str, Any]:
    """An answer that calls these tools, as t0, t1, …."""
    calls = [
        {"type": "tool_use", "id": f"t{at}", "name": name, "input": given} for at, name in enumerate(names)
    ]
    return answer(*calls, stop="tool_use")


DONE = answer({"type": "text", "text": "done"})


def script(emulator: Emulator, *replies: dict[str, Any]) -> None:
    for reply in replies:
        emulator.push(reply)


def results(emulator: Emulator, request: int = 1) -> list[Any]:
    """The results that were sent with a request."""
    body = emulator.requests[request].json()
    return [block for block in body["messages"][-1]["content"] if block["type"] == "tool_result"]


Runs = Callable[..., list[parlour.types.Message]]


@pytest.fixture(params=["sync", "async", "streamed", "early", "trio", "early trio"])
def runs(request: pytest.FixtureRequest, emulator: Emulator) -> Runs:
    """Runs tools to the end, in one of the ways there are; the answers."""
    way = request.param

    def run(**given: Any) -> list[parlour.types.Message]:
        arguments: dict[str, Any] = ASK | given
        if way == "sync":
            with emulator.client(max_retries=0) as client:
                return list(client.messages.run_tools(**arguments))
        if way == "streamed":
            with emulator.client(max_retries=0) as client:
                made: Any = client.messages.run_tools(stream=True, **arguments)
                for stream in made:
                    list(stream)
                return list(made.turns)

        async def main() -> list[parlour.types.Message]:
            async with emulator.async_client(max_retries=0) as client:
                return [one async for one in client.messages.run_tools(early="early" in way, **arguments)]

        return trio.run(main) if "trio" in way else asyncio.run(main())

    return run


def test_a_tool_is_run_and_answered(runs: Runs, emulator: Emulator) -> None:
    @parlour.tool
    def add(a: int, b: int) -> int:
        """Adds."""
        return a + b

    script(emulator, uses("add", a=2, b=3), DONE)
    turns = runs(tools=[add])
    assert [turn.stop_reason for turn in turns] == ["tool_use", "end_turn"]
    assert turns[-1].text == "done"
    assert results(emulator) == [{"type": "tool_result", "tool_use_id": "t0", "content": "5"}]
    sent = emulator.requests[0].json()
    assert sent["tools"] == [add.to_dict()]


def test_every_kind_of_result(runs: Runs, emulator: Emulator) -> None:
    blocks = [{"type": "text", "text": "seen"}]

    def text() -> str:
        return "words"

    def nothing() -> None:
        return None

    def value() -> dict[str, Any]:
        return {"type": "text of mine", "n": [1, None]}

    def listed() -> list[Any]:
        return blocks

    def refused() -> str:
        raise parlour.ToolError("Not today.")

    def refused_by_blocks() -> Any:
        raise parlour.ToolError(blocks)

    tools = [text, nothing, value, listed, refused, refused_by_blocks]
    script(emulator, uses(*(one.__name__ for one in tools)), DONE)
    runs(tools=tools)
    told = [(one.get("content"), one.get("is_error", False)) for one in results(emulator)]
    assert [one["tool_use_id"] for one in results(emulator)] == [f"t{at}" for at in range(6)]
    assert told == [
        ("words", False),
        (None, False),
        ('{"type":"text of mine","n":[1,null]}', False),
        (blocks, False),
        ("Not today.", True),
        (blocks, True),
    ]


def test_what_goes_wrong_is_told_to_the_model(
    runs: Runs, emulator: Emulator, caplog: pytest.LogCaptureFixture
) -> None:
    def raises() -> None:
        raise LookupError("no such row")

    def odd() -> Any:
        return object()

    def typed(n: int) -> int:
        return n

    script(emulator, uses("raises", "odd", "typed", "unknown"), DONE)
    with caplog.at_level(logging.ERROR, logger="parlour"):
        runs(tools=[raises, odd, typed])
    told = results(emulator)
    assert all(one["is_error"] for one in told)
    assert told[0]["content"] == "LookupError: no such row"
    assert "TypeError" in told[1]["content"]
    assert told[2]["content"] == "Invalid arguments for typed:\n- n: missing"
    assert "unknown" in told[3]["content"]
    traces = [record for record in caplog.records if record.exc_info]
    assert any("raises" in record.getMessage() and "t0" in record.getMessage() for record in traces)


def test_calls_of_a_turn_run_at_the_same_time(runs: Runs, emulator: Emulator) -> None:
    together = threading.Barrier(3)

    def meet() -> str:
        together.wait(20)
        return "met"

    script(emulator, uses("meet", "meet", "meet"), DONE)
    runs(tools=[meet])
    assert [one["content"] for one in results(emulator)] == ["met"] * 3


@pytest.mark.parametrize("way", ["tasks", "threads"])
def test_tools_of_a_turn_run_at_the_same_time(emulator: Emulator, way: str) -> None:
    """They meet: one that ran alone would wait for ever."""
    together = asyncio.Barrier(3)
    threads = threading.Barrier(3, timeout=20)

    async def nap() -> str:
        await together.wait()
        return "met"

    def doze() -> str:
        threads.wait()
        return "met"

    async def main() -> None:
        async with emulator.async_client() as client:
            name = "nap" if way == "tasks" else "doze"
            script(emulator, uses(name, name, name), DONE)
            assert (await client.messages.run_tools(**ASK, tools=[nap, doze]).until_done()).text == "done"

    asyncio.run(main())
    assert [one["content"] for one in results(emulator)] == ["met"] * 3


@pytest.mark.parametrize("way", ["task", "thread"])
def test_cancelling_reaches_a_running_tool(emulator: Emulator, way: str) -> None:
    """Nothing else ends it. tests/bench/python/aborts.py measures how soon it is cancelled."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        running = asyncio.Event()
        told: list[str] = []

        async def wait() -> None:
            running.set()
            try:
                await asyncio.Event().wait()
            finally:
                told.append("task")

        def block() -> None:
            try:
                loop.call_soon_threadsafe(running.set)
                while True:
                    time.sleep(0.001)
            finally:
                told.append("thread")

        async with emulator.async_client() as client:
            script(emulator, uses("wait" if way == "task" else "block"))
            run = client.messages.run_tools(**ASK, tools=[wait, block])
            task = asyncio.create_task(run.until_done())
            await running.wait()
            assert not told
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert asyncio.all_tasks() == {asyncio.current_task()}
            if way == "task":
                assert told == ["task"], "a task has ended before the run has"
        _until(lambda: told == [way])

    for _ in range(5):
        asyncio.run(main())
    _until(lambda: not _tool_threads())


def test_one_after_the_other_if_asked(runs: Runs, emulator: Emulator) -> None:
    order = []

    def note(**_: Any) -> str:
        order.append("begin")
        order.append("end")
        return "noted"

    script(emulator, uses("note", "note", "note"), DONE)
    runs(tools=[parlour.tool(note, input_schema={"type": "object"})], max_parallel=1)
    assert order == ["begin", "end"] * 3


def test_the_context_is_handed_over(runs: Runs, emulator: Emulator) -> None:
    seen = []

    def look(context: parlour.ToolContext[dict[str, int]]) -> str:
        seen.append((context.value, context.call.id, context.call.name, context.is_cancelled))
        return "ok"

    script(emulator, uses("look"), DONE)
    shared = {"n": 1}
    runs(tools=[look], context=shared)
    assert seen == [(shared, "t0", "look", False)]
    assert seen[0][0] is shared


def test_a_hook_approves_and_refuses(runs: Runs, emulator: Emulator) -> None:
    ran = []

    def act() -> str:
        ran.append(1)
        return "ran"

    verdicts: dict[str, Any] = {"t0": True, "t1": False, "t2": "Ask the owner first."}
    script(emulator, uses("act", "act", "act"), DONE)
    runs(tools=[act], approve=lambda call: verdicts[call.id])
    assert [one["content"] for one in results(emulator)] == [
        "ran",
        "This call was not allowed.",
        "Ask the owner first.",
    ]
    assert ran == [1]


def test_a_hook_that_fails_ends_the_run(emulator: Emulator) -> None:
    script(emulator, uses("act"))
    with emulator.client() as client, pytest.raises(ZeroDivisionError):
        client.messages.run_tools(**ASK, tools=[_act], approve=lambda _: 1 / 0).until_done()
    script(emulator, uses("act"))
    with emulator.client() as client, pytest.raises(TypeError, match="approve"):
        client.messages.run_tools(**ASK, tools=[_act], approve=lambda _: 7).until_done()


@parlour.tool(name="act")
def _act() -> str:
    return "ran"


def test_a_tool_that_never_returns_is_stopped(runs: Runs, emulator: Emulator) -> None:
    def sleep(context: parlour.ToolContext[None]) -> None:
        # A thread of trio sees the cancellation, and cannot be interrupted.
        while not context.is_cancelled:
            time.sleep(0.001)

    script(emulator, uses("sleep"), DONE)
    runs(tools=[sleep], tool_timeout=0.05)
    told = results(emulator)
    assert told[0]["is_error"]
    assert told[0]["content"] == "The tool took longer than 0.05 s and was stopped."


def test_a_coroutine_that_never_returns_is_cancelled(emulator: Emulator) -> None:
    ended = []

    async def sleep() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(1)

    async def main() -> None:
        async with emulator.async_client() as client:
            await client.messages.run_tools(**ASK, tools=[sleep], tool_timeout=0.01).until_done()

    script(emulator, uses("sleep"), DONE)
    asyncio.run(main())
    assert ended == [1]


def test_a_large_result_is_refused_with_its_size(runs: Runs, emulator: Emulator) -> None:
    def large() -> str:
        return "x" * 50_000_000

    script(emulator, uses("large"), DONE)
    runs(tools=[large])
    (told,) = results(emulator)
    assert told["is_error"]
    assert len(told["content"]) < 1000
    assert "50000000" in told["content"].replace(" ", "")


def test_a_tool_may_use_its_client(emulator: Emulator) -> None:
    with emulator.client() as client:

        def ask() -> str:
            return client.messages.create(**ASK).text

        script(
            emulator,
            uses("ask", "ask"),
            answer({"type": "text", "text": "inner"}),
            answer({"type": "text", "text": "inner"}),
            DONE,
        )
        assert client.messages.run_tools(**ASK, tools=[ask]).until_done().text == "done"
        assert [one["content"] for one in results(emulator, 3)] == ["inner", "inner"]


def test_a_tool_may_cancel_its_run(runs: Runs, emulator: Emulator) -> None:
    with emulator.client() as client:
        run: Any = None

        def stop() -> str:
            run.cancel()
            return "stopped"

        script(emulator, uses("stop"))
        run = client.messages.run_tools(**ASK, tools=[stop])
        assert run.until_done().stop_reason == "tool_use"
        assert (run.end, emulator.script_left) == ("cancelled", 0)

    async def main() -> None:
        async with emulator.async_client() as client:

            async def stop() -> str:
                made.cancel()
                await asyncio.sleep(30)
                return "never"

            script(emulator, uses("stop"))
            made = client.messages.run_tools(**ASK, tools=[stop])
            await made.until_done()
            assert made.end == "cancelled"

    asyncio.run(main())


def test_a_tool_that_cancels_itself_has_failed(emulator: Emulator) -> None:
    async def odd() -> None:
        raise asyncio.CancelledError

    async def main() -> None:
        async with emulator.async_client() as client:
            await client.messages.run_tools(**ASK, tools=[odd]).until_done()

    script(emulator, uses("odd"), DONE)
    asyncio.run(main())
    assert results(emulator)[0]["is_error"]


def test_cancelling_the_task_reaches_running_tools(emulator: Emulator) -> None:
    stopped = []

    async def main() -> None:
        running, blocking = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        async def wait() -> None:
            running.set()
            try:
                await asyncio.Event().wait()
            finally:
                stopped.append("task")

        def block(context: parlour.ToolContext[None]) -> None:
            try:
                loop.call_soon_threadsafe(blocking.set)
                while True:
                    time.sleep(0.001)
            finally:
                stopped.append("thread")

        async with emulator.async_client() as client:
            script(emulator, uses("wait", "block"))
            run = client.messages.run_tools(**ASK, tools=[wait, block])
            task = asyncio.create_task(run.until_done())
            await running.wait()
            await blocking.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert "task" in stopped
            assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())
    _until(lambda: len(stopped) == 2)
    _until(lambda: not _tool_threads())


def _until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.001)


def _tool_threads() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name.startswith("parlour-tool")]


@pytest.fixture
def _ctrl_c() -> Iterator[None]:
    """Handles SIGINT also in a background job, where it is ignored from the start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_reaches_running_tools(emulator: Emulator) -> None:
    stopped = []

    def block(context: parlour.ToolContext[None]) -> None:
        try:
            together.wait(20)
            if context.call.id == "t0":
                os.kill(os.getpid(), signal.SIGINT)
            while True:
                time.sleep(0.001)
        finally:
            stopped.append(1)

    for names in (("block",), ("block", "block")):
        together = threading.Barrier(len(names))
        stopped.clear()
        script(emulator, uses(*names))
        with emulator.client() as client, pytest.raises(KeyboardInterrupt):
            client.messages.run_tools(**ASK, tools=[block]).until_done()
        _until(lambda: not _tool_threads())
        assert len(stopped) == len(names)


def test_a_fork_in_a_tool_leaves_the_run_to_the_parent(emulator: Emulator) -> None:
    def fork() -> str:
        child = os.fork()
        if child:
            _, status = os.waitpid(child, 0)
            return str(os.waitstatus_to_exitcode(status))
        return "child"

    with emulator.client() as client:
        script(emulator, uses("fork"), DONE)
        parent = os.getpid()
        try:
            client.messages.run_tools(**ASK, tools=[fork]).until_done()
        except parlour.ForkedError:
            if os.getpid() != parent:
                os._exit(7)
            raise
        assert os.getpid() == parent
    assert results(emulator)[0]["content"] == "7"


def test_one_thread_at_a_time_advances_a_run(emulator: Emulator) -> None:
    with emulator.client() as client:
        entered, leave = threading.Event(), threading.Event()

        def wait() -> str:
            entered.set()
            assert leave.wait(20)
            return "ok"

        script(emulator, uses("wait"), DONE)
        run = client.messages.run_tools(**ASK, tools=[wait])
        other = threading.Thread(target=run.until_done)
        other.start()
        assert entered.wait(20)
        with pytest.raises(RuntimeError, match="another thread"):
            run.until_done()
        leave.set()
        other.join(20)
        assert (run.end, run.turns[-1].text) == ("stopped", "done")


def test_a_coroutine_function_needs_the_asynchronous_client(client: parlour.Client) -> None:
    async def later() -> None:
        return None

    with pytest.raises(TypeError, match="later is a coroutine function"):
        client.messages.run_tools(**ASK, tools=[later])


def test_two_tools_of_one_name_are_refused(client: parlour.Client, emulator: Emulator) -> None:
    with pytest.raises(parlour.ConfigError, match="act"):
        client.messages.run_tools(**ASK, tools=[_act, _act]).until_done()
    assert not emulator.requests


def test_between_turns_a_run_is_looked_at_and_changed(emulator: Emulator) -> None:
    with emulator.client() as client:
        script(emulator, uses("act", "act"), uses("late"), DONE)
        run = client.messages.run_tools(**ASK, tools=[_act])
        first = next(run)
        assert [call.id for call in run.calls] == ["t0", "t1"]
        answered = [run.deny(run.calls[0], "No."), run.answer("t1", "Given."), run.deny("t1", "Again.")]
        assert answered == [True, True, False]
        run.say("And hurry.")
        run.update(temperature=0.5, metadata=None)

        def late() -> str:
            return "late"

        run.add_tool(late)
        second = next(run)
        assert results(emulator)[0]["content"] == "No."
        assert results(emulator)[1]["content"] == "Given."
        body = emulator.requests[1].json()
        assert body["messages"][-1]["content"][-1] == {"type": "text", "text": "And hurry."}
        assert (body["temperature"], [one["name"] for one in body["tools"]]) == (0.5, ["act", "late"])
        run.remove_tool("act")
        assert run.until_done().text == "done"
        assert [one["name"] for one in emulator.requests[2].json()["tools"]] == ["late"]
        assert run.turns == (first, second, run.turns[2])
        assert (run.requests, run.usage.input_tokens, run.end) == (3, 9, "stopped")
        assert list(run) == []


def test_a_signal_that_comes_before_the_wait_is_handled(emulator: Emulator) -> None:
    with emulator.client() as client:
        script(emulator, uses("act", "act"))
        seen = []

        def act(context: parlour.ToolContext[Any]) -> None:
            """Has the handler's signal arrive while the run is on its way to wait for this function."""
            seen.append(context)
            if len(seen) == 2:
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)
            while not context.is_cancelled:
                time.sleep(0.001)

        def handler(number: int, frame: object) -> None:
            raise InterruptedError

        before = signal.signal(signal.SIGUSR1, handler)
        try:
            with pytest.raises(InterruptedError):
                client.messages.run_tools(**ASK, tools=[act]).until_done()
        finally:
            signal.signal(signal.SIGUSR1, before)
        assert all(context.is_cancelled for context in seen)


def test_a_run_is_saved_and_resumed(emulator: Emulator) -> None:
    with emulator.client() as client:
        script(emulator, uses("act"), DONE)
        run = client.messages.run_tools(**ASK, tools=[_act])
        next(run)
        run.answer("t0", "kept")
        saved = run.to_json()
        assert emulator.api_key not in saved
        resumed = client.messages.resume_tools(saved, tools=[_act])
        assert resumed.until_done().text == "done"
        assert results(emulator)[0]["content"] == "kept"
        assert (resumed.requests, len(resumed.turns)) == (2, 1)
        with pytest.raises(TypeError, match="temperature"):
            client.messages.resume_tools(saved, tools=[], temperature=1)  # type: ignore[call-overload]


def test_an_error_has_the_turns_so_far_and_the_run_goes_on(runs: Runs, emulator: Emulator) -> None:
    ran = []

    def act() -> str:
        ran.append(1)
        return "ran"

    with emulator.client(max_retries=0) as client:
        script(emulator, uses("act"), {"status": 500}, DONE)
        run = client.messages.run_tools(**ASK, tools=[act])
        with pytest.raises(parlour.InternalServerError) as caught:
            run.until_done()
        assert [turn.stop_reason for turn in caught.value.turns] == ["tool_use"]
        assert run.until_done().text == "done"
        assert ran == [1]


def test_a_conversation_is_gone_on_with(emulator: Emulator) -> None:
    with emulator.client() as client:
        turns = parlour.Conversation()
        turns.add('{"role": "user",  "content": "to the letter"}')
        script(emulator, DONE)
        run = client.messages.run_tools(model="svc-haiku-3-5", max_tokens=64, messages=turns, tools=[_act])
        run.until_done()
        assert b'{"role": "user",  "content": "to the letter"}' in emulator.requests[0].body
        assert (len(run.conversation), len(turns)) == (2, 1)


def half(name: str) -> dict[str, Any]:
    """A scripted answer that calls this tool, and then never goes on."""
    call = {"type": "tool_use", "id": "t0", "name": name, "input": {}}
    sent = [
        *start()[:1],
        event("content_block_start", index=0, content_block=call),
        event("content_block_delta", index=0, delta={"type": "input_json_delta", "partial_json": "{}"}),
        event("content_block_stop", index=0),
    ]
    return {"sse": sent, "fault": {"stall_after": "content_block_stop"}}


def test_early_calls_begin_before_the_message_has_ended(emulator: Emulator) -> None:
    async def main() -> None:
        began = asyncio.Event()

        async def act() -> str:
            began.set()
            return "early"

        async with emulator.async_client() as client:
            script(emulator, half("act"))
            run = client.messages.run_tools(**ASK, tools=[act], early=True)
            task = asyncio.create_task(run.until_done())
            await asyncio.wait_for(began.wait(), 20)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(main())


@pytest.mark.parametrize("streamed", [False, True])
def test_early_calls_under_trio_end_with_what_reads_their_message(emulator: Emulator, streamed: bool) -> None:
    async def main() -> None:
        seen: list[str] = []
        began = trio.Event()

        async def act() -> None:
            began.set()
            try:
                await trio.sleep_forever()
            finally:
                seen.append("stopped")

        async def advance(run: Any) -> None:
            async with run:
                async for turn in run:
                    if streamed:
                        await turn.until_done()

        async with emulator.async_client() as client:
            script(emulator, half("act"))
            run: Any = client.messages.run_tools(**ASK, tools=[act], early=True, stream=streamed)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(advance, run)
                with trio.fail_after(20):
                    await began.wait()
                nursery.cancel_scope.cancel()
            assert seen == ["stopped"]
            assert run.turns == ()

    trio.run(main)


def test_an_early_call_under_trio_is_cancelled_by_another_and_by_its_time(emulator: Emulator) -> None:
    async def main() -> None:
        async with emulator.async_client() as client:
            stopped: list[str] = []

            async def waits() -> None:
                try:
                    await trio.sleep_forever()
                finally:
                    stopped.append("stopped")

            script(emulator, uses("waits"), DONE)
            run = client.messages.run_tools(**ASK, tools=[waits], early=True, tool_timeout=0.01)
            assert (await run.until_done()).text == "done"
            assert "0.01" in results(emulator)[0]["content"]

            def cancels() -> None:
                run.cancel()

            script(emulator, uses("waits", "cancels"))
            run = client.messages.run_tools(**ASK, tools=[waits, cancels], early=True)
            await run.until_done()
            assert (run.end, stopped) == ("cancelled", ["stopped", "stopped"])

            async def refuses(_call: parlour.ToolCall) -> bool:
                await trio.lowlevel.checkpoint()
                raise LookupError("the hook")

            script(emulator, uses("waits"))
            run = client.messages.run_tools(**ASK, tools=[waits], early=True, approve=refuses)
            with pytest.raises(LookupError, match="the hook"):
                await run.until_done()

    trio.run(main)


def test_streams_of_turns_are_taken_in_when_they_end(emulator: Emulator) -> None:
    with emulator.client() as client:
        run = client.messages.run_tools(
            model="svc-haiku-3-5",
            max_tokens=256,
            messages=[{"role": "user", "content": "Please add 2 and 3."}],
            tools=[_add],
            stream=True,
        )
        kinds = []
        for stream in run:
            kinds.append({event.type for event in stream})
            assert len(run.turns) == len(kinds)
        assert ["message_stop" in one for one in kinds] == [True, True]
        assert "5" in run.turns[-1].text


@parlour.tool(name="add")
def _add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


def test_leaving_the_block_ends_a_run(emulator: Emulator) -> None:
    with emulator.client() as client:
        script(emulator, uses("act"))
        with client.messages.run_tools(**ASK, tools=[_act]) as run:
            next(run)
        assert (list(run), run.end) == ([], "cancelled")

"""Spans of tools, and the hooks around them: what is current while a tool runs, how it ends, and what hooks raise."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pytest
import trio
import trio.lowlevel
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from test_tool_runs import ASK, DONE, results, script, uses

import parlour
from parlour.hooks import is_trio
from parlour.telemetry import OpenTelemetry
from parlour.testing import Emulator
from support import PATIENCE, clean

SECRET = "what nobody may see"
place: ContextVar[str] = ContextVar("place", default="nowhere")


class Receiver:
    """What a program with OpenTelemetry's SDK receives."""

    def __init__(self) -> None:
        self._spans = InMemorySpanExporter()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(self._spans))
        self.tracer = provider.get_tracer("program")
        self.hook = OpenTelemetry(tracer_provider=provider)

    def span(self, name: str) -> ReadableSpan:
        (found,) = [one for one in self._spans.get_finished_spans() if one.name == name]
        return found

    def names(self) -> list[str]:
        """The names of all that are no calls of the model."""
        return sorted(
            one.name for one in self._spans.get_finished_spans() if one.kind is not trace.SpanKind.CLIENT
        )

    def calls(self) -> list[ReadableSpan]:
        return [one for one in self._spans.get_finished_spans() if one.kind is trace.SpanKind.CLIENT]

    def ends(self) -> dict[str, tuple[Any, ...]]:
        """How each tool ended: the status, its description, the type of the error, the outcome."""
        return {
            one.name.removeprefix("execute_tool "): (
                one.status.status_code.name,
                one.status.description,
                one.attributes.get("error.type"),
                one.attributes.get("parlour.outcome"),
            )
            for one in self._spans.get_finished_spans()
            if one.attributes is not None and one.name.startswith("execute_tool ")
        }


def parent_of(span: ReadableSpan) -> int | None:
    return None if span.parent is None else span.parent.span_id


def id_of(span: ReadableSpan) -> int:
    return span.context.span_id


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


Runs = Callable[..., list[parlour.types.Message]]
WAYS = ["sync", "streamed", "early", "async", "async early", "trio", "trio early"]


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def runs(way: str, emulator: Emulator, receiver: Receiver) -> Runs:
    """Runs tools to the end within a span of the program, in one of the ways there are; the answers."""

    def run(hooks: list[Any] | None = None, **given: Any) -> list[parlour.types.Message]:
        arguments: dict[str, Any] = ASK | given | {"early": "early" in way}
        chosen = [receiver.hook] if hooks is None else hooks
        with receiver.tracer.start_as_current_span("request") as outer:
            token = place.set("within the request")
            if way in ("sync", "streamed", "early"):
                with emulator.client(max_retries=0, hooks=chosen) as client:
                    made: Any = client.messages.run_tools(stream=way == "streamed", **arguments)
                    turns = [one.get_final_message() if way == "streamed" else one for one in made]
            else:
                turns = (
                    trio.run(main, arguments, chosen)
                    if "trio" in way
                    else asyncio.run(main(arguments, chosen))
                )
            assert trace.get_current_span() is outer
            place.reset(token)
        return turns

    async def main(arguments: dict[str, Any], hooks: list[Any]) -> list[parlour.types.Message]:
        async with emulator.async_client(max_retries=0, hooks=hooks) as client:
            return [one async for one in client.messages.run_tools(**arguments)]

    return run


def test_a_tool_is_a_span_in_which_it_runs(
    runs: Runs, way: str, emulator: Emulator, receiver: Receiver
) -> None:
    seen: dict[str, Any] = {}
    # Broken unless both run at the same time.
    both = threading.Barrier(2, timeout=PATIENCE)

    def look(name: str) -> None:
        seen[name] = (place.get(), threading.get_ident() != threading.main_thread().ident)
        with receiver.tracer.start_as_current_span(f"within {name}"):
            pass

    @parlour.tool
    def one(text: str) -> str:
        """The first."""
        both.wait()
        look("one")
        return text

    @parlour.tool
    def two(text: str) -> str:
        both.wait()
        look("two")
        return text

    script(emulator, uses("one", "two", text=SECRET), DONE)
    runs(tools=[one, two])
    assert [one["content"] for one in results(emulator)] == [SECRET, SECRET]
    assert receiver.names() == ["execute_tool one", "execute_tool two", "request", "within one", "within two"]
    request = receiver.span("request")
    for at, (name, description) in enumerate({"one": "The first.", "two": None}.items()):
        span = receiver.span(f"execute_tool {name}")
        assert span.kind is trace.SpanKind.INTERNAL
        assert span.status.status_code is trace.StatusCode.UNSET
        assert parent_of(span) == id_of(request)
        assert dict(span.attributes or {}) == {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": name,
            "gen_ai.tool.call.id": f"t{at}",
            "gen_ai.tool.type": "function",
        } | ({} if description is None else {"gen_ai.tool.description": description})
        inner = receiver.span(f"within {name}")
        assert parent_of(inner) == id_of(span)
        times = (span.start_time, inner.start_time, inner.end_time, span.end_time)
        assert None not in times
        assert sorted(times) == list(times)  # type: ignore[type-var]
    assert seen == {"one": ("within the request", True), "two": ("within the request", True)}
    assert [parent_of(span) for span in receiver.calls()] == [id_of(request)] * 2
    assert SECRET not in str([dict(span.attributes or {}) for span in [*receiver.calls(), request]])


@pytest.mark.parametrize("way", ["async", "async early", "trio", "trio early"])
def test_coroutine_functions_have_spans_of_their_own(
    runs: Runs, emulator: Emulator, receiver: Receiver
) -> None:
    began: list[str] = []

    async def look(name: str) -> None:
        began.append(name)
        while len(began) < 2:
            if is_trio():
                await trio.lowlevel.checkpoint()
            else:
                await asyncio.sleep(0)
        with receiver.tracer.start_as_current_span(f"within {name}"):
            pass

    async def one() -> None:
        await look("one")

    def two() -> Any:
        # A plain function, whose result is awaited.
        with receiver.tracer.start_as_current_span("begin of two"):
            return look("two")

    script(emulator, uses("one", "two"), DONE)
    runs(tools=[one, two])
    parents = {name: id_of(receiver.span(f"execute_tool {name}")) for name in ("one", "two")}
    assert {name: parent_of(receiver.span(f"within {name}")) for name in parents} == parents
    assert parent_of(receiver.span("begin of two")) == parents["two"]


@pytest.mark.parametrize("asynchronous", [False, True])
def test_a_span_is_a_child_of_the_one_where_the_run_goes_on(
    emulator: Emulator, receiver: Receiver, asynchronous: bool
) -> None:
    script(emulator, uses("act"), DONE)
    act = parlour.tool(lambda: "acted", name="act")
    within = receiver.tracer.start_as_current_span

    async def main() -> None:
        async with emulator.async_client(hooks=[receiver.hook]) as client:
            with within("made"):
                run = client.messages.run_tools(**ASK, tools=[act])
            for name in ("first", "second"):
                with within(name):
                    await anext(run)

    if asynchronous:
        asyncio.run(main())
    else:
        with emulator.client(hooks=[receiver.hook]) as client:
            with within("made"):
                run = client.messages.run_tools(**ASK, tools=[act])
            for name in ("first", "second"):
                with within(name):
                    next(run)
    assert parent_of(receiver.span("execute_tool act")) == id_of(receiver.span("second"))
    assert [parent_of(one) for one in receiver.calls()] == [
        id_of(receiver.span(name)) for name in ("first", "second")
    ]


class Unreachable(Exception):
    pass


def test_a_failure_is_an_error_of_its_span(runs: Runs, emulator: Emulator, receiver: Receiver) -> None:
    def fails() -> None:
        raise Unreachable(SECRET)

    def says() -> None:
        raise parlour.ToolError(SECRET)

    def gives() -> Any:
        return parlour.ToolError(SECRET)

    def odd() -> Any:
        return {"n": object()}

    def wants(number: int) -> int:
        return number

    def works() -> str:
        return "done"

    tools = [fails, says, gives, odd, wants, works]
    script(emulator, uses(*(one.__name__ for one in tools), number=SECRET), DONE)
    # Of functions with a schema of their own the arguments are not looked at.
    schema: dict[str, Any] = {"type": "object"}
    made: list[Any] = [
        one
        if one is wants
        else parlour.tool(lambda one=one, **_: one(), name=one.__name__, input_schema=schema)
        for one in tools
    ]
    runs(tools=made)
    assert [one.get("is_error", False) for one in results(emulator)] == [True] * 5 + [False]
    expected = dict.fromkeys(("says", "gives"), "ToolError") | {
        "fails": "Unreachable",
        "odd": "TypeError",
        "wants": "InvalidArguments",
    }
    ends = receiver.ends()
    assert ends.pop("works") == ("UNSET", None, None, None)
    assert ends == {name: ("ERROR", kind, kind, "failed") for name, kind in expected.items()}
    for name in [*expected, "works"]:
        span = receiver.span(f"execute_tool {name}")
        assert SECRET not in str((dict(span.attributes or {}), span.events, span.status.description))


@pytest.mark.parametrize("way", ["sync", "async", "trio"])
def test_a_call_over_its_time_ends_its_span_at_once(
    runs: Runs, emulator: Emulator, receiver: Receiver
) -> None:
    released = threading.Event()

    def hangs() -> None:
        released.wait(PATIENCE)

    script(emulator, uses("hangs"), DONE)
    try:
        runs(tools=[hangs], tool_timeout=0.05)
        assert receiver.ends() == {"hangs": ("ERROR", "TimeoutError", "TimeoutError", "failed")}
    finally:
        released.set()


@pytest.mark.parametrize("way", ["sync", "async", "trio"])
def test_a_call_that_is_given_up_is_no_failure(runs: Runs, emulator: Emulator, receiver: Receiver) -> None:
    began = threading.Event()

    def waits(context: parlour.ToolContext[Any]) -> None:
        began.set()
        while not context.is_cancelled:
            threading.Event().wait(0.005)

    def gives_up() -> None:
        began.wait(PATIENCE)
        raise KeyboardInterrupt

    script(emulator, uses("waits", "gives_up"))
    with pytest.raises((KeyboardInterrupt, BaseExceptionGroup)):
        runs(tools=[waits, gives_up])
    assert receiver.ends()["waits"] == ("UNSET", None, None, "cancelled")


def test_what_does_not_run_has_no_span(runs: Runs, emulator: Emulator, receiver: Receiver) -> None:
    def never() -> None:
        raise AssertionError

    script(emulator, uses("never", "unknown"), DONE)
    runs(tools=[never], approve=lambda _: False)
    assert receiver.names() == ["request"]


def test_a_call_whose_tool_is_gone_has_one(emulator: Emulator, receiver: Receiver) -> None:
    @parlour.tool
    def gone() -> None:
        raise AssertionError

    def approve(_: parlour.ToolCall) -> bool:
        run.remove_tool("gone")
        return True

    script(emulator, uses("gone"), DONE)
    with emulator.client(hooks=[receiver.hook]) as client:
        run = client.messages.run_tools(**ASK, tools=[gone], approve=approve)
        run.until_done()
    assert receiver.ends() == {"gone": ("ERROR", "KeyError", "KeyError", "failed")}


class Around(parlour.Hook):
    """Writes down what it sees; of its own method alone."""

    def __init__(self, lines: list[str], name: str) -> None:
        self.lines = lines
        self.name = name

    @contextmanager
    def around_tool(self, execution: parlour.ToolExecution) -> Iterator[None]:
        call = execution.call
        self.lines.append(f"{self.name} {call.name} {call.input} {execution.description}")
        before = place.set(self.name)
        try:
            yield
            self.lines.append(f"{self.name} done")
        except Exception as error:
            # It sees the error, and cannot change it.
            self.lines.append(f"{self.name} {error!r}")
        finally:
            place.reset(before)


def test_hooks_are_nested_in_their_order(runs: Runs, emulator: Emulator) -> None:
    lines: list[str] = []

    @parlour.tool
    def act(n: int) -> None:
        """Acts."""
        lines.append(f"in {place.get()}")
        if n:
            raise parlour.ToolError("no")

    script(emulator, uses("act", n=0), uses("act", n=1), DONE)
    runs(hooks=[Around(lines, "outer"), Around(lines, "inner")], tools=[act])
    assert results(emulator, 2)[-1]["content"] == "no"
    for n, end in enumerate(("done", "ToolError('no')")):
        said = [f"{name} act {{'n': {n}}} Acts." for name in ("outer", "inner")]
        assert lines[n * 5 : n * 5 + 5] == [*said, "in inner", f"inner {end}", f"outer {end}"]


class Broken:
    """A hook that is of no class of ours, and fails somewhere."""

    def __init__(self, where: str) -> None:
        self.where = where

    def around_tool(self, _execution: object) -> Any:
        if self.where == "method":
            raise RuntimeError(self.where)
        if self.where == "result":
            return self.where
        if self.where == "coroutine":
            return asyncio.sleep(0)
        return self

    def __enter__(self) -> None:
        if self.where == "enter":
            raise RuntimeError(self.where)

    def __exit__(self, *_: object) -> bool:
        if self.where == "exit":
            raise RuntimeError(self.where)
        return True


SAID = {
    "method": "method",
    "enter": "enter",
    "exit": "exit",
    "result": "around_tool returned str, not a context manager or None",
    "coroutine": "around_tool is a coroutine function: it has to be a plain one",
    "nowhere": None,
}


@pytest.mark.parametrize("where", SAID)
@pytest.mark.parametrize("way", ["sync", "async early", "trio"])
def test_a_hook_that_fails_costs_no_result(
    runs: Runs, emulator: Emulator, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    raised: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda report: raised.append(str(report.exc_value)))

    def act() -> str:
        return "acted"

    def fails() -> str:
        raise parlour.ToolError("failed")

    script(emulator, uses("act", "fails"), DONE)
    runs(hooks=[Broken(where), receiver.hook, Broken(where)], tools=[act, fails])
    assert [one["content"] for one in results(emulator)] == ["acted", "failed"]
    assert raised == ([] if SAID[where] is None else [SAID[where]] * 4)
    assert receiver.ends().keys() == {"act", "fails"}


def test_a_library_that_fails_costs_no_result(
    runs: Runs, emulator: Emulator, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda report: raised.append(str(report.exc_value)))

    class Fails:
        def __getattr__(self, name: str) -> Any:
            raise RuntimeError(name)

    monkeypatch.setattr(receiver.hook, "_tracer", Fails())
    script(emulator, uses("act"), DONE)
    runs(tools=[parlour.tool(lambda: "acted", name="act")])
    assert results(emulator)[0]["content"] == "acted"
    assert "start_span" in raised


def test_a_copy_of_a_client_has_them_too(emulator: Emulator, receiver: Receiver) -> None:
    script(emulator, uses("act"), DONE)
    with emulator.client(hooks=[receiver.hook]) as client:
        copy = client.with_options(max_retries=0)
        copy.messages.run_tools(**ASK, tools=[parlour.tool(lambda: "acted", name="act")]).until_done()
    assert receiver.ends().keys() == {"act"}


def test_a_run_without_hooks_imports_none_of_it() -> None:
    printed = clean("""
        import sys
        import parlour
        from parlour.testing import Emulator
        from test_tool_runs import ASK, DONE, uses
        with Emulator() as emulator:
            emulator.push(uses("act"), DONE)
            run = emulator.client().messages.run_tools(**ASK, tools=[parlour.tool(lambda: "acted", name="act")])
            print(run.until_done().text)
        print([name for name in ("opentelemetry", "parlour._types.hooks") if name in sys.modules])
    """)
    assert printed == "done\n[]\n"

"""Spans and metrics of calls and of tools for OpenTelemetry, through the API package that the program has.

    from parlour import Client
    from parlour.telemetry import OpenTelemetry

    client = Client(hooks=[OpenTelemetry()])

Names and values follow the conventions for generative AI. Neither content nor secrets are recorded.
:meth:`OpenTelemetry.observe` exports the figures of a client, such as calls that wait for the limits of its key.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakKeyDictionary, ref

from ._types.chain import Hook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import TracebackType

    from ._native import HookCall
    from ._resources.client import BaseClient
    from ._types.hooks import CallEnd, HookResult, ToolExecution

__all__ = ["OpenTelemetry"]

_MOST = 65_536
"""Calls whose context is kept; the ends of the oldest then have no parent."""


class OpenTelemetry(Hook):
    """A hook that records each call, and each tool that a tool run runs, as a span, and measures message calls.

    A span is a child of the one that was current where the call began, and that of a tool of the one where the run
    went on. The span of a call is made when the call is over, with all its attributes, so that a sampler sees them.
    That of a tool is current while the tool runs. The library is imported here, not with ``parlour``.

    ``tracer_provider`` and ``meter_provider`` are those of the program unless given. With ``propagate``, requests carry
    the headers of the current context, such as ``traceparent``. With ``chunk_times`` the histogram
    ``gen_ai.client.operation.time_per_output_chunk`` has a value for each chunk of a stream, which costs some time for
    each. Raises :class:`ImportError` without
    ``opentelemetry-api``. One object serves any number of clients and threads.
    """

    telemetry = True

    def __init__(
        self,
        *,
        tracer_provider: Any = None,
        meter_provider: Any = None,
        propagate: bool = False,
        chunk_times: bool = False,
    ) -> None:
        try:
            from opentelemetry import context, metrics, trace
            from opentelemetry import propagate as propagation
        except ImportError as error:
            raise ImportError("OpenTelemetry() uses the package opentelemetry-api: install it") from error
        self.chunk_times = chunk_times
        self._context = context
        self._inject = propagation.inject if propagate else None
        self._trace = trace
        self._tracer = trace.get_tracer("parlour", tracer_provider=tracer_provider)
        self._meter = metrics.get_meter("parlour", meter_provider=meter_provider)
        self._observed = _Observed.by(meter_provider or metrics, metrics.Observation)
        self._histograms: dict[str, Any] = {}
        self._contexts: OrderedDict[str, Any] = OrderedDict()

    def on_call(self, call: HookCall) -> HookResult | None:
        """Keeps the context in which the call began."""
        current = self._context.get_current()
        self._contexts[call.id] = current
        if len(self._contexts) > _MOST:
            self._contexts.popitem(last=False)
        if self._inject is None:
            return None
        headers: dict[str, str] = {}
        self._inject(headers, context=current)
        return {"headers": headers} if headers else None

    def on_end(self, end: CallEnd) -> None:
        """Makes the span and records the measurements."""
        facts = end.telemetry
        if facts is None:
            return
        trace = self._trace
        span = self._tracer.start_span(
            facts["name"],
            context=self._contexts.pop(end.id, None),
            kind=trace.SpanKind.CLIENT,
            attributes=facts["attributes"],
            start_time=facts["start_unix_nano"],
        )
        if facts["error"] is not None:
            span.set_status(trace.Status(trace.StatusCode.ERROR, facts["error"]))
        span.end(end_time=facts["end_unix_nano"])
        # Metrics may have the span beside an example.
        with_span = trace.set_span_in_context(span)
        for one in facts["measurements"]:
            record, attributes = self._histogram(one).record, one["attributes"]
            for value in one["values"]:
                record(value, attributes, context=with_span)

    def around_tool(self, execution: ToolExecution) -> _ToolSpan:
        """A span while a tool runs."""
        return _ToolSpan(self._context, self._trace, self._tracer, execution)

    def observe(
        self, client: BaseClient, *, attributes: Mapping[str, str | int | float | bool] | None = None
    ) -> Callable[[], None]:
        """Exports the figures of a client through the meter, each time that the program collects its metrics.

        They are those of :meth:`Client.prometheus_text`, as observable gauges and counters: ``parlour.calls_waiting``
        for ``parlour_calls_waiting``. Of several clients each needs ``attributes`` of its own; a client takes the place
        of one that was observed before it with the same ones. The client is not kept alive; one that is closed reports
        nothing.

        Args:
            client: The client, synchronous or asynchronous.
            attributes: Attributes of all its figures, such as ``{"client": "batch"}``.

        Returns:
            A function that ends it.
        """
        return self._observed.add(self._meter, client, dict(attributes or {}))

    def _histogram(self, one: dict[str, Any]) -> Any:
        made = self._histograms.get(one["name"])
        if made is None:
            made = self._histograms[one["name"]] = self._meter.create_histogram(
                one["name"],
                unit=one["unit"],
                description=one["description"],
                explicit_bucket_boundaries_advisory=one["bounds"],
            )
        return made


class _ToolSpan:
    """The span of one tool that runs, current from its begin to its end."""

    def __init__(self, context: Any, trace: Any, tracer: Any, execution: ToolExecution) -> None:
        self._context = context
        self._trace = trace
        self._tracer = tracer
        self._execution = execution

    def __enter__(self) -> None:
        call = self._execution.call
        attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": call.name,
            "gen_ai.tool.call.id": call.id,
            "gen_ai.tool.type": "function",
        }
        if self._execution.description:
            attributes["gen_ai.tool.description"] = self._execution.description
        trace = self._trace
        self._span = self._tracer.start_span(
            f"execute_tool {call.name}", kind=trace.SpanKind.INTERNAL, attributes=attributes
        )
        self._token = self._context.attach(trace.set_span_in_context(self._span))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        span, trace = self._span, self._trace
        self._context.detach(self._token)
        if isinstance(error, Exception):
            name = type(error).__name__
            span.set_attributes({"error.type": name, "parlour.outcome": "failed"})
            span.set_status(trace.Status(trace.StatusCode.ERROR, name))
        elif error is not None:
            # A result that nobody wants is no failure.
            span.set_attribute("parlour.outcome", "cancelled")
        span.end()


_FAMILY = re.compile(r"^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$", re.MULTILINE)
_SAMPLE = re.compile(r"(\w+)(?:\{(.*)\})? (\S+)")
_LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_UNITS = {"seconds": "s", "tokens": "{token}", "calls": "{call}"}
"""The unit by a word of the name on the page."""


class _Observed:
    """The clients whose figures one meter exports.

    All names come from the page for Prometheus, which the core writes. A meter keeps the callbacks of an instrument for
    ever, and takes none for a second one of the same name: all hooks of a provider share one object.
    """

    _all: ClassVar[WeakKeyDictionary[Any, _Observed]] = WeakKeyDictionary()
    _lock: ClassVar[Lock] = Lock()

    @classmethod
    def by(cls, provider: Any, observation: Any) -> _Observed:
        with cls._lock:
            return cls._all.setdefault(provider, cls(observation))

    def __init__(self, observation: Any) -> None:
        self._observation = observation
        self._made: set[str] = set()
        self._clients: dict[Any, tuple[ref[BaseClient], dict[str, Any]]] = {}

    def add(self, meter: Any, client: BaseClient, attributes: dict[str, Any]) -> Callable[[], None]:
        key, entry = frozenset(attributes.items()), (ref(client), attributes)
        for name, about, kind in _FAMILY.findall(client.prometheus_text()):
            with self._lock:
                is_made = name in self._made
                self._made.add(name)
            if not is_made:
                make = meter.create_observable_counter if kind == "counter" else meter.create_observable_gauge
                unit = next((_UNITS[word] for word in name.split("_") if word in _UNITS), "")
                # An exporter to Prometheus puts both endings back.
                plain = name.removesuffix("_total").removesuffix("_seconds").replace("_", ".", 1)
                make(plain, callbacks=[partial(self._observe, name)], unit=unit, description=about)
        self._clients[key] = entry
        return partial(self._remove, key, entry)

    def _remove(self, key: Any, entry: Any) -> None:
        with self._lock:
            # Another client may have taken its place.
            if self._clients.get(key) is entry:
                del self._clients[key]

    def _observe(self, name: str, _options: Any) -> list[Any]:
        found = []
        for key, entry in list(self._clients.items()):
            client = entry[0]()
            if client is None:
                self._remove(key, entry)
            elif not client.is_closed():
                try:
                    page = client.prometheus_text()
                except Exception:  # An exporter goes on with the figures of others.
                    continue
                for value, labels in _samples(page, name):
                    found.append(self._observation(value, labels | entry[1]))
        return found


def _samples(page: str, name: str) -> Iterator[tuple[float, dict[str, Any]]]:
    """The values of a figure, each with its attributes."""
    for line in page.split("\n"):
        sample = _SAMPLE.fullmatch(line) if line.startswith(name) else None
        if sample is not None and sample[1] == name:
            labels = _LABEL.findall(sample[2] or "")
            yield (
                float(sample[3]),
                {_attribute(label): _ESCAPE.sub(_plain, text) for label, text in labels if text},
            )


def _attribute(label: str) -> str:
    return "gen_ai.request.model" if label == "model" else f"parlour.{label}"


def _plain(escape: re.Match[str]) -> str:
    return "\n" if escape[1] == "n" else escape[1]

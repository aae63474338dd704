"""Spans and metrics of calls for OpenTelemetry, through the API package that the program has.

    from parlour import Client
    from parlour.telemetry import OpenTelemetry

    client = Client(hooks=[OpenTelemetry()])

Names and values follow the conventions for generative AI. Neither content nor secrets are recorded.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from ._types.chain import Hook

if TYPE_CHECKING:
    from ._native import HookCall
    from ._types.hooks import CallEnd, HookResult

__all__ = ["OpenTelemetry"]

_MOST = 65_536
"""Calls whose context is kept; the ends of the oldest then have no parent."""


class OpenTelemetry(Hook):
    """A hook that records each call as a span, and measures message calls.

    A span is a child of the one that was current where the call began. It is made when the call is over, with all its
    attributes, so that a sampler sees them. The library is imported here, not with ``parlour``.

    ``tracer_provider`` and ``meter_provider`` are those of the program unless given. With ``propagate``, requests carry
    the headers of the current context, such as ``traceparent``. Raises :class:`ImportError` without
    ``opentelemetry-api``. One object serves any number of clients and threads.
    """

    telemetry = True

    def __init__(
        self,
        *,
        tracer_provider: Any = None,
        meter_provider: Any = None,
        propagate: bool = False,
    ) -> None:
        try:
            from opentelemetry import context, metrics, trace
            from opentelemetry import propagate as propagation
        except ImportError as error:
            raise ImportError("OpenTelemetry() uses the package opentelemetry-api: install it") from error
        self._current = context.get_current
        self._inject = propagation.inject if propagate else None
        self._trace = trace
        self._tracer = trace.get_tracer("parlour", tracer_provider=tracer_provider)
        self._meter = metrics.get_meter("parlour", meter_provider=meter_provider)
        self._histograms: dict[str, Any] = {}
        self._contexts: OrderedDict[str, Any] = OrderedDict()

    def on_call(self, call: HookCall) -> HookResult | None:
        """Keeps the context in which the call began."""
        current = self._current()
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
            self._histogram(one).record(one["value"], one["attributes"], context=with_span)

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

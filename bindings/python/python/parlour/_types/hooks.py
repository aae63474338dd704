"""What hooks see of a failed attempt, of the end of a call and of a tool that runs, and what they may want. Loaded at
its first use."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple, TypedDict

from .errors import ParlourError
from .messages import Usage
from .tool_call import ToolCall


class HookAnswer(TypedDict, total=False):
    """An answer of a hook, in place of the service's."""

    status: int
    """The HTTP status, from 200 to 599. Default: 200."""
    headers: Mapping[str, str]
    """Headers of the answer."""
    body: str | bytes
    """The body: JSON, or for a streamed call the text of an event stream as well."""


class HookResult(TypedDict, total=False):
    """What a hook wants: the first three before a call or an attempt, the others after an attempt that failed."""

    headers: Mapping[str, str]
    """Headers to send, in place of those of the same names; from ``on_call`` with each attempt."""
    answer: HookAnswer
    """Answers in place of the service."""
    veto: str
    """Refuses the call, for this reason."""
    retry_after: float | timedelta
    """Seconds until another attempt, also where the retry policy wants none."""
    retry: bool
    """``False``: no further attempt."""


class HookFailure(NamedTuple):
    """An attempt that failed before content was given out."""

    attempt: int
    """The attempt: 1 for the first."""
    error: ParlourError
    """Why it failed; it is raised if no attempt follows."""
    next_wait: float | None
    """The seconds until the next attempt as it is decided so far; ``None`` if the call ends with this error."""


class LimitNotice(NamedTuple):
    """A limit whose use has reached the fraction that was set for notices."""

    limit: str
    """``spending``, or the rate limit of the key: ``requests``, ``tokens``, ``input_tokens`` or ``output_tokens``."""
    model: str | None
    """The model that it is for; ``None`` if it is for all."""
    label: str | None
    """The label that it is for, if it is for one."""
    used: float
    """What is used of it: tokens, requests, or money."""
    most: float
    """The most that may be used."""


class CallEnd(NamedTuple):
    """The end of a call: its outcome, usage and times."""

    id: str
    """The call, as in :attr:`HookCall.id`."""
    outcome: str
    """``completed``: the answer is complete. ``failed``: it failed before an answer began. ``interrupted``: its answer
    had begun and is not complete. ``cancelled``: its caller left it before an answer began."""
    operation: str
    """Method and path, for example ``POST /v1/messages``."""
    model: str | None
    """The model; ``None`` if the request names none."""
    route: str | None
    """The name of the route of the last attempt; ``None`` if it went to the service itself."""
    labels: list[str]
    """The labels of the call."""
    stream: bool
    """Whether the answer was asked for as a stream."""
    max_tokens: int | None
    """The limit of output tokens in the request; ``None`` if it has none."""
    response_id: str | None
    """The id of the message; ``None`` if the answer is none."""
    response_model: str | None
    """The model that answered."""
    stop_reason: str | None
    """Why the answer ended."""
    kind: str | None
    """The kind of the error, for example ``RateLimit``; ``None`` if it ended with none."""
    subkind: str | None
    """The cause within the kind."""
    error_type: str | None
    """The type that the service gave its error, for example ``overloaded_error``."""
    status: int | None
    """The HTTP status of the last answer; ``None`` if none came."""
    request_id: str | None
    """The id of the request at the service."""
    attempts: int
    """How often the request was sent or answered by a hook."""
    hedge_won: bool | None
    """Whether the second of two attempts at once answered first; ``None`` if there was none beside the first
    (``hedge``)."""
    answered_by_hook: bool
    """Whether a hook gave the answer, in place of the service."""
    usage: Usage | None
    """The tokens of the answer, as far as they are known; of an answer that is not complete too."""
    notices: list[LimitNotice]
    """Limits whose use reached ``notice_at``, or ``notice`` of a spending limit, with this call."""
    waited: float
    """Waits between attempts, in seconds."""
    queued: float
    """Waits for the limits of the key, in seconds."""
    first_event: float | None
    """From the begin of the call to the first event of a stream, in seconds."""
    duration: float
    """From the begin of the call to its end, in seconds."""
    ended_at: float
    """When it ended, in seconds since 1970."""
    telemetry: dict[str, Any] | None = None
    """The call for OpenTelemetry, if the hook asks for it: ``name``, ``start_unix_nano``, ``end_unix_nano``, ``error``
    and ``attributes`` of a span; ``measurements``, each with ``name``, ``unit``, ``description``, ``bounds``,
    ``values`` and ``attributes`` of a histogram."""


class ToolExecution(NamedTuple):
    """A tool of a tool run that is about to run."""

    call: ToolCall
    """The call that it answers: its id, the name of the tool, and the arguments as the model wrote them."""
    description: str
    """The description of the tool; empty if it has none."""


def end_of(text: str) -> CallEnd:
    """The end of a call from its JSON."""
    read: dict[str, Any] = json.loads(text)
    fields = {name.removesuffix("_seconds"): value for name, value in read.items()}
    fields["notices"] = [LimitNotice(**notice) for notice in fields["notices"]]
    if fields["usage"] is not None:
        fields["usage"] = Usage.from_dict(fields["usage"])
    return CallEnd(**fields)

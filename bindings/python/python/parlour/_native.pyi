"""The native half, as the Python half sees it. It must not promise anything the module does not have:
``stubtest`` compares the two."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import Context
from os import PathLike
from typing import Any, Final, Literal, NoReturn, Self, TypeAlias, final

from typing_extensions import disjoint_base

from ._types.headers import Headers
from .types import (
    ContentBlock,
    ContentBlockDelta,
    Message,
    MessageDelta,
    MessageDeltaUsage,
    Model,
    RateLimits,
)

__all__ = [
    "CREATE",
    "CREATE_RAW",
    "EVENTS",
    "RAW",
    "RAW_STREAM",
    "STREAM",
    "TURN",
    "AnswerPlan",
    "BatchRun",
    "BatchWriter",
    "Body",
    "CacheChange",
    "Client",
    "ContentBlockDeltaEvent",
    "ContentBlockStartEvent",
    "ContentBlockStopEvent",
    "Conversation",
    "CredentialRequest",
    "Emulator",
    "Event",
    "Feed",
    "HookCall",
    "HookQuestion",
    "MessageDeltaEvent",
    "MessageStartEvent",
    "MessageStopEvent",
    "Op",
    "Pages",
    "PartialAnswer",
    "PartialJSON",
    "PartialMessage",
    "PingEvent",
    "Port",
    "RawAnswer",
    "RawJSON",
    "Repair",
    "Reply",
    "ResourceCall",
    "ResponseInfo",
    "TokenSearch",
    "ToolLoop",
    "Trimmed",
    "UnknownEvent",
    "Upload",
    "__version__",
    "_event",
    "block_growth",
    "client_command",
    "client_cursor_position",
    "client_edit",
    "client_show_directory",
    "client_show_file",
    "client_tool_definition",
    "error_table",
    "from_json",
    "header_to_show",
    "is_secret_header",
    "mark_cache",
    "mcp_check_name",
    "mcp_to_blocks",
    "mcp_to_contents",
    "mcp_to_resource",
    "mcp_to_turn",
    "no_thread",
    "option_slip",
    "refuse_webhook",
    "register_models",
    "report_unraisable",
    "runtime_configure",
    "set_log_level",
    "to_json",
    "to_utf8",
    "tool_arguments_invalid",
    "tool_cancelled",
    "tool_content",
    "tool_denied",
    "tool_not_sendable",
    "tool_raised",
    "tool_timed_out",
    "tool_without_reason",
    "transform_schema",
    "typed",
    "usage_sum",
]

_Turn: TypeAlias = Mapping[str, Any] | Model | str | bytes

__version__: str
CREATE: Final[int]
STREAM: Final[int]
RAW: Final[int]
CREATE_RAW: Final[int]
RAW_STREAM: Final[int]
EVENTS: Final[int]
TURN: Final[int]

_Spec: TypeAlias = (
    type[Model]
    | tuple[Literal["list"], Any]
    | tuple[Literal["union"], str, dict[str, type[Model]], type[Model]]
)

@final
class Client:
    def __new__(
        cls,
        settings: dict[str, Any],
        *,
        from_env: bool = True,
        has_key_function: bool = False,
        hook: Any = None,
        hooks: tuple[Any, list[tuple[str, list[str]]]] | None = None,
    ) -> Client: ...
    @property
    def number(self) -> int: ...
    @property
    def stop_reason_counts(self) -> dict[str, int]: ...
    @property
    def limiter_state(self) -> str: ...
    def stats(self) -> str: ...
    def usage_report(self, reset: bool) -> str: ...
    def prometheus_text(self) -> str: ...
    @property
    def base_url(self) -> str: ...
    @property
    def vendor(self) -> str: ...
    @property
    def log_level(self) -> int | None: ...
    def with_options(self, options: dict[str, Any]) -> Client: ...
    def submit(
        self,
        port: Port,
        mode: int,
        body: Any = None,
        options: dict[str, Any] | None = None,
        credential: str | None = None,
        method: str | None = None,
        path: str | None = None,
        context: Context | None = None,
    ) -> Op: ...
    def call(
        self,
        body: Any,
        options: dict[str, Any] | None = None,
        credential: str | None = None,
        mode: int = 0,
        method: str | None = None,
        path: str | None = None,
    ) -> Any: ...

@final
class Port:
    def __new__(cls) -> Port: ...
    @staticmethod
    def hosted() -> Port: ...
    @staticmethod
    def borrow() -> Port: ...
    def give_back(self) -> None: ...
    def fileno(self) -> int: ...
    def drain(self) -> list[tuple[int, list[Any] | BaseException | None]]: ...
    def clear(self) -> None: ...
    def close(self) -> None: ...
    def logs(self) -> list[tuple[int, str, dict[str, str], int]]: ...
    def stops(self) -> list[tuple[int, str, str | None, str, str, int] | tuple[int, int, str, int]]: ...
    def context(self, token: int) -> Context | None: ...

@final
class Op:
    @property
    def token(self) -> int: ...
    def take(self) -> list[Any] | None: ...
    def wait(self) -> list[Any]: ...
    def texts(self) -> list[str] | None: ...
    def wait_texts(self) -> list[str]: ...
    def unread(self, left: int) -> list[Any]: ...
    def cancel(self) -> None: ...
    @property
    def head(self) -> ResponseInfo | None: ...
    def take_head(self) -> ResponseInfo | None: ...
    def wait_head(self) -> ResponseInfo | None: ...
    def snapshot(self, consumed: int) -> Message | None: ...
    def finish(self, event: Event, consumed: int) -> bool: ...
    def final_message(self) -> Message: ...
    def reply(self) -> Reply: ...
    def drop_context(self) -> None: ...
    def drop_context_quietly(self, port: Port) -> bool: ...
    def answer(self, credential: str | dict[str, Any]) -> None: ...
    def refuse(self, message: str) -> None: ...
    def answer_hook(self, result: str, body: bytes | None = None) -> None: ...
    def fail_hook(self, message: str) -> None: ...
    def wait_left(self) -> bool: ...

@final
class CredentialRequest:
    """Why the function for credentials is asked, and the attempt that its answer is for."""

    @property
    def attempt(self) -> int:
        """The attempt of the call: 1 for the first."""
    @property
    def after_refusal(self) -> bool:
        """The service refused the credential given before: a cached one should be dropped."""
    @property
    def ahead(self) -> bool:
        """The credential given before is still valid, and is to be renewed ahead of its end: if the function fails now,
        the call uses the old one."""
    @property
    def method(self) -> str:
        """The method of the request, for example ``POST``."""
    @property
    def url(self) -> str:
        """The address of the request, query included."""
    @property
    def headers(self) -> dict[str, str]:
        """The headers of the request so far, names in lower case. ``host``, ``content-length`` and, where it is not
        there, ``accept-encoding`` are added later."""
    @property
    def body(self) -> bytes | None:
        """The body as it will be sent, ``b""`` without one; ``None`` if it is a stream, which is read while it is
        sent."""

@final
class HookCall:
    """A call before an attempt, as a hook sees it."""

    @property
    def id(self) -> str:
        """The call: the same text for all its attempts, and in ``CallEnd.id``; other calls have others."""
    @property
    def attempt(self) -> int:
        """The attempt that is about to be made: 1 for the first."""
    @property
    def model(self) -> str | None:
        """The model; ``None`` if the request names none."""
    @property
    def labels(self) -> list[str]:
        """The labels of the call."""
    @property
    def stream(self) -> bool:
        """Whether the answer is asked for as a stream."""
    @property
    def method(self) -> str:
        """The method of the request, for example ``POST``."""
    @property
    def url(self) -> str:
        """The address of the request, query included."""
    @property
    def headers(self) -> dict[str, str]:
        """The headers of the request so far, names in lower case: those of earlier hooks are among them, the credential
        is not."""
    @property
    def body(self) -> bytes | None:
        """The body as it will be sent, ``b""`` without one; ``None`` if it is a stream, which is read while it is
        sent."""

@final
class HookQuestion:
    @property
    def hook(self) -> int: ...
    @property
    def method(self) -> str: ...
    @property
    def about(self) -> Any: ...

@final
class ResponseInfo:
    @property
    def status(self) -> int: ...
    @property
    def request_id(self) -> str | None: ...
    @property
    def headers(self) -> Headers: ...
    @property
    def attempts(self) -> int: ...
    @property
    def waits(self) -> list[float]: ...
    @property
    def queued(self) -> float: ...
    @property
    def route(self) -> str | None: ...
    @property
    def rate_limits(self) -> RateLimits: ...

@final
class RawAnswer:
    def __new__(cls, info: ResponseInfo, content: bytes) -> RawAnswer: ...
    @property
    def info(self) -> ResponseInfo: ...
    @property
    def content(self) -> bytes: ...
    @property
    def text(self) -> str: ...
    def json(self) -> Any: ...
    def typed(self, root: str) -> Any: ...
    def refusal(self, endpoint: str) -> str | None: ...
    def message(self) -> Any: ...

@final
class ResourceCall:
    @property
    def operation(self) -> str: ...
    @staticmethod
    def whole(
        name: str, ids: Sequence[str] = ..., query: Sequence[tuple[str, str]] = ..., body: Any = None
    ) -> ResourceCall: ...
    @staticmethod
    def pieces(name: str, ids: Sequence[str]) -> ResourceCall: ...
    @staticmethod
    def results(id: str) -> ResourceCall: ...
    @staticmethod
    def results_of(batch: Any) -> ResourceCall: ...
    @staticmethod
    def upload(file: Upload, expires_in_seconds: int | None) -> ResourceCall: ...
    @staticmethod
    def skill(display_name: str | None, files: Sequence[Upload]) -> ResourceCall: ...
    @staticmethod
    def skill_version(id: str, files: Sequence[Upload]) -> ResourceCall: ...
    @staticmethod
    def raw_content(method: str, path: str, content: Upload, streams: bool) -> ResourceCall: ...
    @staticmethod
    def raw_form(
        method: str, path: str, parts: Sequence[tuple[str, str | Upload]], streams: bool
    ) -> ResourceCall: ...
    @staticmethod
    def download(id: str, path: str | PathLike[str], max_bytes: int | None) -> ResourceCall: ...
    @staticmethod
    def wait(
        id: str, first: float | None = None, longest: float | None = None, limit: float | None = None
    ) -> ResourceCall: ...
    @staticmethod
    def drain(limit: float) -> ResourceCall: ...

@final
class Pages:
    def __new__(
        cls, name: str, ids: Sequence[str] = ..., query: Sequence[tuple[str, str]] = ...
    ) -> Pages: ...
    def next(self) -> ResourceCall | None: ...
    @property
    def has_next(self) -> bool: ...
    def after(self, page: RawAnswer) -> Pages: ...

@final
class Upload:
    @staticmethod
    def path(path: str | PathLike[str]) -> Upload: ...
    @staticmethod
    def of_bytes(name: str, content: bytes | bytearray) -> Upload: ...
    @staticmethod
    def reader(name: str, read: Callable[[], bytes | bytearray | None]) -> Upload: ...
    @staticmethod
    def feed(name: str, feed: Feed) -> Upload: ...
    def with_(
        self, name: str | None = None, media_type: str | None = None, length: int | None = None
    ) -> Upload: ...

@final
class Feed:
    def __new__(cls, wanted: Callable[[], object]) -> Feed: ...
    def give(self, piece: bytes | bytearray) -> None: ...
    def end(self) -> None: ...
    def fail(self, why: str) -> None: ...

@final
class BatchRun:
    def __new__(
        cls,
        state: str | PathLike[str] | None = None,
        requests: int | None = None,
        bytes: int | None = None,
        first: float | None = None,
        longest: float | None = None,
        limit: float | None = None,
    ) -> BatchRun: ...
    def push(self, custom_id: str, params: Any) -> bool: ...
    def close(self) -> None: ...
    def submit(self) -> ResourceCall: ...
    def results(self) -> ResourceCall: ...

@final
class BatchWriter:
    def __new__(cls) -> BatchWriter: ...
    def push(self, custom_id: str, params: Any) -> None: ...
    def finish(self) -> ResourceCall: ...

@final
class RawJSON:
    def __new__(cls, text: str) -> RawJSON: ...
    @property
    def text(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Any: ...

@disjoint_base
class Event:
    __match_args__: tuple[str, ...]
    @property
    def type(self) -> Any: ...
    @property
    def index(self) -> Any: ...
    @property
    def raw(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> str: ...
    # Added by `import parlour.compat`.
    def model_dump(self, **options: Any) -> dict[str, Any]: ...
    def model_dump_json(self, **options: Any) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class MessageStartEvent(Event):
    @property
    def type(self) -> Literal["message_start"]: ...
    @property
    def message(self) -> Message: ...

@final
class ContentBlockStartEvent(Event):
    @property
    def type(self) -> Literal["content_block_start"]: ...
    @property
    def index(self) -> int: ...
    @property
    def content_block(self) -> ContentBlock: ...

@final
class ContentBlockDeltaEvent(Event):
    @property
    def type(self) -> Literal["content_block_delta"]: ...
    @property
    def index(self) -> int: ...
    @property
    def delta(self) -> ContentBlockDelta: ...
    @property
    def text(self) -> str | None: ...
    @property
    def partial_json(self) -> str | None: ...
    @property
    def thinking(self) -> str | None: ...

@final
class ContentBlockStopEvent(Event):
    @property
    def type(self) -> Literal["content_block_stop"]: ...
    @property
    def index(self) -> int: ...
    @property
    def content_block(self) -> ContentBlock:
        """The whole block. Of the events of ``messages.stream()``: the others raise ``AttributeError``."""

@final
class MessageDeltaEvent(Event):
    @property
    def type(self) -> Literal["message_delta"]: ...
    @property
    def delta(self) -> MessageDelta: ...
    @property
    def usage(self) -> MessageDeltaUsage: ...

@final
class MessageStopEvent(Event):
    @property
    def type(self) -> Literal["message_stop"]: ...
    @property
    def message(self) -> Message:
        """The whole message. Of the events of ``messages.stream()``: the others raise ``AttributeError``."""

@final
class PingEvent(Event):
    @property
    def type(self) -> Literal["ping"]: ...

@final
class UnknownEvent(Event):
    @property
    # Any other string at run time; a literal here lets type checkers distinguish the known events.
    def type(self) -> Literal["unknown"]: ...

@final
class Emulator:
    def __new__(
        cls,
        *,
        vendor: str | None = None,
        version: str | None = None,
        betas: Sequence[str] | None = None,
        seed: int = 0,
        api_key: str | None = None,
        requests_per_minute: int | None = None,
        tokens_per_minute: int | None = None,
        input_tokens_per_minute: int | None = None,
        output_tokens_per_minute: int | None = None,
        pace_ms: float = 0.0,
        batch_polls: int = 2,
        keep_requests: int = 10_000,
        port: int = 0,
        models: str | None = None,
    ) -> Emulator: ...
    @property
    def url(self) -> str: ...
    @property
    def api_key(self) -> str: ...
    def requests(self) -> list[dict[str, Any]]: ...
    def script_json(self, script: str) -> None: ...
    def push_json(self, reply: str) -> None: ...
    @property
    def script_left(self) -> int: ...
    def clear(self) -> None: ...
    def set_keys(self, keys: Sequence[str]) -> None: ...
    def end_batches(self) -> None: ...
    @property
    def open_connections(self) -> int: ...
    @property
    def accepted_connections(self) -> int: ...
    @property
    def closed_early(self) -> int: ...
    @property
    def answered(self) -> int: ...
    def wait_requests(self, count: int, timeout: float = 10.0) -> bool: ...
    def wait_closed_early(self, count: int, timeout: float = 10.0) -> bool: ...
    def wait_open_connections(self, count: int, timeout: float = 10.0) -> bool: ...
    def stop(self) -> None: ...

@final
class Trimmed:
    """The turns that a limit removed."""

    @property
    def removed(self) -> int:
        """How many turns were removed."""
    @property
    def within(self) -> bool:
        """Whether the limit holds now. It cannot where the last exchange alone is larger: that one is never split."""

@final
class TokenSearch:
    """The search for the longest end of a conversation that fits a budget which the service counts."""

    def __new__(cls, conversation: Conversation, tokens: int) -> TokenSearch: ...
    def next(self) -> int | None: ...
    def counted(self, tokens: int) -> None: ...
    def trim(self, conversation: Conversation) -> Trimmed: ...

@final
class Repair:
    """One change of a history that could not have been sent."""

    @property
    def turn(self) -> int:
        """The turn, by its index before the repair."""
    @property
    def kind(self) -> str:
        """The change, an open set: ``"answered_call"``, ``"removed_orphan_result"``, ..."""
    @property
    def subject(self) -> str | None:
        """The call of a tool that it was about."""

@final
class Conversation:
    """The turns of a conversation, oldest first.

    Each turn is serialised once, when it is added, and sent unchanged: equal histories are equal bytes, which
    is what the prompt cache compares. Any thread may use it.
    """

    def __new__(cls, messages: Iterable[_Turn] | None = None) -> Self: ...
    @classmethod
    def from_json(cls, text: str) -> Conversation:
        """Reads the JSON of :meth:`to_json`, from any language, or a plain array of messages."""
    def to_json(self) -> str:
        """The conversation as JSON text."""
    def add(self, turn: _Turn) -> None:
        """Adds a turn: a mapping or model with ``role`` and ``content``, or its JSON text. ``ConfigError``
        for other values."""
    def add_user(self, content: str | Sequence[Any]) -> None:
        """Adds a turn of the caller: text, or a list of blocks."""
    def add_assistant(self, content: str | Sequence[Any]) -> None:
        """Adds a turn of the model: text, or a list of blocks."""
    def add_reply(self, message: Message | Mapping[str, Any] | str | bytes) -> bool:
        """Adds an answer as the turn it has to be sent back as. False, and nothing is added, for one without
        content."""
    def body(self, **params: Any) -> bytes:
        """The request that sends this conversation with these parameters, as JSON: the first argument of
        ``messages.create()`` and ``messages.stream()``."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...
    def rewind(self, count: int) -> None:
        """Takes turns back: only the first ``count`` stay."""
    def keep_last(self, turns: int) -> Trimmed:
        """Keeps at most the last ``turns`` turns, and never parts a call from its result. Tool changes of
        removed system messages are kept, in one system message."""
    def keep_tokens(self, tokens: int) -> Trimmed:
        """Keeps the longest end of at most so many tokens, by :attr:`estimated_tokens`."""
    def cut_before(self, first: int) -> bool:
        """Drops the turns before ``first``. False, and nothing happens, if a cut there would break the history."""
    def cut_points(self) -> list[int]:
        """The indices at which the conversation may begin, ascending."""
    def repair(self) -> list[Repair]:
        """Makes the history acceptable to the service, and returns the changes."""
    @property
    def estimated_tokens(self) -> int:
        """An estimate of the input tokens of all turns; nothing is asked of the service."""
    def __copy__(self) -> Conversation: ...
    def __deepcopy__(self, memo: Any, /) -> Conversation: ...

@final
class CacheChange:
    """Where two requests part, so that the prompt cache was read up to there at most."""

    @staticmethod
    def between(before: Any, now: Any) -> CacheChange | None:
        """Where the second request parts from the first; ``None`` if it repeats all of it. Both are whole requests:
        what ``Conversation.body()`` gave, JSON as bytes, or a mapping."""
    @staticmethod
    def reported_by(message: Message | Mapping[str, Any] | bytes) -> str | None:
        """The part of the request that the service names in the ``diagnostics`` of an answer, if it names one."""
    @property
    def part(self) -> str:
        """The part of the request, in the order of the prefix: ``"model"``, ``"speed"``, ``"tools"``, ``"system"``,
        ``"tool_choice"``, ``"thinking"`` or ``"messages"``."""
    @property
    def index(self) -> int | None:
        """The element of ``tools`` or ``messages``; ``None`` for the other parts."""
    @property
    def offset(self) -> int:
        """The byte at which the JSON texts of the two part."""

def mark_cache(
    request: Mapping[str, Any] | bytes, /, *, stable: Literal["5m", "1h"] = "5m"
) -> dict[str, Any]:
    """The parameters of a request with cache markers where they pay: at the ends of the tools and of the system prompt
    for the lifetime ``stable``, and at the end of the messages for five minutes. A request with markers of its own is
    given back as it is.

    ``messages`` may be left out: mark the other parameters once, and give them to ``Conversation.body()`` each time.
    """

@final
class Body:
    def to_bytes(self) -> bytes: ...

@final
class Reply:
    def __new__(cls, message: Any) -> Self: ...

_Call: TypeAlias = tuple[str, str, str | None, str, bool]
"""Id, name, toolset, the input's JSON text, whether it was refused."""

@final
class ToolLoop:
    def __new__(cls, request: Any, limits: dict[str, Any] | None = None) -> Self: ...
    @staticmethod
    def over(conversation: Conversation, settings: Any, limits: dict[str, Any] | None = None) -> ToolLoop: ...
    @staticmethod
    def from_json(text: str) -> ToolLoop: ...
    def to_json(self) -> str: ...
    def request(self) -> Body | None: ...
    def received(self, reply: Reply, functions: dict[str, Any], toolsets: dict[str, Any]) -> list[_Call]: ...
    def open_calls(self) -> list[_Call]: ...
    def begin_call(self, functions: dict[str, Any], toolsets: dict[str, Any]) -> _Call | None: ...
    def begin_early(
        self, op: Op, index: int, functions: dict[str, Any], toolsets: dict[str, Any]
    ) -> _Call | None: ...
    def is_running(self, id: str) -> bool: ...
    def finish_call(self, id: str, content: Any, is_error: bool) -> bool: ...
    def calls_done(self) -> bool: ...
    def append(self, turns: Any) -> None: ...
    def results(self) -> dict[str, Any] | None: ...
    def say(self, content: Any) -> None: ...
    def cancel(self) -> None: ...
    @property
    def end(self) -> str | None: ...
    @property
    def requests(self) -> int: ...
    @property
    def usage(self) -> dict[str, Any]: ...
    @property
    def settings(self) -> dict[str, Any]: ...
    def set_settings(self, settings: Any) -> None: ...
    def add_tool(self, definition: Any) -> None: ...
    def offer_tool(self, definition: Any) -> bool: ...
    def remove_tool(self, name: str) -> bool: ...
    def conversation(self) -> Conversation: ...
    def set_conversation(self, conversation: Conversation) -> None: ...

@final
class AnswerPlan:
    def __new__(cls, request: Any, schema: Any, options: dict[str, Any] | None = None) -> Self: ...
    def body(self) -> Body: ...
    @property
    def method(self) -> Literal["format", "tool"]: ...
    @property
    def moved(self) -> list[str]: ...
    def partial(self) -> PartialAnswer: ...
    def outcome(
        self, reply: Reply
    ) -> tuple[Literal["value", "refused", "cut", "invalid"], str, str | None]: ...
    def next_body(self) -> Body | None: ...
    def received(self, reply: Reply, misfit: str | None) -> None: ...
    def failed(self) -> bool: ...

@final
class PartialMessage:
    def read(self) -> Message: ...

@final
class PartialAnswer:
    def take(self, events: list[Any]) -> bool: ...
    @property
    def value(self) -> Any: ...
    @property
    def error(self) -> str | None: ...

def client_tool_definition(tool: str, supported: Sequence[str]) -> str: ...
def client_command(
    tool: str, member: str | None, input: str
) -> tuple[str, str, str | None, str, str | None, str | None]: ...
def client_show_file(input: str, text: str) -> str: ...
def client_show_directory(input: str, entries: list[tuple[str, int]]) -> str: ...
def client_edit(input: str, text: str) -> tuple[str, str]: ...
def client_cursor_position(x: int, y: int) -> str: ...
def block_growth(kind: str, has_input: bool) -> Literal["text", "thinking", "input", "compaction"] | None: ...
def mcp_check_name(name: str) -> None: ...
def mcp_to_blocks(value: str) -> str: ...
def mcp_to_contents(content: str) -> str: ...
def mcp_to_resource(uri: str, content: str) -> str: ...
def mcp_to_turn(message: str) -> str: ...
def transform_schema(schema: Any) -> tuple[dict[str, Any], list[str]]: ...
def option_slip(name: str, options: Sequence[str]) -> str | None: ...
def tool_arguments_invalid(tool: str, reasons: Sequence[str]) -> str: ...
def tool_cancelled() -> str: ...
def tool_content(value: Any) -> bytes: ...
def tool_denied() -> str: ...
def tool_not_sendable(reason: str) -> str: ...
def tool_raised(name: str, text: str) -> str: ...
def tool_timed_out(seconds: float) -> str: ...
def tool_without_reason() -> str: ...
def usage_sum(usages: Sequence[Any]) -> dict[str, Any]: ...

@final
class PartialJSON:
    """A JSON text that is still arriving, and its value so far: the input of a tool, or an answer in JSON.

    The value may be read after any piece, in time proportional to the new text. Malformed text is a state,
    not an exception. ``trailing_strings=False`` leaves an unfinished string out with its key. For one thread
    at a time.
    """

    def __new__(cls, *, trailing_strings: bool = True) -> Self: ...
    def push(self, piece: str) -> None:
        """Takes the next piece of the text. After an :attr:`error` nothing is taken any more."""
    @property
    def value(self) -> Any:
        """The value so far; ``None`` as long as nothing of it can be shown. The same objects each time, which grow:
        copy them to keep a state."""
    @property
    def is_complete(self) -> bool:
        """Whether one whole value has arrived."""
    @property
    def error(self) -> str | None:
        """Why the text can never become JSON, whatever follows."""

def error_table() -> list[tuple[int, str, bool]]: ...
def no_thread(doing: str, cause: str) -> NoReturn: ...
def typed(root: str, json: bytes) -> Any: ...
def refuse_webhook(
    body: bytes,
    headers: Sequence[tuple[str, str]],
    secrets: Sequence[str],
    tolerance: float | None = None,
    now: float | None = None,
) -> tuple[str, str] | None: ...
def register_models(schema: dict[type, dict[str, _Spec]], roots: dict[str, _Spec]) -> None: ...
def to_utf8(text: str) -> bytes: ...
def set_log_level(level: int) -> bool: ...
def header_to_show(name: str, value: str) -> str: ...
def is_secret_header(name: str) -> bool: ...
def report_unraisable(error: BaseException, object: object) -> None: ...
def runtime_configure(worker_threads: int) -> None: ...
def to_json(value: Any) -> bytes: ...
def from_json(text: str | bytes) -> Any: ...
def _event(name: str, json: str, part: Any = None) -> Event: ...

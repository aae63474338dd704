"""The family of exceptions."""

import asyncio
import copy
import io
import logging
import pickle
import socket
import traceback

import pytest

import parlour
from parlour import _native
from parlour._types import errors
from parlour.testing import Emulator
from support import ask, delta, start

SECRET = "sk-very-secret-0123456789abcdef"

STATUSES = {
    400: parlour.BadRequestError,
    401: parlour.AuthenticationError,
    402: parlour.BillingError,
    403: parlour.PermissionDeniedError,
    404: parlour.NotFoundError,
    409: parlour.ConflictError,
    413: parlour.RequestTooLargeError,
    422: parlour.UnprocessableEntityError,
    429: parlour.RateLimitError,
    500: parlour.InternalServerError,
    503: parlour.ServiceUnavailableError,
    504: parlour.DeadlineExceededError,
    529: parlour.OverloadedError,
    418: parlour.APIStatusError,
}

ATTRIBUTES = (
    *(
        "kind",
        "code",
        "message",
        "status_code",
        "type",
        "request_id",
        "body",
        "raw_body",
        "attempts",
        "waits",
    ),
    *(
        "retry_after",
        "not_retried",
        "subkind",
        "is_retryable",
        "is_mid_stream",
        "saw_stop_reason",
        "is_spend_cap",
        "partial_message",
    ),
)


def closed_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_every_kind_of_the_core_has_its_class() -> None:
    table = _native.error_table()
    assert len(table) >= 22
    assert {code for code, _, _ in table} == set(errors.CLASSES)
    for code, kind, retryable in table:
        cls = errors.CLASSES[code]
        assert (cls.code, cls.kind) == (code, kind)
        assert getattr(parlour, cls.__name__) is cls, "every class is public"
        made = errors._make(
            {"code": code, "kind": kind, "message": "m", "display": "d", "retryable": retryable}
        )
        assert type(made) is cls
        assert made.is_retryable is retryable
        assert str(made) == "d"
        assert isinstance(made, parlour.ParlourError)


def test_the_family_is_the_usual_one() -> None:
    assert all(issubclass(cls, parlour.APIStatusError) for cls in STATUSES.values())
    assert issubclass(parlour.APIStatusError, parlour.APIError)
    assert issubclass(parlour.APITimeoutError, parlour.APIConnectionError)
    assert issubclass(parlour.APIConnectionError, parlour.APIError)
    assert issubclass(parlour.OverloadedError, parlour.InternalServerError)


@pytest.mark.parametrize("status", STATUSES)
def test_each_status_raises_its_class(emulator: Emulator, client: parlour.Client, status: int) -> None:
    emulator.push({"status": status, "text": ""})
    with pytest.raises(parlour.APIStatusError) as caught:
        client.messages.create(**ask())
    assert type(caught.value) is STATUSES[status]
    assert caught.value.status_code == status


def test_attributes(emulator: Emulator, client: parlour.Client) -> None:
    sent = {
        "type": "error",
        "error": {"type": "rate_limit_error", "message": "too fast"},
        "request_id": "req_9",
    }
    emulator.push(
        {
            "status": 429,
            "json": sent,
            "headers": {"retry-after": "0.01", "request-id": "req_9", "x-more": ["a", "b"]},
            "repeat": 2,
        }
    )
    with pytest.raises(parlour.RateLimitError) as caught:
        client.messages.create(**ask(), max_retries=1)
    error = caught.value
    assert (error.status_code, error.type, error.message, error.request_id) == (
        429,
        "rate_limit_error",
        "too fast",
        "req_9",
    )
    assert error.headers["X-More"] == "a, b" or error.headers.get_list("x-more") == ["a", "b"]
    assert error.body == sent
    assert error.attempts == 2
    assert len(error.waits) == 1
    assert error.retry_after == 0.01
    assert error.is_retryable
    assert error.partial_message is None
    assert "req_9" in str(error)
    assert "too fast" in str(error)


def test_partial_message(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push({"sse": [*start(), delta("half")], "fault": {"close_after": "content_block_delta"}})
    with client.messages.stream(**ask()) as stream, pytest.raises(parlour.APIError) as caught:
        stream.until_done()
    partial = caught.value.partial_message
    assert isinstance(partial, parlour.types.Message)
    assert partial.text == "half"
    assert caught.value.is_mid_stream
    assert not caught.value.saw_stop_reason


def test_a_partial_message_is_made_when_it_is_asked_for(emulator: Emulator, client: parlour.Client) -> None:
    """A stream of tens of thousands of blocks would hold a loop while they become objects that nobody reads."""
    emulator.push({"sse": [*start(), delta("half")], "fault": {"close_after": "content_block_delta"}})
    with client.messages.stream(**ask()) as stream, pytest.raises(parlour.APIError) as caught:
        stream.until_done()
    assert isinstance(caught.value.__dict__["_partial"], _native.PartialMessage)
    assert caught.value.partial_message is caught.value.partial_message
    assert isinstance(caught.value.__dict__["_partial"], parlour.types.Message)
    caught.value.partial_message = None
    assert caught.value.partial_message is None


def test_errors_pickle_and_copy_with_all_their_attributes(emulator: Emulator, client: parlour.Client) -> None:
    caught: list[parlour.ParlourError] = []
    emulator.push(
        {"status": 429, "headers": {"retry-after": "3"}},
        {"sse": [*start(), delta("half")], "fault": {"close_after": "content_block_delta"}},
    )
    for call in (
        lambda: client.messages.create(**ask()),
        lambda: client.messages.stream(**ask()).get_final_message(),
        lambda: parlour.Client(base_url="http://127.0.0.1:1", api_key="k", nonsense=1),  # type: ignore[call-arg]
    ):
        with pytest.raises(parlour.ParlourError) as one:
            call()
        caught.append(one.value)
    for error in caught:
        for back in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
            assert type(back) is type(error)
            assert str(back) == str(error)
            for name in [
                "kind",
                "code",
                "message",
                "status_code",
                "type",
                "request_id",
                "body",
                "raw_body",
                "attempts",
                "waits",
                "retry_after",
                "not_retried",
                "subkind",
                "is_retryable",
                "is_mid_stream",
                "saw_stop_reason",
                "is_spend_cap",
                "partial_message",
            ]:
                assert getattr(back, name) == getattr(error, name), name
            assert list(back.headers.items()) == list(error.headers.items())
    assert caught[0].retry_after == 3.0


def test_headers_that_are_secrets_do_not_print(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push({"status": 400, "headers": {"set-cookie": "session=hidden", "x-told": "seen"}})
    with pytest.raises(parlour.BadRequestError) as caught:
        client.messages.create(**ask())
    headers = caught.value.headers
    assert headers["set-cookie"] == "session=hidden"
    assert "hidden" not in repr(headers)
    assert "'x-told': 'seen'" in repr(headers)


def test_connection_errors(emulator: Emulator, client: parlour.Client) -> None:
    away = parlour.Client(
        base_url=f"http://127.0.0.1:{closed_port()}", api_key="k", max_retries=0, from_env=False
    )
    with pytest.raises(parlour.APIConnectionError) as caught:
        away.messages.create(**ask())
    assert caught.value.is_retryable
    assert caught.value.status_code is None
    emulator.push({"fault": "reset_before_headers"})
    with pytest.raises(parlour.APIConnectionError):
        client.messages.create(**ask())


def test_unreadable_answers(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push({"text": "<html>"}, {"text": "<html>"})
    with pytest.raises(parlour.APIResponseValidationError) as caught:
        client.messages.create(**ask())
    assert caught.value.status_code == 200
    raw = client.messages.with_raw_response.create(**ask())
    assert raw.text == "<html>"
    with pytest.raises(parlour.APIResponseValidationError):
        raw.parse()


def test_an_unreadable_event_is_a_failure_of_the_stream(emulator: Emulator, client: parlour.Client) -> None:
    start = {
        "event": "message_start",
        "data": {"type": "message_start", "message": {"id": "m", "type": "message", "content": []}},
    }
    emulator.push({"sse": [start, {"event": "message_stop", "data": "{oops"}]})
    with client.messages.stream(**ask()) as stream, pytest.raises(parlour.StreamError) as caught:
        list(stream)
    assert isinstance(caught.value, parlour.APIResponseValidationError)
    assert type(caught.value) is parlour.StreamDecodeError
    assert (caught.value.kind, caught.value.code, caught.value.is_mid_stream) == ("Decode", 19, True)
    assert caught.value.partial_message is not None


def test_secrets_are_in_no_repr_message_or_traceback(emulator: Emulator) -> None:
    client = emulator.client(api_key=SECRET, max_retries=0, default_headers={"proxy-authorization": SECRET})
    emulator.push({"status": 401}, {"fault": "reset_mid_headers"}, {"status": 500})
    shown = [repr(client), str(client), repr(client.messages), repr(client._native)]
    for call in (
        lambda: client.messages.create(**ask()),
        lambda: client.messages.create(**ask()),
        lambda: asyncio.run(emulator.async_client(api_key=SECRET, max_retries=0).messages.create(**ask())),
        lambda: client.messages.create(**ask(), timeout="x", api_key=SECRET),  # type: ignore[call-overload]
        lambda: client.messages.create(**ask(), api_key=SECRET + "\n"),
        lambda: parlour.Client(base_url="nonsense", api_key=SECRET),
        lambda: parlour.Client(base_url=emulator.url, api_key=SECRET, nonsense=1),  # type: ignore[call-arg]
        lambda: emulator.client(api_key=lambda: SECRET + "\n").messages.create(**ask()),
    ):
        with pytest.raises(Exception) as caught:  # noqa: PT011
            call()
        shown += [str(caught.value), repr(caught.value)]
        shown += traceback.format_exception(caught.value)
        if isinstance(caught.value, parlour.ParlourError):
            shown.append(repr(vars(caught.value)))
            shown.append(pickle.dumps(caught.value).decode("latin-1"))
    emulator.set_keys(SECRET)
    with client.messages.stream(**ask()) as stream:
        shown += [repr(stream), repr(stream.response_info), repr(stream._op)]
    assert emulator.requests[0].headers["x-api-key"] == SECRET
    for text in shown:
        # A traceback contains the file's own lines; the name of the variable is in them, its value must not
        # be.
        assert SECRET not in text


def test_a_server_that_echoes_the_key_does_not_get_it_into_messages(emulator: Emulator) -> None:
    echo = {"type": "error", "error": {"type": "authentication_error", "message": f"bad key {SECRET}"}}
    emulator.push({"status": 401, "json": echo})
    with pytest.raises(parlour.AuthenticationError) as caught:
        emulator.client(api_key=SECRET).messages.create(**ask())
    assert SECRET not in str(caught.value)
    assert SECRET not in repr(caught.value)


def test_what_users_raise_from_can_be_logged(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push({"status": 400})
    out = io.StringIO()
    logger = logging.getLogger("test_what_users_log")
    logger.propagate = False
    logger.addHandler(logging.StreamHandler(out))
    try:
        client.messages.create(**ask())
    except parlour.APIError:
        logger.exception("failed")
    assert "parlour.BadRequestError" in out.getvalue() or "BadRequestError" in out.getvalue()

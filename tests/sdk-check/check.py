"""Checks parlour-emulator with the vendor's Python SDK: what that client takes and understands, the service
speaks well.

Arguments: base address, key. Prints one line per failed check and the counts; exits 1 if one failed."""

import asyncio
import functools
import json
import sys
import traceback
import urllib.request
import warnings

import anthropic
from anthropic import Anthropic, AsyncAnthropic, beta_tool

URL, KEY = sys.argv[1:3]
# The SDK announces the end of models it knows; these are the emulator's own.
warnings.simplefilter("ignore", DeprecationWarning)
MODEL = "claude-sonnet-4-5"
CHECKS = []


def check(function):
    """Registers a check; its name is the promise."""
    CHECKS.append(function)
    return function


@functools.cache
def client(**settings):
    """A client of these settings, made once: making one costs more than most calls."""
    settings.setdefault("max_retries", 0)
    settings.setdefault("api_key", KEY)
    return Anthropic(base_url=URL, **settings)


def ask(text, **more):
    return {"model": MODEL, "max_tokens": 1024, "messages": [{"role": "user", "content": text}], **more}


def fault(**order):
    """An order for one request, as a header."""
    return {"x-emulator-fault": json.dumps(order)}


TRAIN = {
    "name": "find_train",
    "description": "Looks up the next departures between two stations.",
    "input_schema": {
        "type": "object",
        "properties": {"from": {"type": "string"}, "to": {"type": "string"}},
        "required": ["from", "to"],
    },
}


@check
def whole_answer():
    raw = client().messages.with_raw_response.create(**ask("Say hello there", metadata={"user_id": "u1"}))
    message = raw.parse()
    assert message.content[0].text == "hello there", message
    assert message.stop_reason == "end_turn" and message.role == "assistant"
    assert message.usage.input_tokens == 4 and message.usage.output_tokens == 3, message.usage
    assert raw.headers["request-id"].startswith("req_")
    assert int(raw.headers["anthropic-ratelimit-requests-remaining"]) > 0
    assert int(raw.headers["x-ratelimit-remaining-tokens"]) > 0


@check
def conversation():
    turns = [{"role": "user", "content": "My name is Ada."}]
    first = client().messages.create(model=MODEL, max_tokens=100, messages=turns)
    turns += [
        {"role": "assistant", "content": first.content},
        {"role": "user", "content": "What is my name?"},
    ]
    assert (
        client().messages.create(model=MODEL, max_tokens=100, messages=turns).content[0].text
        == "Your name is Ada."
    )


@check
def limits_of_output():
    cut = client().messages.create(**ask("Count to 100") | {"max_tokens": 3})
    assert cut.stop_reason == "max_tokens" and cut.content[0].text == "1 2 3 4 5 6 ", cut
    stopped = client().messages.create(**ask("Count to 100", stop_sequences=[" 7"]))
    assert (stopped.stop_reason, stopped.stop_sequence, stopped.content[0].text) == (
        "stop_sequence",
        " 7",
        "1 2 3 4 5 6",
    )


@check
def stream_helper():
    whole = client().messages.create(**ask("Count to 200"))
    with client().messages.stream(**ask("Count to 200")) as stream:
        text = "".join(stream.text_stream)
        final = stream.get_final_message()
        assert stream.request_id.startswith("req_")
    assert text == whole.content[0].text == final.content[0].text
    assert final.usage.output_tokens == whole.usage.output_tokens
    assert final.stop_reason == "end_turn"


@check
def raw_stream():
    kinds = [event.type for event in client().messages.create(**ask("Say hi", stream=True))]
    # The SDK swallows pings.
    assert kinds[:2] == ["message_start", "content_block_start"], kinds
    assert kinds[-3:] == ["content_block_stop", "message_delta", "message_stop"], kinds


@check
def stream_framings_are_read():
    for order in ({"newline": "\r\n"}, {"pieces": 7}, {"gzip": True}, {"edit": {"data_lines": True}}):
        with client().messages.stream(**ask("Say: naïve 日本語"), extra_headers=fault(**order)) as stream:
            assert stream.get_final_text() == "naïve 日本語", order


@check
def async_client():
    async def run():
        async with AsyncAnthropic(base_url=URL, api_key=KEY, max_retries=0) as many:
            answers = await asyncio.gather(*(many.messages.create(**ask(f"Say {n}")) for n in range(10)))
            assert [a.content[0].text for a in answers] == [str(n) for n in range(10)]
            async with many.messages.stream(**ask("Say hi")) as stream:
                assert await stream.get_final_text() == "hi"

    asyncio.run(run())


@check
def tools_streamed_and_continued():
    with client().messages.stream(**ask("Next train from Lyon to Turin?", tools=[TRAIN])) as stream:
        partial = [e.partial_json for e in stream if e.type == "input_json"]
        turn = stream.get_final_message()
    assert turn.stop_reason == "tool_use"
    call = turn.content[-1]
    assert call.name == "find_train" and call.input == {"from": "Lyon", "to": "Turin"}, call
    assert json.loads("".join(partial)) == call.input
    result = {"type": "tool_result", "tool_use_id": call.id, "content": "18:42, platform 3"}
    turns = [
        {"role": "user", "content": "Next train from Lyon to Turin?"},
        {"role": "assistant", "content": turn.content},
        {"role": "user", "content": [result]},
    ]
    done = client().messages.create(model=MODEL, max_tokens=100, messages=turns, tools=[TRAIN])
    assert "18:42, platform 3" in done.content[0].text


@check
def tool_choice():
    forced = client().messages.create(
        **ask("hm", tools=[TRAIN], tool_choice={"type": "tool", "name": "find_train"})
    )
    assert [b.type for b in forced.content] == ["tool_use"]
    none = client().messages.create(**ask("find_train", tools=[TRAIN], tool_choice={"type": "none"}))
    assert none.stop_reason == "end_turn"


@check
def tool_runner_of_the_sdk():
    @beta_tool
    def add_numbers(a: int, b: int) -> str:
        """Adds two numbers.

        Args:
            a: one
            b: other
        """
        return str(a + b)

    runner = client().beta.messages.tool_runner(**ask("Use add_numbers on 17 and 25"), tools=[add_numbers])
    assert "42" in runner.until_done().content[0].text


@check
def thinking():
    settings = ask("Why is the sky blue?", thinking={"type": "enabled", "budget_tokens": 1024}) | {
        "max_tokens": 4000
    }
    with client().messages.stream(**settings) as stream:
        turn = stream.get_final_message()
    assert [b.type for b in turn.content] == ["thinking", "text"]
    assert turn.content[0].signature and turn.content[0].thinking
    turns = [
        settings["messages"][0],
        {"role": "assistant", "content": turn.content},
        {"role": "user", "content": "And?"},
    ]
    client().messages.create(**settings | {"messages": turns})
    turn.content[0].thinking += "!"
    refused(anthropic.BadRequestError, "messages.1.content.0.signature", **settings | {"messages": turns})


@check
def caching():
    settings = ask(
        "Say ok", system=[{"type": "text", "text": "x" * 8000, "cache_control": {"type": "ephemeral"}}]
    )
    first, second = (client().messages.create(**settings).usage for _ in range(2))
    assert (first.cache_creation_input_tokens, first.cache_read_input_tokens) == (2000, 0), first
    assert (second.cache_creation_input_tokens, second.cache_read_input_tokens) == (0, 2000), second
    assert first.cache_creation.ephemeral_5m_input_tokens == 2000


@check
def images_and_documents():
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
    document = {
        "type": "document",
        "title": "Colours",
        "citations": {"enabled": True},
        "source": {"type": "text", "media_type": "text/plain", "data": "Grass is green. Sky is blue."},
    }
    seen = client().messages.create(**ask([image, {"type": "text", "text": "What is it?"}]))
    assert "one image" in seen.content[0].text
    with client().messages.stream(**ask([document, {"type": "text", "text": "Colour?"}])) as stream:
        cited = stream.get_final_message().content[-1]
    assert (
        cited.citations[0].cited_text == "Grass is green." and cited.citations[0].document_title == "Colours"
    )


@check
def count_tokens():
    counted = client().messages.count_tokens(
        model=MODEL, messages=[{"role": "user", "content": "Say hello there"}]
    )
    assert counted.input_tokens == 4


@check
def models():
    listed = [m.id for m in client().models.list(limit=2)]
    assert len(listed) == len(set(listed)) >= 6, listed
    assert client().models.retrieve("claude-opus-4-5").id == "claude-opus-4-5-20251101"
    assert client().models.retrieve("claude-opus-4-5").max_tokens == 64000


@check
def batches():
    one = {"custom_id": "one", "params": ask("Say one")}
    bad = {"custom_id": "bad", "params": {"model": MODEL, "max_tokens": -1, "messages": []}}
    api = client().messages.batches
    made = api.create(requests=[one, bad])
    assert made.processing_status == "in_progress" and made.request_counts.processing == 2
    assert any(b.id == made.id for b in api.list(limit=1))
    while (batch := api.retrieve(made.id)).processing_status != "ended":
        pass
    assert (batch.request_counts.succeeded, batch.request_counts.errored) == (1, 1)
    results = {r.custom_id: r.result for r in api.results(made.id)}
    assert results["one"].message.content[0].text == "one"
    assert results["bad"].error.error.type == "invalid_request_error"
    assert api.delete(made.id).type == "message_batch_deleted"
    other = api.create(requests=[one])
    assert api.cancel(other.id).processing_status == "canceling"
    assert api.retrieve(other.id).request_counts.canceled == 1


@check
def files():
    api = client().files
    made = api.upload(file=("dir/map.txt", b"four", "text/plain"), expires_in_seconds=3600)
    assert (made.filename, made.mime_type, made.size_bytes) == ("map.txt", "text/plain", 4), made
    assert made.downloadable is False and made.expires_at is not None, made
    assert api.retrieve_metadata(made.id) == made
    try:
        api.download(made.id)
    except anthropic.BadRequestError as error:
        assert error.body["error"]["details"]["error_code"] == "file_not_downloadable"
    else:
        raise AssertionError("an upload was handed out")
    plot = api.upload(file=("plot.png", b"\x89PNG", "image/png"), extra_headers={"x-emulator-made": "tool"})
    assert api.download(plot.id).read() == b"\x89PNG"
    listed = [file.id for file in api.list(limit=1)]
    assert listed[:2] == [plot.id, made.id], listed

    def shown(file):
        content = [
            {"type": "document", "source": {"type": "file", "file_id": file}},
            {"type": "text", "text": "say seen"},
        ]
        turns = [{"role": "user", "content": content}]
        return client().messages.create(model=MODEL, max_tokens=9, messages=turns).content[0].text

    assert shown(made.id) == "seen"
    for file, kind in [("file_none", anthropic.NotFoundError), (plot.id, anthropic.BadRequestError)]:
        try:
            shown(file)
        except kind:
            continue
        raise AssertionError(f"{file} was shown")
    assert api.delete(made.id).type == "file_deleted"
    assert made.id not in [file.id for file in api.list()]


@check
def skills():
    def sheet(description):
        text = f"---\nname: maps\ndescription: {description}\n---\n# How\n"
        return ("maps/SKILL.md", text.encode(), "text/markdown")

    api = client().skills
    made = api.create(files=[sheet("Reads maps."), ("maps/a/b.txt", b"x", "text/plain")], display_name="Maps")
    assert made.display_name == "Maps" and made.source.type == "custom", made
    newer = api.versions.create(made.id, files=[sheet("Reads more maps.")])
    assert api.retrieve(made.id).latest_version_id == newer.id
    versions = list(api.versions.list(made.id, limit=1))
    assert [v.description for v in versions] == ["Reads more maps.", "Reads maps."], versions
    assert api.versions.retrieve(newer.id, skill_id=made.id) == newer
    for version in versions:
        assert api.versions.delete(version.id, skill_id=made.id).type == "skill_version_deleted"
    assert made.id in [skill.id for skill in api.list()]
    assert api.delete(made.id).type == "skill_deleted"


@check
def configured_limits():
    rules = list(client(api_key="test-admin-key").organization.rate_limits.list(limit=2))
    assert {rule.group.type for rule in rules} >= {"model_group", "files", "skills"}, rules
    assert any("svc-opus-4-5" in (rule.models or []) for rule in rules)
    own = client(api_key="test-admin-key").organization.workspaces.rate_limits
    limit = {"type": "requests_per_minute", "value": 7}
    changed = own.update("rlg_files", workspace_id="wrkspc_1", limits=[limit])
    assert (changed.limits[0].value, changed.limits[0].source.type) == (7, "workspace"), changed
    assert [rule.rate_limit_id for rule in own.list("wrkspc_1")] == ["rlg_files"]
    inherited = list(own.list("wrkspc_1", include_inherited=True, limit=2))
    assert len(inherited) > 2 and any(one.limits[0].source.type == "organization" for one in inherited)
    own.update("rlg_files", workspace_id="wrkspc_1", limits=[limit | {"value": None}])
    assert list(own.list("wrkspc_1")) == []


@check
def webhooks():
    key = "whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5"

    def served(query):
        with urllib.request.urlopen(f"{URL}/emulator/webhook?{query}") as answer:
            return answer.read().decode(), dict(answer.headers)

    body, headers = served(f"secret=whsec_YQ&secret={key}")
    event = client().beta.webhooks.unwrap(body, headers=headers, key=key)
    assert (event.type, event.data.type) == ("event", "session.idled"), event
    for query in ("age=3600", "secret=whsec_YQ"):
        body, headers = served(query)
        try:
            client().beta.webhooks.unwrap(body, headers=headers, key=key)
        except Exception as error:  # of the package that the SDK verifies with
            assert type(error).__name__ == "WebhookVerificationError", error
        else:
            raise AssertionError(f"{query} was taken")


@check
def error_codes():
    for code, kind in {
        "enforced_spend_limit_reached": anthropic.RateLimitError,
        "skill_read_blocked_undecryptable": anthropic.ConflictError,
        "organization_on_hold": anthropic.BadRequestError,
        "moon_phase_unsuitable": anthropic.BadRequestError,
    }.items():
        error = refused(kind, **ask("x"), extra_headers={"x-emulator-fault": code})
        assert error.body["error"]["details"]["error_code"] == code


def refused(kind, message="", **settings):
    try:
        client().messages.create(**settings)
    except kind as error:
        assert message in str(error), error
        assert error.request_id and error.request_id == error.body["request_id"]
        return error
    raise AssertionError(f"{kind.__name__} was expected")


@check
def errors_of_the_service():
    refused(anthropic.BadRequestError, "messages.0.content", **ask(""))
    refused(anthropic.NotFoundError, "claude-none-1", **ask("x") | {"model": "claude-none-1"})
    refused(anthropic.BadRequestError, "speed", **ask("x"), extra_body={"speed": "fast"})
    try:
        client(api_key="wrong").models.list()
    except anthropic.AuthenticationError as error:
        assert error.type == "authentication_error"
    else:
        raise AssertionError("a wrong key was accepted")


@check
def errors_by_status():
    kinds = {
        400: anthropic.BadRequestError,
        403: anthropic.PermissionDeniedError,
        409: anthropic.ConflictError,
        413: anthropic.APIStatusError,
        422: anthropic.UnprocessableEntityError,
        429: anthropic.RateLimitError,
        500: anthropic.InternalServerError,
        529: anthropic.APIStatusError,
    }
    for status, kind in kinds.items():
        error = refused(kind, **ask("x"), extra_headers={"x-emulator-status": str(status)})
        assert error.status_code == status


@check
def broken_connections():
    for broken in ("reset_before_headers", "close_before_headers", "reset_mid_headers", {"close_at": 10}):
        try:
            client().messages.create(**ask("x"), extra_headers=fault(fault=broken))
        except anthropic.APIConnectionError:
            continue
        except Exception as error:  # the SDK lets errors of a broken body through as they are
            assert "httpx" in type(error).__module__, error
            continue
        raise AssertionError(f"{broken} was not noticed")


@check
def error_in_the_middle_of_a_stream():
    item = {"type": "error", "error": {"type": "overloaded_error", "message": "too much"}}
    order = {
        "edit": {
            "insert": [
                {
                    "after": "content_block_delta",
                    "items": [{"event": "error", "data": item}],
                    "then_end": True,
                }
            ]
        }
    }
    try:
        with client().messages.stream(**ask("Count to 50"), extra_headers=fault(**order)) as stream:
            stream.get_final_message()
    except anthropic.APIStatusError as error:
        assert error.body["error"]["type"] == "overloaded_error"
    else:
        raise AssertionError("the error event was not raised")


@check
def retries_until_the_service_recovers():
    seen = []

    def overload_first(request):
        seen.append(request.headers["x-stainless-retry-count"])
        if len(seen) == 1:
            request.headers.update(fault(status=529, headers={"retry-after": "0.01"}))

    http = anthropic.DefaultHttpxClient(event_hooks={"request": [overload_first]})
    raw = client(max_retries=2, http_client=http).messages.with_raw_response.create(**ask("Say ok"))
    assert raw.parse().content[0].text == "ok"
    assert seen == ["0", "1"] and raw.retries_taken == 1, seen


@check
def bearer_token_and_newer_version():
    bearer = client(api_key=None, auth_token=KEY)
    for version, taken in (("2023-06-01", True), ("2026-10-21", False)):
        headers = {"anthropic-version": version}
        assert bearer.messages.create(**ask("Say hi"), extra_headers=headers).content[0].text == "hi"
        sampling = ask("Say hi") | {"extra_headers": headers, "extra_body": {"temperature": 1.0}}
        if taken:
            assert bearer.messages.create(**sampling).content[0].text == "hi"
        else:
            refused(anthropic.BadRequestError, "temperature", **sampling)
    refused(
        anthropic.BadRequestError, "2027-03-01", **ask("x"), extra_headers={"anthropic-version": "2027-03-01"}
    )


@check
def dialect_of_the_release():
    """The release's own headers: which version it sends, and which credential."""
    sent = client().messages.with_raw_response.create(**ask("Say hi")).http_request.headers
    newer = int(anthropic.__version__.split(".")[0]) >= 2
    assert sent["anthropic-version"] == ("2026-10-21" if newer else "2023-06-01"), sent
    assert ("authorization" in sent, "x-api-key" in sent) == (newer, not newer), sent


def main():
    failed = 0
    for function in CHECKS:
        try:
            function()
        except Exception:
            failed += 1
            print(f"python: {function.__name__} failed\n{traceback.format_exc()}", file=sys.stderr)
    print(f"python: {len(CHECKS) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()

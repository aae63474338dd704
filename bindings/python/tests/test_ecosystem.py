"""Answers among the packages that programs have beside this one: pydantic, FastAPI, encoders of JSON, mocks, copies."""

import copy
import datetime
import io
import json
import pickle
from typing import Annotated, Any
from unittest import mock

import celery
import fastapi
import flask
import kombu.serialization
import msgspec
import orjson
import pydantic
import pytest
import rich.console
from fastapi.testclient import TestClient
from flask.json.provider import DefaultJSONProvider

import parlour
from parlour import types
from parlour.testing import Emulator
from support import ask, clean


@pytest.fixture
def message(client: parlour.Client) -> types.Message:
    return client.messages.create(**ask())


class Kept(pydantic.BaseModel):
    """A record of a program."""

    name: str
    message: types.Message
    blocks: list[types.TextBlock] = []


def test_fields_of_pydantic_models(message: types.Message) -> None:
    kept = Kept(name="a", message=message, blocks=list(message.content))
    assert kept.message is message
    read = Kept.model_validate_json(kept.model_dump_json())
    assert read == kept
    assert isinstance(read.message, types.Message)
    assert isinstance(read.message.usage, types.Usage)
    assert kept.model_dump()["message"] == message.to_dict()
    assert Kept.model_validate(kept.model_dump()).blocks == kept.blocks


def test_type_adapters_and_their_errors(message: types.Message) -> None:
    adapter = pydantic.TypeAdapter(list[types.Message])
    assert adapter.validate_json(adapter.dump_json([message])) == [message]
    with pytest.raises(pydantic.ValidationError, match="a Message has the type 'message', not 'error'"):
        adapter.validate_python([{"type": "error"}])
    with pytest.raises(pydantic.ValidationError, match="valid dictionary"):
        adapter.validate_python(["text"])
    with pytest.raises(pydantic.ValidationError, match="valid dictionary"):
        adapter.validate_python([types.Usage()])


def test_json_schemas() -> None:
    schema = pydantic.TypeAdapter(types.Message).json_schema()
    assert schema["title"] == "Message"
    assert schema["properties"]["type"] == {"const": "message", "type": "string"}
    assert schema["properties"]["id"] == {"type": "string"}
    assert schema["properties"]["stop_sequence"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert schema["additionalProperties"] is True
    whole = Kept.model_json_schema()
    assert whole["properties"]["message"]["title"] == "Message"


def test_fastapi(emulator: Emulator) -> None:
    app = fastapi.FastAPI()
    client = emulator.client()

    @app.get("/returned")
    def returned() -> types.Message:
        return client.messages.create(**ask())

    @app.get("/modelled", response_model=Kept)
    def modelled() -> Any:
        return {"name": "a", "message": client.messages.create(**ask())}

    @app.post("/taken")
    def taken(message: Annotated[types.Message, fastapi.Body()]) -> str:
        return message.text

    with TestClient(app) as browser:
        first = browser.get("/returned").json()
        assert first["role"] == "assistant"
        assert browser.get("/modelled").json()["message"]["type"] == "message"
        assert browser.post("/taken", json=first).json() == types.Message.from_dict(first).text
        assert browser.post("/taken", json={"type": "error"}).status_code == 422
        assert "Message" in json.dumps(browser.get("/openapi.json").json())


def test_fastapi_reads_no_settings_from_requests(emulator: Emulator) -> None:
    app = fastapi.FastAPI()
    shared = emulator.client()
    for cls in (parlour.Client, parlour.AsyncClient):
        with pytest.raises(TypeError, match=r"write Depends\(\) with a function that returns the client"):

            @app.get("/settings")
            def read(client: Annotated[Any, fastapi.Depends(cls)]) -> str:
                return str(client.base_url)

    def client() -> parlour.Client:
        return shared

    @app.get("/shared")
    def ask_it(client: Annotated[parlour.Client, fastapi.Depends(client)]) -> types.Message:
        return client.messages.create(**ask())

    with TestClient(app) as browser:
        assert browser.get("/shared").json()["role"] == "assistant"


def test_json_by_one_hook(message: types.Message, client: parlour.Client) -> None:
    with client.messages.stream(**ask()) as stream:
        events = list(stream)
    value = {"message": message, "usage": message.usage, "events": events}
    read = json.loads(json.dumps(value, default=parlour.json_default))
    assert read["message"] == message.to_dict()
    assert read["events"] == [event.to_dict() for event in events]
    with pytest.raises(TypeError, match="Object of type object is not JSON serializable"):
        json.dumps(object(), default=parlour.json_default)
    big = types.Message.from_dict({"content": [], "x": types.RawJSON("1e999")})
    with pytest.raises(TypeError, match="use to_json"):
        json.dumps(big, default=parlour.json_default)


def test_orjson_and_msgspec(message: types.Message) -> None:
    value = {"message": message, "usage": [message.usage]}
    plain = {"message": message.to_dict(), "usage": [message.usage.to_dict()]}
    assert orjson.loads(orjson.dumps(value, default=parlour.json_default)) == plain
    assert msgspec.json.decode(msgspec.json.encode(value, enc_hook=parlour.json_default)) == plain
    assert msgspec.to_builtins(value, enc_hook=parlour.json_default) == plain

    class Record(msgspec.Struct):
        message: types.Message

    def read(kind: type, given: Any) -> Any:
        return kind.from_dict(given) if issubclass(kind, types.Model) else given  # type: ignore[attr-defined]

    text = msgspec.json.encode(Record(message), enc_hook=parlour.json_default)
    assert msgspec.json.decode(text, type=Record, dec_hook=read) == Record(message)


def test_flask(message: types.Message) -> None:
    class Provider(DefaultJSONProvider):
        @staticmethod
        def default(value: Any) -> Any:
            return value.to_dict() if isinstance(value, types.Model) else DefaultJSONProvider.default(value)

    app = flask.Flask(__name__)
    app.json = Provider(app)

    @app.get("/")
    def answer() -> Any:
        return flask.jsonify(message=message, day=datetime.date(2026, 1, 2))

    read = app.test_client().get("/").get_json()
    assert read == {"message": message.to_dict(), "day": "Fri, 02 Jan 2026 00:00:00 GMT"}


def test_django(message: types.Message) -> None:
    printed = clean(f"""
        import json
        import django.conf
        from django.core.serializers.json import DjangoJSONEncoder
        from django.http import JsonResponse
        from parlour import types

        class Encoder(DjangoJSONEncoder):
            def default(self, value):
                return value.to_dict() if isinstance(value, types.Model) else super().default(value)

        django.conf.settings.configure()
        message = types.Message.from_json({message.to_json()!r})
        print(json.loads(JsonResponse({{"message": message}}, encoder=Encoder).content)["message"]["role"])
    """)
    assert printed == "assistant\n"


def test_celery_carries_plain_data(message: types.Message) -> None:
    app = celery.Celery(broker="memory://", backend="cache+memory://", set_as_current=False)
    app.conf.update(task_always_eager=True, task_store_eager_result=True, task_serializer="json")

    @app.task  # type: ignore[untyped-decorator]
    def shortened(given: dict[str, Any]) -> dict[str, Any]:
        return types.Message.from_dict(given).to_dict()

    body = kombu.serialization.dumps(message.to_dict(), serializer="json")[2]
    assert types.Message.from_json(body) == message
    assert types.Message.from_dict(shortened.delay(message.to_dict()).get()) == message


def test_rich_shows_the_fields(message: types.Message) -> None:
    shown = io.StringIO()
    rich.console.Console(file=shown, width=60).print(message)
    assert "role='assistant'" in shown.getvalue()
    assert shown.getvalue().startswith("Message(\n    id=")


def test_copies_and_pickles(message: types.Message) -> None:
    assert copy.copy(message) == copy.deepcopy(message) == pickle.loads(pickle.dumps(message)) == message


def test_rich_sees_the_fields(message: types.Message) -> None:
    assert dict(message.__rich_repr__()) == dict(vars(message))


def test_methods_can_be_replaced_on_the_object(client: parlour.Client, emulator: Emulator) -> None:
    with mock.patch.object(client.messages, "create", return_value="fake") as create:
        assert client.messages.create(**ask()) == "fake"
    create.assert_called_once()
    assert isinstance(client.messages.create(**ask()), types.Message)
    with mock.patch.object(emulator.async_client().messages, "create", return_value="fake"):
        pass


def test_methods_can_be_wrapped_as_tracers_do(client: parlour.Client) -> None:
    seen: list[str] = []
    own = type(client.messages).create

    def traced(self: Any, *args: Any, **named: Any) -> Any:
        seen.append(named["model"])
        return own(self, *args, **named)

    with mock.patch.object(type(client.messages), "create", traced):
        client.messages.create(**ask())
        client.with_options(max_retries=1).messages.create(**ask())
    assert seen == [ask()["model"]] * 2


def test_a_wrong_attribute_shows_the_right_ones(message: types.Message) -> None:
    with pytest.raises(AttributeError, match="TextBlock has no 'txt': its fields are type, text"):
        _ = message.content[0].txt  # type: ignore[union-attr]
    with pytest.raises(AttributeError, match="TextBlock has no 'text': the service did not send it"):
        _ = types.TextBlock().text


def test_nothing_of_pydantic_comes_with_an_answer() -> None:
    printed = clean("""
        import sys
        from parlour import types
        print(types.Message.from_dict({"content": []}).text, "pydantic" in sys.modules)
    """)
    assert printed == " False\n"

"""The interface at run time, for programs and people: signatures with real parameters, type hints that can be
evaluated, and a document for every parameter and every public item."""

import functools
import inspect
import pydoc
import types as python_types
import typing
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest

import parlour
from parlour import params, types
from parlour.testing import Emulator
from support import ask, clean

MODULES = (parlour, types, params, parlour.betas, parlour.webhooks, parlour.client_tools, parlour.testing)
METHODS = [
    ("create", "RequestParams"),
    ("stream", "AnswerStreamParams"),
    ("parse", "ParseParams"),
    ("run_tools", "ToolRunParams"),
    ("resume_tools", "ToolRunOptions"),
    ("count_tokens", "CountTokensParams"),
]


def messages_of(name: str) -> Any:
    client = getattr(parlour, name)(base_url="http://127.0.0.1:1", api_key="k", from_env=False)
    return client.messages


def items() -> dict[str, Any]:
    """The public classes and functions, those reached from a client among them."""
    found: dict[str, Any] = {}
    for module in MODULES:
        for name in getattr(module, "__all__", [one for one in vars(module) if one[0] != "_"]):
            value = getattr(module, name)
            own = getattr(value, "__module__", None) or ""
            if own.startswith("parlour") and (isinstance(value, type) or inspect.isroutine(value)):
                found[f"{value.__module__}.{name}"] = value
    for kind in ("Client", "AsyncClient"):
        client = getattr(parlour, kind)(base_url="http://127.0.0.1:1", api_key="k", from_env=False)
        resources = [client.messages, client.messages.batches, client.skills.versions]
        resources += [client.models, client.files, client.skills, client.limits]
        for resource in resources:
            found[f"{kind}.{type(resource).__name__}"] = type(resource)
            found[f"{kind}.raw.{type(resource).__name__}"] = type(resource.with_raw_response)
            streaming = type(resource.with_streaming_response)
            found[f"{kind}.streaming.{type(resource).__name__}"] = streaming
    return found


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class, of this package."""
    for base in cls.__mro__:
        if base.__module__.startswith("parlour"):
            for name, value in vars(base).items():
                plain = getattr(value, "fget", None) or getattr(value, "__func__", value)
                public = name[0] != "_" or name == "__init__"
                if public and inspect.isroutine(plain):
                    yield f"{base.__name__}.{name}", plain


def test_type_hints_can_be_evaluated() -> None:
    functions = 0
    for item in items().values():
        looked_at = [item]
        if isinstance(item, type):
            looked_at += [member for _, member in members(item)]
        for one in looked_at:
            if not isinstance(one, type | python_types.FunctionType):
                # Of the native module, which has signatures and no hints.
                assert inspect.signature(one)
                continue
            hints = typing.get_type_hints(one)
            assert not any(isinstance(hint, str | typing.ForwardRef) for hint in hints.values()), one
            # `params` imports what its annotations name: they may stay text there.
            text = [value for value in inspect.get_annotations(one).values() if isinstance(value, str)]
            assert not text or one.__module__ == "parlour.params", one
            functions += isinstance(one, python_types.FunctionType)
    assert functions > 500


def test_every_public_item_has_a_document() -> None:
    without = []
    count = 0
    for name, item in items().items():
        named = [(name, item)]
        if isinstance(item, type):
            named += [one for one in members(item) if not one[0].endswith("__init__")]
        for one, value in named:
            count += 1
            if not inspect.getdoc(value):
                without.append(one)
    assert not without
    assert count > 900


@pytest.mark.parametrize("kind", ["Client", "AsyncClient"])
@pytest.mark.parametrize(("name", "shape"), METHODS)
def test_methods_show_their_parameters(kind: str, name: str, shape: str) -> None:
    method = getattr(messages_of(kind), name)
    keys = typing.get_type_hints(getattr(params, shape))
    signature = inspect.signature(method)
    for key in keys:
        assert signature.parameters[key].kind is inspect.Parameter.KEYWORD_ONLY, key
    assert "self" not in signature.parameters
    # A request may have what this version does not know; options may not.
    assert ("params" in signature.parameters) == ("model" in keys)
    unbound = inspect.signature(getattr(type(messages_of(kind)), name))
    assert list(unbound.parameters)[1:] == list(signature.parameters)
    assert str(unbound).startswith("(self, ")
    assert inspect.getfullargspec(method).kwonlyargs == [
        one.name for one in signature.parameters.values() if one.kind is one.KEYWORD_ONLY
    ]


@pytest.mark.parametrize("kind", ["Client", "AsyncClient"])
@pytest.mark.parametrize("name", ["create", "stream", "parse", "run_tools", "count_tokens", "Client"])
def test_help_says_what_each_parameter_is(kind: str, name: str) -> None:
    shown = getattr(parlour, kind) if name == "Client" else getattr(messages_of(kind), name)
    text = pydoc.render_doc(shown, renderer=pydoc.plaintext)
    parameters = [one for one in inspect.signature(shown).parameters if one != "params"]
    assert len(parameters) > (20 if name == "count_tokens" else 39)
    for one in parameters:
        entry = text.partition(f" {one}: ")[2].partition("\n")[0]
        # The first line is the signature, whose entries are types.
        assert any(line.strip(" |").startswith(f"{one}: ") for line in text.splitlines()[2:]), one
        assert entry, one


def resources(client: Any) -> list[Any]:
    """All of a client, each as it is and in its other forms."""
    plain = [client.messages, client.messages.batches, client.models, client.files, client.skills]
    plain += [client.skills.versions, client.limits]
    return [form for one in plain for form in (one, one.with_raw_response, one.with_streaming_response)]


@pytest.mark.parametrize("kind", ["Client", "AsyncClient"])
def test_help_says_what_each_parameter_of_each_method_is(kind: str) -> None:
    client = getattr(parlour, kind)(base_url="http://127.0.0.1:1", api_key="k", from_env=False)
    options = params.CallOptions.__annotations__.keys()
    methods = entries = 0
    for resource in [client, *resources(client)]:
        for name in dir(resource):
            method = getattr(type(resource), name, None) or getattr(resource, name)
            if name[0] == "_" or not inspect.isroutine(method) or name in ("close", "aclose"):
                continue
            shown = inspect.getdoc(method) or ""
            parameters = [
                one for one in inspect.signature(method).parameters if one not in ("self", "params")
            ]
            if "timeout" in parameters:
                assert options <= set(parameters), (resource, name)
            missing = [one for one in parameters if one != "request" and f"\n    {one}: " not in shown]
            assert missing == [], (resource, name)
            methods += 1
            entries += len(parameters)
    assert methods > 90
    assert entries > 1300


def test_the_settings_of_a_client_are_its_parameters() -> None:
    settings = typing.get_type_hints(params.ClientOptions)
    assert len(settings) > 50
    for shown in (parlour.Client, parlour.AsyncClient):
        assert list(inspect.signature(shown).parameters) == list(settings)

    class Own(parlour.Client):
        """A client of a program."""

        def __init__(self, tenant: str) -> None:
            super().__init__(api_key=tenant)

    assert list(inspect.signature(Own).parameters) == ["tenant"]


def test_options_of_resources_are_their_parameters(client: parlour.Client) -> None:
    options = set(typing.get_type_hints(params.CallOptions))
    for method in (client.models.list, client.files.upload, client.messages.batches.create, client.request):
        assert options <= set(inspect.signature(method).parameters)
    wrapped = inspect.signature(client.models.with_streaming_response.retrieve)
    assert {"model_id", *options} == set(wrapped.parameters)


def test_what_wraps_a_method_has_its_signature(client: parlour.Client) -> None:
    """Tracers wrap methods of an object: its signature must not be that of the function, which has ``self``."""

    @functools.wraps(client.messages.create)
    def traced(*given: Any, **named: Any) -> Any:
        return None

    assert "__signature__" not in vars(traced)
    assert inspect.signature(traced) == inspect.signature(client.messages.create)
    inspect.signature(traced).bind(**ask())


def test_mocks_with_a_specification_take_what_a_call_takes(client: parlour.Client) -> None:
    create = mock.create_autospec(client.messages.create)
    create(**ask(), a_parameter_of_tomorrow=1)
    create(ask(), timeout=3)
    with pytest.raises(TypeError, match="positional"):
        create(ask(), ask())
    listed = mock.create_autospec(client.models.list)
    listed(limit=3, timeout=5)
    with pytest.raises(TypeError, match="limits"):
        listed(limits=3)


def test_nothing_is_made_before_somebody_looks(emulator: Emulator) -> None:
    printed = clean(f"""
        import sys
        before = set(sys.modules)
        import parlour
        client = parlour.Client(base_url={emulator.url!r}, api_key={emulator.api_key!r}, vendor="svc")
        client.messages.create(model="svc-haiku-3-5", max_tokens=9, messages=[dict(role="user", content="x")])
        print(sorted({{"inspect", "ast", "parlour.params"}} & (set(sys.modules) - before)))
        import inspect
        print(len(inspect.signature(client.messages.create).parameters) > 39, "parlour.params" in sys.modules)
    """)
    assert printed == "[]\nTrue True\n"


def test_hints_are_those_of_a_dict() -> None:
    hints = parlour.Client.request.__annotations__
    assert isinstance(hints, dict)
    assert hints["method"] is str
    assert hints.get("nothing") is None
    assert dict(hints) == {**hints} == hints.copy()
    assert list(hints) == list(hints.keys())
    assert str in hints.values()

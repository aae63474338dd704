"""``parlour.compat`` in the place of the official SDK. ``make recipes`` runs it with frameworks."""

import textwrap

from support import clean

STOOD_IN = """
    import importlib, sys
    import parlour.compat
    from parlour import Client
    from parlour.testing import Emulator

    sdk = Client(api_key="-", from_env=False).vendor
"""


def run(program: str) -> str:
    return clean(textwrap.dedent(STOOD_IN) + textwrap.dedent(program))


def test_compat_stands_in_for_the_sdk() -> None:
    printed = run("""
        parlour.compat.stand_in()
        parlour.compat.stand_in()
        module = importlib.import_module(sdk)
        print(module is parlour.compat, module.__name__, module.__spec__.name)
        below = importlib.import_module(f"{sdk}.types.beta.beta_message_param")
        print(below.BetaMessageParam is parlour.compat.types.MessageParam)
        own = importlib.import_module(f"{sdk}._client")
        print(getattr(own, sdk.capitalize()) is parlour.compat.Client)
        try:
            importlib.import_module(f"{sdk}.nothing")
        except ModuleNotFoundError as error:
            print(error)
    """)
    assert printed.splitlines() == [
        "True parlour_compat parlour_compat",
        "True",
        "True",
        "No module named 'parlour_compat.nothing'",
    ]


def test_compat_does_not_stand_in_for_what_was_imported() -> None:
    printed = run("""
        sys.modules[sdk] = sys
        try:
            parlour.compat.stand_in()
        except RuntimeError as error:
            print(error)
    """)
    assert "the SDK was imported before parlour.compat.stand_in() was called" in printed


def test_answers_are_open_to_frameworks_that_stand_on_the_sdk() -> None:
    printed = run("""
        from parlour.compat import types
        message = types.Message.from_dict({"content": [], "role": "assistant", "x": 1})
        print(dict(message).items() >= message.to_dict().items(), dict(message)["usage"], message.model_extra)
        print("role" in types.Message.model_fields)
        try:
            message.role = "user"
        except AttributeError as error:
            print("read-only" in str(error))
        parlour.compat.stand_in()
        message.role = "user"
        print(message.role, message.get("x"), message.get("y", 2))
    """)
    assert printed.splitlines() == ["True None {'x': 1}", "True", "True", "user 1 2"]


def test_a_client_of_http_is_taken_for_what_it_says() -> None:
    """Frameworks make the SDK's default one, or a subclass of it, and hand it to the client."""
    printed = run("""
        parlour.compat.stand_in()

        class Own(parlour.compat.DefaultHttpxClient):
            pass

        settings = {"api_key": "k", "base_url": "http://127.0.0.1:9", "vendor": "svc", "from_env": False}
        made = parlour.compat.Client(**settings, http_client=Own(base_url="http://127.0.0.1:9", timeout=3))
        print(made.base_url, "proxy" in made._settings)
        made = parlour.compat.AsyncClient(**settings, http_client=Own(proxy="http://127.0.0.1:8"))
        print(made._settings["proxy"])
        try:
            Own(verify=False)
        except TypeError as error:
            print(error)
        try:
            parlour.compat.Client(**settings, http_client=object())
        except TypeError as error:
            print(error)
    """)
    lines = printed.splitlines()
    assert lines[0].removesuffix("/ False").removesuffix(" False") == "http://127.0.0.1:9"
    assert lines[1] == "http://127.0.0.1:8"
    assert lines[2].startswith("parlour.compat has no `http_client: verify`: certificates are checked always")
    assert lines[3].startswith("parlour.compat has no `http_client`: calls do not go through httpx")


def test_tracers_count_a_call_once() -> None:
    """They wrap the classes of betas and of other hosts too, and keep what they know on a stream."""
    printed = run("""
        parlour.compat.stand_in()
        seen = []

        def wrap(place, cls):
            owner = getattr(importlib.import_module(f"{sdk}.{place}"), cls)
            own = owner.create

            def create(self, *args, **named):
                seen.append(place)
                return own(self, *args, **named)

            owner.create = create

        for place in ("resources.messages", "resources.beta.messages.messages", "lib.bedrock._beta_messages"):
            wrap(place, "Messages")
        streaming = importlib.import_module(f"{sdk}.lib.streaming._messages")
        asked = {"model": "svc-haiku-3-5", "max_tokens": 64, "messages": [{"role": "user", "content": "say a"}]}
        with Emulator() as service:
            client = parlour.compat.Client(
                base_url=service.url, api_key=service.api_key, vendor="svc", from_env=False
            )
            client.beta.messages.create(**asked, extra_headers=None)
            stream = client.messages.create(**asked, stream=True)
            stream._span = 1
            kept = None
            for event in stream:
                kept = streaming.accumulate_event(event=event, current_snapshot=kept)
            whole = client.messages.create(**asked)
            assert client.beta.models.list().data and not hasattr(client.beta, "nothing")
            assert isinstance(client.beta.messages, parlour.compat.resources.beta.messages.Messages)
            assert not isinstance(client, getattr(parlour.compat, f"{sdk.capitalize()}Bedrock"))
            print(seen, kept.content == whole.content, kept.stop_reason, kept.usage == whole.usage)
    """)
    beta, plain = "resources.beta.messages.messages", "resources.messages"
    assert printed == f"{[beta, plain, plain]} True end_turn True\n"

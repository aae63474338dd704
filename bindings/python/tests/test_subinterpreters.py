"""Subinterpreters are refused cleanly: an ImportError, not a crash."""

import sys

from parlour.testing import Emulator
from support import clean

MODULE = "_xxsubinterpreters" if sys.version_info < (3, 13) else "_interpreters"

SCRIPT = f"""
    import sys
    import {MODULE} as interpreters
    import parlour
    from support import ask
    inside = '''if True:
        import sys
        sys.path[:] = {{path!r}}
        try:
            import parlour
        except ImportError as error:
            assert "interpreter" in str(error), error
            print("refused", flush=True)
    '''.format(path=sys.path)
    client = parlour.Client(base_url=sys.argv[1], api_key=sys.argv[2], vendor="svc", from_env=False)
    for word in ("before", "after"):
        # Asks twice: while nothing runs in the library yet, and while its threads do.
        inner = interpreters.create()
        interpreters.run_string(inner, inside)
        interpreters.destroy(inner)
        assert client.messages.create(**ask(f"say {{word}}")).text == word
    print("works")
"""


def test_subinterpreters_refuse_cleanly(emulator: Emulator) -> None:
    """The main interpreter works on."""
    assert clean(SCRIPT, emulator.url, emulator.api_key) == "refused\nrefused\nworks\n"


def test_a_subinterpreter_that_comes_first_is_refused_too(emulator: Emulator) -> None:
    script = f"""
        import sys
        import {MODULE} as interpreters
        inner = interpreters.create()
        interpreters.run_string(inner, '''if True:
            import sys
            sys.path[:] = {{path!r}}
            try:
                import parlour
            except ImportError as error:
                assert "interpreter" in str(error), error
                print("refused", flush=True)
        '''.format(path=sys.path))
        interpreters.destroy(inner)
        import parlour
        from support import ask
        client = parlour.Client(base_url=sys.argv[1], api_key=sys.argv[2], vendor="svc", from_env=False)
        with client.messages.stream(**ask("say on")) as stream:
            assert [event.type for event in stream][0] == "message_start"
        reply = client.messages.create(**ask("say on"))
        assert reply.text == "on" and "Message(" in repr(reply)
        print("works")
    """
    assert clean(script, emulator.url, emulator.api_key) == "refused\nworks\n"

"""Modules that `import parlour` loads."""

import json

from support import clean

LOOK = """
    import json, sys
    before = set(sys.modules)
    {}
    print(json.dumps(sorted(set(sys.modules) - before)))
"""


def loaded(code: str) -> set[str]:
    return set(json.loads(clean(LOOK.format(code))))


def test_import_parlour_and_a_client_do_not_import_asyncio() -> None:
    modules = loaded(
        "import parlour; parlour.Client(base_url='http://127.0.0.1:1', api_key='k', from_env=False)"
    )
    assert "parlour" in modules
    assert "asyncio" not in modules
    assert not {name for name in modules if name.startswith("asyncio")}


def test_import_parlour_and_a_client_import_no_large_module() -> None:
    # One of them takes about as long to import as the whole package. Modules that the interpreter loads at its start
    # are not counted.
    modules = loaded(
        "import parlour; parlour.Client(base_url='http://127.0.0.1:1', api_key='k', from_env=False)"
    )
    assert not modules & {
        "contextlib",
        "dataclasses",
        "enum",
        "functools",
        "inspect",
        "re",
        "typing",
        "weakref",
    }


def test_asyncio_comes_with_the_async_client() -> None:
    assert "asyncio" in loaded("from parlour import AsyncClient")


def test_nothing_of_third_parties_is_imported() -> None:
    modules = loaded("import parlour, parlour.params, parlour.testing; parlour.AsyncClient")
    assert not modules & {
        "mcp",
        "parlour.mcp",
        "pydantic",
        "httpx",
        "anyio",
        "sniffio",
        "trio",
        "typing_extensions",
        "gevent",
        "eventlet",
        "pytest",
    }


def test_every_public_name_is_there() -> None:
    printed = clean("""
        import parlour
        assert set(parlour.__all__) <= set(dir(parlour))
        print(all(getattr(parlour, name) is not None for name in parlour.__all__))
        try:
            parlour.no_such_name
        except AttributeError as error:
            print("no_such_name" in str(error))
    """)
    assert printed == "True\nTrue\n"

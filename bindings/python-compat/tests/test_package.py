"""The distribution: one module under two names, of the version of `parlour`, and what an import says where it is not
installed."""

import inspect
import os
import pathlib
import subprocess
import sys
import tomllib

from parlour import compat
from support import clean, environment

BINDINGS = pathlib.Path(__file__).parents[2]


def test_both_names_are_one_module() -> None:
    printed = clean("""
        import parlour.compat as a, parlour_compat as b
        import parlour.compat.types.beta.messages, parlour_compat.types.beta.messages
        import parlour.compat.lib.streaming as own, parlour_compat.lib.streaming as same
        from parlour.compat._client import Client
        from parlour.compat import AsyncClient, RateLimitError, types
        from parlour_compat.types import Message
        print(a is b, parlour.compat.types is parlour_compat.types, own is same)
        print(parlour.compat.types.beta.messages is parlour_compat.types.beta.messages)
        print(Client is b.Client, AsyncClient is b.AsyncClient, types is b.types, Message is types.Message)
        print(a.__spec__.name, own.__spec__.name)
    """)
    assert printed.splitlines() == [
        "True True True",
        "True",
        "True True True True",
        "parlour_compat parlour_compat.lib.streaming",
    ]


def test_either_name_may_be_imported_first() -> None:
    for first in ("parlour.compat.types", "parlour_compat.types", "parlour_compat", "parlour.compat._http"):
        printed = clean(f"""
            import {first}
            import parlour.compat._http, parlour_compat._http, parlour.compat.types, parlour_compat.types
            print(parlour.compat is parlour_compat, parlour.compat._http is parlour_compat._http)
            print(parlour.compat.types is parlour_compat.types)
        """)
        assert printed == "True True\nTrue\n", first


def test_a_module_that_is_not_there_is_named_as_it_was_asked_for() -> None:
    printed = clean("""
        for name in ("parlour.compat.nothing", "parlour_compat.nothing", "parlour.compat.resources.completions"):
            try:
                __import__(name)
            except ModuleNotFoundError as error:
                print(error)
    """)
    assert printed.splitlines() == [
        "No module named 'parlour.compat.nothing'",
        "No module named 'parlour_compat.nothing'",
        "No module named 'parlour.compat.resources.completions'",
    ]


def test_the_finder_answers_for_its_own_names_alone() -> None:
    import parlour_compat._modules

    (finder,) = [one for one in sys.meta_path if isinstance(one, parlour_compat._modules._Finder)]
    for name in (
        "parlour",
        "parlour.types",
        "parlour.compats.types",
        "parlour_compats.types",
        "types",
        "lib",
    ):
        assert finder.find_spec(name, None) is None


def test_without_the_distribution_an_import_says_what_to_install() -> None:
    printed = clean("""
        import sys
        sys.modules["parlour_compat"] = None
        import parlour
        for program in ("import parlour.compat", "from parlour.compat import Client", "from parlour import compat"):
            try:
                exec(program)
            except ImportError as error:
                print(error)
    """)
    assert set(printed.splitlines()) == {
        "parlour.compat is a distribution of its own, which is not installed: run `pip install 'parlour[compat]'`"
    }
    assert len(printed.splitlines()) == 3


def test_what_it_lacks_itself_is_not_taken_for_its_absence() -> None:
    printed = clean("""
        import sys
        sys.modules["parlour._hints"] = None
        sys.modules["urllib.parse"] = None
        try:
            import parlour.compat
        except ImportError as error:
            print(error.name)
    """)
    assert printed in ("parlour._hints\n", "urllib.parse\n")


def test_the_versions_are_one() -> None:
    own = tomllib.loads((BINDINGS / "python-compat/pyproject.toml").read_text())["project"]
    package = tomllib.loads((BINDINGS / "python/pyproject.toml").read_text())["project"]
    version = tomllib.loads((BINDINGS.parent / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    assert own["version"] == version
    assert own["dependencies"] == [f"parlour=={version}"]
    assert package["optional-dependencies"]["compat"] == [f"{own['name']}=={version}"]


CHANGED = BINDINGS / "python-compat/changed-members.txt"
CHANGES = """
    import parlour, parlour.client_tools, parlour.hooks, parlour.testing, parlour.webhooks

    def classes():
        for module in (parlour, parlour.types, parlour.hooks, parlour.testing, parlour.webhooks):
            for name in module.__all__:
                if isinstance(value := getattr(module, name), type):
                    yield from (base for base in value.__mro__ if base.__module__.startswith("parlour"))

    before = {cls: dict(vars(cls)) for cls in classes()}
    assert len(before) > 250
    import parlour.compat, parlour.compat.types, parlour.compat.resources
    parlour.compat.Client, parlour.compat.AsyncClient, parlour.compat.Stream, parlour.compat.beta_tool
    for cls, members in before.items():
        now = vars(cls)
        for name in now.keys() | members.keys():
            if now.get(name) is not members.get(name):
                print(f"{cls.__module__}.{cls.__qualname__}.{name}")
"""


def test_an_import_changes_no_members_but_those_that_are_listed() -> None:
    """``WRITE_LIST=1`` writes what is changed now: the list may only get shorter."""
    found = sorted(clean(CHANGES).splitlines())
    head = [line for line in CHANGED.read_text().splitlines() if line.startswith("#")]
    if "WRITE_LIST" in os.environ:
        CHANGED.write_text("\n".join([*head, *found]) + "\n")
    assert CHANGED.read_text().splitlines() == [*head, *found]


def test_either_name_runs_the_check(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("from parlour.compat import Client\nClient().completions\n")
    for name in ("parlour.compat", "parlour_compat"):
        done = subprocess.run(
            [sys.executable, "-m", name, "check", str(program)],
            check=False,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (1, "")
        assert done.stdout.startswith(f"{program}:2: client.completions: ")


def test_the_methods_of_a_client_are_documented() -> None:
    for cls in (compat.Client, compat.AsyncClient):
        client = cls(base_url="http://127.0.0.1:1", api_key="k", from_env=False)
        for name in ("create", "stream", "parse", "tool_runner"):
            method = getattr(client.messages, name)
            parameters = inspect.signature(method).parameters
            assert {"model", "max_tokens", "messages", "timeout"} <= parameters.keys()
            text = inspect.getdoc(method) or ""
            for one in ("model", "max_tokens", "messages", "timeout"):
                assert f"    {one}: " in text, (name, one)
        assert "    api_key: " in (inspect.getdoc(cls) or "")

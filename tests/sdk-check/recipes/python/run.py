"""Runs recipes, each a program of its own against an emulator of its own, and looks at what it printed and what the
service was asked.

    run.py quick|rest [NAME ...]

Wants ``parlour`` and the packages of a list beside this file: ``scripts/python/recipes.sh`` sees
to both.
"""

import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from parlour.testing import Emulator

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
PAGE = ROOT / "docs/guides/recipes.md"
MODEL = "svc-sonnet-4-5"
# Nothing is fetched from elsewhere, and no account of this machine's user is taken.
QUIET = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LANGSMITH_TRACING": "false",
    "LANGCHAIN_TRACING_V2": "false",
    "DO_NOT_TRACK": "1",
    "DD_INSTRUMENTATION_TELEMETRY_ENABLED": "false",
    "DD_REMOTE_CONFIGURATION_ENABLED": "false",
    "PYTHONWARNINGS": "ignore",
}
EVENTS = "message_start content_block_start content_block_delta content_block_stop message_delta message_stop"


def answer(text: str) -> dict[str, Any]:
    """A whole answer with this text."""
    return {
        "json": {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": MODEL,
            "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 3, "output_tokens": 2},
        }
    }


@dataclass
class Expected:
    """What a recipe does."""

    prints: list[str]
    """Its lines; one that ends in ``...`` goes on."""
    asks: str
    """Its requests, a word each: ``whole`` or ``stream``, with ``+tools`` if it has some."""
    quick: bool = True
    replies: list[Any] = field(default_factory=list)
    """What the service answers first."""


COUNTED = "1 2 3 4 5"
RECIPES = {
    "langchain": Expected(
        [
            "hello",
            COUNTED,
            "[{'name': 'weather', 'args': {'city': 'Oslo'}, ...",
            "name='Which'",
            "hello",
            COUNTED,
        ],
        "whole stream whole+tools whole+tools whole stream",
    ),
    "instructor": Expected(["name='Norway' country='Norway'"] * 3, "whole+tools stream+tools whole+tools"),
    "pydantic_ai": Expected(
        ["The tool says: sunny in Oslo", COUNTED], "whole+tools whole+tools stream+tools"
    ),
    "opentelemetry": Expected(
        ["hello", EVENTS, "hello", *["{vendor}.chat svc-sonnet-4-5-20250929"] * 4],
        "whole stream stream whole",
    ),
    "openinference": Expected(
        [
            "hello",
            EVENTS,
            "hello",
            "messages.create svc-sonnet-4-5-20250929 2",
            "messages.create svc-sonnet-4-5-20250929 2",
            "messages.stream svc-sonnet-4-5-20250929 2",
            "messages.create svc-sonnet-4-5-20250929 2",
        ],
        "whole stream stream whole",
    ),
    "sentry": Expected(
        ["hello", EVENTS, "hello", *["gen_ai.chat svc-sonnet-4-5-20250929 2"] * 4],
        "whole stream stream whole",
    ),
    "langsmith": Expected(
        ["hello", EVENTS, "hello", *["ChatAnthropic svc-sonnet-4-5 2"] * 3],
        "whole stream stream",
    ),
    "fastapi": Expected(["hello", "8 event: message_start", "True"], "whole stream"),
    "flask": Expected(["hello", COUNTED], "whole stream"),
    "django": Expected(["hello", "hello", COUNTED], "whole whole stream"),
    "litestar": Expected(["hello", "8 event: message_start"], "whole stream"),
    "celery": Expected(["hello"], "whole"),
    "rq": Expected(["hello"], "whole"),
    "pandas": Expected(
        [
            "question,text,stop_reason",
            "say hello,hello,end_turn",
            "say hello again,hello again,end_turn",
            "count to 3,1 2 3,end_turn",
            "model,input_tokens,output_tokens",
            "svc-sonnet-4-5-20250929,10,7",
            "True",
            "{'text': 3} True",
        ],
        "whole whole whole",
    ),
    "llama_index": Expected(
        ["hello", COUNTED, "[('weather', {'city': 'Oslo'})]", "hello", COUNTED],
        "whole stream whole+tools whole stream",
        quick=False,
    ),
    "litellm": Expected(
        ["hello", COUNTED, 'weather {"city": "Oslo"}', "hello"],
        "whole stream whole+tools whole",
        quick=False,
    ),
    "dspy": Expected(
        ["Oslo", "Oslo"],
        "whole whole",
        quick=False,
        replies=[answer("[[ ## answer ## ]]\nOslo\n\n[[ ## completed ## ]]")] * 2,
    ),
    "logfire": Expected(
        [
            "hello",
            EVENTS,
            "hello",
            "Message with 'svc-sonnet-4-5' 2",
            *["Message with 'svc-sonnet-4-5' None", "streaming response from 'svc-sonnet-4-5' 2"] * 2,
            "Message with 'svc-sonnet-4-5' 2",
        ],
        "whole stream stream whole",
        quick=False,
    ),
    "datadog": Expected(
        [
            "hello",
            EVENTS,
            "hello",
            *["{vendor}.request Messages.create 2"] * 2,
            "{vendor}.request Messages.stream 2",
        ],
        "whole stream stream",
        quick=False,
    ),
    "langfuse": Expected(
        [
            "hello",
            COUNTED,
            "ask svc-sonnet-4-5-20250929",
            '{"input": 3, "output": 2}',
            "tell svc-sonnet-4-5-20250929",
            '{"input": 3, "output": 3}',
        ],
        "whole stream",
        quick=False,
    ),
}


def kind(body: dict[str, Any]) -> str:
    """What a request is, in a word."""
    return ("stream" if body.get("stream") else "whole") + ("+tools" if body.get("tools") else "")


def complaints(name: str, expected: Expected) -> list[str]:
    """Runs a recipe; what is wrong with it."""
    with Emulator() as service:
        for reply in expected.replies:
            service.push(reply)
        client = {
            "PARLOUR_BASE_URL": service.url,
            "PARLOUR_API_KEY": service.api_key,
            "PARLOUR_VENDOR": "svc",
        }
        kept = {one: value for one, value in os.environ.items() if "API_KEY" not in one}
        done = subprocess.run(
            [sys.executable, f"with_{name}.py"],
            cwd=HERE,
            env=kept | QUIET | client,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        asked = service.requests
    if done.returncode != 0:
        return [done.stdout, done.stderr]
    found = []
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    vendor = vendor_of_the_sdk()
    wanted = [line.replace("{vendor}", vendor) for line in expected.prints]
    if len(lines) != len(wanted) or not all(map(matches, lines, wanted)):
        found.append(f"printed {lines}, not {wanted}; {done.stderr}")
    kinds = " ".join(kind(one.json()) for one in asked)
    if kinds != expected.asks:
        found.append(f"asked {kinds}, not {expected.asks}")
    for one in asked:
        # Requests of the SDK have such lines. The key is the client's, and none that a framework was given.
        if any(line.startswith("x-stainless-") for line in one.headers):
            found.append("a request was sent by the SDK")
        if one.headers.get("x-api-key") != service.api_key:
            found.append("a request had another key than the client's")
    return found


def matches(line: str, wanted: str) -> bool:
    """Whether a line is as it was wanted."""
    return line.startswith(wanted[:-3]) if wanted.endswith("...") else line == wanted


def vendor_of_the_sdk() -> str:
    """Spans have its name."""
    import parlour

    return parlour.Client(api_key="-", from_env=False).vendor


def not_shown() -> list[str]:
    """The programs of both languages that the guide does not include."""
    page = PAGE.read_text(encoding="utf-8")
    programs = [*HERE.glob("with_*.py"), *(HERE.parent / "node").glob("with-*.mjs")]
    programs += [
        one for one in (HERE.parent / "node/next-app").rglob("*") if one.suffix in (".js", ".jsx", ".mjs")
    ]
    return [
        one.name for one in programs if f'"{one.relative_to(ROOT)}"' not in page and one.name != "layout.jsx"
    ]


def main() -> int:
    """Runs those that were asked for."""
    which, *names = sys.argv[1:]
    missing = not_shown()
    if missing:
        sys.exit(f"recipes: {PAGE.name} does not show {', '.join(missing)}")
    chosen = {
        name: expected
        for name, expected in RECIPES.items()
        if expected.quick == (which == "quick") and (not names or name in names)
    }
    failed = 0
    for name, expected in chosen.items():
        began = time.monotonic()
        found = complaints(name, expected)
        failed += bool(found)
        print(
            f"recipes: {name}: {'FAILED' if found else 'ok'} ({time.monotonic() - began:.1f} s)", flush=True
        )
        if found:
            print(*found, sep="\n", file=sys.stderr)
    print(f"recipes: Python: {len(chosen) - failed} passed, {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())

"""The ledger of a program and the book of the service agree to the token, over ten thousand calls of every kind."""

from __future__ import annotations

import json
import textwrap
import urllib.request
from typing import Any

from parlour.testing import Emulator
from support import clean

PARENT = 8_000
"""Calls of the parent, an eighth of each kind but whole and streamed ones."""
CHILDREN, OF_CHILD = 2, 1_000
REPEATED = 500
"""Requests that the service refuses with 529 before they are made again."""

SCRIPT = """
    import asyncio, json, os, sys, threading
    import parlour

    url, key, parent, children, of_child = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6])
    settings = {
        "base_url": url, "api_key": key, "vendor": "svc", "from_env": False, "ledger": True,
        "clock": {"random": [0.0]}, "max_retries": 50, "budget": None,
    }
    FAULTS = {
        "cut": {"default": True, "fault": {"close_after": "content_block_delta"}},
        "left": {"default": True, "fault": {"stall_after": "content_block_delta"}},
        "refused": {"status": 400},
    }

    def ask(kind, number):
        options = {"metadata": {"user_id": kind}, "labels": [kind]}
        if kind in FAULTS:
            options["extra_headers"] = {"x-emulator-fault": json.dumps(FAULTS[kind])}
            options["max_retries"] = 0
        words = " ".join(["word"] * (number % 5 + 1))
        messages = [{"role": "user", "content": f"say {words}"}]
        return {"model": "svc-haiku-3-5", "max_tokens": 64, "messages": messages, **options}

    async def call(client, kind, number):
        request = ask(kind, number)
        try:
            if kind in ("whole", "refused"):
                await client.messages.create(**request)
                return
            async with client.messages.stream(**request) as stream:
                async for event in stream:
                    if kind == "left" and event.type == "content_block_delta":
                        return
        except parlour.ParlourError as error:
            assert kind in ("cut", "refused"), (kind, error)

    async def crowd():
        client = parlour.AsyncClient(**settings)
        kinds = ["whole", "streamed", "whole", "streamed", "whole", "cut", "left", "refused"]
        room = asyncio.Semaphore(64)

        async def one(number):
            async with room:
                await call(client, kinds[number % len(kinds)], number)

        await asyncio.gather(*(one(number) for number in range(parent)))
        while client.limiter_state.in_flight:
            await asyncio.sleep(0.01)
        report = client.usage_report()
        await client.close()
        return report

    def figures(report):
        wanted = ("calls", "completed", "failed", "interrupted", "cancelled", "retries", "input_tokens",
                  "output_tokens")
        return {label: {name: getattr(tally, name) for name in wanted}
                for label, tally in [*report.labels.items(), ("", report.total)]}

    client = parlour.Client(**settings)
    client.messages.create(**ask("first", 0))
    reading = []
    for _ in range(children):
        read, write = os.pipe()
        if os.fork() == 0:
            # The client of the parent, whose ledger begins anew here.
            for number in range(of_child):
                client.messages.create(**ask("forked", number))
            os.write(write, json.dumps(figures(client.usage_report())).encode())
            os._exit(0)
        os.close(write)
        reading.append(read)
    reports = [figures(asyncio.run(crowd())), figures(client.usage_report())]
    for read in reading:
        with open(read, "rb") as pipe:
            reports.append(json.load(pipe))
        assert os.waitstatus_to_exitcode(os.wait()[1]) == 0
    print(json.dumps(reports))
"""


def tokens(report: dict[str, Any]) -> tuple[int, int]:
    return report["input_tokens"], report["output_tokens"]


def test_ten_thousand_mixed_calls_are_in_both_books() -> None:
    with Emulator() as service:
        for _ in range(REPEATED):
            service.push({"status": 529}, {"default": True, "repeat": 7})
        arguments = [str(number) for number in (PARENT, CHILDREN, OF_CHILD)]
        printed = clean(textwrap.dedent(SCRIPT), service.url, service.api_key, *arguments, timeout=300)
        with urllib.request.urlopen(f"{service.url}/emulator/usage") as answer:
            book = json.load(answer)
    crowd, parent, *children = json.loads(printed)
    assert parent["first"]["calls"] == parent[""]["calls"] == 1
    eighth = PARENT // 8
    counted = {"whole": 3 * eighth, "streamed": 2 * eighth, "first": 1, "forked": CHILDREN * OF_CHILD}
    ledger: dict[str, list[dict[str, int]]] = {}
    for report in (crowd, parent, *children):
        for label, figures in report.items():
            ledger.setdefault(label, []).append(figures)
    for label, calls in counted.items():
        of_label = ledger[label]
        assert sum(each["completed"] for each in of_label) == calls == book[label]["answers"], label
        assert sum(each["interrupted"] + each["failed"] for each in of_label) == 0, label
        both = tuple(map(sum, zip(*map(tokens, of_label), strict=True)))
        assert both == (book[label]["input_tokens"], book[label]["output_tokens"]), label
    # They are billed, and the ledger says that nobody knows how much.
    for label in ("cut", "left"):
        (figures,) = ledger[label]
        assert figures["calls"] == figures["interrupted"] == book[label]["answers"] == eighth, label
        assert tokens(figures) == (0, 0), label
    (refused,) = ledger["refused"]
    assert (refused["failed"], "refused" in book) == (eighth, False)
    assert sum(each["retries"] for each in ledger[""]) == REPEATED

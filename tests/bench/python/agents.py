"""The overhead of an agent over its calls, and arriving JSON: both sides of each row come from one run.

    python tests/bench/python/agents.py path/to/bench-server [rounds]

A loop runs a tool on every turn; the calls beside it send the bytes that the loop sent, made ready before. Both are the
CPU time of this process, the least of all rounds: whatever else the machine does can only add to it. Uses the package
that is installed, or the one in the folder that ``PARLOUR_PYTHON`` names. Fails if a row breaks its bound.
"""

import gc
import json
import os
import subprocess
import sys
import time

if "PARLOUR_PYTHON" in os.environ:
    sys.path.insert(0, os.environ["PARLOUR_PYTHON"])

import parlour

TURNS = 40
PIECE = 10
ADDED_US = 60
OVER_READY = 1.5
PARTIAL_MS = 400
ASK = {
    "model": "mock-t1-s600",
    "max_tokens": 1024,
    "messages": [{"role": "user", "content": "What is at the quay?"}],
}


def cpu(work):
    """The CPU seconds of this process that a piece of work takes."""
    gc.collect()
    begin = time.process_time()
    work()
    return time.process_time() - begin


def sides(client, size, rounds):
    """CPU seconds of the turns of a loop whose tool gives so much text, and of the calls with the same bytes."""
    text = "x" * size

    def look(at: str, deep: bool) -> str:
        """Looks around."""
        return text

    def looped():
        run = client.messages.run_tools(**ASK, tools=[look], max_requests=TURNS)
        run.until_done()
        assert len(run.turns) == TURNS
        return run

    run = looped()
    turns = json.loads(run.conversation.to_json())["messages"]
    bodies = [
        json.dumps(run.params | {"messages": turns[: 2 * turn + 1]}, separators=(",", ":")).encode()
        for turn in range(TURNS)
    ]

    def ready():
        for body in bodies:
            client.messages.create(body)

    pairs = [(cpu(looped), cpu(ready)) for _ in range(rounds)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def partial(text):
    """The text in its pieces, looked at after each of them."""
    arriving = parlour.PartialJSON()
    seen = 0
    for at in range(0, len(text), PIECE):
        arriving.push(text[at : at + PIECE])
        value = arriving.value
        if value and value.get("items"):
            seen += 1
    assert arriving.is_complete
    assert seen > len(text) / PIECE / 2


def main():
    """Measures and prints all rows."""
    server = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    held = []

    def row(name, told, value, bound, unit):
        held.append(value <= bound)
        print(f"{name:<22} {told}, {value:.2f}{unit} (<= {bound})  {'holds' if held[-1] else 'BROKEN'}")

    base = f"http://127.0.0.1:{server.stdout.readline().strip()}"
    with parlour.Client(api_key="test-key", base_url=base, from_env=False) as client:
        both = "loop {:.2f} ms, calls {:.2f} ms"
        looped, ready = sides(client, 60, rounds)
        told = both.format(looped * 1e3, ready * 1e3)
        row("tool_turn", told, (looped - ready) * 1e6 / TURNS, ADDED_US, " us a turn added")
        looped, ready = sides(client, 4_000, rounds)
        row("agent_40_turns_4kB", both.format(looped * 1e3, ready * 1e3), looped / ready, OVER_READY, "x")
    item = {"name": "Harbour towns wake early", "price": 12.5, "tags": ["lamp", "tide"], "open": True}
    text = json.dumps({"items": [item | {"id": at} for at in range(10_700)]}, separators=(",", ":"))
    least = min(cpu(lambda: partial(text)) for _ in range(rounds))
    row("partial_json_1MB", f"{len(text)} bytes, {len(text) // PIECE} pieces", least * 1e3, PARTIAL_MS, " ms")
    server.stdin.close()
    server.wait()
    sys.exit(not all(held))


main()

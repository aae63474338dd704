"""Large batches and files: CPU time and memory of results that are read, a batch that is written, a file that is sent.

    python tests/bench/python/resources.py path/to/bench-resources [rounds]

Each side runs in a process of its own, because memory is what a process has had at most. The line reader beside is
``http.client`` and ``json``. Uses the package that is installed, or the one in the folder that ``PARLOUR_PYTHON``
names. Fails if a row breaks its bound.
"""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

if "PARLOUR_PYTHON" in os.environ:
    sys.path.insert(0, os.environ["PARLOUR_PYTHON"])

import parlour

LINES = 100_000
FEW_LINES = 10_000
REQUESTS = 100_000
BATCH_BYTES = 255 << 20
FILE_BYTES = 500 << 20

OVER_BARE = 1.5
FLAT_MB = 8
BATCH_MB = 16
UPLOAD_MB = 8


def memory(field):
    """A memory figure of this process in MB."""
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith(field))
    return int(line.split()[1]) / 1024


def measured(work, wanted):
    """The CPU time and the memory of a piece of work."""
    # From here on the most is counted anew.
    Path("/proc/self/clear_refs").write_text("5")
    before, begun = memory("VmRSS:"), time.process_time()
    seen = work()
    cost = {"cpu_s": time.process_time() - begun, "grown_mb": memory("VmHWM:") - before}
    assert seen == wanted, f"{seen} were seen, not {wanted}"
    return cost


def read(result, text):
    """1 for a result that has what every result has."""
    return int(bool(text) and result is not None)


def bare(base, lines):
    """The baseline that a careful user would write."""
    host, port = base.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port))
    connection.request("GET", f"/v1/messages/batches/msgbatch_{lines}/results", headers={"x-api-key": "k"})
    seen = 0
    for line in connection.getresponse():
        result = json.loads(line)
        message = result["result"]["message"]
        seen += read(message["stop_reason"], message["content"][0]["text"])
    connection.close()
    return seen


def results(client, lines):
    """The same, as a client reads them."""
    seen = 0
    for result in client.messages.batches.results(f"msgbatch_{lines}"):
        message = result.result.message
        seen += read(message.stop_reason, message.content[0].text)
    return seen


def batch(client):
    """A batch of nearly 256 MB."""
    text = "x" * (BATCH_BYTES // REQUESTS - 160)
    messages = [{"role": "user", "content": text}]
    params = {"model": "svc-haiku-3-5", "max_tokens": 64, "messages": messages}
    made = client.messages.batches.create((f"request-{at:06}", params) for at in range(REQUESTS))
    return made.request_counts.processing


def upload(client):
    """A file whose holes take no room on the disk."""
    with tempfile.NamedTemporaryFile(suffix=".bin") as file:
        file.truncate(FILE_BYTES)
        return client.files.upload(file=Path(file.name)).size_bytes


def side(name, base):
    """Measures one side, in a process that has made its first call."""
    with parlour.Client(api_key="bench-key", base_url=base, from_env=False) as client:
        client.models.retrieve("warm")
        sides = {
            "bare-results": (lambda: bare(base, LINES), LINES),
            "results": (lambda: results(client, LINES), LINES),
            "few-results": (lambda: results(client, FEW_LINES), FEW_LINES),
            "batch": (lambda: batch(client), REQUESTS),
            "upload": (lambda: upload(client), FILE_BYTES),
        }
        print(json.dumps(measured(*sides[name])))


def main():
    """Measures and prints all rows."""
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    service = subprocess.Popen([sys.argv[1], "--serve", "yes"], **pipes)
    base = service.stdout.readline().strip()
    held = []

    def run(name):
        words = [sys.executable, __file__, "--side", name, base]
        return json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)

    def row(name, told, holds):
        held.append(holds)
        print(f"{name:<22} {told}  {'holds' if holds else 'BROKEN'}", flush=True)

    pairs = [(run("bare-results"), run("results")) for _ in range(rounds)]
    least = min(pair[0]["cpu_s"] for pair in pairs)
    ours = min(pair[1]["cpu_s"] for pair in pairs)
    told = f"{ours:.2f} s, bare {least:.2f} s, {ours / least:.2f}x (<= {OVER_BARE})"
    row("results_100k", told, ours / least <= OVER_BARE)
    grown, few = max(pair[1]["grown_mb"] for pair in pairs), run("few-results")["grown_mb"]
    told = f"{grown:.1f} MB, a tenth of them {few:.1f} MB (<= {FLAT_MB} more)"
    row("results_100k_memory", told, grown <= few + FLAT_MB)
    for name, bound in (("batch", BATCH_MB), ("upload", UPLOAD_MB)):
        grown = run(name)["grown_mb"]
        size = "256MB" if name == "batch" else "500MB"
        row(f"{name}_{size}_memory", f"{grown:.1f} MB (<= {bound})", grown <= bound)
    service.stdin.close()
    service.wait()
    sys.exit(not all(held))


if sys.argv[1] == "--side":
    side(*sys.argv[2:])
else:
    main()

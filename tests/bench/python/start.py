"""The start-up cost of a process: imports parlour, makes a client, and makes one call if asked to.
Prints the JSON line of the harness. It imports nothing else, for what it imports would be counted too.

``--call 1`` asks; ``--peer`` is ``client`` or ``async``, whose import of ``asyncio`` counts.
"""

import sys
import time

began = time.perf_counter()
opts = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
if folder := __import__("os").environ.get("PARLOUR_PYTHON"):
    sys.path.insert(0, folder)
settings = {"api_key": "test-key", "base_url": opts.get("--base", "http://127.0.0.1:1"), "from_env": False}
request = {"model": "mock-s600", "max_tokens": 1024, "messages": [{"role": "user", "content": "Hello"}]}

import parlour  # noqa: E402

if opts["--peer"] == "async":
    import asyncio

    make = parlour.AsyncClient
    imported = time.perf_counter()
    client = make(**settings)

    def ask():
        return asyncio.run(client.messages.create(**request)).text
else:
    imported = time.perf_counter()
    client = parlour.Client(**settings)

    def ask():
        return client.messages.create(**request).text


made = time.perf_counter()
if opts.get("--call") == "1":
    assert ask()
done = time.perf_counter()
with open("/proc/self/status") as status:
    kb = {line.split(":")[0]: line.split()[1] for line in status if line.startswith(("VmRSS", "VmHWM"))}
print(
    f'{{"import_ms":{(imported - began) * 1e3:.3f},"construct_ms":{(made - imported) * 1e3:.3f},'
    f'"call_ms":{(done - made) * 1e3:.3f},"rss_kb":{kb["VmRSS"]},"hwm_kb":{kb["VmHWM"]},'
    f'"modules":{len(sys.modules)}}}',
    flush=True,
)

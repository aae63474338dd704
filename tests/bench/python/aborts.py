"""How soon an abort takes effect: of a call whose answer has not come, of a stream, of the tools that a run waits for,
and of a call that Ctrl-C ends.

    python tests/bench/python/aborts.py [rounds]

Of a call and a stream the time ends when the service reads the end of the connection, of a tool when its function is
cancelled, of Ctrl-C when the call has raised. The median of all rounds is held to the bound: time of the clock, for an
idle machine. Uses the package that is installed, or the one in the folder that ``PARLOUR_PYTHON`` names. Fails if a row
breaks its bound.
"""

import asyncio
import json
import os
import queue
import signal
import socket
import statistics
import sys
import threading
import time

if "PARLOUR_PYTHON" in os.environ:
    sys.path.insert(0, os.environ["PARLOUR_PYTHON"])

import parlour

BOUND_MS = 100
PATIENCE = 20
ASK = {"model": "m", "max_tokens": 64, "messages": [{"role": "user", "content": "Wait."}]}


def message(content, stop_reason):
    usage = {"input_tokens": 5, "output_tokens": 2}
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m"}
    return head | {"content": content, "stop_reason": stop_reason, "stop_sequence": None, "usage": usage}


def answer(kind, body, length=True):
    more = f"content-length: {len(body)}\r\n" if length else ""
    return f"HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n{more}\r\n{body}".encode()


BEGIN = json.dumps({"type": "message_start", "message": message([], None)})
STREAM = answer("text/event-stream", f"event: message_start\ndata: {BEGIN}\n\n", length=False)


def use(name):
    blocks = [{"type": "tool_use", "id": "a", "name": name, "input": {}}]
    return answer("application/json", json.dumps(message(blocks, "tool_use")))


class Service:
    """Gives these bytes to each request, and reports requests and ends of connections."""

    def __init__(self, reply):
        self._reply = reply
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.asked, self.left = queue.Queue(), queue.Queue()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        # The requests are small: each comes in one piece, or its rest is taken for the next and does no harm.
        try:
            while connection.recv(1 << 16):
                connection.sendall(self._reply)
                self.asked.put(time.perf_counter())
        except ConnectionError:
            pass  # It has ended as well.
        self.left.put(time.perf_counter())


async def cancelled(rounds, reply, begin):
    """Seconds from cancelling the task that awaits what `begin` makes of a client, until it is cancelled or the service
    sees the end."""
    service = Service(reply)
    times = []
    async with parlour.AsyncClient(
        base_url=service.url, api_key="k", from_env=False, max_retries=0
    ) as client:
        for _ in range(rounds):
            begun, told = asyncio.Event(), service.left
            work, told = begin(client, begun, told)
            task = asyncio.create_task(work)
            await asyncio.to_thread(service.asked.get, timeout=PATIENCE)
            await asyncio.wait_for(begun.wait(), PATIENCE)
            before = time.perf_counter()
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                times.append(await asyncio.to_thread(told.get, timeout=PATIENCE) - before)
            else:
                raise AssertionError("it ended before it was cancelled")
    return times


def call(client, begun, told):
    begun.set()
    return client.messages.create(**ASK), told


def stream(client, begun, told):
    async def work():
        async with client.messages.stream(**ASK) as events:
            async for _ in events:
                begun.set()

    return work(), told


def task_tool(client, begun, _):
    told = queue.Queue()

    async def wait() -> None:
        """Waits."""
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            told.put(time.perf_counter())

    return client.messages.run_tools(**ASK, tools=[wait]).until_done(), told


def thread_tool(client, begun, _):
    told = queue.Queue()
    loop = asyncio.get_running_loop()

    def block() -> None:
        """Waits on a thread."""
        try:
            loop.call_soon_threadsafe(begun.set)
            while True:
                time.sleep(0.001)
        finally:
            told.put(time.perf_counter())

    return client.messages.run_tools(**ASK, tools=[block]).until_done(), told


def ctrl_c(rounds):
    """Seconds from a signal to the end of the synchronous call that the main thread makes."""
    service = Service(b"")
    times = []
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with parlour.Client(base_url=service.url, api_key="k", from_env=False, max_retries=0) as client:
        for _ in range(rounds):
            sent = []

            def interrupt(sent=sent):
                service.asked.get(timeout=PATIENCE)
                time.sleep(0.005)
                sent.append(time.perf_counter())
                os.kill(os.getpid(), signal.SIGINT)

            thread = threading.Thread(target=interrupt)
            thread.start()
            try:
                client.messages.create(**ASK)
            except KeyboardInterrupt:
                times.append(time.perf_counter() - sent[0])
            thread.join()
    return times


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    rows = {
        "abort_call": lambda: asyncio.run(cancelled(rounds, b"", call)),
        "abort_stream": lambda: asyncio.run(cancelled(rounds, STREAM, stream)),
        "abort_tool": lambda: asyncio.run(cancelled(rounds, use("wait"), task_tool)),
        "abort_tool, a thread": lambda: asyncio.run(cancelled(rounds, use("block"), thread_tool)),
        "ctrl_c": lambda: ctrl_c(rounds),
    }
    held = True
    for name, measured in rows.items():
        times = [1e3 * one for one in measured()]
        assert len(times) == rounds, f"{name}: {len(times)} rounds"
        median = statistics.median(times)
        held = held and median < BOUND_MS
        verdict = "holds" if median < BOUND_MS else "BROKEN"
        print(f"{name:<22} median {median:.2f} ms, best {min(times):.2f} ms (< {BOUND_MS} ms)  {verdict}")
    sys.exit(not held)


main()

"""A Celery application with its in-memory broker: this process starts the worker and gives it work.

Run as a program it prints what came back.
"""

import os
import sys
import threading

import celery

import parlour

app = celery.Celery("jobs", broker=os.environ["BROKER"], backend=os.environ["BACKEND"])
app.conf.update(
    broker_connection_retry_on_startup=True,
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
    worker_prefetch_multiplier=1,
)
client = parlour.Client(
    base_url=os.environ["UPSTREAM"], api_key=os.environ["UPSTREAM_KEY"], vendor="svc", from_env=False
)


def ask(text: str) -> dict[str, object]:
    return {"model": "svc-sonnet-4-5", "max_tokens": 999, "messages": [{"role": "user", "content": text}]}


@app.task(name="answer")
def answer(text: str) -> tuple[int, str]:
    whole = client.messages.create(**ask(text)).text
    with client.messages.stream(**ask(text)) as stream:
        assert stream.get_final_text() == whole
    return os.getpid(), whole


def main() -> None:
    """Two processes forked from this one, which has used the client, do the work."""
    assert client.messages.create(**ask("say warm")).text == "warm"
    sent = [answer.delay(f"say n{n}") for n in range(8)]
    worker = app.Worker(
        pool=sys.argv[1],
        concurrency=2,
        loglevel="ERROR",
        quiet=True,
        without_mingle=True,
        without_gossip=True,
    )

    def collect() -> None:
        got = [one.get(timeout=20, disable_sync_subtasks=False) for one in sent]
        print(*[text for _, text in got], flush=True)
        print(len({pid for pid, _ in got} - {os.getpid()}), flush=True)
        worker.stop(in_sighandler=False)

    threading.Thread(target=collect, daemon=True).start()
    worker.start()
    assert client.messages.create(**ask("say after")).text == "after"
    print("after", flush=True)


if __name__ == "__main__":
    main()

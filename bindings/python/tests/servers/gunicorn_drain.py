"""Settings of gunicorn for ``django_site``: a worker drains its client when it ends."""

from typing import Any

graceful_timeout = 30


def worker_exit(server: Any, worker: Any) -> None:
    from django_site import client

    report = client.drain(20)
    print("left", len(report.left), client.stats().begun, flush=True)

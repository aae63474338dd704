"""A WSGI application whose client is made once, before gunicorn forks its workers.

The client holds no thread and no connection until it is used, and works in every process that is forked
from the one that made it, used or not: each gets connections of its own. This one was used before the fork,
to prove it. Wants gunicorn; other WSGI frameworks change nothing of this.

    gunicorn --chdir examples/python/gunicorn_preload --config conf.py app:application
    curl 'http://127.0.0.1:8000/?q=Count+to+5'
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from parlour import APIError, MessageStream

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from service import connect

# The emulator, if it is one, stays with the master process and serves all workers.
_connection = connect()
SERVICE = _connection.__enter__()
GREETING = SERVICE.client.messages.create(
    model=SERVICE.model, max_tokens=16, messages=[{"role": "user", "content": "Say ready"}]
).text


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Streams the answer to ``?q=`` as plain text."""
    question = parse_qs(environ.get("QUERY_STRING", "")).get("q", ["Say hello"])[0]
    about = [
        ("content-type", "text/plain; charset=utf-8"),
        ("x-worker", str(os.getpid())),
        ("x-master", GREETING),
    ]
    try:
        stream = SERVICE.client.messages.create(
            model=SERVICE.model, max_tokens=256, messages=[{"role": "user", "content": question}], stream=True
        )
    except APIError as error:
        start_response("502 Bad Gateway", about)
        return [f"the model did not answer ({error.kind})\n".encode()]
    start_response("200 OK", about)
    return text(stream)


def text(stream: MessageStream) -> Iterator[bytes]:
    """The text as it comes. When the browser leaves, the server closes this generator, and with it the
    stream."""
    with stream:
        for piece in stream.text_stream:
            yield piece.encode()
    yield b"\n"

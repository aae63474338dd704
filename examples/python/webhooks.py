"""A server that takes webhooks of the service, in the standard library alone. Without ``serve`` it sends itself one.

WEBHOOK_SECRET=whsec_... python examples/python/webhooks.py serve
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

from parlour import webhooks

# Two while one is being replaced: `whsec_old whsec_new`.
SECRETS = os.environ.get("WEBHOOK_SECRET", "whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5").split()
SEEN: set[str] = set()


class Hook(BaseHTTPRequestHandler):
    """Answers at once, and works afterwards."""

    def do_POST(self) -> None:
        """Verifies the raw body: JSON that a framework has parsed and serialised again is another text."""
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            event = webhooks.verify(body, self.headers.items(), SECRETS)
        except webhooks.WebhookVerificationError as error:
            print(f"refused ({error.reason}): {error}")
            self.send_error(400)
            return
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()
        if event.id in SEEN:
            return
        SEEN.add(event.id)
        print(f"{event.data.type} of {event.data.id}: fetch its state now")

    def log_message(self, format: str, *args: object) -> None:
        """Suppresses the server's log."""


def send(url: str, at: float) -> int:
    """Signs an event and sends it, as the service does; returns the status of the answer."""
    body = b'{"type":"event","id":"evt_1","created_at":"","data":{"type":"session.idled","id":"sesn_1"}}'
    key = base64.b64decode(SECRETS[0].removeprefix("whsec_"))
    signature = hmac.new(key, b"msg_1.%d.%s" % (at, body), hashlib.sha256).digest()
    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": str(int(at)),
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def main() -> None:
    """Serves, or shows both outcomes."""
    server = HTTPServer(("127.0.0.1", 8080 if sys.argv[1:] == ["serve"] else 0), Hook)
    if sys.argv[1:] == ["serve"]:
        server.serve_forever()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    url = f"http://127.0.0.1:{server.server_port}/"
    print("now:", send(url, time.time()))
    print("an hour old:", send(url, time.time() - 3600))
    server.shutdown()
    thread.join()
    server.server_close()


if __name__ == "__main__":
    main()

"""Signs each attempt as gateways of the AWS kind want it (SigV4), and checks what arrived.

python examples/python/sigv4.py
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime
from urllib.parse import urlsplit

from parlour import Client, Credential, CredentialRequest
from parlour.testing import Emulator, RecordedRequest

ID, SECRET = "AKIDEXAMPLE", "secret-of-the-example"
REGION, SERVICE = "eu-central-1", "messages"
SIGNED = "host;x-amz-content-sha256;x-amz-date"


def signature(method: str, url: str, at: str, digest: str) -> str:
    """The value of ``authorization`` for a request of this moment whose body has this digest."""
    parts = urlsplit(url)
    headers = f"host:{parts.netloc}\nx-amz-content-sha256:{digest}\nx-amz-date:{at}\n"
    canonical = "\n".join([method, parts.path, parts.query, headers, SIGNED, digest])
    scope = f"{at[:8]}/{REGION}/{SERVICE}/aws4_request"
    to_sign = f"AWS4-HMAC-SHA256\n{at}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    key = f"AWS4{SECRET}".encode()
    for part in [*scope.split("/"), to_sign]:
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return f"AWS4-HMAC-SHA256 Credential={ID}/{scope}, SignedHeaders={SIGNED}, Signature={key.hex()}"


def signed(key: str | None, request: CredentialRequest) -> Credential:
    """The credential of one attempt. A streamed body cannot be signed before it is sent."""
    at = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    digest = "UNSIGNED-PAYLOAD" if request.body is None else hashlib.sha256(request.body).hexdigest()
    headers = {
        "authorization": signature(request.method, request.url, at, digest),
        "x-amz-content-sha256": digest,
        "x-amz-date": at,
    }
    # A gateway needs no key besides; the emulator of this example does.
    return Credential(api_key=key, headers=headers)


def is_genuine(request: RecordedRequest) -> bool:
    """Checks the signature of a request, as a gateway does."""
    given = request.headers
    digest = hashlib.sha256(request.body).hexdigest()
    url = f"http://{given['host']}{request.path}"
    expected = signature(request.method, url, given["x-amz-date"], digest)
    return given["x-amz-content-sha256"] == digest and hmac.compare_digest(given["authorization"], expected)


def main() -> None:
    """Asks once; the first attempt meets an overloaded service, and the second is signed anew."""
    with Emulator() as emulator:
        emulator.push({"status": 529})
        client = Client(
            base_url=emulator.url,
            vendor="svc",
            from_env=False,
            credentials=lambda request: signed(emulator.api_key, request),
            retry={"server": {"first": 0.01, "cap": 0.01}},
        )
        reply = client.messages.create(
            model="svc-haiku-3-5", max_tokens=64, messages=[{"role": "user", "content": "Say it was signed."}]
        )
        print(f"model: {reply.text}")
        for number, request in enumerate(emulator.requests, 1):
            print(f"attempt {number}: {'genuine' if is_genuine(request) else 'forged'}")


if __name__ == "__main__":
    main()

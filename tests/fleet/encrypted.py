"""A store behind TLS: a proxy that decrypts what comes and passes it on to a socket, with certificates of its own."""

from __future__ import annotations

import datetime
import select
import socket
import ssl
import threading
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

NAME = "localhost"


def _certificate(
    name: str,
    key: ec.EllipticCurvePrivateKey,
    issuer: str,
    signer: ec.EllipticCurvePrivateKey,
) -> x509.Certificate:
    """Of an authority if it signs itself, else of a server."""
    now = datetime.datetime.now(datetime.UTC)
    is_authority = key is signer

    def called(text: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])

    return (
        x509.CertificateBuilder()
        .subject_name(called(name))
        .issuer_name(called(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=7))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(signer, hashes.SHA256())
    )


class Proxy:
    """Listens on a port of its own until the program ends. ``authority`` is the file to trust."""

    def __init__(self, target: Path, folder: Path) -> None:
        signer, key = (
            ec.generate_private_key(ec.SECP256R1()),
            ec.generate_private_key(ec.SECP256R1()),
        )
        self.authority = folder / "authority.pem"
        authority = _certificate("authority", signer, "authority", signer)
        self.authority.write_bytes(authority.public_bytes(serialization.Encoding.PEM))
        chain = folder / "server.pem"
        chain.write_bytes(
            _certificate(NAME, key, "authority", signer).public_bytes(serialization.Encoding.PEM)
            + key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(chain)
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"rediss://{NAME}:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            plain, _ = self._listener.accept()
            threading.Thread(target=self._serve, args=(plain,), daemon=True).start()

    def _serve(self, plain: socket.socket) -> None:
        try:
            client = self._context.wrap_socket(plain, server_side=True)
        except OSError:
            # A client that does not trust the authority.
            plain.close()
            return
        with client, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as store:
            store.connect(str(self._target))
            ways: dict[socket.socket, socket.socket] = {client: store, store: client}
            while True:
                # What TLS has decrypted already makes no socket readable.
                ready = [client] if client.pending() else select.select(list(ways), [], [])[0]
                for source in ready:
                    try:
                        data = source.recv(65_536)
                        ways[source].sendall(data)
                    except OSError:
                        # One of the two has closed without a word.
                        return
                    if not data:
                        return

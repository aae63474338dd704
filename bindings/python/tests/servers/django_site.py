"""A Django site in one file, with synchronous views: a whole answer, and one that streams."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path

import parlour

settings.configure(
    DEBUG=False,
    SECRET_KEY="only for tests",
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["127.0.0.1"],
    MIDDLEWARE=[],
)
# Made when the application is loaded: with `gunicorn --preload` that is before the workers are forked.
client = parlour.Client(
    base_url=os.environ["UPSTREAM"], api_key=os.environ["UPSTREAM_KEY"], vendor="svc", from_env=False
)


def ask(text: str) -> dict[str, object]:
    return {"model": "svc-sonnet-4-5", "max_tokens": 999, "messages": [{"role": "user", "content": text}]}


if os.environ.get("WARM"):
    # A master process that has used the client.
    client.messages.create(**ask("warm"))


def whole(request: HttpRequest) -> HttpResponse:
    reply = client.messages.create(**ask(request.GET["text"]))
    return HttpResponse(f"{os.getpid()} {reply.text}", content_type="text/plain")


def stream(request: HttpRequest) -> StreamingHttpResponse:
    texts = client.messages.create(**ask(request.GET["text"]), stream=True).text_stream
    return StreamingHttpResponse(texts, content_type="text/plain")


urlpatterns = [path("whole", whole), path("stream", stream)]
application = get_wsgi_application()

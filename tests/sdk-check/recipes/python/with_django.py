"""Django: a whole answer, and a stream of text. A site in one file."""

import django
from django.conf import settings
from django.http import HttpRequest, JsonResponse, StreamingHttpResponse
from django.urls import path

from parlour import AsyncClient, Client

settings.configure(SECRET_KEY="for this recipe", ROOT_URLCONF=__name__, ALLOWED_HOSTS=["testserver"])
django.setup()

# Made once. Clients survive the forks of a server that loads the site first.
client = Client()
asynchronous = AsyncClient()


def asked(request: HttpRequest) -> dict:
    """The request."""
    text = request.GET["text"]
    return {"model": "svc-sonnet-4-5", "max_tokens": 256, "messages": [{"role": "user", "content": text}]}


def ask(request: HttpRequest) -> JsonResponse:
    """The answer as JSON."""
    return JsonResponse(client.messages.create(**asked(request)).to_dict())


async def ask_async(request: HttpRequest) -> JsonResponse:
    """The same in an asynchronous view."""
    return JsonResponse((await asynchronous.messages.create(**asked(request))).to_dict())


def stream(request: HttpRequest) -> StreamingHttpResponse:
    """Its text as it comes."""
    texts = client.messages.create(**asked(request), stream=True).text_stream
    return StreamingHttpResponse(texts, content_type="text/plain")


urlpatterns = [path("ask", ask), path("ask-async", ask_async), path("stream", stream)]

if __name__ == "__main__":
    from django.test import Client as Browser

    browser = Browser()
    print(browser.get("/ask", {"text": "say hello"}).json()["content"][0]["text"])
    print(browser.get("/ask-async", {"text": "say hello"}).json()["content"][0]["text"])
    print(browser.get("/stream", {"text": "count to 5"}).getvalue().decode())

"""DSPy: its language model, which is LiteLLM's, sent by clients of parlour."""

import asyncio

import dspy
import httpx
from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler, HTTPHandler

import parlour
from parlour.integrations.httpx import AsyncTransport, Transport


class One:
    """DSPy copies the settings of a model; what sends stays one."""

    def __deepcopy__(self, memo):
        return self


class Sends(One, HTTPHandler):
    """For calls that block."""


class SendsAsync(One, AsyncHTTPHandler):
    """For coroutines and streams."""


client = parlour.Client()


def model(sends):
    """A model of DSPy as it is usual, but for the last three settings."""
    return dspy.LM(
        "anthropic/svc-sonnet-4-5",
        max_tokens=256,
        cache=False,
        api_base=client.base_url,
        api_key="not used",
        client=sends,
    )


dspy.configure(lm=model(Sends(client=httpx.Client(transport=Transport(client)))))
answers = dspy.Predict("question -> answer")
print(answers(question="The capital of Norway?").answer)


async def main():
    """The same without blocking."""
    sends = SendsAsync()
    sends.client = httpx.AsyncClient(transport=AsyncTransport(parlour.AsyncClient()))
    with dspy.context(lm=model(sends)):
        print((await answers.acall(question="The capital of Norway?")).answer)


asyncio.run(main())

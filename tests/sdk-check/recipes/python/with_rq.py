"""RQ: jobs that ask. Messages travel as JSON, as what ``to_dict()`` gives. The server of Redis is an imitation here."""

from fakeredis import FakeStrictRedis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from parlour import Client, types

client = Client()


def answer(message: dict) -> dict:
    """Answers a message of a user."""
    reply = client.messages.create(model="svc-sonnet-4-5", max_tokens=256, messages=[message])
    return reply.to_dict()


if __name__ == "__main__":
    server = FakeStrictRedis()
    queue = Queue(connection=server, serializer=JSONSerializer)
    job = queue.enqueue("with_rq.answer", {"role": "user", "content": "say hello"})
    SimpleWorker([queue], connection=server, serializer=JSONSerializer).work(
        burst=True, logging_level="ERROR"
    )
    print(types.Message.from_dict(job.return_value()).text)

"""Celery: tasks that ask. Messages travel as JSON, as what ``to_dict()`` gives."""

from celery import Celery

from parlour import Client, types

app = Celery("recipe", broker="memory://", backend="cache+memory://")
app.conf.update(broker_transport_options={"polling_interval": 0.02})
app.conf.update(task_serializer="json", result_serializer="json", accept_content=["json"])
# Made once. A client survives the fork of a worker.
client = Client()


@app.task
def answer(message: dict) -> dict:
    """Answers a message of a user."""
    reply = client.messages.create(model="svc-sonnet-4-5", max_tokens=256, messages=[message])
    return reply.to_dict()


if __name__ == "__main__":
    from celery.contrib.testing.worker import start_worker

    with start_worker(app, perform_ping_check=False, loglevel="ERROR"):
        result = answer.delay({"role": "user", "content": "say hello"}).get(timeout=30)
    print(types.Message.from_dict(result).text)

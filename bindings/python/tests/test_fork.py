"""`fork`, before and after the first use, in every way that servers do it.

Each test runs in a child process of its own, because forking the test runner would fork its threads' locks too.
"""

import pytest

from parlour.testing import Emulator
from support import clean, unfinished

HEAD = """
    import asyncio, multiprocessing, os, sys, parlour
    from support import ask, descriptors, threads
    def make(cls=parlour.Client):
        return cls(base_url=sys.argv[1], api_key=sys.argv[2], vendor="svc", from_env=False, max_retries=0)
    def forked(work):
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                work()
                code = 0
            except BaseException:
                import traceback
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                os._exit(code)
        return pid
    def joined(pid):
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    def say(client, word):
        assert client.messages.create(**ask(f"say {word}")).text == word
        with client.messages.stream(**ask(f"say {word}")) as stream:
            assert "".join(stream.text_stream) == word
    async def asay(client, word):
        assert (await client.messages.create(**ask(f"say {word}"))).text == word
        assert await client.messages.stream(**ask(f"say {word}")).get_final_text() == word
"""


def script(emulator: Emulator, body: str, *args: str) -> str:
    import textwrap

    return clean(textwrap.dedent(HEAD) + textwrap.dedent(body), emulator.url, emulator.api_key, *args)


def test_fork_before_first_use(emulator: Emulator) -> None:
    script(
        emulator,
        """
        client = make()
        joined(forked(lambda: say(client, "child")))
        say(client, "parent")
        """,
    )
    assert len(emulator.requests) == 4


def test_fork_after_first_use(emulator: Emulator) -> None:
    """Each child makes its own connections; the parent keeps its own."""
    script(
        emulator,
        """
        client = make()
        def work(who):
            for n in range(5):
                say(client, f"{who}-{n}")
        work("parent")
        children = [forked(lambda: work(f"child{number}")) for number in range(4)]
        work("parent")
        for child in children:
            joined(child)
        work("parent")
        """,
    )
    used: dict[str, set[int]] = {}
    for seen in emulator.requests:
        who = seen.json()["messages"][0]["content"].removeprefix("say ").partition("-")[0]
        used.setdefault(who, set()).add(seen.connection)
    assert len(used) == 5
    assert len(set.union(*used.values())) == sum(map(len, used.values())), "a connection was shared"
    # One, and another now and then where a call begins before the connection of the last is free.
    assert len(used["parent"]) < 10


def test_fork_of_a_fork(emulator: Emulator) -> None:
    script(
        emulator,
        """
        client = make()
        say(client, "a")
        def child():
            say(client, "b")
            joined(forked(lambda: say(client, "c")))
            say(client, "d")
        joined(forked(child))
        say(client, "e")
        """,
    )


def test_fork_while_other_threads_call(emulator: Emulator) -> None:
    """Locks of the library may be held at that moment; the child must not wait for them."""
    script(
        emulator,
        """
        import threading
        client = make()
        stop = threading.Event()
        failed = []
        def busy():
            try:
                while not stop.is_set():
                    say(client, "busy")
            except BaseException as error:
                failed.append(error)
        workers = [threading.Thread(target=busy) for _ in range(3)]
        for worker in workers:
            worker.start()
        for n in range(15):
            joined(forked(lambda: say(client, "child")))
        stop.set()
        for worker in workers:
            worker.join()
        assert not failed, failed
        """,
    )


@pytest.mark.parametrize("warm", ["cold", "warm"])
def test_multiprocessing_with_fork(emulator: Emulator, warm: str) -> None:
    printed = script(
        emulator,
        """
        client = make()
        if sys.argv[3] == "warm":
            say(client, "warm")
        def work(n):
            return client.messages.create(**ask(f"say n{n}")).text
        with multiprocessing.get_context("fork").Pool(3) as pool:
            print(*pool.map(work, range(12)))
        say(client, "parent")
        """,
        warm,
    )
    assert printed.split() == [f"n{n}" for n in range(12)]


def test_answers_and_errors_cross_process_borders(emulator: Emulator) -> None:
    emulator.push({"status": 529})
    script(
        emulator,
        """
        client = make()
        def work(n):
            return client.messages.create(**ask(f"say n{n}"))
        with multiprocessing.get_context("fork").Pool(1) as pool:
            try:
                pool.apply(work, (0,))
            except parlour.OverloadedError as error:
                assert error.status_code == 529
            else:
                raise AssertionError("no error")
            reply = pool.apply(work, (1,))
            assert isinstance(reply, parlour.types.Message) and reply.text == "n1"
        """,
    )


def test_asyncio_in_parent_and_child(emulator: Emulator) -> None:
    script(
        emulator,
        """
        client = make(parlour.AsyncClient)
        asyncio.run(asay(client, "parent"))
        joined(forked(lambda: asyncio.run(asay(client, "child"))))
        asyncio.run(asay(client, "after"))
        """,
    )


def test_a_loop_of_the_parent_that_the_child_uses_again(emulator: Emulator) -> None:
    script(
        emulator,
        """
        client = make(parlour.AsyncClient)
        loop = asyncio.new_event_loop()
        loop.run_until_complete(asay(client, "parent"))
        joined(forked(lambda: loop.run_until_complete(asay(client, "child"))))
        loop.run_until_complete(asay(client, "after"))
        """,
    )


def test_fork_inside_a_running_loop(emulator: Emulator) -> None:
    """The parent's loop goes on undisturbed, with calls under way; the child runs a loop of its own."""
    emulator.push(
        {"status": 200, "default": True},
        {"status": 200, "default": True},
        {"status": 200, "default": True, "delay_ms": 300},
    )
    script(
        emulator,
        """
        client = make(parlour.AsyncClient)
        async def main():
            await asay(client, "warm")
            slow = asyncio.ensure_future(client.messages.create(**ask("say slow")))
            await asyncio.sleep(0.05)
            def child():
                asyncio._set_running_loop(None)
                asyncio.set_event_loop(None)
                asyncio.run(asay(client, "child"))
            pid = forked(child)
            assert (await slow).text == "slow"
            await asyncio.to_thread(joined, pid)
            await asay(client, "after")
        asyncio.run(main())
        """,
    )


@pytest.mark.parametrize(
    "read",
    [
        "next(stream)",
        "list(stream)",
        "stream.get_final_message()",
        "next(stream.text_stream)",
        "next(stream.batches())",
    ],
)
def test_a_stream_inherited_from_the_parent_raises_a_clear_error(emulator: Emulator, read: str) -> None:
    emulator.push({"status": 200, "default": True}, unfinished("x"))
    script(
        emulator,
        """
        client = make()
        client.messages.create(**ask())
        stream = client.messages.stream(**ask()).__enter__()
        next(stream), next(stream), next(stream), next(stream)
        def child():
            try:
                eval(sys.argv[3])
            except parlour.ForkedError as error:
                assert "fork" in str(error), error
            else:
                raise AssertionError("no error")
            stream.close()
            say(client, "child")
        joined(forked(child))
        say(client, "parent")
        assert stream.status_code == 200
        stream.close()
        """,
        read,
    )
    assert emulator.wait_closed_early(1)


def test_dropping_an_inherited_stream_leaves_the_parents_alone(emulator: Emulator) -> None:
    emulator.push({"sse": [*unfinished("x")["sse"][:3], {"pause_ms": 400}, *unfinished("x")["sse"][3:]]})
    script(
        emulator,
        """
        import gc
        client = make()
        stream = client.messages.stream(**ask()).__enter__()
        next(stream)
        def child():
            global stream, client
            stream.close()
            del stream
            gc.collect()
            say(client, "child")
        joined(forked(child))
        assert stream.get_final_text() == "x"
        """,
    )
    assert emulator.closed_early == 0


def test_an_inherited_async_stream_raises_a_clear_error(emulator: Emulator) -> None:
    emulator.push(unfinished("x"))
    script(
        emulator,
        """
        client = make(parlour.AsyncClient)
        async def main():
            stream = await client.messages.create(**ask(), stream=True)
            await anext(stream)
            def child():
                asyncio._set_running_loop(None)
                asyncio.set_event_loop(None)
                async def read():
                    try:
                        while True:
                            await anext(stream)
                    except parlour.ForkedError as error:
                        assert "fork" in str(error), error
                asyncio.run(read())
                asyncio.run(asay(client, "child"))
            await asyncio.to_thread(joined, forked(child))
            await stream.close()
            await asay(client, "parent")
        asyncio.run(main())
        """,
    )
    assert emulator.wait_closed_early(1)


def test_a_forked_child_exits_without_a_word(emulator: Emulator) -> None:
    """Through the interpreter's own end, with everything of the parent's lying about."""
    emulator.push({"status": 200, "default": True}, unfinished("x"))
    script(
        emulator,
        """
        client = make()
        client.messages.create(**ask())
        stream = client.messages.create(**ask(), stream=True)
        pid = os.fork()
        if pid == 0:
            client.messages.create(**ask())
            sys.exit(0)
        joined(pid)
        say(client, "parent")
        stream.close()
        """,
    )


def test_an_emulator_of_the_parent_does_not_hinder_a_child(emulator: Emulator) -> None:
    script(
        emulator,
        """
        from parlour.testing import Emulator
        with Emulator() as mine:
            client = mine.client()
            say(client, "parent")
            joined(forked(lambda: say(client, "child")))
        """,
    )

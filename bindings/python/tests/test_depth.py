"""JSON of many levels on a thread with a small stack. A stack that overflows ends the process, so each piece of work
runs in a process of its own, with the interpreter and the `parlour` that run this.

The module in the tree is built without optimisation: a call without any nesting takes 144 KiB of its stack. The wheel
has to do with 128 KiB in all, which `PARLOUR_TEST_STACK_KIB` says.
"""

import os
import subprocess
import sys

import pytest

from support import environment

PROGRAM = """
import copy, json, pickle, sys, threading
import parlour
from parlour import _native
from parlour.testing import Emulator

LEVELS = 120
DEEPEST = 127
question = {"model": "svc-haiku-3-5", "max_tokens": 64, "messages": [{"role": "user", "content": "say hello"}]}

def lists(levels, inner=1):
    for _ in range(levels):
        inner = [inner]
    return inner

def objects(levels, inner=1):
    for _ in range(levels):
        inner = {"a": inner}
    return inner

def refused(work, kind):
    try:
        work()
    except kind as error:
        assert str(DEEPEST) in str(error), error
    else:
        raise AssertionError("nothing was refused")

def answer_with(value):
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5", "stop_sequence": None,
        "content": [{"type": "tool_use", "id": "toolu_1", "name": "f", "input": value}], "stop_reason": "tool_use",
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }

def json_in_and_out():
    for nested in (lists, objects):
        value = nested(LEVELS)
        text = _native.to_json(value)
        assert text == json.dumps(value, separators=(",", ":")).encode()
        assert _native.from_json(text) == value
        # The deepest level that is read, and the first one that is not, on the same stack.
        assert _native.from_json(_native.to_json(nested(DEEPEST))) == nested(DEEPEST)
        refused(lambda: _native.to_json(nested(DEEPEST + 1)), ValueError)
        refused(lambda: _native.from_json(json.dumps(nested(DEEPEST + 1))), ValueError)
        refused(lambda: _native.from_json("[" * 1_000_000), ValueError)
    loop = []
    loop.append(loop)
    refused(lambda: _native.to_json(loop), ValueError)

def answers():
    for nested in (lists, objects):
        value = {"a": nested(LEVELS - 4)}
        emulator.script([{"json": answer_with(value)}, {"json": answer_with({"a": nested(LEVELS - 4, 2)})}])
        one, other = client.messages.create(**question), client.messages.create(**question)
        assert one.content[0].input == value
        assert one != other and one == type(one).from_dict(one.to_dict())
        for shown in (repr(one), str(one)):
            assert "tool_use" in shown or "ToolUse" in shown, shown
        assert json.loads(one.to_json()) == one.to_dict()
        assert copy.deepcopy(one) == one == pickle.loads(pickle.dumps(one))
        assert json.loads(json.dumps(one, default=parlour.json_default)) == one.to_dict()

def requests():
    for nested in (lists, objects):
        value = {"a": nested(LEVELS - 6)}
        emulator.script([{"json": answer_with(value)}, {"json": answer_with({})}])
        tool = {"name": "f", "description": "f", "input_schema": {"type": "object", "x": nested(LEVELS - 4)}}
        first = client.messages.create(**question, tools=[tool])
        turns = [
            *question["messages"],
            {"role": "assistant", "content": first.content},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"}]},
        ]
        client.messages.create(**question | {"messages": turns}, tools=[tool])
        assert emulator.requests[-1].json()["messages"][1]["content"][0]["input"] == value
        refused(lambda: client.messages.create(**question, extra_body={"x": nested(DEEPEST)}), ValueError)

def conversations():
    for nested in (lists, objects):
        talk = parlour.Conversation()
        talk.add_user("x")
        talk.add({"role": "assistant", "content": [answer_with({"a": nested(LEVELS - 6)})["content"][0]]})
        talk.add_user([{"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"}])
        talk.repair()
        again = parlour.Conversation.from_json(talk.to_json())
        assert again.to_json() == talk.to_json() and repr(again)
        again.keep_last(1)

work = sys.argv[1]
failed = []

def run():
    try:
        globals()[work]()
    except BaseException as error:
        failed.append(error)
        raise

with Emulator() as emulator, emulator.client(max_retries=0) as client:
    threading.stack_size(int(sys.argv[2]) << 10)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
sys.exit(bool(failed))
"""


@pytest.mark.parametrize("work", ["json_in_and_out", "answers", "requests", "conversations"])
def test_deep_json_fits_a_small_stack(work: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, work, os.environ.get("PARLOUR_TEST_STACK_KIB", "384")],
        check=False,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, ""), f"{done.returncode} {done.stdout} {done.stderr}"

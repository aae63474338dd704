#!/usr/bin/env bash
# Runs every Python example as a newcomer would, without a key, against its own emulator, and looks at what it prints.
# Argument: the interpreter, which has parlour, fastapi, uvicorn, gunicorn, mcp, celery and redis. Prints the counts
# last; exits 1 if an example failed. ray_bulk.py wants Ray, which is not installed here: `make fleet-ray` runs it.
set -euo pipefail

python=${1:?the interpreter}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../examples/python" && pwd)
# shellcheck source=scripts/check-output.sh
. "$(dirname "${BASH_SOURCE[0]}")/check-output.sh"
scratch=$(mktemp -d)
out=$scratch/out
server=
stop() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        server=
    fi
}
trap 'stop; rm -rf "$scratch"' EXIT

# Nothing of the caller's environment: a key in it would make these talk to a real service.
bare() {
    env -i PATH="$PATH" PYTHONDONTWRITEBYTECODE=1 timeout 60 "$@"
}

# Starts a server and waits for the line that names its port, which goes to $port; empty if none came.
serve() { # pattern with the port as its group, command...
    local pattern=$1
    shift
    # The loop below may read it before the server's shell has made it.
    : >"$out"
    env -i PATH="$PATH" PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 "$@" >"$out" 2>&1 &
    server=$!
    port=
    for ((tenths = 0; tenths < 300; tenths++)); do
        port=$(sed -nE "s|$pattern|\\1|p" "$out" | head -n 1)
        if [ -n "$port" ] || ! kill -0 "$server" 2>/dev/null; then break; fi
        sleep 0.1
    done
}

# The whole answer to one request, headers included, into $out.
fetch() { # target
    [ -n "$port" ] || return 1
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET %s HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n' "$1" >&3
    local status=0
    timeout 30 cat <&3 >"$out" || status=$?
    exec 3>&-
    return "$status"
}

# The first call of the README, as it is there.
serve '^port ([0-9]+)$' "$python" -c 'import signal; from parlour.testing import Emulator
service = Emulator(); print("port", service.url.rpartition(":")[2]); signal.pause()'
awk '/^```python$/ { on = 1; next } /^```$/ { if (on) exit } on' "$here/../../README.md" >"$scratch/first_call.py"
status=0; bare env PARLOUR_BASE_URL="http://127.0.0.1:$port" PARLOUR_API_KEY=test-key PARLOUR_VENDOR=svc \
    "$python" "$scratch/first_call.py" >"$out" 2>&1 || status=$?
check "first call of the README" "$status" 'three'
stop

status=0; printf 'My name is Ada.\n\nWhat is my name?\n' | bare "$python" "$here/chat.py" >"$out" 2>&1 || status=$?
check chat "$status" 'model> Your name is Ada.'

# The address named, the key forgotten: a sentence that says what to set, and exit code 1.
status=0; bare env PARLOUR_BASE_URL=http://127.0.0.1:9 "$python" "$here/chat.py" >"$out" 2>&1 || status=$?
check "chat without a key" "$((status == 1 ? 0 : 1))" 'no credential: set PARLOUR_API_KEY'

for again in "" ", again"; do
    # Run again, it goes on with what it saved.
    status=0; bare "$python" "$here/conversation.py" "$scratch/talk.json" >"$out" 2>&1 || status=$?
    check "conversation$again" "$status" ${again:+'going on after 4 turns'} 'the prompt before is repeated' \
        'What is my name? -> Your name is Ada.'
done

status=0; bare "$python" "$here/files.py" >"$out" 2>&1 || status=$?
check files "$status" 'uploaded rivers.txt, 16 bytes' 'listed rivers.txt, text/plain' 'file_deleted' \
    'version rivers of the skill'

status=0; bare "$python" "$here/raw.py" >"$out" 2>&1 || status=$?
check raw "$status" 'form: rivers.txt, 16 bytes, until ' 'pieces: the request has 7 tokens' 'events: message_start ' \
    'raw: status 200, request req_' \
    'raw in pieces: status 200' 'async pieces: the request has 7 tokens' 'async events: message_start ' \
    'async raw in pieces: status 200'

status=0; bare "$python" "$here/models.py" >"$out" 2>&1 || status=$?
check models "$status" 'model svc-sonnet-4-5' 'the request has 5 tokens' 'raw: status 200' \
    'limits of batch: requests_per_minute 1000'

status=0; bare "$python" "$here/streaming.py" >"$out" 2>&1 || status=$?
check streaming "$status" 'Text: 1 2 3 4 5 6 7 8 9 10 11 12' 'stop reason end_turn' "End: '1 2 3" '  1 2 3 4 5 6 7' \
    'Broken: APIConnectionError; received until then: '

status=0; bare "$python" "$here/tools.py" >"$out" 2>&1 || status=$?
check tools "$status" '= 70.7 fahrenheit' 'count_letters({"text": "parlour"}) = 7' 'model: '

status=0; bare "$python" "$here/structured.py" >"$out" 2>&1 || status=$?
check structured "$status" "value: Move(name='Ada', age=36, city='Paris')" '2 answers, 24 tokens' \
    'none:  the model refused to answer: This is private.' "city='Paris'" "whole:  Move(name='Ada'"

status=0; bare "$python" "$here/tool_runner.py" >"$out" 2>&1 || status=$?
check tool_runner "$status" 'turn 1: tool_use, 1 call(s)' 'saved and resumed' "convert_temperature({'degrees': 21.5" \
    'model: The tool says: 70.7' 'ended: stopped'

status=0; bare "$python" "$here/batches.py" >"$out" 2>&1 || status=$?
check batches "$status" 'input tokens' 'created msgbatch_' '] in_progress: 4 of 4 are left' 'Elbe: ' 'Tagus: '

status=0; bare "$python" "$here/batch_run.py" "$scratch/run.state" >"$out" 2>&1 || status=$?
check batch_run "$status" 'sum-0: 0 + 0 is 0.' 'sum-11: 11 + 11 is 22.' '[############] sum-'

status=0; bare "$python" "$here/webhooks.py" >"$out" 2>&1 || status=$?
check webhooks "$status" 'session.idled of sesn_1' 'now: 200' 'refused (age)' 'an hour old: 400'

status=0; bare "$python" "$here/sigv4.py" >"$out" 2>&1 || status=$?
check sigv4 "$status" 'model: it was signed' 'attempt 1: genuine' 'attempt 2: genuine'

status=0; bare "$python" "$here/token_file.py" >"$out" 2>&1 || status=$?
check token_file "$status" 'reading token: no token is kept' 'reading token: the token was refused' 'model: three'

status=0; bare "$python" "$here/mcp_tools.py" >"$out" 2>&1 || status=$?
check mcp_tools "$status" 'with add of the server' "  add({'a': 17, 'b': 25})" 'The tool says: 42'

status=0; bare "$python" "$here/memory.py" >"$out" 2>&1 || status=$?
check memory "$status" "'path': '/memories/../../etc/passwd'" 'model: I shall remember that you like tea.' \
    'memory: user.md: Likes tea.'

status=0; bare "$python" "$here/bulk.py" --at-once 8 >"$out" 2>&1 || status=$?
check bulk "$status" '100/100, 0 failed' '100 results in requests.results.jsonl, 0 failed now'

# Stopped after 3 of 5, in the middle of a line: it goes on with the others, and mends one that had failed.
for number in 1 2 3 4 5; do
    printf '{"id": %s, "messages": [{"role": "user", "content": "Say %s"}]}\n' "$number" "$number"
done >"$scratch/asked.jsonl"
printf '{"id": 1, "message": {}}\n{"id": 2, "error": {}}\n{"id": 3, "mess' >"$scratch/asked.results.jsonl"
status=0; bare "$python" "$here/bulk.py" "$scratch/asked.jsonl" >"$out" 2>&1 || status=$?
check "bulk, resumed" "$status" '4/4, 0 failed, 1 had been done' '5 results in asked.results.jsonl'

# Without a store it says what to set. With one, and with workers that are killed, `make fleet` runs it.
status=0; bare "$python" "$here/celery_bulk.py" night "$scratch/asked.jsonl" "$scratch/out" >"$out" 2>&1 || status=$?
check "celery_bulk without a store" "$((status == 1 ? 0 : 1))" 'error: no store: set BULK_STORE'

serve '^listening on http://127.0.0.1:([0-9]+)$' "$python" "$here/fastapi_relay.py"
status=0; fetch '/ask?q=Say+goodbye' || status=$?
check fastapi_relay "$status" 'content-type: text/event-stream' 'event: content_block_delta' 'event: message_stop'
stop

serve '.*Listening at: http://127.0.0.1:([0-9]+).*' "$python" -m gunicorn --chdir "$here/gunicorn_preload" \
    --config "$here/gunicorn_preload/conf.py" --bind 127.0.0.1:0 app:application
status=0; fetch '/?q=Count+to+5' || status=$?
check gunicorn_preload "$status" '200 OK' 'x-master: ready' '1 2 3 4 5'
stop

echo "examples of Python: $passed passed, $failed failed"
[ "$failed" -eq 0 ]

#!/usr/bin/env bash
# Runs every example as a newcomer would, without a key, against its own emulator, and looks at what it prints.
# Argument: the folder of the built programs. Prints the counts last; exits 1 if an example failed.
set -euo pipefail

bin=$(cd "${1:?the folder of the built examples}" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/check-output.sh
. scripts/check-output.sh
out=$(mktemp)
relay=
service=
finish() {
    for program in $relay $service; do kill "$program" 2>/dev/null || true; done
    rm -f "$out"
}
trap finish EXIT

# Nothing of the caller's environment: a key in it would make these talk to a real service.
bare() {
    env -i PATH="$PATH" "$@"
}

listening() { # file that a server prints to; prints its port, or nothing
    for ((tenths = 0; tenths < 100; tenths++)); do
        if grep -q '^listening on ' "$1"; then break; fi
        sleep 0.1
    done
    sed -n 's|^listening on http://127.0.0.1:||p' "$1"
}

# The first call of the README is this program behind its head.
status=0
diff <(awk '/^```rust,no_run$/ { on = 1; next } /^```$/ { if (on) exit } on' README.md) \
    <(tail -n +4 examples/rust/src/bin/first_call.rs) >"$out" || status=$?
check "first call of the README, its text" "$status"
bare "$bin/parlour-emulator" >"$out" 2>&1 &
service=$!
port=$(listening "$out")
status=0; bare PARLOUR_BASE_URL="http://127.0.0.1:$port" PARLOUR_API_KEY=test-key PARLOUR_VENDOR=svc \
    timeout 60 "$bin/first_call" >"$out" 2>&1 || status=$?
check "first call of the README" "$status" 'three'
kill "$service"
service=

status=0; bare timeout 60 "$bin/demo" >"$out" 2>&1 || status=$?
check demo "$status" 'the model calls add({"a":48613,"b":77104})' 'our function returns 125717' 'summary: 4 turns'

status=0; bare DEMO_PROMPT='Say "it'"'"'s" $HOME `x`' timeout 60 "$bin/demo" >"$out" 2>&1 || status=$?
check "demo with a question" "$status" 'model: "it'"'"'s" $HOME `x`' 'summary: 1 turn,'

# The address named, the key forgotten: a sentence that says what to set, and exit code 1.
status=0; bare PARLOUR_BASE_URL=http://127.0.0.1:9 timeout 60 "$bin/demo" >"$out" 2>&1 || status=$?
check "demo without a key" "$((status == 1 ? 0 : 1))" 'error: no credential: set PARLOUR_API_KEY'

status=0; printf 'My name is Ada.\n\nWhat is my name?\n' | bare timeout 60 "$bin/chat" >"$out" 2>&1 || status=$?
check chat "$status" 'model> Your name is Ada.'

status=0; bare timeout 60 "$bin/streaming" >"$out" 2>&1 || status=$?
check streaming "$status" 'Text: 1 2 3 4 5 6 7 8 9 10 11 12' 'End: ' 'Broken: '

status=0; bare timeout 60 "$bin/tools" >"$out" 2>&1 || status=$?
check tools "$status" '70.7 fahrenheit' 'count_letters({"text":"parlour"}) = 7' 'model: '

status=0; bare timeout 60 "$bin/agent" >"$out" 2>&1 || status=$?
check agent "$status" '70.7 fahrenheit' 'count_letters({"text":"parlour"})' '2 answers' '4 turns kept, 0 dropped'

# The second run goes on with what the first one saved.
saved=$(mktemp -d)
for again in '' ', again'; do
    status=0; bare timeout 60 "$bin/conversation" "$saved/talk.json" >"$out" 2>&1 || status=$?
    check "conversation$again" "$status" ${again:+'going on after 4 turns'} 'the prompt before is repeated' \
        'What is my name? -> Your name is Ada.'
done
rm -r "$saved"

status=0; bare timeout 60 "$bin/structured" >"$out" 2>&1 || status=$?
check structured "$status" 'name: Ada, age: 36' '[1 answers, 6 tokens]' 'so far: name Some("Ada"), age Some(36)'

status=0; bare timeout 60 "$bin/batch" >"$out" 2>&1 || status=$?
check batch "$status" 'created msgbatch_' '[                    ] 4 of 4 are left' 'Elbe: ' 'Tagus: ' \
    'message_batch_deleted'

status=0; bare timeout 60 "$bin/batches" >"$out" 2>&1 || status=$?
check batches "$status" 'sum-0: 0 + 0 is 0.' 'sum-4: 4 + 4 is 8.' '[####################] sum-'

status=0; bare timeout 60 "$bin/files" >"$out" 2>&1 || status=$?
check files "$status" 'file rivers.txt, 16 bytes' 'file_deleted' 'version rivers of the skill' 'downloaded 5 bytes'

status=0; bare timeout 60 "$bin/raw" >"$out" 2>&1 || status=$?
check raw "$status" 'form: rivers.txt, 16 bytes, until ' 'pieces: the request has 7 tokens' \
    'events: text/event-stream' '  event: message_stop' \
    'raw: status 200, request req_' 'raw in pieces: status 200'

status=0; bare timeout 60 "$bin/models" >"$out" 2>&1 || status=$?
check models "$status" 'model svc-sonnet-4-5' 'the request has 5 tokens' 'raw: status 200' \
    'limits of batch: requests_per_minute 1000'

status=0; bare timeout 60 "$bin/webhooks" >"$out" 2>&1 || status=$?
check webhooks "$status" 'session.idled of obj_' 'now: 200' 'refused: the webhook is 3600 s old' 'an hour old: 400'

status=0; bare timeout 60 "$bin/memory" >"$out" 2>&1 || status=$?
check memory "$status" '"path":"/memories/../../etc/passwd"' 'memory: Likes tea.' \
    'model: I shall remember that you like tea.'

status=0; bare timeout 60 "$bin/sigv4" >"$out" 2>&1 || status=$?
check sigv4 "$status" 'model: it was signed' 'attempt 1: genuine' 'attempt 2: genuine'

status=0; bare timeout 60 "$bin/token_file" >"$out" 2>&1 || status=$?
check token_file "$status" 'reading the file: no token is kept' 'reading the file: the token was refused' 'model: three'

bare timeout 60 "$bin/relay" >"$out" 2>&1 &
relay=$!
port=$(listening "$out")
status=0
if [ -n "$port" ]; then
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET /ask?q=Say+goodbye HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n' >&3
    timeout 30 cat <&3 >"$out" || status=$?
    exec 3>&-
else
    status=1
fi
check relay "$status" 'content-type: text/event-stream' 'event: content_block_delta' 'event: message_stop'

echo "examples: $passed passed, $failed failed"
[ "$failed" -eq 0 ]

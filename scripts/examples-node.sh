#!/usr/bin/env bash
# Runs every Node example as a newcomer would, without a key, against its own emulator, and looks at what it prints.
# Wants the package in the source tree (`make node`); installs the web frameworks into examples/node/node_modules.
# Prints the counts last; exits 1 if an example failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

here=$PWD/examples/node
if ! { [ -f "$here/node_modules/.list" ] && cmp -s "$here/package-lock.json" "$here/node_modules/.list"; }; then
    (cd "$here" && npm ci --silent --ignore-scripts --no-audit --no-fund)
    cp "$here/package-lock.json" "$here/node_modules/.list"
fi
# shellcheck source=scripts/check-output.sh
. scripts/check-output.sh
# shellcheck source=scripts/run-example.sh
. scripts/run-example.sh
keep=()
scratch=$(mktemp -d)
out=$scratch/out
trap 'stop; rm -rf "$scratch"' EXIT

# The first call of the README, as it is there: its TypeScript has no types of its own.
mkdir "$scratch/node_modules"
ln -s "$PWD/bindings/node" "$scratch/node_modules/parlour"
awk '/^```ts$/ { on = 1; next } /^```$/ { if (on) exit } on' README.md >"$scratch/first_call.mjs"
printf '%s\n' 'import { Emulator } from "parlour/testing";' 'const service = await Emulator.start();' \
    'console.log("port", new URL(service.url).port);' 'setInterval(() => {}, 1000);' >"$scratch/serve.mjs"
serve '^port ([0-9]+)$' node "$scratch/serve.mjs"
status=0; bare env PARLOUR_BASE_URL="http://127.0.0.1:$port" PARLOUR_API_KEY=test-key PARLOUR_VENDOR=svc \
    node "$scratch/first_call.mjs" >"$out" 2>&1 || status=$?
check "first call of the README" "$status" 'three'
stop

status=0; bindings/node/node_modules/.bin/tsc -p "$here" >"$out" 2>&1 || status=$?
check "types of all" "$status"

status=0; printf 'My name is Ada.\n\nWhat is my name?\n' | bare node "$here/chat.mjs" >"$out" 2>&1 || status=$?
check chat "$status" 'model> Your name is Ada.'

# The address named, the key forgotten: a sentence that says what to set, and exit code 1.
status=0; bare env PARLOUR_BASE_URL=http://127.0.0.1:9 node "$here/chat.mjs" >"$out" 2>&1 || status=$?
check "chat without a key" "$((status == 1 ? 0 : 1))" 'no credential: set PARLOUR_API_KEY'

for again in "" ", again"; do
    # Run again, it goes on with what it saved.
    status=0; bare node "$here/conversation.mjs" "$scratch/talk.json" >"$out" 2>&1 || status=$?
    check "conversation$again" "$status" ${again:+'going on after 4 turns'} 'the prompt before is repeated' \
        'What is my name? -> Your name is Ada.'
done

status=0; bare node "$here/files.mjs" >"$out" 2>&1 || status=$?
check files "$status" 'uploaded rivers.txt, 16 bytes' 'listed rivers.txt, text/plain' 'file_deleted' \
    'version rivers of the skill'

status=0; bare node "$here/raw.mjs" >"$out" 2>&1 || status=$?
check raw "$status" 'form: rivers.txt, 16 bytes, until ' 'pieces: the request has 7 tokens' \
    'events: text/event-stream' '  event: message_stop' \
    'with its answer: svc-sonnet-4-5' 'raw: status 200' 'raw in pieces: '

status=0; bare node "$here/models.mjs" >"$out" 2>&1 || status=$?
check models "$status" 'model svc-sonnet-4-5' 'the request has 5 tokens' 'raw: status 200' \
    'limits of batch: requests_per_minute 1000'

status=0; bare node "$here/webhooks.mjs" >"$out" 2>&1 || status=$?
check webhooks "$status" 'session.idled of obj_' 'now: 200' 'refused (age)' 'an hour old: 400'

status=0; bare node "$here/sigv4.mjs" >"$out" 2>&1 || status=$?
check sigv4 "$status" 'model: it was signed' 'attempt 1: genuine' 'attempt 2: genuine'

status=0; bare node "$here/token-file.mjs" >"$out" 2>&1 || status=$?
check token-file "$status" 'reading the file: no token is kept' 'reading the file: the token was refused' 'model: three'

status=0; bare node "$here/streaming.mjs" >"$out" 2>&1 || status=$?
check streaming "$status" 'Text: 1 2 3 4 5 6 7 8 9 10 11 12' 'stop reason end_turn' 'a block of text is complete' \
    'End: "1 2 3' '  1 2 3 4 5 6 7' 'Broken: APIConnectionError; received until then: "1'

status=0; bare node "$here/tools.mjs" >"$out" 2>&1 || status=$?
check tools "$status" '= 70.7 fahrenheit' 'count_letters({"text":"parlour"}) = 7' 'model: '

status=0; bare node "$here/tool-runner.mjs" >"$out" 2>&1 || status=$?
check tool-runner "$status" 'turn 1: tool_use, 1 call(s)' 'saved and resumed' 'convert_temperature({"degrees":21.5' \
    'model: The tool says: 70.7' 'ended: stopped'

status=0; bare node "$here/mcp-tools.mjs" >"$out" 2>&1 || status=$?
check mcp-tools "$status" 'with add of the server' '  add({"a":17,"b":25})' 'The tool says: 42'

status=0; bare node "$here/structured.mjs" >"$out" 2>&1 || status=$?
check structured "$status" 'value: Ada, 36, moves to Paris' '2 answers, 18 tokens' 'none: refused' \
    'whole: {"name":"Ada","age":36,"city":"Paris"}'

status=0; bare node "$here/batches.mjs" >"$out" 2>&1 || status=$?
check batches "$status" 'a request has 2 input tokens' '] in_progress, 20 to go' 'say-1: 1' '20 succeeded, 0 did not'

status=0; bare node "$here/batch-run.mjs" "$scratch/run.state" >"$out" 2>&1 || status=$?
check batch-run "$status" 'sum-0: 0 + 0 is 0.' 'sum-11: 11 + 11 is 22.' '[############] sum-'

status=0; bare node "$here/memory.mjs" >"$out" 2>&1 || status=$?
check memory "$status" '"path":"/memories/../../etc/passwd"' 'model: I shall remember that you like tea.' \
    'memory: user.md: Likes tea.'

status=0; bare node --test "$here/memory.test.mjs" >"$out" 2>&1 || status=$?
check "ways out of the memory" "$status" '# fail 0'

status=0; bare node "$here/pool.mjs" 3 >"$out" 2>&1 || status=$?
check pool "$status" 'Count to 24. The numbers add up to 300.' '24 answers from 3 workers, 0 failed'

status=0; bare node "$here/bulk.mjs" --at-once 8 >"$out" 2>&1 || status=$?
check bulk "$status" '100/100, 0 failed' '100 results in requests.results.jsonl, 0 failed now'

# Stopped after 3 of 5, in the middle of a line: it goes on with the others, and mends one that had failed.
for number in 1 2 3 4 5; do
    printf '{"id": %s, "messages": [{"role": "user", "content": "Say %s"}]}\n' "$number" "$number"
done >"$scratch/asked.jsonl"
printf '{"id": 1, "message": {}}\n{"id": 2, "error": {}}\n{"id": 3, "mess' >"$scratch/asked.results.jsonl"
status=0; bare node "$here/bulk.mjs" "$scratch/asked.jsonl" >"$out" 2>&1 || status=$?
check "bulk, resumed" "$status" '4/4, 0 failed, 1 had been done' '5 results in asked.results.jsonl'

serve '^listening on http://127.0.0.1:([0-9]+)$' node "$here/express-relay.mjs"
status=0; fetch '/ask?q=Say+goodbye' || status=$?
check "Express relay" "$status" 'text/event-stream' 'event: content_block_delta' 'event: message_stop'
stop

serve '^listening on http://127.0.0.1:([0-9]+)$' node "$here/fastify-relay.mjs"
status=0; fetch '/ask?q=Say+goodbye' || status=$?
check "Fastify relay" "$status" 'application/x-ndjson' '{"type":"content_block_delta",' '{"type":"message_stop"}'
stop

echo "examples of Node: $passed passed, $failed failed"
[ "$failed" -eq 0 ]

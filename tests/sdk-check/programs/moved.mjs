// Programs of the vendor's SDK for Node as its users write them, the one change that moves them over, and what is
// compared: what they print, and what they ask of the service.

import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("node/", import.meta.url));
const VENDOR = "anthropic";
/** Names of betas that the SDK goes on to send although what they were for is general. */
const GENERAL = ["message-batches-2024-09-24", "structured-outputs-2025-12-15", "token-counting-2024-11-01"];

/** What the programs printed and asked with the SDK itself. */
export const SEEN = fileURLToPath(new URL("node.json", import.meta.url));

/**
 * All programs: `name`, `needs` (what each needs that was missing; `works` if nothing was), `says` (part of what it is
 * told; empty if it runs unchanged), `source` and `replies` of the service.
 */
export function programs() {
    const replies = JSON.parse(readFileSync(join(FOLDER, "replies.json"), "utf8"));
    return readdirSync(FOLDER)
        .filter((name) => name.endsWith(".mts"))
        .sort()
        .map((file) => {
            const name = file.replace(".mts", "");
            const source = readFileSync(join(FOLDER, file), "utf8");
            const head = /^\/\/ .*\[([^\];]+)(?:; told: ([^\]]+))?\]/.exec(source);
            if (head === null) throw new Error(`${file} does not say what it stands for`);
            return { name, needs: head[1].split(", "), says: head[2] ?? "", source, replies: replies[name] ?? [] };
        });
}

/** The program with its imports and its model changed, and nothing else. */
export const moved = (source) =>
    source
        .replaceAll(`"@${VENDOR}-ai/sdk`, `"parlour-compat`)
        .replaceAll(/import \{ Anthropic \} from/g, "import { Client as Anthropic } from")
        .replaceAll("claude-", "svc-");

/** Writes programs into a folder, as TypeScript and as what Node runs. */
export function write(folder, made, typescript) {
    mkdirSync(folder, { recursive: true });
    const { ModuleKind, ScriptTarget } = typescript;
    const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
    for (const { name, source } of made) {
        writeFileSync(join(folder, `${name}.mts`), source);
        const { outputText } = typescript.transpileModule(source, { compilerOptions });
        writeFileSync(join(folder, `${name}.mjs`), outputText);
    }
}

/**
 * What the compiler finds wrong with programs that were written into a folder, each with the program's name. `typeRoot`
 * has the types of Node.
 */
export function mistakes(folder, names, typescript, typeRoot) {
    const { options } = typescript.convertCompilerOptionsFromJson(
        {
            typeRoots: [typeRoot],
            target: "es2022",
            lib: ["es2023", "esnext.disposable"],
            module: "nodenext",
            types: ["node"],
            strict: true,
            skipLibCheck: true,
            noEmit: true,
        },
        folder,
    );
    const files = names.map((name) => join(folder, `${name}.mts`));
    return typescript.getPreEmitDiagnostics(typescript.createProgram(files, options)).map((one) => [
        (one.file?.fileName ?? "").replace(/^.*\/|\.mts$/g, ""),
        typescript.flattenDiagnosticMessageText(one.messageText, " "),
    ]);
}

/** What a program in a folder does with a service of its own: `printed`, `asked`, and `error` if it ended by one. */
export async function seen(folder, { name, needs, replies }, Emulator) {
    const service = await Emulator.start({ batchPolls: 1 });
    try {
        service.push(...replies.map(reply));
        const env = Object.fromEntries(
            Object.entries(process.env).filter(([key]) => !/^(PARLOUR|ANTHROPIC)_/.test(key)),
        );
        Object.assign(env, {
            ANTHROPIC_BASE_URL: service.url,
            ANTHROPIC_API_KEY: service.apiKey,
            PARLOUR_BASE_URL: service.url,
            PARLOUR_API_KEY: service.apiKey,
            PARLOUR_VENDOR: "svc",
            NODE_NO_WARNINGS: "1",
        });
        const ended = await new Promise((resolve) => {
            execFile(
                process.execPath,
                [join(folder, `${name}.mjs`)],
                { env, timeout: 60_000 },
                (error, printed, said) => resolve({ printed, error: error === null ? null : said || String(error) }),
            );
        });
        const asked = withoutLooks(service.requests.map(question));
        if (needs.includes("concurrent")) asked.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
        const printed = ended.printed.replaceAll(service.url, "http://service").replaceAll("claude-", "svc-");
        return { printed: printed.split("\n").slice(0, -1), asked, error: ended.error };
    } finally {
        await service.stop();
    }
}

/** A reply for the service: `say` streams a text in these pieces, `call` the input of a tool by its name. */
function reply({ say, call, ...more }) {
    if (say !== undefined) return { ...stream({ type: "text", text: "" }, "text", say, "end_turn"), ...more };
    if (call === undefined) return more;
    const [name, ...pieces] = call;
    return stream({ type: "tool_use", id: "toolu_1", name, input: {} }, "partial_json", pieces, "tool_use");
}

function stream(block, field, pieces, stop_reason) {
    const type = field === "text" ? "text_delta" : "input_json_delta";
    const message = {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "svc-sonnet-4-5",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 3, output_tokens: 1 },
    };
    const events = [
        { type: "message_start", message },
        { type: "content_block_start", index: 0, content_block: block },
        { type: "ping" },
        ...pieces.map((piece) => ({ type: "content_block_delta", index: 0, delta: { type, [field]: piece } })),
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 7 } },
        { type: "message_stop" },
    ];
    return { sse: events.map((data) => ({ event: data.type, data })) };
}

/** The requests without looks at a batch just before its results: the SDK asks once more where those are. */
function withoutLooks(asked) {
    const made = [];
    for (const one of asked) {
        while (made.length > 0 && one.path === `${made.at(-1).path}/results`) made.pop();
        made.push(one);
    }
    return made;
}

/** Keys in one order: programs do not decide it. */
const sorted = (value) =>
    Array.isArray(value)
        ? value.map(sorted)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
                Object.keys(value)
                    .sort()
                    .map((key) => [key, sorted(value[key])]),
            )
          : value;

/** A request as far as programs decide it. */
function question(request) {
    const made = { path: `${request.method} ${request.path}`.replaceAll("claude-", "svc-") };
    // The SDK marks what was asked as a beta in the address too; the header is what the service reads.
    const query = [...new URLSearchParams(request.query)].filter(([name]) => name !== "beta");
    if (query.length > 0) made.query = Object.fromEntries(query.sort());
    const headers = [...request.headers].flatMap(([name, value]) => {
        if (name.endsWith("-beta")) {
            const left = value.split(/,\s*/).filter((one) => !GENERAL.includes(one));
            return left.length > 0 ? [["beta", left.join(",")]] : [];
        }
        return name.startsWith("x-") && name !== "x-api-key" && !name.includes("stainless") ? [[name, value]] : [];
    });
    if (headers.length > 0) made.headers = Object.fromEntries(headers.sort());
    const kind = request.headers.get("content-type") ?? "";
    if (kind.startsWith("multipart/")) made.parts = parts(kind, request.body);
    else if (request.body.length > 0)
        made.body = sorted(JSON.parse(request.body.toString().replaceAll("claude-", "svc-")));
    // The service's own default.
    if (made.body?.stream === false) delete made.body.stream;
    return made;
}

function parts(kind, body) {
    const [, boundary] = /boundary="?([^";]+)"?/.exec(kind);
    return body
        .toString("latin1")
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => {
            const [head, ...content] = part.slice(2, -2).split("\r\n\r\n");
            const lines = head.split("\r\n").map((line) => line.toLowerCase());
            const type = lines.find((line) => line.startsWith("content-type:"))?.slice(13).trim();
            return [
                /name="([^"]*)"/.exec(head)?.[1],
                /filename="([^"]*)"/.exec(head)?.[1],
                type,
                content.join("\r\n\r\n"),
            ];
        });
}

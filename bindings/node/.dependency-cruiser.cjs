// The import graph of ts/: no cycle, and no import of a higher layer. Checked by scripts/node/lint.sh.

/** Files by layer, the lowest first. A file may import from its own layer and from those before it. */
const LAYERS = [
    [
        "brand",
        "bundled",
        "contexts",
        "emitter",
        "environment",
        "exact",
        "extra_ca",
        "json",
        "native",
        "refuse",
        "shapes",
        "kind_of",
        "slab",
        "timers",
    ],
    ["arguments"],
    [
        "answer",
        "betas",
        "decode",
        "feed",
        "head",
        "ledger",
        "limiter",
        "resource_types",
        "response",
        "types",
        "web_response",
    ],
    [
        "deferred",
        "diagnostics",
        "errors",
        "json_argument",
        "params",
        "request_body",
        "settings",
        "signals",
        "split_json",
    ],
    ["cache", "conversation", "core", "log", "options", "partial_json", "port", "schema", "stops", "webhook"],
    ["tool"],
    ["client_tools", "mcp", "tool_call", "tool_run_options"],
    ["toolsets"],
    ["event_dispatcher", "fed_stream", "native_stream", "stream_reader"],
    ["api_promise", "batch_results", "bytes", "pages", "stream", "stream_promise", "unary_call", "uploads"],
    ["raw_body", "resource_calls"],
    ["batches"],
    ["resources"],
    ["resources_lazy"],
    ["tool_run"],
    ["structured"],
    ["messages"],
    ["fetch"],
    ["client"],
    ["hooks", "index", "testing"],
];

const files = (layers) => `^ts/(${layers.flat().join("|")})[.]m?ts$`;

module.exports = {
    forbidden: [
        {
            name: "no-cycle",
            comment: "Move what both need into a file below them.",
            severity: "error",
            from: {},
            to: { circular: true },
        },
        {
            name: "every-file-has-a-layer",
            comment: "Add the file to LAYERS in .dependency-cruiser.cjs.",
            severity: "error",
            from: {},
            to: { path: "^ts/", pathNot: files(LAYERS) },
        },
        ...LAYERS.slice(0, -1).map((layer, at) => ({
            name: `layer-${at + 1}-imports-nothing-above`,
            comment: "Move what is needed down, or pass it in.",
            severity: "error",
            from: { path: files(layer) },
            to: { path: files(LAYERS.slice(at + 1)) },
        })),
    ],
    options: {
        tsConfig: { fileName: "tsconfig.json" },
        // Imports of types alone count too: they show who knows whom.
        tsPreCompilationDeps: true,
        doNotFollow: { path: "node_modules" },
        exclude: { path: "^(native|node:)" },
    },
};

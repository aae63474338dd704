// The import graph of ts/: no cycle, and no import of a higher layer. Checked by scripts/node/lint.sh.

/** Files by layer, the lowest first. A file may import from its own layer and from those before it. */
const LAYERS = [
    ["contexts", "emitter", "extra_ca", "json", "native", "refuse", "shown", "slab", "timers"],
    ["given"],
    [
        "answer",
        "betas",
        "decode",
        "head",
        "params",
        "request_body",
        "resource_types",
        "response",
        "settings",
        "split_json",
        "types",
        "web_response",
    ],
    ["deferred", "diagnostics", "errors", "signals"],
    ["cache", "conversation", "core", "log", "options", "partial_json", "port", "schema", "stops", "webhook"],
    ["tool"],
    ["client_tools", "mcp", "tool_call", "tool_run_options"],
    ["event_dispatcher", "fed_stream", "native_stream", "stream_reader"],
    ["api_promise", "batch_results", "bytes", "opened", "pages", "stream", "unary_call", "uploads"],
    ["raw_body", "resource_calls"],
    ["batches"],
    ["resources"],
    ["resources_lazy"],
    ["tool_run"],
    ["structured"],
    ["messages"],
    ["fetch"],
    ["client"],
    ["index", "testing"],
    // `parlour/compat`, which nothing else imports.
    [
        "compat/by_hand",
        "compat/error_classes",
        "compat/errors",
        "compat/fetch_options",
        "compat/files",
        "compat/missing",
        "compat/refusals",
        "compat/schemas",
        "compat/types",
        "compat/types/(answers|beta_requests|errors|results|tools|toolsets|webhooks)",
    ],
    [
        "compat/code_errors",
        "compat/elsewhere",
        "compat/helpers",
        "compat/internals",
        "compat/lists",
        "compat/mcp",
        "compat/options",
        "compat/promises",
        "compat/streams",
    ],
    ["compat/resource"],
    ["compat/resources"],
    ["compat/messages", "compat/types/resources"],
    ["compat/client", "compat/types/beta_names"],
    ["compat/names/.+"],
    ["compat/index", "compat/cjs"],
    // `parlour check`.
    ["check_uses"],
    ["check"],
    ["cli"],
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

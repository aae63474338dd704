// The import graph of ts/: no cycle, no import of a higher layer, and of other packages the documented entry points of
// `parlour` alone.
// Checked by scripts/node/lint.sh.

/** Files by layer, the lowest first. A file may import from its own layer and from those before it. */
const LAYERS = [
    [
        "by_hand",
        "error_classes",
        "errors",
        "fetch_options",
        "files",
        "arguments",
        "missing",
        "refusals",
        "refuse",
        "schemas",
        "types",
        "types/(answers|beta_requests|errors|results|tools|toolsets|webhooks)",
    ],
    ["code_errors", "placeholders", "helpers", "internals", "lists", "mcp", "options", "promises", "streams"],
    ["resource"],
    ["resources"],
    ["messages", "types/resources"],
    ["client", "types/beta_names"],
    ["names/.+"],
    ["index", "cjs"],
    // `parlour-compat check`.
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
        {
            name: "documented-entry-points-alone",
            comment:
                "Import from `parlour`, `parlour/mcp` or `parlour/hooks`; what is missing becomes a hook there.",
            severity: "error",
            from: { path: "^ts/" },
            to: {
                pathNot:
                    "^ts/|^(?:[.][.]/node|node_modules/parlour)/dist/(?:index|hooks|mcp)[.](?:d[.]m?ts|m?js)$",
                dependencyTypesNot: ["core"],
            },
        },
        {
            name: "no-path-into-parlour",
            comment: "Import by the name of the package: a path finds files that users do not have.",
            severity: "error",
            from: { path: "^ts/" },
            to: { path: "^[.][.]/", dependencyTypes: ["local"] },
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
        doNotFollow: { path: "node_modules|^[.][.]/" },
    },
};

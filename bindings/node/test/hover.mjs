// Looks for public items without a document in the declarations of a package. It must not hold any test.

import ts from "typescript";

/** How far types are followed from an export: deeper ones are found from another. */
const DEPTH = 6;

/** A constant such as `type: "text"` or `stream?: false` documents itself. */
function isConstant(type) {
    if (type === undefined) return false;
    if (ts.isUnionTypeNode(type)) return type.types.every(isConstant);
    return ts.isLiteralTypeNode(type) || type.kind === ts.SyntaxKind.UndefinedKeyword;
}

export class Walk {
    seen = new Set();
    missing = [];
    #types = new Set();

    constructor(checker, root) {
        this.checker = checker;
        this.root = root;
    }

    symbol(given, path, depth = 0) {
        const symbol = given.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(given) : given;
        const [declaration] = symbol.declarations ?? [];
        if (depth > DEPTH || declaration === undefined || this.seen.has(symbol)) return;
        const { fileName } = declaration.getSourceFile();
        if (!fileName.startsWith(this.root) || ts.isTypeParameterDeclaration(declaration)) return;
        // Names in JSON Schema, which only types read.
        if (path.includes("FromJSONSchema.")) return;
        this.seen.add(symbol);
        const isNamed = !/^(__|#)|^(prototype|default)$/.test(symbol.name);
        const isSaid = symbol.getDocumentationComment(this.checker).length > 0;
        if (isNamed && !isSaid && !isConstant(declaration.type)) this.missing.push(path);
        for (const table of [symbol.members, symbol.exports]) {
            for (const member of table?.values() ?? []) this.symbol(member, `${path}.${member.name}`, depth);
        }
        if (symbol.flags & ts.SymbolFlags.Type)
            this.type(this.checker.getDeclaredTypeOfSymbol(symbol), path, depth);
        if (!(symbol.flags & ts.SymbolFlags.Value)) return;
        const type = this.checker.getTypeOfSymbol(symbol);
        this.type(type, path, depth + 1);
        for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
            for (const one of signature.getParameters())
                this.type(this.checker.getTypeOfSymbol(one), `${path}(${one.name})`, depth + 1);
            this.type(signature.getReturnType(), `${path}()`, depth + 1);
        }
    }

    type(type, path, depth) {
        if (depth > DEPTH || this.#types.has(type)) return;
        this.#types.add(type);
        const symbol = type.aliasSymbol ?? type.symbol;
        if (symbol !== undefined && !symbol.name.startsWith("__")) this.symbol(symbol, path, depth);
        for (const property of type.getProperties())
            this.symbol(property, `${path}.${property.name}`, depth + 1);
        for (const part of type.isUnionOrIntersection() ? type.types : []) this.type(part, path, depth);
        for (const part of this.checker.getTypeArguments(type)) this.type(part, path, depth + 1);
    }
}

/** Walks over the exports of modules. `root` is the folder of the declarations, `names` are those of the modules. */
export function walked(root, names) {
    const entries = names.map((name) => `${root}${name}.d.ts`);
    const program = ts.createProgram(entries, {
        module: ts.ModuleKind.NodeNext,
        target: ts.ScriptTarget.ES2022,
        types: ["node"],
        lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
    });
    const checker = program.getTypeChecker();
    const walk = new Walk(checker, root);
    for (const [index, entry] of entries.entries()) {
        const module = checker.getSymbolAtLocation(program.getSourceFile(entry));
        for (const symbol of checker.getExportsOfModule(module))
            walk.symbol(symbol, `${names[index]}: ${symbol.name}`);
    }
    return walk;
}

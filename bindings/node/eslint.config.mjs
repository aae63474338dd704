// What eslint looks for, in the package and in its tests. Formatting is prettier's.

import eslint from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
    // The tests of the types hold unusual code on purpose: the compiler alone judges them.
    { ignores: ["**/dist/", "native.d.ts", "node_modules/", "test/types/"] },
    eslint.configs.recommended,
    {
        files: ["**/*.mjs"],
        // What Node has, by its own word.
        languageOptions: {
            globals: Object.fromEntries(
                Object.getOwnPropertyNames(globalThis).map((name) => [name, "readonly"]),
            ),
        },
        rules: {
            // It does not see what the last clause of a `for` reads.
            "no-useless-assignment": "off",
            // A loop may want the turns of a stream, not what they bring.
            "no-unused-vars": ["error", { varsIgnorePattern: "^_$" }],
        },
    },
    {
        files: ["ts/**/*.ts", "ts/**/*.mts"],
        extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
        languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
        rules: {
            // A number in a sentence is a number in a sentence.
            "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
            // The reasons for which promises are rejected are the caller's own.
            "@typescript-eslint/prefer-promise-reject-errors": "off",
            "@typescript-eslint/only-throw-error": "off",
            "@typescript-eslint/consistent-type-definitions": "off",
            "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
        },
    },
);

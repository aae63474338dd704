// What eslint looks for: the same as in `parlour`, with exceptions for what the official SDK has.

import tseslint from "typescript-eslint";
import base from "../node/eslint.config.mjs";

export default [
    ...base,
    {
        // Programs as users of the official SDK write them, which the compiler judges; only what is unused is looked
        // for.
        files: ["test/compat_programs/*.mts", "test/compat_programs/*.cts"],
        languageOptions: { parser: tseslint.parser },
        plugins: { "@typescript-eslint": tseslint.plugin },
        rules: {
            // The compiler knows names.
            "no-undef": "off",
            "no-unused-vars": "off",
            "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$" }],
        },
    },
    {
        // Programs of the official SDK have their types in namespaces below its class, and its stream has a parameter.
        files: ["ts/**/*.ts"],
        rules: {
            "@typescript-eslint/no-namespace": "off",
            "@typescript-eslint/no-unnecessary-type-parameters": "off",
        },
    },
];

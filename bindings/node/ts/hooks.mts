// The same module for `import`; see index.mts.

export * from "./hooks.js";

// The same module for `import`; see ../index.mts. For modules of the SDK whose names mean something else in others: the
// versions of agents and of plugins, the skills that an account used, the webhooks of an organisation.

export * from "./placeholders.js";

// The namespaces of the classes: compilers read the declarations of modules that are imported. Made out of
// schema/sdk_names.txt by `make generate`. It must not hold anything that runs.

export type {} from "./batches.js";
export type {} from "./beta.js";
export type {} from "./beta_messages.js";
export type {} from "./beta_messages_toolsets.js";
export type {} from "./beta_toolsets.js";
export type {} from "./client.js";
export type {} from "./client_toolsets.js";
export type {} from "./files.js";
export type {} from "./messages.js";
export type {} from "./messages_toolsets.js";
export type {} from "./models.js";
export type {} from "./skill_versions.js";
export type {} from "./skills.js";
export type {} from "./webhooks.js";

//! The environment variables of our own that name a service and its credential (protocol §7.11).

/// The API key.
pub const API_KEY: &str = "PARLOUR_API_KEY";
/// The bearer token, read if there is no key.
pub const AUTH_TOKEN: &str = "PARLOUR_AUTH_TOKEN";
/// The base address of the service.
pub const BASE_URL: &str = "PARLOUR_BASE_URL";
/// The vendor name; that of a preset chooses the preset.
pub const VENDOR: &str = "PARLOUR_VENDOR";
/// The value of the version header.
pub const VERSION: &str = "PARLOUR_VERSION";
/// Extra headers, one `Name: value` a line.
pub const CUSTOM_HEADERS: &str = "PARLOUR_CUSTOM_HEADERS";
/// The log level: `off`, `error`, `warn`, `info` or `debug`.
pub const LOG: &str = "PARLOUR_LOG";

//! The model identifiers of spec §2.3. They are ordinary strings: any other string names a model too, and the current
//! list comes from the service.

/// Complex reasoning and analysis; the highest intelligence.
pub const OPUS_4_5: &str = "svc-opus-4-5";
/// Balanced performance and speed; most uses.
pub const SONNET_4_5: &str = "svc-sonnet-4-5";
/// Nearly instant answers: classification, tagging, extraction.
pub const HAIKU_3_5: &str = "svc-haiku-3-5";

/// One of the constants above with another prefix in place of `svc`, as the service of that vendor names it.
/// An identifier without that prefix is returned as it is.
///
/// ```
/// use parlour::models;
///
/// assert_eq!(models::with_prefix(models::SONNET_4_5, "acme"), "acme-sonnet-4-5");
/// assert_eq!(models::with_prefix("my-own-model", "acme"), "my-own-model");
/// ```
#[must_use]
pub fn with_prefix(model: &str, prefix: &str) -> String {
    match model.strip_prefix("svc-") {
        Some(rest) => format!("{prefix}-{rest}"),
        None => model.to_owned(),
    }
}

/// [`OPUS_4_5`] with another prefix.
#[must_use]
pub fn opus_4_5(prefix: &str) -> String {
    with_prefix(OPUS_4_5, prefix)
}

/// [`SONNET_4_5`] with another prefix.
#[must_use]
pub fn sonnet_4_5(prefix: &str) -> String {
    with_prefix(SONNET_4_5, prefix)
}

/// [`HAIKU_3_5`] with another prefix.
#[must_use]
pub fn haiku_3_5(prefix: &str) -> String {
    with_prefix(HAIKU_3_5, prefix)
}

//! Who asks, in which dialect: credential, vendor prefix, version value, beta names (checks 3 to 5 of protocol §12.1).

use crate::answer::Refusal;
use crate::fields::{self, Fields};
use crate::record::Request;
use crate::state::{ServerState, lock};
use crate::validate::is_newer;

/// An account the service pretends every key belongs to.
pub(crate) const ORGANIZATION: &str = "7f3c2b1a-5d4e-4f60-8a9b-0c1d2e3f4a5b";

/// Names of features that are no longer in beta and still choose the shapes of then (protocol §8.7).
const OLDER_FILES: &str = "files-api-2025-04-14";
const OLDER_SKILLS: &str = "skills-2025-10-02";

/// An accepted caller.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// Which key it is: limits, caches and batches hang on it.
    pub(crate) key: String,
    /// Prefix of the service's own headers.
    pub(crate) vendor: String,
    /// A beta feature is on, which loosens the checks for unknown keys.
    pub(crate) beta: bool,
    /// The version header chose the newer dialect (protocol §0.7).
    pub(crate) newer: bool,
    /// Files have the shape that they had in the beta (protocol §8.5).
    pub(crate) older_files: bool,
    /// Skills have the shape that they had in the beta (protocol §8.6).
    pub(crate) older_skills: bool,
    /// The profile that the call is made on behalf of (protocol §1.1).
    pub(crate) profile: Option<String>,
}

impl Caller {
    /// Refuses keys that may not administer, and for the rest of the service those that may only administer.
    pub(crate) fn administers(&self, shared: &ServerState, wanted: bool) -> Result<(), Refusal> {
        match (self.key == shared.config.admin_key) == wanted {
            true => Ok(()),
            false => Err(Refusal::new(403, "permission_error", "This key may not use this endpoint.")),
        }
    }

    /// Checks a request's headers in the order of the service.
    pub(crate) fn of(shared: &ServerState, request: &Request) -> Result<Self, Refusal> {
        let key = known_key(shared, request)?;
        let found = version_header(&request.headers, shared.config.vendor.as_deref());
        let Some((vendor, version)) = found else {
            let name = shared.config.vendor.as_deref().unwrap_or("<vendor>");
            return Err(Refusal::bad(format!("{name}-version: this header is required")));
        };
        if !shared.config.knows_version(&version) {
            return Err(Refusal::bad(format!("{vendor}-version: \"{version}\" is not a known version")));
        }
        let header = format!("{vendor}-beta");
        let names = fields::all(&request.headers, &header).flat_map(|v| v.split(',')).map(str::trim);
        let (mut beta, mut older_files, mut older_skills) = (false, false, false);
        for name in names.filter(|name| !name.is_empty()) {
            if !known_beta(shared, name) {
                return Err(Refusal::bad(format!("{header}: \"{name}\" is not a known feature")));
            }
            beta = true;
            older_files |= name == OLDER_FILES;
            older_skills |= name == OLDER_SKILLS;
        }
        let newer = is_newer(&version);
        let profile = fields::first(&request.headers, &format!("{vendor}-user-profile-id"));
        let profile = profile.map(|id| id.trim().to_owned());
        Ok(Self { key, vendor, beta, newer, older_files, older_skills, profile })
    }
}

fn known_key(shared: &ServerState, request: &Request) -> Result<String, Refusal> {
    let bearer = request.header("authorization").and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    let given = [request.header("x-api-key").map(str::trim), bearer];
    let refuse = |what: &str| Err(Refusal::new(401, "authentication_error", what));
    if given.iter().all(Option::is_none) {
        return refuse("x-api-key: this header is required (or authorization with a bearer token)");
    }
    let keys = lock(&shared.keys);
    let admin = shared.config.admin_key.as_str();
    // Of two credentials the key is the one that counts.
    match given.into_iter().flatten().next() {
        Some(key) if key == admin || keys.iter().any(|known| known == key) => Ok(key.to_owned()),
        // The credential itself is never repeated: it would end up in logs.
        _ => refuse("The credential is not valid."),
    }
}

/// The `<vendor>-version` header: the configured one, or else the most version-like one.
fn version_header(headers: &Fields, vendor: Option<&str>) -> Option<(String, String)> {
    if let Some(vendor) = vendor {
        let value = fields::first(headers, &format!("{vendor}-version"))?;
        return Some((vendor.to_owned(), value.trim().to_owned()));
    }
    let candidates = headers.iter().filter_map(|(name, value)| {
        let name = name.to_ascii_lowercase();
        let prefix = name.strip_suffix("-version")?.to_owned();
        let foreign = prefix.starts_with("x-") || prefix.starts_with("sec-") || prefix.starts_with("mcp-");
        (!prefix.is_empty() && !foreign).then(|| (prefix, value.trim().to_owned()))
    });
    let all: Vec<_> = candidates.collect();
    all.iter().find(|(_, value)| is_date(value)).or(all.first()).cloned()
}

fn known_beta(shared: &ServerState, name: &str) -> bool {
    match &shared.config.betas {
        Some(names) => names.iter().any(|known| known == name),
        None => name.len() > 11 && name.get(name.len() - 10..).is_some_and(is_date),
    }
}

/// `2023-06-01`, by shape.
fn is_date(text: &str) -> bool {
    text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(at, b)| if at == 4 || at == 7 { b == b'-' } else { b.is_ascii_digit() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&str, &str)]) -> Fields {
        list.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect()
    }

    #[test]
    fn the_vendor_is_read_off_the_version_header() {
        let sdk = headers(&[("X-Stainless-Package-Version", "1.0.0"), ("Acme-Version", "2023-06-01")]);
        assert_eq!(version_header(&sdk, None), Some(("acme".into(), "2023-06-01".into())));
        assert_eq!(version_header(&sdk, Some("svc")), None);
        let two = headers(&[("tool-version", "7"), ("svc-version", "2023-01-01")]);
        assert_eq!(version_header(&two, None).unwrap().0, "svc");
        assert_eq!(version_header(&headers(&[("accept", "x")]), None), None);
    }

    #[test]
    fn dates_are_told_by_shape() {
        assert!(is_date("2026-01-31"));
        assert!(!is_date("2026/01/31") && !is_date("2026-1-31") && !is_date(""));
    }
}

//! Header lists: ordered, repeated names allowed, compared without case. Knows nothing of what a header means.

/// Headers as on the wire, in order.
pub(crate) type Fields = Vec<(String, String)>;

/// First value of a name.
pub(crate) fn first<'a>(fields: &'a [(String, String)], name: &str) -> Option<&'a str> {
    fields.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str())
}

/// All values of a name.
pub(crate) fn all<'a>(fields: &'a [(String, String)], name: &'a str) -> impl Iterator<Item = &'a str> {
    fields.iter().filter(move |(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str())
}

/// Removes a name.
pub(crate) fn remove(fields: &mut Fields, name: &str) {
    fields.retain(|(n, _)| !n.eq_ignore_ascii_case(name));
}

/// Adds a header unless the name is there already.
pub(crate) fn default(fields: &mut Fields, name: &str, value: impl Into<String>) {
    if first(fields, name).is_none() {
        fields.push((name.to_owned(), value.into()));
    }
}

/// Does a comma list in any header of that name hold the token?
pub(crate) fn has_token(fields: &[(String, String)], name: &str, token: &str) -> bool {
    all(fields, name).flat_map(|v| v.split(',')).any(|t| t.trim().eq_ignore_ascii_case(token))
}

//! The known name that a misspelt one probably means: one algorithm for parameters, settings and keywords, in
//! every language.

/// Substituting one letter makes another word of a short name: `top_a` is no slip for `top_k`.
const SUBSTITUTION_FROM: usize = 8;

/// Names of fewer letters are slips only where the last letter lacks.
const WORD: usize = 5;

/// A longer name is no typing error, and comparing it would cost the square of its length.
const LONGEST: usize = 64;

/// The known name that is nearest to one that is not among them: at an edit distance of at most two, and of a third
/// of its length. The case of letters, what joins words, and the unit `_ms` at the end do not count. For names of
/// which an unknown one is refused anyway.
///
/// ```
/// assert_eq!(parlour::nearest("baseUrl", ["apiKey", "baseURL"]), Some("baseURL"));
/// assert_eq!(parlour::nearest("moon", ["apiKey", "baseURL"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let least = |known: &'a str| Some((distance(name, known)?, known));
    let found = known.into_iter().filter_map(least).min_by_key(|(distance, _)| *distance);
    found.filter(|(distance, near)| *distance <= 2 && *distance * 3 <= near.len()).map(|(_, near)| near)
}

/// As [`nearest`], for names of which an unknown one may be right, because the service has more of them than this
/// version knows: one letter too many, too few, swapped or wrong, up to two that lack, or another case.
///
/// ```
/// assert_eq!(parlour::slip("max_token", ["max_tokens", "model"]), Some("max_tokens"));
/// assert_eq!(parlour::slip("top_a", ["top_k"]), None);
/// ```
#[must_use]
pub fn slip<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = known.into_iter().filter(|known| is_slip(name, known));
    found.min_by_key(|known| distance(name, known))
}

/// The sentence for a parameter that [`slip`] takes for another one.
#[must_use]
pub fn slip_sentence(name: &str, meant: &str) -> String {
    format!("unknown parameter `{name}`; did you mean `{meant}`? An extra body key is sent as it is")
}

/// The letters of a name, without separators and case.
pub(crate) fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase())
}

/// How many letters differ, two swapped ones counted as one; `None` for names that are not compared.
fn distance(name: &str, known: &str) -> Option<usize> {
    let stem = |name: &str| name.trim_end_matches("_ms").to_ascii_lowercase().replace('-', "_");
    let (name, known) = (stem(name), stem(known));
    match name.len() <= LONGEST && known.len() <= LONGEST {
        true if letters(&name).eq(letters(&known)) => Some(0),
        true => Some(strsim::osa_distance(&name, &known)),
        false => None,
    }
}

fn is_slip(name: &str, known: &str) -> bool {
    let longer = name.len().abs_diff(known.len());
    if longer > 3 || name.len() < WORD {
        // In so short a name each letter counts: `seed` is no slip for `speed`.
        return longer == 1 && known.starts_with(name) && name.len() + 1 == WORD;
    }
    let sorted = |text: &str| {
        let mut letters: Vec<u8> = letters(text).collect();
        letters.sort_unstable();
        letters
    };
    match distance(name, known) {
        Some(0) => true,
        Some(1) => longer == 1 || sorted(name) == sorted(known) || known.len() >= SUBSTITUTION_FROM,
        Some(2) => longer == 2 && known.len() >= SUBSTITUTION_FROM,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_several_is_meant() {
        for (name, known, meant) in [
            ("max_retires", vec!["max_requests", "max_retries"], Some("max_retries")),
            ("maxRetrys", vec!["maxRetries"], Some("maxRetries")),
            ("connect-timeout", vec!["connect_timeout_ms"], Some("connect_timeout_ms")),
            ("tiemout", vec!["timeout_ms"], Some("timeout_ms")),
            ("txt", vec!["text"], Some("text")),
            ("time", vec!["text"], None),
            ("a", vec!["b"], None),
        ] {
            assert_eq!(nearest(name, known), meant, "{name}");
        }
        let long = "x".repeat(65);
        assert_eq!(nearest(&long, [long.as_str()]), None);
    }

    #[test]
    fn a_new_name_is_no_slip() {
        for (name, known) in
            [("top_a", "top_k"), ("seed", "speed"), ("min_tokens", "max_tokens"), ("stop", "top")]
        {
            assert_eq!(slip(name, [known]), None, "{name}");
        }
        for (name, known) in
            [("apikey", "api_key"), ("time_out", "timeout"), ("beta", "betas"), ("sytem", "system")]
        {
            assert_eq!(slip(name, [known]), Some(known), "{name}");
        }
        assert_eq!(slip("betaz", ["beta", "betas"]), Some("beta"));
    }
}

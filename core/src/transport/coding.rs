//! Content codings: which ones a request offers, and how an encoded body is handled (RFC 9110 §8.4, §12.5.3).

use http::HeaderValue;

use crate::answer_headers::AnswerHeaders;

/// The codings that a request offers.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Offered {
    /// Gzip alone: for a whole answer.
    Gzip,
    /// None: for a stream.
    Nothing,
    /// The caller's own list.
    These(Vec<u8>),
}

/// The coding of a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Form {
    AsItIs,
    Gzip,
    /// In a coding that the caller offered, and this library does not know: the caller unpacks it.
    Foreign,
    /// In this coding, which was not offered.
    Refused(String),
}

impl Offered {
    /// By these values of `accept-encoding`.
    pub(super) fn by<'v>(values: impl Iterator<Item = &'v HeaderValue>) -> Offered {
        let mut values = values.map(HeaderValue::as_bytes);
        match (values.next(), values.next()) {
            (Some(b"gzip"), None) => Offered::Gzip,
            (Some(b"identity"), None) => Offered::Nothing,
            (first, second) => {
                let all: Vec<&[u8]> = first.into_iter().chain(second).chain(values).collect();
                Offered::These(all.join(&b','))
            }
        }
    }

    /// Whether it offers a coding. A named one has its own weight, any other that of `*`.
    fn has(&self, coding: &[u8]) -> bool {
        let list = match self {
            Offered::Gzip => return is_gzip(coding),
            Offered::Nothing => return false,
            Offered::These(list) => list,
        };
        let mut any = false;
        for item in list.split(|byte| *byte == b',') {
            let mut parts = item.split(|byte| *byte == b';').map(<[u8]>::trim_ascii);
            let name = parts.next().unwrap_or_default();
            let offered = !parts.any(is_zero_weight);
            if name.eq_ignore_ascii_case(coding) || (is_gzip(name) && is_gzip(coding)) {
                return offered;
            }
            any |= name == b"*" && offered;
        }
        any
    }
}

impl Form {
    /// Of a body with this head, as the answer to a request with this offer.
    pub(super) fn of(headers: &AnswerHeaders, offered: &Offered) -> Form {
        let codings: Vec<&[u8]> = headers
            .get_all("content-encoding")
            .flat_map(|value| value.split(|byte| *byte == b','))
            .map(<[u8]>::trim_ascii)
            .filter(|coding| !coding.is_empty() && !coding.eq_ignore_ascii_case(b"identity"))
            .collect();
        match (codings.iter().find(|coding| !offered.has(coding)), codings.as_slice()) {
            (Some(coding), _) => {
                // The peer's text: a name is short, and of letters.
                let shown = coding.get(..coding.len().min(40)).unwrap_or_default();
                Form::Refused(shown.escape_ascii().to_string())
            }
            (None, []) => Form::AsItIs,
            (None, [coding]) if is_gzip(coding) => Form::Gzip,
            (None, _) => Form::Foreign,
        }
    }
}

fn is_gzip(coding: &[u8]) -> bool {
    coding.eq_ignore_ascii_case(b"gzip") || coding.eq_ignore_ascii_case(b"x-gzip")
}

/// `q=0`, `q=0.0` and so on: the coding is not acceptable.
fn is_zero_weight(parameter: &[u8]) -> bool {
    let Some(weight) = parameter.strip_prefix(b"q=").or_else(|| parameter.strip_prefix(b"Q=")) else {
        return false;
    };
    !weight.is_empty() && weight.iter().all(|byte| matches!(byte, b'0' | b'.'))
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;
    use http::header::CONTENT_ENCODING;

    use super::*;

    fn values(values: &[&'static str]) -> Vec<HeaderValue> {
        values.iter().map(|value| HeaderValue::from_static(value)).collect()
    }

    fn form(accept: &[&'static str], came: &[&'static str]) -> Form {
        let offered = Offered::by(values(accept).iter());
        let came = values(came).into_iter().map(|value| (CONTENT_ENCODING, value));
        Form::of(&came.collect::<HeaderMap>().into(), &offered)
    }

    #[test]
    fn what_was_offered_is_taken_and_all_else_refused() {
        let refused = |name: &str| Form::Refused(name.to_owned());
        for (accept, came, expected) in [
            (&["gzip"][..], &[][..], Form::AsItIs),
            (&["gzip"], &["identity", ""], Form::AsItIs),
            (&["gzip"], &["GZIP"], Form::Gzip),
            (&["gzip"], &["identity, x-gzip"], Form::Gzip),
            (&["x-gzip"], &["gzip"], Form::Gzip),
            (&["gzip"], &["br"], refused("br")),
            (&["gzip"], &["gzip", "br"], refused("br")),
            (&["gzip"], &["gzip, gzip"], Form::Foreign),
            (&["identity"], &["gzip"], refused("gzip")),
            (&["identity"], &["Identity"], Form::AsItIs),
            (&[], &["gzip"], refused("gzip")),
            (&["gzip, deflate", "br;q=0.5"], &["br"], Form::Foreign),
            (&["gzip, deflate", "br;q=0.5"], &["zstd"], refused("zstd")),
            (&["br, GZIP ; q=0.1"], &["gzip"], Form::Gzip),
            (&["gzip;q=0.000, *"], &["gzip"], refused("gzip")),
            (&["gzip;q=0, *"], &["br"], Form::Foreign),
            (&["*;q=0"], &["br"], refused("br")),
            (&["*"], &["x-gzip"], Form::Gzip),
        ] {
            assert_eq!(form(accept, came), expected, "{accept:?} {came:?}");
        }
        let long = HeaderValue::from_bytes(&[b"\xff\xfe".repeat(3), b"a".repeat(1_000)].concat()).unwrap();
        let came = HeaderMap::from_iter([(CONTENT_ENCODING, long)]);
        let Form::Refused(shown) = Form::of(&came.into(), &Offered::Gzip) else { panic!("taken") };
        assert_eq!(shown, format!("{}{}", r"\xff\xfe".repeat(3), "a".repeat(34)));
    }
}

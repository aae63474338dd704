//! Bodies of `multipart/form-data` (RFC 7578), taken apart. Knows nothing of what a part means.

use memchr::memmem;

use crate::answer::Refusal;
use crate::page::decoded;
use crate::record::Request;

/// One part of a form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part<'a> {
    pub(crate) name: String,
    pub(crate) filename: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) data: &'a [u8],
}

impl Part<'_> {
    /// The part as text.
    pub(crate) fn text(&self) -> Result<&str, Refusal> {
        std::str::from_utf8(self.data).map_err(|_| Refusal::at(&self.name, "this is not UTF-8"))
    }
}

/// The parts of a request's body, in order.
pub(crate) fn parts(request: &Request) -> Result<Vec<Part<'_>>, Refusal> {
    let media = request.header("content-type").unwrap_or_default();
    let essence = media.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("multipart/form-data") {
        return Err(Refusal::bad("content-type: multipart/form-data is required"));
    }
    let boundary = parameter(media, "boundary").filter(|b| (1..=70).contains(&b.len()));
    let boundary = boundary.ok_or_else(|| Refusal::bad("content-type: the boundary is missing"))?;
    split(&request.body, &boundary).ok_or_else(|| Refusal::bad("The request body is not a whole form."))
}

fn split<'a>(body: &'a [u8], boundary: &str) -> Option<Vec<Part<'a>>> {
    let opening = format!("--{boundary}");
    let closing = format!("\r\n--{boundary}");
    // Data before the first boundary has no meaning.
    let mut rest = match body.strip_prefix(opening.as_bytes()) {
        Some(rest) => rest,
        None => body.get(memmem::find(body, closing.as_bytes())? + closing.len()..)?,
    };
    let finder = memmem::Finder::new(closing.as_bytes());
    let mut parts = Vec::new();
    loop {
        if rest.starts_with(b"--") {
            return Some(parts);
        }
        rest = rest.strip_prefix(b"\r\n")?;
        let end = finder.find(rest)?;
        parts.push(part(rest.get(..end)?)?);
        rest = rest.get(end + closing.len()..)?;
    }
}

fn part(bytes: &[u8]) -> Option<Part<'_>> {
    let end = memmem::find(bytes, b"\r\n\r\n")?;
    let head = std::str::from_utf8(bytes.get(..end)?).ok()?;
    let header = |name: &str| {
        head.split("\r\n").find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let disposition = header("content-disposition")?;
    Some(Part {
        name: parameter(&disposition, "name")?,
        filename: parameter(&disposition, "filename"),
        kind: header("content-type"),
        data: bytes.get(end + 4..)?,
    })
}

/// A parameter of a header. Browsers write quotes and line ends in names as percent escapes, other clients with a
/// backslash.
fn parameter(header: &str, wanted: &str) -> Option<String> {
    let mut rest = header.split_once(';')?.1;
    loop {
        let (name, tail) = rest.split_once('=')?;
        let (value, after) = match tail.trim_start().strip_prefix('"') {
            Some(quoted) => quoted_text(quoted)?,
            None => {
                let end = tail.find(';').unwrap_or(tail.len());
                let (value, after) = tail.split_at(end);
                (value.trim().to_owned(), after)
            }
        };
        if name.trim().eq_ignore_ascii_case(wanted) {
            return Some(value);
        }
        rest = after.trim_start().strip_prefix(';')?;
    }
}

/// The text up to the closing quote, and what follows it.
fn quoted_text(text: &str) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => {
                let escaped = ["%22", "%0D", "%0A"].iter().any(|escape| out.contains(escape));
                return Some((if escaped { decoded(&out) } else { out }, text.get(at + 1..)?));
            }
            '\\' => {
                let (_, next) = letters.next()?;
                // A path of Windows is not escaped.
                if !matches!(next, '"' | '\\') {
                    out.push('\\');
                }
                out.push(next);
            }
            other => out.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_taken_apart() {
        let body = b"ignored\r\n--B\r\nContent-Disposition: form-data; name=\"file\"; \
            filename=\"a\\\"b;.pdf\"\r\ncontent-type: application/pdf\r\n\r\n\r\n--Bnot\r\n--B\r\ncontent-disposition: \
            form-data; name=x\r\n\r\n1\r\n--B--\r\n";
        assert!(split(body, "B").is_none(), "a boundary must be followed by a line end");
        let body = b"--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\\\"b;.pdf\"\r\ncontent-type: \
            application/pdf\r\n\r\nx--B\r\n\r\n--\r\n--B\r\ncontent-disposition: form-data; name=x\r\n\r\n\r\n--B--";
        let parts = split(body, "B").unwrap();
        assert_eq!(parts[0].name, "file");
        assert_eq!(parts[0].filename.as_deref(), Some("a\"b;.pdf"));
        assert_eq!(parts[0].kind.as_deref(), Some("application/pdf"));
        assert_eq!(parts[0].data, b"x--B\r\n\r\n--");
        assert_eq!((parts[1].name.as_str(), parts[1].data), ("x", &b""[..]));
        for cut in 0..body.len() - 1 {
            assert!(split(&body[..cut], "B").is_none(), "{cut}");
        }
    }

    #[test]
    fn names_are_read_as_browsers_and_others_write_them() {
        for (written, read) in [
            (r#"form-data; name="a"; filename="x%22y.txt""#, Some("x\"y.txt")),
            (r#"form-data; filename="100%.txt"; name="a""#, Some("100%.txt")),
            (r#"form-data; name="a"; filename="C:\dir\f.txt""#, Some("C:\\dir\\f.txt")),
            (r"form-data; name=a; filename=plain", Some("plain")),
            (r#"form-data; name="a""#, None),
            (r#"form-data; name="a"; filename="open"#, None),
        ] {
            assert_eq!(parameter(written, "filename").as_deref(), read, "{written}");
        }
    }
}

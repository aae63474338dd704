//! Bodies of `multipart/form-data` (RFC 7578). The crate `multer` reads them, so that the emulator does not confirm a
//! mistake of this project about their form. Knows nothing of the meaning of a part.

use std::convert::Infallible;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use futures_util::stream;
use http::header::CONTENT_TYPE;
use multer::{Error, Field, Multipart};

use crate::answer::Refusal;
use crate::record::Request;

/// Bytes of the body that are copied at once.
const PIECE: usize = 64 * 1024;
/// The escapes of browsers in names.
const ESCAPES: [(&str, &str); 3] = [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")];

/// One part of a form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) filename: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) data: Bytes,
}

impl Part {
    /// The part as text.
    pub(crate) fn text(&self) -> Result<&str, Refusal> {
        std::str::from_utf8(&self.data).map_err(|_| Refusal::at(&self.name, "this is not UTF-8"))
    }
}

/// The parts of a request's body, in order.
pub(crate) fn parts(request: &Request) -> Result<Vec<Part>, Refusal> {
    let media = request.header("content-type").unwrap_or_default();
    let missing = || Refusal::bad("content-type: the boundary is missing");
    let boundary = multer::parse_boundary(media).map_err(|error| match error {
        Error::NoBoundary => missing(),
        _ => Refusal::bad("content-type: multipart/form-data is required"),
    })?;
    if !(1..=70).contains(&boundary.len()) {
        return Err(missing());
    }
    split(&request.body, &boundary).ok_or_else(|| Refusal::bad("The request body is not a whole form."))
}

/// `None` if the body is not a whole form, or a part has no name.
fn split(body: &[u8], boundary: &str) -> Option<Vec<Part>> {
    let pieces = body.chunks(PIECE).map(|piece| Ok::<_, Infallible>(Bytes::copy_from_slice(piece)));
    let mut form = Multipart::new(stream::iter(pieces), boundary);
    let read = async {
        let mut parts = Vec::new();
        while let Some(field) = form.next_field().await? {
            parts.push(part(field).await?);
        }
        Ok::<_, Error>(parts)
    };
    // The whole body is here, so that nothing is waited for.
    match pin!(read).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(parts) => parts.ok()?.into_iter().collect(),
        Poll::Pending => None,
    }
}

async fn part(field: Field<'_>) -> Result<Option<Part>, Error> {
    let name = field.name().map(unescaped);
    let filename = field.file_name().map(unescaped);
    let kind = field.headers().get(CONTENT_TYPE);
    let kind = kind.map(|kind| String::from_utf8_lossy(kind.as_bytes()).into_owned());
    let data = field.bytes().await?;
    Ok(name.map(|name| Part { name, filename, kind, data }))
}

/// A name without the escapes of browsers. `multer` undoes those with a backslash.
fn unescaped(name: &str) -> String {
    ESCAPES.iter().fold(name.to_owned(), |name, (escape, meant)| name.replace(escape, meant))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_taken_apart() {
        let body =
            b"ignored\r\n--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\\\"b;.pdf\"\r\n\
            content-type: application/pdf\r\n\r\n\r\n--Bnot\r\n\
            --B\r\ncontent-disposition: form-data; name=x\r\n\r\n1\r\n--B--\r\n";
        assert!(split(body, "B").is_none(), "a boundary must be followed by a line end");
        let body = b"--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\\\"b;.pdf\"\r\n\
            content-type: application/pdf\r\n\r\nx--B\r\n\r\n--\r\n\
            --B\r\ncontent-disposition: form-data; name=x\r\n\r\n\r\n--B--";
        let parts = split(body, "B").unwrap();
        assert_eq!(parts[0].name, "file");
        assert_eq!(parts[0].filename.as_deref(), Some("a\"b;.pdf"));
        assert_eq!(parts[0].kind.as_deref(), Some("application/pdf"));
        assert_eq!(&parts[0].data[..], b"x--B\r\n\r\n--");
        assert_eq!((parts[1].name.as_str(), &parts[1].data[..]), ("x", &b""[..]));
        for cut in 0..body.len() - 1 {
            assert!(split(&body[..cut], "B").is_none(), "{cut}");
        }
    }

    #[test]
    fn large_parts_are_whole() {
        let data: Vec<u8> = (0..3 * PIECE + 7).map(|at| at as u8).collect();
        let mut body = b"--B\r\ncontent-disposition: form-data; name=x\r\n\r\n".to_vec();
        body.extend_from_slice(&data);
        body.extend_from_slice(b"\r\n--B--\r\n");
        let parts = split(&body, "B").unwrap();
        assert!(parts.len() == 1 && parts[0].data == data);
    }

    #[test]
    fn names_are_read_as_browsers_and_others_write_them() {
        for (written, read) in [
            (r#"form-data; name="a"; filename="x%22y.txt""#, Some("x\"y.txt")),
            (r#"form-data; name="a"; filename="1+1%22%41.txt""#, Some("1+1\"%41.txt")),
            (r#"form-data; filename="100%.txt"; name="a""#, Some("100%.txt")),
            (r#"form-data; name="a"; filename="C:\dir\f.txt""#, Some("C:\\dir\\f.txt")),
            (r"form-data; name=a; filename=plain", Some("plain")),
            (r#"form-data; name="a""#, None),
            (r#"form-data; name="a"; filename="open"#, None),
        ] {
            let body = format!("--B\r\ncontent-disposition: {written}\r\n\r\n\r\n--B--");
            let parts = split(body.as_bytes(), "B").unwrap();
            assert_eq!((parts[0].name.as_str(), parts[0].filename.as_deref()), ("a", read), "{written}");
        }
        assert!(
            split(b"--B\r\ncontent-type: text/plain\r\n\r\n\r\n--B--", "B").is_none(),
            "a part without name"
        );
    }
}

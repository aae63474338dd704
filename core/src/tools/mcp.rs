//! Contents of the Model Context Protocol (MCP) as content blocks, and back. JSON in, JSON out: neither needs a type of
//! a library for that protocol, and base64 payloads are copied unchanged.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::value::RawValue;

use crate::error::short_line;
use crate::json::Json;
use crate::json::object::Object;

/// Media types of images that the service takes (protocol §2.1).
const IMAGES: [&str; 4] = ["image/jpeg", "image/png", "image/gif", "image/webp"];
/// The maximum nesting of lists: each level is a recursive call.
const DEEPEST: u32 = 16;

/// A value without an equivalent on the other side. The text names it and says what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct McpConversionError {
    text: String,
}

impl fmt::Display for McpConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for McpConversionError {}

fn refused<T>(text: impl Into<String>) -> Result<T, McpConversionError> {
    Err(McpConversionError { text: text.into() })
}

/// Whether the service takes a tool of this name (protocol §1.5).
fn is_tool_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=64).contains(&name.len()) && name.bytes().all(allowed)
}

/// Checks the name by which the model calls a tool of a server: letters, digits, `_` and `-`, from 1 to 64 of them
/// (protocol §1.5). Servers may have tools with other names: the program has to rename them.
///
/// # Errors
/// For any other name, with advice in words for the program.
pub fn check_name(name: &str) -> Result<(), McpConversionError> {
    if is_tool_name(name) {
        return Ok(());
    }
    let shown = short_line(name);
    refused(format!(
        "the service takes no tool of the name `{shown}`: letters, digits, `_` and `-`, at most 64; give another with \
        `name`, or \
         with `rename` for all tools of a server"
    ))
}

/// Converts content of a server to content blocks, as a JSON array: the result of a tool or of reading a resource, a
/// content, contents of a resource, or an array of these.
///
/// Images and PDF files become blocks of their own, text of resources becomes documents with the URI as title, a link
/// to a resource becomes text that names it. `structuredContent` is used only if a result has no other content, because
/// servers repeat it as text for programs that do not know it. Empty text is left out: the service refuses it.
///
/// ```
/// use parlour::{Content, Json, mcp};
///
/// let result = Json::parse(r#"{"content":[{"type":"text","text":"21 degrees"}],"isError":false}"#)?;
/// let blocks = mcp::to_blocks(&result)?;
/// assert_eq!(blocks.as_str(), r#"[{"type":"text","text":"21 degrees"}]"#);
/// let content: Content = blocks.decode()?;
/// # let _ = content;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// For audio and other media that the service has no block for, and for invalid content.
pub fn to_blocks(value: &Json) -> Result<Json, McpConversionError> {
    let mut out = Vec::new();
    blocks(value.as_str(), 0, &mut out)?;
    array(&out)
}

/// Converts text or content blocks, given as JSON, to contents of MCP, as a JSON array. Blocks with a URL become links
/// to resources, documents become embedded resources.
///
/// # Errors
/// For files that the service keeps, and for kinds of blocks that MCP does not have.
pub fn to_contents(content: &Json) -> Result<Json, McpConversionError> {
    let mut out = Vec::new();
    contents(content.as_str(), 0, &mut out)?;
    array(&out)
}

/// Converts a message of a prompt to a turn of a request: an object with `role` and `content`.
///
/// # Errors
/// As for [`to_blocks`], and for media in a message of the assistant, whose turns hold text alone.
pub fn to_turn(message: &Json) -> Result<Json, McpConversionError> {
    let no_message = || McpConversionError { text: "this is no message of a prompt".to_owned() };
    let object = Object::parse(message.as_str()).map_err(|_| no_message())?;
    let (role, content) = object.raw("role").zip(object.raw("content")).ok_or_else(no_message)?;
    let mut out = Vec::new();
    blocks(content, 0, &mut out)?;
    let is_text = |block: &String| block.starts_with(r#"{"type":"text""#);
    if role == "\"assistant\"" && !out.iter().all(is_text) {
        return refused(
            "a prompt has media in a message of the assistant, whose turns hold text alone: have the server say it in \
            a \
             message of the user",
        );
    }
    json(&format!(r#"{{"role":{role},"content":{}}}"#, array(&out)?.as_str()))
}

/// Converts text or content blocks, given as JSON, to the contents of the resource with this URI, as a JSON array.
///
/// # Errors
/// As for [`to_contents`], and for blocks that hold a URL: a resource has to include its contents.
pub fn to_resource(uri: &str, content: &Json) -> Result<Json, McpConversionError> {
    let mut parts = Vec::new();
    contents(content.as_str(), 0, &mut parts)?;
    let made: Result<Vec<String>, _> = parts.iter().map(|part| resource_content(uri, part)).collect();
    array(&made?)
}

/// Converts one content to the form that a resource holds.
fn resource_content(uri: &str, content: &str) -> Result<String, McpConversionError> {
    let own =
        Object::parse(content).map_err(|_| McpConversionError { text: "this is no content".to_owned() })?;
    let within = own.raw("resource").and_then(|inner| Object::parse(inner).ok());
    let from = within.as_ref().unwrap_or(&own);
    let key = quoted(uri);
    let value = |name: &str| string(from, name).unwrap_or("\"\"");
    match (own.field::<String>("type").unwrap_or_default().as_str(), from.raw("blob")) {
        ("text", _) => Ok(format!(r#"{{"uri":{key},"mimeType":"text/plain","text":{}}}"#, value("text"))),
        ("image", _) => {
            Ok(format!(r#"{{"uri":{key},"mimeType":{},"blob":{}}}"#, value("mimeType"), value("data")))
        }
        ("resource", Some(blob)) => {
            Ok(format!(r#"{{"uri":{key},"mimeType":{},"blob":{blob}}}"#, value("mimeType")))
        }
        ("resource", None) => {
            Ok(format!(r#"{{"uri":{key},"mimeType":{},"text":{}}}"#, value("mimeType"), value("text")))
        }
        _ => {
            let place: String = own.field("uri").unwrap_or_default();
            refused(format!("the contents of {uri} are elsewhere ({place}): load them first"))
        }
    }
}

fn json(text: &str) -> Result<Json, McpConversionError> {
    Json::parse(text).map_err(|error| McpConversionError { text: format!("this is no JSON: {error}") })
}

fn array(items: &[String]) -> Result<Json, McpConversionError> {
    json(&format!("[{}]", items.join(",")))
}

fn quoted(text: &str) -> String {
    Json::string(text).as_str().to_owned()
}

/// The raw text of a string.
fn string<'a>(object: &Object<'a>, key: &str) -> Option<&'a str> {
    object.raw(key).filter(|raw| raw.starts_with('"'))
}

fn list(text: &str) -> Option<Vec<&RawValue>> {
    serde_json::from_str(text).ok()
}

fn no_content<T>() -> Result<T, McpConversionError> {
    refused("this is no content of MCP: it has neither `type` nor `text` nor `blob`")
}

fn blocks(text: &str, depth: u32, out: &mut Vec<String>) -> Result<(), McpConversionError> {
    if depth > DEEPEST {
        return refused(format!(
            "this is no content of MCP: it has lists in lists, more than {DEEPEST} deep"
        ));
    }
    if let Some(items) = list(text) {
        return items.iter().try_for_each(|item| blocks(item.get(), depth + 1, out));
    }
    let Ok(object) = Object::parse(text) else { return no_content() };
    if let Some(contents) = object.raw("contents") {
        return blocks(contents, depth + 1, out);
    }
    let structured = object.raw("structuredContent");
    if object.raw("type").is_none() && (object.raw("content").is_some() || structured.is_some()) {
        let before = out.len();
        if let Some(content) = object.raw("content").filter(|content| *content != "null") {
            blocks(content, depth + 1, out)?;
        }
        if let (true, Some(structured)) = (out.len() == before, structured) {
            out.push(format!(r#"{{"type":"text","text":{}}}"#, quoted(structured)));
        }
        return Ok(());
    }
    out.extend(block(&object)?);
    Ok(())
}

/// The block of one content; none for empty text.
fn block(object: &Object<'_>) -> Result<Option<String>, McpConversionError> {
    let kind: Option<String> = object.field("type");
    match kind.as_deref() {
        Some("text") => match string(object, "text") {
            Some(text) => Ok((text != "\"\"").then(|| format!(r#"{{"type":"text","text":{text}}}"#))),
            None => no_content(),
        },
        Some("image") => media(object, string(object, "data"), None),
        Some("resource_link") => {
            let fields = ["uri", "name", "title", "description", "mimeType"];
            let fields = fields.iter().filter_map(|key| Some(format!(r#""{key}":{}"#, object.raw(key)?)));
            let link = format!(r#"{{"resource_link":{{{}}}}}"#, fields.collect::<Vec<_>>().join(","));
            Ok(Some(format!(r#"{{"type":"text","text":{}}}"#, quoted(&link))))
        }
        Some("resource") => match object.raw("resource").map(Object::parse) {
            Some(Ok(resource)) => resource_block(&resource),
            _ => no_content(),
        },
        Some(other) => {
            let media = object.field::<String>("mimeType").map(|media| format!(" ({media})"));
            refused(format!(
                "the service has no content block for {other}{} of MCP: have the server give text, a transcript for \
                 example, or take it out before",
                media.unwrap_or_default()
            ))
        }
        None => resource_block(object),
    }
}

/// The block of contents of a resource.
fn resource_block(resource: &Object<'_>) -> Result<Option<String>, McpConversionError> {
    let uri = string(resource, "uri").unwrap_or("\"\"");
    match (string(resource, "text"), string(resource, "blob")) {
        (Some("\"\""), _) => Ok(None),
        (Some(text), _) => Ok(Some(document(text, uri))),
        (None, Some(blob)) => media(resource, Some(blob), Some(uri)),
        (None, None) => no_content(),
    }
}

fn document(text: &str, title: &str) -> String {
    let source = format!(r#"{{"type":"text","media_type":"text/plain","data":{text}}}"#);
    format!(r#"{{"type":"document","source":{source},"title":{title}}}"#)
}

/// The block of base64 data. Only contents of resources have a title, and may be other than images.
fn media(
    object: &Object<'_>,
    data: Option<&str>,
    title: Option<&str>,
) -> Result<Option<String>, McpConversionError> {
    let given: String = object.field("mimeType").unwrap_or_default();
    let data = data.unwrap_or("\"\"");
    let kind = given.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let place = || match object.field::<String>("uri").filter(|_| title.is_some()) {
        Some(uri) => format!(" in {uri}"),
        None => String::new(),
    };
    let source = || format!(r#"{{"type":"base64","media_type":{},"data":{data}}}"#, quoted(&kind));
    match (kind.as_str(), title) {
        (image, _) if IMAGES.contains(&image) => {
            Ok(Some(format!(r#"{{"type":"image","source":{}}}"#, source())))
        }
        ("application/pdf", Some(title)) => {
            Ok(Some(format!(r#"{{"type":"document","source":{},"title":{title}}}"#, source())))
        }
        (text, Some(title)) if text.starts_with("text/") => {
            let bytes = serde_json::from_str::<String>(data).ok().and_then(|data| STANDARD.decode(data).ok());
            match bytes.map(String::from_utf8) {
                Some(Ok(text)) if text.is_empty() => Ok(None),
                Some(Ok(text)) => Ok(Some(document(&quoted(&text), title))),
                _ => refused(format!(
                    "{given}{} is no text in UTF-8 and base64: have the server give it as `text`",
                    place()
                )),
            }
        }
        _ => refused(format!(
            "the service has no content block for {}{}: it takes images (JPEG, PNG, GIF, WebP), PDF files and text; \
            have \
             the server give one of these",
            if given.is_empty() { "bytes without a media type" } else { &given },
            place()
        )),
    }
}

fn contents(text: &str, depth: u32, out: &mut Vec<String>) -> Result<(), McpConversionError> {
    if depth > DEEPEST {
        return refused(format!("this document holds documents, more than {DEEPEST} deep: give it as text"));
    }
    if text.starts_with('"') {
        if text != "\"\"" {
            out.push(format!(r#"{{"type":"text","text":{text}}}"#));
        }
        return Ok(());
    }
    let Some(items) = list(text) else {
        return refused("this is neither text nor an array of content blocks");
    };
    items.iter().try_for_each(|item| match Object::parse(item.get()) {
        Ok(object) => parts(&object, depth, out),
        Err(_) => refused("this is no content block: it is no JSON object"),
    })
}

/// The contents of one block.
fn parts(block: &Object<'_>, depth: u32, out: &mut Vec<String>) -> Result<(), McpConversionError> {
    let kind: String = block.field("type").unwrap_or_default();
    let source = block.raw("source").unwrap_or_default();
    let made = match (kind.as_str(), Object::parse(source)) {
        ("text", _) => match string(block, "text") {
            Some(text) => format!(r#"{{"type":"text","text":{text}}}"#),
            None => return refused("this is no content block: a text without `text`"),
        },
        ("search_result", Err(_)) => search_result(block),
        ("image" | "document", Ok(source)) => return source_parts(&kind, block, &source, depth, out),
        _ => {
            return refused(format!("MCP has no content for a block of the type '{kind}': give it as text"));
        }
    };
    out.push(made);
    Ok(())
}

fn search_result(block: &Object<'_>) -> String {
    let text = |key: &str| block.field::<String>(key).unwrap_or_default();
    let mut words = vec![format!("{} ({})", text("title"), text("source"))];
    let content = block.raw("content").and_then(list).unwrap_or_default();
    let texts = content.iter().filter_map(|one| Object::parse(one.get()).ok()?.field::<String>("text"));
    words.extend(texts);
    format!(r#"{{"type":"text","text":{}}}"#, quoted(&words.join("\n\n")))
}

/// The contents of an image or a document.
fn source_parts(
    kind: &str,
    block: &Object<'_>,
    source: &Object<'_>,
    depth: u32,
    out: &mut Vec<String>,
) -> Result<(), McpConversionError> {
    let title: String = block.field("title").unwrap_or_else(|| kind.to_owned());
    let form: String = source.field("type").unwrap_or_default();
    let value = |key: &str| string(source, key).unwrap_or("\"\"");
    let made = match (form.as_str(), kind) {
        ("url", _) => {
            format!(r#"{{"type":"resource_link","uri":{},"name":{}}}"#, value("url"), quoted(&title))
        }
        ("base64", "image") => {
            format!(r#"{{"type":"image","data":{},"mimeType":{}}}"#, value("data"), value("media_type"))
        }
        ("content", _) => return contents(source.raw("content").unwrap_or("[]"), depth + 1, out),
        ("base64" | "text", _) => {
            let uri = match title.contains("://") {
                true => title,
                false => format!("document:///{}", escaped(&title)),
            };
            let body = if form == "text" { "text" } else { "blob" };
            let (uri, media, data) = (quoted(&uri), value("media_type"), value("data"));
            format!(r#"{{"type":"resource","resource":{{"uri":{uri},"mimeType":{media},"{body}":{data}}}}}"#)
        }
        _ => {
            return refused(format!(
                "this {kind} is a file that the service keeps ({}), which servers and clients of MCP cannot reach: \
                 download it, and give its bytes",
                source.field::<String>("file_id").unwrap_or(form)
            ));
        }
    };
    out.push(made);
    Ok(())
}

/// A text as one segment of a path: all but the unreserved characters of RFC 3986 are escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests;

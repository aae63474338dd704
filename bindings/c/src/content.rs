//! Content of a turn, built block by block: text, images, documents, cache markers.

use std::mem::MaybeUninit;
use std::sync::OnceLock;

use parlour_bridge::ErrorInfo;
use parlour_bridge::wire::{
    Base64Source, Blob, CacheControl, CitationsConfig, DocumentBlock, InputBlock, Json,
};

use crate::abi::{PARLOUR_INVALID_ARGUMENT, PARLOUR_NOT_FOUND, parlour_result};
use crate::boundary::{coded, fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::json::text_of;
use crate::text::parlour_str;

/// Blocks of a turn, a system prompt or a tool's result, in their order. One thread at a time while it is changed.
/// Requests copy what they are given: it may be changed, used again or freed afterwards.
pub struct parlour_content {
    blocks: Vec<InputBlock>,
    /// Written when it is asked for.
    json: OnceLock<String>,
}

impl parlour_content {
    fn of(blocks: Vec<InputBlock>) -> parlour_content {
        parlour_content { blocks, json: OnceLock::new() }
    }

    /// The blocks, of which there is at least one.
    pub(crate) fn blocks(&self) -> Result<Vec<InputBlock>, Fault> {
        match self.blocks.is_empty() {
            true => {
                Err(ErrorInfo::config("the content has no block: the service refuses empty content").into())
            }
            false => Ok(self.blocks.clone()),
        }
    }
}

/// No blocks. Free it with parlour_content_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_new(out: Option<&mut MaybeUninit<*mut parlour_content>>) -> parlour_result {
    coded(|| {
        transfer(require(out, "out")?, parlour_content::of(Vec::new()));
        Ok(())
    })
}

/// A copy, to be changed on its own; images and documents are shared. Free it with parlour_content_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_clone(
    content: Option<&parlour_content>,
    out: Option<&mut MaybeUninit<*mut parlour_content>>,
) -> parlour_result {
    coded(|| {
        let content = require(content, "content")?;
        transfer(require(out, "out")?, parlour_content::of(content.blocks.clone()));
        Ok(())
    })
}

/// Frees content; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_free(content: Option<Box<parlour_content>>) {
    infallible(|| drop(content));
}

/// How many blocks there are.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_count(content: Option<&parlour_content>) -> usize {
    value_or(0, || Some(content?.blocks.len()))
}

/// The blocks as a JSON array, as they would be sent. Borrowed until the content is changed or freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_json(content: Option<&parlour_content>) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let content = content?;
        Some(parlour_str::of(content.json.get_or_init(|| text_of(Some(&content.blocks)))))
    })
}

/// Adds text, which may not be empty.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_add_text(
    content: Option<&mut parlour_content>,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    add(content, err, || Ok(InputBlock::text(filled(text, "text")?)))
}

/// Adds an image of these bytes; `media_type` is "image/png", "image/jpeg", "image/gif" or "image/webp".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_add_image(
    content: Option<&mut parlour_content>,
    media_type: parlour_str,
    bytes: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    add(content, err, || Ok(InputBlock::image(filled(media_type, "media_type")?, blob(bytes)?)))
}

/// Adds an image that the service fetches.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_add_image_url(
    content: Option<&mut parlour_content>,
    url: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    add(content, err, || Ok(InputBlock::image_url(filled(url, "url")?)))
}

/// Adds an image that was uploaded, by the id of its file.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_add_image_file(
    content: Option<&mut parlour_content>,
    file_id: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    add(content, err, || Ok(InputBlock::image_file(filled(file_id, "file_id")?)))
}

/// Adds a document of these bytes; `media_type` is "application/pdf".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_add_document(
    content: Option<&mut parlour_content>,
    media_type: parlour_str,
    bytes: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    add(content, err, || {
        let source = Base64Source::new(filled(media_type, "media_type")?, blob(bytes)?);
        Ok(DocumentBlock::new(source).into())
    })
}

/// Adds a document that is plain text.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_add_document_text(
    content: Option<&mut parlour_content>,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    add(content, err, || Ok(InputBlock::document_text(filled(text, "text")?)))
}

/// Adds a document that the service fetches.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_add_document_url(
    content: Option<&mut parlour_content>,
    url: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    add(content, err, || Ok(InputBlock::pdf_url(filled(url, "url")?)))
}

/// Adds a document that was uploaded, by the id of its file.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_add_document_file(
    content: Option<&mut parlour_content>,
    file_id: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    add(content, err, || Ok(InputBlock::document_file(filled(file_id, "file_id")?)))
}

/// Adds any block as JSON: an object with "type".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_add_json(
    content: Option<&mut parlour_content>,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    add(content, err, || {
        let json = json.text("json")?;
        if let Err(error) = serde_json::from_str::<Typed>(json) {
            return Err(ErrorInfo::config(format!("the block is no object with a \"type\": {error}")).into());
        }
        let read = Json::parse(json).and_then(|json| json.decode::<InputBlock>());
        read.map_err(|error| ErrorInfo::config(format!("the block cannot be used: {error}")).into())
    })
}

/// Gives the document that was added last a title. PARLOUR_NOT_FOUND if the last block is none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_set_title(
    content: Option<&mut parlour_content>,
    title: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    last(content, err, |block| match block {
        InputBlock::Document(document) => {
            document.title = Some(filled(title, "title")?.to_owned());
            Ok(())
        }
        _ => Err(Fault::Code(PARLOUR_NOT_FOUND)),
    })
}

/// Sets whether the model cites the document that was added last; it has to be the same for all documents of a request.
/// PARLOUR_NOT_FOUND if the last block is none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_set_citations(
    content: Option<&mut parlour_content>,
    enabled: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    last(content, err, |block| match block {
        InputBlock::Document(document) => {
            document.citations = Some(CitationsConfig::new(enabled));
            Ok(())
        }
        _ => Err(Fault::Code(PARLOUR_NOT_FOUND)),
    })
}

/// Ends a cacheable prefix behind the block that was added last. `ttl` is "5m" or "1h", or empty for the service's own
/// choice. At most four in a request. PARLOUR_NOT_FOUND if there is no block, or one that takes no marker.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_content_set_cache_control(
    content: Option<&mut parlour_content>,
    ttl: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    last(content, err, |block| {
        let marker = match ttl.text("ttl")? {
            "" => CacheControl::ephemeral(),
            ttl => CacheControl::ephemeral().ttl(ttl),
        };
        *block.cache_control_mut().ok_or(Fault::Code(PARLOUR_NOT_FOUND))? = Some(marker);
        Ok(())
    })
}

/// The fields that every block has.
#[derive(serde::Deserialize)]
struct Typed {
    #[serde(rename = "type")]
    _kind: String,
}

/// An argument that may not be empty.
fn filled<'a>(text: parlour_str, name: &'static str) -> Result<&'a str, Fault> {
    match text.text(name)? {
        "" => Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, name)),
        text => Ok(text),
    }
}

fn blob(bytes: parlour_str) -> Result<Blob, Fault> {
    match bytes.bytes("bytes")? {
        [] => Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "bytes")),
        bytes => Ok(Blob::encode(bytes)),
    }
}

fn add(
    content: Option<&mut parlour_content>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
    block: impl FnOnce() -> Result<InputBlock, Fault>,
) -> parlour_result {
    fallible(err, || {
        let content = require(content, "content")?;
        content.blocks.push(block()?);
        content.json = OnceLock::new();
        Ok(())
    })
}

fn last(
    content: Option<&mut parlour_content>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
    change: impl FnOnce(&mut InputBlock) -> Result<(), Fault>,
) -> parlour_result {
    fallible(err, || {
        let content = require(content, "content")?;
        change(content.blocks.last_mut().ok_or(Fault::Code(PARLOUR_NOT_FOUND))?)?;
        content.json = OnceLock::new();
        Ok(())
    })
}

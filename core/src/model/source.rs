//! Where the content of an image or a document comes from (protocol §2.1).

// generated: types
use super::blob::Blob;
use super::enums::OversizedImage;
use super::param::Content;

open_union! {
    /// Where a document comes from.
    pub enum DocumentSource {
        /// A PDF from the request itself.
        "base64" => Base64(Base64Source) as_base64,
        /// Plain text.
        "text" => Text(PlainTextSource) as_text,
        /// A PDF from the web.
        "url" => Url(UrlSource) as_url,
        /// From an uploaded file.
        "file" => File(FileSource) as_file,
        /// Text and image blocks.
        "content" => Content(ContentSource) as_content,
    }
}

wire! {
    /// A base64-encoded file.
    pub struct Base64Source, tag = "base64" {
        /// `image/png`, `application/pdf` and so on: `image/jpeg`, `image/png`, `image/gif`, `image/webp` or
        /// `application/pdf`.
        "media_type" media_type: String,
        /// The data.
        "data" data: Blob,
    }
}

wire! {
    /// A document as plain text.
    pub struct PlainTextSource, tag = "text" {
        /// `text/plain`.
        "media_type" media_type: String = "text/plain".to_owned(),
        /// The text.
        "data" data: String,
    }
}

wire! {
    /// An address the service fetches.
    pub struct UrlSource, tag = "url" {
        /// The URL.
        "url" url: String,
    }
}

wire! {
    /// An uploaded file.
    pub struct FileSource, tag = "file" {
        /// The id of the file.
        "file_id" file_id: String,
    }
}

wire! {
    /// A document made of blocks.
    pub struct ContentSource, tag = "content" {
        /// A string, or text and image blocks.
        "content" content: Content,
    }
}

open_union! {
    /// Where an image comes from.
    pub enum ImageSource {
        /// From the request itself.
        "base64" => Base64(Base64Source) as_base64,
        /// From the web.
        "url" => Url(UrlSource) as_url,
        /// From an uploaded file.
        "file" => File(FileSource) as_file,
    }
}

wire! {
    /// How the service handles an image that is too large.
    pub struct ImageTransformations {
        /// Whether to shrink the image or to reject the request.
        "oversized_image" oversized_image: Option<OversizedImage>,
    }
}
// end generated

impl Base64Source {
    /// Data of a media type.
    #[must_use]
    pub fn new(media_type: impl Into<String>, data: impl Into<Blob>) -> Base64Source {
        Base64Source { media_type: media_type.into(), data: data.into(), ..Base64Source::default() }
    }
}

impl PlainTextSource {
    /// Plain text.
    #[must_use]
    pub fn new(data: impl Into<String>) -> PlainTextSource {
        PlainTextSource { data: data.into(), ..PlainTextSource::default() }
    }
}

impl ContentSource {
    /// A string or blocks.
    #[must_use]
    pub fn new(content: impl Into<Content>) -> ContentSource {
        ContentSource { content: content.into(), ..ContentSource::default() }
    }
}

impl UrlSource {
    /// An address.
    #[must_use]
    pub fn new(url: impl Into<String>) -> UrlSource {
        UrlSource { url: url.into(), ..UrlSource::default() }
    }
}

impl FileSource {
    /// An uploaded file.
    #[must_use]
    pub fn new(file_id: impl Into<String>) -> FileSource {
        FileSource { file_id: file_id.into(), ..FileSource::default() }
    }
}

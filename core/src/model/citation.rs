//! Where a text came from (protocol §2.7).

// generated: types
open_union! {
    /// One citation of a text block.
    pub enum Citation {
        /// A range of characters of a plain-text document.
        "char_location" => CharLocation(CharLocation) as_char_location,
        /// A range of pages of a PDF.
        "page_location" => PageLocation(PageLocation) as_page_location,
        /// A range of blocks of a document made of blocks.
        "content_block_location" => ContentBlockLocation(ContentBlockLocation) as_content_block_location,
        /// A web search result.
        "web_search_result_location" => WebSearchResultLocation(WebSearchResultLocation) as_web_search_result_location,
        /// A search result the caller supplied.
        "search_result_location" => SearchResultLocation(SearchResultLocation) as_search_result_location,
    }
}

wire! {
    /// Characters of a plain text document; 0-based, end exclusive.
    pub struct CharLocation, tag = "char_location" {
        /// The quoted text.
        "cited_text" cited_text: String,
        /// Which document, counted from 0 over all messages of the request.
        "document_index" document_index: u64,
        /// The document's title.
        "document_title" document_title: Option<String>,
        /// First character.
        "start_char_index" start_char_index: u64,
        /// Character after the last.
        "end_char_index" end_char_index: u64,
        /// The document's file; in responses only.
        "file_id" file_id: Option<String>,
    }
}

wire! {
    /// Pages of a PDF; 1-based, end exclusive.
    pub struct PageLocation, tag = "page_location" {
        /// The quoted text.
        "cited_text" cited_text: String,
        /// Which document, counted from 0 over all messages of the request.
        "document_index" document_index: u64,
        /// The document's title.
        "document_title" document_title: Option<String>,
        /// First page.
        "start_page_number" start_page_number: u64,
        /// Page after the last.
        "end_page_number" end_page_number: u64,
        /// The document's file; in responses only.
        "file_id" file_id: Option<String>,
    }
}

wire! {
    /// Blocks of a document made of blocks; 0-based, end exclusive.
    pub struct ContentBlockLocation, tag = "content_block_location" {
        /// The quoted text.
        "cited_text" cited_text: String,
        /// Which document, counted from 0 over all messages of the request.
        "document_index" document_index: u64,
        /// The document's title.
        "document_title" document_title: Option<String>,
        /// First block.
        "start_block_index" start_block_index: u64,
        /// Block after the last.
        "end_block_index" end_block_index: u64,
        /// The document's file; in responses only.
        "file_id" file_id: Option<String>,
    }
}

wire! {
    /// A page found by a web search.
    pub struct WebSearchResultLocation, tag = "web_search_result_location" {
        /// The quoted text.
        "cited_text" cited_text: String,
        /// Opaque; must be sent back unchanged.
        "encrypted_index" encrypted_index: String,
        /// The page's title.
        "title" title: Option<String>,
        /// The page's URL.
        "url" url: String,
    }
}

wire! {
    /// A search result supplied by the caller; 0-based, end exclusive.
    pub struct SearchResultLocation, tag = "search_result_location" {
        /// The quoted text.
        "cited_text" cited_text: String,
        /// Which search result, counted from 0 over the whole request.
        "search_result_index" search_result_index: u64,
        /// The result's source.
        "source" source: String,
        /// The result's title.
        "title" title: Option<String>,
        /// First block.
        "start_block_index" start_block_index: u64,
        /// Block after the last.
        "end_block_index" end_block_index: u64,
    }
}
// end generated

impl Citation {
    /// The quoted text, for every citation that has it.
    #[must_use]
    pub fn cited_text(&self) -> Option<&str> {
        match self {
            Citation::CharLocation(c) => Some(&c.cited_text),
            Citation::PageLocation(c) => Some(&c.cited_text),
            Citation::ContentBlockLocation(c) => Some(&c.cited_text),
            Citation::WebSearchResultLocation(c) => Some(&c.cited_text),
            Citation::SearchResultLocation(c) => Some(&c.cited_text),
            Citation::Other(_) => None,
        }
    }
}

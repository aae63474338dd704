//! Paging of lists without I/O (protocol §8.3): the query of the next page, and when to stop.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use crate::error::{Error, ErrorKind, Result};
use crate::json::object::Object;

/// The paging scheme of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Paging {
    /// By the id of the last item, or backwards by that of the first: `after_id`, `before_id`.
    ById,
    /// By an opaque cursor: `page`, `next_page`.
    ByPage,
}

/// Walks the pages of a list: returns the query of the next request, and takes its answer.
///
/// ```
/// use parlour::{Pager, Paging};
///
/// let mut pager = Pager::new(Paging::ById, vec![("limit".into(), "2".into())])?;
/// pager.take(br#"{"data":[{"id":"a"},{"id":"b"}],"has_more":true,"last_id":"b"}"#)?;
/// let after = ("after_id".to_owned(), "b".to_owned());
/// assert_eq!(pager.query(), Some(&[("limit".into(), "2".into()), after][..]));
/// pager.take(br#"{"data":[{"id":"c"}],"has_more":false,"last_id":"c"}"#)?;
/// assert_eq!(pager.query(), None);
/// # Ok::<(), parlour::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pager {
    paging: Paging,
    query: Vec<(String, String)>,
    ended: bool,
    /// Hashes of the cursors that were followed: a list that leads back to one would never end.
    followed: HashSet<u64>,
    hasher: RandomState,
}

impl Pager {
    /// A walk that begins with this query. Everything in it but the cursor is sent with each request.
    ///
    /// # Errors
    /// [`ErrorKind::Config`] for `after_id` and `before_id` together.
    pub fn new(paging: Paging, query: Vec<(String, String)>) -> Result<Pager> {
        let has = |name: &str| query.iter().any(|(key, _)| key == name);
        if paging == Paging::ById && has("after_id") && has("before_id") {
            return Err(Error::config(
                "after_id and before_id exclude each other: the service takes one of them",
            ));
        }
        Ok(Pager { paging, query, ended: false, followed: HashSet::new(), hasher: RandomState::new() })
    }

    /// The query of the next request; `None` after the last page.
    #[must_use]
    pub fn query(&self) -> Option<&[(String, String)]> {
        (!self.ended).then_some(&self.query)
    }

    /// Takes the answer to the request of [`Pager::query`]: one page, as JSON.
    ///
    /// # Errors
    /// [`ErrorKind::Decode`] for a body that is not a page, or that leads back to a page that was read: the walk is
    /// over then.
    pub fn take(&mut self, page: &[u8]) -> Result<()> {
        let next = self.next(page);
        self.ended = !matches!(next, Ok(Some(_)));
        if let Some((name, cursor)) = next? {
            self.query.retain(|(key, _)| key != name);
            self.query.push((name.to_owned(), cursor));
        }
        Ok(())
    }

    fn next(&mut self, page: &[u8]) -> Result<Option<(&'static str, String)>> {
        let page = Page::read(page)?;
        let next = match self.paging {
            Paging::ById => self.next_id(&page),
            // An empty page may come before the last one.
            Paging::ByPage => match page.next_page.as_ref().filter(|cursor| !cursor.is_empty()) {
                Some(cursor) => Some(("page", cursor.clone())),
                // Under the name of their beta, files are still walked by ids; otherwise the rest would be lost.
                None if page.has_more == Some(true) => self.next_id(&page),
                None => None,
            },
        };
        if let Some((name, cursor)) = &next
            && !self.followed.insert(self.hasher.hash_one((name, cursor)))
        {
            let text = format!(
                "the list leads in a circle: a page names `{cursor}` as its next, which was read already; \
                 the pages before it are whole"
            );
            return Err(Error::new(ErrorKind::Decode, text));
        }
        Ok(next)
    }

    fn next_id(&self, page: &Page) -> Option<(&'static str, String)> {
        // A missing `has_more` does not exclude more pages: if there are none, the next page is empty.
        if page.is_empty || page.has_more == Some(false) {
            return None;
        }
        let backwards = self.query.iter().any(|(key, _)| key == "before_id");
        let (name, cursor) = match backwards {
            true => ("before_id", &page.first_id),
            false => ("after_id", &page.last_id),
        };
        cursor.clone().map(|cursor| (name, cursor))
    }
}

/// The links of a page to its neighbours.
struct Page {
    is_empty: bool,
    has_more: Option<bool>,
    first_id: Option<String>,
    last_id: Option<String>,
    next_page: Option<String>,
}

impl Page {
    fn read(json: &[u8]) -> Result<Page> {
        let wrong =
            |reason: String| Error::new(ErrorKind::Decode, format!("the answer is not a page: {reason}"));
        let text = std::str::from_utf8(json).map_err(|error| wrong(error.to_string()).with_source(error))?;
        let page = Object::parse(text).map_err(|error| wrong(error.to_string()).with_source(error))?;
        let data = page.raw("data").ok_or_else(|| wrong("it has no `data`".to_owned()))?;
        let items = data.strip_prefix('[').ok_or_else(|| wrong("its `data` is no array".to_owned()))?;
        Ok(Page {
            is_empty: items.trim_start().starts_with(']'),
            has_more: page.field("has_more"),
            first_id: page.field("first_id"),
            last_id: page.field("last_id"),
            next_page: page.field("next_page"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pager(paging: Paging, query: &[(&str, &str)]) -> Pager {
        let query = query.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        Pager::new(paging, query).unwrap()
    }

    /// The queries that are sent for these pages, as text.
    fn walk(mut pager: Pager, pages: &[&str]) -> Vec<String> {
        let mut sent = Vec::new();
        for page in pages {
            let Some(query) = pager.query() else { break };
            sent.push(
                query.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join("&"),
            );
            pager.take(page.as_bytes()).unwrap();
        }
        if pager.query().is_some() {
            sent.push("…".to_owned());
        }
        sent
    }

    /// Protocol §13.6.
    #[test]
    fn pages_by_id() {
        let pages = [
            r#"{"data":[{"id":"a"},{"id":"b"}],"has_more":true,"last_id":"b"}"#,
            r#"{"data":[{"id":"c"}],"has_more":false,"last_id":"c"}"#,
        ];
        let list = || pager(Paging::ById, &[("limit", "2")]);
        assert_eq!(walk(list(), &pages), ["limit=2", "limit=2&after_id=b"]);
        assert_eq!(walk(list(), &[r#"{"data":[],"has_more":true}"#]), ["limit=2"]);
        assert_eq!(walk(list(), &[r#"{"data":[{"id":"a"}],"last_id":"a"}"#]), ["limit=2", "…"]);
        assert_eq!(walk(list(), &[r#"{"data":[{}],"has_more":true,"last_id":null}"#]), ["limit=2"]);
        let backwards = pager(Paging::ById, &[("before_id", "x"), ("limit", "1")]);
        let pages = [r#"{"data":[{}],"has_more":true,"first_id":"w","last_id":"z"}"#, r#"{"data":[ ]}"#];
        assert_eq!(walk(backwards, &pages), ["before_id=x&limit=1", "limit=1&before_id=w"]);
    }

    #[test]
    fn pages_by_cursor() {
        let pages = [
            r#"{"data":[],"next_page":"p2","has_more":false}"#,
            r#"{"data":[1],"next_page":"p3"}"#,
            r#"{"data":[1],"next_page":""}"#,
        ];
        assert_eq!(
            walk(pager(Paging::ByPage, &[("ids[]", "a"), ("ids[]", "b")]), &pages),
            ["ids[]=a&ids[]=b", "ids[]=a&ids[]=b&page=p2", "ids[]=a&ids[]=b&page=p3"]
        );
    }

    /// Protocol §8.5: the service answers so to requests with the name of the beta.
    #[test]
    fn a_list_by_cursor_that_answers_with_ids_is_walked_by_them() {
        let pages = [
            r#"{"data":[{"id":"c"}],"has_more":true,"first_id":"c","last_id":"c"}"#,
            r#"{"data":[{"id":"b"}],"has_more":true,"first_id":"b","last_id":"b","next_page":null}"#,
            r#"{"data":[{"id":"a"}],"has_more":false,"first_id":"a","last_id":"a"}"#,
        ];
        let list = || pager(Paging::ByPage, &[("limit", "1")]);
        assert_eq!(walk(list(), &pages), ["limit=1", "limit=1&after_id=c", "limit=1&after_id=b"]);
        assert_eq!(walk(list(), &[r#"{"data":[{"id":"a"}],"last_id":"a"}"#]), ["limit=1"]);
    }

    #[test]
    fn a_list_without_end_is_found_out() {
        let mut list = pager(Paging::ByPage, &[]);
        list.take(br#"{"data":[1],"next_page":"p"}"#).unwrap();
        let error = list.take(br#"{"data":[1],"next_page":"p"}"#).unwrap_err();
        assert!(error.message().contains("circle"), "{error}");
        assert_eq!(list.query(), None);
    }

    #[test]
    fn what_is_no_page_ends_the_walk() {
        for text in ["", "[]", "{}", r#"{"data":{}}"#, "\u{0}"] {
            let mut list = pager(Paging::ById, &[]);
            assert_eq!(list.take(text.as_bytes()).unwrap_err().kind(), ErrorKind::Decode, "{text}");
            assert_eq!(list.query(), None);
        }
        assert!(
            Pager::new(Paging::ById, vec![("after_id".into(), "a".into()), ("before_id".into(), "b".into())])
                .is_err()
        );
    }
}

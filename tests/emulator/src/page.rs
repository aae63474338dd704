//! The query of a list and the pages it asks for (protocol §8.3): by the ids of items, or by an opaque cursor.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::answer::Refusal;

/// Items of a page where nothing is said.
const USUAL: usize = 20;

/// A query, taken apart and decoded.
#[derive(Debug, Default)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    pub(crate) fn of(text: &str) -> Self {
        let pairs = text.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        });
        Self(pairs.collect())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// `limit`, 1 to 1 000.
    fn limit(&self) -> Result<Option<usize>, Refusal> {
        let wrong = || Refusal::at("limit", "a number from 1 to 1000");
        let read = |text: &str| text.parse().ok().filter(|l| (1..=1000).contains(l)).ok_or_else(wrong);
        self.get("limit").map(read).transpose()
    }
}

/// Undoes percent escapes and `+`; an invalid escape is kept unchanged.
fn decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let escape = (*first == b'%').then(|| tail.get(..2)).flatten();
        let byte = escape
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match byte {
            Some(byte) => {
                out.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                out.push(if *first == b'+' { b' ' } else { *first });
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The id of an item. The limits of a workspace have no id of their own.
fn id(item: &Value) -> Option<&str> {
    item.get("id").or_else(|| item.get("rate_limit_id")).and_then(Value::as_str)
}

/// One page by the id cursor: `after_id`, `before_id`.
pub(crate) fn by_id(all: &[Value], query: &Query) -> Result<Value, Refusal> {
    let limit = query.limit()?.unwrap_or(USUAL);
    let place = |field: &str, wanted: &str| {
        let found = all.iter().position(|item| id(item) == Some(wanted));
        found.ok_or_else(|| Refusal::at(field, format!("there is no {wanted}")))
    };
    let before = query.get("before_id");
    let (start, end) = match (query.get("after_id"), before) {
        (Some(_), Some(_)) => return Err(Refusal::at("before_id", "not together with after_id")),
        (Some(id), None) => {
            let start = place("after_id", id)? + 1;
            (start, (start + limit).min(all.len()))
        }
        (None, Some(id)) => {
            let end = place("before_id", id)?;
            (end.saturating_sub(limit), end)
        }
        (None, None) => (0, limit.min(all.len())),
    };
    let data = all.get(start..end).unwrap_or_default();
    let has_more = if before.is_some() { start > 0 } else { end < all.len() };
    let (first, last) = (data.first().and_then(id), data.last().and_then(id));
    Ok(json!({"data": data, "has_more": has_more, "first_id": first, "last_id": last}))
}

/// One page by the page cursor: `page`, `next_page`. `usual` is the length where the query has no `limit`.
pub(crate) fn by_cursor(all: &[Value], query: &Query, usual: Option<usize>) -> Result<Value, Refusal> {
    let limit = query.limit()?.or(usual).unwrap_or(all.len().max(1));
    let start = match query.get("page") {
        Some(cursor) => {
            let last = URL_SAFE_NO_PAD.decode(cursor.strip_prefix("page_").unwrap_or_default()).ok();
            let place =
                last.and_then(|last| all.iter().position(|i| id(i).map(str::as_bytes) == Some(&last)));
            place.ok_or_else(|| Refusal::at("page", "this cursor is not known, or has expired"))? + 1
        }
        None => 0,
    };
    let end = (start + limit).min(all.len());
    let data = all.get(start..end).unwrap_or_default();
    let next = data.last().and_then(id).filter(|_| end < all.len());
    let next = next.map(|last| format!("page_{}", URL_SAFE_NO_PAD.encode(last)));
    Ok(json!({"data": data, "next_page": next}))
}

/// One page of a list whose usual page has 20 items.
pub(crate) fn by_usual_cursor(all: &[Value], query: &Query) -> Result<Value, Refusal> {
    by_cursor(all, query, Some(USUAL))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(ids: &[&str]) -> Vec<Value> {
        ids.iter().map(|id| json!({"id": id})).collect()
    }

    fn ids(page: &Value) -> String {
        page["data"].as_array().unwrap().iter().map(|i| i["id"].as_str().unwrap()).collect()
    }

    #[test]
    fn pages_by_id_go_both_ways() {
        let all = items(&["a", "b", "c", "d"]);
        let page = |query: &str| {
            let page = by_id(&all, &Query::of(query)).unwrap();
            (ids(&page), page["has_more"].as_bool().unwrap())
        };
        assert_eq!(page(""), ("abcd".into(), false));
        assert_eq!(page("limit=2"), ("ab".into(), true));
        assert_eq!(page("limit=2&after_id=b&beta=true"), ("cd".into(), false));
        assert_eq!(page("limit=2&before_id=d"), ("bc".into(), true));
        assert_eq!(page("limit=2&before_id=c"), ("ab".into(), false));
        assert_eq!(page("after_id=d"), (String::new(), false));
        for bad in ["limit=0", "limit=1001", "limit=x", "after_id=z", "after_id=a&before_id=b"] {
            assert_eq!(by_id(&all, &Query::of(bad)).unwrap_err().status, 400);
        }
        assert_eq!(by_id(&[], &Query::default()).unwrap()["first_id"], Value::Null);
    }

    #[test]
    fn pages_by_cursor_end_with_none() {
        let all = items(&["a", "b", "c"]);
        let first = by_usual_cursor(&all, &Query::of("limit=2")).unwrap();
        assert_eq!(ids(&first), "ab");
        let next = first["next_page"].as_str().unwrap();
        let second = by_usual_cursor(&all, &Query::of(&format!("limit=2&page={next}"))).unwrap();
        assert_eq!((ids(&second).as_str(), &second["next_page"]), ("c", &Value::Null));
        assert_eq!(by_usual_cursor(&all, &Query::of("page=page_x")).unwrap_err().status, 400);
        assert_eq!(ids(&by_cursor(&all, &Query::default(), None).unwrap()), "abc");
        assert_eq!(ids(&by_cursor(&[], &Query::default(), None).unwrap()), "");
    }

    #[test]
    fn queries_are_decoded() {
        let query = Query::of("ids%5B%5D=a&ids[]=b%20c&x=1+2&y=%zz&z");
        assert_eq!(query.all("ids[]").collect::<Vec<_>>(), ["a", "b c"]);
        assert_eq!(query.get("x"), Some("1 2"));
        assert_eq!(query.get("y"), Some("%zz"));
        assert_eq!(query.get("z"), Some(""));
    }
}

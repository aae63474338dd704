//! Lists: a page, the pages after it, and all their items (protocol §8.3).

use std::collections::VecDeque;
use std::future::IntoFuture;

use bytes::Bytes;
use serde::de::DeserializeOwned;

use crate::call::response::Response;
use crate::client::Client;
use crate::client::body::Body;
use crate::client::options::CallOptions;
use crate::client::raw::{ByteStream, CallFuture};
use crate::error::{Error, ErrorKind, Result};
use crate::json::object::Object;
use crate::resources::answer::read_as;
use crate::resources::call::EndpointCall;
use crate::resources::endpoint::{Answer, Endpoint};
use crate::resources::pager::Pager;

/// One page of a list. Derefs to its items.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Page<T> {
    /// The items, in the order of the service.
    pub data: Vec<T>,
    /// Whether the service said that there are more.
    pub has_more: Option<bool>,
    /// The id of the first item, for lists that are walked by ids.
    pub first_id: Option<String>,
    /// The id of the last item, for the same lists.
    pub last_id: Option<String>,
    /// The cursor of the next page, for lists that are walked by cursors.
    pub next_page: Option<String>,
}

impl<T: DeserializeOwned> Page<T> {
    fn read(json: &Bytes) -> Result<Page<T>> {
        let wrong =
            |reason: String| Error::new(ErrorKind::Decode, format!("the answer is not a page: {reason}"));
        let text = std::str::from_utf8(json).map_err(|error| wrong(error.to_string()).with_source(error))?;
        let page = Object::parse(text).map_err(|error| wrong(error.to_string()).with_source(error))?;
        let data = page.raw("data").ok_or_else(|| wrong("it has no `data`".to_owned()))?;
        Ok(Page {
            data: read_as(&json.slice_ref(data.as_bytes()))?,
            has_more: page.field("has_more"),
            first_id: page.field("first_id"),
            last_id: page.field("last_id"),
            next_page: page.field("next_page"),
        })
    }
}

impl<T> std::ops::Deref for Page<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.data
    }
}

impl<T> IntoIterator for Page<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.data.into_iter()
    }
}

/// A request for a list. Await it for its first page, or walk it: [`ListCall::pages`], [`ListCall::items`].
#[must_use = "a call does nothing until it is awaited"]
#[derive(Debug)]
pub struct ListCall<T> {
    client: Client,
    endpoint: &'static str,
    ids: Vec<String>,
    query: Vec<(String, String)>,
    options: CallOptions,
    read: fn(&Bytes) -> Result<Page<T>>,
}

impl<T: DeserializeOwned> ListCall<T> {
    pub(super) fn new(client: &Client, endpoint: &'static str, ids: &[&str]) -> ListCall<T> {
        ListCall {
            client: client.clone(),
            endpoint,
            ids: ids.iter().map(|id| (*id).to_owned()).collect(),
            query: Vec::new(),
            options: CallOptions::new(),
            read: Page::read,
        }
    }
}

impl<T> ListCall<T> {
    /// Sets the maximum number of items in a page: 1 to 1 000; the service's default is 20.
    pub fn limit(self, items: u32) -> ListCall<T> {
        self.query("limit", items.to_string())
    }

    /// Starts after the item of this id, in lists that are walked by ids.
    pub fn after(self, id: impl Into<String>) -> ListCall<T> {
        self.query("after_id", id)
    }

    /// Walks backwards from the item of this id, in lists that are walked by ids. The items of a page keep the list's
    /// order.
    pub fn before(self, id: impl Into<String>) -> ListCall<T> {
        self.query("before_id", id)
    }

    /// Adds a query parameter; a name may be repeated (`ids[]`).
    pub fn query(mut self, name: impl Into<String>, value: impl Into<String>) -> ListCall<T> {
        self.query.push((name.into(), value.into()));
        self
    }

    /// Uses these options for each request of this list.
    pub fn with(mut self, options: CallOptions) -> ListCall<T> {
        self.options = options;
        self
    }

    /// Walks the list page by page.
    ///
    /// # Errors
    /// [`ErrorKind::Config`] for parameters that exclude each other.
    pub fn pages(self) -> Result<Pages<T>> {
        let Answer::Page(paging) = Endpoint::named(self.endpoint)?.answer else {
            return Err(Error::config(format!("{} is no list", self.endpoint)));
        };
        let pager = Pager::new(paging, self.query.clone())?;
        Ok(Pages { call: self, pager })
    }

    /// Walks the list item by item; pages are fetched as they are needed.
    ///
    /// ```
    /// # use parlour_emulator::Emulator;
    /// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let emulator = Emulator::start().await?;
    /// # let client = parlour::Client::builder().base_url(emulator.url()).api_key(emulator.api_key()).build()?;
    /// let mut models = client.models().list().limit(2).items()?;
    /// while let Some(model) = models.next().await {
    ///     println!("{}", model?.id);
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As [`ListCall::pages`].
    pub fn items(self) -> Result<Items<T>> {
        Ok(Items { pages: self.pages()?, waiting: VecDeque::new() })
    }

    /// Requests the first page and returns its body undecoded. [`Pager`] has the parameters of the next page. The pages
    /// of [`ListCall::pages`] also keep their bodies: [`Response::body`].
    ///
    /// ```
    /// # use parlour_emulator::Emulator;
    /// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let emulator = Emulator::start().await?;
    /// # let client = parlour::Client::builder().base_url(emulator.url()).api_key(emulator.api_key()).build()?;
    /// let page = client.models().list().limit(2).raw().await?;
    /// println!("{:?}: {}", page.request_id(), String::from_utf8_lossy(&page));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As the call itself; a body of another shape is no error here, one that holds an error is.
    pub async fn raw(self) -> Result<Response<Bytes>> {
        self.call(&self.query)?.await
    }

    /// Requests the first page and hands out its body as it arrives, undecoded; its head is available at once.
    ///
    /// # Errors
    /// As [`RawCall::open`](crate::RawCall::open).
    pub async fn open(self) -> Result<ByteStream> {
        self.call(&self.query)?.open().await
    }

    fn call(&self, query: &[(String, String)]) -> Result<EndpointCall> {
        let ids: Vec<&str> = self.ids.iter().map(String::as_str).collect();
        let call = self.client.endpoint(self.endpoint, &ids, query, Body::empty())?;
        Ok(call.with(self.options.clone()))
    }
}

impl<T: Send + 'static> ListCall<T> {
    async fn page(&self, query: &[(String, String)]) -> Result<Response<Page<T>>> {
        self.call(query)?.read(self.read).await
    }
}

impl<T: Send + 'static> IntoFuture for ListCall<T> {
    type Output = Result<Response<Page<T>>>;
    type IntoFuture = CallFuture<Response<Page<T>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.page(&self.query).await })
    }
}

/// The pages of a list, one after the other.
#[derive(Debug)]
pub struct Pages<T> {
    call: ListCall<T>,
    pager: Pager,
}

impl<T: Send + 'static> Pages<T> {
    /// The next page; `None` after the last one. Cancel-safe: if the future is dropped, the same page is requested
    /// again.
    ///
    /// # Errors
    /// Any [`ErrorKind`]; [`ErrorKind::Decode`] for a list that leads back to a page that was read. After an error the
    /// same page is requested again, unless the error ended the walk.
    pub async fn next(&mut self) -> Option<Result<Response<Page<T>>>> {
        let query = self.pager.query()?;
        match self.call.page(query).await {
            Ok(page) => Some(self.pager.take(page.body()).map(|()| page)),
            Err(error) => Some(Err(error)),
        }
    }
}

/// The items of a list, one after the other.
#[derive(Debug)]
pub struct Items<T> {
    pages: Pages<T>,
    waiting: VecDeque<T>,
}

impl<T: Send + 'static> Items<T> {
    /// The next item; `None` after the last one.
    ///
    /// # Errors
    /// As [`Pages::next`].
    pub async fn next(&mut self) -> Option<Result<T>> {
        loop {
            if let Some(item) = self.waiting.pop_front() {
                return Some(Ok(item));
            }
            match self.pages.next().await? {
                Ok(page) => self.waiting.extend(page.into_inner()),
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// All remaining items.
    ///
    /// # Errors
    /// As [`Pages::next`].
    pub async fn collect(mut self) -> Result<Vec<T>> {
        let mut all = Vec::new();
        while let Some(item) = self.next().await {
            all.push(item?);
        }
        Ok(all)
    }
}

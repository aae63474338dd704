//! The pages of a list: the parameters of the next request. The core interprets each page.

use std::mem::MaybeUninit;

use parlour_bridge::resources::Pages;

use crate::abi::{PARLOUR_END, parlour_result};
use crate::answer::parlour_answer;
use crate::boundary::{fallible, transfer};
use crate::catch::infallible;
use crate::client::{made, parlour_client};
use crate::endpoint::parlour_endpoint;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::options::parlour_options;
use crate::text::parlour_str;

/// A walk over the pages of a list. One thread at a time.
pub struct parlour_pages {
    pages: Pages,
}

/// A walk over the list that this call names, which begins with its query; parlour_endpoint_add_query() with "limit"
/// bounds a page. The call may be freed. PARLOUR_FAILED for an endpoint that is no list, and for a query that
/// contradicts itself. Free it with parlour_pages_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_pages_new(
    endpoint: Option<&parlour_endpoint>,
    out: Option<&mut MaybeUninit<*mut parlour_pages>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (endpoint, out) = (require(endpoint, "endpoint")?, require(out, "out")?);
        let list = endpoint.named()?;
        let pages = Pages::new(&list.name, list.ids.clone(), list.query.clone())?;
        transfer(out, parlour_pages { pages });
        Ok(())
    })
}

/// Frees a walk; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_pages_free(pages: Option<Box<parlour_pages>>) {
    infallible(|| drop(pages));
}

/// Asks for the next page, blocks this thread until it is there, and gives it: an object whose "data" has the items.
/// PARLOUR_END after the last one. PARLOUR_FAILED: nothing was taken, and the same page is asked for next time; a page
/// that leads back to one that was read is of kind PARLOUR_KIND_DECODE, and PARLOUR_END follows. PARLOUR_INTERRUPTED as
/// for parlour_client_call(). Free the answer with parlour_answer_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_pages_next(
    pages: Option<&mut parlour_pages>,
    client: Option<&parlour_client>,
    options: Option<&parlour_options>,
    out: Option<&mut MaybeUninit<*mut parlour_answer>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (pages, client, out) =
            (require(pages, "pages")?, require(client, "client")?, require(out, "out")?);
        let mut call = pages.pages.next()?.ok_or(Fault::Code(PARLOUR_END))?;
        call.options = made(options)?;
        let answer = client.blocking(call, options.and_then(parlour_options::interrupt))?;
        pages.pages.take(&answer.body)?;
        transfer(out, parlour_answer::of(answer));
        Ok(())
    })
}

/// The call for the next page, for programs that submit it themselves and give the answer to parlour_pages_take(); the
/// same one until then. PARLOUR_END after the last page. Free it with parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_pages_endpoint(
    pages: Option<&parlour_pages>,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (pages, out) = (require(pages, "pages")?, require(out, "out")?);
        let Some(_first) = pages.pages.next()? else { return Err(Fault::Code(PARLOUR_END)) };
        let pages = pages.pages.clone();
        let next = move || {
            let call = pages.next()?;
            call.ok_or_else(|| parlour_bridge::ErrorInfo::internal("a page that was there is gone"))
        };
        transfer(out, parlour_endpoint::made(next));
        Ok(())
    })
}

/// Takes the page that was answered: parlour_answer_body(). PARLOUR_FAILED, of kind PARLOUR_KIND_DECODE, if it is not a
/// page, or leads back to a page that was read: no page follows then.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_pages_take(
    pages: Option<&mut parlour_pages>,
    page_json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (pages, page) = (require(pages, "pages")?, page_json.bytes("page_json")?);
        Ok(pages.pages.take(page)?)
    })
}

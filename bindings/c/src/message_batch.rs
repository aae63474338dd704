//! Message batches: the body of one written request by request, and runs of many. Limits, splitting and the journal are
//! the core's.

use std::mem::MaybeUninit;

use parlour_bridge::batch_run::{BatchRun, BatchRunSettings};
use parlour_bridge::resources::BatchWriter;
use parlour_bridge::{CallRequest, resources};

use crate::abi::parlour_result;
use crate::boundary::{coded, fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::endpoint::{interval, parlour_endpoint};
use crate::error::parlour_error;
use crate::fault::require;
use crate::request::parlour_request;
use crate::text::parlour_str;

/// The requests of a message batch, each kept as the bytes that are sent. One thread at a time.
pub struct parlour_batch_requests {
    writer: BatchWriter,
}

/// No requests. Free it with parlour_batch_requests_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_requests_new(
    out: Option<&mut MaybeUninit<*mut parlour_batch_requests>>,
) -> parlour_result {
    coded(|| {
        transfer(require(out, "out")?, parlour_batch_requests { writer: BatchWriter::new() });
        Ok(())
    })
}

/// Frees the requests of a batch; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_requests_free(requests: Option<Box<parlour_batch_requests>>) {
    infallible(|| drop(requests));
}

/// Adds a request under an id of 1 to 64 letters, digits, "-" and "_" that is unique in the batch. Both may be freed or
/// changed. PARLOUR_FAILED: nothing was added; of kind PARLOUR_KIND_REQUEST_TOO_LARGE if the batch is full (100 000
/// requests or 256 MiB, protocol §8.4).
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_requests_add(
    requests: Option<&mut parlour_batch_requests>,
    custom_id: parlour_str,
    request: Option<&parlour_request>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (requests, request) = (require(requests, "requests")?, require(request, "request")?);
        let id = custom_id.text("custom_id")?;
        Ok(requests.writer.push_body(id, request.body()?)?)
    })
}

/// How many requests there are; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_requests_count(requests: Option<&parlour_batch_requests>) -> usize {
    value_or(0, || Some(requests?.writer.count()))
}

/// The call that creates the batch, "batches.create"; no requests are left here. PARLOUR_FAILED if there is none. Free
/// it with parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_requests_endpoint(
    requests: Option<&mut parlour_batch_requests>,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (requests, out) = (require(requests, "requests")?, require(out, "out")?);
        let CallRequest { body, .. } = requests.writer.finish()?;
        let create =
            move || resources::call_with_body("batches.create", Vec::new(), Vec::new(), body.clone());
        transfer(out, parlour_endpoint::made(create));
        Ok(())
    })
}

/// A run of batches: any number of requests, split into as many batches as they need, whose results come as those of
/// one. With a journal the run survives the end of the process: opened again with the same file and given the same
/// requests, it submits nothing twice. One thread at a time, and one call of it at a time.
pub struct parlour_batch_run {
    run: BatchRun,
}

/// Begins a run, or goes on with that of the journal at the path `state`, which is made if it is not there; no journal
/// if it is empty. A batch has at most `requests_per_batch` requests and `bytes_per_batch` bytes; 0, or more than the
/// service accepts, means the service's limit. The batches are asked for as parlour_endpoint_wait() does, with the same
/// defaults for 0. PARLOUR_FAILED if the journal cannot be used. PARLOUR_INVALID_ARGUMENT for a negative time. Free it
/// with parlour_batch_run_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_run_open(
    state: parlour_str,
    requests_per_batch: usize,
    bytes_per_batch: usize,
    first_ms: i64,
    longest_ms: i64,
    limit_ms: i64,
    out: Option<&mut MaybeUninit<*mut parlour_batch_run>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (state, out) = (state.text("state")?, require(out, "out")?);
        let at_most = |count: usize| (count > 0).then_some(count);
        let settings = BatchRunSettings {
            state: (!state.is_empty()).then(|| state.into()),
            requests_per_batch: at_most(requests_per_batch),
            bytes_per_batch: at_most(bytes_per_batch),
            first: interval(first_ms, "first_ms")?,
            longest: interval(longest_ms, "longest_ms")?,
            limit: interval(limit_ms, "limit_ms")?,
        };
        transfer(out, parlour_batch_run { run: BatchRun::open(settings)? });
        Ok(())
    })
}

/// Ends a run and closes its journal; submitted batches go on. NULL is allowed. A call of the run that is under
/// way keeps both until its end.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_run_free(run: Option<Box<parlour_batch_run>>) {
    infallible(|| drop(run));
}

/// Adds a request under an id that is unique in the run. `full` (NULL is allowed) says whether
/// parlour_batch_run_submit() is to be called before the next one. PARLOUR_FAILED: nothing was added; also while a call
/// of the run is under way.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_run_add(
    run: Option<&parlour_batch_run>,
    custom_id: parlour_str,
    request: Option<&parlour_request>,
    full: Option<&mut MaybeUninit<bool>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (run, request) = (require(run, "run")?, require(request, "request")?);
        let id = custom_id.text("custom_id")?;
        let is_full = run.run.push_body(id, request.body()?)?;
        if let Some(full) = full {
            full.write(is_full);
        }
        Ok(())
    })
}

/// The call that submits full batches; its answer, whole, is a JSON array of the ids of the batches so far. Free it
/// with parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_run_submit(
    run: Option<&parlour_batch_run>,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (run, out) = (require(run, "run")?, require(out, "out")?);
        let run = run.run.clone();
        transfer(out, parlour_endpoint::made(move || Ok(run.submit())));
        Ok(())
    })
}

/// The call that submits the rest, waits, and gives the results line by line as parlour_endpoint_results() does; made
/// once. It has the run: no request can be added any more. Free it with parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_run_results(
    run: Option<&parlour_batch_run>,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (run, out) = (require(run, "run")?, require(out, "out")?);
        let run = run.run.clone();
        transfer(out, parlour_endpoint::made(move || Ok(run.results())));
        Ok(())
    })
}

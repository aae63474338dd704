//! The tasks of calls of resources: whole answers, files in pieces, results line by line, and waits that show what they
//! see.

use std::future::Future;
use std::ops::ControlFlow;
use std::pin::pin;
use std::task::Poll;

use bytes::Bytes;
use parlour::{BatchResults, BatchRun, CallOptions, Client, MessageBatch, Response, ResultJson};
use parlour_port::Queue;

use crate::batching::{chunks, is_full, whole as answer_of};
use crate::call::{Answer, CallRequest, Item};
use crate::info::{ErrorInfo, HeadInfo};
use crate::resource::{Resource, Wait};
use crate::wire::to_json_text;

/// A call whose answer is wanted whole.
pub(crate) async fn whole(client: Client, call: Box<CallRequest>) -> Result<Answer, ErrorInfo> {
    let CallRequest { resource, body, options, .. } = *call;
    match resource.map(|resource| *resource) {
        Some(Resource::Endpoint(args)) => Ok(answer_of(args.call(&client, body)?.with(options).await?)),
        Some(Resource::Wait(wait)) => {
            Ok(answer_of(client.batches().wait(&wait.id, wait.settings(options)).await?))
        }
        Some(Resource::Download(args, path, most)) => {
            let bytes = args.call(&client, body)?.with(options).open().await?;
            let head = HeadInfo::from(&bytes);
            let size = bytes.save_at_most(path, most.unwrap_or(parlour::SAVE_BYTES)).await?;
            Ok(written(head, format!("{{\"size_bytes\":{size}}}")))
        }
        Some(Resource::RunSubmit(run)) => {
            let mut run = run.take()?;
            let run = run.get()?;
            run.set_options(options);
            run.submit(&client).await?;
            let head =
                HeadInfo::of_run(run).ok_or_else(|| ErrorInfo::config("the run has nothing to submit"))?;
            Ok(written(head, serde_json::json!(run.batches()).to_string()))
        }
        Some(Resource::Drain(limit)) => {
            let report = to_json_text(&client.drain(limit).await)?;
            Ok(written(HeadInfo::of_none(&client), report))
        }
        Some(Resource::Results(_) | Resource::ResultsOf(_) | Resource::RunResults(_)) => {
            Err(ErrorInfo::config("the results of a batch come line by line: take them as a stream"))
        }
        None => Err(ErrorInfo::internal("the call is of no resource")),
    }
}

/// A call whose answer is taken as it arrives.
pub(crate) async fn stream(
    client: &Client,
    call: Box<CallRequest>,
    queue: &Queue<Item>,
) -> Result<Option<Item>, ErrorInfo> {
    let CallRequest { resource, body, options, .. } = *call;
    match resource.map(|resource| *resource) {
        Some(Resource::Endpoint(args)) => {
            let mut bytes = Box::new(args.call(client, body)?.with(options).open().await?);
            chunks(&mut bytes, queue).await
        }
        Some(Resource::Results(id)) => {
            let mut results = Box::new(client.batches().results_with(&id, options).await?);
            lines(&mut results, queue).await
        }
        Some(Resource::ResultsOf(batch)) => {
            let mut results = Box::new(client.batches().results_of_with(&batch, options).await?);
            lines(&mut results, queue).await
        }
        Some(Resource::Wait(wait)) => watch(client, &wait, options, queue).await,
        Some(Resource::RunResults(run)) => {
            Box::pin(run_lines(client, run.take_for_good()?, options, queue)).await
        }
        Some(Resource::Download(..) | Resource::RunSubmit(_) | Resource::Drain(_)) => {
            Err(ErrorInfo::config("the answer of this call comes whole"))
        }
        None => Err(ErrorInfo::internal("the call is of no resource")),
    }
}

fn written(head: HeadInfo, json: impl Into<Bytes>) -> Answer {
    Answer { head, body: json.into(), unfinished: Vec::new(), message: None }
}

/// Hands over the results of a run. Lines that are there together are taken together, as those of one batch.
async fn run_lines(
    client: &Client,
    mut run: Box<BatchRun>,
    options: CallOptions,
    queue: &Queue<Item>,
) -> Result<Option<Item>, ErrorInfo> {
    run.set_options(options);
    let mut opened = false;
    while std::future::poll_fn(|cx| queue.poll_capacity(cx)).await {
        let mut batch = Vec::new();
        let mut bytes = 0;
        let mut next = Some(run.next_json(client).await);
        while let Some(line) = next {
            let item = match line {
                Some(Ok(ResultJson::Whole(line))) => Item::Chunk(line),
                Some(Ok(ResultJson::Broken(error))) => Item::Broken(error.into()),
                last => {
                    let gone = !batch.is_empty() && !queue.push(batch);
                    return match last {
                        _ if gone => Ok(None),
                        Some(Err(error)) => Err(error.into()),
                        _ => Ok(Some(Item::End)),
                    };
                }
            };
            if !std::mem::replace(&mut opened, true)
                && let Some(head) = HeadInfo::of_run(&run)
            {
                batch.push((Item::Opened(Box::new(head)), 0));
            }
            let weight = if let Item::Chunk(line) = &item { line.len() } else { 0 };
            bytes += weight;
            batch.push((item, weight));
            next = match is_full(batch.len(), bytes) {
                true => None,
                // Not beyond this batch: a question about the next one would be asked and given up.
                false => poll_once(run.next_of_batch_json(client)).await.flatten().map(Some),
            };
        }
        let full = is_full(batch.len(), bytes);
        if !queue.push(batch) {
            return Ok(None);
        }
        if full {
            tokio::task::yield_now().await;
        }
    }
    Ok(None)
}

/// Hands over the lines that are there together: a wake-up of the consumer for each would cost more than reading it.
async fn lines(results: &mut BatchResults, queue: &Queue<Item>) -> Result<Option<Item>, ErrorInfo> {
    if !queue.push([(Item::Opened(Box::new(HeadInfo::from(&*results))), 0)]) {
        return Ok(None);
    }
    while std::future::poll_fn(|cx| queue.poll_capacity(cx)).await {
        let mut batch = Vec::new();
        let mut bytes = 0;
        let mut next = Some(results.next_json().await);
        while let Some(line) = next {
            let item = match line {
                Some(Ok(ResultJson::Whole(line))) => Item::Chunk(line),
                Some(Ok(ResultJson::Broken(error))) => Item::Broken(error.into()),
                last => {
                    // Lines before the end are handed out before it.
                    let gone = !batch.is_empty() && !queue.push(batch);
                    return match last {
                        _ if gone => Ok(None),
                        Some(Err(error)) => Err(error.into()),
                        _ => Ok(Some(Item::End)),
                    };
                }
            };
            let weight = if let Item::Chunk(line) = &item { line.len() } else { 0 };
            bytes += weight;
            batch.push((item, weight));
            next = match is_full(batch.len(), bytes) {
                true => None,
                false => poll_once(results.next_json()).await,
            };
        }
        let full = is_full(batch.len(), bytes);
        if !queue.push(batch) {
            return Ok(None);
        }
        if full {
            tokio::task::yield_now().await;
        }
    }
    Ok(None)
}

/// The value of a cancel-safe future that is ready; `None` if it would wait.
async fn poll_once<F: Future>(future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    std::future::poll_fn(|cx| {
        Poll::Ready(match future.as_mut().poll(cx) {
            Poll::Ready(output) => Some(output),
            Poll::Pending => None,
        })
    })
    .await
}

async fn watch(
    client: &Client,
    wait: &Wait,
    options: CallOptions,
    queue: &Queue<Item>,
) -> Result<Option<Item>, ErrorInfo> {
    let mut opened = false;
    // A slow consumer gets the latest state, and misses only intermediate ones.
    let mut show = |batch: &Response<MessageBatch>| {
        let head = (!std::mem::replace(&mut opened, true)).then(|| Box::new(HeadInfo::from(batch)));
        if head.is_some_and(|head| !queue.push([(Item::Opened(head), 0)])) {
            return false;
        }
        queue.push([(Item::Chunk(batch.body().clone()), batch.body().len())])
    };
    let seen = |batch: &Response<MessageBatch>| match show(batch) {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let batch = client.batches().wait(&wait.id, wait.settings(options).progress(seen)).await?;
    Ok(show(&batch).then_some(Item::End))
}

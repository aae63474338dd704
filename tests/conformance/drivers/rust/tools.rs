//! The tool loop of the Rust driver, with functions that do what the case says. The variant `typed` takes whole answers and
//! denies calls between two requests; `json` streams them, begins calls early, and denies them when it is asked.

use std::time::Duration;

use parlour::{
    Approval, CallOptions, Client, Content, InputBlock, Message, MessageRequest, Response, ToolCall,
    ToolError, ToolLoop, ToolLoopOptions, ToolOutput, ToolRun, Toolbox,
};
use parlour_conformance::json::Json;

use crate::{Failed, done, request};

pub(crate) async fn run(
    client: &Client,
    call: &Json,
    options: CallOptions,
    typed: bool,
) -> Result<Json, Failed> {
    let request: MessageRequest = request(call)?;
    let toolbox = toolbox(&request, call)?;
    let mut run = client.messages().run_tools(request, toolbox, ())?.with(options).limits(limits(call))?;
    if let Some(ms) = call.get("tool_timeout_ms").and_then(Json::as_u64) {
        run = run.tool_timeout(Duration::from_millis(ms));
    }
    if !typed {
        let denied = call.get("deny").cloned().unwrap_or(Json::Null);
        run = run.early().approve(move |call| {
            let reason = denied.get(&call.id).and_then(Json::as_str).map(Approval::deny);
            std::future::ready(reason.unwrap_or(Approval::Run))
        });
    }
    let ended = if typed { turns(&mut run, call).await } else { streamed(&mut run, call).await };
    match ended {
        Ok(()) => Ok(last_line(&run)),
        Err(error) => Err(Failed::Turn(Box::new(error), run.turns().len())),
    }
}

async fn turns(run: &mut ToolRun, call: &Json) -> parlour::Result<()> {
    while let Some(answer) = run.next().await? {
        let ids: Vec<String> = answer.tool_uses().map(|call| call.id.clone()).collect();
        for id in ids {
            if let Some(reason) = call.get("deny").and_then(|deny| deny.get(&id)).and_then(Json::as_str) {
                run.machine_mut().finish_call(&id, ToolOutput::failed(reason));
            }
        }
        if let Some(words) = call.get("say").and_then(Json::as_str).filter(|_| run.turns().len() == 1) {
            run.machine_mut().say(words);
        }
    }
    Ok(())
}

async fn streamed(run: &mut ToolRun, call: &Json) -> parlour::Result<()> {
    while let Some(mut turn) = run.stream().await? {
        while let Some(event) = turn.next().await {
            event?;
        }
        turn.finish().await?;
        if let Some(words) = call.get("say").and_then(Json::as_str).filter(|_| run.turns().len() == 1) {
            run.machine_mut().say(words);
        }
    }
    Ok(())
}

fn last_line(run: &ToolRun) -> Json {
    let mut line = run.turns().last().map_or(Json::Null, |answer: &Response<Message>| done(answer));
    let machine: &ToolLoop = run.machine();
    line.set("end", machine.end().map_or(Json::Null, |end| Json::text(end.as_str())));
    line.set("turns", Json::int(run.turns().len()));
    let usage = serde_json::to_string(machine.usage()).unwrap_or_default();
    line.set("usage", Json::parse(&usage).unwrap_or(Json::Null));
    line.set("history", crate::local::messages(machine.conversation()));
    line
}

fn toolbox(request: &MessageRequest, call: &Json) -> Result<Toolbox, Failed> {
    let mut toolbox = Toolbox::new();
    for definition in request.tools.iter().flatten() {
        let name = definition.name.clone().unwrap_or_default();
        let Some(script) = call.get("tools").and_then(|tools| tools.get(&name)).cloned() else { continue };
        toolbox = toolbox.add_raw(definition.clone(), move |_: ToolCall, ()| scripted(script.clone()))?;
    }
    Ok(toolbox)
}

async fn scripted(script: Json) -> Result<Content, ToolError> {
    if script.get("never").is_some() {
        std::future::pending::<()>().await;
    }
    if let Some(words) = script.get("raises").and_then(Json::as_str) {
        return Err(ToolError::from(std::io::Error::other(words.to_owned())));
    }
    if let Some(told) = script.get("error") {
        return Err(ToolError::new(content(told)));
    }
    Ok(content(script.get("text").or_else(|| script.get("blocks")).unwrap_or(&Json::Null)))
}

fn content(json: &Json) -> Content {
    match json.as_str() {
        Some(text) => Content::from(text.to_owned()),
        None => {
            let blocks: Vec<InputBlock> = serde_json::from_str(&json.to_string()).unwrap_or_default();
            Content::from(blocks)
        }
    }
}

fn limits(call: &Json) -> ToolLoopOptions {
    let mut options = ToolLoopOptions::default();
    let given = |key: &str| call.get("limits").and_then(|limits| limits.get(key)).and_then(Json::as_u64);
    let few = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let many = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    options.max_requests = given("max_requests").map_or(options.max_requests, few);
    options.max_pauses = given("max_pauses").map_or(options.max_pauses, few);
    options.max_parallel = given("max_parallel").map_or(options.max_parallel, many);
    options.max_result_bytes = given("max_result_bytes").map_or(options.max_result_bytes, many);
    options
}

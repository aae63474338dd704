//! The tool loop of the Rust driver, with functions that do what the case says. The variant `typed` takes whole answers
//! and denies calls between two requests; `json` streams them, begins calls early, and denies them when it is asked.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlour::{
    Approval, CallOptions, Client, Content, InputBlock, Message, MessageRequest, Response, Tool, ToolCall,
    ToolError, ToolLoop, ToolLoopOptions, ToolOutput, ToolRun, Toolbox,
};
use parlour_conformance::json::Json;
use parlour_conformance::lines;
use tokio::sync::Notify;

use crate::{Failed, done, request};

/// Which functions that wait to be cancelled began, and which were cancelled.
#[derive(Default)]
struct Journal {
    began: Mutex<Vec<String>>,
    stopped: Mutex<Vec<String>>,
    changed: Notify,
}

impl Journal {
    fn note(&self, list: &Mutex<Vec<String>>, id: &str) {
        list.lock().unwrap_or_else(PoisonError::into_inner).push(id.to_owned());
        self.changed.notify_one();
    }

    /// Waits until a list has so many ids.
    async fn reached(&self, list: &Mutex<Vec<String>>, count: usize) {
        while sorted(list).len() < count {
            self.changed.notified().await;
        }
    }
}

fn sorted(list: &Mutex<Vec<String>>) -> Vec<String> {
    let mut ids = list.lock().unwrap_or_else(PoisonError::into_inner).clone();
    ids.sort();
    ids
}

/// A function that runs; records when it is dropped.
struct Running(Arc<Journal>, String);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.note(&self.0.stopped, &self.1);
    }
}

/// A case and what its functions and its program share.
struct Play<'a> {
    call: &'a Json,
    typed: bool,
    journal: Arc<Journal>,
}

pub(crate) async fn run(
    client: &Client,
    call: &Json,
    options: CallOptions,
    typed: bool,
) -> Result<Json, Failed> {
    let play = Play { call, typed, journal: Arc::default() };
    let request: MessageRequest = request(call)?;
    let toolbox = play.toolbox(request.tools.iter().flatten())?;
    let begun = match call.get("saved").and_then(Json::as_str) {
        Some(saved) => client.messages().resume_tools(ToolLoop::from_json(saved)?, toolbox, ())?,
        None => client.messages().run_tools(request, toolbox, ())?.limits(limits(call))?,
    };
    let mut run = play.with_settings(begun, &options);
    let mut saved = None;
    let count = call.get("give_up_when_running").and_then(Json::as_u64);
    let count = count.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
    let journal = &play.journal;
    let ended = tokio::select! {
        ended = play.turns(client, &mut run, &options, &mut saved) => Some(ended),
        () = journal.reached(&journal.began, count) => None,
    };
    match ended {
        Some(Ok(())) => return Ok(last_line(&run, saved)),
        Some(Err(Failed::Client(error))) => return Err(Failed::Turn(error, run.turns().len())),
        Some(Err(other)) => return Err(other),
        None => {}
    }
    let began = sorted(&journal.began);
    journal.reached(&journal.stopped, began.len()).await;
    let ids = |list: Vec<String>| Json::Array(list.into_iter().map(Json::Text).collect());
    let mut line = lines::tagged("cancelled");
    line.set("began", ids(began));
    line.set("stopped", ids(sorted(&journal.stopped)));
    Ok(line)
}

impl Play<'_> {
    /// Whether calls are denied by the hook, which alone can do it without a reason.
    fn asks(&self) -> bool {
        let reasons = self.call.get("deny").map(Json::entries).unwrap_or_default();
        !self.typed || reasons.iter().any(|(_, reason)| matches!(reason, Json::Null))
    }

    fn with_settings(&self, run: ToolRun, options: &CallOptions) -> ToolRun {
        let mut run = run.with(options.clone());
        if let Some(ms) = self.call.get("tool_timeout_ms").and_then(Json::as_u64) {
            run = run.tool_timeout(Duration::from_millis(ms));
        }
        if self.call.get("early").and_then(Json::as_bool).unwrap_or(!self.typed) {
            run = run.early();
        }
        if !self.asks() {
            return run;
        }
        let denied = self.call.get("deny").cloned().unwrap_or(Json::Null);
        run.approve(move |call| {
            std::future::ready(match denied.get(&call.id) {
                None => Approval::Run,
                Some(reason) => reason.as_str().map_or_else(Approval::denied, Approval::deny),
            })
        })
    }

    async fn turns(
        &self,
        client: &Client,
        run: &mut ToolRun,
        options: &CallOptions,
        saved: &mut Option<Json>,
    ) -> Result<(), Failed> {
        while self.advance(run).await? {
            self.between(client, run, options, saved)?;
        }
        Ok(())
    }

    /// The next answer; false at the end.
    async fn advance(&self, run: &mut ToolRun) -> parlour::Result<bool> {
        if self.typed {
            return Ok(run.next().await?.is_some());
        }
        let Some(mut turn) = run.stream().await? else { return Ok(false) };
        while let Some(event) = turn.next().await {
            event?;
        }
        turn.finish().await.map(|_| true)
    }

    /// The actions of the program after an answer.
    fn between(
        &self,
        client: &Client,
        run: &mut ToolRun,
        options: &CallOptions,
        saved: &mut Option<Json>,
    ) -> Result<(), Failed> {
        let deny = self.call.get("deny").map(Json::entries).unwrap_or_default();
        for (id, reason) in deny.iter().filter(|_| !self.asks()) {
            run.machine_mut().finish_call(id, ToolOutput::failed(reason.as_str().unwrap_or_default()));
        }
        if let Some(words) = self.call.get("say").and_then(Json::as_str).filter(|_| run.turns().len() == 1) {
            run.machine_mut().say(words);
        }
        let answers = run.machine().requests().to_string();
        let operations = self.call.get("between").and_then(|between| between.get(&answers));
        for (name, value) in operations.map(Json::items).unwrap_or_default().iter().flat_map(Json::entries) {
            if name == "save_and_load" {
                let text = run.machine().to_json()?;
                let again = ToolLoop::from_json(text.as_str())?;
                let toolbox = self.toolbox(run.machine().settings().tools.iter().flatten())?;
                *run = self.with_settings(client.messages().resume_tools(again, toolbox, ())?, options);
                *saved = Some(Json::text(text.as_str()));
                continue;
            }
            self.operate(run, name, value)?;
        }
        Ok(())
    }

    fn operate(&self, run: &mut ToolRun, name: &str, value: &Json) -> Result<(), Failed> {
        let text = value.as_str().unwrap_or_default();
        match name {
            "say" => run.machine_mut().say(text),
            "append" => {
                let turns = serde_json::from_str(&value.to_string()).map_err(|_| unknown(name))?;
                run.machine_mut().append(turns)?;
            }
            "deny" => {
                let pair: Vec<&str> = value.items().iter().filter_map(Json::as_str).collect();
                let &[id, reason] = pair.as_slice() else { return Err(unknown(name)) };
                run.machine_mut().finish_call(id, ToolOutput::failed(reason));
            }
            "set" => {
                let settings = run.machine().settings_json()?;
                let mut settings = Json::parse(settings.as_str()).map_err(|_| unknown(name))?;
                for (key, value) in value.entries() {
                    settings.take(key);
                    if *value != Json::Null {
                        settings.set(key, value.clone());
                    }
                }
                run.machine_mut().set_settings_json(&settings.to_string())?;
            }
            "add_tool" => {
                let tool: Tool = serde_json::from_str(&value.to_string()).map_err(|_| unknown(name))?;
                match self.scripts(&tool) {
                    Some(_) => run.add_tools(self.toolbox(std::iter::once(&tool))?)?,
                    None => run.machine_mut().add_tool(tool)?,
                }
            }
            "remove_tool" => {
                run.remove_tool(text);
            }
            "keep_last" => {
                let mut talk = run.machine().conversation().clone();
                talk.keep_last(value.as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or_default());
                run.machine_mut().set_conversation(talk);
            }
            "cancel" => run.machine_mut().cancel()?,
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    /// The script for the function of a tool, if the case has one.
    fn scripts(&self, tool: &Tool) -> Option<Json> {
        self.call.get("tools")?.get(tool.name.as_deref().unwrap_or_default()).cloned()
    }

    fn toolbox<'t>(&self, definitions: impl Iterator<Item = &'t Tool>) -> Result<Toolbox, Failed> {
        let mut toolbox = Toolbox::new();
        for definition in definitions {
            let Some(script) = self.scripts(definition) else { continue };
            let journal = Arc::clone(&self.journal);
            toolbox = toolbox.add_raw(definition.clone(), move |call: ToolCall, ()| {
                scripted(script.clone(), call, Arc::clone(&journal))
            })?;
        }
        Ok(toolbox)
    }
}

fn unknown(name: &str) -> Failed {
    Failed::Line(format!("the operation {name} is not understood"))
}

fn last_line(run: &ToolRun, saved: Option<Json>) -> Json {
    let mut line = run.turns().last().map_or_else(
        || {
            let mut line = lines::tagged("done");
            line.set("attempts", Json::int(0));
            line
        },
        |answer: &Response<Message>| done(answer),
    );
    let machine: &ToolLoop = run.machine();
    line.set("end", machine.end().map_or(Json::Null, |end| Json::text(end.as_str())));
    line.set("turns", Json::int(run.turns().len()));
    line.set("requests", Json::int(machine.requests()));
    let usage = serde_json::to_string(machine.usage()).unwrap_or_default();
    line.set("usage", Json::parse(&usage).unwrap_or(Json::Null));
    line.set("history", crate::local::messages(machine.conversation()));
    if let Some(saved) = saved {
        line.set("saved", saved);
    }
    line
}

async fn scripted(script: Json, call: ToolCall, journal: Arc<Journal>) -> Result<Content, ToolError> {
    if script.get("until_cancelled").is_some() {
        let _running = Running(Arc::clone(&journal), call.id.clone());
        journal.note(&journal.began, &call.id);
        std::future::pending::<()>().await;
    }
    if script.get("never").is_some() {
        std::future::pending::<()>().await;
    }
    if let Some(words) = script.get("raises").and_then(Json::as_str) {
        return Err(ToolError::from(std::io::Error::other(words.to_owned())));
    }
    if let Some(told) = script.get("error") {
        return Err(ToolError::new(content(told)));
    }
    if let Some(value) = script.get("value") {
        return returned(value);
    }
    Ok(content(script.get("text").or_else(|| script.get("blocks")).unwrap_or(&Json::Null)))
}

/// A value of any form, as a function gives it.
fn returned(value: &Json) -> Result<Content, ToolError> {
    let value = parlour::Json::parse(&value.to_string())?;
    match ToolOutput::of_value(&value, false)? {
        ToolOutput::Result(content) => Ok(content),
        other => Err(ToolError::new(format!("no result: {other:?}"))),
    }
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

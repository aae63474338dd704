//! The endpoints beside messages in the Rust driver. The variant `typed` uses the typed methods, `json` the table of
//! endpoints, the pager and the lines of results as they arrived.

use std::ops::ControlFlow;
use std::time::Duration;

use parlour::{
    Answer, BatchResults, BatchWait, Body, CallOptions, Client, Conversation, Endpoint, ErrorKind, ListCall,
    MessageBatch, MessageRequest, Pager, ResourceCall, ResultJson,
};
use parlour_conformance::json::Json;
use parlour_conformance::lines;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::{Ended, Failed, Output, body, bytes, head};

/// The fields of a call of this mode.
struct Asked<'a> {
    client: &'a Client,
    call: &'a Json,
    name: &'a str,
    ids: Vec<&'a str>,
    query: Vec<(String, String)>,
    options: CallOptions,
    out: &'a Output,
}

/// The items of a walk or of a file of results, of which a case may want no more than so many.
struct Items<'a> {
    out: &'a Output,
    left: Option<u64>,
}

impl Items<'_> {
    fn one(&mut self, json: String) -> Result<(), Failed> {
        let mut line = lines::tagged("item");
        line.set("json", Json::Text(json));
        self.line(line)
    }

    fn line(&mut self, line: Json) -> Result<(), Failed> {
        self.left = self.left.map(|left| left.saturating_sub(1));
        Ok(self.out.line(line)?)
    }

    fn is_enough(&self) -> bool {
        self.left == Some(0)
    }
}

pub(crate) async fn run(
    client: &Client,
    call: &Json,
    options: CallOptions,
    typed: bool,
    out: &Output,
) -> Ended {
    let texts = |json: &'_ Json| -> Vec<String> {
        json.items().iter().filter_map(|v| v.as_str().map(str::to_owned)).collect()
    };
    let pair = |pair: &Json| match texts(pair).as_slice() {
        [name, value] => Some((name.clone(), value.clone())),
        _ => None,
    };
    let asked = Asked {
        client,
        call,
        name: call.get("endpoint").and_then(Json::as_str).unwrap_or_default(),
        ids: call.get("ids").map(Json::items).unwrap_or_default().iter().filter_map(Json::as_str).collect(),
        query: call.get("query").map(Json::items).unwrap_or_default().iter().filter_map(pair).collect(),
        options,
        out,
    };
    match asked.name {
        "batches.create" => asked.create(typed).await,
        "batches.wait" => asked.wait().await,
        "messages.keep_tokens" => asked.keep_tokens().await,
        "drain" => asked.drain().await,
        "batches.run" => crate::storage::run_batches(client, call, asked.options, out).await,
        "files.upload" => crate::storage::upload(client, call, asked.options).await,
        "skills.create" | "skills.versions.create" => {
            crate::storage::skill(client, call, asked.ids.first().copied(), asked.options).await
        }
        "files.download" => {
            let most = call.get("max_bytes").and_then(Json::as_u64);
            crate::storage::download(client, asked.id(0), most, asked.options.clone(), out).await
        }
        "batches.results" | "batches.results_of" => asked.results(typed).await,
        "files.content" => asked.content(typed).await,
        _ if typed => asked.typed().await,
        _ => asked.by_table().await,
    }
}

impl Asked<'_> {
    fn id(&self, place: usize) -> &str {
        self.ids.get(place).copied().unwrap_or_default()
    }

    fn items(&self) -> Items<'_> {
        Items { out: self.out, left: self.call.get("cancel_after_events").and_then(Json::as_u64) }
    }

    async fn keep_tokens(self) -> Ended {
        let saved = self.call.get("saved").and_then(Json::as_str).unwrap_or_default();
        let settings: MessageRequest = serde_json::from_str(body(self.call))
            .map_err(|e| Failed::Line(format!("no settings of a request: {e}")))?;
        let tokens = self.call.get("tokens").and_then(Json::as_u64).unwrap_or_default();
        let mut turns = Conversation::from_json(saved)?;
        let trimmed = self.client.messages().keep_tokens(&mut turns, &settings, tokens).await?;
        let mut line = lines::tagged("done");
        line.set("attempts", Json::int(0));
        line.set("waits_ms", Json::Array(Vec::new()));
        let told = format!(
            r#"{{"removed":{},"within":{},"left":{}}}"#,
            trimmed.removed,
            trimmed.within,
            turns.len()
        );
        line.set("answer", Json::Text(told));
        Ok(Some(line))
    }

    async fn drain(self) -> Ended {
        let limit = self.call.get("wait").and_then(|wait| wait.get("limit_ms")?.as_u64()).unwrap_or_default();
        let report = self.client.drain(Duration::from_millis(limit)).await;
        let mut line = lines::tagged("done");
        line.set("attempts", Json::int(0));
        line.set("waits_ms", Json::Array(Vec::new()));
        let answer = format!(r#"{{"ended":{},"left":{}}}"#, report.ended, report.left.len());
        line.set("answer", Json::Text(answer));
        Ok(Some(line))
    }

    async fn typed(self) -> Ended {
        let client = self.client;
        match self.name {
            "messages.count_tokens" => self.object(client.messages().count_tokens(bytes(self.call)?)).await,
            // generated: calls, from schema/openapi.yaml by `make generate`
            "models.list" => self.list(client.models().list()).await,
            "models.get" => self.object(client.models().get(self.id(0))).await,
            "batches.list" => self.list(client.batches().list()).await,
            "batches.get" => self.object(client.batches().get(self.id(0))).await,
            "batches.delete" => self.object(client.batches().delete(self.id(0))).await,
            "batches.cancel" => self.object(client.batches().cancel(self.id(0))).await,
            "files.list" => self.list(client.files().list()).await,
            "files.get" => self.object(client.files().get(self.id(0))).await,
            "files.delete" => self.object(client.files().delete(self.id(0))).await,
            "skills.list" => self.list(client.skills().list()).await,
            "skills.get" => self.object(client.skills().get(self.id(0))).await,
            "skills.delete" => self.object(client.skills().delete(self.id(0))).await,
            "skills.versions.list" => self.list(client.skills().versions(self.id(0))).await,
            "skills.versions.get" => self.object(client.skills().version(self.id(0), self.id(1))).await,
            "skills.versions.delete" => {
                self.object(client.skills().delete_version(self.id(0), self.id(1))).await
            }
            "rate_limits.list" => self.list(client.configured_limits().list()).await,
            "rate_limits.workspace" => self.list(client.configured_limits().workspace(self.id(0))).await,
            // end generated
            "rate_limits.update" => {
                let given = Json::parse(body(self.call)).map_err(|e| Failed::Line(e.to_string()))?;
                let limits: Vec<_> =
                    given.get("limits").map(Json::items).unwrap_or_default().iter().collect();
                let limits: Vec<(&str, Option<u64>)> = limits
                    .iter()
                    .map(|l| {
                        (
                            l.get("type").and_then(Json::as_str).unwrap_or_default(),
                            l.get("value").and_then(Json::as_u64),
                        )
                    })
                    .collect();
                self.object(client.configured_limits().update(self.id(0), self.id(1), &limits)).await
            }
            other => Err(Failed::Line(format!("unknown endpoint {other}"))),
        }
    }

    /// The answer as the service's JSON, after it was read as what it should be.
    async fn object<T>(&self, call: ResourceCall<T>) -> Ended
    where
        T: serde::Serialize + Send + 'static,
    {
        let reply = call.with(self.options.clone()).await?;
        let mut line = head(&reply);
        line.set("answer", Json::Text(as_json(&*reply)?));
        Ok(Some(line))
    }

    async fn list<T>(&self, mut list: ListCall<T>) -> Ended
    where
        T: serde::Serialize + DeserializeOwned + Send + 'static,
    {
        for (name, value) in &self.query {
            list = list.query(name, value);
        }
        let list = list.with(self.options.clone());
        let mut items = self.items();
        match self.call.get("walk").and_then(Json::as_str) {
            Some("first") => {
                let page = list.await?;
                let mut line = head(&page);
                line.set("answer", Json::text(String::from_utf8_lossy(page.body())));
                return Ok(Some(line));
            }
            Some("pages") => {
                let mut pages = list.pages()?;
                while let Some(page) = pages.next().await {
                    items.one(as_json(&page?.data)?)?;
                    if items.is_enough() {
                        return Ok(None);
                    }
                }
            }
            _ => {
                let mut all = list.items()?;
                while let Some(item) = all.next().await {
                    items.one(as_json(&item?)?)?;
                    if items.is_enough() {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some(walked()))
    }

    async fn by_table(&self) -> Ended {
        let endpoint = Endpoint::named(self.name)?;
        let Answer::Page(paging) = endpoint.answer else {
            let body = if self.call.get("body").is_some() { bytes(self.call)? } else { Body::empty() };
            let call = self.client.endpoint(self.name, &self.ids, &self.query, body)?;
            let reply = call.with(self.options.clone()).await?;
            let mut line = head(&reply);
            line.set("answer", Json::text(String::from_utf8_lossy(&reply)));
            return Ok(Some(line));
        };
        let walk = self.call.get("walk").and_then(Json::as_str);
        let mut pager = Pager::new(paging, self.query.clone())?;
        let mut items = self.items();
        while let Some(query) = pager.query() {
            let call = self.client.endpoint(self.name, &self.ids, query, Body::empty())?;
            let page = call.with(self.options.clone()).await?;
            if walk == Some("first") {
                let mut line = head(&page);
                line.set("answer", Json::text(String::from_utf8_lossy(&page)));
                return Ok(Some(line));
            }
            pager.take(&page)?;
            let page =
                Json::parse(&String::from_utf8_lossy(&page)).map_err(|e| Failed::Line(e.to_string()))?;
            let data = page.get("data").cloned().unwrap_or(Json::Null);
            let whole = [data.clone()];
            for item in if walk == Some("pages") { &whole[..] } else { data.items() } {
                items.one(item.to_string())?;
                if items.is_enough() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(walked()))
    }

    async fn create(&self, typed: bool) -> Ended {
        #[derive(serde::Deserialize)]
        struct Whole<'a> {
            #[serde(borrow)]
            requests: Vec<One<'a>>,
        }
        #[derive(serde::Deserialize)]
        struct One<'a> {
            custom_id: String,
            #[serde(borrow)]
            params: &'a RawValue,
        }
        let wrong = |e: serde_json::Error| Failed::Line(format!("the body is no batch: {e}"));
        let whole: Whole<'_> = serde_json::from_str(body(self.call)).map_err(wrong)?;
        let batches = self.client.batches();
        let call = if typed {
            let read = |one: &One<'_>| -> Result<(String, MessageRequest), Failed> {
                Ok((one.custom_id.clone(), serde_json::from_str(one.params.get()).map_err(wrong)?))
            };
            let requests = whole.requests.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            batches.create(requests.iter().map(|(id, request)| (id, request)))
        } else {
            let read = |one: &One<'_>| -> Result<(String, Body), Failed> {
                Ok((one.custom_id.clone(), Body::from_json_bytes(one.params.get().to_owned())?))
            };
            batches.create(whole.requests.iter().map(read).collect::<Result<Vec<_>, _>>()?)
        };
        self.object(call).await
    }

    async fn wait(&self) -> Ended {
        let ms = |key: &str| {
            self.call.get("wait").and_then(|w| w.get(key)).and_then(Json::as_u64).map(Duration::from_millis)
        };
        let mut items = self.items();
        let mut seen = Vec::new();
        let mut left = items.left;
        let mut wait = BatchWait::new().with(self.options.clone());
        if let Some(first) = ms("first_ms") {
            wait = wait.first_pause(first);
        }
        if let Some(longest) = ms("longest_ms") {
            wait = wait.longest_pause(longest);
        }
        if let Some(limit) = ms("limit_ms") {
            wait = wait.limit(limit);
        }
        let wait = wait.progress(|batch| {
            seen.push(String::from_utf8_lossy(batch.body()).into_owned());
            left = left.map(|left| left.saturating_sub(1));
            if left == Some(0) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let ended = self.client.batches().wait(self.id(0), wait).await;
        for batch in seen {
            items.one(batch)?;
        }
        let reply = match ended {
            Err(error) if error.kind() == ErrorKind::Cancelled => return Ok(None),
            other => other?,
        };
        let mut line = head(&reply);
        line.set("answer", Json::text(String::from_utf8_lossy(reply.body())));
        Ok(Some(line))
    }

    async fn results(&self, typed: bool) -> Ended {
        let batches = self.client.batches();
        let results = if self.name == "batches.results_of" {
            let text = self.call.get("batch").and_then(Json::as_str).unwrap_or_default();
            let batch: MessageBatch =
                serde_json::from_str(text).map_err(|e| Failed::Line(format!("no batch: {e}")))?;
            batches.results_of(&batch).await?
        } else {
            batches.results_with(self.id(0), self.options.clone()).await?
        };
        let mut items = self.items();
        let mut results = results;
        while let Some(line) = if typed { read(&mut results).await } else { as_it_came(&mut results).await } {
            items.line(line?)?;
            if items.is_enough() {
                return Ok(None);
            }
        }
        let mut line = lines::tagged("done");
        lines::attempts(&mut line, results.attempts());
        Ok(Some(line))
    }

    async fn content(&self, typed: bool) -> Ended {
        let mut stream = if typed {
            self.client.files().content(self.id(0)).await?
        } else {
            let call = self.client.endpoint(self.name, &self.ids, &self.query, Body::empty())?;
            call.with(self.options.clone().header("accept", "application/binary")).open().await?
        };
        let mut whole = Vec::new();
        while let Some(chunk) = stream.chunk().await? {
            whole.extend_from_slice(&chunk);
        }
        let mut line = lines::tagged("done");
        line.set("body", Json::text(String::from_utf8_lossy(&whole)));
        lines::attempts(&mut line, stream.attempts());
        Ok(Some(line))
    }
}

/// The next line of results as the client reads it: a broken one has its number in the message, and others follow.
async fn read(results: &mut BatchResults) -> Option<Result<Json, Failed>> {
    let mut line = lines::tagged("item");
    match results.next().await? {
        Ok(result) => match serde_json::to_string(&result) {
            Ok(json) => line.set("json", Json::Text(json)),
            Err(error) => return Some(Err(Failed::Line(error.to_string()))),
        },
        Err(error) if error.kind() == ErrorKind::Decode && error.subkind().is_none() => {
            line.set("broken", Json::text(error.kind().name()));
            line.set("message", Json::text(error.message()));
        }
        Err(error) => return Some(Err(error.into())),
    }
    Some(Ok(line))
}

/// The next line, unchanged: only its shape was checked.
async fn as_it_came(results: &mut BatchResults) -> Option<Result<Json, Failed>> {
    let mut line = lines::tagged("item");
    match results.next_json().await? {
        Ok(ResultJson::Whole(text)) => line.set("json", Json::text(String::from_utf8_lossy(&text))),
        Ok(ResultJson::Broken(error)) => {
            line.set("broken", Json::text(error.kind().name()));
            line.set("message", Json::text(error.message()));
        }
        Ok(other) => return Some(Err(Failed::Line(format!("an unknown kind of line: {other:?}")))),
        Err(error) => return Some(Err(error.into())),
    }
    Some(Ok(line))
}

fn as_json(value: &impl serde::Serialize) -> Result<String, Failed> {
    serde_json::to_string(value).map_err(|e| Failed::Line(e.to_string()))
}

/// The last line of a walk, which is made of many calls.
fn walked() -> Json {
    let mut line = lines::tagged("done");
    line.set("attempts", Json::int(0));
    line.set("waits_ms", Json::Array(Vec::new()));
    line
}

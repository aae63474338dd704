//! The demo: a real conversation in the terminal.
//!
//! Shows a whole answer, an answer that appears piece by piece, a tool call that a Rust function answers, the usage of
//! each turn, what is left of the token allowance, and a summary.
//!
//! ```text
//! make demo                          # with the emulator, or the service your environment names
//! make demo PROMPT="Why is it dark at night?"
//! make demo LOCAL=1                  # with a small real model on this machine, see docs/local-model.md
//! ```
//!
//! A service is chosen by `PARLOUR_API_KEY`, `PARLOUR_BASE_URL` and `PARLOUR_VENDOR`, or by the variables of a
//! built-in preset; `PARLOUR_MODEL` chooses the model. `DEMO_PROMPT` holds the question of `PROMPT=`.

use std::io::{Stdout, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use parlour::{
    InputBlock, Json, Message, MessageParam, MessageRequest, Response, StopReason, Tool, ToolChoice,
    ToolUseBlock,
};
use parlour_examples::{Connection, Failure, connect, exit, variable};
use serde::Deserialize;

const MAX_TOKENS: u64 = 300;
/// How often a tool may be asked for in one turn of ours: a small model may never stop.
const MAX_TOOL_ROUNDS: usize = 3;

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let mut demo = Demo::new(connect().await?);
    demo.say(&format!("parlour demo: {}\n", demo.connection.describe()))?;
    match variable("DEMO_PROMPT") {
        Some(prompt) => {
            demo.title("Your question")?;
            demo.streamed(&prompt).await?;
        }
        None => {
            demo.title("1. A whole answer")?;
            demo.whole("Hello, my name is Ada. Name three rivers.").await?;
            demo.title("2. An answer that appears piece by piece")?;
            demo.streamed("Write 40 words about one of them.").await?;
            // A conversation of its own: very small models would go on about rivers.
            demo.history.clear();
            demo.title("3. A new conversation: a tool call, answered by a function of this program")?;
            demo.with_tool("Please add 48613 and 77104.").await?;
        }
    }
    demo.summary()
}

/// The conversation and what it used.
struct Demo {
    connection: Connection,
    history: Vec<MessageParam>,
    out: Stdout,
    started: Instant,
    turns: u64,
    attempts: u64,
    tokens_in: u64,
    tokens_out: u64,
    remaining: Option<u64>,
}

impl Demo {
    fn new(connection: Connection) -> Demo {
        Demo {
            connection,
            history: Vec::new(),
            out: std::io::stdout(),
            started: Instant::now(),
            turns: 0,
            attempts: 0,
            tokens_in: 0,
            tokens_out: 0,
            remaining: None,
        }
    }

    async fn whole(&mut self, prompt: &str) -> Result<(), Failure> {
        let request = self.ask(prompt)?;
        let begun = Instant::now();
        let reply = self.connection.client.messages().create(&request).await?;
        self.say(&format!("model: {}\n", reply.text().trim()))?;
        self.account(&reply, begun.elapsed())?;
        self.keep(prompt, &reply);
        Ok(())
    }

    async fn streamed(&mut self, prompt: &str) -> Result<(), Failure> {
        let request = self.ask(prompt)?;
        let begun = Instant::now();
        let mut stream = self.connection.client.messages().stream(&request).await?;
        let mut first = None;
        let mut pieces = 0_u64;
        self.say("model: ")?;
        let mut texts = stream.text_stream();
        while let Some(piece) = texts.next().await {
            let piece = match piece {
                Ok(piece) => piece,
                // The text that has arrived is on the screen; the error explains why the rest is missing.
                Err(error) => {
                    self.say("\n")?;
                    return Err(error.into());
                }
            };
            first.get_or_insert_with(|| begun.elapsed());
            pieces += 1;
            self.say(&piece)?;
        }
        let reply = stream.final_message().await?;
        self.say("\n")?;
        if let Some(first) = first {
            self.say(&format!("  {}, the first after {}\n", count(pieces, "piece"), seconds(first)))?;
        }
        self.account(&reply, begun.elapsed())?;
        self.keep(prompt, &reply);
        Ok(())
    }

    async fn with_tool(&mut self, prompt: &str) -> Result<(), Failure> {
        let mut request = self.ask(prompt)?.tool(adder()?);
        let mut called = false;
        for _ in 0..MAX_TOOL_ROUNDS {
            let begun = Instant::now();
            let reply = self.connection.client.messages().create(&request).await?;
            let text = reply.text();
            if !text.trim().is_empty() {
                self.say(&format!("model: {}\n", text.trim()))?;
            }
            let results = self.run_tools(&reply)?;
            self.account(&reply, begun.elapsed())?;
            if results.is_empty() {
                if called || request.tool_choice.is_some() {
                    break;
                }
                // Small models answer without looking at their tools.
                self.say("  no tool was called; asking once more, with the tool made obligatory\n")?;
                request = request.tool_choice(ToolChoice::tool("add"));
                continue;
            }
            called = true;
            // The model's turn is sent back unchanged, then the results, one for each call.
            request = request.message(reply.to_param()).user_blocks(results);
            request.tool_choice = None;
        }
        if !called {
            self.say("  this model did not call the tool\n")?;
        }
        Ok(())
    }

    /// Runs what the model asked for and says so. An input that cannot be used goes back to the model as an error.
    fn run_tools(&mut self, reply: &Message) -> Result<Vec<InputBlock>, Failure> {
        let mut results = Vec::new();
        for call in reply.tool_uses() {
            self.say(&format!("  the model calls {}({})\n", call.name, call.input.as_str()))?;
            let result = match answer(call) {
                Ok(result) => {
                    self.say(&format!("  our function returns {result}\n"))?;
                    InputBlock::tool_result(&call.id, result)
                }
                Err(problem) => {
                    self.say(&format!("  our function refuses: {problem}\n"))?;
                    InputBlock::tool_error(&call.id, problem)
                }
            };
            results.push(result);
        }
        Ok(results)
    }

    /// Shows the question and puts it behind what was said before.
    fn ask(&mut self, prompt: &str) -> Result<MessageRequest, Failure> {
        self.say(&format!("you:   {prompt}\n"))?;
        let request = MessageRequest::new(&self.connection.model, MAX_TOKENS)
            .system("Answer briefly, in plain text.")
            .messages(self.history.iter().cloned());
        Ok(request.user(prompt))
    }

    fn keep(&mut self, prompt: &str, reply: &Message) {
        let turn = reply.to_param();
        // An answer without content may not be sent back.
        if !turn.content.blocks().is_empty() {
            self.history.push(MessageParam::user(prompt));
            self.history.push(turn);
        }
    }

    /// Tells and adds up what a turn used.
    fn account(&mut self, reply: &Response<Message>, took: Duration) -> Result<(), Failure> {
        let usage = &reply.usage;
        let cached =
            usage.cache_read_input_tokens.unwrap_or(0) + usage.cache_creation_input_tokens.unwrap_or(0);
        let (read, written) = (usage.input_tokens + cached, usage.output_tokens);
        self.turns += 1;
        self.attempts += u64::from(reply.attempts().count());
        self.tokens_in += read;
        self.tokens_out += written;
        let left = reply.rate_limits().remaining_tokens();
        self.remaining = left.or(self.remaining);
        let left = left.map_or("allowance not told".to_owned(), |tokens| format!("{tokens} tokens left"));
        self.say(&format!(
            "  usage: {read} tokens in, {written} out, {left}, {}, {}\n",
            count(reply.attempts().count().into(), "attempt"),
            seconds(took)
        ))?;
        match &reply.stop_reason {
            Some(StopReason::EndTurn | StopReason::ToolUse) => Ok(()),
            Some(other) => self.say(&format!("  the model stopped early: {other}\n")),
            None => self.say("  the service did not say why the model stopped\n"),
        }
    }

    fn summary(&mut self) -> Result<(), Failure> {
        let left =
            self.remaining.map_or("allowance not told".to_owned(), |tokens| format!("{tokens} tokens left"));
        self.say(&format!(
            "\nsummary: {}, {} in, {} out, {}, {left}, {}\n",
            count(self.turns, "turn"),
            count(self.tokens_in, "token"),
            count(self.tokens_out, "token"),
            count(self.attempts, "attempt"),
            seconds(self.started.elapsed())
        ))
    }

    fn title(&mut self, title: &str) -> Result<(), Failure> {
        self.say(&format!("\n{title}\n{}\n", "-".repeat(title.len())))
    }

    /// Writes at once: a piece that waits for the end of its line does not stream.
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes())?;
        Ok(self.out.flush()?)
    }
}

/// The tool as the model sees it.
fn adder() -> Result<Tool, Failure> {
    let schema = Json::from_serialize(&serde_json::json!({
        "type": "object",
        "properties": {
            "a": {"type": "integer", "description": "The first number"},
            "b": {"type": "integer", "description": "The second number"}
        },
        "required": ["a", "b"]
    }))?;
    Ok(Tool::new("add", "Adds two whole numbers and returns their exact sum.", schema)?)
}

#[derive(Deserialize)]
struct Summands {
    a: i64,
    b: i64,
}

/// The function behind the tool.
fn answer(call: &ToolUseBlock) -> Result<String, String> {
    if call.name != "add" {
        return Err(format!("there is no tool named {}", call.name));
    }
    let Summands { a, b } = call.parse_input().map_err(|error| error.to_string())?;
    a.checked_add(b).map(|sum| sum.to_string()).ok_or_else(|| "the sum is too large".to_owned())
}

fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_answers_calls_and_refuses_what_it_cannot_use() {
        let call =
            |name: &str, input: &str| answer(&ToolUseBlock::new("t1", name, Json::parse(input).unwrap()));
        assert_eq!(call("add", r#"{"a": 48613, "b": 77104}"#).unwrap(), "125717");
        assert!(call("add", r#"{"a": 1}"#).unwrap_err().contains('b'));
        assert!(call("add", r#"{"a": 9223372036854775807, "b": 1}"#).is_err());
        assert!(call("subtract", "{}").unwrap_err().contains("subtract"));
    }
}

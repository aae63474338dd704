//! Tool use: the model asks for functions of this program, gets their results, and answers with them.
//!
//! Shows typed inputs, several calls in one turn, errors that go back to the model, and that a call which was cut off
//! is never run.
//!
//! ```text
//! cargo run -p parlour-examples --bin tools
//! cargo run -p parlour-examples --bin tools -- "Convert 100 celsius."
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::process::ExitCode;

use parlour::{Client, InputBlock, Json, MessageRequest, StopReason, Tool, ToolUseBlock};
use parlour_examples::{Failure, connect, exit};
use serde::Deserialize;

/// A bound for models that never stop asking.
const MAX_ROUNDS: usize = 5;

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let connection = connect().await?;
    println!("Talking to {}", connection.describe());
    let question = std::env::args().nth(1);
    let question =
        question.as_deref().unwrap_or("Convert 21.5 degrees celsius, and count the letters of \"parlour\".");
    println!("you:   {question}");
    let answer = converse(&connection.client, &connection.model, question).await?;
    println!("model: {answer}");
    Ok(())
}

/// Asks, and runs tools until the model answers in text.
async fn converse(client: &Client, model: &str, question: &str) -> Result<String, Failure> {
    let mut request = MessageRequest::new(model, 512).user(question).tools(tools()?);
    for _ in 0..MAX_ROUNDS {
        let reply = client.messages().create(&request).await?;
        if reply.stop_reason != Some(StopReason::ToolUse) {
            return Ok(reply.text());
        }
        // All results of a turn go into one user turn, one for each call.
        let results: Vec<InputBlock> = reply.tool_uses().map(answer).collect();
        request = request.message(reply.to_param()).user_blocks(results);
    }
    Err(format!("the model asked for tools {MAX_ROUNDS} times over and never answered").into())
}

/// The definitions of the functions for the model.
fn tools() -> Result<[Tool; 2], Failure> {
    let convert = serde_json::json!({
        "type": "object",
        "properties": {
            "degrees": {"type": "number", "description": "The temperature to convert"},
            "from": {"type": "string", "enum": ["celsius", "fahrenheit"], "description": "Its scale"}
        },
        "required": ["degrees", "from"]
    });
    let count = serde_json::json!({
        "type": "object",
        "properties": {"text": {"type": "string", "description": "The text to look at"}},
        "required": ["text"]
    });
    Ok([
        Tool::new(
            "convert_temperature",
            "Converts degrees between two scales.",
            Json::from_serialize(&convert)?,
        )?,
        Tool::new("count_letters", "Counts the letters of a text.", Json::from_serialize(&count)?)?,
    ])
}

/// The result of one call, or the reason why there is none, which the model reads and can react to.
fn answer(call: &ToolUseBlock) -> InputBlock {
    let result = match call.name.as_str() {
        "convert_temperature" => call.parse_input().map(convert),
        "count_letters" => call.parse_input().map(count),
        other => return InputBlock::tool_error(&call.id, format!("there is no tool named {other}")),
    };
    match result {
        Ok(result) => {
            println!("  {}({}) = {result}", call.name, call.input.as_str());
            InputBlock::tool_result(&call.id, result)
        }
        // Also when the answer was cut in the middle of the input: `parse_input` refuses that.
        Err(error) => {
            println!("  {}({}) cannot be run: {error}", call.name, call.input.as_str());
            InputBlock::tool_error(&call.id, error.to_string())
        }
    }
}

#[derive(Deserialize)]
struct Temperature {
    degrees: f64,
    from: Scale,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scale {
    Celsius,
    Fahrenheit,
}

fn convert(temperature: Temperature) -> String {
    let Temperature { degrees, from } = temperature;
    match from {
        Scale::Celsius => format!("{:.1} fahrenheit", degrees * 9.0 / 5.0 + 32.0),
        Scale::Fahrenheit => format!("{:.1} celsius", (degrees - 32.0) * 5.0 / 9.0),
    }
}

#[derive(Deserialize)]
struct Letters {
    text: String,
}

fn count(input: Letters) -> String {
    input.text.chars().filter(|c| c.is_alphabetic()).count().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_examples::emulated;

    #[tokio::test]
    async fn two_calls_of_one_turn_are_answered() {
        let connection = emulated().await.unwrap();
        let question = "Convert 21.5 degrees celsius, and count the letters of \"parlour\".";
        let answer = converse(&connection.client, &connection.model, question).await.unwrap();
        assert!(answer.contains("70.7 fahrenheit") && answer.contains('7'), "{answer}");
    }

    #[test]
    fn what_cannot_be_run_is_an_error_for_the_model() {
        let result = |name: &str, input: &str| {
            let block = answer(&ToolUseBlock::new("t1", name, Json::parse(input).unwrap()));
            Json::from_serialize(&block).unwrap().as_str().to_owned()
        };
        assert!(!result("count_letters", r#"{"text": "a b"}"#).contains("is_error"));
        assert!(result("count_letters", "{}").contains(r#""is_error":true"#));
        assert!(result("convert_temperature", r#"{"degrees": 1, "from": "kelvin"}"#).contains("is_error"));
        assert!(result("delete_everything", "{}").contains("is_error"));
    }
}

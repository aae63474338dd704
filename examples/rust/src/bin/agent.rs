//! The tool loop, streamed: the client calls the model, runs the functions that it asks for, and calls it again. The
//! conversation is kept, shortened and continued with another question.
//!
//! ```text
//! cargo run -p parlour-examples --bin agent
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::process::ExitCode;

use parlour::{Approval, Client, Conversation, MessageRequest, Tool, ToolCall, ToolError, Toolbox};
use parlour_examples::{Failure, connect, exit};
use serde::Deserialize;

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let connection = connect().await?;
    println!("Talking to {}", connection.describe());
    let question = "Convert 21.5 degrees celsius, and count the letters of \"parlour\".";
    println!("you:   {question}");
    let (answer, history) = work(&connection.client, &connection.model, question).await?;
    println!("model: {answer}");
    let more = go_on(&connection.client, &connection.model, history).await?;
    println!("model: {more}");
    Ok(())
}

/// Runs the loop to its end; gives the answer, and the history with all calls and results.
async fn work(client: &Client, model: &str, question: &str) -> Result<(String, Conversation), Failure> {
    let request = MessageRequest::new(model, 512).user(question);
    // The last argument is a value of the program that every function gets and the model never sees.
    let run = client.messages().run_tools(request, toolbox()?, "fahrenheit")?;
    let mut run = run.approve(|call: ToolCall| async move {
        println!("  {}({})", call.name, call.input.as_str());
        match call.name.as_str() {
            "delete_everything" => Approval::deny("That is not allowed here."),
            _ => Approval::Run,
        }
    });
    while let Some(mut turn) = run.stream().await? {
        while let Some(event) = turn.next().await {
            if let Some(text) = event?.text() {
                print!("{text}");
            }
        }
        println!();
        turn.finish().await?;
    }
    println!("  {} answers, {} tokens", run.turns().len(), run.machine().usage().output_tokens);
    let answer = run.turns().last().map(|answer| answer.text()).unwrap_or_default();
    Ok((answer, run.machine().conversation().clone()))
}

/// Saves the history, reads it again, and asks about the conversation.
async fn go_on(client: &Client, model: &str, history: Conversation) -> Result<String, Failure> {
    let saved = history.to_json()?;
    let mut talk = Conversation::from_json(saved.as_str())?;
    // Never parts a call from its result.
    let trimmed = talk.keep_tokens(20_000);
    println!("  {} turns kept, {} dropped", talk.len(), trimmed.removed);
    talk.user("Thank you!")?;
    let settings = MessageRequest::new(model, 512).tools(toolbox()?.definitions().cloned());
    let reply = client.messages().create(talk.body(&settings)?).await?;
    talk.push_reply(&reply)?;
    Ok(reply.text())
}

#[derive(Deserialize)]
struct Temperature {
    degrees: f64,
    from: String,
}

#[derive(Deserialize)]
struct Letters {
    text: String,
}

fn toolbox() -> Result<Toolbox<&'static str>, Failure> {
    let convert = r#"{"type":"object","properties":{"degrees":{"type":"number"},
        "from":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["degrees","from"]}"#;
    let count = r#"{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}"#;
    let tools = Toolbox::new()
        .add(
            Tool::new("convert_temperature", "Converts degrees between two scales.", convert)?,
            |input: Temperature, to: &'static str| async move {
                if input.from == to {
                    // The model reads this and can react.
                    return Err(ToolError::new(format!("it is {to} already")));
                }
                Ok(format!("{:.1} {to}", input.degrees * 9.0 / 5.0 + 32.0))
            },
        )?
        .add(
            Tool::new("count_letters", "Counts the letters of a text.", count)?,
            |input: Letters, _: &'static str| async move {
                Ok::<_, ToolError>(input.text.chars().filter(|c| c.is_alphabetic()).count().to_string())
            },
        )?;
    Ok(tools)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_examples::emulated;

    #[tokio::test]
    async fn the_loop_answers_and_its_history_goes_on() {
        let connection = emulated().await.unwrap();
        let question = "Convert 21.5 degrees celsius, and count the letters of \"parlour\".";
        let (answer, history) = work(&connection.client, &connection.model, question).await.unwrap();
        assert!(answer.contains("70.7 fahrenheit") && answer.contains('7'), "{answer}");
        assert_eq!(history.len(), 4, "question, calls, results, answer");
        let more = go_on(&connection.client, &connection.model, history).await.unwrap();
        assert!(!more.is_empty());
    }
}

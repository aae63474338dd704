//! Models, the tokens of a request, and limits: what to know before a request is sent. None of these calls is billed.
//!
//! ```text
//! cargo run -p parlour-examples --bin models
//! PARLOUR_ADMIN_KEY=... cargo run -p parlour-examples --bin models    # the limits of the organisation, too
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::process::ExitCode;

use parlour::{Body, CallOptions, Client, Credential, MessageRequest, Method};
use parlour_examples::{Failure, connect, exit, variable};

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let connection = connect().await?;
    let client = &connection.client;
    // The items of a list come from its pages, which are fetched as they are needed.
    let mut models = client.models().list().limit(5).items()?;
    while let Some(model) = models.next().await {
        let model = model?;
        let (input, output) = (model.max_input_tokens, model.max_tokens);
        println!(
            "model {}: {} tokens in, {} out",
            model.id,
            input.unwrap_or_default(),
            output.unwrap_or_default()
        );
    }
    let chosen = client.models().get(&connection.model).await?;

    let request = MessageRequest::new(&connection.model, 64).user("Name three rivers.");
    let count = client.messages().count_tokens(&request).await?.input_tokens;
    let most = chosen.max_input_tokens.unwrap_or_default();
    println!("the request has {count} tokens, {} takes {most}", chosen.id);

    // Every call can give its answer unchanged, and endpoints that have no method of their own are reached by
    // `request`.
    let raw = client.models().get(&connection.model).raw().await?;
    let page = client.request(Method::GET, "/v1/models?limit=1", Body::empty()).await?;
    println!("raw: status {}, {} bytes", raw.status(), page.len());

    let emulated = connection.emulator().map(|_| "test-admin-key".to_owned());
    match variable("PARLOUR_ADMIN_KEY").or(emulated) {
        Some(key) => show_limits(client, &key).await,
        None => Ok(()),
    }
}

/// The limits of the organisation. The administrator's key is used for this call alone.
async fn show_limits(client: &Client, admin_key: &str) -> Result<(), Failure> {
    let options = CallOptions::new().credential(Credential::api_key(admin_key)?);
    let mut rules = client.configured_limits().list().with(options).items()?;
    while let Some(rule) = rules.next().await {
        let rule = rule?;
        let values: Vec<String> = rule
            .limits
            .iter()
            .map(|one| {
                format!("{} {}", one.kind, one.value.map_or_else(|| "none".into(), |value| value.to_string()))
            })
            .collect();
        let group = rule.group.as_ref().map_or(rule.kind.as_str(), |group| group.kind.as_str());
        println!("limits of {group}: {}", values.join(", "));
    }
    Ok(())
}

//! Tools and the Rust functions behind them.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::calls::ToolCall;
use super::failure::ToolFailure;
use super::machine::{check_schema, toolset_of};
use super::output::ToolOutput;
use crate::error::{Error, Result};
use crate::model::{Content, Tool};

pub(super) type Handler<C> =
    Arc<dyn Fn(ToolCall, C) -> Pin<Box<dyn Future<Output = ToolOutput> + Send>> + Send + Sync>;

/// Why a tool failed, in words for the model. Made from any error with `?`, or with [`ToolError::new`].
#[derive(Clone, Debug, PartialEq)]
pub struct ToolError {
    content: Content,
}

impl ToolError {
    /// A failure with text or blocks that the model sees.
    #[must_use]
    pub fn new(content: impl Into<Content>) -> ToolError {
        ToolError { content: content.into() }
    }

    /// The content that the model gets.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.content
    }
}

impl<E: std::error::Error> From<E> for ToolError {
    fn from(error: E) -> ToolError {
        ToolError::new(ToolFailure::Raised { name: "", text: &error.to_string() }.to_string())
    }
}

/// Tools and the functions behind them. `C` is a value of the caller's (a database handle, a user) that every function
/// gets a copy of and the model never sees.
///
/// ```
/// use parlour::{Tool, ToolError, Toolbox};
///
/// #[derive(serde::Deserialize)]
/// struct City {
///     city: String,
/// }
///
/// let schema = r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#;
/// let tool = Tool::new("get_weather", "Tells the weather in a city.", schema)?;
/// let tools = Toolbox::new().add(tool, |input: City, (): ()| async move {
///     if input.city == "Lyon" { Ok("21 degrees") } else { Err(ToolError::new("no such city")) }
/// })?;
/// assert_eq!(tools.definitions().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Toolbox<C = ()> {
    definitions: Vec<Tool>,
    handlers: HashMap<Key, Handler<C>>,
}

/// The target of a call: a tool, or the toolset of a member.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Tool(String),
    Toolset(String),
}

impl<C> Default for Toolbox<C> {
    fn default() -> Self {
        Toolbox { definitions: Vec::new(), handlers: HashMap::new() }
    }
}

impl<C> Clone for Toolbox<C> {
    fn clone(&self) -> Self {
        Toolbox { definitions: self.definitions.clone(), handlers: self.handlers.clone() }
    }
}

impl<C> fmt::Debug for Toolbox<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Toolbox").field(&self.definitions).finish()
    }
}

impl<C: Send + 'static> Toolbox<C> {
    /// No tools.
    #[must_use]
    pub fn new() -> Toolbox<C> {
        Toolbox::default()
    }

    /// Adds a tool. Its input is decoded as `A`; one that does not fit is answered with an error and never reaches the
    /// function.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if the definition has neither a name nor the type of a toolset,
    /// the name is taken, or the schema is not one of an object.
    pub fn add<A, F, Fut, R>(self, definition: Tool, function: F) -> Result<Toolbox<C>>
    where
        A: DeserializeOwned,
        F: Fn(A, C) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = std::result::Result<R, ToolError>> + Send + 'static,
        R: Into<Content>,
    {
        self.insert(definition, move |call, context| match call.input.decode::<A>() {
            Ok(input) => {
                let done = function(input, context);
                Box::pin(async move { output(done.await) })
            }
            Err(error) => {
                let reasons = [&*error.to_string()];
                let failure = ToolFailure::InvalidArguments { tool: &call.name, reasons: &reasons };
                Box::pin(std::future::ready(ToolOutput::from(failure)))
            }
        })
    }

    /// Adds a tool whose function gets the call itself: for toolsets, whose members are distinguished by
    /// [`ToolCall::name`], and for inputs that are decoded elsewhere.
    ///
    /// # Errors
    /// As for [`add`](Self::add).
    pub fn add_raw<F, Fut, R>(self, definition: Tool, function: F) -> Result<Toolbox<C>>
    where
        F: Fn(ToolCall, C) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = std::result::Result<R, ToolError>> + Send + 'static,
        R: Into<Content>,
    {
        self.insert(definition, move |call, context| {
            let done = function(call, context);
            Box::pin(async move { output(done.await) })
        })
    }

    fn insert<F>(mut self, definition: Tool, handler: F) -> Result<Toolbox<C>>
    where
        F: Fn(ToolCall, C) -> Pin<Box<dyn Future<Output = ToolOutput> + Send>> + Send + Sync + 'static,
    {
        let key = Key::of(&definition).ok_or_else(|| {
            Error::config("a tool without a name: give it one that tells the model what it is for")
        })?;
        check_schema(&definition, definition.name.as_deref().unwrap_or_default())?;
        if self.handlers.contains_key(&key) {
            return Err(Error::config(format!(
                "the tool {key} is there already: names are unique in a request"
            )));
        }
        self.handlers.insert(key, Arc::new(handler));
        self.definitions.push(definition);
        Ok(self)
    }

    /// The definitions, in the order they were added.
    pub fn definitions(&self) -> impl Iterator<Item = &Tool> {
        self.definitions.iter()
    }

    /// Adds the tools of another one, whose functions take the place of those of the same name.
    pub(super) fn extend(&mut self, others: Toolbox<C>) {
        for definition in others.definitions {
            let key = Key::of(&definition);
            self.definitions.retain(|one| Key::of(one) != key);
            self.definitions.push(definition);
        }
        self.handlers.extend(others.handlers);
    }

    /// Takes the function of this name out; of a toolset, that of its type.
    pub(super) fn remove(&mut self, name: &str) {
        let named = |tool: &Tool| tool.name.as_deref().or(tool.kind.as_deref()) == Some(name);
        for definition in self.definitions.extract_if(.., |tool| named(tool)) {
            if let Some(key) = Key::of(&definition) {
                self.handlers.remove(&key);
            }
        }
    }

    pub(super) fn handler(&self, name: &str, toolset: Option<&str>) -> Option<&Handler<C>> {
        let key = match toolset {
            Some(toolset) => Key::Toolset(toolset.to_owned()),
            None => Key::Tool(name.to_owned()),
        };
        self.handlers.get(&key)
    }
}

impl Key {
    /// `None` for a definition that says neither.
    fn of(definition: &Tool) -> Option<Key> {
        match (&definition.name, toolset_of(definition)) {
            (Some(name), _) if !name.is_empty() => Some(Key::Tool(name.clone())),
            (_, Some(toolset)) => Some(Key::Toolset(toolset)),
            _ => None,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Tool(name) | Key::Toolset(name) => write!(f, "`{name}`"),
        }
    }
}

fn output<R: Into<Content>>(done: std::result::Result<R, ToolError>) -> ToolOutput {
    match done {
        Ok(content) => ToolOutput::result(content),
        Err(error) => ToolOutput::failed(error.content),
    }
}

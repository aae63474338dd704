//! Tools whose schema is made from the type of their input, by schemars.

use std::future::Future;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::toolbox::{ToolError, Toolbox};
use crate::error::{Error, Result};
use crate::model::{Content, Tool};
use crate::schema_of::schema_of;

impl<C: Send + 'static> Toolbox<C> {
    /// Adds a tool whose schema is that of `A`. Its input is decoded as `A`; one that does not fit is answered with an
    /// error and never reaches the function.
    ///
    /// ```
    /// use parlour::{ToolError, Toolbox};
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct City {
    ///     /// The name of the city, without its country.
    ///     city: String,
    /// }
    ///
    /// let about = "Returns the weather in a city.";
    /// let tools = Toolbox::new().add_typed("get_weather", about, |input: City, (): ()| async move {
    ///     Ok::<_, ToolError>(format!("21 degrees in {}", input.city))
    /// })?;
    /// let schema = tools.definitions().next().and_then(|tool| tool.input_schema.clone()).unwrap();
    /// assert!(schema.as_str().contains("The name of the city, without its country."));
    /// # Ok::<(), parlour::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`add`](Self::add): [`ErrorKind::Config`](crate::ErrorKind::Config) if the name is taken or missing, or
    /// if `A` is no object.
    pub fn add_typed<A, F, Fut, R>(
        self,
        name: impl Into<String>,
        description: impl Into<String>,
        function: F,
    ) -> Result<Toolbox<C>>
    where
        A: DeserializeOwned + JsonSchema,
        F: Fn(A, C) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = std::result::Result<R, ToolError>> + Send + 'static,
        R: Into<Content>,
    {
        let schema = schema_of::<A>()?;
        let tool =
            Tool::new(name, description, schema).map_err(|e| Error::config(e.to_string()).with_source(e))?;
        self.add(tool, function)
    }
}

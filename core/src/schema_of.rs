//! The schema of a Rust type, by schemars.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use crate::error::{Error, Result};
use crate::json::Json;

/// The schema of values that deserialise into `T`.
pub(crate) fn schema_of<T: JsonSchema>() -> Result<Json> {
    let generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let schema = generator.into_root_schema_for::<T>();
    Json::from_serialize(&schema)
        .map_err(|e| Error::config(format!("the schema of `{}`: {e}", T::schema_name())).with_source(e))
}

//! Several API keys, with their weights.

use super::read::{Shape, Text, Value, items, must_be, object};
use crate::info::ErrorInfo;

/// `api_keys`.
pub(super) struct ApiKeys(pub(super) Vec<(Text, u32)>);

impl Value for ApiKeys {
    const IS: &'static str = concat!(
        "a list of at least one key; each is text, or an object with `key` and, if it is not 1, ",
        "`weight` (a whole number from 1)"
    );
    const SHAPE: Shape = Shape::List;

    fn read(json: &str, name: &str) -> Result<ApiKeys, ErrorInfo> {
        let wrong = || must_be::<ApiKeys>(name);
        let each = items(json).ok_or_else(wrong)?.into_iter().map(|item| {
            if item.starts_with('"') {
                return Text::read(item, name).map(|key| (key, 1));
            }
            let (mut key, mut weight) = (None, 1);
            for member in object(item).map_err(|_| wrong())? {
                match &*member.name {
                    "key" => key = Some(Text::read(member.value, name).map_err(|_| wrong())?),
                    "weight" => weight = u32::read(member.value, name).map_err(|_| wrong())?,
                    _ => return Err(wrong()),
                }
            }
            key.map(|key| (key, weight)).ok_or_else(wrong)
        });
        let keys: Vec<_> = each.collect::<Result<_, _>>()?;
        if keys.is_empty() { Err(wrong()) } else { Ok(ApiKeys(keys)) }
    }
}

//! Tables of settings: one row holds the name, the type, the description and what it does.

use parlour::nearest;
use parlour::setting::spelled;

use super::read::{Member, Shape, must_be, object, shortened};
use crate::info::ErrorInfo;

/// One setting of a `T`.
pub(super) struct Setting<T: 'static> {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    /// `null` is a value of it.
    pub(super) null: bool,
    /// Reads the JSON text of a value, under the given name, and sets it.
    pub(super) apply: fn(T, &str, &str) -> Result<T, ErrorInfo>,
}

/// Makes a table of [`Setting`]s, and a list of `(name, type, description)` from the same rows.
macro_rules! settings {
    (
        $target:ty;
        $(#[$table_doc:meta])* $table_vis:vis const $table:ident;
        $(#[$rows_doc:meta])* $rows_vis:vis const $rows:ident;
        $( $name:literal: $value:ty, $doc:literal, $set:expr; )+
    ) => {
        $(#[$table_doc])*
        $table_vis const $table: &[$crate::settings::table::Setting<$target>] = &[ $(
            $crate::settings::table::Setting {
                name: $name,
                shape: <$value as $crate::settings::read::Value>::SHAPE,
                null: <$value as $crate::settings::read::Value>::NULL,
                apply: |target, json, name| {
                    let set: fn($target, $value) -> $target = $set;
                    <$value as $crate::settings::read::Value>::read(json, name).map(|value| set(target, value))
                },
            },
        )+ ];

        $(#[$rows_doc])*
        $rows_vis const $rows: &[(&str, &str, &str)] = &[ $(
            ($name, <$value as $crate::settings::read::Value>::IS, $doc),
        )+ ];
    };
}
pub(super) use settings;

/// Applies the given settings in the order of the table. Errors put `prefix` before the names.
pub(super) fn fill<T>(
    target: T,
    table: &'static [Setting<T>],
    given: &[Member<'_>],
    prefix: &str,
) -> Result<T, ErrorInfo> {
    for (at, member) in given.iter().enumerate() {
        if !table.iter().any(|setting| setting.name == member.name) {
            return Err(unknown(&member.name, table, prefix));
        }
        if given.iter().take(at).any(|earlier| earlier.name == member.name) {
            return Err(ErrorInfo::about(&format!("{prefix}{}", member.name), " is given twice"));
        }
    }
    table.iter().try_fold(target, |target, setting| {
        match given.iter().find(|member| member.name == setting.name) {
            Some(member) if member.value != "null" || setting.null => {
                (setting.apply)(target, member.value, &format!("{prefix}{}", setting.name))
            }
            _ => Ok(target),
        }
    })
}

/// The same for a setting that is an object of settings itself.
pub(super) fn fill_nested<T, V: super::read::Value>(
    target: T,
    table: &'static [Setting<T>],
    json: &str,
    name: &str,
) -> Result<T, ErrorInfo> {
    let given = object(json).map_err(|_| must_be::<V>(name))?;
    fill(target, table, &given, &format!("{name}."))
}

/// Below the kind, of an error for a name that no setting has.
const UNKNOWN: &str = "unknown_setting";

/// The error for a name that no setting has, with the one that was probably meant.
pub(super) fn unknown<T>(name: &str, table: &[Setting<T>], prefix: &str) -> ErrorInfo {
    let mut message = format!("unknown setting `{prefix}{}`", shortened(name));
    if let Some(near) = nearest(name, table.iter().map(|setting| setting.name)) {
        message.push_str(&format!("; did you mean `{}`?", spelled(&format!("{prefix}{near}"))));
    }
    ErrorInfo::config(message).with_subkind(UNKNOWN)
}

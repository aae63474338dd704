//! The three shapes of the wire: objects, unions distinguished by `type`, and open string enums. Each macro writes the
//! type, its decoding and its encoding in one place.

/// The default of a field: its own, or that of its type.
macro_rules! or_default {
    () => {
        Default::default()
    };
    ($default:expr) => {
        $default
    };
}

/// An object with typed public fields and an `extra`. Fields are written in the order they are declared;
/// `tag` is a constant `type` that comes first. `local` fields are never sent.
macro_rules! wire {
    (
        $(#[$meta:meta])*
        pub struct $name:ident $(, tag = $tag:literal)? $(, verify = $verify:path)? {
            $( $(#[$fmeta:meta])* $key:literal $field:ident : $ty:ty $(= $default:expr)?, )*
        }
        $( local { $( $(#[$lmeta:meta])* $lfield:ident : $lty:ty, )* } )?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $( $(#[$fmeta])* pub $field: $ty, )*
            $( $( $(#[$lmeta])* pub $lfield: $lty, )* )?
            /// Keys without a typed field, and how the object was written.
            pub extra: $crate::model::Extra,
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    $( $field: or_default!($($default)?), )*
                    $( $( $lfield: Default::default(), )* )?
                    extra: Default::default(),
                }
            }
        }

        const _: () = {
            use $crate::json::JsonError;
            #[allow(unused_imports, reason = "some objects have no typed field")]
            use $crate::model::decode::{self, Decode};
            #[allow(unused_imports, reason = "some objects have no typed field")]
            use $crate::model::extra::{self, How, Tracker};
            use $crate::model::reader::Reader;
            use serde::ser::SerializeMap;

            #[allow(non_camel_case_types, dead_code)]
            enum Slot {
                /// The constant `type`; unused by objects without one.
                tag,
                $( $field, )*
            }

            impl $name {
                pub(crate) const KEYS: &'static [&'static str] = &[tag_key!($($tag)?), $($key),*];

                fn slot_of(key: &str) -> Option<u32> {
                    let at = Self::KEYS.iter().position(|known| *known == key && !known.is_empty())?;
                    u32::try_from(at).ok()
                }

                /// True if the text this object was read from had `null` under a key with a typed field: the
                /// field alone cannot tell `null` from a missing key.
                #[must_use]
                pub fn received_null(&self, key: &str) -> bool {
                    Self::slot_of(key).is_some_and(|slot| self.extra.is_null(slot))
                }

                /// Whether the text this object was read from had this key.
                #[allow(dead_code)]
                pub(crate) fn came_with(&self, key: &str) -> bool {
                    Self::slot_of(key).is_some_and(|slot| self.extra.is_present(slot))
                }

                /// Marks a field as set even if it equals its default: it is sent, and the received value is discarded.
                #[allow(dead_code)]
                pub(crate) fn mark_present(&mut self, key: &str) {
                    if let Some(slot) = Self::slot_of(key) {
                        self.extra.mark_present(slot);
                    }
                }

                /// Leaves a field out as long as it equals its default.
                #[allow(dead_code)]
                pub(crate) fn mark_absent(&mut self, key: &str) {
                    if let Some(slot) = Self::slot_of(key) {
                        self.extra.mark_absent(slot);
                    }
                }

                // Called from two places of `Extra::write`, and too large to be inlined in both.
                #[inline(never)]
                fn write_slot<M: SerializeMap>(
                    &self,
                    slot: u32,
                    how: How<'_>,
                    map: &mut M,
                ) -> Result<(), M::Error> {
                    $(
                        if slot == Slot::tag as u32 {
                            return match how {
                                How::Absent => Ok(()),
                                _ => map.serialize_entry("type", $tag),
                            };
                        }
                    )?
                    $(
                        if slot == Slot::$field as u32 {
                            let is_default = || {
                                let default: $ty = or_default!($($default)?);
                                self.$field == default
                            };
                            return extra::write_field(map, $key, &self.$field, is_default, how);
                        }
                    )*
                    Ok(())
                }
            }

            impl Decode for $name {
                fn decode(reader: &mut Reader<'_>, depth: u32) -> Result<Self, JsonError> {
                    // Some objects have no field to hand it to.
                    let _ = depth;
                    let mut this = Self::default();
                    let mut seen = Tracker::new(Self::KEYS);
                    let mut members = reader.object()?;
                    while let Some(key) = reader.key(&mut members)? {
                        match &*key {
                            $(
                                "type" => {
                                    decode::expect_tag(reader, $tag)?;
                                    seen.value(Slot::tag as u32);
                                }
                            )?
                            $(
                                $key => {
                                    let default: fn() -> $ty = || or_default!($($default)?);
                                    let slot = Slot::$field as u32;
                                    extra::field(reader, depth, &mut this.$field, default, slot, &mut seen)?;
                                }
                            )*
                            _ => seen.unknown(&key, reader.value()?)?,
                        }
                    }
                    this.extra = seen.finish();
                    $( $verify(&this)?; )?
                    Ok(this)
                }
            }

            impl serde::Serialize for $name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let mut map = serializer.serialize_map(None)?;
                    self.extra.write(Self::KEYS, &mut map, |slot, how, map| self.write_slot(slot, how, map))?;
                    map.end()
                }
            }
        };

        deserialize_by_decode!($name);
    };
}

/// The key of slot 0: `type` for tagged objects, nothing for others.
macro_rules! tag_key {
    () => {
        ""
    };
    ($tag:literal) => {
        "type"
    };
}

/// Deserialisation from any serde_json source by way of the text.
macro_rules! deserialize_by_decode {
    ($name:ident) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let raw = Box::<serde_json::value::RawValue>::deserialize(deserializer)?;
                $crate::model::decode::whole(raw.get()).map_err(serde::de::Error::custom)
            }
        }
    };
}

/// A union of objects distinguished by `type`. An object that is unknown or does not fit becomes `Other`.
macro_rules! open_union {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $( $(#[$vmeta:meta])* $tag:literal => $variant:ident($ty:ty) $accessor:ident, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $name {
            $( $(#[$vmeta])* $variant($ty), )*
            /// A type this library does not know, or a known one of another shape: the JSON as it came, sent
            /// again unchanged.
            Other($crate::model::OtherBlock),
        }

        impl $name {
            /// The `type` on the wire.
            #[must_use]
            pub fn kind(&self) -> &str {
                match self {
                    $( Self::$variant(_) => $tag, )*
                    Self::Other(other) => &other.kind,
                }
            }

            $(
                #[doc = concat!("The value if its `type` is `", $tag, "`.")]
                #[must_use]
                pub fn $accessor(&self) -> Option<&$ty> {
                    match self {
                        Self::$variant(value) => Some(value),
                        _ => None,
                    }
                }
            )*
        }

        impl Default for $name {
            /// A JSON `null`, which no service accepts: set a real value.
            fn default() -> Self {
                Self::Other($crate::model::OtherBlock::default())
            }
        }

        $(
            impl From<$ty> for $name {
                fn from(value: $ty) -> Self {
                    Self::$variant(value)
                }
            }
        )*

        impl $crate::model::decode::Decode for $name {
            fn decode(
                reader: &mut $crate::model::reader::Reader<'_>,
                depth: u32,
            ) -> Result<Self, $crate::json::JsonError> {
                use $crate::model::decode::{self, MAX_TYPED_DEPTH};
                let start = *reader;
                let kind = decode::peek_type(start);
                match kind.as_deref() {
                    _ if depth >= MAX_TYPED_DEPTH => {}
                    $(
                        Some($tag) => {
                            if let Ok(value) = <$ty>::decode(reader, depth + 1) {
                                return Ok(Self::$variant(value));
                            }
                            *reader = start;
                        }
                    )*
                    _ => {}
                }
                Ok(Self::Other($crate::model::OtherBlock {
                    kind: kind.unwrap_or_default().into_owned(),
                    json: reader.value()?.to_json(),
                }))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $( Self::$variant(value) => value.serialize(serializer), )*
                    Self::Other(other) => other.serialize(serializer),
                }
            }
        }

        deserialize_by_decode!($name);
    };
}

/// A string with known values; any other string is kept (protocol §0.4 rule 3).
macro_rules! open_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $( $(#[$vmeta:meta])* $variant:ident = $text:literal, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $( $(#[$vmeta])* $variant, )*
            /// A value this library does not know, kept as it is.
            Other(String),
        }

        impl $name {
            /// The string on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $( Self::$variant => $text, )*
                    Self::Other(other) => other,
                }
            }

            fn known(text: &str) -> Option<Self> {
                match text {
                    $( $text => Some(Self::$variant), )*
                    _ => None,
                }
            }
        }

        impl Default for $name {
            /// The empty string: no value was given.
            fn default() -> Self {
                Self::Other(String::new())
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self::known(text).unwrap_or_else(|| Self::Other(text.to_owned()))
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::known(&text).unwrap_or(Self::Other(text))
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::model::decode::Decode for $name {
            fn decode(
                reader: &mut $crate::model::reader::Reader<'_>,
                _: u32,
            ) -> Result<Self, $crate::json::JsonError> {
                reader.string().map(|text| Self::from(&*text))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <String as serde::Deserialize>::deserialize(deserializer).map(Self::from)
            }
        }
    };
}

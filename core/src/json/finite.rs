//! A serialiser that writes nothing and refuses numbers JSON cannot express: serde_json would write `null`
//! for them, which silently changes a request. Independent of the serialised type.

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::JsonError;

/// Fails, naming the place, if `value` holds a NaN or an infinity anywhere.
pub(super) fn check<T: Serialize + ?Sized>(value: &T) -> Result<(), JsonError> {
    value.serialize(Finite)
}

struct Finite;

/// Walks one container and knows where it is.
struct Walk {
    index: usize,
}

impl Walk {
    fn new() -> Walk {
        Walk { index: 0 }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
        let index = self.index;
        self.index += 1;
        value.serialize(Finite).map_err(|error| within(error, &index.to_string()))
    }

    fn member<T: Serialize + ?Sized>(key: &str, value: &T) -> Result<(), JsonError> {
        value.serialize(Finite).map_err(|error| within(error, key))
    }
}

fn within(error: JsonError, step: &str) -> JsonError {
    let path = match error.path() {
        Some(inner) => format!("{step}.{inner}"),
        None => step.to_owned(),
    };
    error.at(&path)
}

macro_rules! accept {
    ($($name:ident: $ty:ty),*) => { $(
        fn $name(self, _: $ty) -> Result<(), JsonError> {
            Ok(())
        }
    )* };
}

impl Serializer for Finite {
    type Ok = ();
    type Error = JsonError;
    type SerializeSeq = Walk;
    type SerializeTuple = Walk;
    type SerializeTupleStruct = Walk;
    type SerializeTupleVariant = Walk;
    type SerializeMap = Walk;
    type SerializeStruct = Walk;
    type SerializeStructVariant = Walk;

    accept!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_i128: i128, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_u128: u128, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8]
    );

    fn serialize_f32(self, value: f32) -> Result<(), JsonError> {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<(), JsonError> {
        if value.is_finite() {
            Ok(())
        } else {
            Err(JsonError::data(format!("{value} is not a number in JSON")))
        }
    }

    fn serialize_none(self) -> Result<(), JsonError> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), JsonError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), JsonError> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), JsonError> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), JsonError> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        v: &T,
    ) -> Result<(), JsonError> {
        v.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), JsonError> {
        Walk::member(variant, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Walk, JsonError> {
        Ok(Walk::new())
    }

    fn serialize_tuple(self, _: usize) -> Result<Walk, JsonError> {
        Ok(Walk::new())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Walk, JsonError> {
        Ok(Walk::new())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Walk, JsonError> {
        Ok(Walk::new())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Walk, JsonError> {
        Ok(Walk::new())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Walk, JsonError> {
        Ok(Walk::new())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Walk, JsonError> {
        Ok(Walk::new())
    }
}

macro_rules! walk_items {
    ($($kind:ident $method:ident),*) => { $(
        impl $kind for Walk {
            type Ok = ();
            type Error = JsonError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
                self.item(value)
            }

            fn end(self) -> Result<(), JsonError> {
                Ok(())
            }
        }
    )* };
}

walk_items!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! walk_fields {
    ($($kind:ident),*) => { $(
        impl $kind for Walk {
            type Ok = ();
            type Error = JsonError;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, v: &T) -> Result<(), JsonError> {
                Walk::member(key, v)
            }

            fn end(self) -> Result<(), JsonError> {
                Ok(())
            }
        }
    )* };
}

walk_fields!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Walk {
    type Ok = ();
    type Error = JsonError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), JsonError> {
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
        self.item(value)
    }

    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), JsonError> {
        // The name is only worth its allocation when it is needed.
        value.serialize(Finite).map_err(|error| {
            let key = serde_json::to_string(key).unwrap_or_default();
            within(error, key.trim_matches('"'))
        })
    }

    fn end(self) -> Result<(), JsonError> {
        Ok(())
    }
}

//! Values of JavaScript, each made with as few calls of Node-API as it needs.
#![allow(unsafe_code)]

use std::ptr::null_mut;

use napi::bindgen_prelude::{FromNapiValue, ToNapiValue};
use napi::{Error, Result, Status, sys};
use parlour_bridge::json_text::as_text;

/// A value of the environment that is running right now; lives as long as the call from JavaScript does.
pub struct Value(pub(crate) sys::napi_value);

impl ToNapiValue for Value {
    unsafe fn to_napi_value(_: sys::napi_env, value: Value) -> Result<sys::napi_value> {
        Ok(value.0)
    }
}

/// An environment, on its own thread, inside a call from JavaScript or from its loop.
#[derive(Clone, Copy)]
pub(crate) struct Js(sys::napi_env);

/// The error for a status that Node-API does not document.
pub(crate) fn check(status: sys::napi_status) -> Result<()> {
    match status {
        sys::Status::napi_ok => Ok(()),
        other => Err(Error::new(Status::from(other), "a call into node failed")),
    }
}

impl Js {
    /// # Safety
    /// `env` is valid, this is its thread, and a handle scope is open as long as values made here are used.
    pub(crate) unsafe fn new(env: sys::napi_env) -> Js {
        Js(env)
    }

    pub(crate) fn raw(self) -> sys::napi_env {
        self.0
    }

    fn made(self, make: impl FnOnce(*mut sys::napi_value) -> sys::napi_status) -> Result<Value> {
        let mut value = null_mut();
        check(make(&raw mut value))?;
        Ok(Value(value))
    }

    pub(crate) fn null(self) -> Result<Value> {
        // SAFETY: as promised to `new`.
        self.made(|out| unsafe { sys::napi_get_null(self.0, out) })
    }

    pub(crate) fn boolean(self, value: bool) -> Result<Value> {
        // SAFETY: as promised to `new`.
        self.made(|out| unsafe { sys::napi_get_boolean(self.0, value, out) })
    }

    pub(crate) fn number(self, value: u32) -> Result<Value> {
        // SAFETY: as promised to `new`.
        self.made(|out| unsafe { sys::napi_create_uint32(self.0, value, out) })
    }

    /// A number that may be beyond 32 bits; exact to 2^53.
    pub(crate) fn large(self, value: u64) -> Result<Value> {
        match u32::try_from(value) {
            Ok(small) => self.number(small),
            // SAFETY: as promised to `new`.
            Err(_) => self.made(|out| unsafe { sys::napi_create_double(self.0, value as f64, out) }),
        }
    }

    pub(crate) fn text(self, text: &str) -> Result<Value> {
        match text.is_ascii() {
            true => self.ascii(text.as_bytes()),
            false => self.utf8(text.as_bytes()),
        }
    }

    /// Text of valid UTF-8 that is not ASCII.
    pub(crate) fn utf8(self, text: &[u8]) -> Result<Value> {
        // SAFETY: as promised to `new`; node copies the bytes.
        self.made(|out| unsafe {
            sys::napi_create_string_utf8(self.0, text.as_ptr().cast(), text.len() as isize, out)
        })
    }

    /// Text that is known to be ASCII: copied as it is, where UTF-8 has to be decoded.
    pub(crate) fn ascii(self, text: &[u8]) -> Result<Value> {
        // SAFETY: as promised to `new`; node copies the bytes.
        self.made(|out| unsafe {
            sys::napi_create_string_latin1(self.0, text.as_ptr().cast(), text.len() as isize, out)
        })
    }

    pub(crate) fn buffer(self, bytes: &[u8]) -> Result<Value> {
        // SAFETY: as promised to `new`; node copies the bytes.
        self.made(|out| unsafe {
            sys::napi_create_buffer_copy(self.0, bytes.len(), bytes.as_ptr().cast(), null_mut(), out)
        })
    }

    /// Text where it is UTF-8, else a buffer.
    pub(crate) fn body(self, bytes: &[u8]) -> Result<Value> {
        match as_text(bytes) {
            Some(text) => self.text(text),
            None => self.buffer(bytes),
        }
    }

    pub(crate) fn array(self, items: &[sys::napi_value]) -> Result<Value> {
        // SAFETY: as promised to `new`.
        let array =
            self.made(|out| unsafe { sys::napi_create_array_with_length(self.0, items.len(), out) })?;
        for (at, item) in (0..).zip(items) {
            // SAFETY: the array and the item are values of this scope.
            check(unsafe { sys::napi_set_element(self.0, array.0, at, *item) })?;
        }
        Ok(array)
    }

    /// Calls a function without a receiver. An exception that it throws becomes an uncaught one.
    pub(crate) fn call(self, function: &Value, arguments: &[sys::napi_value]) -> Result<()> {
        let mut receiver = null_mut();
        // SAFETY: values of this scope.
        let status = unsafe {
            check(sys::napi_get_undefined(self.0, &raw mut receiver))?;
            sys::napi_call_function(
                self.0,
                receiver,
                function.0,
                arguments.len(),
                arguments.as_ptr(),
                null_mut(),
            )
        };
        if status != sys::Status::napi_pending_exception {
            return check(status);
        }
        let mut thrown = null_mut();
        // SAFETY: as promised to `new`; the exception is a value of this scope.
        unsafe {
            check(sys::napi_get_and_clear_last_exception(self.0, &raw mut thrown))?;
            check(sys::napi_fatal_exception(self.0, thrown))
        }
    }

    /// Makes an error an uncaught exception: no caller is on the stack that could catch it.
    pub(crate) fn report(self, error: Error) {
        // SAFETY: as promised to `new`; the exception is a value of this scope. Where node cannot take it, the
        // environment is ending, and the error is dropped.
        unsafe {
            let thrown = napi::JsError::from(error).into_value(self.0);
            let _ending = sys::napi_fatal_exception(self.0, thrown);
        }
    }

    /// A value of a type that the macros convert.
    pub(crate) fn object(self, value: impl ToNapiValue) -> Result<Value> {
        // SAFETY: as promised to `new`.
        unsafe { ToNapiValue::to_napi_value(self.0, value) }.map(Value)
    }
}

/// Bytes of a request: the UTF-8 of a string, or a copy of a byte array; nothing for null and undefined.
pub struct Bytes(pub(crate) Option<Vec<u8>>);

impl Bytes {
    /// The text that it was, where there was any.
    pub(crate) fn text(self) -> Option<String> {
        self.0.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl FromNapiValue for Bytes {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<Bytes> {
        let mut kind = sys::ValueType::napi_undefined;
        // SAFETY: the caller's value, in the caller's scope.
        check(unsafe { sys::napi_typeof(env, value, &raw mut kind) })?;
        Ok(Bytes(match kind {
            sys::ValueType::napi_undefined | sys::ValueType::napi_null => None,
            // SAFETY: as above.
            sys::ValueType::napi_string => Some(unsafe { utf8(env, value) }?),
            // SAFETY: as above.
            _ => Some(unsafe { napi::bindgen_prelude::Uint8Array::from_napi_value(env, value) }?.to_vec()),
        }))
    }
}

/// The JSON of a request: a string is the output of the package's writer, and bytes are the caller's.
pub struct RequestJson {
    pub(crate) json: Vec<u8>,
    pub(crate) written: bool,
}

impl FromNapiValue for RequestJson {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<RequestJson> {
        let mut kind = sys::ValueType::napi_undefined;
        // SAFETY: the caller's value, in the caller's scope.
        check(unsafe { sys::napi_typeof(env, value, &raw mut kind) })?;
        let written = kind == sys::ValueType::napi_string;
        // SAFETY: as above.
        let json = unsafe { Bytes::from_napi_value(env, value) }?.0.unwrap_or_default();
        Ok(RequestJson { json, written })
    }
}

/// The strings of an array, which are read one by one; none for null and undefined. Valid during the call from
/// JavaScript that it is an argument of.
pub struct Strings {
    env: sys::napi_env,
    array: sys::napi_value,
    count: u32,
}

impl FromNapiValue for Strings {
    unsafe fn from_napi_value(env: sys::napi_env, array: sys::napi_value) -> Result<Strings> {
        let (mut kind, mut count) = (sys::ValueType::napi_undefined, 0);
        // SAFETY: the caller's value, in the caller's scope.
        check(unsafe { sys::napi_typeof(env, array, &raw mut kind) })?;
        if !matches!(kind, sys::ValueType::napi_undefined | sys::ValueType::napi_null) {
            // SAFETY: as above.
            check(unsafe { sys::napi_get_array_length(env, array, &raw mut count) })?;
        }
        Ok(Strings { env, array, count })
    }
}

impl Strings {
    pub(crate) fn count(&self) -> usize {
        self.count as usize
    }

    /// Appends the UTF-8 of the string with this index; half a surrogate pair becomes U+FFFD.
    pub(crate) fn append(&self, index: usize, out: &mut Vec<u8>) -> Result<()> {
        let mut value = null_mut();
        // SAFETY: the array is a value of this scope, which is that of the call.
        check(unsafe { sys::napi_get_element(self.env, self.array, index as u32, &raw mut value) })?;
        // SAFETY: as above.
        unsafe { append_utf8(self.env, value, out) }
    }
}

/// The most unused memory behind a text, in bytes.
const UNUSED: usize = 64 << 10;

/// The UTF-8 of a string, in memory of its own. A small text, as a secret is, stays in one piece of memory: a wiped one
/// leaves nothing behind.
unsafe fn utf8(env: sys::napi_env, value: sys::napi_value) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    // SAFETY: the caller's value.
    unsafe { append_utf8(env, value, &mut text) }?;
    give_back_unused(&mut text);
    Ok(text)
}

/// Appends the UTF-8 of a string; half a surrogate pair becomes U+FFFD. Asking for its length in UTF-8 would read the
/// whole string once more: there is room for three bytes a unit instead, of which [`give_back_unused`] returns the
/// rest.
unsafe fn append_utf8(env: sys::napi_env, value: sys::napi_value, text: &mut Vec<u8>) -> Result<()> {
    let mut units = 0;
    // SAFETY: the caller's value; no buffer asks for the length.
    check(unsafe { sys::napi_get_value_string_utf16(env, value, null_mut(), 0, &raw mut units) })?;
    // Node appends a zero byte.
    let room = units.saturating_mul(3).saturating_add(1);
    match text.capacity() {
        0 => text.reserve_exact(room),
        _ => text.reserve(room),
    }
    let end = text.spare_capacity_mut();
    let mut written = 0;
    // SAFETY: the buffer has this room.
    check(unsafe {
        sys::napi_get_value_string_utf8(env, value, end.as_mut_ptr().cast(), room, &raw mut written)
    })?;
    let length = text.len() + written.min(room);
    // SAFETY: node wrote that many.
    unsafe { text.set_len(length) };
    Ok(())
}

/// Gives back memory that a large text does not use.
pub(crate) fn give_back_unused(text: &mut Vec<u8>) {
    if text.capacity() - text.len() > UNUSED {
        text.shrink_to_fit();
    }
}

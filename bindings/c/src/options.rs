//! The options of a call: setters by name. The bridge's tables judge the values.

use std::mem::MaybeUninit;
use std::sync::{Arc, OnceLock};

use parlour_bridge::settings::{CallOptions, Scope, SettingsMap, options};

use crate::abi::parlour_result;
use crate::boundary::{coded, fallible, transfer};
use crate::catch::infallible;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::interrupt::parlour_interrupt;
use crate::limits::limit;
use crate::text::parlour_str;

/// Settings of one call, which override those of its client. One thread at a time while it is changed; afterwards
/// any number of threads may use it for calls. Calls copy what they need.
#[derive(Clone)]
pub struct parlour_options {
    settings: SettingsMap,
    /// Read once for all calls.
    made: OnceLock<CallOptions>,
    interrupt: Option<Arc<parlour_interrupt>>,
}

impl parlour_options {
    /// The handle that may interrupt a blocking call.
    pub(crate) fn interrupt(&self) -> Option<&parlour_interrupt> {
        self.interrupt.as_deref()
    }

    pub(crate) fn made(&self) -> Result<CallOptions, Fault> {
        if let Some(made) = self.made.get() {
            return Ok(made.clone());
        }
        let made = options(self.settings.render().as_bytes())?;
        Ok(self.made.get_or_init(|| made).clone())
    }
}

/// New options with nothing set. Free them with parlour_options_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_new(out: Option<&mut MaybeUninit<*mut parlour_options>>) -> parlour_result {
    coded(|| {
        parlour_bridge::speak(&parlour_bridge::spelling::C);
        let settings = SettingsMap::new(Scope::Call);
        transfer(require(out, "out")?, parlour_options { settings, made: OnceLock::new(), interrupt: None });
        Ok(())
    })
}

/// A copy of options, to be changed on its own; the interrupt is shared. Free it with parlour_options_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_clone(
    options: Option<&parlour_options>,
    out: Option<&mut MaybeUninit<*mut parlour_options>>,
) -> parlour_result {
    coded(|| {
        let options = require(options, "options")?;
        transfer(require(out, "out")?, options.clone());
        Ok(())
    })
}

/// Frees options; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_free(options: Option<Box<parlour_options>>) {
    infallible(|| drop(options));
}

/// Sets any option by its name to a JSON value. null takes an option back.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set(
    options: Option<&mut parlour_options>,
    name: parlour_str,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.set(name.text("name")?, json.text("json")?)?))
}

/// Sets all options of a JSON object. If one is refused, nothing is changed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_json(
    options: Option<&mut parlour_options>,
    object: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let held = changed(options)?;
        let mut settings = held.clone();
        for (name, value) in crate::json::members(object.text("object")?, "the options")? {
            settings.set(&name, value.get())?;
        }
        *held = settings;
        Ok(())
    })
}

/// Sends a header, in place of one of that name.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_header(
    options: Option<&mut parlour_options>,
    name: parlour_str,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        Ok(changed(options)?.set_entry_text("headers", name.text("name")?, text.text("text")?)?)
    })
}

/// Sends a header whose value is a secret although its name does not say so; see parlour_config_set_secret_header.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_secret_header(
    options: Option<&mut parlour_options>,
    name: parlour_str,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        Ok(changed(options)?.set_entry_text("secret_headers", name.text("name")?, text.text("text")?)?)
    })
}

/// Does not send a header that the client would send.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_remove_header(
    options: Option<&mut parlour_options>,
    name: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.set_entry("headers", name.text("name")?, "null")?))
}

/// Adds a query parameter, in place of one of that name.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_query(
    options: Option<&mut parlour_options>,
    name: parlour_str,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.set_entry_text("query", name.text("name")?, text.text("text")?)?))
}

/// Sets a top-level key in the body to a JSON value.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_body_key(
    options: Option<&mut parlour_options>,
    name: parlour_str,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.set_entry("body_keys", name.text("name")?, json.text("json")?)?))
}

// generated: call, from schema/settings.toml by `make generate`
/// Asks for a beta feature, besides those of the client.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_add_beta(
    options: Option<&mut parlour_options>,
    name: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.push_text("beta", name.text("name")?)?))
}

/// Sets the limit of one attempt: a whole answer, or the longest silence of a stream, in milliseconds. As for every
/// limit, 0 is refused, and PARLOUR_NO_LIMIT lifts it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_timeout_ms(
    options: Option<&mut parlour_options>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.set("timeout_ms", &limit(milliseconds))?))
}

/// Sets the limit of the call with all its attempts and waits, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_total_timeout_ms(
    options: Option<&mut parlour_options>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.set("total_timeout_ms", &limit(milliseconds))?))
}

/// Sets the longest time until the first event of a stream other than a ping, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_first_event_timeout_ms(
    options: Option<&mut parlour_options>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.set("first_event_timeout_ms", &limit(milliseconds))?))
}

/// Sets the maximum number of retries of the call.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_max_retries(
    options: Option<&mut parlour_options>,
    count: u32,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.set("max_retries", &count.to_string())?))
}

/// Sets whether a whole answer that could outlast its time limit is streamed inside and still given out whole.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_stream_long_answers(
    options: Option<&mut parlour_options>,
    on: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.set("stream_long_answers", &on.to_string())?))
}

/// Sets which calls go first while calls wait for the rate limits: "interactive" or "bulk".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_priority(
    options: Option<&mut parlour_options>,
    priority: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.set_text("priority", priority.text("priority")?)?))
}

/// Adds a label that the ledger counts the call under.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_add_label(
    options: Option<&mut parlour_options>,
    label: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(changed(options)?.push_text("labels", label.text("label")?)?))
}
// end generated

/// Names what may end the blocking calls with these options, parlour_client_create(), _request(), _call() and
/// parlour_pages_next(): they give PARLOUR_INTERRUPTED once it is raised. NULL takes it back. Calls that are submitted
/// do not look at it: any thread may end them with parlour_op_cancel(), and no copy of a client has it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_interrupt(
    options: Option<&mut parlour_options>,
    interrupt: Option<&parlour_interrupt>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        require(options, "options")?.interrupt = interrupt.map(parlour_interrupt::shared);
        Ok(())
    })
}

/// Sets the API key of the call, in place of the client's credential.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_api_key(
    options: Option<&mut parlour_options>,
    key: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    credential(options, err, "api_key", key)
}

/// Sets the token of the call, in place of the client's credential.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_options_set_auth_token(
    options: Option<&mut parlour_options>,
    token: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    credential(options, err, "auth_token", token)
}

/// The settings, for a change: discards the options that were built from them.
fn changed(options: Option<&mut parlour_options>) -> Result<&mut SettingsMap, Fault> {
    let options = require(options, "options")?;
    options.made = OnceLock::new();
    Ok(&mut options.settings)
}

/// Sets the credential; of several settings the last one counts.
fn credential(
    options: Option<&mut parlour_options>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
    name: &'static str,
    secret: parlour_str,
) -> parlour_result {
    fallible(err, || {
        let held = changed(options)?;
        let mut settings = held.clone();
        for other in ["api_key", "auth_token"] {
            settings.unset(other);
        }
        settings.set_text(name, secret.text(name)?)?;
        *held = settings;
        Ok(())
    })
}

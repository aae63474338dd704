//! The configuration of a client: who calls what, and setters by name. The bridge's tables judge the values.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

use parlour_bridge::ErrorInfo;
use parlour_bridge::settings::{ClientBuilder, Scope, SettingsMap, builder};

use crate::abi::parlour_result;
use crate::boundary::{coded, fallible, transfer};
use crate::catch::infallible;
use crate::credential::{HostCredential, Provider, parlour_credential_fn};
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::hook::{ClientHook, HostHook, parlour_hook_fn, parlour_hook_points};
use crate::stops::{StopHook, parlour_stop_fn};
use crate::text::parlour_str;
use crate::user::{User, parlour_free_fn};

/// Settings of clients to be made. One thread at a time. Values are copied; credentials are wiped when they are
/// replaced or the configuration is freed. A setting that is not set has the library's default.
#[derive(Clone)]
pub struct parlour_config {
    settings: SettingsMap,
    use_env: bool,
    credential: Option<Arc<HostCredential>>,
    stops: Option<Arc<StopHook>>,
    hooks: Vec<Arc<HostHook>>,
}

impl parlour_config {
    /// The core's builder with everything that is set.
    pub(crate) fn builder(&self) -> Result<ClientBuilder, ErrorInfo> {
        let builder = builder(self.settings.render().as_bytes(), self.use_env)?;
        let builder = match &self.credential {
            Some(host) => builder.credentials(Provider(Arc::clone(host))),
            None => builder,
        };
        let hooks = self.hooks.iter().map(Arc::clone);
        Ok(hooks.fold(builder, |builder, hook| builder.hook(ClientHook(hook))))
    }

    /// The hook for stop reasons.
    pub(crate) fn stops(&self) -> Option<Arc<StopHook>> {
        self.stops.clone()
    }

    fn forget_credentials(&mut self) {
        for name in CREDENTIALS {
            self.settings.unset(name);
        }
        self.credential = None;
    }
}

/// A new configuration with nothing set. Free it with parlour_config_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_new(out: Option<&mut MaybeUninit<*mut parlour_config>>) -> parlour_result {
    coded(|| {
        // Every client, and with it all that can fail, begins here or with options.
        parlour_bridge::speak(&parlour_bridge::spelling::C);
        let settings = SettingsMap::new(Scope::Client);
        transfer(
            require(out, "out")?,
            parlour_config { settings, use_env: true, credential: None, stops: None, hooks: Vec::new() },
        );
        Ok(())
    })
}

/// A copy of a configuration, to be changed on its own; functions of the host are shared. Free it with
/// parlour_config_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_clone(
    config: Option<&parlour_config>,
    out: Option<&mut MaybeUninit<*mut parlour_config>>,
) -> parlour_result {
    coded(|| {
        let config = require(config, "config")?;
        transfer(require(out, "out")?, config.clone());
        Ok(())
    })
}

/// Frees a configuration; NULL is allowed. Clients made with it live on.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_free(config: Option<Box<parlour_config>>) {
    infallible(|| drop(config));
}

/// Whether what is not set is looked up in the environment when a client is made (PARLOUR_API_KEY, PARLOUR_BASE_URL and
/// so on); true unless it is set.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_use_env(
    config: Option<&mut parlour_config>,
    use_env: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        require(config, "config")?.use_env = use_env;
        Ok(())
    })
}

/// Sets any setting by its name to a JSON value, for example "retry" to {"profile": "none"}; the names and types are
/// those of the project's documentation. null takes a setting back.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set(
    config: Option<&mut parlour_config>,
    name: parlour_str,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(require(config, "config")?.settings.set(name.text("name")?, json.text("json")?)?))
}

/// Sets all settings of a JSON object. If one is refused, nothing is changed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_json(
    config: Option<&mut parlour_config>,
    object: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let config = require(config, "config")?;
        let mut settings = config.settings.clone();
        for (name, value) in crate::json::members(object.text("object")?, "the settings")? {
            settings.set(&name, value.get())?;
        }
        config.settings = settings;
        Ok(())
    })
}

/// Sets the API key, sent as x-api-key, in place of any other credential.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_api_key(
    config: Option<&mut parlour_config>,
    key: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    credential(config, err, "api_key", key)
}

/// Sets a token, sent as a bearer token, in place of any other credential.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_auth_token(
    config: Option<&mut parlour_config>,
    token: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    credential(config, err, "auth_token", token)
}

/// Sends no credential: something on the way adds it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_no_credentials(
    config: Option<&mut parlour_config>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let config = require(config, "config")?;
        config.forget_credentials();
        Ok(config.settings.set("no_credentials", "true")?)
    })
}

/// Asks a function for the credential of each attempt, so that keys rotate without a restart; in place of any other
/// credential. `user` is retained; `user_free` (NULL is allowed) is called once with it, on any thread, when neither
/// this configuration nor a client made with it needs it any more. On failure nothing is retained.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_credential_fn(
    config: Option<&mut parlour_config>,
    function: parlour_credential_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (config, function) = (require(config, "config")?, require(function, "function")?);
        config.forget_credentials();
        config.credential = Some(Arc::new(HostCredential::new(function, User::new(user, user_free))));
        Ok(())
    })
}

/// Sets a function that is called for each message with a stop reason other than "end_turn", replacing an earlier one;
/// NULL for none. It is called before the end of the call is reported: on the thread that waits for the call or drains
/// its queue, or on the library's callback thread; on several threads at once if several do that.
/// parlour_client_stop_reason_count() counts them, and the log has a record.
///
/// `user` is retained; `user_free` (NULL is allowed) is called once with it, on any thread, when neither this
/// configuration, nor a client made with it, nor a call of such a client needs it any more. On failure nothing is
/// retained.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_on_stop(
    config: Option<&mut parlour_config>,
    function: parlour_stop_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let config = require(config, "config")?;
        let user = User::new(user, user_free);
        config.stops = function.map(|function| Arc::new(StopHook::new(function, user)));
        Ok(())
    })
}

/// Adds a hook, behind those that were added before: a function that is called at `points`, a sum of PARLOUR_HOOK_....
/// `name` names it in errors. Hooks are called in the order in which they were added, and each sees what those before
/// it did; the credential function is asked after them. A client without hooks pays nothing for them.
///
/// `user` is retained; `user_free` (NULL is allowed) is called once with it, on any thread, when neither this
/// configuration nor a client made with it needs it any more. On failure nothing is retained.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_add_hook(
    config: Option<&mut parlour_config>,
    name: parlour_str,
    points: parlour_hook_points,
    function: parlour_hook_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (config, function) = (require(config, "config")?, require(function, "function")?);
        let name = name.text("name")?.to_owned();
        match HostHook::new(name, points, function, User::new(user, user_free)) {
            Ok(hook) => config.hooks.push(Arc::new(hook)),
            Err((error, mut user)) => {
                user.disown();
                return Err(error.into());
            }
        }
        Ok(())
    })
}

/// Sends a header in every call, in place of one of that name.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_header(
    config: Option<&mut parlour_config>,
    name: parlour_str,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| {
        Ok(settings.set_entry_text("headers", name.text("name")?, text.text("text")?)?)
    })
}

/// Sends a header in every call whose value is a secret although its name does not say so: it is masked wherever
/// something prints or is echoed, and never travels over plain http to another machine.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_secret_header(
    config: Option<&mut parlour_config>,
    name: parlour_str,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| {
        Ok(settings.set_entry_text("secret_headers", name.text("name")?, text.text("text")?)?)
    })
}

/// Does not send a header that the library would send.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_remove_header(
    config: Option<&mut parlour_config>,
    name: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_entry("headers", name.text("name")?, "null")?))
}

/// Adds a query parameter to every call, in place of one of that name.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_query(
    config: Option<&mut parlour_config>,
    name: parlour_str,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| {
        Ok(settings.set_entry_text("query", name.text("name")?, text.text("text")?)?)
    })
}

/// Sets a top-level key in the body of every message call to a JSON value.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_body_key(
    config: Option<&mut parlour_config>,
    name: parlour_str,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| {
        Ok(settings.set_entry("body_keys", name.text("name")?, json.text("json")?)?)
    })
}

/// Runs a setter.
pub(crate) fn set(
    config: Option<&mut parlour_config>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
    set: impl FnOnce(&mut SettingsMap) -> Result<(), Fault>,
) -> parlour_result {
    fallible(err, || set(&mut require(config, "config")?.settings))
}

/// Sets the credential, replacing an earlier one.
fn credential(
    config: Option<&mut parlour_config>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
    name: &'static str,
    secret: parlour_str,
) -> parlour_result {
    fallible(err, || {
        let config = require(config, "config")?;
        let mut settings = config.settings.clone();
        for other in CREDENTIALS {
            settings.unset(other);
        }
        settings.set_text(name, secret.text(name)?)?;
        config.settings = settings;
        config.credential = None;
        Ok(())
    })
}

/// Settings for the credential, of which the last one set counts.
const CREDENTIALS: [&str; 5] = ["api_key", "auth_token", "no_credentials", "api_keys", "api_key_file"];

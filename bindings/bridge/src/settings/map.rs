//! Settings that come one by one, for hosts that have setters instead of objects: collects their JSON and lets the
//! tables check it.

use std::fmt;

use parlour::setting::spelled;
use parlour::{CallOptions, ClientBuilder, push_string, string_bound};
use serde_json::value::RawValue;
use zeroize::Zeroizing;

use super::read::{Shape, items, object, refused};
use super::table::{Setting, unknown};
use super::text::{Wiped, encoded};
use super::{call, client};
use crate::info::ErrorInfo;

/// Which table names are looked up in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// [`CLIENT_SETTINGS`](super::CLIENT_SETTINGS).
    Client,
    /// [`CALL_OPTIONS`](super::CALL_OPTIONS).
    Call,
}

/// Collects settings by name and writes them as the JSON object that [`builder`](super::builder) or
/// [`options`](super::options) takes.
///
/// Each value is judged when it is set, by the tables and by the core, as far as it can be judged alone: what two
/// settings mean together is for the client to judge. One that is refused leaves everything as it was. Of several
/// values for a name the last counts. Values are wiped when they are replaced or dropped; `Debug` shows names only.
///
/// ```
/// use parlour_bridge::settings::{Scope, SettingsMap, builder};
/// let mut map = SettingsMap::new(Scope::Client);
/// map.set_text("api_key", "k")?;
/// map.set("max_retries", "5")?;
/// map.set_entry_text("headers", "x-tenant", "blue")?;
/// map.push_text("beta", "long-context")?;
/// assert!(map.set("tiemout", "1").unwrap_err().message.contains("unknown setting `tiemout`"));
/// let builder = builder(map.render().as_bytes(), false)?;
/// # Ok::<(), parlour_bridge::ErrorInfo>(())
/// ```
#[derive(Clone)]
pub struct SettingsMap {
    scope: Scope,
    held: Vec<(&'static str, Held)>,
}

/// The value of one setting, as JSON text in pieces.
#[derive(Clone)]
enum Held {
    Whole(Wiped),
    List(Vec<Wiped>),
    Object(Vec<(String, Wiped)>),
}

impl SettingsMap {
    /// Nothing set.
    #[must_use]
    pub fn new(scope: Scope) -> SettingsMap {
        SettingsMap { scope, held: Vec::new() }
    }

    /// Sets `name` to the value with this JSON text.
    ///
    /// # Errors
    /// Of kind `Config`, if there is no such setting or the value does not fit it.
    pub fn set(&mut self, name: &str, json: &str) -> Result<(), ErrorInfo> {
        let (name, shape) = self.find(name)?;
        let json = one_value(name, json)?;
        self.check(name, json)?;
        let held = match shape {
            Shape::List => items(json).map(|items| Held::List(items.into_iter().map(wiped).collect())),
            Shape::Object => object(json).ok().map(|members| {
                Held::Object(members.into_iter().map(|m| (m.name.into_owned(), wiped(m.value))).collect())
            }),
            Shape::Single => None,
        };
        // A setting of the shape list or object that parses as neither is `null`.
        self.put(name, held.unwrap_or_else(|| Held::Whole(wiped(json))));
        Ok(())
    }

    /// Sets `name` to this text.
    ///
    /// # Errors
    /// As [`SettingsMap::set`].
    pub fn set_text(&mut self, name: &str, text: &str) -> Result<(), ErrorInfo> {
        self.set(name, &encoded(text))
    }

    /// Sets several names to texts that mean something together only, and are judged together.
    ///
    /// # Errors
    /// As [`SettingsMap::set`].
    pub fn set_texts(&mut self, texts: &[(&str, &str)]) -> Result<(), ErrorInfo> {
        let mut given = Vec::new();
        for (name, text) in texts {
            given.push((self.find(name)?.0, Held::Whole(encoded(text))));
        }
        self.judge(&given)?;
        for (name, held) in given {
            self.put(name, held);
        }
        Ok(())
    }

    /// Sets one entry of a setting that is an object (`headers`, `body_keys`, `pool`, …) to the value with this JSON
    /// text, in place of an entry of the same name.
    ///
    /// # Errors
    /// As [`SettingsMap::set`], also if the setting is no object.
    pub fn set_entry(&mut self, name: &str, entry: &str, json: &str) -> Result<(), ErrorInfo> {
        let (name, shape) = self.find(name)?;
        if shape != Shape::Object {
            return Err(ErrorInfo::about(name, " has no entries: set it as a whole"));
        }
        let json = one_value(name, json)?;
        let alone = Held::Object(vec![(entry.to_owned(), wiped(json))]);
        self.check(name, &alone.json())?;
        // Names of headers are the same in any case; no two names of other entries differ by it alone.
        match self.held.iter_mut().find(|(held, _)| *held == name) {
            Some((_, Held::Object(entries))) => {
                entries.retain(|(known, _)| match name {
                    "headers" | "secret_headers" => !known.eq_ignore_ascii_case(entry),
                    _ => known != entry,
                });
                entries.push((entry.to_owned(), wiped(json)));
            }
            _ => self.put(name, alone),
        }
        Ok(())
    }

    /// As [`SettingsMap::set_entry`], with a text.
    ///
    /// # Errors
    /// As [`SettingsMap::set_entry`].
    pub fn set_entry_text(&mut self, name: &str, entry: &str, text: &str) -> Result<(), ErrorInfo> {
        self.set_entry(name, entry, &encoded(text))
    }

    /// Adds a text to a setting that is a list (`beta`, `ca_pem`, …).
    ///
    /// # Errors
    /// As [`SettingsMap::set`], also if the setting is no list.
    pub fn push_text(&mut self, name: &str, text: &str) -> Result<(), ErrorInfo> {
        let (name, shape) = self.find(name)?;
        if shape != Shape::List {
            return Err(ErrorInfo::about(name, " is no list: set it as a whole"));
        }
        let alone = Held::List(vec![encoded(text)]);
        self.check(name, &alone.json())?;
        match self.held.iter_mut().find(|(held, _)| *held == name) {
            Some((_, Held::List(items))) => items.push(encoded(text)),
            _ => self.put(name, alone),
        }
        Ok(())
    }

    /// Takes a setting back. True if it had been set.
    pub fn unset(&mut self, name: &str) -> bool {
        let before = self.held.len();
        self.held.retain(|(held, _)| *held != name);
        self.held.len() < before
    }

    /// The JSON object of everything that was set. It may hold a credential and is wiped when it is dropped.
    #[must_use]
    pub fn render(&self) -> Zeroizing<String> {
        let room =
            self.held.iter().map(|(name, held)| string_bound(name.len()) + 2 + held.room()).sum::<usize>()
                + 2;
        let mut json = Zeroizing::new(String::with_capacity(room));
        separated(&mut json, ('{', '}'), &self.held, |json, (name, held)| {
            push_string(json, name);
            json.push(':');
            held.write(json);
        });
        json
    }

    fn put(&mut self, name: &'static str, value: Held) {
        self.held.retain(|(held, _)| *held != name);
        self.held.push((name, value));
    }

    fn find(&self, name: &str) -> Result<(&'static str, Shape), ErrorInfo> {
        fn look<T>(table: &[Setting<T>], name: &str) -> Result<(&'static str, Shape), ErrorInfo> {
            let found = table.iter().find(|setting| setting.name == name);
            found.map(|setting| (setting.name, setting.shape)).ok_or_else(|| unknown(name, table, ""))
        }
        match self.scope {
            Scope::Client => look(client::TABLE, name),
            Scope::Call => look(call::TABLE, name),
        }
    }

    /// Lets the table judge a value, and the core, unless it has no meaning without another.
    fn check(&self, name: &'static str, json: &str) -> Result<(), ErrorInfo> {
        let given = [(name, Held::Whole(wiped(json)))];
        match PAIRS.contains(&name) {
            true => self.filled(&given).map(drop),
            false => self.judge(&given),
        }
    }

    /// Lets the core judge values as if nothing else were set.
    fn judge(&self, given: &[(&'static str, Held)]) -> Result<(), ErrorInfo> {
        let judged = match self.filled(given)? {
            Filled::Client(builder) => builder.build().map(drop),
            Filled::Call(options) => options.check(),
        };
        let name = given.first().map_or("", |(name, _)| *name);
        judged.map_err(|error| refused(name, &error))
    }

    /// The core's own settings with these values, and nothing of the environment.
    fn filled(&self, given: &[(&'static str, Held)]) -> Result<Filled, ErrorInfo> {
        fn apply<T>(target: T, table: &[Setting<T>], given: &[(&'static str, Held)]) -> Result<T, ErrorInfo> {
            given.iter().try_fold(target, |target, (name, held)| {
                let json = held.json();
                match table.iter().find(|setting| setting.name == *name) {
                    Some(setting) if json.as_str() != "null" || setting.null => {
                        (setting.apply)(target, &json, name)
                    }
                    _ => Ok(target),
                }
            })
        }
        Ok(match self.scope {
            Scope::Client => {
                // An address on this machine and no credential: nothing of them can be refused, or needs a proxy.
                let bare =
                    ClientBuilder::from_lookup(|_| None).base_url("https://localhost").no_credentials();
                Filled::Client(Box::new(apply(bare, client::TABLE, given)?))
            }
            Scope::Call => Filled::Call(Box::new(apply(CallOptions::new(), call::TABLE, given)?)),
        })
    }
}

/// Settings that mean nothing without another.
const PAIRS: [&str; 3] = ["cache_keep_alive_ms", "client_certificate_pem", "client_key_pem"];

/// The settings that the core checks.
enum Filled {
    Client(Box<ClientBuilder>),
    Call(Box<CallOptions>),
}

impl fmt::Debug for SettingsMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SettingsMap")
            .field("scope", &self.scope)
            .field("set", &self.held.iter().map(|(name, _)| *name).collect::<Vec<_>>())
            .finish()
    }
}

impl Held {
    fn json(&self) -> Wiped {
        let mut json = Zeroizing::new(String::with_capacity(self.room()));
        self.write(&mut json);
        json
    }

    /// The most bytes that `write` appends: growing the buffer would leave a copy behind.
    fn room(&self) -> usize {
        match self {
            Held::Whole(json) => json.len(),
            Held::List(items) => items.iter().map(|json| json.len() + 1).sum::<usize>() + 2,
            Held::Object(entries) => {
                entries.iter().map(|(name, json)| string_bound(name.len()) + json.len() + 2).sum::<usize>()
                    + 2
            }
        }
    }

    fn write(&self, json: &mut String) {
        match self {
            Held::Whole(value) => json.push_str(value),
            Held::List(items) => separated(json, ('[', ']'), items, |json, item| json.push_str(item)),
            Held::Object(entries) => separated(json, ('{', '}'), entries, |json, (name, value)| {
                push_string(json, name);
                json.push(':');
                json.push_str(value);
            }),
        }
    }
}

fn separated<T>(json: &mut String, ends: (char, char), all: &[T], mut one: impl FnMut(&mut String, &T)) {
    json.push(ends.0);
    for (at, each) in all.iter().enumerate() {
        if at > 0 {
            json.push(',');
        }
        one(json, each);
    }
    json.push(ends.1);
}

fn wiped(json: &str) -> Wiped {
    Zeroizing::new(json.to_owned())
}

/// Checks that there is exactly one value: text after it could smuggle in further settings.
fn one_value<'a>(name: &str, json: &'a str) -> Result<&'a str, ErrorInfo> {
    serde_json::from_str::<&RawValue>(json).map(RawValue::get).map_err(|_| {
        ErrorInfo::config(format!("the value of {} is no JSON", spelled(name))).with_setting(name)
    })
}

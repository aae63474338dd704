//! The parts of a wire object besides its typed fields: unknown keys, the order of keys, nulls, and known keys whose
//! value was of another type.

use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::Serialize;
use serde::ser::SerializeMap;

use super::decode::{self, Decode, Read};
use super::reader::{Raw, Reader};
use crate::json::{Json, JsonError, MAX_MEMBERS, too_many_members};

/// The keys of a wire object that have no typed field, and how the object was written.
///
/// Encoding an object again gives the same keys in the same order, `null` where there was `null`, and unknown
/// values as the text they came in (protocol §0.4). A key put in here with [`insert`](Extra::insert) wins over
/// the typed field of that name; so a caller can send what this library does not type (protocol §8.7).
///
/// A known key whose value was of an unexpected JSON type is found here too. Its text is sent again as long as
/// the typed field keeps its default.
///
/// Two `Extra`s are equal if they hold equal keys and values; order and nulls do not count.
#[derive(Clone, Default)]
pub struct Extra {
    /// Bit n: the object came without its n-th known key.
    absent: u32,
    /// Bit n: the n-th known key was `null`.
    nulls: u32,
    /// Only for objects with anything unusual, so that the common case stays two words.
    more: Option<Box<More>>,
}

#[derive(Clone, Default)]
struct More {
    /// Unknown keys, in the order they came; each once.
    entries: Vec<(Box<str>, Json)>,
    /// Known keys with a value of another type.
    weak: Vec<Weak>,
    /// The order of keys if it is not "known keys as declared, then entries": slots of known keys, and
    /// `ENTRY + index` for entries. Empty, or complete for all entries.
    order: Vec<u32>,
}

#[derive(Clone)]
struct Weak {
    slot: u32,
    key: &'static str,
    json: Json,
}

/// Writes the known key of a slot, in this form.
type WriteSlot<'a, M> = dyn FnMut(u32, How<'_>, &mut M) -> Result<(), <M as SerializeMap>::Error> + 'a;

/// Known keys have the numbers below this one.
const ENTRY: u32 = 32;

impl Extra {
    /// The value of a key without (usable) typed field.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.iter().find(|(name, _)| *name == key).map(|(_, json)| json)
    }

    /// The names of all keys in here.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(key, _)| key)
    }

    /// All keys and values in here.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        let weak = self.more.iter().flat_map(|more| more.weak.iter().map(|weak| (weak.key, &weak.json)));
        self.entries().chain(weak)
    }

    /// True if there is no such key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Sets a key: in its place if it is here already, else at the end of the object. Returns the old value.
    ///
    /// ```
    /// let mut block = parlour::TextBlock::new("hello");
    /// block.extra.insert("mood", parlour::Json::string("calm"));
    /// let json = parlour::Json::from_serialize(&block)?;
    /// assert_eq!(json.as_str(), r#"{"type":"text","text":"hello","mood":"calm"}"#);
    /// # Ok::<(), parlour::JsonError>(())
    /// ```
    pub fn insert(&mut self, key: impl Into<String>, json: impl Into<Json>) -> Option<Json> {
        let (key, json) = (key.into(), json.into());
        let more = self.more.get_or_insert_default();
        if let Some((_, old)) = more.entries.iter_mut().find(|(name, _)| **name == *key) {
            return Some(std::mem::replace(old, json));
        }
        if !more.order.is_empty() {
            more.order.push(entry_code(more.entries.len()));
        }
        more.entries.push((key.into_boxed_str(), json));
        None
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &str) -> Option<Json> {
        let more = self.more.as_mut()?;
        if let Some(at) = more.entries.iter().position(|(name, _)| **name == *key) {
            let gone = entry_code(at);
            more.order.retain(|code| *code != gone);
            for code in more.order.iter_mut().filter(|code| **code > gone) {
                *code -= 1;
            }
            return Some(more.entries.remove(at).1);
        }
        let at = more.weak.iter().position(|weak| weak.key == key)?;
        Some(more.weak.remove(at).json)
    }

    /// The unknown keys alone.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.more.iter().flat_map(|more| more.entries.iter().map(|(key, json)| (&**key, json)))
    }

    /// The key was there, with whatever value; always true for objects made here.
    pub(crate) fn is_present(&self, slot: u32) -> bool {
        self.absent & bit(slot) == 0
    }

    pub(crate) fn is_null(&self, slot: u32) -> bool {
        self.nulls & bit(slot) != 0
    }

    /// From now on the object is written without this key while its typed field has the default value.
    pub(crate) fn mark_absent(&mut self, slot: u32) {
        self.absent |= bit(slot);
    }

    /// From now on the typed field is what counts, even while it has its default value.
    pub(crate) fn mark_present(&mut self, slot: u32) {
        self.absent &= !bit(slot);
        self.nulls &= !bit(slot);
        if let Some(more) = &mut self.more {
            more.weak.retain(|weak| weak.slot != slot);
        }
    }

    /// Writes an object: `known` is asked for the known keys (by slot), entries are written here.
    pub(crate) fn write<M: SerializeMap>(
        &self,
        keys: &[&'static str],
        map: &mut M,
        mut known: impl FnMut(u32, How<'_>, &mut M) -> Result<(), M::Error>,
    ) -> Result<(), M::Error> {
        let slots = u32::try_from(keys.len()).unwrap_or(ENTRY);
        match &self.more {
            None => (0..slots).try_for_each(|slot| known(slot, self.how(slot), map)),
            Some(more) => self.write_unusual(more, keys, slots, map, &mut known),
        }
    }

    /// As [`write`](Extra::write), for objects with keys that have no typed field, or in another order. Compiled once,
    /// not for each type.
    fn write_unusual<M: SerializeMap>(
        &self,
        more: &More,
        keys: &[&'static str],
        slots: u32,
        map: &mut M,
        known: &mut WriteSlot<'_, M>,
    ) -> Result<(), M::Error> {
        let mut slot_once = |slot: u32, map: &mut M| {
            let key = keys.get(slot as usize).copied().unwrap_or_default();
            // The caller's own value wins.
            match more.entries.iter().find(|(name, _)| **name == *key && !key.is_empty()) {
                Some((_, json)) => map.serialize_entry(key, json),
                None => known(slot, self.how(slot), map),
            }
        };
        let entry = |(key, json): &(Box<str>, Json), map: &mut M| {
            if keys.contains(&&**key) { Ok(()) } else { map.serialize_entry(key, json) }
        };
        let mut written = 0u32;
        for code in &more.order {
            if *code < ENTRY {
                written |= bit(*code);
                slot_once(*code, map)?;
            } else if let Some(item) = more.entries.get((*code - ENTRY) as usize) {
                entry(item, map)?;
            }
        }
        for slot in (0..slots).filter(|slot| written & bit(*slot) == 0) {
            slot_once(slot, map)?;
        }
        if more.order.is_empty() {
            more.entries.iter().try_for_each(|item| entry(item, map))?;
        }
        Ok(())
    }

    fn how(&self, slot: u32) -> How<'_> {
        if (self.absent | self.nulls) & bit(slot) == 0 && self.more.is_none() {
            return How::Plain;
        }
        let weak = self.more.iter().flat_map(|more| &more.weak).find(|weak| weak.slot == slot);
        match weak {
            Some(weak) => How::Weak(&weak.json),
            None if self.nulls & bit(slot) != 0 => How::Null,
            None if self.absent & bit(slot) != 0 => How::Absent,
            None => How::Plain,
        }
    }
}

impl PartialEq for Extra {
    fn eq(&self, other: &Extra) -> bool {
        self.iter().count() == other.iter().count()
            && self.iter().all(|(key, json)| other.get(key).is_some_and(|theirs| theirs == json))
    }
}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.iter().map(|(key, json)| (key, format_args!("{json}").to_string())))
            .finish()
    }
}

/// The form of a known key in the text that an object was read from.
#[derive(Clone, Copy)]
pub(crate) enum How<'a> {
    /// With a value, or the object was made here.
    Plain,
    Absent,
    Null,
    /// With a value of another type.
    Weak(&'a Json),
}

/// Writes one typed field, or the original text if the field still has its default.
pub(crate) fn write_field<M: SerializeMap, T: Serialize + Decode>(
    map: &mut M,
    key: &'static str,
    value: &T,
    is_default: impl Fn() -> bool,
    how: How<'_>,
) -> Result<(), M::Error> {
    if !matches!(how, How::Plain) && is_default() {
        return write_received(map, key, how);
    }
    if value.is_unset() { Ok(()) } else { map.serialize_entry(key, value) }
}

/// Writes a key as it came.
fn write_received<M: SerializeMap>(map: &mut M, key: &'static str, how: How<'_>) -> Result<(), M::Error> {
    match how {
        How::Plain | How::Absent => Ok(()),
        How::Null => map.serialize_entry(key, &()),
        How::Weak(json) => map.serialize_entry(key, json),
    }
}

/// Notes, while an object is read, whatever its typed fields cannot hold.
pub(crate) struct Tracker {
    keys: &'static [&'static str],
    present: u32,
    nulls: u32,
    more: Option<Box<More>>,
}

impl Tracker {
    pub(crate) fn new(keys: &'static [&'static str]) -> Tracker {
        Tracker { keys, present: 0, nulls: 0, more: None }
    }

    pub(crate) fn value(&mut self, slot: u32) {
        if self.present & bit(slot) != 0 {
            // A duplicate key: the last one wins, in the place of the first (protocol §11 row 24).
            self.nulls &= !bit(slot);
            if let Some(more) = &mut self.more {
                more.weak.retain(|weak| weak.slot != slot);
            }
            return;
        }
        // Any key declared later was here before: the order is not ours.
        let unordered = self.present >> slot != 0;
        let present = self.present;
        if unordered {
            let more = self.more.get_or_insert_default();
            more.spell_out_order(present);
        }
        if let Some(more) = &mut self.more
            && !more.order.is_empty()
        {
            more.order.push(slot);
        }
        self.present |= bit(slot);
    }

    pub(crate) fn null(&mut self, slot: u32) {
        self.value(slot);
        self.nulls |= bit(slot);
    }

    pub(crate) fn mistyped(&mut self, slot: u32, raw: Raw<'_>) {
        self.value(slot);
        let key = self.keys.get(slot as usize).copied().unwrap_or_default();
        self.more.get_or_insert_default().weak.push(Weak { slot, key, json: raw.to_json() });
    }

    /// # Errors
    /// [`JsonErrorKind::Size`](crate::JsonErrorKind::Size) if there are too many.
    pub(crate) fn unknown(&mut self, key: &str, raw: Raw<'_>) -> Result<(), JsonError> {
        let more = self.more.get_or_insert_default();
        if more.entries.len() >= MAX_MEMBERS {
            return Err(JsonError::size(too_many_members()));
        }
        more.spell_out_order(self.present);
        more.order.push(entry_code(more.entries.len()));
        more.entries.push((key.into(), raw.to_json()));
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Extra {
        if let Some(more) = &mut self.more {
            more.merge_duplicates();
        }
        let all = u32::try_from((1u64 << self.keys.len().min(32)) - 1).unwrap_or(u32::MAX);
        Extra { absent: all & !self.present, nulls: self.nulls, more: self.more }
    }
}

/// Reads the value of a known key into its field, and notes how it came. Not inlined: 400 fields of 40 types call it.
#[inline(never)]
pub(crate) fn field<T: Decode>(
    reader: &mut Reader<'_>,
    depth: u32,
    field: &mut T,
    default: fn() -> T,
    slot: u32,
    seen: &mut Tracker,
) -> Result<(), JsonError> {
    match decode::read::<T>(reader, depth)? {
        Read::Value(value) => {
            *field = value;
            seen.value(slot);
        }
        Read::Null => {
            *field = default();
            seen.null(slot);
        }
        Read::Mistyped(raw) => {
            *field = default();
            seen.mistyped(slot, raw);
        }
    }
    Ok(())
}

impl More {
    /// Until now keys came as declared: write that down.
    fn spell_out_order(&mut self, present: u32) {
        if self.order.is_empty() {
            // The following keys are recorded too, so reserve space for the usual object at once.
            self.order.reserve(16);
            self.order.extend((0..ENTRY).filter(|slot| present & bit(*slot) != 0));
        }
    }

    /// The last of duplicate keys wins, in the place of the first. Linear, whatever a server sends.
    fn merge_duplicates(&mut self) {
        if self.entries.len() < 2 {
            return;
        }
        let distinct: HashSet<&str> = self.entries.iter().map(|(key, _)| &**key).collect();
        if distinct.len() == self.entries.len() {
            return;
        }
        let mut places: HashMap<Box<str>, usize> = HashMap::new();
        let mut moved = Vec::with_capacity(self.entries.len());
        let mut kept: Vec<(Box<str>, Json)> = Vec::new();
        for (key, json) in std::mem::take(&mut self.entries) {
            if let Some(first) = places.get(&key).and_then(|place| kept.get_mut(*place)) {
                first.1 = json;
                moved.push(None);
            } else {
                places.insert(key.clone(), kept.len());
                moved.push(Some(entry_code(kept.len())));
                kept.push((key, json));
            }
        }
        self.entries = kept;
        self.order = std::mem::take(&mut self.order)
            .into_iter()
            .filter_map(|code| match code.checked_sub(ENTRY) {
                None => Some(code),
                Some(index) => moved.get(index as usize).copied().flatten(),
            })
            .collect();
    }
}

fn bit(slot: u32) -> u32 {
    1u32.checked_shl(slot).unwrap_or(0)
}

fn entry_code(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX - ENTRY).saturating_add(ENTRY)
}

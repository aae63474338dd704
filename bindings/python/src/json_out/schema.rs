//! Which class an object becomes: the description `register_models` was given, in a form quick to follow.
//!
//! In Python: `schema: dict[type, dict[str, Spec]]` for the fields of a class that hold models, and
//! `roots: dict[str, Spec]`. A Spec is a class, `("list", Spec)`, or `("union", tag, {value: Spec}, Spec | None)`,
//! where `None` leaves objects of unknown tag plain.

use std::collections::HashMap;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use super::instance::Plain;

/// The Python object for a value, if its form fits; another value stays plain.
pub(super) enum Spec {
    /// An object becomes an instance: number in the table of classes.
    Class(usize),
    /// The items of an array; also an object in the place of the array, which some results have for an error.
    List(Box<Spec>),
    /// An object becomes what its tag says.
    Union(Box<Union>),
}

/// Objects distinguished by the value of one member.
pub(super) struct Union {
    pub(super) tag: Box<str>,
    choices: HashMap<Box<str>, Spec>,
    otherwise: Option<Spec>,
}

impl Union {
    /// The choice for a tag, or for an object without one.
    pub(super) fn choose(&self, tag: Option<&str>) -> Option<&Spec> {
        tag.and_then(|tag| self.choices.get(tag)).or(self.otherwise.as_ref())
    }
}

/// A model class and those of its fields that hold models.
pub(super) struct Class {
    pub(super) plain: Plain,
    fields: Vec<(Box<str>, Spec)>,
}

impl Class {
    pub(super) fn field(&self, name: &[u8]) -> Option<&Spec> {
        self.fields.iter().find(|(field, _)| field.as_bytes() == name).map(|(_, spec)| spec)
    }
}

/// All classes and roots.
pub(super) struct Schema {
    classes: Vec<Class>,
    roots: HashMap<Box<str>, Spec>,
}

impl Schema {
    pub(super) fn read(schema: &Bound<'_, PyDict>, roots: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut reader = Reader { numbers: HashMap::new(), classes: Vec::new() };
        for (class, _) in schema {
            reader.number(class.cast::<PyType>().map_err(|_| wrong("schema: a key is no class"))?)?;
        }
        for (class, fields) in schema {
            let class = class.cast_into::<PyType>()?;
            let number = reader.number(&class)?;
            let mut read = Vec::new();
            for (field, spec) in &fields.cast_into::<PyDict>()? {
                let place = format!("{}.{field}", class.name()?);
                read.push((field.extract::<String>()?.into_boxed_str(), reader.spec(&spec, &place)?));
            }
            if let Some(class) = reader.classes.get_mut(number) {
                class.fields = read;
            }
        }
        let mut read = HashMap::new();
        for (name, spec) in roots {
            let name: String = name.extract()?;
            let spec = reader.spec(&spec, &name)?;
            read.insert(name.into_boxed_str(), spec);
        }
        Ok(Self { classes: reader.classes, roots: read })
    }

    pub(super) fn root(&self, name: &str) -> Option<&Spec> {
        self.roots.get(name)
    }

    pub(super) fn class(&self, number: usize) -> Option<&Class> {
        self.classes.get(number)
    }

    /// Whether the object is an instance of a registered class.
    pub(super) fn owns(&self, object: &Bound<'_, PyAny>) -> bool {
        let class = object.get_type();
        self.classes.iter().any(|known| known.plain.class(object.py()).is(&class))
    }
}

/// Gives each class its number as it is met.
struct Reader {
    numbers: HashMap<usize, usize>,
    classes: Vec<Class>,
}

impl Reader {
    fn number(&mut self, class: &Bound<'_, PyType>) -> PyResult<usize> {
        // The address identifies the class: `classes` keeps it alive.
        let address = class.as_ptr() as usize;
        if let Some(&number) = self.numbers.get(&address) {
            return Ok(number);
        }
        let number = self.classes.len();
        self.classes.push(Class { plain: Plain::check(class)?, fields: Vec::new() });
        self.numbers.insert(address, number);
        Ok(number)
    }

    fn spec(&mut self, spec: &Bound<'_, PyAny>, place: &str) -> PyResult<Spec> {
        if let Ok(class) = spec.cast::<PyType>() {
            return self.number(class).map(Spec::Class);
        }
        let form = || {
            wrong(format!("{place}: no class, (\"list\", Spec) or (\"union\", tag, choices, Spec | None)"))
        };
        let parts = spec.cast::<PyTuple>().map_err(|_| form())?;
        let kind: String = parts.get_item(0).and_then(|kind| kind.extract()).map_err(|_| form())?;
        match (kind.as_str(), parts.len()) {
            ("list", 2) => Ok(Spec::List(Box::new(self.spec(&parts.get_item(1)?, place)?))),
            ("union", 4) => {
                let tag = parts.get_item(1)?.cast_into::<PyString>()?.to_str()?.into();
                let mut choices = HashMap::new();
                for (value, choice) in &parts.get_item(2)?.cast_into::<PyDict>()? {
                    let value: String = value.extract()?;
                    let choice = self.spec(&choice, &format!("{place}[{value}]"))?;
                    choices.insert(value.into_boxed_str(), choice);
                }
                let otherwise = parts.get_item(3)?;
                let otherwise = if otherwise.is_none() { None } else { Some(self.spec(&otherwise, place)?) };
                Ok(Spec::Union(Box::new(Union { tag, choices, otherwise })))
            }
            _ => Err(form()),
        }
    }
}

fn wrong(text: impl Into<String>) -> PyErr {
    PyTypeError::new_err(text.into())
}

//! Values that are not exactly a built-in type: the package's own objects, subclasses, enums, dataclasses, models of
//! validation libraries, abstract containers, and the refusal of the rest. It must not import any library for it: what
//! a value's class did not bring along is not looked for.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyCFunction, PyDict, PyFloat, PyFrozenSet, PyFunction, PyInt, PyIterator, PyList, PyMapping,
    PySequence, PySet, PyString, PyTuple, PyType,
};

use super::path::{Path, type_name};
use super::{Walker, enter};
use crate::event::Event;
use crate::json_out::RawJson;
use crate::package::MODEL;
use crate::turns::Conversation;

impl Walker {
    /// Writes a value whose type is none of the exact built-in ones.
    #[cold]
    #[inline(never)]
    pub(super) fn foreign(
        &mut self,
        value: &Bound<'_, PyAny>,
        path: &Path<'_>,
        depth: usize,
    ) -> PyResult<()> {
        let py = value.py();
        if let Ok(raw) = value.cast::<RawJson>() {
            return self.raw(raw.get().text_of(), path);
        }
        if let Ok(conversation) = value.cast::<Conversation>() {
            conversation.get().write(&mut self.out);
            return Ok(());
        }
        // Each turn through here counts as a level: a value may convert to another of its kind without end.
        enter(path, depth)?;
        if self.not_given.as_ref().is_some_and(|mark| value.is(mark)) {
            return Err(PyTypeError::new_err(format!("{path}: not given, but a value is needed here")));
        }
        let model = MODEL.imported(py);
        if model.is_some_and(|model| value.is_instance(model.bind(py)).unwrap_or(false)) {
            let fields = value.getattr(intern!(py, "__dict__"))?.cast_into::<PyDict>()?;
            return self.dict(&fields, path, depth);
        }
        if let Ok(event) = value.cast::<Event>() {
            return self.event(event.get().text_of(), path);
        }
        if is_instance(value, class(py, &ENUM, "enum", "Enum"))? {
            let inner = value.getattr(intern!(py, "value"))?;
            return self.value(&inner, path, depth + 1);
        }
        if self.subclass(value, path, depth)? || self.declared(value, path, depth)? {
            return Ok(());
        }
        if path.is_source_data() && self.file(value, path, depth)? {
            return Ok(());
        }
        self.refuse_known(value, path)?;
        if is_instance(value, class(py, &DATE, "datetime", "date"))? {
            let text = value.call_method0(intern!(py, "isoformat")).map_err(|e| path.annotate(py, e))?;
            return self.value(&text, path, depth + 1);
        }
        if is_instance(value, class(py, &UUID, "uuid", "UUID"))? {
            return self.value(value.str()?.as_any(), path, depth + 1);
        }
        self.abstract_container(value, path, depth)
    }

    /// An event of a stream goes back as the text it came as.
    fn event(&mut self, raw: &str, path: &Path<'_>) -> PyResult<()> {
        serde_json::from_str::<serde::de::IgnoredAny>(raw)
            .map_err(|error| PyValueError::new_err(format!("{path}: event is not JSON: {error}")))?;
        self.out.extend_from_slice(raw.as_bytes());
        Ok(())
    }

    /// Values that Python cannot hold are written as their original text. The text is validated again, since any code
    /// can make such an object.
    fn raw(&mut self, text: &str, path: &Path<'_>) -> PyResult<()> {
        serde_json::from_str::<serde::de::IgnoredAny>(text)
            .map_err(|error| PyValueError::new_err(format!("{path}: RawJSON is not JSON: {error}")))?;
        self.out.extend_from_slice(text.as_bytes());
        Ok(())
    }

    /// Subclasses of built-in types are written as those. False: it is none.
    fn subclass(&mut self, value: &Bound<'_, PyAny>, path: &Path<'_>, depth: usize) -> PyResult<bool> {
        if let Ok(text) = value.cast::<PyString>() {
            self.string(text)?;
        } else if let Ok(dict) = value.cast::<PyDict>() {
            self.dict(dict, path, depth)?;
        } else if let Ok(list) = value.cast::<PyList>() {
            self.list(list, path, depth)?;
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            self.tuple(tuple, path, depth)?;
        } else if let Ok(flag) = value.cast::<PyBool>() {
            self.boolean(flag.is_true());
        } else if let Ok(number) = value.cast::<PyInt>() {
            self.integer(number, path)?;
        } else if let Ok(number) = value.cast::<PyFloat>() {
            self.float(number.value(), path)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Pydantic models and dataclasses, recognised by the marks on their classes. False: it is neither.
    fn declared(&mut self, value: &Bound<'_, PyAny>, path: &Path<'_>, depth: usize) -> PyResult<bool> {
        let py = value.py();
        let class = value.get_type();
        if class.hasattr(intern!(py, "__pydantic_serializer__"))?
            && class.hasattr(intern!(py, "model_dump"))?
        {
            let how = PyDict::new(py);
            how.set_item(intern!(py, "mode"), intern!(py, "json"))?;
            how.set_item(intern!(py, "by_alias"), true)?;
            how.set_item(intern!(py, "exclude_none"), true)?;
            let dumped = value
                .call_method(intern!(py, "model_dump"), (), Some(&how))
                .map_err(|error| path.annotate(py, error))?;
            self.value(&dumped, path, depth + 1)?;
            return Ok(true);
        }
        if class.hasattr(intern!(py, "__dataclass_fields__"))? {
            self.dataclass(value, path, depth)?;
            return Ok(true);
        }
        Ok(false)
    }

    fn dataclass(&mut self, value: &Bound<'_, PyAny>, path: &Path<'_>, depth: usize) -> PyResult<()> {
        let py = value.py();
        let fields = py.import(intern!(py, "dataclasses"))?.call_method1(intern!(py, "fields"), (value,))?;
        self.out.push(b'{');
        let mut first = true;
        for field in fields.try_iter()? {
            let name = field?.getattr(intern!(py, "name"))?.cast_into::<PyString>()?;
            let member = value.getattr(&name).map_err(|error| path.member(&name).annotate(py, error))?;
            self.member(&name, &member, path, depth, &mut first)?;
        }
        self.out.push(b'}');
        Ok(())
    }

    /// A path, or a file that is open in binary mode, is written as its content in base64. False: it is neither.
    fn file(&mut self, value: &Bound<'_, PyAny>, path: &Path<'_>, depth: usize) -> PyResult<bool> {
        let py = value.py();
        let content = if value.hasattr(intern!(py, "__fspath__"))? {
            let opened = py.import(intern!(py, "io"))?.call_method1(intern!(py, "open"), (value, "rb"))?;
            let content = opened.call_method0(intern!(py, "read"));
            opened.call_method0(intern!(py, "close"))?;
            content?
        } else if value.hasattr(intern!(py, "read"))? {
            value.call_method0(intern!(py, "read")).map_err(|error| path.annotate(py, error))?
        } else {
            return Ok(false);
        };
        if !is_bytes(&content)? {
            return Err(PyTypeError::new_err(format!(
                "{path}: the file is open as text; open it in binary mode"
            )));
        }
        let text = py
            .import(intern!(py, "base64"))?
            .call_method1(intern!(py, "b64encode"), (content,))?
            .call_method0(intern!(py, "decode"))?;
        self.value(&text, path, depth + 1)?;
        Ok(true)
    }

    /// Refuses, with advice, values that would pass as a container below or are often given by mistake.
    fn refuse_known(&self, value: &Bound<'_, PyAny>, path: &Path<'_>) -> PyResult<()> {
        let advice = if value.is_instance_of::<PyType>() {
            "a class, not an instance of it"
        } else if is_bytes(value)? {
            "bytes are not JSON; use base64.b64encode(data).decode()"
        } else if value.is_instance_of::<PySet>() || value.is_instance_of::<PyFrozenSet>() {
            "a set has no order; pass a list"
        } else if value.is_instance_of::<PyFunction>() || value.is_instance_of::<PyCFunction>() {
            "functions are run by messages.run_tools(); parlour.tool(function) is the definition of one"
        } else if value.hasattr(intern!(value.py(), "read"))? {
            "an open file is sent as the data of a source alone; read it first"
        } else if value.cast::<PyIterator>().is_ok() {
            "an iterator can be read only once; pass a list"
        } else {
            return Ok(());
        };
        Err(PyTypeError::new_err(format!("{path}: {} cannot be sent: {advice}", type_name(value))))
    }

    /// Anything that calls itself a mapping or a sequence; the rest is refused.
    fn abstract_container(
        &mut self,
        value: &Bound<'_, PyAny>,
        path: &Path<'_>,
        depth: usize,
    ) -> PyResult<()> {
        let py = value.py();
        if let Ok(mapping) = value.cast::<PyMapping>() {
            self.out.push(b'{');
            let mut first = true;
            let items = mapping.call_method0(intern!(py, "items")).and_then(|items| items.try_iter());
            for pair in items.map_err(|error| path.annotate(py, error))? {
                let pair = pair.map_err(|error| path.annotate(py, error))?;
                let (key, member): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
                self.member(&key, &member, path, depth, &mut first)?;
            }
            self.out.push(b'}');
            return Ok(());
        }
        if let Ok(sequence) = value.cast::<PySequence>() {
            self.out.push(b'[');
            let items = sequence.try_iter().map_err(|error| path.annotate(py, error))?;
            for (index, item) in items.enumerate() {
                let item = item.map_err(|error| path.item(index).annotate(py, error))?;
                self.item(&item, index, path, depth)?;
            }
            self.out.push(b']');
            return Ok(());
        }
        let kind = type_name(value);
        Err(PyTypeError::new_err(format!(
            "{path}: {kind} cannot be sent as JSON; use dict, list, str, int, float, bool, None, \
             a dataclass or a pydantic model"
        )))
    }
}

static ENUM: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static DATE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static UUID: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// A class, if somebody has imported its module; a value of the class cannot exist otherwise.
fn class<'a, 'py>(
    py: Python<'py>,
    cell: &'a PyOnceLock<Py<PyType>>,
    module: &str,
    name: &str,
) -> Option<&'a Bound<'py, PyType>> {
    let found = cell.get_or_try_init(py, || {
        let modules = py.import(intern!(py, "sys"))?.getattr(intern!(py, "modules"))?;
        let class = modules.get_item(module)?.getattr(name)?;
        PyResult::Ok(class.cast_into::<PyType>()?.unbind())
    });
    found.ok().map(|class| class.bind(py))
}

fn is_instance(value: &Bound<'_, PyAny>, class: Option<&Bound<'_, PyType>>) -> PyResult<bool> {
    class.map_or(Ok(false), |class| value.is_instance(class))
}

fn is_bytes(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let builtins = value.py().import(intern!(value.py(), "builtins"))?;
    for name in ["bytes", "bytearray", "memoryview"] {
        if value.is_instance(&builtins.getattr(name)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

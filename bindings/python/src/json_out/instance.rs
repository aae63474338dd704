//! Instances of model classes, made without calling `__new__` or `__init__`. The only file of the decoder with unsafe
//! code: the limited API offers no safe way to do this at the price of an allocation.
#![allow(unsafe_code)]

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

/// A class that [`Plain::check`] found to be a plain Python class: its instances are what `object.__new__` makes, and
/// they have a `__dict__`.
pub(super) struct Plain(Py<PyType>);

impl Plain {
    /// Takes a class whose instances consist of a `__dict__` and slots, with nothing set up in `__new__`.
    ///
    /// # Errors
    /// `TypeError` if it is another kind of class.
    pub(super) fn check(class: &Bound<'_, PyType>) -> PyResult<Self> {
        let py = class.py();
        let object = py.get_type::<PyAny>();
        // `object.__new__` itself refuses classes whose layout comes from C and classes with abstract methods.
        let trial = object.call_method1(intern!(py, "__new__"), (class,))?;
        let has_dict = class.getattr(intern!(py, "__dictoffset__"))?.extract::<isize>()? != 0;
        if !has_dict || !trial.get_type().is(class) {
            return Err(PyTypeError::new_err(format!("{class} has no __dict__ for its fields")));
        }
        Ok(Self(class.clone().unbind()))
    }

    pub(super) fn class<'py>(&self, py: Python<'py>) -> &Bound<'py, PyType> {
        self.0.bind(py)
    }

    /// An instance whose `__dict__` is that dict.
    pub(super) fn instance<'py>(&self, fields: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let py = fields.py();
        let class = self.0.bind(py).as_type_ptr();
        // SAFETY: `class` is a live type object and the thread is attached. `check` made sure that CPython builds its
        // instances with `object.__new__`, which is this allocation (zeroed memory, an incremented type, tracked by the
        // collector) and at most an early dict, which the next call sets anyway. A new reference or null with an
        // error is returned, as `from_owned_ptr_or_err` wants.
        let object = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyType_GenericAlloc(class, 0))? };
        // SAFETY: both pointers are live objects that `object` and `fields` hold; the class has a `__dict__` (`check`),
        // and the value is a dict. The function takes a reference of its own and reports failure by a non-zero result
        // with an error set.
        let failed = unsafe {
            ffi::PyObject_GenericSetDict(object.as_ptr(), fields.as_ptr(), std::ptr::null_mut()) != 0
        };
        if failed { Err(PyErr::fetch(py)) } else { Ok(object) }
    }
}

/// Sets a slot, past the `__setattr__` of the class, which refuses assignments.
pub(super) fn set_slot(
    object: &Bound<'_, PyAny>,
    name: &Bound<'_, PyString>,
    value: &Bound<'_, PyAny>,
) -> PyResult<()> {
    // SAFETY: three live objects, the thread is attached; this is what `object.__setattr__` calls. It takes no
    // reference away and reports failure by a non-zero result with an error set.
    let failed = unsafe { ffi::PyObject_GenericSetAttr(object.as_ptr(), name.as_ptr(), value.as_ptr()) != 0 };
    if failed { Err(PyErr::fetch(object.py())) } else { Ok(()) }
}

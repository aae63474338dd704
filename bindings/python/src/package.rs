//! Objects of the Python half that the native half looks up, once for each import of the package.
//!
//! A program may import the package anew, as reloaders and notebooks do. The native module stays, so that it has to
//! forget the classes of the package before: an error of theirs would match no `except` of the program.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::intern;
use pyo3::prelude::*;

/// An attribute of a module of the package. Any thread.
pub(crate) struct OfPackage {
    module: &'static str,
    name: &'static str,
    found: Mutex<Option<Py<PyAny>>>,
}

/// Makes an error of the facts of the core.
pub(crate) static MAKE_ERROR: OfPackage = OfPackage::new("parlour._types.errors", "_make");
pub(crate) static HEADERS: OfPackage = OfPackage::new("parlour.types", "Headers");
pub(crate) static RATE_LIMITS: OfPackage = OfPackage::new("parlour.types", "RateLimits");
/// The mark of arguments that were not given.
pub(crate) static NOT_GIVEN: OfPackage = OfPackage::new("parlour._options.options", "NOT_GIVEN");
/// The base class of objects from an answer.
pub(crate) static MODEL: OfPackage = OfPackage::new("parlour.types", "Model");

impl OfPackage {
    const fn new(module: &'static str, name: &'static str) -> OfPackage {
        OfPackage { module, name, found: Mutex::new(None) }
    }

    /// The object; its module is imported if need be.
    ///
    /// # Errors
    /// The module cannot be imported or lacks the name.
    pub(crate) fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.or_look_up(py, || Ok(py.import(self.module)?.into_any()))
    }

    /// The object, if its module was imported already.
    pub(crate) fn imported(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        let modules =
            || py.import(intern!(py, "sys"))?.getattr(intern!(py, "modules"))?.get_item(self.module);
        self.or_look_up(py, modules).ok()
    }

    fn or_look_up<'py>(
        &self,
        py: Python<'py>,
        module: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        if let Some(found) = &*self.lock() {
            return Ok(found.clone_ref(py));
        }
        // Not under the lock: an import runs code of Python.
        let found = module()?.getattr(self.name)?.unbind();
        *self.lock() = Some(found.clone_ref(py));
        Ok(found)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Py<PyAny>>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets the classes: the package is imported anew.
pub(crate) fn forget() {
    for kept in [&MAKE_ERROR, &HEADERS, &RATE_LIMITS, &NOT_GIVEN, &MODEL] {
        let forgotten = kept.lock().take();
        // Not under the lock: it may be the last reference.
        drop(forgotten);
    }
}

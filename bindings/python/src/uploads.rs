//! Files that Python uploads: paths, bytes, functions that read, and feeds whose pieces an event loop gives.

use std::io;

use bytes::Bytes;
use parlour_bridge::uploads;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::text::{FilePath, Text};
use crate::{errors, exit};

/// A file to be uploaded.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Upload {
    pub(crate) upload: uploads::Upload,
}

pub(crate) fn uploads_of(files: &[PyRef<'_, Upload>]) -> Vec<uploads::Upload> {
    files.iter().map(|file| file.upload.clone()).collect()
}

#[pymethods]
impl Upload {
    /// The file at this path.
    #[staticmethod]
    fn path(py: Python<'_>, path: FilePath) -> PyResult<Upload> {
        let upload = uploads::Upload::path(path).map_err(|error| errors::raise(py, error))?;
        Ok(Upload { upload })
    }

    /// These bytes.
    #[staticmethod]
    fn of_bytes(name: Text<'_>, content: PyBackedBytes) -> Upload {
        Upload { upload: uploads::Upload::bytes(&name, Bytes::from_owner(content)) }
    }

    /// Uploads the pieces that this function returns, until it returns `None`. It runs on a thread of its own.
    #[staticmethod]
    fn reader(name: Text<'_>, read: Py<PyAny>) -> Upload {
        let next = move || {
            let piece = exit::enter(|py| -> PyResult<Option<Bytes>> {
                let piece: Option<PyBackedBytes> = read.call0(py)?.extract(py)?;
                Ok(piece.map(Bytes::from_owner))
            });
            match piece {
                Some(piece) => piece.map_err(io::Error::other),
                None => Err(io::Error::other("the interpreter is shutting down")),
            }
        };
        Upload { upload: uploads::Upload::blocking(&name, next) }
    }

    /// Uploads the pieces that are pushed into this feed.
    #[staticmethod]
    fn feed(name: Text<'_>, feed: &Feed) -> Upload {
        Upload { upload: uploads::Upload::feed(&name, &feed.feed) }
    }

    /// With this name, media type and length, where they are given.
    #[pyo3(signature = (name = None, media_type = None, length = None))]
    fn with_(&self, name: Option<Text<'_>>, media_type: Option<Text<'_>>, length: Option<u64>) -> Upload {
        let mut upload = self.upload.clone();
        if let Some(name) = name {
            upload = upload.named(&name);
        }
        if let Some(media_type) = media_type {
            upload = upload.media_type(&media_type);
        }
        if let Some(length) = length {
            upload = upload.length(length);
        }
        Upload { upload }
    }
}

/// Pieces that an event loop gives. `wanted` is called on any thread each time one is wanted, and must return at once.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Feed {
    feed: uploads::Feed,
}

#[pymethods]
impl Feed {
    #[new]
    fn new(wanted: Py<PyAny>) -> Feed {
        let notify = move || {
            // Without an interpreter there is nobody to answer, and the process ends.
            let _ = exit::enter(|py| {
                if let Err(error) = wanted.call0(py) {
                    error.write_unraisable(py, Some(wanted.bind(py)));
                }
            });
        };
        Feed { feed: uploads::Feed::new(notify) }
    }

    /// Gives the piece that is wanted.
    fn give(&self, piece: PyBackedBytes) {
        self.feed.give(Bytes::from_owner(piece));
    }

    /// There are no more pieces.
    fn end(&self) {
        self.feed.end();
    }

    /// The next piece could not be read.
    fn fail(&self, why: Text<'_>) {
        self.feed.fail(&*why);
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyRuntimeError::new_err("a feed belongs to its call"))
    }
}

//! Why an entry point failed.

use parlour_bridge::ErrorInfo;

use crate::abi::{PARLOUR_FORKED, PARLOUR_INVALID_UTF8, PARLOUR_NULL_ARGUMENT, parlour_result};

/// Why an entry point failed.
pub(crate) enum Fault {
    /// Reported by the code alone.
    Code(parlour_result),
    /// Reported by the code, and by an error handle that names the argument.
    Argument(parlour_result, &'static str),
    /// Reported by an error handle.
    Error(ErrorInfo),
}

impl Fault {
    /// The contents of the error handle, if there is one.
    pub(crate) fn info(self) -> Option<ErrorInfo> {
        match self {
            Fault::Code(_) => None,
            Fault::Argument(code, name) => {
                let what = match code {
                    PARLOUR_NULL_ARGUMENT => "must not be NULL",
                    PARLOUR_INVALID_UTF8 => "must be UTF-8 text",
                    _ => "has a value that this function does not take",
                };
                Some(ErrorInfo::config(format!("the argument `{name}` {what}")))
            }
            Fault::Error(info) => Some(info),
        }
    }
}

impl From<ErrorInfo> for Fault {
    fn from(error: ErrorInfo) -> Fault {
        if error.forked { Fault::Code(PARLOUR_FORKED) } else { Fault::Error(error) }
    }
}

/// An argument that must not be NULL.
pub(crate) fn require<T>(argument: Option<T>, name: &'static str) -> Result<T, Fault> {
    argument.ok_or(Fault::Argument(PARLOUR_NULL_ARGUMENT, name))
}

//! The table of error kinds as rows, for bindings that build a class or a constant for each.

use parlour::ErrorKind;

/// One kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorRow {
    /// The stable number, never reused.
    pub code: u16,
    /// The name, for example `"RateLimit"`.
    pub name: &'static str,
    /// Whether an error of this kind is worth repeating unless the service said otherwise.
    pub retryable: bool,
    /// A short description.
    pub summary: &'static str,
    /// Advice for the caller, as one clause.
    pub advice: &'static str,
}

impl ErrorRow {
    const fn of(kind: ErrorKind) -> ErrorRow {
        ErrorRow {
            code: kind.code(),
            name: kind.name(),
            retryable: kind.is_retryable(),
            summary: kind.summary(),
            advice: kind.advice(),
        }
    }
}

/// Made by the compiler: a table that is filled at first use could be inherited half-filled by a forked child.
static ROWS: [ErrorRow; ErrorKind::ALL.len()] = rows();

const fn rows() -> [ErrorRow; ErrorKind::ALL.len()] {
    let mut rows = [ErrorRow::of(ErrorKind::Internal); ErrorKind::ALL.len()];
    let mut free: &mut [ErrorRow] = &mut rows;
    let mut kinds = ErrorKind::ALL;
    while let ([kind, more_kinds @ ..], [row, more_rows @ ..]) = (kinds, free) {
        *row = ErrorRow::of(*kind);
        kinds = more_kinds;
        free = more_rows;
    }
    rows
}

/// Every kind of error of the core, in the order of its number. Each binding tests that it maps all of them.
#[must_use]
pub fn error_table() -> &'static [ErrorRow] {
    &ROWS
}

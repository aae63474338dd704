//! Buffers that grow only where there is memory: the allocator's refusal is an error, and does not abort the process.

use std::collections::TryReserveError;

/// Puts the first piece into an empty buffer, with room for `hint` bytes in all if there is memory for so many.
///
/// # Errors
/// If there is none for the piece.
pub(crate) fn begin(all: &mut Vec<u8>, piece: &[u8], hint: usize) -> Result<(), TryReserveError> {
    if all.try_reserve_exact(hint.max(piece.len())).is_err() {
        all.try_reserve_exact(piece.len())?;
    }
    all.extend_from_slice(piece);
    Ok(())
}

/// Appends, if there is memory for it: where there is none for a buffer of twice the size, one that fits.
///
/// # Errors
/// If there is none; `all` is as it was.
#[inline]
pub(crate) fn append(all: &mut Vec<u8>, piece: &[u8]) -> Result<(), TryReserveError> {
    if all.try_reserve(piece.len()).is_err() {
        all.try_reserve_exact(piece.len())?;
    }
    all.extend_from_slice(piece);
    Ok(())
}

/// Makes room for so many more bytes of text, as [`append`] does.
///
/// # Errors
/// As [`append`].
#[inline]
pub(crate) fn reserve(all: &mut String, more: usize) -> Result<(), TryReserveError> {
    match all.try_reserve(more) {
        Ok(()) => Ok(()),
        Err(_) => all.try_reserve_exact(more),
    }
}

/// Smaller sizes are not probed: the allocator has them at hand, and a probe would cost as much as the allocation.
const LARGE: usize = 1 << 20;

/// Whether so many bytes can be allocated in one piece, for work that allocates about as much deep inside, where a
/// refusal would abort the process: reading JSON into values, copying a message. Another thread may take the memory
/// in between.
///
/// # Errors
/// If they cannot.
#[inline]
pub(crate) fn room_for(bytes: usize) -> Result<(), TryReserveError> {
    if bytes < LARGE { Ok(()) } else { ask_for(bytes) }
}

#[cold]
fn ask_for(bytes: usize) -> Result<(), TryReserveError> {
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(bytes)?;
    // An allocation that nobody uses may be left out.
    std::hint::black_box(&room);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_refused() {
        assert!(room_for(LARGE).is_ok() && room_for(usize::MAX).is_err());
        let mut text = "a".to_owned();
        assert!(reserve(&mut text, usize::MAX).is_err());
        assert_eq!(text, "a");
    }
}

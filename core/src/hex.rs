//! Bytes as lower-case hexadecimal digits.

/// Two digits for each byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_has_two_digits() {
        assert_eq!(hex(&[0, 9, 10, 0xf0, 0xff]), "00090af0ff");
        assert_eq!(hex(&[]), "");
    }
}

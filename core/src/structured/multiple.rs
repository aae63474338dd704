//! `multipleOf`, exact in decimals: in binary, 0.3 is no multiple of 0.1, and every large number seems to be one.

use serde_json::Number;

/// A number as `digits` times a power of ten; its sign does not count here.
struct Decimal {
    digits: u64,
    exponent: i32,
}

impl Decimal {
    /// `None` if the text has more digits than fit.
    fn of(number: &Number) -> Option<Decimal> {
        let text = number.to_string();
        let text = text.strip_prefix('-').unwrap_or(&text);
        let (written, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = written.split_once('.').unwrap_or((written, ""));
        let fraction = fraction.trim_end_matches('0');
        let digits = format!("{whole}{fraction}").parse().ok()?;
        let exponent = exponent.parse::<i32>().ok()?.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        Some(Decimal { digits, exponent })
    }
}

/// Whether `number` is an integer times `step`. A step that is not above zero excludes nothing.
pub(super) fn is_multiple(number: &Number, step: &Number) -> bool {
    match (Decimal::of(number), Decimal::of(step)) {
        (Some(number), Some(step)) => divides(&step, &number),
        // More digits than a double has are no text of one: a feature of serde_json keeps them.
        _ => {
            let times = number.as_f64().unwrap_or_default() / step.as_f64().unwrap_or(1.0);
            times.is_finite() && times.fract() == 0.0
        }
    }
}

fn divides(step: &Decimal, number: &Decimal) -> bool {
    if step.digits == 0 || number.digits == 0 {
        return true;
    }
    let (step_digits, digits) = (u128::from(step.digits), u128::from(number.digits));
    let more = i64::from(number.exponent) - i64::from(step.exponent);
    if more >= 0 {
        let scaled = digits % step_digits * power_of_ten(more.unsigned_abs(), step_digits);
        return scaled.is_multiple_of(step_digits);
    }
    // What is larger than the number does not divide it.
    let scale = u32::try_from(more.unsigned_abs()).ok().and_then(|more| 10_u128.checked_pow(more));
    scale.and_then(|scale| scale.checked_mul(step_digits)).is_some_and(|whole| digits.is_multiple_of(whole))
}

/// A power of ten, modulo `modulus`, which fits into 64 bits.
fn power_of_ten(mut exponent: u64, modulus: u128) -> u128 {
    let (mut power, mut square) = (1 % modulus, 10 % modulus);
    while exponent > 0 {
        if !exponent.is_multiple_of(2) {
            power = power * square % modulus;
        }
        square = square * square % modulus;
        exponent /= 2;
    }
    power
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn number(value: Value) -> Number {
        value.as_number().unwrap().clone()
    }

    #[test]
    fn multiples_are_exact() {
        for (have, step, fits) in [
            (json!(0.3), json!(0.1), true),
            (json!(-0.3), json!(0.1), true),
            (json!(0.35), json!(0.1), false),
            (json!(0.0075), json!(0.0001), true),
            (json!(0), json!(7), true),
            (json!(0.0), json!(0.5), true),
            (json!(9), json!(3.0), true),
            (json!(4.5), json!(1.5), true),
            (json!(35), json!(1.5), false),
            // A tolerance relative to the quotient accepted these.
            (json!(12_345_678_901_u64), json!(2), false),
            (json!(u64::MAX), json!(2), false),
            (json!(u64::MAX), json!(5), true),
            // Their quotient is no finite double, or loses its fraction.
            (json!(1e308), json!(0.123_456_789), false),
            (json!(1e308), json!(0.5), true),
            (json!(12_391_239_123_u64), json!(1e-8), true),
            (json!(1e-300), json!(1), false),
            (json!(1e-300), json!(1e-308), true),
            (json!(5), json!(0), true),
        ] {
            assert_eq!(is_multiple(&number(have.clone()), &number(step.clone())), fits, "{have} and {step}");
        }
    }
}

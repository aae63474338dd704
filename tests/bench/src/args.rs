//! The command line of the drivers: `--name value` pairs.

use crate::Error;

/// All `--name value` pairs of one command line.
#[derive(Clone, Debug, Default)]
pub struct Args {
    pairs: Vec<(String, String)>,
}

impl Args {
    /// Reads the process's own command line.
    ///
    /// # Errors
    /// When a word is not a `--name`, or the last name has no value.
    pub fn parse() -> Result<Args, Error> {
        Args::from_words(std::env::args().skip(1))
    }

    /// Reads words; see [`Args::parse`] for the errors.
    ///
    /// # Errors
    /// As [`Args::parse`].
    pub fn from_words(words: impl IntoIterator<Item = String>) -> Result<Args, Error> {
        let mut words = words.into_iter();
        let mut pairs = Vec::new();
        while let Some(word) = words.next() {
            let name = word.strip_prefix("--").ok_or_else(|| format!("not an option: {word}"))?;
            let value = words.next().ok_or_else(|| format!("--{name} needs a value"))?;
            pairs.push((name.to_owned(), value));
        }
        Ok(Args { pairs })
    }

    /// The last value given under a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().rev().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// A value that must be there.
    ///
    /// # Errors
    /// When it is not.
    pub fn need(&self, name: &str) -> Result<&str, Error> {
        self.get(name).ok_or_else(|| format!("--{name} is missing").into())
    }

    /// A parsed value, or the default when it was not given.
    ///
    /// # Errors
    /// When it was given and does not parse.
    pub fn or<T: std::str::FromStr>(&self, name: &str, default: T) -> Result<T, Error> {
        match self.get(name) {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| format!("--{name} {text}: not understood").into()),
        }
    }

    /// Refuses unknown names, so that a typing error does not silently measure something else.
    ///
    /// # Errors
    /// On the first name that is not in `known`.
    pub fn only(&self, known: &[&str]) -> Result<(), Error> {
        match self.pairs.iter().find(|(n, _)| !known.contains(&n.as_str())) {
            Some((name, _)) => Err(format!("unknown option --{name}; known: --{}", known.join(" --")).into()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Result<Args, Error> {
        Args::from_words(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn the_last_of_two_values_counts_and_missing_ones_take_the_default() {
        let a = args("--secs 1 --secs 2.5 --kind unary").unwrap();
        assert_eq!(a.or("secs", 0.0).unwrap(), 2.5);
        assert_eq!(a.or("conc", 7).unwrap(), 7);
        assert_eq!(a.need("kind").unwrap(), "unary");
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        assert!(args("unary").is_err());
        assert!(args("--kind").is_err());
        assert!(args("--secs x").unwrap().or("secs", 1.0).is_err());
        assert!(args("--sec 1").unwrap().only(&["secs"]).is_err());
    }
}

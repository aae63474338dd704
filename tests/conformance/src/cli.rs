//! The command line.

use std::path::PathBuf;

/// The command line arguments.
pub struct Arguments {
    /// Names of drivers; empty for all of the table.
    pub drivers: Vec<String>,
    /// A folder of recordings.
    pub transcripts: Option<PathBuf>,
    /// The folder of cases.
    pub cases: PathBuf,
    /// Only cases and recordings whose name matches.
    pub filter: Option<String>,
    /// Runs at a time.
    pub jobs: usize,
    /// Print names only.
    pub list: bool,
    /// Print every run, not only failures.
    pub verbose: bool,
}

/// How to call the program.
pub const USAGE: &str =
    "conformance [--drivers rust,…] [--transcripts FOLDER] [--cases FOLDER] [--filter GLOB] \
    [--jobs N] [--list] [--verbose]

Runs every case with every driver of drivers.json, then every recording of the given folder.
GLOB matches whole names such as sse/crlf; * stands for any text. Exit code 0 only if all holds.";

/// Reads the arguments that follow the program's name.
///
/// # Errors
/// A sentence about the first argument that is not understood; empty if help was asked for.
pub fn parse(arguments: impl Iterator<Item = String>, own_folder: &str) -> Result<Arguments, String> {
    let mut out = Arguments {
        drivers: Vec::new(),
        transcripts: None,
        cases: PathBuf::from(own_folder).join("cases"),
        filter: None,
        jobs: 8,
        list: false,
        verbose: false,
    };
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        let (name, inline) = match argument.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (argument, None),
        };
        match name.as_str() {
            "--help" | "-h" => return Err(String::new()),
            "--list" => out.list = true,
            "--verbose" => out.verbose = true,
            "--drivers" | "--transcripts" | "--cases" | "--filter" | "--jobs" => {
                let value =
                    inline.or_else(|| arguments.next()).ok_or_else(|| format!("{name} wants a value"))?;
                match name.as_str() {
                    "--drivers" => {
                        out.drivers = value.split(',').filter(|d| !d.is_empty()).map(str::to_owned).collect();
                    }
                    "--transcripts" => {
                        out.transcripts = Some(value).filter(|v| !v.is_empty()).map(PathBuf::from)
                    }
                    "--cases" => out.cases = PathBuf::from(value),
                    "--filter" => out.filter = Some(value),
                    _ => {
                        let jobs = value.parse().ok().filter(|n| (1..=64).contains(n));
                        out.jobs = jobs.ok_or("--jobs wants a number from 1 to 64")?;
                    }
                }
            }
            other => return Err(format!("{other} is unknown")),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Arguments, String> {
        parse(text.split_whitespace().map(str::to_owned), "here")
    }

    #[test]
    fn both_ways_to_give_a_value() {
        let given = parsed("--drivers=rust,python --filter sse/* --jobs 3 --transcripts=").unwrap();
        assert_eq!(given.drivers, ["rust", "python"]);
        assert_eq!((given.filter.as_deref(), given.jobs), (Some("sse/*"), 3));
        assert!(given.transcripts.is_none());
        assert_eq!(given.cases, PathBuf::from("here/cases"));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for bad in ["--what", "--jobs 0", "--drivers"] {
            assert!(!parsed(bad).err().unwrap().is_empty(), "{bad}");
        }
        assert_eq!(parsed("--help").err().unwrap(), "");
    }
}

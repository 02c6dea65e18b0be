//! `--libraries`.

use propp_judge_hints::Libraries;
use propp_recording_wire::variables;

use crate::cli::say::{Failure, Result};

/// The option of the commands that print hints.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LibrariesArg {
    /// Libraries whose kernels you call but do not change; hints on these kernels advise a change
    /// of the call. A file (format: docs/hints.md) adds to propp's list; `auto`: the list alone;
    /// `none`: no libraries
    #[arg(long, value_name = "FILE.toml", default_value = AUTO, env = variables::LIBRARIES)]
    libraries: String,
}

const AUTO: &str = "auto";
const NONE: &str = "none";

impl LibrariesArg {
    /// What a command without the option goes by.
    pub(crate) fn of_environment() -> Self {
        Self { libraries: std::env::var(variables::LIBRARIES).unwrap_or_else(|_| AUTO.to_owned()) }
    }

    pub(crate) fn read(&self) -> Result<Libraries> {
        let bundled = || Libraries::bundled().map_err(Failure::usage);
        let path = match self.libraries.as_str() {
            AUTO => return bundled(),
            NONE => return Ok(Libraries::default()),
            path => path,
        };
        let failed = |why: String| {
            Failure::usage(format!(
                "cannot use the list of libraries {path}: {}; `propp explain hints` shows the \
                 format, and `--libraries auto` uses propp's list",
                why.trim_end()
            ))
        };
        let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
        let own = Libraries::from_toml(&text).map_err(|error| failed(error.to_string()))?;
        Ok(own.before(bundled()?))
    }
}

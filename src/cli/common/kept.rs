//! Prices of the GPUs that were calibrated, found by every command.

use std::path::PathBuf;

use propp_judge_cost::quality::{Wanted, Weights};
use propp_suite_calibrate::kept::{Kept, read};

use crate::cli::say::say;

/// Prices that `propp calibrate` made of this GPU, and their file. A file that cannot be used is told,
/// and no reason to fail.
pub(crate) fn weights(wanted: &Wanted) -> Option<(PathBuf, Weights)> {
    let name = wanted.name.as_ref()?;
    let ignored = |what: String| {
        say(&format!(
            "propp: warning: the prices of {name} that `propp calibrate` made are not used: {what}; \
             `propp calibrate` makes them anew, `propp calibrate --remove all` forgets them"
        ));
        None
    };
    let (path, text) = match read(name, Kept::Weights) {
        Ok(found) => found?,
        Err(error) => return ignored(error.to_string()),
    };
    match Weights::from_toml(&text) {
        Ok(own) if own.provenance().gpu == *name && own.cost().is_some() => Some((path, own)),
        Ok(_) => ignored(format!("{} is not of this GPU", path.display())),
        Err(error) => ignored(format!("{}: {error}", path.display())),
    }
}

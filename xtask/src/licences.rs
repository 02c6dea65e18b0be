//! The part of `cargo deny` that CI cannot do without: every dependency comes
//! from crates.io under a licence that deny.toml allows. cargo-deny itself takes
//! longer to build than all else that CI does; where it is installed,
//! `cargo xtask test` runs it too.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;
use spdx::{Expression, ParseMode};

use crate::cargo;
use crate::error::Error;
use crate::paths::Paths;
use crate::process;

const POLICY: &str = "deny.toml";
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Checks every package of the dependency graph and returns a line for the
/// summary.
pub(crate) fn check(paths: &Paths) -> Result<String, Error> {
    let allowed = allowed_licences(paths)?;
    let packages = packages(paths)?;
    let refused: Vec<String> =
        packages.iter().filter_map(|package| refusal(package, &allowed)).collect();
    if !refused.is_empty() {
        return Err(Error::Licences(refused));
    }
    let twice = duplicates(paths)?;
    let note = if twice.is_empty() { String::new() } else { format!("; more than once: {twice}") };
    Ok(format!("{} packages{note}", packages.len()))
}

fn allowed_licences(paths: &Paths) -> Result<Vec<String>, Error> {
    let path = paths.root.join(POLICY);
    let text = fs::read_to_string(&path).map_err(Error::file("read", &path))?;
    let unreadable = |reason: String| Error::Policy { path: path.clone(), reason };
    let policy: toml::Table = text.parse().map_err(|error| unreadable(format!("{error}")))?;
    let allowed = policy.get("licenses").and_then(|section| section.get("allow")?.as_array());
    let allowed = allowed.ok_or_else(|| unreadable("it has no [licenses] allow".into()))?;
    Ok(allowed.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect())
}

fn packages(paths: &Paths) -> Result<Vec<Value>, Error> {
    let args = ["metadata", "--locked", "--format-version=1"];
    let mut command = cargo::command(paths, args);
    command.arg("--filter-platform=x86_64-unknown-linux-gnu");
    let text = process::output(&mut command, "cargo's words are above")?;
    let unreadable = |reason: String| Error::Output { command: process::line(&command), reason };
    let mut metadata: Value =
        serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    match metadata["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => Err(unreadable("no packages".into())),
    }
}

/// Why a package may not be used, if so.
fn refusal(package: &Value, allowed: &[String]) -> Option<String> {
    let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
    // A package of the workspace itself has no source.
    if let Some(source) = package["source"].as_str().filter(|source| *source != CRATES_IO) {
        return Some(format!("{name} comes from {source}"));
    }
    let licence = text(&package["license"]);
    if licence.is_empty() {
        return Some(format!("{name} names no licence"));
    }
    // Lax, because older crates write `MIT/Apache-2.0`.
    match Expression::parse_mode(licence, ParseMode::LAX) {
        Err(error) => Some(format!("{name}: licence `{licence}`: {}", error.reason)),
        Ok(expression) => {
            let ok = expression
                .evaluate(|requirement| allowed.iter().any(|id| *id == requirement.to_string()));
            (!ok).then(|| format!("{name}: licence `{licence}`"))
        }
    }
}

/// The packages that are built in more than one version. They cost build time and
/// are often in the hands of others: worth a word, not a failure.
fn duplicates(paths: &Paths) -> Result<String, Error> {
    // The tree, since the metadata also lists optional packages that are not built.
    let args = ["tree", "--locked", "--workspace", "--duplicates", "--depth=0", "--prefix=none"];
    let text = process::output(&mut cargo::command(paths, args), "cargo's words are above")?;
    let names: BTreeSet<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    Ok(names.into_iter().collect::<Vec<_>>().join(", "))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(licence: &str, source: Option<&str>) -> Option<String> {
        let allowed = ["MIT", "Apache-2.0", "Unicode-3.0"].map(str::to_owned);
        let package =
            json!({"name": "it", "version": "1.0.0", "license": licence, "source": source});
        refusal(&package, &allowed)
    }

    #[test]
    fn one_allowed_side_of_or_is_enough_and_both_of_and_are_needed() {
        for licence in ["MIT", "GPL-3.0-only OR MIT", "Zlib/MIT", "(MIT OR Zlib) AND Unicode-3.0"] {
            assert_eq!(refused(licence, Some(CRATES_IO)), None, "{licence}");
        }
        for licence in ["GPL-3.0-only", "MIT AND Zlib", "Apache-2.0 WITH LLVM-exception"] {
            let expected = format!("it 1.0.0: licence `{licence}`");
            assert_eq!(refused(licence, Some(CRATES_IO)), Some(expected));
        }
    }

    #[test]
    fn a_package_without_licence_or_from_elsewhere_is_refused() {
        assert_eq!(refused("", None), Some("it 1.0.0 names no licence".into()));
        let elsewhere = "git+file:///elsewhere/it";
        let expected = format!("it 1.0.0 comes from {elsewhere}");
        assert_eq!(refused("MIT", Some(elsewhere)), Some(expected));
    }
}

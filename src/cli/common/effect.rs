//! Options that would have no effect.

use clap::ArgMatches;
use clap::parser::ValueSource;

/// Words for options that have no effect beside others: an option each, and those. clap's
/// own conflicts also refuse what the environment says, which is meant for other calls.
pub(crate) fn without_effect(matches: &ArgMatches, all: &[(&str, &[&str])]) -> Option<String> {
    let typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    all.iter().filter(|(option, _)| typed(option)).find_map(|(option, others)| {
        let other = match *others.iter().find(|other| typed(other))? {
            "files" => "a FILE".to_owned(),
            name => format!("--{}", name.replace('_', "-")),
        };
        Some(format!("--{option} cannot be used with {other}, which would have no effect"))
    })
}

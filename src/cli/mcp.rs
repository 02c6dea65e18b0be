//! `propp mcp`.

use std::path::PathBuf;

use super::say::{Failure, Result};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder that clients may read and write files in
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Let clients run programs: `profile` and `emulate`. They run with your rights
    #[arg(long)]
    allow_run: bool,
}

#[cfg(not(feature = "mcp"))]
pub(super) fn run(args: &Args) -> Result<()> {
    let Args { root, allow_run } = args;
    Err(Failure::usage(format!(
        "cannot serve {}{}: this propp was built without the server; build it with `cargo build --release \
         --features mcp`, or take a released binary",
        root.display(),
        if *allow_run { " and run programs" } else { "" }
    )))
}

#[cfg(feature = "mcp")]
pub(super) fn run(args: &Args) -> Result<()> {
    use propp_recording_wire::variables;
    use propp_report::brief::Brief;
    use propp_report::drill::Drill;
    use propp_report_compare::Decision;
    use propp_report_mcp::{Config, Root, Schemas, serve};
    use std::thread::available_parallelism;

    let root = Root::new(&args.root).map_err(|error| {
        Failure::usage(format!("cannot serve {}: {error}; name a folder", args.root.display()))
    })?;
    let value = |schema: serde_json::Result<String>| {
        schema.and_then(|text| serde_json::from_str(&text)).map_err(super::say::no_json)
    };
    let schemas = Schemas {
        brief: value(Brief::schema())?,
        drill: value(Drill::schema())?,
        verdict: value(Decision::schema())?,
    };
    let config = Config {
        command: std::env::current_exe()?,
        unset: vec![variables::FORMAT, variables::KERNEL, variables::OUTPUT],
        root,
        allow_run: args.allow_run,
        schemas,
        instructions: INSTRUCTIONS.to_owned(),
        at_once: available_parallelism().map_or(1, usize::from),
    };
    serve(config).map_err(|error| {
        Failure::usage(format!(
            "no client speaks the protocol on standard input ({error}); a client starts propp mcp, as \
             `propp explain agent` shows"
        ))
    })
}

/// What a model is told before it sees a tool.
#[cfg(feature = "mcp")]
const INSTRUCTIONS: &str = "propp says what to change first in GPU code. Loop: profile (or emulate without a GPU), \
     report, drill into the first change, edit one thing, check the results, profile again, compare. Keep \
     the change if the verdict is faster, otherwise undo it. Stop when the kernel is near the GPU's limit. \
     Gains are estimates with ranges; emulated recordings have counts and no times. A refusal names its cure.";

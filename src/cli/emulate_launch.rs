//! `propp emulate` of a captured launch: a process of propp itself runs it, with the emulated driver.

use std::ffi::OsString;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use propp_base_gpus::Description;
use propp_base_model::attribute;
use propp_base_names::{demangle, path};
use propp_base_text::bytes;
use propp_collect::{CollectError, EmulateOptions, ptx_of};
use propp_recording_launch::{Launch, write};
use propp_suite_replay::{Emulated, ReplayError, emulate};

use super::common::numbers;
use super::profile::OWN_FAILURE;
use super::replay::{Type, accepted, headline, read_launch, results, try_again};
use super::say::{Failure, Result, print, say};

/// The hidden command that this process is started with.
const PROGRAM: &str = "emulate-launch";

/// What only a captured launch is asked.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Comparing {
    /// Of a captured launch: take the kernel's PTX from this program, library, fatbin or .ptx
    #[arg(long, value_name = "FILE")]
    pub(super) ptx: Option<PathBuf>,
    /// Of a captured launch: largest accepted relative difference between results [default: 0, every
    /// bit counts]
    #[arg(long, value_name = "PART", value_parser = numbers::positive)]
    pub(super) tolerance: Option<f64>,
    /// Of a captured launch: largest accepted absolute difference between results
    #[arg(long, value_name = "SIZE", value_parser = numbers::positive)]
    pub(super) absolute: Option<f64>,
    /// Of a captured launch: type of the numbers in memory [default: f32]
    #[arg(long, value_enum)]
    pub(super) r#type: Option<Type>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    comparing: Comparing,
    /// File to write the launch to, without what it does not touch
    #[arg(long)]
    touched: Option<PathBuf>,
    /// Say problems only
    #[arg(long)]
    quiet: bool,
    gpu: String,
    file: PathBuf,
}

impl Comparing {
    /// Refuses what a program does not understand.
    pub(super) fn refuse(&self) -> Result<()> {
        let given = self.ptx.is_some()
            || self.tolerance.is_some()
            || self.absolute.is_some()
            || self.r#type.is_some();
        if !given {
            return Ok(());
        }
        let text = "--ptx, --tolerance, --absolute and --type are for a captured launch, and this is a \
                    program";
        Err(Failure::usage(text))
    }

    fn words(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> = Vec::new();
        let mut add = |name: &str, value: OsString| words.extend([name.into(), value]);
        if let Some(file) = &self.ptx {
            add("--ptx", file.into());
        }
        let numbers = [("--tolerance", self.tolerance), ("--absolute", self.absolute)];
        for (name, number) in numbers {
            number.into_iter().for_each(|number| add(name, number.to_string().into()));
        }
        if let Some(name) = self.r#type.and_then(|kind| clap::ValueEnum::to_possible_value(&kind)) {
            add("--type", name.get_name().into());
        }
        words
    }
}

/// Makes the options those of the process that runs the launch, if it can be emulated. With `touched` the
/// process writes the launch there, without what it does not touch.
pub(super) fn prepare(
    options: &mut EmulateOptions,
    file: &Path,
    rest: &[OsString],
    comparing: &Comparing,
    touched: Option<&Path>,
) -> Result<()> {
    if !rest.is_empty() {
        let text = format!("options come before {}, and nothing after it", file.display());
        return Err(Failure::usage(text));
    }
    let launch = opened(file)?;
    texts(&launch, file, comparing.ptx.as_deref(), &options.gpu)?;
    let [x, y, z] = launch.captured.launch.cluster.map(u64::from);
    if x * y * z > 1 {
        let text = format!("cannot emulate {}: it has clusters of blocks", file.display());
        return Err(Failure::usage(text));
    }
    let program = std::env::current_exe().map_err(Failure::usage)?;
    options.named = Some(file.display().to_string());
    options.command = vec![program.into(), PROGRAM.into()];
    options.command.extend(comparing.words());
    if let Some(to) = touched {
        options.command.extend(["--touched".into(), to.into()]);
        options.command.extend(options.quiet.then(|| "--quiet".into()));
    }
    options.command.extend([options.gpu.clone().into(), file.into()]);
    Ok(())
}

fn opened(file: &Path) -> Result<Launch> {
    let cannot = |error: &dyn std::fmt::Display| {
        Failure::usage(format!("cannot emulate {}: {error}", file.display()))
    };
    let opened = File::open(file).map_err(|error| cannot(&error))?;
    read_launch(opened).map_err(|error| cannot(&error))
}

/// The PTX of the kernel: of the file, or of another one.
fn texts(launch: &Launch, file: &Path, other: Option<&Path>, gpu: &str) -> Result<Vec<String>> {
    let kernel = &launch.captured.name;
    let gpu = Description::named(gpu).ok_or_else(|| {
        let known = propp_base_gpus::names();
        Failure::usage(CollectError::UnknownGpu { name: gpu.to_owned(), known })
    })?;
    let (major, minor) = (
        gpu.attribute(attribute::COMPUTE_CAPABILITY_MAJOR),
        gpu.attribute(attribute::COMPUTE_CAPABILITY_MINOR),
    );
    let name = path(&demangle(kernel));
    let capability = major * 10 + minor;
    let Some(other) = other else {
        if launch.ptx.is_empty() {
            return Err(Failure::usage(format!(
                "{} has no PTX of {name}, only machine code, which cannot be emulated\n  add PTX to \
                 the program: nvcc -gencode arch=compute_90,code=[sm_90,compute_90]\n  then capture it \
                 again, or give the program: propp emulate --ptx PROGRAM {}",
                file.display(),
                file.display()
            )));
        }
        let texts = launch.ptx.iter().map(|text| String::from_utf8_lossy(text).into_owned());
        return Ok(texts.collect());
    };
    let code = std::fs::read(other)
        .map_err(|error| Failure::usage(format!("cannot read {}: {error}", other.display())))?;
    ptx_of(&code, kernel, capability).ok_or_else(|| {
        Failure::usage(format!(
            "{} has no PTX of {name} for compute capability {major}.{minor}: compile it with nvcc \
             -gencode arch=compute_{capability},code=[sm_{capability},compute_{capability}]",
            other.display()
        ))
    })
}

/// In the process that runs the launch.
pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let mut launch = opened(&args.file)?;
    let asked = &args.comparing;
    let texts = texts(&launch, &args.file, asked.ptx.as_deref(), &args.gpu)?;
    let kind = asked.r#type.unwrap_or(Type::F32);
    let accepted = accepted(kind, asked.tolerance, asked.absolute);
    let is_watched = args.touched.is_some();
    let Emulated { found, missing, touched } = match emulate(&launch, &texts, &accepted, is_watched)
    {
        Err(ReplayError::Taken(error)) => return try_again(&error.to_string()),
        Err(ReplayError::Driver(error)) => {
            // Where it is the kernel's fault, the emulation tells propp more.
            say(&format!(
                "propp: the kernel did not run to its end ({error}); no results were compared"
            ));
            return Ok(ExitCode::from(OWN_FAILURE));
        }
        Err(error) => return Err(Failure::usage(error)),
        Ok(emulated) => emulated,
    };
    // What the command writes as its result is the file, if it writes one.
    let tell = |line: String| match (&args.touched, args.quiet) {
        (None, _) => print(&(line + "\n")),
        (Some(_), is_quiet) => {
            let () = if !is_quiet || !found.is_right() {
                say(&line)
            };
            Ok(())
        }
    };
    tell(headline(&args.file, &launch))?;
    tell(format!("emulated  {}", results(&found, &launch)))?;
    if !missing.is_empty() {
        tell(format!("          without the captured variables {}", missing.join(", ")))?;
    }
    if let Some(to) = args.touched.as_ref().filter(|_| found.is_right()) {
        launch.keep(&touched);
        let cannot = |error| Failure::usage(format!("cannot write {}: {error}", to.display()));
        save(&launch, to).map_err(cannot)?;
        tell(format!(
            "          the launch touches {} of {}",
            bytes(launch.kept_bytes()),
            bytes(launch.bytes())
        ))?;
    }
    Ok(if found.is_right() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whoever asked for it has made the file.
fn save(launch: &Launch, to: &Path) -> std::io::Result<()> {
    let file = File::options().write(true).truncate(true).open(to)?;
    write(launch, BufWriter::new(file))?.into_inner()?.sync_all()
}

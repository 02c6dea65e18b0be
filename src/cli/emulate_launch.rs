//! `propp emulate` of a captured launch: a process of propp itself runs it, with the emulated driver.

use std::ffi::OsString;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use propp_base_gpus::Description;
use propp_base_model::{attribute, printable};
use propp_base_names::{demangle, path};
use propp_base_text::bytes;
use propp_collect::{CollectError, EmulateOptions, has_ptx_of, ptx_of, runs_on};
use propp_recording_launch::{Launch, write};
use propp_suite_replay::{DriverError, Emulated, ReplayError, emulate};

use super::common::numbers;
use super::profile::OWN_FAILURE;
use super::replay::{Type, accepted, headline, read_copied, results, try_again, without};
use super::say::{Failure, Result, print, say};

/// The hidden command that this process is started with.
const PROGRAM: &str = "emulate-launch";

/// What only a captured launch is asked.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Comparing {
    /// Program, library, fatbin or .ptx file with the kernel's PTX, for a captured launch
    #[arg(long, value_name = "FILE")]
    pub(super) ptx: Option<PathBuf>,
    /// Largest accepted relative difference between results of a captured launch [default: 0, every
    /// bit counts]
    #[arg(long, value_name = "PART", value_parser = numbers::positive)]
    pub(super) tolerance: Option<f64>,
    /// Largest accepted absolute difference between results of a captured launch
    #[arg(long, value_name = "SIZE", value_parser = numbers::positive)]
    pub(super) absolute: Option<f64>,
    /// Type of the numbers in the memory of a captured launch [default: f32]
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
    if launch.captured.launch.cluster.iter().any(|blocks| *blocks > 1) {
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
    // The file's name may begin with a dash.
    options.command.extend(["--".into(), options.gpu.clone().into(), file.into()]);
    Ok(())
}

fn opened(file: &Path) -> Result<Launch> {
    let cannot = |error: &dyn std::fmt::Display| {
        Failure::usage(format!("cannot emulate {}: {error}", file.display()))
    };
    let opened = File::open(file).map_err(|error| cannot(&error))?;
    // The third copy is that which the kernel works on.
    read_copied(opened, 3).map_err(|error| cannot(&error))
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
    let name = printable(&name);
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
        if !launch.ptx.iter().all(|text| runs_on(text, capability)) {
            return Err(Failure::usage(format!(
                "the PTX in {} is not for compute capability {major}.{minor}; name another GPU with \
                 --gpu",
                file.display()
            )));
        }
        let texts = launch.ptx.iter().map(|text| String::from_utf8_lossy(text).into_owned());
        return Ok(texts.collect());
    };
    let code = std::fs::read(other)
        .map_err(|error| Failure::usage(format!("cannot read {}: {error}", other.display())))?;
    ptx_of(&code, kernel, capability).ok_or_else(|| {
        if !has_ptx_of(&code, kernel) {
            return Failure::usage(format!(
                "{} has no PTX of {name}; give --ptx a program, a library or a .ptx file with this kernel \
                 in PTX",
                other.display()
            ));
        }
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
            say(&format!("propp: {}; no results were compared", failed(&error)));
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
        tell(format!("          {}", without(&missing)))?;
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

/// What the emulated driver could not do. Of PTX and of faults, the emulation tells propp more.
fn failed(error: &DriverError) -> String {
    // `cudaErrorInvalidValue`, `cudaErrorInvalidConfiguration`, `ENOMEM`, `cudaErrorInvalidDevice`
    const INVALID: u32 = 1;
    const INVALID_CONFIGURATION: u32 = 9;
    const NO_MEMORY: u32 = 12;
    const NO_DRIVER: u32 = 101;
    let DriverError::Call { call, status, .. } = error else { return error.to_string() };
    match (*call, *status) {
        ("mmap", NO_MEMORY) => {
            "this machine has too little memory for the launch, or has no such addresses; no kernel ran"
                .to_owned()
        }
        ("mmap", _) => format!(
            "the system gives no memory at the addresses of the launch ({error}); no kernel ran"
        ),
        ("cuProppPlace", NO_DRIVER) => "the emulation cannot begin, because the launch has memory where the \
                                        emulation keeps its own; no kernel ran"
            .to_owned(),
        ("cuProppPlace", _) => {
            format!("the memory of the launch cannot be placed ({error}); no kernel ran")
        }
        ("cuProppLoad", _) => "the PTX cannot be loaded; no kernel ran".to_owned(),
        ("cuLaunchKernelEx", INVALID | INVALID_CONFIGURATION) => {
            "grid, block or shared memory of the launch are not what the GPU allows; no kernel ran"
                .to_owned()
        }
        _ => format!("the kernel did not run to its end ({error})"),
    }
}

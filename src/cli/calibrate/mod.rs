//! `propp calibrate`: prices of this GPU, found without an option from then on.

mod known;
pub(crate) mod worker;

use std::ffi::{OsStr, OsString};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use propp_collect::Options;
use propp_judge_analysis::{Grouping, Input, analyse};
use propp_judge_cost::PriceSource;
use propp_judge_cost::quality::{Provenance, Weights};
use propp_recording::{Recording, utc};
use propp_suite_calibrate::kept::{self, Kept};
use propp_suite_calibrate::{Calibrated, Use, calibrated, measured};

use super::common::Cuda;
use super::common::destination::{writable, write};
use super::common::gpu::gpu;
use super::common::recordings::read;
use super::profile::recorded_whole;
use super::say::{Failure, INTERRUPTED, Result, say};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Measure the whole suite and the memory system, and fit all prices, in about eight minutes,
    /// with nvcc [default: correct the bundled prices with short kernels, in seconds]
    #[arg(long)]
    full: bool,
    /// CUDA index of the GPU to measure
    #[arg(long, value_name = "N", default_value_t = 0)]
    device: u32,
    /// Recording that `propp profile -o FILE propp calibrate-worker` wrote; propp computes the
    /// prices from it and runs nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["full", "device"])]
    from: Option<PathBuf>,
    /// File to write the prices to, for --weights [default: store them for all later commands of
    /// this user]
    #[arg(short, long, value_name = "FILE.toml")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(short, long, requires = "output")]
    force: bool,
    /// List the calibrated GPUs with the files that hold their prices
    #[arg(long, conflicts_with_all = ["full", "device", "from", "output", "remove"])]
    list: bool,
    /// Delete the stored prices and device profile of a GPU, given by a part of its name, or of
    /// `all` GPUs
    #[arg(long, value_name = "GPU", conflicts_with_all = ["full", "device", "from", "output"])]
    remove: Option<String>,
    /// Print problems only
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    cuda: Cuda,
}

pub(super) fn run(args: &Args) -> Result<()> {
    if args.list {
        return known::list();
    }
    if let Some(name) = &args.remove {
        return known::remove(name);
    }
    if let Some(path) = &args.output {
        writable(Some(path), args.from.as_slice(), args.force)?;
    } else {
        // Before anything is measured.
        folder()?;
    }
    let begun = Instant::now();
    if args.full {
        return full(args, begun);
    }
    let recording = match &args.from {
        Some(path) => read(path)?,
        None => recorded(args)?,
    };
    let (weights, judged) = of_recording(&recording)?;
    let gpu = weights.provenance().gpu.clone();
    let text = weights.to_toml().map_err(Failure::usage)?;
    let path = match &args.output {
        Some(path) => {
            write(path, args.force, text.as_bytes())?;
            path.clone()
        }
        None => keep(&gpu, Kept::Weights, &text)?,
    };
    if !args.quiet {
        say(&format!("propp: {gpu}: {}", outcome(&judged)));
        told(&path, args, begun);
    }
    Ok(())
}

/// What the kernels say that correct nothing. What the model does not know of each, by its time on an
/// H100, is taken out.
fn outcome(judged: &Calibrated) -> String {
    let (kernels, before, after) =
        (judged.after.kernels, judged.before.median, judged.after.median);
    match judged.weights.prices_from() {
        PriceSource::Calibrated { confirmed: true, .. } => format!(
            "its fitted prices hold here: {kernels} kernels that correct nothing are predicted within a \
             factor of {after:.2} in the median"
        ),
        _ => format!(
            "{kernels} kernels that correct nothing were predicted within a factor of {before:.2} in \
             the median before, and within {after:.2} now"
        ),
    }
}

/// What the prices are used by.
fn told(path: &Path, args: &Args, begun: Instant) {
    let then = match args.output {
        Some(_) => "--weights takes it",
        None => "every command uses it from now on; `propp calibrate --remove` forgets it",
    };
    say(&format!(
        "propp: wrote {} after {:.0} s; {then}",
        path.display(),
        begun.elapsed().as_secs_f64()
    ));
}

fn recorded(args: &Args) -> Result<Recording> {
    let gpu = gpu(args.device, "`propp calibrate` measures the GPU of this machine")?;
    if !args.quiet {
        say(&format!("propp: calibrating {}: some seconds, best on an idle GPU", gpu.name));
    }
    let folder = propp_recording_store::private::temporary()?;
    let output = folder.path().join("calibrate.propp");
    let device = args.device.to_string();
    let own = std::env::current_exe()?.into_os_string();
    let words = ["calibrate-worker", "--device", &device].map(OsString::from);
    let mut options = Options::new([own].into_iter().chain(words).collect(), output.clone());
    options.quiet = args.quiet;
    options.per_signature = 1;
    recorded_whole("the calibration", &options, &args.cuda)?;
    read(&output)
}

/// Prices that the kernels of a recording correct.
fn of_recording(recording: &Recording) -> Result<(Weights, Calibrated)> {
    let wanted = propp_judge_analysis::gpu(recording);
    let Some(name) = wanted.name.clone() else {
        return Err(Failure::usage("the recording does not say which GPU it is of"));
    };
    let before = Weights::for_reports(&wanted).map_err(Failure::usage)?;
    let input = Input { name: "the calibration", recording };
    let analysis = analyse(&[input], &before, Grouping::Signature);
    let [fitted, judging] = [Use::Fit, Use::Judge].map(|used| measured(&analysis, used));
    let source = format!(
        "propp calibrate, {name}: {} kernels; before: {}",
        fitted.len(),
        before.prices_from()
    );
    let all = calibrated(before, &fitted, &judging).map_err(|why| {
        Failure::usage(match fitted.is_empty() {
            true => "it is not a recording of `propp calibrate-worker`".to_owned(),
            false => format!("{why}; calibrate again, on an idle GPU"),
        })
    })?;
    let made = recording.meta.get("created_utc").cloned();
    let provenance = Provenance {
        source,
        gpu: name,
        date: made.unwrap_or_else(|| utc(std::time::SystemTime::now())),
        driver: None,
        suite: None,
    };
    let weights = all.weights.clone().of(provenance, wanted.rates);
    Ok((weights, all))
}

const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;

/// The suite, the probe and the fit.
fn full(args: &Args, begun: Instant) -> Result<()> {
    let folder_of_files = propp_recording_store::private::temporary()?;
    let path = |name: &str| folder_of_files.path().join(name).into_os_string();
    let [suite, probe, profile, weights] =
        ["suite.propp", "probe.propp", "probe.json", "weights.toml"].map(path);
    let device = OsString::from(args.device.to_string());
    let w = OsStr::new;
    let steps: [(&str, Vec<&OsStr>); 3] = [
        (
            "the suite, about 6 minutes",
            vec![w("suite"), w("run"), w("-o"), &suite, w("--device"), &device],
        ),
        (
            "the memory system, about half a minute",
            vec![
                w("probe"),
                w("all"),
                w("-o"),
                &probe,
                w("--profile"),
                &profile,
                w("--device"),
                &device,
            ],
        ),
        ("the fit", vec![w("fit"), &suite, w("--norm"), w("2"), w("-o"), &weights]),
    ];
    let number = steps.len();
    let own = std::env::current_exe()?;
    for (at, (what, mut words)) in (1..).zip(steps) {
        if !args.quiet {
            say(&format!("propp: {at} of {number}: {what}"));
        } else if words[0] != "fit" {
            words.push(w("-q"));
        }
        if let Some(folder) = args.cuda.cuda_dir.as_ref().filter(|_| words[0] != "fit") {
            words.extend([w("--cuda-dir"), folder.as_os_str()]);
        }
        // Reports are not asked for; progress and problems are on standard error.
        let status = Command::new(&own).args(&words).stdout(Stdio::null()).status()?;
        if !status.success() {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            let message = format!("no prices were kept: {what} failed; its words are above");
            return Err(match status.signal() {
                Some(SIGINT | SIGTERM) => Failure::interrupted(),
                Some(signal) => {
                    Failure { message: format!("{message} (signal {signal})"), code: 2 }
                }
                None if code == Some(INTERRUPTED) => Failure::interrupted(),
                None => Failure { message, code: code.unwrap_or(2) },
            });
        }
    }
    let text = std::fs::read_to_string(&weights)?;
    let gpu = Weights::from_toml(&text).map_err(Failure::usage)?.provenance().gpu.clone();
    let path = match &args.output {
        Some(path) => {
            write(path, args.force, text.as_bytes())?;
            path.clone()
        }
        None => {
            let profile = std::fs::read_to_string(&profile)?;
            let path = keep(&gpu, Kept::Weights, &text)?;
            keep(&gpu, Kept::Probe, &profile)?;
            path
        }
    };
    if !args.quiet {
        told(&path, args, begun);
    }
    Ok(())
}

fn folder() -> Result<PathBuf> {
    kept::folder().ok_or_else(|| {
        Failure::usage("nowhere to keep prices: set HOME or XDG_CACHE_HOME, or give -o FILE.toml")
    })
}

/// Keeps what was found of a GPU; where.
fn keep(gpu: &str, kept: Kept, text: &str) -> Result<PathBuf> {
    kept::write(&folder()?, gpu, kept, text)
        .map_err(|error| Failure::usage(format!("cannot keep the prices: {error}")))
}

//! What collecting costs, against Nsight Compute, in one sitting.
//!
//!     cargo xtask bench collect [--quick] [--without-ncu] [app] [train] [empty]
//!
//! Whole-process wall times: the program alone, under `propp profile`, and under
//! `ncu` for the counters that propp replays (`--clock-control none`): for every launch, and
//! for as many launches of each kernel as propp measured. With `--quick` the time
//! of `ncu` for every launch is a straight line through two shorter runs, and all
//! else is run once in place of three times; with `--without-ncu` it is not run. The table is Markdown; it goes to
//! standard output, and into the folder that PROPP_VALIDATION_DIR names. Each time
//! is told on standard error as it is known.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use propp_collect::survey::wanted_counters;
use propp_collect_toolkit::{Surroundings, open_cupti};
use propp_judge_criteria::counters::ratios::NOT_REPLAYED;
use propp_recording::Recording;
use propp_recording_store::read;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// How often all but `ncu` is run, if it need not be quick; the median counts.
const TIMES: usize = 3;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let has = |option: &str| words.iter().any(|word| word == option);
    let named: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| !word.starts_with("--")).collect();
    if !Path::new("/dev/nvidiactl").exists() {
        println!("left out: there is no NVIDIA GPU here");
        return Ok(());
    }
    let bench = Bench::new(has("--quick"), !has("--without-ncu"))?;
    let mut table = format!(
        "| program | launches | kinds | measured | alone | propp | `--start-early` | `--like` | \
         ncu, all launches | ncu, propp's launches | propp / alone | `--start-early` / alone | \
         `--like` / alone | ncu / propp |\n|{}\n",
        "---|".repeat(14)
    );
    print!("{table}");
    for case in CASES.iter().filter(|case| named.is_empty() || named.contains(&case.name)) {
        let row = bench.case(case)?;
        print!("{row}");
        table += &row;
    }
    if let Some(folder) = std::env::var_os("PROPP_VALIDATION_DIR").map(PathBuf::from) {
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("collect.md"), table)?;
    }
    Ok(())
}

/// A program to be profiled.
struct Case {
    name: &'static str,
    /// Its command, below `tests/device`; sources are compiled.
    command: &'static [&'static str],
    /// Launches for the two short runs of `ncu`.
    short: [u64; 2],
    with_ncu: bool,
}

const CASES: [Case; 4] = [
    Case { name: "app", command: &["app.cu", "1000", "1"], short: [100, 300], with_ncu: true },
    Case { name: "train", command: &["bench/train.py", "20"], short: [60, 180], with_ncu: true },
    Case {
        name: "step",
        command: &["../programs/pytorch_step.py", "eager", "10"],
        short: [40, 120],
        with_ncu: true,
    },
    Case { name: "empty", command: &["robust/many.cu", "1000000"], short: [0; 2], with_ncu: false },
];

struct Bench {
    is_quick: bool,
    with_ncu: bool,
    device: PathBuf,
    propp: PathBuf,
    folder: tempfile::TempDir,
    metrics: String,
}

impl Bench {
    fn new(is_quick: bool, with_ncu: bool) -> Result<Self> {
        let root = std::env::var_os("PROPP_DIST")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let propp = std::env::var_os("PROPP_BIN")
            .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_propp")), PathBuf::from);
        let library = open_cupti(&Surroundings::from_environment(None))?;
        let host =
            cupti_sys::Host::for_chip(&library, &propp_collect_cuda::chip_name(&library, 0)?)?;
        let counters = wanted_counters(&host)?.concat();
        // ncu knows the peaks as constants under another name. What propp reads only where
        // it costs nothing, ncu is spared.
        let is_replayed = |name: &String| {
            !name.ends_with("peak_sustained") && !NOT_REPLAYED.contains(&name.as_str())
        };
        let counters = counters.into_iter().filter(is_replayed);
        let device = root.join("tests/device");
        let metrics = counters.collect::<Vec<_>>().join(",");
        Ok(Self { is_quick, with_ncu, device, propp, folder: tempfile::tempdir()?, metrics })
    }

    fn case(&self, case: &Case) -> Result<String> {
        let program = self.program(case)?;
        let times = if self.is_quick { 1 } else { TIMES };
        let tell = |what: &str, seconds: f64| eprintln!("{}: {what}: {seconds:.2} s", case.name);
        // Reads what the program consists of into memory, which none of the times should hold.
        time(&mut command(&program, &[]))?;
        let alone = median(times, || {
            let seconds = time(&mut command(&program, &[]))?;
            tell("alone", seconds);
            Ok(seconds)
        })?;
        let file = self.folder.path().join("r.propp");
        let profile = |file: &Path, options: &[&OsStr]| {
            let mut propp = Command::new(&self.propp);
            propp.args(["profile", "-q", "-f", "-o"]).arg(file).args(options);
            let seconds = time(propp.arg("--").args(&program))?;
            let options: Vec<_> =
                options.iter().take(1).map(|word| word.to_string_lossy()).collect();
            tell(&format!("propp profile {}", options.concat()), seconds);
            Ok(seconds)
        };
        let other = self.folder.path().join("other.propp");
        let propp = median(times, || profile(&file, &[]))?;
        let early = median(times, || profile(&other, &["--start-early".as_ref()]))?;
        let like = median(times, || profile(&other, &["--like".as_ref(), file.as_os_str()]))?;
        let recording = read(&file)?;
        let launches = recording.kernels.len() as u64;
        let (all, same) = if self.with_ncu && case.with_ncu {
            let same = self.same(&recording, &program)?;
            tell("ncu, propp's launches", same);
            let all = self.all(case, &program, launches)?;
            tell("ncu, all launches", all);
            (Some(all), Some(same))
        } else {
            (None, None)
        };
        let seconds = |time: Option<f64>| time.map_or("".to_owned(), |time| format!("{time:.2} s"));
        let ratios = [all, same].into_iter().flatten().map(|ncu| format!("{:.1}", ncu / propp));
        Ok(format!(
            "| `{}` | {launches} | {} | {} | {alone:.2} s | {propp:.2} s | {early:.2} s | \
             {like:.2} s | {}{} | {} | {:.2} | {:.2} | {:.2} | {} |\n",
            case.command.join(" "),
            by_kind(&recording).len(),
            recording.measurements.len(),
            seconds(all),
            if self.is_quick && all.is_some() { " (by two shorter runs)" } else { "" },
            seconds(same),
            propp / alone,
            early / alone,
            like / alone,
            ratios.collect::<Vec<_>>().join(", "),
        ))
    }

    /// The program's command, compiled if need be.
    fn program(&self, case: &Case) -> Result<Vec<String>> {
        let (source, arguments) = case.command.split_first().ok_or("no program")?;
        let path = self.device.join(source).display().to_string();
        let mut words = if source.ends_with(".py") {
            vec!["python3".to_owned(), path]
        } else {
            let program = self.folder.path().join(case.name).display().to_string();
            let nvcc = std::env::var("PROPP_NVCC").unwrap_or("nvcc".to_owned());
            let mut compile = Command::new(nvcc);
            compile.args(["-std=c++17", "-O3", "-arch=native", "-o"]).arg(&program).arg(path);
            time(&mut compile)?;
            vec![program]
        };
        words.extend(arguments.iter().map(|word| (*word).to_owned()));
        Ok(words)
    }

    /// `ncu` for every launch.
    fn all(&self, case: &Case, program: &[String], launches: u64) -> Result<f64> {
        if !self.is_quick {
            return self.ncu(program, &[]);
        }
        let [few, more] = case.short;
        let count = |count: u64| self.ncu(program, &["--launch-count", &count.to_string()]);
        let (short, long) = (count(few)?, count(more)?);
        eprintln!("{}: ncu, {few} launches: {short:.2} s, {more}: {long:.2} s", case.name);
        let of_one = (long - short) / (more - few) as f64;
        Ok(short + of_one * launches.saturating_sub(few) as f64)
    }

    /// `ncu` for as many launches of each kernel as propp measured, the first
    /// ones: it can be told the number of a launch among its kernel's, for all
    /// kernels alike, so the numbers are chosen such that the sum is nearest.
    fn same(&self, recording: &Recording, program: &[String]) -> Result<f64> {
        let measured = recording.measurements.len() as u64;
        let kinds = by_kind(recording);
        let with = |most: u64| -> u64 { kinds.values().map(|launches| most.min(*launches)).sum() };
        let most = (1..100).find(|most| with(*most) >= measured).unwrap_or(100);
        let numbers: Vec<String> = (1..=most).map(|number| number.to_string()).collect();
        let filter = format!(":::^({})$", numbers.join("|"));
        self.ncu(program, &["--kernel-id", &filter])
    }

    fn ncu(&self, program: &[String], options: &[&str]) -> Result<f64> {
        let log = self.folder.path().join("ncu.csv");
        let mut ncu = Command::new(std::env::var("PROPP_NCU").unwrap_or("ncu".to_owned()));
        ncu.args(["--clock-control", "none", "--csv", "--page", "raw", "--log-file"]).arg(&log);
        ncu.args(["--force-overwrite", "--target-processes", "all", "--metrics", &self.metrics]);
        time(ncu.args(options).args(program))
    }
}

/// Launches by kernel, grid and block.
fn by_kind(recording: &Recording) -> BTreeMap<usize, u64> {
    let mut kinds = BTreeMap::new();
    for kernel in &recording.kernels {
        *kinds.entry(kernel.signature).or_default() += 1;
    }
    kinds
}

fn command(program: &[String], more: &[String]) -> Command {
    let (name, arguments) = program.split_first().map_or(("", program), |(n, a)| (n.as_str(), a));
    let mut command = Command::new(name);
    command.args(arguments).args(more);
    command
}

/// Seconds that a command takes.
fn time(command: &mut Command) -> Result<f64> {
    let begun = Instant::now();
    let output = command.stdin(Stdio::null()).output()?;
    let seconds = begun.elapsed().as_secs_f64();
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{command:?}: {}\n{text}", output.status).into());
    }
    Ok(seconds)
}

fn median(times: usize, mut of: impl FnMut() -> Result<f64>) -> Result<f64> {
    let all = (0..times).map(|_| of()).collect::<Result<Vec<f64>>>()?;
    propp_base_statistics::median::median(&all).ok_or_else(|| "nothing was measured".into())
}

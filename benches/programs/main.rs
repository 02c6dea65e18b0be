//! The matrix: programs of all kinds (`tests/programs`), each alone and under `propp profile`.
//! Is any of them harmed, what does profiling cost, how much of their kernels' time gets
//! criteria?
//!
//!     cargo xtask bench programs [--rounds N] [--gpus N,N] [--seconds S] [--quick] [--out FILE] [--option=O]
//!         [ROW ..]
//!     cargo bench --bench programs -- --page        writes lab/programs.md
//!
//! Results are lines of JSON, one a round of a row. The page is made from the committed ones,
//! `tests/programs/results.jsonl`, to which those of a new run are appended.

use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Parser;

#[path = "../../tests/programs/matrix/mod.rs"]
mod matrix;
#[path = "../../tests/gpu/process.rs"]
#[allow(dead_code, reason = "a module of tests")]
mod process;

use matrix::{Outcome, Programs, Row, page, results, rows};

/// Programs of all kinds, alone and under propp
#[derive(Debug, Parser)]
struct Args {
    /// Rounds of each row
    #[arg(long, default_value_t = 1)]
    rounds: u32,
    /// GPUs to use, each for a row at a time
    #[arg(long, value_delimiter = ',', default_value = "0")]
    gpus: Vec<u32>,
    /// Begin no round after this many seconds
    #[arg(long, default_value_t = 1e9)]
    seconds: f64,
    /// Of the rows, those that take less than two seconds alone
    #[arg(long)]
    quick: bool,
    /// Option of `propp profile` for all rows, such as --option=--waits; may be repeated. The results are not
    /// those of the page
    #[arg(long = "option", value_name = "OPTION", allow_hyphen_values = true)]
    options: Vec<String>,
    /// File to append results to, besides standard output
    #[arg(long)]
    out: Option<PathBuf>,
    /// Write lab/programs.md from the committed results, and run nothing
    #[arg(long)]
    page: bool,
    /// Rows; all without any
    rows: Vec<String>,
    /// What cargo passes to benchmarks
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    if args.page {
        let folder = checkout.join("tests/programs");
        let text = page(&rows(&folder)?, &results(&folder)?);
        return Ok(std::fs::write(checkout.join("lab/programs.md"), text)?);
    }
    if !Path::new("/dev/nvidiactl").exists() {
        println!("left out: there is no NVIDIA GPU here");
        return Ok(());
    }
    let root = std::env::var_os("PROPP_DIST").map_or_else(|| checkout.to_owned(), PathBuf::from);
    let propp = std::env::var_os("PROPP_BIN")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_propp")), PathBuf::from);
    let mut wanted = rows(&root.join("tests/programs"))?;
    if let Some(unknown) = args.rows.iter().find(|name| wanted.iter().all(|r| r.name != **name)) {
        return Err(format!("there is no row {unknown}").into());
    }
    wanted.retain(|row| args.rows.is_empty() || args.rows.contains(&row.name));
    wanted.retain(|row| row.quick || !args.quick);
    wanted.iter_mut().for_each(|row| row.options.extend(args.options.iter().cloned()));
    let programs = Programs::new(root.join("tests/programs"), propp)?;
    // Time on a GPU is for the programs.
    programs.compile_all(&wanted);
    let out = args.out.as_ref().map(|path| OpenOptions::new().append(true).create(true).open(path));
    let bench = Bench {
        programs,
        deadline: Duration::try_from_secs_f64(args.seconds).unwrap_or(Duration::MAX),
        begun: Instant::now(),
        out: Mutex::new(out.transpose()?),
    };
    let (several, one): (Vec<Row>, Vec<Row>) = wanted.into_iter().partition(|row| row.gpus > 1);
    bench.rounds(&one, args.rounds, &args.gpus);
    // What needs several GPUs has them all to itself.
    if several.iter().all(|row| row.gpus <= args.gpus.len()) {
        bench.rounds(&several, args.rounds, &args.gpus[..1]);
    } else {
        several.iter().for_each(|row| eprintln!("{}: needs {} GPUs", row.name, row.gpus));
    }
    Ok(())
}

struct Bench {
    programs: Programs,
    deadline: Duration,
    begun: Instant,
    out: Mutex<Option<std::fs::File>>,
}

impl Bench {
    /// Every row once, then every row once more: when the time is over, all have had their turn.
    fn rounds(&self, rows: &[Row], rounds: u32, gpus: &[u32]) {
        let all = (0..rounds).flat_map(|_| rows);
        let queue = Mutex::new(all);
        let next = || queue.lock().ok().and_then(|mut queue| queue.next());
        std::thread::scope(|scope| {
            for gpu in gpus {
                scope.spawn(move || {
                    while self.begun.elapsed() < self.deadline
                        && let Some(row) = next()
                    {
                        self.round(row, *gpu);
                    }
                });
            }
        });
    }

    fn round(&self, row: &Row, gpu: u32) {
        match self.programs.round(row, gpu) {
            Ok(outcome) => self.tell(row, &outcome),
            Err(reason) => eprintln!("{}: {reason}", row.name),
        }
    }

    fn tell(&self, row: &Row, outcome: &Outcome) {
        let Ok(line) = serde_json::to_string(outcome) else { return };
        println!("{line}");
        if outcome.is_harmed() {
            eprintln!("{}: HARMED\n{}", row.name, outcome.words);
        }
        if let Ok(mut out) = self.out.lock()
            && let Some(out) = out.as_mut()
            && let Err(error) = writeln!(out, "{line}")
        {
            eprintln!("{error}");
        }
    }
}

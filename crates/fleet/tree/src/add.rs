//! Recordings into a tree.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use propp_base_text::progress::Progress;
use propp_fleet::place::TABLES;
use propp_fleet::rows::{Member, tables};
use propp_judge_analysis::{Grouping, Input, Listing, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_hints::Libraries;
use propp_recording::{Recording, cubin_hash};
use rayon::prelude::*;
use signal_hook::consts::SIGINT;

use crate::error::TreeError;
use crate::tree::Tree;

/// The job of recordings that name none.
const NO_JOB: &str = "none";

/// What is said of recordings, and how they are judged.
pub struct Settings<'a> {
    /// In place of what the launcher said.
    pub job: Option<&'a str>,
    /// In place of what the launcher said.
    pub rank: Option<u64>,
    pub commit: Option<&'a str>,
    pub libraries: &'a Libraries,
    /// The weights for recordings of a GPU, or why there are none.
    pub weights: &'a (dyn Fn(&Recording) -> Result<Weights, String> + Sync),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    New,
    /// It was in the tree already.
    Known,
    /// Ctrl-C came first.
    Left,
}

/// Adds recordings, with a line of progress; for each what became of it. The first Ctrl-C lets what
/// is being added come to its end, another ends the process at once.
pub fn add(
    tree: &Tree,
    recordings: &[PathBuf],
    settings: &Settings<'_>,
) -> Result<Vec<Result<Added, TreeError>>, TreeError> {
    let shared = Shared {
        known: Mutex::new(Known::of(tree, &tree.lock_for_adding()?)?),
        weights: Mutex::default(),
    };
    let stop = Arc::new(AtomicBool::new(false));
    end_at_ctrl_c(&stop).map_err(TreeError::other)?;
    let all = recordings.len();
    let progress = Mutex::new((0, Progress::new(false)));
    let add = |path: &PathBuf| {
        if stop.load(Ordering::Relaxed) {
            return Ok(Added::Left);
        }
        {
            let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.0 += 1;
            let begun = progress.0;
            progress.1.show(|| format!("adding recording {begun} of {all}"));
        }
        add_one(tree, &shared, path, settings)
    };
    Ok(recordings.par_iter().map(add).collect())
}

fn end_at_ctrl_c(stop: &Arc<AtomicBool>) -> std::io::Result<()> {
    signal_hook::flag::register_conditional_default(SIGINT, Arc::clone(stop))?;
    signal_hook::flag::register(SIGINT, Arc::clone(stop))?;
    Ok(())
}

struct Shared {
    known: Mutex<Known>,
    /// By the name of the GPU.
    weights: Mutex<HashMap<Option<String>, Arc<Weights>>>,
}

impl Shared {
    /// Whether a recording is in the tree, while nobody compacts it.
    fn knows(&self, id: &str, tree: &Tree, lock: &File) -> Result<bool, TreeError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.lock_bytes != tree.lock_bytes(lock)? {
            *known = Known::of(tree, lock)?;
        }
        Ok(known.recordings.contains(id))
    }

    fn weights(&self, of: &Recording, settings: &Settings<'_>) -> Result<Arc<Weights>, TreeError> {
        let mut weights = self.weights.lock().unwrap_or_else(PoisonError::into_inner);
        let gpu = of.gpu().map(str::to_owned);
        if let Some(known) = weights.get(&gpu) {
            return Ok(Arc::clone(known));
        }
        let new = Arc::new((settings.weights)(of).map_err(TreeError::Other)?);
        weights.insert(gpu, Arc::clone(&new));
        Ok(new)
    }
}

/// The recordings that were in the tree when the lock had a length. Without a compaction since, a
/// recording that another process adds meanwhile is no trouble: it writes the same files.
struct Known {
    recordings: HashSet<String>,
    lock_bytes: u64,
}

impl Known {
    fn of(tree: &Tree, lock: &File) -> Result<Self, TreeError> {
        Ok(Self { recordings: tree.recordings()?, lock_bytes: tree.lock_bytes(lock)? })
    }
}

fn add_one(
    tree: &Tree,
    shared: &Shared,
    path: &Path,
    settings: &Settings<'_>,
) -> Result<Added, TreeError> {
    let mut bytes = Vec::new();
    let read =
        propp_recording_store::open_file(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_err(|source| TreeError::Recording { path: path.to_owned(), source })?;
    let id = format!("{:016x}", cubin_hash(&bytes));
    if shared.knows(&id, tree, &tree.lock_for_adding()?)? {
        return Ok(Added::Known);
    }
    let recording = propp_recording_store::read(path).map_err(TreeError::other)?;
    let weights = shared.weights(&recording, settings)?;
    let file = path.display().to_string();
    let input = Input { name: &file, recording: &recording };
    let analysis = analyse(&[input], &weights, Grouping::Signature);
    let advised = propp_judge_hints::advise(Listing::whole(&analysis), None, settings.libraries);
    let number = |key: &str| recording.meta.get(key).and_then(|rank| rank.parse().ok());
    let member = Member {
        id: &id,
        file: &file,
        rank: settings.rank.or_else(|| number("option.launcher.rank")),
        world: number("option.launcher.world"),
        commit: settings.commit,
        recording: &recording,
        advised: &advised,
        weights: &weights.provenance().source,
    };
    let said = recording.meta.get("option.launcher.job").map(String::as_str);
    let job = settings.job.or(said).unwrap_or(NO_JOB);
    let created = recording.meta.get("created_utc").map_or("", String::as_str);
    let date = created.get(..10).unwrap_or("unknown");
    let tables = tables(&member).map_err(TreeError::other)?;
    let lock = tree.lock_for_adding()?;
    if shared.knows(&id, tree, &lock)? {
        return Ok(Added::Known);
    }
    // The table of runs is the last: a recording is in the tree when its row is there.
    for name in TABLES {
        let of_name = tables.iter().find(|(table, _)| *table == name);
        let (_, table) = of_name.ok_or_else(|| TreeError::Other(format!("no table {name}")))?;
        tree.put(name, date, job, &id, table)?;
    }
    Ok(Added::New)
}

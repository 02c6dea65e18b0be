//! The small files of a job put together.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use propp_base_columns::{Table, parquet};
use propp_fleet::place::{TABLES, sort_key};
use rustix::fs::{CWD, RenameFlags, renameat_with};

use crate::error::TreeError;
use crate::tree::{Part, Tree, write};

/// Bytes of the files that are put into one, about.
const TARGET_BYTES: u64 = 64 << 20;

/// What the names of folders begin with in which a compaction writes.
const WORK: &str = ".compact-";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compacted {
    pub before: usize,
    pub after: usize,
}

/// Puts the files of each table of a job together, sorted by function. Readers find the files
/// before or those after, whenever it is killed. A file that cannot be read is told and kept.
pub fn compact(tree: &Tree, tell: &mut dyn FnMut(&str)) -> Result<Compacted, TreeError> {
    let _lock = tree.lock_for_compacting()?;
    remove_killed(&tree.root)?;
    let whole = tree.recordings()?;
    let mut done = Compacted::default();
    for table in TABLES {
        let mut folders: BTreeMap<PathBuf, Vec<Part>> = BTreeMap::new();
        for part in tree.parts(table)? {
            let folder = part.path.parent().unwrap_or(Path::new(".")).to_owned();
            folders.entry(folder).or_default().push(part);
        }
        for (folder, parts) in folders {
            done.before += parts.len();
            done.after += compact_folder(&tree.root, table, &folder, parts, &whole, tell)?;
        }
    }
    Ok(done)
}

/// The folders that killed compactions left.
fn remove_killed(root: &Path) -> Result<(), TreeError> {
    let removed = || {
        for entry in root.read_dir()? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(|name| name.starts_with(WORK)) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(())
    };
    removed().map_err(|source| TreeError::Folder { folder: root.to_owned(), source })
}

/// The number of files after that.
fn compact_folder(
    root: &Path,
    table: &str,
    folder: &Path,
    parts: Vec<Part>,
    whole: &HashSet<String>,
    tell: &mut dyn FnMut(&str),
) -> Result<usize, TreeError> {
    // The file of an `add` that was killed stays apart: the next one replaces it.
    let is_small = |part: &Part| match part.is_compact() {
        true => part.bytes() < TARGET_BYTES / 2,
        false => whole.contains(part.name()),
    };
    let (small, kept): (Vec<Part>, Vec<Part>) = parts.into_iter().partition(is_small);
    if small.len() < 2 {
        return Ok(kept.len() + small.len());
    }
    let failed = |source| TreeError::Write { path: folder.to_owned(), source };
    let work = tempfile::Builder::new().prefix(WORK).tempdir_in(root).map_err(failed)?;
    let new = work.path().join("new");
    let written = || {
        fs::create_dir(&new)?;
        for part in &kept {
            keep(part, &new)?;
        }
        let mut after = kept.len();
        for batch in batches(small) {
            after += merge(table, &batch, &new, tell)?;
        }
        File::open(&new)?.sync_all()?;
        Ok(after)
    };
    let after = written().map_err(failed)?;
    renameat_with(CWD, &new, CWD, folder, RenameFlags::EXCHANGE)
        .map_err(|error| TreeError::Exchange { folder: folder.to_owned(), source: error.into() })?;
    Ok(after)
}

fn keep(part: &Part, folder: &Path) -> io::Result<()> {
    fs::hard_link(&part.path, folder.join(part.path.file_name().unwrap_or_default()))
}

fn batches(parts: Vec<Part>) -> Vec<Vec<Part>> {
    let (mut batches, mut batch, mut bytes) = (Vec::new(), Vec::new(), 0);
    for part in parts {
        if bytes + part.bytes() > TARGET_BYTES {
            batches.push(std::mem::take(&mut batch));
            bytes = 0;
        }
        bytes += part.bytes();
        batch.push(part);
    }
    batches.push(batch);
    batches.retain(|batch| !batch.is_empty());
    batches
}

/// Writes the rows of some files as one file; the number of files in their place.
fn merge(
    table: &str,
    parts: &[Part],
    folder: &Path,
    tell: &mut dyn FnMut(&str),
) -> io::Result<usize> {
    let mut all: Option<Table> = None;
    let mut files = 0;
    for part in parts {
        let read = parquet::read(File::open(&part.path)?, |_| true);
        let added = read.and_then(|rows| match &mut all {
            Some(all) => all.append(rows).map_err(io::Error::other),
            None => {
                all = Some(rows);
                Ok(())
            }
        });
        if let Err(error) = added {
            part.tell(&error, tell);
            keep(part, folder)?;
            files += 1;
        }
    }
    if let Some(all) = all {
        write(table, &all.sorted_by(sort_key(table)), &Part::compacted(parts, folder))?;
        files += 1;
    }
    Ok(files)
}

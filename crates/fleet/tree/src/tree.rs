//! The files of a tree.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use propp_base_columns::{Table, Values, parquet};
use propp_fleet::place::{decoded, folder};
use propp_fleet::{Cells, Fleet};
use propp_recording::cubin_hash;
use rayon::prelude::*;

use crate::error::TreeError;

const ENDING: &str = "parquet";

/// How often files are listed again that a compaction took away.
const LISTED_AGAIN: usize = 10;

/// What the names of files begin with that hold several recordings.
const COMPACT: &str = "compact-";

pub struct Tree {
    pub(crate) root: PathBuf,
}

/// A file of a table.
pub(crate) struct Part {
    pub(crate) path: PathBuf,
    job: String,
}

impl Tree {
    /// A tree, which is made if it is not there.
    pub fn open(root: &Path) -> Result<Self, TreeError> {
        fs::create_dir_all(root)
            .map_err(|source| TreeError::Make { folder: root.to_owned(), source })?;
        Ok(Self { root: root.to_owned() })
    }

    /// A tree that is there.
    pub fn existing(root: &Path) -> Result<Self, TreeError> {
        if root.join("table=runs").is_dir() {
            return Ok(Self { root: root.to_owned() });
        }
        Err(TreeError::NoTree { folder: root.to_owned() })
    }

    /// Writes a table of a recording: readers find the whole file or none. What an earlier `add`
    /// left is replaced by the same.
    pub fn put(
        &self,
        table: &str,
        date: &str,
        job: &str,
        id: &str,
        rows: &Table,
    ) -> Result<(), TreeError> {
        let folder = self.root.join(folder(table, date, job));
        let path = folder.join(format!("{id}.{ENDING}"));
        let written = fs::create_dir_all(&folder).and_then(|()| write(table, rows, &path));
        written.map_err(|source| TreeError::Write { path, source })
    }

    /// Keeps compactions away while recordings are added. Where the file system has no locks,
    /// there is none, and no compaction either.
    pub(crate) fn lock_for_adding(&self) -> Result<File, TreeError> {
        let file = self.lock_file()?;
        match file.lock_shared() {
            Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(self.no_lock(error)),
            _ => Ok(file),
        }
    }

    /// Waits until nobody adds or compacts, and keeps them away.
    pub(crate) fn lock_for_compacting(&self) -> Result<File, TreeError> {
        let mut file = self.lock_file()?;
        let locked = file.lock().and_then(|()| file.write_all(b"."));
        locked.map_err(|error| self.no_lock(error))?;
        Ok(file)
    }

    /// A compaction makes the lock's file longer, so that others see that there was one.
    pub(crate) fn lock_bytes(&self, lock: &File) -> Result<u64, TreeError> {
        lock.metadata().map(|facts| facts.len()).map_err(|error| self.no_lock(error))
    }

    fn lock_file(&self) -> Result<File, TreeError> {
        let path = self.root.join(".lock");
        let file = File::options().create(true).append(true).open(&path);
        file.map_err(|error| self.no_lock(error))
    }

    fn no_lock(&self, source: io::Error) -> TreeError {
        TreeError::Lock { path: self.root.join(".lock"), source }
    }

    /// The recordings that are in the tree.
    pub fn recordings(&self) -> Result<HashSet<String>, TreeError> {
        let of_file = |part: &Part| {
            if !part.is_compact() {
                return Ok(vec![Some(part.name().to_owned())]);
            }
            let table = parquet::read(File::open(&part.path)?, |name| name == "recording")?;
            match table.columns().first().map(|column| &column.values) {
                Some(Values::Text(recordings)) => Ok(recordings.clone()),
                _ => Err(io::Error::other("it has no recordings")),
            }
        };
        let mut all = HashSet::new();
        for (part, names) in self.each_part("runs", of_file)? {
            let path = part.path;
            let names = names.map_err(|source| TreeError::Table { path, source })?;
            all.extend(names.into_iter().flatten());
        }
        Ok(all)
    }

    /// All rows that questions need; those of steps only for questions about them. A file that
    /// cannot be read is told, and the answer does without it.
    pub fn fleet(&self, with_steps: bool, tell: &mut dyn FnMut(&str)) -> Result<Fleet, TreeError> {
        let mut fleet = Fleet::default();
        for (part, table) in self.tables("runs")? {
            let added =
                table.and_then(|table| fleet.add_runs(&part.job, &table).map_err(io::Error::other));
            added.unwrap_or_else(|error| part.tell(&error, tell));
        }
        fleet.order_runs();
        // A recording whose run is known has all of its files, as runs are written last.
        for (part, table) in self.tables("kernels")? {
            let added = table.and_then(|table| fleet.add_kernels(&table).map_err(io::Error::other));
            added.unwrap_or_else(|error| part.tell(&error, tell));
        }
        for (part, table) in self.tables("notices")? {
            let added = table.and_then(|table| fleet.add_notices(&table).map_err(io::Error::other));
            added.unwrap_or_else(|error| part.tell(&error, tell));
        }
        if with_steps {
            let cells = self.each_part("steps", |part| part.cells(&fleet))?;
            for (part, cells) in cells {
                match cells {
                    Ok(cells) => fleet.add_cells(cells),
                    Err(error) => part.tell(&error, tell),
                }
            }
        }
        Ok(fleet)
    }

    fn tables(&self, table: &str) -> Result<Vec<(Part, io::Result<Table>)>, TreeError> {
        self.each_part(table, |part| parquet::read(File::open(&part.path)?, |_| true))
    }

    /// What several threads make of the files of a table, in the order of their paths. If a
    /// compaction takes a file away, all are listed and read again.
    fn each_part<T: Send>(
        &self,
        table: &str,
        of: impl Fn(&Part) -> io::Result<T> + Sync,
    ) -> Result<Vec<(Part, io::Result<T>)>, TreeError> {
        let read = || {
            let parts = self.parts(table)?.into_par_iter();
            Ok(parts.map(|part| (of(&part), part)).map(|(made, part)| (part, made)).collect())
        };
        let is_gone = |(_, made): &(Part, io::Result<T>)| {
            made.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        };
        let mut made: Vec<_> = read()?;
        // What is gone each time is no file, such as a link to nowhere: it is told as unreadable.
        for _ in 0..LISTED_AGAIN {
            if !made.iter().any(is_gone) {
                break;
            }
            made = read()?;
        }
        Ok(made)
    }

    pub(crate) fn parts(&self, table: &str) -> Result<Vec<Part>, TreeError> {
        let root = self.root.join(format!("table={table}"));
        let mut parts = Vec::new();
        for (_, folder) in valued(&root, "date=")? {
            for (job, folder) in valued(&folder, "job=")? {
                for path in entries(&folder)? {
                    if path.extension().is_some_and(|ending| ending == ENDING) {
                        parts.push(Part { path, job: job.clone() });
                    }
                }
            }
        }
        parts.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(parts)
    }
}

/// Writes the rows of a table under another name, which no engine reads, and renames the file.
pub(crate) fn write(table: &str, rows: &Table, path: &Path) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut bytes = Vec::new();
    let notes = [("schema".to_owned(), format!("propp.fleet.{table}/1"))];
    parquet::write(rows, &notes, &mut bytes)?;
    let mut part = tempfile::Builder::new()
        .prefix(".")
        .suffix(".part")
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
        .tempfile_in(folder)?;
    part.write_all(&bytes)?;
    part.as_file().sync_data()?;
    part.persist(path)?;
    Ok(())
}

impl Part {
    /// Whether a compaction wrote it.
    pub(crate) fn is_compact(&self) -> bool {
        self.name().starts_with(COMPACT)
    }

    /// The recording, or the name of the file of several.
    pub(crate) fn name(&self) -> &str {
        self.path.file_stem().and_then(|name| name.to_str()).unwrap_or_default()
    }

    pub(crate) fn bytes(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |facts| facts.len())
    }

    /// Where a file of several recordings goes in a folder, by the parts that it holds.
    pub(crate) fn compacted(parts: &[Self], folder: &Path) -> PathBuf {
        let names = parts.iter().map(|part| part.path.file_name().unwrap_or_default());
        let names: Vec<u8> = names.flat_map(|name| name.as_encoded_bytes().to_vec()).collect();
        folder.join(format!("{COMPACT}{:016x}.{ENDING}", cubin_hash(&names)))
    }

    fn cells(&self, fleet: &Fleet) -> io::Result<Cells> {
        let mut all = Cells::new();
        let add = |group: &Table| {
            for (name, mut some) in fleet.cells(group).map_err(io::Error::other)? {
                all.entry(name).or_default().append(&mut some);
            }
            Ok(())
        };
        parquet::read_by_group(File::open(&self.path)?, |_| true, add)?;
        Ok(all)
    }

    pub(crate) fn tell(&self, error: &dyn std::fmt::Display, tell: &mut dyn FnMut(&str)) {
        tell(&format!(
            "{} cannot be read and is left out: {error}; remove it and its namesakes in the \
             other tables, and add the recording again",
            self.path.display()
        ));
    }
}

/// The folders of a partition with their values.
fn valued(folder: &Path, prefix: &str) -> Result<Vec<(String, PathBuf)>, TreeError> {
    let value = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_prefix(prefix)?;
        Some((decoded(name)?, path))
    };
    Ok(entries(folder)?.into_iter().filter_map(value).collect())
}

/// What is in a folder; nothing in one that is not there.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, TreeError> {
    let failed = |source| TreeError::Folder { folder: folder.to_owned(), source };
    match folder.read_dir() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        all => all.map_err(failed)?.map(|one| Ok(one.map_err(failed)?.path())).collect(),
    }
}

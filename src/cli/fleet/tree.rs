//! The files of a tree.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use propp_columns::{Table, parquet};
use propp_fleet::Fleet;
use propp_fleet::place::{decoded, folder};

use crate::cli::{Failure, say};

const ENDING: &str = "parquet";

pub(super) struct Tree {
    root: PathBuf,
}

/// A file of a table.
struct Part {
    path: PathBuf,
    date: String,
    job: String,
}

impl Tree {
    /// A tree, which is made if it is not there.
    pub(super) fn open(root: &Path) -> Result<Self, Failure> {
        let shown = root.display();
        fs::create_dir_all(root).map_err(|error| {
            Failure::usage(format!("cannot make the tree {shown}: {error}; name another folder"))
        })?;
        Ok(Self { root: root.to_owned() })
    }

    /// A tree that is there.
    pub(super) fn existing(root: &Path) -> Result<Self, Failure> {
        if root.join("table=runs").is_dir() {
            return Ok(Self { root: root.to_owned() });
        }
        Err(Failure::usage(format!(
            "{} is no tree of recordings: `propp fleet add TREE RECORDING…` makes one",
            root.display()
        )))
    }

    /// Writes a table of a recording: readers find the whole file or none. What an earlier `add`
    /// left is replaced by the same.
    pub(super) fn put(
        &self,
        table: &str,
        date: &str,
        job: &str,
        id: &str,
        rows: &Table,
    ) -> Result<(), Failure> {
        let folder = self.root.join(folder(table, date, job));
        let path = folder.join(format!("{id}.{ENDING}"));
        let written = || {
            fs::create_dir_all(&folder)?;
            let mut bytes = Vec::new();
            let notes = [("schema".to_owned(), format!("propp.fleet.{table}/1"))];
            parquet::write(rows, &notes, &mut bytes)?;
            // Engines read by the ending: the temporary name has another.
            let mut part = tempfile::Builder::new()
                .prefix(".")
                .suffix(".part")
                .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
                .tempfile_in(&folder)?;
            part.write_all(&bytes)?;
            part.as_file().sync_data()?;
            part.persist(&path)?;
            Ok::<(), io::Error>(())
        };
        written()
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
    }

    /// The recordings that are in the tree.
    pub(super) fn recordings(&self) -> Result<HashSet<String>, Failure> {
        let parts = self.parts("runs")?;
        let id = |part: Part| Some(part.path.file_stem()?.to_str()?.to_owned());
        Ok(parts.into_iter().filter_map(id).collect())
    }

    /// All rows that questions need. A file that cannot be read is named, and the answer does
    /// without it.
    pub(super) fn fleet(&self) -> Result<Fleet, Failure> {
        let mut fleet = Fleet::default();
        for part in self.parts("runs")? {
            if let Some(table) = part.read() {
                let added = fleet.add_runs(&part.date, &part.job, &table);
                added.unwrap_or_else(|error| part.tell(&error));
            }
        }
        fleet.order_runs();
        // A recording whose run is known has all of its files, as runs are written last.
        for part in self.parts("kernels")? {
            if let Some(table) = part.read() {
                fleet.add_kernels(&[table]).unwrap_or_else(|error| part.tell(&error));
            }
        }
        for part in self.parts("notices")? {
            if let Some(table) = part.read() {
                fleet.add_notices(&[table]).unwrap_or_else(|error| part.tell(&error));
            }
        }
        Ok(fleet)
    }

    /// The files of a table, in the order of their paths.
    fn parts(&self, table: &str) -> Result<Vec<Part>, Failure> {
        let root = self.root.join(format!("table={table}"));
        let mut parts = Vec::new();
        for (date, folder) in valued(&root, "date=")? {
            for (job, folder) in valued(&folder, "job=")? {
                for path in entries(&folder)? {
                    if path.extension().is_some_and(|ending| ending == ENDING) {
                        parts.push(Part { path, date: date.clone(), job: job.clone() });
                    }
                }
            }
        }
        parts.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(parts)
    }
}

impl Part {
    fn read(&self) -> Option<Table> {
        let read = File::open(&self.path).and_then(|file| parquet::read(file, |_| true));
        read.inspect_err(|error| self.tell(error)).ok()
    }

    fn tell(&self, error: &dyn std::fmt::Display) {
        say(&format!(
            "propp: {} cannot be read and is left out: {error}; remove it and its namesakes in the \
             other tables, and add the recording again",
            self.path.display()
        ));
    }
}

/// The folders of a partition with their values.
fn valued(folder: &Path, prefix: &str) -> Result<Vec<(String, PathBuf)>, Failure> {
    let value = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_prefix(prefix)?;
        Some((decoded(name)?, path))
    };
    Ok(entries(folder)?.into_iter().filter_map(value).collect())
}

/// What is in a folder; nothing in one that is not there.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error: io::Error| {
        Failure::usage(format!("cannot read the folder {}: {error}", folder.display()))
    };
    match folder.read_dir() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        all => all.map_err(failed)?.map(|one| Ok(one.map_err(failed)?.path())).collect(),
    }
}

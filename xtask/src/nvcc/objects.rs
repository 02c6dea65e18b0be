//! Objects under `target/cu`, named after what they were made from: the source's text and
//! name, the flags, the pinned toolkit and the host's compiler. A list beside each holds the
//! headers of the repository that it includes, with the hash of each. `xtask/compiled.txt` has
//! these names and lists of what compiled without warnings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::paths::Paths;
use crate::process;
use crate::setup::{self, remove_folder};

/// Warnings are errors. A caller's `-w` is not heeded: the object is the same.
const WARNINGS: [&str; 2] = ["-Werror", "all-warnings"];

/// Compilers leave the cores to cargo, which others wait for.
const NICE: [&str; 2] = ["-n", "10"];

/// What compiled: an object's name in each line, and then its headers, indented.
const RECORD: &str = "xtask/compiled.txt";

/// One source and how it is compiled.
pub(super) struct Source {
    pub(super) path: PathBuf,
    pub(super) flags: Vec<String>,
    /// The folder that headers are looked for in; paths below it are told from there, so
    /// that a copy of the sources elsewhere has the same objects.
    pub(super) root: Option<PathBuf>,
}

/// An object that is there now.
pub(super) struct Kept {
    pub(super) object: PathBuf,
    /// Whether this call compiled it.
    pub(super) is_new: bool,
}

/// The objects' folder, and what all have in common.
pub(super) struct Objects<'a> {
    paths: &'a Paths,
    folder: PathBuf,
    compiler: u64,
    /// The lists of headers of what compiled before, by the object's name.
    recorded: BTreeMap<String, String>,
}

/// Removes all of them.
pub(super) fn remove(paths: &Paths) -> Result<(), Error> {
    remove_folder(&folder(paths))
}

fn folder(paths: &Paths) -> PathBuf {
    paths.target.join("cu")
}

impl<'a> Objects<'a> {
    pub(super) fn of(paths: &'a Paths) -> Result<Self, Error> {
        let host = process::output(Command::new("c++").arg("--version"), "install a C++ compiler")?;
        let compiler = hash(&(setup::toolkit_stamp(paths)?, host));
        let folder = folder(paths);
        fs::create_dir_all(&folder).map_err(Error::file("create", &folder))?;
        let record = fs::read_to_string(paths.root.join(RECORD)).unwrap_or_default();
        Ok(Self { paths, folder, compiler, recorded: parsed(&record) })
    }

    /// Whether this very source compiled before, wherever that was.
    pub(super) fn is_recorded(&self, source: &Source) -> Result<bool, String> {
        let (object, _) = self.places(source)?;
        let list = self.recorded.get(&name(&object));
        Ok(list.is_some_and(|list| self.is_current(source, list)))
    }

    /// Writes down that these compiled.
    pub(super) fn record(&self, sources: &[Source]) -> Result<(), String> {
        let mut text = String::new();
        for source in sources {
            let (object, headers) = self.places(source)?;
            let list = fs::read_to_string(headers).ok();
            let list = list.as_ref().or_else(|| self.recorded.get(&name(&object)));
            text += &format!("{}\n", name(&object));
            list.into_iter().flat_map(|list| list.lines()).for_each(|line| {
                text += &format!("  {line}\n");
            });
        }
        let path = self.paths.root.join(RECORD);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The object of a source, compiled unless it is there. The error is what the user
    /// should read.
    pub(super) fn get(&self, source: &Source) -> Result<Kept, String> {
        let (object, headers) = self.places(source)?;
        if object.is_file() && self.is_listed(source, &headers) {
            return Ok(Kept { object, is_new: false });
        }
        self.compile(source, &object, &headers)?;
        println!("  nvcc: {}", self.paths.short(&source.path).display());
        Ok(Kept { object, is_new: true })
    }

    /// The object of a source, if it is there.
    pub(super) fn find(&self, source: &Source) -> Result<Option<PathBuf>, String> {
        let (object, headers) = self.places(source)?;
        Ok((object.is_file() && self.is_listed(source, &headers)).then_some(object))
    }

    /// Removes objects that are none of these, and what a killed run left behind.
    pub(super) fn keep_only(&self, objects: &BTreeSet<&Path>) -> Result<(), Error> {
        for entry in fs::read_dir(&self.folder).map_err(Error::file("read", &self.folder))? {
            let path = entry.map_err(Error::file("read", &self.folder))?.path();
            let is_file = path.is_file();
            if is_file && !objects.contains(path.with_extension("o").as_path()) {
                fs::remove_file(&path).map_err(Error::file("remove", &path))?;
            } else if is_left_behind(&path) {
                fs::remove_dir_all(&path).map_err(Error::file("remove", &path))?;
            }
        }
        Ok(())
    }

    /// Where the object and the list of its headers are.
    fn places(&self, source: &Source) -> Result<(PathBuf, PathBuf), String> {
        let text = fs::read(&source.path).map_err(|e| format!("{}: {e}", source.path.display()))?;
        let name = source.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let key = hash(&(self.compiler, self.told(source, &source.path), text, &source.flags));
        let place = |end: &str| self.folder.join(format!("{name}-{key:016x}.{end}"));
        Ok((place("o"), place("headers")))
    }

    /// A path as it is told in keys and lists: below the source's root where it is there.
    fn told(&self, source: &Source, path: &Path) -> PathBuf {
        let root = source.root.as_deref().unwrap_or(&self.paths.root);
        path.strip_prefix(root).unwrap_or(path).to_owned()
    }

    fn is_listed(&self, source: &Source, headers: &Path) -> bool {
        fs::read_to_string(headers).is_ok_and(|list| self.is_current(source, &list))
    }

    /// Whether each header in the list is what it was.
    fn is_current(&self, source: &Source, list: &str) -> bool {
        let root = source.root.as_deref().unwrap_or(&self.paths.root);
        list.lines().all(|line| {
            let (was, path) = line.split_once(' ').unwrap_or_default();
            fs::read(root.join(path)).is_ok_and(|text| format!("{:016x}", hash(&text)) == was)
        })
    }

    fn compile(&self, source: &Source, object: &Path, headers: &Path) -> Result<(), String> {
        let failed = |what: &Path| {
            let what = what.display().to_string();
            move |error: std::io::Error| format!("{what}: {error}")
        };
        let work = work_folder(&self.folder).map_err(failed(&self.folder))?;
        let (made, rule) = (work.join("object.o"), work.join("headers.d"));
        let mut nvcc = Command::new("nice");
        nvcc.args(NICE).arg(self.paths.cuda.join("bin/nvcc")).args(&source.flags).args(WARNINGS);
        if let Some(root) = &source.root {
            nvcc.arg("-I").arg(root);
        }
        nvcc.arg("-MMD").arg("-MF").arg(&rule).arg("-c").arg(&source.path).arg("-o").arg(&made);
        let output = nvcc.output().map_err(|error| {
            format!("{}: {error}; run `cargo xtask setup`", process::line(&nvcc))
        })?;
        if !output.status.success() {
            fs::remove_dir_all(&work).map_err(failed(&work))?;
            let words = [output.stdout, output.stderr].concat();
            let name = self.paths.short(&source.path).display();
            return Err(format!("{name}: {}\n{}", output.status, String::from_utf8_lossy(&words)));
        }
        let rule = fs::read_to_string(&rule).map_err(failed(&rule))?;
        let list = self.list(source, &rule)?;
        // In this order: with a new list, an old object would count as current.
        fs::rename(&made, object).map_err(failed(object))?;
        fs::write(headers, list).map_err(failed(headers))?;
        fs::remove_dir_all(&work).map_err(failed(&work))
    }

    /// The list of a source's headers, from the rule for make that nvcc writes. Those of the
    /// toolkit and of the system are the compiler's, which is in the key.
    fn list(&self, source: &Source, rule: &str) -> Result<String, String> {
        let mut list = String::new();
        for name in prerequisites(rule) {
            let path = fs::canonicalize(&name).map_err(|error| format!("{name}: {error}"))?;
            let is_ours = |root: &Path| {
                path.starts_with(root) && !path.starts_with(&self.paths.cuda) && path != source.path
            };
            if is_ours(&self.paths.root) || source.root.as_deref().is_some_and(is_ours) {
                let text = fs::read(&path).map_err(|error| format!("{name}: {error}"))?;
                let told = self.told(source, &path);
                list += &format!("{:016x} {}\n", hash(&text), told.display());
            }
        }
        Ok(list)
    }
}

/// The lists of headers in the record, by the names of objects.
fn parsed(record: &str) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut name = "";
    for line in record.lines() {
        match line.strip_prefix("  ") {
            Some(header) => {
                let list: &mut String = all.entry(name.to_owned()).or_default();
                *list += &format!("{header}\n");
            }
            None => {
                name = line;
                all.insert(name.to_owned(), String::new());
            }
        }
    }
    all
}

/// The name of an object's file.
fn name(object: &Path) -> String {
    object.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The files after the colon.
fn prerequisites(rule: &str) -> Vec<String> {
    let joined = rule.replace("\\\n", " ");
    let files = joined.split_once(": ").map_or("", |(_, files)| files);
    files.split_whitespace().map(str::to_owned).collect()
}

/// A new folder, named after this process and thread.
fn work_folder(parent: &Path) -> std::io::Result<PathBuf> {
    let thread = hash(&std::thread::current().id());
    let folder = parent.join(format!("making-{}-{thread:016x}", std::process::id()));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Whether this is the work folder of a process that is gone.
fn is_left_behind(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let pid = name.strip_prefix("making-").and_then(|rest| rest.split('-').next());
    pid.is_some_and(|pid| !Path::new("/proc").join(pid).exists())
}

fn hash(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_has_the_headers_of_each_object() {
        let all = parsed("a-1\n  2 x.cuh\n  3 y.cuh\nb-4\n");
        assert_eq!(all["a-1"], "2 x.cuh\n3 y.cuh\n");
        assert_eq!((all["b-4"].as_str(), all.len()), ("", 2));
    }

    #[test]
    fn a_rule_for_make_names_the_headers_over_several_lines() {
        let rule = "object.o : own_scan.cu \\\n    common.cuh \\\n    ../propp_primitive.h\n";
        assert_eq!(prerequisites(rule), ["own_scan.cu", "common.cuh", "../propp_primitive.h"]);
    }
}

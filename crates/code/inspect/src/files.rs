//! Files in, kernels out.

use propp_base_statistics::parallel;
use std::collections::{HashMap, HashSet};
use std::fmt;

use propp_code_fatbin::{Contents, CubinFacts, Entry, Kind, NoDeviceCode, Target, read};
use propp_code_sass::{Cubin, Function, Kind as FunctionKind};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::kernel::{Kernel, Place};

/// A file with device code.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "FileJson")]
pub struct File {
    pub name: String,
    pub bytes: u64,
    pub entries: Vec<Part>,
    /// What could not be read, and why.
    pub skipped: Vec<String>,
}

/// A cubin, PTX or other device code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "EntryJson")]
pub struct Part {
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub kind: Kind,
    /// Such as `sm_90a`.
    #[serde(rename = "architecture", serialize_with = "text_if_any")]
    #[schemars(with = "Option<String>")]
    pub target: Option<Target>,
    /// Such as `9.0`; of PTX only.
    #[serde(serialize_with = "version")]
    #[schemars(with = "Option<String>")]
    pub ptx_version: Option<(u16, u16)>,
    pub kernels: usize,
    /// Left out, because the file has the same code linked.
    pub is_unlinked: bool,
}

fn as_text<S: Serializer>(value: &impl fmt::Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

fn text_if_any<S: Serializer>(value: &Option<Target>, to: S) -> Result<S::Ok, S::Error> {
    value.map(|target| target.to_string()).serialize(to)
}

fn version<S: Serializer>(version: &Option<(u16, u16)>, to: S) -> Result<S::Ok, S::Error> {
    version.map(|(major, minor)| format!("{major}.{minor}")).serialize(to)
}

/// The device code of several files.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub files: Vec<File>,
    /// In the order of the files; copies are one.
    pub kernels: Vec<Kernel>,
    /// How many kernels were the same as others.
    pub copies: usize,
}

#[derive(Default)]
struct Opened {
    kernels: Vec<Kernel>,
    problem: Option<String>,
}

impl Code {
    /// Adds a file. Its kernels are read by several threads.
    /// Fails if it has no device code at all.
    pub fn add(&mut self, name: String, bytes: &[u8]) -> Result<(), NoDeviceCode> {
        let contents = read(bytes)?;
        let file = self.files.len();
        let unlinked = unlinked(&contents);
        let all: Vec<(&Entry<'_>, bool)> =
            contents.entries.iter().zip(unlinked.iter().copied()).collect();
        let opened =
            parallel::each(
                &all,
                |(entry, is_left_out)| {
                    if *is_left_out { Opened::default() } else { open(entry, file) }
                },
            );
        let mut skipped: Vec<String> = contents
            .skipped
            .iter()
            .map(|skipped| format!("at {:#x}: {}", skipped.place.offset, skipped.reason))
            .collect();
        let mut entries = Vec::new();
        let mut kernels = Vec::new();
        for ((entry, is_unlinked), opened) in all.into_iter().zip(opened) {
            entries.push(Part {
                kind: entry.kind,
                target: entry.target,
                ptx_version: entry.ptx_version,
                kernels: opened.kernels.len(),
                is_unlinked,
            });
            kernels.extend(opened.kernels);
            let offset = entry.place.offset;
            skipped.extend(opened.problem.map(|problem| format!("at {offset:#x}: {problem}")));
        }
        self.files.push(File { name, bytes: bytes.len() as u64, entries, skipped });
        self.kernels.extend(kernels);
        Ok(())
    }

    /// Makes one of kernels with the same name and code.
    pub fn merge_copies(&mut self) {
        let mut by_code: HashMap<(u64, Target), Vec<usize>> = HashMap::new();
        let all = self.kernels.len();
        let mut merged: Vec<Kernel> = Vec::with_capacity(all);
        for kernel in std::mem::take(&mut self.kernels) {
            let same = by_code.entry((kernel.fingerprint, kernel.target)).or_default();
            match same.iter().copied().find(|&place| merged[place].is_copy_of(&kernel)) {
                Some(place) => merged[place].places.extend(kernel.places),
                None => {
                    same.push(merged.len());
                    merged.push(kernel);
                }
            }
        }
        self.copies += all - merged.len();
        self.kernels = merged;
    }
}

/// Which cubins are still to be linked, where the file has linked ones for the architecture.
fn unlinked(contents: &Contents<'_>) -> Vec<bool> {
    const UNLINKED: Option<&str> = Some("__nv_relfatbin");
    let cubins = contents.entries.iter().filter(|entry| entry.kind == Kind::Cubin);
    let linked = cubins.filter(|entry| entry.place.section != UNLINKED);
    let linked: HashSet<Option<Target>> = linked.map(|entry| entry.target).collect();
    let is_left_out = |entry: &Entry<'_>| {
        entry.kind == Kind::Cubin
            && entry.place.section == UNLINKED
            && linked.contains(&entry.target)
    };
    contents.entries.iter().map(is_left_out).collect()
}

fn open(entry: &Entry<'_>, file: usize) -> Opened {
    if entry.kind != Kind::Cubin {
        return Opened::default();
    }
    let problem = |problem: String| Opened { kernels: Vec::new(), problem: Some(problem) };
    let bytes = match entry.unpack() {
        Ok(bytes) => bytes,
        Err(error) => return problem(format!("a cubin: {error}")),
    };
    let cubin = match Cubin::parse(&bytes) {
        Ok(cubin) => cubin,
        Err(error) => return problem(error.to_string()),
    };
    let facts = CubinFacts::of(&bytes).unwrap_or_default();
    let Some(target) = entry.target.or(facts.target) else {
        return problem("a cubin that does not say its architecture".to_owned());
    };
    let place = Place {
        file,
        member: entry.place.member.as_ref().map(ToString::to_string),
        offset: entry.place.offset,
    };
    if overlaps(&cubin, bytes.len()) {
        return problem("a damaged cubin: its kernels overlap".to_owned());
    }
    let lines = cubin.lines().ok();
    let kernels: Vec<_> =
        cubin.functions().iter().filter(|f| f.kind == FunctionKind::Kernel).collect();
    let of = |kernel: &&Function<'_>| {
        Kernel::new(&cubin, lines.as_ref(), kernel, target, &facts, &place)
    };
    let kernels = parallel::each(&kernels, of);
    Opened { kernels, problem: None }
}

/// Whether kernels share code, which no compiler does: it would be read again and again.
fn overlaps(cubin: &Cubin<'_>, bytes: usize) -> bool {
    let kernels = cubin.functions().iter().filter(|f| f.kind == FunctionKind::Kernel);
    let code = kernels.fold(0_usize, |all, kernel| all.saturating_add(kernel.code.len()));
    code > bytes
}

//! What several reports say.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_names::{KernelName, labels};
use propp_base_text::{count, grouped_digits, printable};
use propp_code_fatbin::{Kind, Target};

use crate::files::File;
use crate::inspection::{Inspected, Inspection};

/// `a.out: 3 kernels for sm_80, sm_90; PTX 9.0 for sm_90`.
pub(super) fn contents(inspection: &Inspection) -> String {
    let files = &inspection.files[..];
    let name = match (files, common_folder(files)) {
        ([], _) => return "no file".to_owned(),
        ([only], _) => only.name.clone(),
        (several, "") => format!("{} files", several.len()),
        (several, folder) => format!("{} files in {folder}", several.len()),
    };
    let mut kernels: BTreeMap<_, usize> = BTreeMap::new();
    let mut others: BTreeMap<String, BTreeSet<Option<Target>>> = BTreeMap::new();
    for part in files.iter().flat_map(|file| &file.entries) {
        match (part.kind, part.target, part.ptx_version) {
            (Kind::Cubin, Some(target), _) => *kernels.entry(target).or_default() += part.kernels,
            (Kind::Ptx, _, Some((major, minor))) => {
                others.entry(format!("PTX {major}.{minor}")).or_default().insert(part.target);
            }
            (kind, ..) => {
                others.entry(kind.to_string()).or_default().insert(part.target);
            }
        }
    }
    let mut parts = Vec::new();
    let total: usize = kernels.values().sum();
    if total > 0 {
        let targets = kernels.iter().filter(|(_, count)| **count > 0).map(|(t, _)| t.to_string());
        let targets: Vec<String> = targets.collect();
        let each = if targets.len() > 1 {
            format!("{} architectures: ", targets.len())
        } else {
            String::new()
        };
        let kernels = count(total as u64, "kernel", "kernels");
        let copies = match inspection.copies {
            0 => String::new(),
            copies => {
                format!(" ({} of them copies of others)", grouped_digits(&copies.to_string()))
            }
        };
        parts.push(format!("{kernels}{copies} for {each}{}", targets.join(", ")));
    }
    for (what, targets) in others {
        let unknown = || "an unknown architecture".to_owned();
        let targets =
            targets.into_iter().map(|target| target.map_or_else(unknown, |t| t.to_string()));
        parts.push(format!("{what} for {}", targets.collect::<Vec<_>>().join(", ")));
    }
    format!("{name}: {}", parts.join("; "))
}

/// The names of kernels, each in so many characters.
pub(super) fn names<'i>(
    kernels: impl IntoIterator<Item = &'i Inspected>,
    room: usize,
) -> Vec<String> {
    let names: Vec<&KernelName> = kernels.into_iter().map(|i| &i.kernel.name).collect();
    labels(&names, room)
}

/// The folder that all files are in; nothing for one file.
fn common_folder(files: &[File]) -> &str {
    let [first, others @ ..] = files else { return "" };
    if others.is_empty() {
        return "";
    }
    let mut folder = first.name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_in = |file: &File, folder: &str| {
        file.name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    };
    while !folder.is_empty() && !others.iter().all(|file| is_in(file, folder)) {
        folder = folder.rsplit_once('/').map_or("", |(outer, _)| outer);
    }
    folder
}

/// What could not be read, the first of it.
pub(super) fn skipped(files: &[File]) -> Vec<String> {
    const MOST: usize = 5;
    let all: Vec<String> = files
        .iter()
        .flat_map(|file| file.skipped.iter().map(move |reason| format!("{}, {reason}", file.name)))
        .collect();
    let more = all.len().saturating_sub(MOST);
    let mut lines: Vec<String> = all.into_iter().take(MOST).collect();
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    lines
}

/// The file, and the member of an archive, that a kernel is from.
pub(super) fn place(inspection: &Inspection, inspected: &Inspected) -> String {
    let places = &inspected.kernel.places;
    let Some(first) = places.first() else { return String::new() };
    let file = inspection.files.get(first.file).map_or("", |file| &file.name);
    let file = file.strip_prefix(common_folder(&inspection.files)).unwrap_or(file);
    let file = if inspection.files.len() > 1 { file.trim_start_matches('/') } else { file };
    let member = first.member.as_ref().map(|member| format!("({})", printable(member)));
    let member = member.unwrap_or_default();
    let more = match places.len() {
        1 => String::new(),
        many => format!(" and {} more", many - 1),
    };
    format!("{file}{member}{more}")
}

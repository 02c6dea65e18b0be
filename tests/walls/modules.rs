//! Which modules of a crate use which, by the paths in their files, and circles among them.
//!
//! Looked at is each folder by itself: whether what is in one of its modules leads to another
//! and back. A path to what a folder's own file only hands on (`pub use`) leads to where it
//! is from; what the folder's own file says itself leads nowhere.

use std::collections::{BTreeMap, BTreeSet};

use super::workspace::{Package, Source};

/// Modules of one folder that lead to each other.
#[derive(Debug, PartialEq)]
pub(super) struct Circle {
    /// The package and the module that they are in, such as `propp crate::suite`.
    pub(super) folder: String,
    modules: Vec<String>,
}

pub(super) fn circles_of(package: &Package) -> Vec<Circle> {
    let graph = Graph::of(&package.files);
    let mut all = Vec::new();
    for (folder, edges) in &graph.edges {
        let names: Vec<&str> = edges.keys().map(String::as_str).collect();
        let of = |name: &str| {
            edges.get(name).into_iter().flatten().map(String::as_str).collect::<Vec<_>>()
        };
        let place = [&["crate".to_owned()], folder.as_slice()].concat().join("::");
        all.extend(circles(&names, of).into_iter().map(|circle| Circle {
            folder: format!("{} {place}", package.name),
            modules: circle.into_iter().map(str::to_owned).collect(),
        }));
    }
    all
}

/// Groups in which each leads to each other.
pub(super) fn circles<'a>(
    names: &[&'a str],
    edges: impl Fn(&str) -> Vec<&'a str>,
) -> Vec<Vec<&'a str>> {
    let reach = |from: &'a str| {
        let mut seen = BTreeSet::new();
        let mut open = edges(from);
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(edges(next));
            }
        }
        seen
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        names.iter().map(|name| (*name, reach(name))).collect();
    let mut found = BTreeSet::new();
    for (name, seen) in &reached {
        let back = |other: &&&str| reached.get(**other).is_some_and(|seen| seen.contains(name));
        let circle: Vec<&str> = seen.iter().filter(back).copied().collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

type Path = Vec<String>;

#[derive(Default)]
struct Graph {
    /// By folder: the modules in it, and those of the same folder that each uses.
    edges: BTreeMap<Path, BTreeMap<String, BTreeSet<String>>>,
}

impl Graph {
    fn of(files: &[Source]) -> Self {
        let modules: BTreeSet<&[String]> = files.iter().map(|f| f.module.as_slice()).collect();
        let handed_on: BTreeMap<&[String], BTreeMap<String, String>> =
            files.iter().map(|file| (file.module.as_slice(), hands_on(&file.text))).collect();
        let mut graph = Self::default();
        for file in files {
            for path in paths(&file.text, &file.module) {
                let shared = path.iter().zip(&file.module).take_while(|(a, b)| a == b).count();
                let (folder, Some(from)) = (&path[..shared], file.module.get(shared)) else {
                    continue;
                };
                let Some(next) = path.get(shared) else { continue };
                let child: Path = [folder, std::slice::from_ref(next)].concat();
                let to = if modules.contains(child.as_slice()) {
                    Some(next)
                } else {
                    handed_on.get(folder).and_then(|items| items.get(next))
                };
                if let Some(to) = to.filter(|to| *to != from) {
                    let uses = graph.edges.entry(folder.to_vec()).or_default();
                    uses.entry(from.clone()).or_default().insert(to.clone());
                }
            }
        }
        graph
    }
}

/// Names that a file hands on from its modules, and the module of each.
fn hands_on(text: &str) -> BTreeMap<String, String> {
    let mut items = BTreeMap::new();
    for statement in text.split(';') {
        let Some(begin) = statement.rfind("pub use ").map(|at| at + 8).or_else(|| {
            let at = statement.rfind("pub(")?;
            let rest = &statement[at..];
            rest.find(") use ").filter(|end| !rest[..*end].contains('\n')).map(|end| at + end + 6)
        }) else {
            continue;
        };
        let tokens = tokens(&statement[begin..]);
        let mut found = Vec::new();
        tree(&tokens, &mut 0, &mut Vec::new(), &mut found);
        for path in found {
            let path = if path[0] == "self" { &path[1..] } else { &path[..] };
            if let [module, .., item] = path {
                items.insert(item.clone(), module.clone());
            }
        }
    }
    items
}

/// Every path of a file that begins at the crate or above the file, from the crate on.
fn paths(text: &str, module: &[String]) -> Vec<Path> {
    let tokens = tokens(text);
    let mut all = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_inside = at > 0 && tokens[at - 1] == "::";
        if !is_inside && matches!(tokens[at].as_str(), "crate" | "super") {
            let mut found = Vec::new();
            tree(&tokens, &mut at, &mut Vec::new(), &mut found);
            all.extend(found.into_iter().filter_map(|path| absolute(&path, module)));
        }
        at += 1;
    }
    all
}

fn absolute(path: &[String], module: &[String]) -> Option<Path> {
    if path[0] == "crate" {
        return Some(path[1..].to_vec());
    }
    let ups = path.iter().take_while(|part| *part == "super").count();
    let above = module.get(..module.len().checked_sub(ups)?)?;
    Some([above, &path[ups..]].concat())
}

/// The paths of a tree such as `a::{b, c::d}`, which begins at a token.
fn tree(tokens: &[String], at: &mut usize, before: &mut Path, found: &mut Vec<Path>) {
    let length = before.len();
    while let Some(token) = tokens.get(*at) {
        if token == "{" && *at > 0 && tokens[*at - 1] == "::" {
            *at += 1;
            while tokens.get(*at).is_some_and(|token| token != "}") {
                tree(tokens, at, before, found);
                while tokens.get(*at).is_some_and(|token| token != "," && token != "}") {
                    *at += 1;
                }
                if tokens.get(*at).is_some_and(|token| token == ",") {
                    *at += 1;
                }
            }
            before.truncate(length);
            return;
        }
        before.push(token.clone());
        if tokens.get(*at + 1).is_none_or(|next| next != "::") {
            break;
        }
        *at += 2;
    }
    if before.len() > length {
        found.push(before.clone());
    }
    before.truncate(length);
}

/// Names, `::`, and single other signs; no comments, texts or spaces.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let length = if is_name(first) {
                rest.find(|c| !is_name(c)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else if first == '"' {
                rest[1..].find('"').map_or(rest.len(), |end| end + 2)
            } else {
                first.len_utf8()
            };
            if !first.is_whitespace() && first != '"' {
                tokens.push(rest[..length].to_owned());
            }
            rest = &rest[length..];
        }
    }
    tokens
}

fn file(module: &str, text: &str) -> Source {
    let module = module.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    Source { module, text: text.to_owned() }
}

#[test]
fn a_circle_is_seen_through_groups_and_what_is_handed_on() {
    let package = |b: &str| Package {
        folder: String::new(),
        name: "it".to_owned(),
        below: BTreeSet::new(),
        uses: BTreeSet::new(),
        files: vec![
            file("", "mod a;\nmod b;\nmod c;\npub(crate) use a::{Thing, Other as Same};\n"),
            file("a", "use std::fmt;\nuse crate::{c::deep::{One, Two}, Own};\n"),
            file("b", b),
            file("c", "pub mod deep;\n"),
            file("c/deep", "// use crate::a::Thing;\nfn f() { crate::b::g(\"crate::a\") }\n"),
        ],
    };
    let circle = |b: &str| {
        let found = circles_of(&package(b));
        found.iter().map(|c| format!("{}: {}", c.folder, c.modules.join(" "))).collect::<String>()
    };
    assert_eq!(circle("use super::c;\n"), "it crate: b c");
    assert_eq!(circle("use super::{Own, Thing};\n"), "it crate: a b c");
    assert_eq!(circle("use super::Own;\n"), "");
}

//! Modules within modules.

use std::collections::BTreeMap;

use super::{ModuleKernel, ModuleTime, ModuleTimes};

/// A module with those in it.
#[derive(Debug, Default)]
pub struct Node<'a> {
    pub launches: u64,
    /// With the modules in it: all of its time, and that of forward and backward.
    pub total_ns: u64,
    pub forward_ns: u64,
    pub backward_ns: u64,
    /// Of its own part, without the modules in it, by phase.
    pub own: Vec<(&'a str, &'a [ModuleKernel])>,
    children: BTreeMap<&'a str, Node<'a>>,
}

/// Modules within modules at most; the last one's name has the rest of the path. A path is any text,
/// and what follows a tree calls itself for each of its levels.
const DEEPEST: usize = 64;

impl<'a> Node<'a> {
    /// The modules of no other module, and what is outside of all under an empty name.
    pub fn of(parts: &'a ModuleTimes) -> Self {
        let mut root = Self::default();
        for part in &parts.parts {
            let path = part.module.as_deref().unwrap_or_default();
            let mut node = &mut root;
            node.add(part);
            for name in path.splitn(DEEPEST, '.') {
                node = node.children.entry(name).or_default();
                node.add(part);
            }
            node.own.push((part.phase.as_deref().unwrap_or_default(), &part.kernels));
        }
        root
    }

    fn add(&mut self, part: &ModuleTime) {
        self.launches += part.launches;
        self.total_ns += part.total_ns;
        match part.phase.as_deref() {
            Some("forward") => self.forward_ns += part.total_ns,
            Some("backward") => self.backward_ns += part.total_ns,
            _ => {}
        }
    }

    /// The modules in it, the most time first.
    pub fn children(&self) -> Vec<(&'a str, &Self)> {
        let mut all: Vec<_> = self.children.iter().map(|(name, node)| (*name, node)).collect();
        all.sort_by(|a, b| (b.1.total_ns, a.0).cmp(&(a.1.total_ns, b.0)));
        all
    }

    pub fn share(&self, all: &Self) -> f64 {
        self.total_ns as f64 / all.total_ns.max(1) as f64
    }
}

/// What a module is called; `name` is empty outside of all modules.
pub fn title(name: &str) -> &str {
    if name.is_empty() { "(outside of modules)" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_any_length_is_a_tree_of_some_levels() {
        let module = Some("a.".repeat(200_000));
        let part = ModuleTime { module, launches: 1, total_ns: 5, ..ModuleTime::default() };
        let parts = ModuleTimes { parts: vec![part] };
        let mut levels = 0;
        let mut node = &Node::of(&parts);
        while let Some(below) = node.children.values().next() {
            levels += 1;
            node = below;
        }
        assert_eq!(levels, DEEPEST);
    }
}

//! Modules as a tree on a page.

use maud::{Markup, html};
use propp_base_names::shorten;
use propp_base_text::{count, duration, per_cent};
use propp_judge_analysis::modules::{Node, title};
use propp_judge_analysis::{ModuleKernel, ModuleTimes};

/// Modules at most, and kernels of a module and phase.
const MOST: usize = 600;
const KERNELS: usize = 5;
/// Characters of a kernel's name.
const NAME: usize = 80;
/// A module with so much of the time is open from the beginning.
const OPEN: f64 = 0.25;

/// The tree; `None` without modules. It opens and closes without a script.
pub(super) fn section(parts: &ModuleTimes) -> Option<Markup> {
    if parts.is_empty() {
        return None;
    }
    let root = Node::of(parts);
    let mut room = MOST;
    let body = below(&root, &root, &mut room);
    Some(html! {
        p {
            "The time of kernels by the module of PyTorch that launched them, with the modules in "
            "it. A module opens to show what is in it, and its own kernels."
        }
        (body)
        @if room == 0 {
            p { "Modules beyond the first " (MOST) " are left out; JSON has all." }
        }
    })
}

fn below(all: &Node<'_>, node: &Node<'_>, room: &mut usize) -> Markup {
    let mut items = Vec::new();
    for (name, child) in node.children() {
        if *room == 0 {
            break;
        }
        *room -= 1;
        items.push(html! {
            details open[child.share(all) >= OPEN] {
                summary { (line(all, name, child)) }
                (own(child))
                (below(all, child, room))
            }
        });
    }
    html! {
        @if !items.is_empty() {
            ul style="list-style: none; padding-left: 1.2em" { @for item in &items { li { (item) } } }
        }
    }
}

fn line(all: &Node<'_>, name: &str, node: &Node<'_>) -> Markup {
    let phases = [("forward", node.forward_ns), ("backward", node.backward_ns)];
    html! {
        b { (title(name)) } " " (per_cent(node.share(all))) " %, " (duration(node.total_ns)) ", "
        (count(node.launches, "launch", "launches"))
        @for (phase, ns) in phases {
            @if ns > 0 { ", " (phase) " " (duration(ns)) }
        }
    }
}

fn own(node: &Node<'_>) -> Markup {
    html! {
        @for (phase, kernels) in &node.own {
            ul { @for kernel in kernels.iter().take(KERNELS) { li { (of(phase, kernel)) } } }
            @if kernels.len() > KERNELS {
                p { "and " (count((kernels.len() - KERNELS) as u64, "kernel more", "kernels more")) }
            }
        }
    }
}

fn of(phase: &str, kernel: &ModuleKernel) -> Markup {
    html! {
        @if !phase.is_empty() { (phase) ": " }
        code { (shorten(&kernel.name, NAME)) } " " (duration(kernel.total_ns)) ", "
        (count(kernel.launches, "launch", "launches"))
    }
}

#[cfg(test)]
mod tests {
    use propp_judge_analysis::ModuleTime;

    use super::*;

    #[test]
    fn names_of_programs_are_text_on_the_page() {
        let kernel = ModuleKernel { name: "k<int>".to_owned(), launches: 1, total_ns: 5 };
        let part = ModuleTime {
            module: Some("<b>Net".to_owned()),
            phase: Some("forward".to_owned()),
            launches: 1,
            total_ns: 5,
            time_share: 1.0,
            kernels: vec![kernel],
        };
        let page = section(&ModuleTimes { parts: vec![part] }).unwrap().into_string();
        assert!(page.contains("&lt;b&gt;Net") && page.contains("k&lt;int&gt;"), "{page}");
        assert!(page.contains("<details open>"), "{page}");
        assert!(section(&ModuleTimes::default()).is_none());
    }
}

//! Time as a flame graph that hangs from the top: modules of PyTorch within modules, or NVTX ranges, and
//! their kernels.

use std::collections::BTreeMap;

use maud::{Markup, html};
use propp_base_names::shorten;
use propp_base_text::html::{chart, coordinate, scrolling};
use propp_base_text::{duration, per_cent};
use propp_judge_analysis::modules::{Node, title};
use propp_judge_analysis::{Analysis, KernelReport, ModuleTimes};

/// Frames at most, in the order of the tree: what is in the longest frames comes first.
const MOST: usize = 800;
const DEEPEST: usize = 24;
const WIDTH: f64 = 1000.0;
const ROW: f64 = 20.0;
/// A narrower frame cannot be seen.
const NARROW: f64 = 0.7;
/// A frame that is too narrow for a letter is no stop of the tabulator key.
const REACHED: f64 = 14.0;
const LETTER: f64 = 6.6;

/// A frame with those in it.
struct Frame {
    label: String,
    ns: u64,
    inside: Vec<Self>,
}

/// A frame where it is drawn.
struct Drawn<'a> {
    label: &'a str,
    ns: u64,
    x: f64,
    width: f64,
    row: usize,
}

/// The section; `None` if neither modules nor ranges say whose kernels are.
pub(super) fn section(analysis: &Analysis, kernels: &[&KernelReport]) -> Option<Markup> {
    let (root, what) = match modules(&analysis.modules) {
        Some(root) => (root, "modules of PyTorch"),
        None => (ranges(kernels)?, "NVTX ranges"),
    };
    let mut drawn = Vec::new();
    place(&root, 0.0, WIDTH, 0, &mut drawn);
    let rows = drawn.iter().map(|frame| frame.row + 1).max().unwrap_or(1);
    let picture = html! {
        @for frame in &drawn { (frame.markup(root.ns)) }
    };
    let title = "Flame graph; the widths are shares of the time of all kernels";
    let size = [WIDTH, ROW * rows as f64 + 2.0];
    Some(html! {
        p {
            "The time of kernels by " (what) ", each below what it is in; the width is the time."
            span.scripted { " A click or Enter on a frame widens it; Escape or a click on the topmost shows all." }
        }
        (scrolling("Flame graph", &chart("flame", title, size, &picture)))
    })
}

fn modules(parts: &ModuleTimes) -> Option<Frame> {
    let root = Node::of(parts);
    (!parts.is_empty()).then(|| Frame {
        label: "all kernels".to_owned(),
        ns: root.total_ns,
        inside: of_node(&root, 0),
    })
}

fn of_node(node: &Node<'_>, depth: usize) -> Vec<Frame> {
    let below = |(name, child): (&str, &Node<'_>)| Frame {
        label: title(name).to_owned(),
        ns: child.total_ns,
        inside: if depth < DEEPEST { of_node(child, depth + 1) } else { Vec::new() },
    };
    let mut inside: Vec<Frame> = node.children().into_iter().map(below).collect();
    let mut own: BTreeMap<&str, u64> = BTreeMap::new();
    for kernel in node.own.iter().flat_map(|(_, kernels)| kernels.iter()) {
        *own.entry(&kernel.name).or_default() += kernel.total_ns;
    }
    inside.extend(own.into_iter().map(|(name, ns)| leaf(name, ns)));
    sorted(inside)
}

fn ranges(kernels: &[&KernelReport]) -> Option<Frame> {
    let mut all: BTreeMap<Option<&str>, Vec<Frame>> = BTreeMap::new();
    for kernel in kernels.iter().filter(|kernel| kernel.total_ns() > 0) {
        let range = all.entry(kernel.nvtx.as_deref()).or_default();
        range.push(leaf(&kernel.name.bare, kernel.total_ns()));
    }
    all.keys().any(Option::is_some).then(|| {
        let frame = |(range, kernels): (Option<&str>, Vec<Frame>)| Frame {
            label: range.unwrap_or("(outside of ranges)").to_owned(),
            ns: kernels.iter().map(|kernel| kernel.ns).sum(),
            inside: sorted(kernels),
        };
        let inside: Vec<Frame> = all.into_iter().map(frame).collect();
        let ns = inside.iter().map(|range| range.ns).sum();
        Frame { label: "all kernels".to_owned(), ns, inside: sorted(inside) }
    })
}

fn leaf(name: &str, ns: u64) -> Frame {
    Frame { label: shorten(name, 80), ns, inside: Vec::new() }
}

fn sorted(mut frames: Vec<Frame>) -> Vec<Frame> {
    frames.sort_by(|a, b| (b.ns, &a.label).cmp(&(a.ns, &b.label)));
    frames
}

fn place<'a>(frame: &'a Frame, x: f64, width: f64, row: usize, drawn: &mut Vec<Drawn<'a>>) {
    if width < NARROW || drawn.len() >= MOST {
        return;
    }
    drawn.push(Drawn { label: &frame.label, ns: frame.ns, x, width, row });
    let mut left = x;
    for inside in &frame.inside {
        let own = width * inside.ns as f64 / frame.ns.max(1) as f64;
        place(inside, left, own, row + 1, drawn);
        left += own;
    }
}

impl Drawn<'_> {
    fn markup(&self, whole_ns: u64) -> Markup {
        let share = self.ns as f64 / whole_ns.max(1) as f64;
        let words = format!("{}: {}, {} %", self.label, duration(self.ns), per_cent(share));
        let y = ROW * self.row as f64;
        let [x, width] = [self.x, self.width];
        let is_reached = width >= REACHED;
        html! {
            g.frame role=[is_reached.then_some("button")] tabindex=[is_reached.then_some("0")]
                aria-label=[is_reached.then_some(&words)]
                data-x=(format!("{x:.3}")) data-w=(format!("{width:.3}")) {
                title { (words) }
                rect class={ "h" (self.row % 2) } x=(coordinate(x)) y=(coordinate(y))
                    width=(coordinate(width)) height=(coordinate(ROW - 1.0)) {}
                text x=(coordinate(x + 4.0)) y=(coordinate(y + 14.0)) data-label=(self.label) {
                    (fitting(self.label, width))
                }
            }
        }
    }
}

/// As much of a label as a frame has room for, as `flame.js` cuts it.
fn fitting(label: &str, width: f64) -> String {
    let room = ((width - 6.0) / LETTER).max(0.0) as usize;
    match label.chars().count() {
        count if count <= room => label.to_owned(),
        _ if room < 3 => String::new(),
        _ => label.chars().take(room - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use propp_judge_analysis::{ModuleKernel, ModuleTime};

    use super::*;

    fn part(module: &str, ns: u64) -> ModuleTime {
        let kernel = ModuleKernel { name: format!("k_{module}"), launches: 1, total_ns: ns };
        ModuleTime {
            module: Some(module.to_owned()),
            phase: Some("forward".to_owned()),
            launches: 1,
            total_ns: ns,
            time_share: 0.0,
            kernels: vec![kernel],
        }
    }

    #[test]
    fn a_frame_is_as_wide_as_its_time_and_lies_below_what_it_is_in() {
        let parts =
            ModuleTimes { parts: vec![part("Net.a", 60), part("Net.b", 30), part("Net", 10)] };
        let root = modules(&parts).unwrap();
        let mut drawn = Vec::new();
        place(&root, 0.0, WIDTH, 0, &mut drawn);
        let all: Vec<(&str, usize, f64, f64)> = drawn
            .iter()
            .map(|one| (one.label, one.row, one.x.round(), one.width.round()))
            .collect();
        assert_eq!(
            all,
            [
                ("all kernels", 0, 0.0, 1000.0),
                ("Net", 1, 0.0, 1000.0),
                ("a", 2, 0.0, 600.0),
                ("k_Net.a", 3, 0.0, 600.0),
                ("b", 2, 600.0, 300.0),
                ("k_Net.b", 3, 600.0, 300.0),
                ("k_Net", 2, 900.0, 100.0),
            ]
        );
        assert_eq!(fitting("a long name", 40.0), "a lo…");
        assert!(modules(&ModuleTimes::default()).is_none() && ranges(&[]).is_none());
    }
}

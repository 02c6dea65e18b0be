//! Modules as a table for people.

use std::collections::BTreeMap;

use comfy_table::Cell;
use propp_base_text::{Page, count, duration, per_cent, table};
use propp_judge_analysis::modules::{Node, title};
use propp_judge_analysis::{Analysis, ModuleTimes};

/// Rows at most, and the share of the time below which a module has none.
const MOST: usize = 30;
const LEAST: f64 = 0.01;

/// Modules that a sentence names.
const NAMED: usize = 3;

/// How many steps the times are of; `None` for the run.
pub(super) fn steps(analysis: &Analysis) -> Option<u64> {
    analysis.run.steps.as_ref().map(|steps| steps.reported as u64)
}

/// The modules with most time, those in a module below it; empty without modules.
pub(super) fn text(parts: &ModuleTimes, steps: Option<u64>, page: Page) -> String {
    if parts.is_empty() {
        return String::new();
    }
    let root = Node::of(parts);
    let mut rows = Vec::new();
    let mut left_out = 0;
    add(&root, &root, 0, &mut rows, &mut left_out);
    let titles = ["time %", "total", "forward", "backward", "launches", "module"];
    let mut table = table::dense(titles, |column| column < 5, page);
    for row in rows {
        table.add_row(row.map(Cell::new));
    }
    let of =
        steps.map_or_else(String::new, |steps| format!(", over {}", count(steps, "step", "steps")));
    let what = "Time in kernels by module of PyTorch, with that of its inner modules";
    let mut out = format!("\n{what}{of}:\n{}", table::text(&table));
    if left_out > 0 {
        let more = count(left_out, "module with less time", "modules with less time");
        out.push_str(&format!("and {more}: --format json has all\n"));
    }
    out
}

/// The modules that launched most of the time themselves, in a sentence; `None` without modules.
pub(super) fn most(parts: &ModuleTimes) -> Option<String> {
    let mut times: BTreeMap<&str, u64> = BTreeMap::new();
    for part in &parts.parts {
        *times.entry(part.module.as_deref().unwrap_or_default()).or_default() += part.total_ns;
    }
    let mut times: Vec<(&str, u64)> = times.into_iter().collect();
    times.sort_by(|a, b| (b.1, a.0).cmp(&(a.1, b.0)));
    let all = parts.total_ns().max(1) as f64;
    let named =
        |(name, ns): &(&str, u64)| format!("{} {} %", title(name), per_cent(*ns as f64 / all));
    let first: Vec<String> = times.iter().take(NAMED).map(named).collect();
    (!first.is_empty()).then(|| {
        let first = first.join(", ");
        format!(
            "Time in kernels by the module that launched them: {first} (with inner modules: --all)."
        )
    })
}

fn add(all: &Node<'_>, node: &Node<'_>, depth: usize, rows: &mut Vec<[String; 6]>, left: &mut u64) {
    for (name, below) in node.children() {
        if rows.len() >= MOST || below.share(all) < LEAST {
            *left += 1 + descendants(below);
            continue;
        }
        let ns = |ns: u64| if ns == 0 { String::new() } else { duration(ns) };
        rows.push([
            per_cent(below.share(all)),
            duration(below.total_ns),
            ns(below.forward_ns),
            ns(below.backward_ns),
            below.launches.to_string(),
            format!("{}{}", "\u{a0}\u{a0}".repeat(depth), title(name)),
        ]);
        add(all, below, depth + 1, rows, left);
    }
}

fn descendants(node: &Node<'_>) -> u64 {
    node.children().iter().map(|(_, below)| 1 + descendants(below)).sum()
}

#[cfg(test)]
mod tests {
    use propp_judge_analysis::ModuleTime;

    use super::*;

    fn parts() -> ModuleTimes {
        let part = |module: Option<&str>, phase: Option<&str>, ns| ModuleTime {
            module: module.map(str::to_owned),
            phase: phase.map(str::to_owned),
            launches: 2,
            total_ns: ns,
            ..ModuleTime::default()
        };
        ModuleTimes {
            parts: vec![
                part(Some("Net.layers.0"), Some("forward"), 400_000),
                part(Some("Net.layers.0"), Some("backward"), 800_000),
                part(Some("Net"), Some("forward"), 100_000),
                part(Some("Net.head"), Some("forward"), 1_000),
                part(Some("AdamW"), Some("optimizer"), 300_000),
                part(None, None, 50_000),
            ],
        }
    }

    #[test]
    fn modules_stand_below_those_that_they_are_in() {
        insta::assert_snapshot!(text(&parts(), None, Page::PLAIN).trim_start().replace('\u{a0}', "_"), @r"
        Time in kernels by module of PyTorch, with that of its inner modules:
        time %   total forward backward launches module
          78.8 1.30 ms  501 us   800 us        8 Net
          72.7 1.20 ms  400 us   800 us        4 __layers
          72.7 1.20 ms  400 us   800 us        4 ____0
          18.2  300 us                         2 AdamW
           3.0 50.0 us                         2 (outside of modules)
        and 1 module with less time: --format json has all
        ");
        assert_eq!(text(&ModuleTimes::default(), None, Page::PLAIN), "");
        let deep =
            ModuleTime { module: Some("a.".repeat(200_000)), total_ns: 5, ..ModuleTime::default() };
        assert!(text(&ModuleTimes { parts: vec![deep] }, None, Page::PLAIN).contains("100"));
    }

    #[test]
    fn a_sentence_names_the_modules_that_launched_most_themselves() {
        let words = "Time in kernels by the module that launched them: Net.layers.0 72.7 %, AdamW \
                     18.2 %, Net 6.1 % (with inner modules: --all).";
        assert_eq!(most(&parts()).as_deref(), Some(words));
        assert_eq!(most(&ModuleTimes::default()), None);
    }
}

//! What `propp profile --plan` prints.

use std::cmp::Reverse;
use std::fmt::Write;

use propp_base_names::{KernelName, shorten};
use propp_base_text::table::{fitted, text as lines};
use propp_base_text::{Page, dimensions};
use propp_collect_schedule::Measuring;

use super::measure::{Plan, Planned};

/// Columns of a kernel's name.
const NAME_WIDTH: usize = 60;

/// The plan as a table, the kernels that take the most time first.
pub fn plan_text(plan: &Plan, page: Page) -> String {
    let set_up = match plan.stages {
        1 => "once".to_owned(),
        times => format!("{times} times"),
    };
    let mut text = match plan.seconds {
        Some(seconds) => format!(
            "plan: {} passes, the profiler set up {set_up}, about {seconds:.1} s for measuring\n",
            plan.passes,
        ),
        None => format!(
            "plan: {} passes by {} replay; which launches, the options say: no list is made for \
             every launch, a window or NVTX ranges\n",
            plan.passes,
            if plan.is_application { "application" } else { "kernel" }
        ),
    };
    if plan.in_graphs > 0 && !plan.measures_graphs {
        let _ = writeln!(
            text,
            "not in the plan: {} inside graphs, which are left out: CUPTI cannot replay a graph \
             with cuBLAS's nvjet kernels",
            count(plan.in_graphs)
        );
    } else if plan.in_graphs > 0 {
        let _ = writeln!(
            text,
            "not in the plan: {} inside graphs; --replay kernel and auto measure each graph as a \
             kind of launch, the others leave them out",
            count(plan.in_graphs)
        );
    }
    if let Some((kinds, seconds)) = plan.line_run.filter(|(kinds, _)| *kinds > 0) {
        let _ = writeln!(
            text,
            "line run: the program runs once more, and the instructions of a launch each of {} \
             are counted, about {seconds:.1} s",
            propp_base_text::count(kinds as u64, "kind", "kinds")
        );
        if plan.wait_run {
            text.push_str(
                "wait run: the program runs once more, and some launches of each of these kinds \
                 are sampled, which takes 1 to 4 ms a launch\n",
            );
        }
    }
    if plan.lines.is_empty() {
        return text;
    }
    let mut rows: Vec<&Planned> = plan.lines.iter().collect();
    rows.sort_by_key(|row| (Reverse(row.total_ns), &row.kernel));
    let titles = ["Time", "Launches", "Measured", "How", "Grid", "Block", "Kernel"];
    let mut table = fitted(titles, page);
    for row in rows {
        let (measured, how) = measuring(row.measuring, plan.passes);
        table.add_row([
            propp_base_text::duration(row.total_ns),
            row.launches.to_string(),
            measured,
            how.to_owned(),
            dimensions(row.grid, "x"),
            dimensions(row.block, "x"),
            shorten(&KernelName::from_symbol(&row.kernel).bare, NAME_WIDTH),
        ]);
    }
    text.push_str(&lines(&table));
    text
}

fn count(kernels: usize) -> String {
    if kernels == 1 { "1 kernel".to_owned() } else { format!("{kernels} kernels") }
}

fn measuring(measuring: Measuring, passes: usize) -> (String, &'static str) {
    match measuring {
        Measuring::Replayed(launches) => (launches.to_string(), "kernel replay"),
        Measuring::Rotated(launches) => (format!("{launches} x {passes}"), "one pass at a time"),
        Measuring::TooSeldom => ("0".to_owned(), "launched too seldom"),
        Measuring::OverBudget => ("0".to_owned(), "beyond the budget"),
        Measuring::OutsideSteps => ("0".to_owned(), "outside the steps"),
        Measuring::NotSelected => ("0".to_owned(), "not asked for"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Page = Page { width: usize::MAX, colour: false };

    fn plan(lines: Vec<Planned>, seconds: Option<f64>) -> Plan {
        Plan {
            lines,
            in_graphs: 0,
            measures_graphs: true,
            is_application: false,
            stages: 5,
            passes: 4,
            seconds,
            line_run: Some((2, 0.34)),
            wait_run: false,
        }
    }

    #[test]
    fn the_costliest_kernel_stands_first() {
        let line = |kernel: &str, total_ns, measuring| Planned {
            kernel: kernel.to_owned(),
            grid: [4, 2, 1],
            block: [128, 1, 1],
            launches: 20,
            total_ns,
            measuring,
        };
        let lines = vec![
            line("small", 10_000, Measuring::Replayed(3)),
            line("big", 90_000, Measuring::Rotated(2)),
        ];
        let expected = "\
plan: 4 passes, the profiler set up 5 times, about 1.2 s for measuring
not in the plan: 1 kernel inside graphs; --replay kernel and auto measure each graph as a kind of \
launch, the others leave them out
line run: the program runs once more, and the instructions of a launch each of 2 kinds are \
counted, about 0.3 s
 Time     Launches  Measured  How                 Grid  Block  Kernel
 90.0 us  20        2 x 4     one pass at a time  4x2   128    big
 10.0 us  20        3         kernel replay       4x2   128    small
";
        assert_eq!(plan_text(&Plan { in_graphs: 1, ..plan(lines, Some(1.25)) }, WIDE), expected);
    }

    #[test]
    fn a_rule_is_no_list() {
        let rule = plan(Vec::new(), None);
        assert!(
            plan_text(&rule, WIDE).starts_with("plan: 4 passes by kernel replay; which launches")
        );
        let rule = Plan { is_application: true, ..rule };
        assert!(plan_text(&rule, WIDE).starts_with("plan: 4 passes by application replay; which"));
    }
}

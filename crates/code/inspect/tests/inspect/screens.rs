//! Reports fit the page.

use std::cmp::Reverse;

use propp_base_text::Page;
use propp_code_inspect::{Code, Inspection, Launches, Order, report};

use crate::{ARCHITECTURES, fixture, inspection};

const PAGE: Page = Page { width: 100, colour: false };

/// The report of one kernel.
fn full(architectures: &[&str], name: &str) -> String {
    let mut found = inspection(architectures, Launches::default());
    found.kernels.retain(|inspected| inspected.kernel.name.bare == name);
    report::full(&found, PAGE, 1)
}

fn widest(text: &str) -> &str {
    text.lines().max_by_key(|line| line.chars().count()).unwrap()
}

#[test]
fn screens_fit_narrow_terminals() {
    for architectures in [&ARCHITECTURES[..], &ARCHITECTURES[2..3]] {
        let mut found = inspection(architectures, Launches::default());
        found.sort(Order::Conspicuous);
        for width in [60, 80, 100] {
            let page = Page { width, colour: false };
            for text in [report::screen(&found, page, 20), report::full(&found, page, 20)] {
                let widest = widest(&text);
                assert!(widest.chars().count() <= width, "{width}: {widest}");
            }
        }
    }
}

#[test]
fn the_worst_come_first() {
    let mut found = inspection(&["sm_80"], Launches::default());
    found.sort(Order::Conspicuous);
    let names: Vec<&str> = found.kernels.iter().map(|i| &*i.kernel.name.bare).collect();
    assert_eq!(names[..3], ["spills", "array", "literal"]);
    found.sort(Order::Registers);
    let registers: Vec<_> = found.kernels.iter().map(|i| i.kernel.resources.registers).collect();
    assert!(registers.is_sorted_by(|a, b| a >= b), "{registers:?}");
    found.sort(Order::Occupancy);
    let shares: Vec<f64> = found.kernels.iter().map(|i| i.main().unwrap().occupancy).collect();
    assert!(shares.is_sorted() && shares[0] < 0.5, "{shares:?}");
    found.sort(Order::Stack);
    assert!(found.kernels.is_sorted_by_key(|i| Reverse(i.kernel.resources.stack_bytes)));
    found.sort(Order::Instructions);
    assert!(found.kernels.is_sorted_by_key(|i| Reverse(i.kernel.code.instructions)));
    found.sort(Order::Name);
    assert!(found.kernels.is_sorted_by(|a, b| a.kernel.name.full <= b.kernel.name.full));
}

/// Each kernel has a row that leads to its text, and names are text.
#[test]
fn a_page_shows_each_kernel_in_full() {
    let mut found = inspection(&ARCHITECTURES[1..3], Launches::default());
    found.sort(Order::Conspicuous);
    found.kernels[0].kernel.name.full = "<b>first".to_owned();
    let page = report::page(&found, usize::MAX);
    assert!(page.contains("&lt;b&gt;first") && !page.contains("<b>first"));
    let count = found.kernels.len();
    for number in 0..count {
        assert_eq!(page.matches(&format!("href=\"#k{number}\"")).count(), 1);
        assert_eq!(page.matches(&format!("<details id=\"k{number}\"")).count(), 1);
    }
    assert!(page.contains("spills in a loop: ") && page.contains("static price of a pass"));
    let first = report::page(&found, 1);
    assert_eq!(first.matches("<tr>").count(), 2);
    assert!(first.contains(&format!("{} more kernels; CSV and JSON have all.", count - 1)));
}

/// `shared`, whose blocks share the memory of an SM: 18 KiB and 1 KiB of 228 KiB each.
#[test]
fn a_kernel_in_full_has_its_occupancy_and_the_next_step() {
    let text = full(&["sm_90"], "shared");
    let step = "512 bytes less shared memory: occupancy 40.6 % instead of 37.5 %";
    let section = "\nOccupancy, no dynamic shared memory\n";
    let (before, occupancy) = text.split_once(section).unwrap_or_else(|| panic!("{text}"));
    assert!(before.contains(&format!("\nConspicuous\n  {step}\n")), "{text}");
    let lines: Vec<&str> = occupancy.lines().take(3).collect();
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words(lines[0]), "GPU block blocks occ % limited by");
    assert_eq!(words(lines[1]), "H100 64 12 37.5 shared memory");
    assert_eq!(lines[2], format!("  With blocks of 64, {step}."));
}

/// The kernel of Triton, of which an SM of an A100 holds two blocks of four warps. For a third, each of
/// the four parts of the SM has 16384 registers for three warps: 168 registers of a thread.
#[test]
fn a_step_that_takes_much_is_not_conspicuous() {
    let mut code = Code::default();
    code.add("matmul.cubin".to_owned(), &fixture("triton.sm_80.cubin")).unwrap();
    let found = Inspection::new(code, Launches::default());
    let text = report::full(&found, PAGE, 1);
    let step = "87 registers fewer: occupancy 18.8 % instead of 12.5 %";
    assert!(text.contains(&format!("\n  With blocks of 128, {step}.\n")), "{text}");
    assert_eq!(text.matches(step).count(), 1, "{text}");
}

#[test]
fn other_architectures_of_a_kernel_are_named() {
    let alone = full(&["sm_90"], "sums");
    assert!(!alone.contains("Also compiled"), "{alone}");
    let of_three = full(&["sm_75", "sm_90", "sm_80"], "sums");
    assert!(of_three.contains("\nsm_90, compiler "), "{of_three}");
    let others = "\nAlso compiled for sm_75, sm_80 (--arch sm_NN).\n";
    assert!(of_three.ends_with(others), "{of_three}");
    assert_eq!(of_three.strip_suffix(others).unwrap().lines().count(), alone.lines().count());
}

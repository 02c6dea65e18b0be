//! Reports fit the page.

use propp_base_text::Page;
use propp_code_inspect::{Launches, Order, report};

use crate::{ARCHITECTURES, inspection};

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

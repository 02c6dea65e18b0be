//! The page of what the probes found, made of the recording of an H200.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::chromium::View;
use super::{CONTRAST, DARK, PHONE, WIDE, chromium, fits_and_can_be_read, written};
use crate::support::propp::{ended, propp_here};

/// A sheet of A4 within its margins, in pixels of a 96th of an inch.
const PAPER: View = View { width: 718, height: 1000, dark: false };

/// Every section of plots, with how many it has.
const SECTIONS: [(&str, usize); 11] = [
    ("chase", 11),
    ("l2", 2),
    ("tlb", 2),
    ("latency", 2),
    ("map", 1),
    ("bandwidth", 6),
    ("types", 3),
    ("conflicts", 2),
    ("warps", 8),
    ("local", 4),
    ("requests", 15),
];

/// The series of a plot that compares: where one is not drawn, the plot does not.
const COMPARED: [(&str, &[&str]); 5] = [
    ("tlb", &["warm, one line a page", "cold, median of random lines"]),
    ("tlb", &["pages side by side", "scattered over the largest footprint"]),
    ("requests", &["in L2 before", "flushed before"]),
    ("chase", &["through L1", "past L1"]),
    ("warps", &["shared", "constant", "global, L1", "global, L2", "read-only way", "texture"]),
];

/// The page, written once in this process.
pub(super) fn page() -> &'static Path {
    static PAGE: LazyLock<PathBuf> = LazyLock::new(|| {
        let html = written().join("probe.html");
        let name = html.to_str().unwrap();
        let file = "recordings/h200/probe.propp";
        ended(&propp_here(&["probe", "--from", file, "-o", name]), 0);
        html
    });
    &PAGE
}

/// Words of a drawing that stick out of it, where they would be cut off.
const CUT_OFF: &str = "[...document.querySelectorAll('figure > svg')].flatMap(svg => {
  const box = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter(text => {
    const own = text.getBoundingClientRect();
    return own.left < box.left - 1 || own.right > box.right + 1
      || own.top < box.top - 1 || own.bottom > box.bottom + 1;
  }).map(text => svg.ariaLabel.split(':')[0] + ': ' + text.textContent);
}).join('|')";

/// Labels of an axis that run into each other.
const CRAMPED: &str = "[...document.querySelectorAll('figure > svg')].flatMap(svg => {
  const ticks = [...svg.querySelectorAll('text[text-anchor=middle]:not([transform])')];
  const boxes = ticks.map(tick => [tick.textContent, tick.getBoundingClientRect()]);
  return boxes.filter(([_, a], i) => boxes.slice(i + 1).some(([_, b]) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1))
    .map(([text]) => svg.ariaLabel.split(':')[0] + ': ' + text);
}).join('|')";

/// Tables that are wider than the paper.
const TOO_WIDE: &str = "[...document.querySelectorAll('.scroll')]
  .filter(box => box.scrollWidth > box.clientWidth + 1)
  .map(box => box.textContent.trim().slice(0, 40)).join('|')";

#[test]
fn the_probes_page_is_looked_at() {
    let Some(mut browser) = chromium() else { return };
    let html = page();
    for (name, view) in [("probe-light", WIDE), ("probe-dark", DARK), ("probe-phone", PHONE)] {
        fits_and_can_be_read(&mut browser, html, name, view);
        for (section, plots) in SECTIONS {
            let drawn = format!("document.querySelectorAll('#{section} figure > svg').length");
            assert_eq!(browser.number(&drawn), plots as f64, "{name}: {section}");
        }
        assert_eq!(browser.text(CUT_OFF), "", "{name}");
        assert_eq!(browser.text(CRAMPED), "", "{name}");
    }
    browser.open(html, WIDE);
    // What is asked first is seen first.
    let bottom = "document.getElementById('glance').getBoundingClientRect().bottom";
    assert!(browser.number(bottom) <= f64::from(WIDE.height), "{}", browser.number(bottom));
    let unnamed = "document.querySelectorAll('figure > svg:not([aria-label])').length";
    assert_eq!(browser.number(unnamed), 0.0);
    for (section, series) in COMPARED {
        let legends = browser.text(&format!(
            "[...document.querySelectorAll('#{section} .legend')].map(legend => \
             [...legend.children].map(one => one.textContent.trim()).join(';')).join('|')"
        ));
        let wanted = series.join(";");
        assert!(legends.split('|').any(|legend| legend == wanted), "{wanted}: {legends}");
    }
    // Links lead somewhere.
    let broken = "[...document.querySelectorAll('nav a')]\
                  .filter(a => !document.querySelector(a.getAttribute('href'))).length";
    assert_eq!(browser.number(broken), 0.0);
    browser.finish();
}

#[test]
fn the_probes_page_is_printed() {
    let Some(mut browser) = chromium() else { return };
    let html = page();
    // Of a dark screen, too, paper is white.
    browser.open_on_paper(html, View { dark: true, ..PAPER });
    let wide = browser.number("document.documentElement.scrollWidth");
    assert!(wide <= f64::from(PAPER.width), "{wide} pixels wide");
    assert_eq!(
        browser.text("getComputedStyle(document.body).backgroundColor"),
        "rgb(255, 255, 255)"
    );
    assert!(browser.number(CONTRAST) >= 4.5, "{}", browser.number(CONTRAST));
    assert_eq!(browser.text(TOO_WIDE), "");
    browser.screenshot("probe-paper", 9000.0);
    let pdf = browser.pdf();
    assert!(pdf.starts_with(b"%PDF") && pdf.len() > 50_000, "{} bytes", pdf.len());
    browser.finish();
}

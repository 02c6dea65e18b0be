//! Links within a page: row, hints and timeline.

use std::path::Path;

use super::chromium::{Chromium, View};
use super::{chromium, page};

const VIEW: View = View { width: 1300, height: 900, dark: false };

/// Links to nothing.
const BROKEN: &str = "[...document.querySelectorAll('a')]\
    .map(a => a.getAttribute('href')).filter(to => !document.querySelector(to)).join()";

/// Follows a link by a click.
fn follow(browser: &mut Chromium, link: &str) {
    browser.run(&format!("document.querySelector(\"{link}\").click()"));
    // Until the target is laid out.
    browser.run("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))");
}

/// The name of the target, if it is on the screen and can be seen.
const TARGET: &str = "(() => { const target = document.querySelector(':target');
    const box = target.getBoundingClientRect();
    const style = getComputedStyle(target);
    const seen = box.bottom > 0 && box.top < innerHeight && style.visibility === 'visible';
    return seen ? target.id : 'not seen: ' + target.id; })()";

/// Bars that are marked.
const MARKED: &str = "[...document.querySelectorAll('g.own')]\
    .filter(g => getComputedStyle(g).visibility === 'visible').map(g => g.id).join()";

#[test]
fn a_card_leads_to_hints_row_and_bars_and_back() {
    let Some(mut browser) = chromium() else { return };
    let dir = tempfile::tempdir().unwrap();
    let html = dir.path().join("pipeline.html");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    page(&root.join("recordings/h200_pipeline.propp"), &html);
    browser.open(&html, VIEW);
    browser.run("document.documentElement.style.scrollBehavior = 'auto'");
    assert_eq!(browser.text(BROKEN), "");
    assert_eq!(browser.text(MARKED), "");
    for (link, target) in [
        (".verdict a", "hints-1"),
        ("#hints-1 + .links a[href^='#kernel']", "kernel-1"),
        ("#kernel-1 th a", "panel-1"),
        (".panel:target a[href='#hints-1']", "hints-1"),
        ("#kernel-1 td a", "bars-1"),
        ("ul.own a[href='#kernel-3']", "kernel-3"),
        (".change .links a[href='#bars-2']", "bars-2"),
    ] {
        follow(&mut browser, link);
        assert_eq!(browser.text(TARGET), target, "{link}");
        assert_eq!(browser.text(MARKED), if target.starts_with("bars") { target } else { "" });
    }
    browser.screenshot("marked", 9000.0);
    // What the filter hides is shown again if a link leads to it.
    browser.run(
        "const f = document.getElementById('filter'); f.value = 'blur'; \
         f.dispatchEvent(new Event('input'))",
    );
    follow(&mut browser, ".change .links a[href='#kernel-1']");
    assert_eq!(browser.text(TARGET), "kernel-1");
    assert_eq!(browser.text("document.getElementById('filter').value"), "");
    browser.finish();
}

/// The columns that can be seen.
const COLUMNS: &str = "[...document.querySelectorAll('#table thead th')]\
    .filter(th => th.getBoundingClientRect().width > 0).map(th => th.textContent).join()";

#[test]
fn a_switch_shows_all_criteria_and_what_is_the_same_is_said_once() {
    let Some(mut browser) = chromium() else { return };
    let dir = tempfile::tempdir().unwrap();
    let html = dir.path().join("pipeline.html");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    page(&root.join("recordings/h200_pipeline.propp"), &html);
    browser.open(&html, View { width: 400, ..VIEW });
    assert_eq!(browser.text(COLUMNS), "Kernel,Time %,Roofs,Likely gain");
    let inner = "document.querySelector('#kernels .scroll')";
    let narrow = format!("{inner}.scrollWidth - {inner}.clientWidth");
    assert_eq!(browser.number(&narrow), 0.0, "the short table fits a phone");
    browser.open(&html, VIEW);
    let first = "#,Kernel,Time %,A launch,Roofs,Likely gain,Weakest";
    assert_eq!(browser.text(COLUMNS), first);
    browser.run("document.getElementById('all').click()");
    let all = "Total,Measured / seen,QM,OCC,DSync,LB_W,LB_SM,Gran_L1,Gran_L2,SMem_eff,CI";
    assert_eq!(browser.text(COLUMNS), format!("{first},{all}"));
    browser.screenshot("all-criteria", 1500.0);
    assert_eq!(
        browser.text("document.querySelector('#kernels .same').textContent"),
        "The same for all kernels: HSync 57, TDiv 100, DT 6."
    );
    browser.finish();
}

#[test]
fn a_hint_leads_to_its_source_line_and_back() {
    let Some(mut browser) = chromium() else { return };
    let dir = tempfile::tempdir().unwrap();
    let html = dir.path().join("spmv.html");
    page(&Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/h200_spmv.propp"), &html);
    browser.open(&html, VIEW);
    browser.run("document.documentElement.style.scrollBehavior = 'auto'");
    assert_eq!(browser.text(BROKEN), "");
    follow(&mut browser, "#advice dd a");
    assert_eq!(browser.text(TARGET), "line-1-1-27");
    follow(&mut browser, "tr:target + tr.hint a");
    assert_eq!(browser.text(TARGET), "hints-1");
    browser.finish();
}

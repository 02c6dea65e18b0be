//! Pages in every width and colour scheme: nothing overflows or moves, and axe-core, where
//! `PROPP_TEST_AXE` names its script (`cargo xtask test` fetches it), finds no barrier.

use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Once};

use super::chromium::{Chromium, View};
use super::{chromium, fits_and_can_be_read, page, probe, written};
use crate::show_code::write_with_code;
use crate::support::left_out;
use crate::support::many::{Made, write_traced};

/// Phone, tablet, desk.
const WIDTHS: [u32; 3] = [400, 800, 1300];

fn views() -> impl Iterator<Item = View> {
    let view = |width| [false, true].map(|dark| View { width, height: 900, dark });
    WIDTHS.into_iter().flat_map(view)
}

/// axe-core takes a second or more, so that it does not look at all of them. The second is
/// looked at with all criteria.
const LOOKED_AT: [View; 2] =
    [View { width: 400, height: 900, dark: false }, View { width: 1300, height: 900, dark: true }];

/// The script of axe-core.
fn axe() -> Option<String> {
    let found = std::env::var_os("PROPP_TEST_AXE");
    static SAID: Once = Once::new();
    if found.is_none() {
        let what = "barriers in pages, because no PROPP_TEST_AXE names axe-core's script";
        SAID.call_once(|| left_out(what));
    }
    found.map(|path| std::fs::read_to_string(path).unwrap())
}

/// What axe-core finds that keeps somebody from using the page, as `impact rule: element`.
const SERIOUS: &str = "new Promise((done, fail) => axe.run(document).then(found => done(
  found.violations.filter(one => ['serious', 'critical'].includes(one.impact)).flatMap(one =>
    one.nodes.map(node => `${one.impact} ${one.id}: ${node.html.slice(0, 160)}`)).join('\\n')
), fail))";

fn barriers(browser: &mut Chromium, axe: &str) -> String {
    browser.run(axe);
    browser.text(SERIOUS)
}

fn recordings(dir: &Path) -> Vec<(&'static str, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = dir.join("made.propp");
    let coded = dir.join("coded.propp");
    write_with_code(&coded);
    write_traced(&made, &["first", "second<int>"].map(|name| Made::new(name, 3, 10_000)));
    vec![
        ("app", root.join("tests/fixtures/recordings/h200_app.propp")),
        ("pipeline", root.join("recordings/h200_pipeline.propp")),
        ("step", root.join("recordings/h200_pytorch_step.propp")),
        ("spmv", root.join("recordings/h200_spmv.propp")),
        ("uncounted", made),
        ("coded", coded),
    ]
}

/// The pages, each written once in this process.
fn pages() -> &'static [(&'static str, PathBuf)] {
    static PAGES: LazyLock<Vec<(&str, PathBuf)>> = LazyLock::new(|| {
        let folder = written();
        let of_recording = |(name, recording): (&'static str, PathBuf)| {
            let html = folder.join(format!("{name}.html"));
            page(&recording, &html);
            (name, html)
        };
        recordings(folder).into_iter().map(of_recording).collect()
    });
    &PAGES
}

#[test]
fn pages_fit_every_width_and_nothing_in_them_moves() {
    let Some(mut browser) = chromium() else { return };
    for (name, html) in pages() {
        for view in views() {
            let name = format!("{name}-{}{}", view.width, if view.dark { "-dark" } else { "" });
            fits_and_can_be_read(&mut browser, html, &name, view);
        }
    }
    browser.finish();
}

#[test]
fn pages_have_no_barrier() {
    let (Some(mut browser), Some(axe)) = (chromium(), axe()) else { return };
    let probe = ("probe", probe::page(), LOOKED_AT[0]);
    let of_recordings =
        pages().iter().flat_map(|(name, html)| LOOKED_AT.map(|view| (*name, html.as_path(), view)));
    for (name, html, view) in std::iter::once(probe).chain(of_recordings) {
        browser.open(html, view);
        browser.run("document.querySelectorAll('#code details').forEach(one => one.open = true)");
        if view.dark {
            browser.run("document.getElementById('all').click()");
        }
        assert_eq!(barriers(&mut browser, &axe), "", "{name}, {} wide", view.width);
    }
    browser.run("document.querySelector('#main').append(document.createElement('button'))");
    let planted = barriers(&mut browser, &axe);
    assert!(planted.starts_with("critical button-name: <button>"), "{planted}");
    browser.finish();
}

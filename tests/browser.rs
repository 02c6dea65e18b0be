//! The HTML reports in a real browser: a headless Chromium, where `PROPP_TEST_CHROMIUM`
//! names one (`cargo xtask test` fetches it). `PROPP_TEST_SCREENSHOTS=DIR` keeps pictures.

mod barriers;
mod chromium;
mod links;
mod probe;
mod timeline;

use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Once};

use crate::support::left_out;
use crate::support::many::{Made, write};
use crate::support::propp::here;
use chromium::{Chromium, View};

const WIDE: View = View { width: 1280, height: 900, dark: false };
const DARK: View = View { width: 1280, height: 900, dark: true };
const PHONE: View = View { width: 390, height: 844, dark: false };

fn chromium() -> Option<Chromium> {
    let found = std::env::var_os("PROPP_TEST_CHROMIUM");
    static SAID: Once = Once::new();
    if found.is_none() {
        let what = "pages in a browser, because no PROPP_TEST_CHROMIUM names a Chromium";
        SAID.call_once(|| left_out(what));
    }
    found.map(|path| Chromium::start(Path::new(&path)))
}

/// A folder for pages that several tests open, empty when this process began.
fn written() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
        // There is none before the first run.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    });
    &FOLDER
}

fn page(recording: &Path, html: &Path) {
    let status = here().arg("show").arg(recording).arg("-o").arg(html).status().unwrap();
    assert!(status.success());
}

const NAMES: &str = "[...document.querySelectorAll('#table tbody tr')].filter(r => !r.hidden)\
                     .map(r => r.cells[1].firstChild.textContent).join(' ')";

/// Opens a page in a view: nothing is wider than it or moves, and text stands out from what
/// is behind it.
fn fits_and_can_be_read(browser: &mut Chromium, html: &Path, name: &str, view: View) {
    // A screenshot changes the size of the view, and so moves things. A busy machine may paint a
    // page before all of it is there; what moves by itself moves each time.
    let moves = (0..3).all(|_| {
        browser.open(html, view);
        browser.number(SHIFT) != 0.0
    });
    assert!(!moves, "{name}: content moves while the page is loaded");
    let height = browser.number("document.documentElement.scrollHeight");
    browser.screenshot(name, height.min(9000.0));
    let wide = browser.number("document.documentElement.scrollWidth");
    assert!(wide <= f64::from(view.width), "{name}: {wide} pixels wide");
    let back = browser.text("getComputedStyle(document.body).backgroundColor");
    assert_eq!(back == "rgb(255, 255, 255)", !view.dark, "{back}");
    assert!(browser.number(CONTRAST) >= 4.5, "{name}: {}", browser.number(CONTRAST));
}

/// Opens another page than those of recordings in all views; its controls and pictures have names.
pub(crate) fn is_looked_at(html: &Path, name: &str) {
    let Some(mut browser) = chromium() else { return };
    for (view_name, view) in [("light", WIDE), ("dark", DARK), ("phone", PHONE)] {
        fits_and_can_be_read(&mut browser, html, &format!("{name}-{view_name}"), view);
    }
    assert_eq!(browser.text(UNNAMED), "");
    browser.finish();
}

/// The cumulative layout shift since the page was opened, two frames after it was loaded.
const SHIFT: &str = "new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(one => { sum += one.value; }))
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum), 0)));
})";

#[test]
fn a_page_is_opened_sorted_filtered_and_looked_at() {
    let Some(mut browser) = chromium() else { return };
    let dir = tempfile::tempdir().unwrap();
    let html = dir.path().join("app.html");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recordings");
    page(&fixtures.join("h200_app.propp"), &html);
    for (name, view) in [("light", WIDE), ("dark", DARK), ("phone", PHONE)] {
        fits_and_can_be_read(&mut browser, &html, name, view);
    }
    browser.open(&html, WIDE);
    assert!(browser.text(NAMES).starts_with("diverge strided tiny"));
    let sort = "[...document.querySelectorAll('#table thead button')]\
                .find(b => b.textContent === 'QM')";
    browser.run(&format!("{sort}.click()"));
    assert!(
        browser.text(NAMES).starts_with("diverge strided imbalance "),
        "{}",
        browser.text(NAMES)
    );
    let direction = format!(
        "{sort}.parentElement.ariaSort + document.querySelectorAll('[aria-sort=descending]').length"
    );
    assert_eq!(browser.text(&direction), "ascending0");
    // By keyboard, the other way round; QM is among all criteria.
    let seen = format!("{sort}.getBoundingClientRect().width > 0 ? 'seen' : 'hidden'");
    assert_eq!(browser.text(&seen), "hidden");
    browser.run("document.getElementById('all').click()");
    assert_eq!(browser.text(&seen), "seen");
    browser.run(&format!("{sort}.focus()"));
    browser.key("Enter");
    assert_eq!(browser.text(&format!("{sort}.parentElement.ariaSort")), "descending");
    assert!(browser.text(NAMES).ends_with("diverge"), "{}", browser.text(NAMES));
    browser.run(
        "const f = document.getElementById('filter'); f.value = 'TR_'; \
         f.dispatchEvent(new Event('input'))",
    );
    let left = browser.text(NAMES);
    assert_eq!(left.split(' ').filter(|name| name.starts_with("tr_")).count(), 3, "{left}");
    assert_eq!(browser.text("document.getElementById('shown').textContent"), "3 of 18 kernels");
    assert_eq!(browser.text("document.activeElement.tagName"), "BUTTON");
    assert_eq!(browser.text(UNNAMED), "");
    browser.finish();
}

/// The least contrast of any text with what it stands on.
const CONTRAST: &str = r"(() => {
  const parts = c => c.match(/[\d.]+/g).map(Number);
  const lum = c => { const [r, g, b] = parts(c).slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const back = e => { for (; e; e = e.parentElement) {
    const c = getComputedStyle(e).backgroundColor;
    if (parts(c).length < 4 || parts(c)[3] > 0) return c; } return 'rgb(255,255,255)'; };
  let least = 21;
  for (const e of document.querySelectorAll('body *')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
    if (e.closest('script, title')) continue;
    const s = getComputedStyle(e);
    const a = lum(e.closest('svg') ? s.fill : s.color), b = lum(back(e));
    least = Math.min(least, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
  }
  return least; })()";

/// Controls, pictures and regions that have no name.
const UNNAMED: &str = r"[
  ...[...document.querySelectorAll('button')].filter(e => !e.textContent.trim()),
  ...[...document.querySelectorAll('input')].filter(e => !e.labels.length),
  ...[...document.querySelectorAll('svg[role=img]')].filter(e => !e.querySelector('title')),
  ...[...document.querySelectorAll('[role=region]')].filter(e => !e.ariaLabel),
].map(e => e.outerHTML.slice(0, 80)).join('|')";

/// Pans over a part of the timeline, one frame after the other: the mean milliseconds of a frame.
const PAN: &str = "new Promise(done => {
  const box = document.querySelector('#timeline .scroll');
  const press = key => box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  press('+'); press('+');
  let frames = 0, begun = 0;
  const frame = now => {
    if (frames === 0) begun = now;
    if (frames === 60) return done((now - begun) / 60);
    press(frames % 12 < 6 ? 'ArrowRight' : 'ArrowLeft');
    frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame); })";

/// Also prints how long it takes, for `lab/performance.md`.
#[test]
fn a_page_of_a_thousand_kernels_is_opened_and_sorted() {
    let Some(mut browser) = chromium() else { return };
    let dir = tempfile::tempdir().unwrap();
    let (recording, html) = (dir.path().join("r.propp"), dir.path().join("r.html"));
    let name =
        |n: u32| format!("void ns{n}::kernel_{n}<{}>(float*)", "Argument<int, 4>, ".repeat(9));
    let kernels: Vec<Made> =
        (0..1000).map(|n| Made::new(&name(n), 100, 5_000 + 10 * u64::from(n))).collect();
    write(&recording, &kernels);
    page(&recording, &html);
    browser.open(&html, WIDE);
    let opened = browser.number("performance.getEntriesByType('navigation')[0].loadEventEnd");
    let frame = browser.number(PAN);
    println!("1,000 kernels, 100,000 launches: opened in {opened:.0} ms, {frame:.1} ms a frame");
    let rows = browser.number("document.querySelectorAll('#table tbody tr').length");
    assert_eq!(rows, 1000.0);
    let first = "document.querySelector('#table tbody tr').cells[0].textContent";
    assert_eq!(browser.text(first), "1");
    // By place, in reverse.
    browser.run("document.querySelectorAll('#table thead button')[0].click()");
    browser.run("document.querySelectorAll('#table thead button')[0].click()");
    assert_eq!(browser.text(first), "1000");
    browser.finish();
}

#[test]
fn hostile_names_run_nothing() {
    let Some(mut browser) = chromium() else { return };
    let dir = tempfile::tempdir().unwrap();
    let (recording, html) = (dir.path().join("r.propp"), dir.path().join("r.html"));
    let names = [
        "<script>document.title='broken'</script>",
        "\"><img src=x onerror=\"document.title='broken'\">",
        "</style></script><svg onload=document.title='broken'>",
    ];
    let kernels: Vec<Made> = names.iter().map(|name| Made::new(name, 3, 10_000)).collect();
    write(&recording, &kernels);
    page(&recording, &html);
    browser.open(&html, WIDE);
    assert!(browser.text("document.title").starts_with("propp: "));
    assert_eq!(browser.number("document.images.length + document.scripts.length"), 2.0);
    let shown =
        browser.text("[...document.querySelectorAll('#table tbody th')].map(e => e.title).join()");
    for name in names {
        assert!(shown.contains(name), "{shown}");
    }
    browser.finish();
}

//! The timeline, the flame graph and the panels of kernels, moved about in as a reader would.

use std::path::Path;

use super::chromium::{Chromium, View};
use super::{PHONE, chromium, page};
use crate::support::many::{Made, write_traced};
use crate::support::propp::here;

const VIEW: View = View { width: 1300, height: 900, dark: false };

fn opened(browser: &mut Chromium, recording: &str) {
    open(browser, &Path::new(env!("CARGO_MANIFEST_DIR")).join(recording));
}

fn open(browser: &mut Chromium, recording: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let html = folder.path().join("page.html");
    page(recording, &html);
    browser.open(&html, VIEW);
    browser.run("document.documentElement.style.scrollBehavior = 'auto'");
}

/// The times at both ends of the axis.
const ENDS: &str = "(() => { const all = [...document.querySelectorAll('#timeline .times text')];
    return all[0].textContent + ' to ' + all[all.length - 1].textContent; })()";
const UNDER: &str = "document.getElementById('under').textContent";
/// Whether single blocks of a part are drawn, and not the whole.
const IS_PART: &str =
    "(() => { const drawn = document.querySelector('#timeline .part path').parentElement;
    const any = [...drawn.children].some(path => path.getAttribute('d'));
    const whole = getComputedStyle(document.querySelector('#timeline .whole')).display;
    return any && whole === 'none' ? 'part' : !any && whole !== 'none' ? 'whole' : 'both'; })()";

fn press(browser: &mut Chromium, key: &str) {
    browser.run(&format!(
        "const box = document.querySelector('#timeline .scroll'); box.focus();\
         box.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, cancelable: true }}))"
    ));
}

#[test]
fn the_timeline_zooms_pans_and_goes_from_step_to_step() {
    let Some(mut browser) = chromium() else { return };
    opened(&mut browser, "recordings/h200_pytorch_step.propp");
    let whole = browser.text(ENDS);
    assert_eq!(browser.text(IS_PART), "whole");
    press(&mut browser, "+");
    press(&mut browser, "+");
    assert_eq!(browser.text(IS_PART), "part");
    let zoomed = browser.text(ENDS);
    assert_ne!(zoomed, whole);
    press(&mut browser, "ArrowRight");
    assert_ne!(browser.text(ENDS), zoomed);
    press(&mut browser, "ArrowLeft");
    assert_eq!(browser.text(ENDS), zoomed);
    press(&mut browser, "0");
    assert_eq!((browser.text(IS_PART), browser.text(ENDS)), ("whole".to_owned(), whole));
    press(&mut browser, "n");
    assert!(browser.text(UNDER).contains("step 1,"), "{}", browser.text(UNDER));
    press(&mut browser, "n");
    assert!(browser.text(UNDER).contains("step 2,"), "{}", browser.text(UNDER));
    browser.screenshot("step", 900.0);
    // The bars of a kernel go along.
    let bars = "document.querySelector('g.own path').getAttribute('transform') || ''";
    assert!(browser.text(bars).contains("scale("), "{}", browser.text(bars));
    browser.run("document.getElementById('step-before').click()");
    assert!(browser.text(UNDER).contains("step 1,"), "{}", browser.text(UNDER));
    browser.run("document.getElementById('zoom-whole').click()");
    assert_eq!(browser.text(bars), "");
    browser.finish();
}

/// Drags over a quarter of the chart, or moves to a place, as a share of its width.
const DRAG: &str = "const chart = document.querySelector('#timeline .chart');
    chart.scrollIntoView();
    const frame = chart.getBoundingClientRect();
    const at = share => ({ pointerId: 1, button: 0, bubbles: true, pointerType: 'mouse',
      clientX: frame.left + (190 + 1000 * share) * frame.width / chart.viewBox.baseVal.width,
      clientY: frame.top + 12 + 24 * ROW });
    chart.setPointerCapture = () => {};";

#[test]
fn a_drag_zooms_and_what_lies_under_the_pointer_is_named() {
    let Some(mut browser) = chromium() else { return };
    opened(&mut browser, "recordings/h200_pipeline.propp");
    let drag = DRAG.replace("ROW", "0");
    browser.run(&format!(
        "{drag} for (const [kind, share] of [['down', 0.25], ['move', 0.3], ['up', 0.5]])\
         chart.dispatchEvent(new PointerEvent('pointer' + kind, at(share)))"
    ));
    assert_eq!(browser.text(IS_PART), "part");
    browser.run("document.getElementById('zoom-whole').click()");
    // Over the middle of each block that is described there, its words are those of the data.
    browser.run(&format!(
        "{drag} for (let share = 0; share <= 1; share += 0.001)\
         chart.dispatchEvent(new PointerEvent('pointermove', at(share)))"
    ));
    let under = browser.text(UNDER);
    assert!(under.starts_with("pid ") && under.contains(", at "), "{under}");
    browser.finish();
}

#[test]
fn a_click_on_a_row_opens_the_panel_of_its_kernel_and_escape_closes_it() {
    let Some(mut browser) = chromium() else { return };
    opened(&mut browser, "recordings/h200_spmv.propp");
    let open = "[...document.querySelectorAll('.panel')]\
                .filter(panel => panel.getBoundingClientRect().width > 0).map(panel => panel.id).join()";
    assert_eq!(browser.text(open), "");
    browser.run("document.querySelector('#kernel-1 td').click()");
    assert_eq!(browser.text(open), "panel-1");
    let text = browser.text("document.querySelector('.panel:target').textContent");
    for part in ["What to change", "Roofs", "Lines with the most time", "Times of launches"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    browser.screenshot("panel", 900.0);
    browser.run(
        "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))",
    );
    assert_eq!(browser.text(open), "");
    assert_eq!(browser.text("location.hash"), "#kernel-1");
    browser.finish();
}

#[test]
fn a_frame_of_the_flame_graph_widens() {
    let Some(mut browser) = chromium() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ranges.propp");
    let made =
        |name, range, launches| Made { nvtx: Some(range), ..Made::new(name, launches, 10_000) };
    let all = [made("attend", "encode", 6), made("norm", "encode", 3), made("attend", "decode", 1)];
    write_traced(&file, &all);
    open(&mut browser, &file);
    assert_eq!(
        browser.text("[...document.querySelectorAll('#flame .frame')].map(f => Math.round(f.dataset.w / 10) * 10).join()"),
        "1000,900,600,300,100,100"
    );
    let wide = "[...document.querySelectorAll('#flame .frame')]\
                .filter(f => f.style.display !== 'none' && f.querySelector('rect').width.baseVal.value > 999)\
                .length";
    let before = browser.number(wide);
    browser.screenshot("flame", 9000.0);
    // The narrowest that can be reached.
    browser.run(
        "const all = [...document.querySelectorAll('#flame .frame[tabindex]')];\
         all.sort((a, b) => a.dataset.w - b.dataset.w); all[0].focus();\
         all[0].dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))",
    );
    assert!(browser.number(wide) > before, "it and all above it");
    browser.run("document.querySelector('#flame .chart').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))");
    assert_eq!(browser.number(wide), before);
    browser.finish();
}

/// The share of the drawn height of each lane's pixels that are not the background, by a canvas.
const INK: &str = "(async () => {
    const chart = document.querySelector('#timeline .chart').cloneNode(true);
    chart.querySelectorAll('text, .grid, .own, .chosen').forEach(e => e.remove());
    chart.querySelectorAll('path, rect').forEach(e => { if (!e.closest('clipPath')) e.style.fill = '#000'; });
    chart.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(chart.outerHTML);
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width; canvas.height = image.height;
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff'; context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0);
    const rows = document.querySelectorAll('#timeline table tbody tr').length;
    const shares = [];
    for (let row = 0; row < rows; row++) {
      const pixels = context.getImageData(190, 4 + 24 * row + 3, 1000, 18).data;
      let dark = 0;
      for (let i = 0; i < pixels.length; i += 4) dark += 255 - pixels[i];
      shares.push(dark / 255 / 18000);
    }
    return shares.join(); })()";

#[test]
fn pixels_are_dark_for_the_share_of_the_time_that_a_lane_is_busy() {
    let Some(mut browser) = chromium() else { return };
    for recording in ["recordings/h200_pipeline.propp", "recordings/h200_pytorch_step.propp"] {
        opened(&mut browser, recording);
        let told = browser.text(
            "[...document.querySelectorAll('#timeline table tbody tr')]\
             .map(row => row.lastElementChild.textContent.replace(' %', '')).join()",
        );
        let numbers = |text: &str| -> Vec<f64> {
            text.split(',').map(|number| number.trim().parse().unwrap()).collect()
        };
        let (told, ink) = (numbers(&told), numbers(&browser.text(INK)));
        for (told, ink) in told.iter().zip(&ink) {
            // The least that can be seen is half a line of 18, where there is anything.
            let (share, drawn) = (told / 100.0, *ink);
            assert!(
                drawn >= share - 0.02 && drawn <= share + 0.05,
                "{recording}: {share} busy, {drawn} dark"
            );
        }
    }
    browser.finish();
}

/// What makes the page wide: without it, it is narrower.
const WIDE: &str = "[...document.querySelectorAll('body *')].filter(e => {
    const before = document.documentElement.scrollWidth, shown = e.style.display;
    e.style.display = 'none';
    const after = document.documentElement.scrollWidth;
    e.style.display = shown;
    return after < before; }).map(e => e.outerHTML.slice(0, 150)).slice(-3).join('; ')";

#[test]
fn no_page_of_a_bundled_recording_is_wider_than_a_phone() {
    let Some(mut browser) = chromium() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = tempfile::tempdir().unwrap();
    let mut looked_at = 0;
    for folder in ["recordings", "tests/fixtures/recordings"] {
        for file in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "propp") {
                continue;
            }
            let html = pages.path().join(format!("{}.html", path.file_stem().unwrap().display()));
            let made = here().arg("show").arg(&path).arg("-o").arg(&html).output();
            // Recordings of suites and of probes are no programs.
            if !made.unwrap().status.success() {
                continue;
            }
            browser.open(&html, View { width: 400, ..PHONE });
            let wide = browser.number("document.documentElement.scrollWidth");
            browser.screenshot("wide", 9000.0);
            assert!(wide <= 400.0, "{}: {wide} pixels, {}", path.display(), browser.text(WIDE));
            looked_at += 1;
        }
    }
    assert!(looked_at >= 10, "{looked_at}");
    browser.finish();
}

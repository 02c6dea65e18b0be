//! `docs/first-screen.svg`: what a terminal of 100 columns shows of a recording.

use std::path::Path;

use anstyle_svg::Term;
use propp_text::Page;

use crate::show::first_screen_of;

/// Set to write the picture.
const WRITE: &str = "PROPP_WRITE_DOCS";

#[test]
fn the_picture_is_the_first_screen() {
    let file = "recordings/h200_pipeline.propp";
    let screen = first_screen_of(file, Page { width: 100, colour: true });
    let picture = Term::new().render_svg(&format!("$ propp show {file}\n{screen}"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/first-screen.svg");
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, picture).unwrap();
    } else {
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(picture == committed, "the picture is old: run this test with {WRITE}=1");
    }
}

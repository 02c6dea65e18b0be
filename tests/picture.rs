//! Pictures in the documentation: what a terminal of 100 columns shows of a recording.

use std::path::Path;
use std::process::Command;

use anstyle_svg::Term;
use propp_text::Page;

use crate::show::first_screen_of;

/// Set to write the pictures.
const WRITE: &str = "PROPP_WRITE_DOCS";

#[test]
fn the_picture_is_the_first_screen() {
    let file = "recordings/h200_pipeline.propp";
    let screen = first_screen_of(file, Page { width: 100, colour: true });
    is_committed("first-screen.svg", &format!("$ propp show {file}\n{screen}"));
}

#[test]
fn the_picture_has_the_lines() {
    let arguments = ["show", "recordings/h200_spmv.propp", "--lines"];
    let mut propp = Command::new(env!("CARGO_BIN_EXE_propp"));
    let output = propp.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let screen = String::from_utf8(output.stdout).unwrap();
    is_committed("lines.svg", &format!("$ propp {}\n{screen}", arguments.join(" ")));
}

fn is_committed(name: &str, screen: &str) {
    let picture = Term::new().render_svg(screen);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, picture).unwrap();
    } else {
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(picture == committed, "docs/{name} is old: run this test with {WRITE}=1");
    }
}

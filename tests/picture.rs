//! Pictures in the documentation: what a terminal of 100 columns shows of a recording.

use anstyle_svg::Term;
use propp_base_text::Page;

use crate::first_screen::first_screen_of;
use crate::support::propp::{is_committed, propp_here, stdout};

#[test]
fn the_picture_is_the_first_screen() {
    let file = "recordings/h100_pipeline.propp";
    let screen = first_screen_of(file, Page { width: 100, colour: true });
    is_drawn("first-screen.svg", &format!("$ propp show {file}\n{screen}"));
}

#[test]
fn the_picture_has_the_lines() {
    let arguments = ["show", "recordings/h200_spmv.propp", "--lines"];
    let screen = stdout(&propp_here(&arguments));
    is_drawn("lines.svg", &format!("$ propp {}\n{screen}", arguments.join(" ")));
}

fn is_drawn(name: &str, screen: &str) {
    is_committed(&format!("docs/{name}"), &Term::new().render_svg(screen));
}

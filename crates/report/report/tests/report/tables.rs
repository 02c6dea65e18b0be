//! Tables of kernels on a recording that is made up; nothing in it was measured.

use propp_base_text::Page;
use propp_judge_analysis::{Analysis, Grouping, Input, Listing, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_hints::{Advice, Advised};
use propp_recording_store::read;
use propp_report::table;

use crate::synthetic::{program, record};

fn in_memory() -> Analysis {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("app.propp");
    record(&path, &program(1), true);
    let recording = read(&path).unwrap();
    let input = Input { name: "app.propp", recording: &recording };
    analyse(&[input], &Weights::bundled("paper").unwrap(), Grouping::Signature)
}

/// The layout of the kernels is what these tests are about.
fn without_hints(analysis: &Analysis) -> Advised<'_> {
    Advised {
        listing: Listing::whole(analysis),
        kernel_advice: vec![None; analysis.kernels.len()],
        run_advice: Advice::default(),
        device_profile: None,
    }
}

#[test]
fn table_in_a_narrow_terminal() {
    let analysis = in_memory();
    let page = Page { width: 60, colour: false };
    insta::assert_snapshot!(table::render(&without_hints(&analysis), page));
}

#[test]
fn table_in_colour() {
    let analysis = in_memory();
    let page = Page { width: 120, colour: true };
    let text = table::render(&without_hints(&analysis), page);
    insta::assert_snapshot!(text.replace('\u{1b}', "ESC"));
}

#[test]
fn every_line_of_a_table_fits_the_page() {
    let analysis = in_memory();
    let advised = without_hints(&analysis);
    for width in 40..160 {
        for line in table::render(&advised, Page { width, colour: false }).lines() {
            assert!(line.chars().count() <= width, "{width}: {line:?}");
        }
    }
}

//! The first screen of `propp show`, of recordings of this repository.

use propp_base_text::Page;
use propp_judge_analysis::{Grouping, Input, Listing, Part, Sort, analyse_part};
use propp_judge_cost::quality::Weights;

use crate::support::propp::{document, in_repository, propp_here, stdout};

/// What `propp show FILE` prints of a recording of this repository.
pub(crate) fn first_screen_of(file: &str, page: Page) -> String {
    let [text] = first_screens_of(file, [page]);
    text
}

fn first_screens_of<const N: usize>(file: &str, pages: [Page; N]) -> [String; N] {
    let recording = propp_recording_store::read(&in_repository(file)).unwrap();
    let weights = Weights::for_reports(&propp_judge_analysis::gpu(&recording)).unwrap();
    let input = Input { name: file, recording: &recording };
    let analysis = analyse_part(&[input], &weights, Grouping::Signature, &Part::Steps);
    let listing =
        Listing::new(&analysis, Sort::Time, |_| true, Some(propp_report::summary::KERNELS));
    let profile = propp_judge_hints::OwnProfile::bundled(&[&recording]).unwrap();
    let advised = propp_judge_hints::advise(
        listing,
        profile.as_ref(),
        &propp_judge_hints::Libraries::bundled().unwrap(),
    );
    pages.map(|page| propp_report::summary::render(&advised, propp_report::summary::CHANGES, page))
}

/// In a step of PyTorch all kernels are of libraries, so no hint is on code.
#[test]
fn hints_on_kernels_of_libraries_are_on_the_call() {
    let file = "recordings/h200_pytorch_step.propp";
    let command = |options: &[&str]| {
        let arguments = [&["show", file, "--format", "json"], options].concat();
        let report = document(&propp_here(&arguments));
        let kernels = report["kernels"].as_array().unwrap().clone();
        let hints =
            |kernel: &serde_json::Value| kernel["advice"]["hints"].as_array().unwrap().clone();
        kernels.iter().flat_map(hints).collect::<Vec<_>>()
    };
    let hints = command(&[]);
    assert!(hints.len() > 10);
    for hint in &hints {
        assert!(hint["library"].is_string(), "{hint}");
        assert!(!hint["remedy"].as_str().unwrap().contains("blocks"), "{hint}");
    }
    let of_code = command(&["--libraries", "none"]);
    assert!(of_code.iter().any(|hint| hint["remedy"].as_str().unwrap().contains("smaller blocks")));
}

/// The number of a kernel on the first screen selects it.
#[test]
fn a_kernel_is_selected_by_its_number() {
    let of = |kernel: &str| {
        let file = "recordings/h200_transpose.propp";
        stdout(&propp_here(&["show", file, "--format", "csv", "-k", kernel]))
    };
    assert_eq!(of("2"), of("transpose_tiled"));
    assert_ne!(of("1"), of("2"));
}

/// Whatever the terminal, a person reads it without scrolling, and the first ten lines name
/// the largest gain and what to do.
#[test]
fn the_first_screen_is_one() {
    let files = [
        "tests/fixtures/recordings/h200_app.propp",
        "recordings/h200_transpose.propp",
        "recordings/h200_pipeline.propp",
        "recordings/h200_pytorch_step.propp",
        "recordings/h200/suite.propp",
    ];
    for file in files {
        let widths = [60, 80, 100];
        let texts = first_screens_of(file, widths.map(|width| Page { width, colour: false }));
        for (width, text) in widths.into_iter().zip(texts) {
            let lines: Vec<&str> = text.lines().collect();
            if width == 100 {
                assert!(lines.len() <= 60, "{file}: {} lines", lines.len());
                let starts = [&["    about ", "    at most "][..], &["1. "]];
                let [gain, change] = starts.map(|starts| {
                    let is_one = |line: &&str| starts.iter().any(|start| line.starts_with(start));
                    lines.iter().take(10).position(is_one)
                });
                assert!(change.is_some() && change < gain, "{file}: {text}");
            }
            let long: Vec<&&str> = lines.iter().filter(|l| l.chars().count() > width).collect();
            assert!(long.is_empty(), "{file}, {width}: {long:?}");
            names_have_room(file, width, &lines);
        }
    }
}

/// In 80 columns a name has at least 28 characters, or all of them; no row takes two lines.
fn names_have_room(file: &str, width: usize, lines: &[&str]) {
    let is_title = |line: &&str| line.trim_start().starts_with("# ") && line.ends_with("name");
    let Some(title) = lines.iter().position(is_title) else { return };
    let rows: Vec<&str> =
        lines[title + 1..].iter().take_while(|l| !l.is_empty()).copied().collect();
    let place = lines[title].chars().count() - "name".len();
    let names = rows.iter().map(|row| row.chars().skip(place).collect::<String>());
    let names: Vec<String> = names.collect();
    let is_cut = names.iter().any(|name| name.contains('…'));
    let room = width - place;
    assert!(width < 80 || room >= 28 || !is_cut, "{file}, {width}: names have {room}");
    for (number, row) in (1..).zip(&rows) {
        let first = row.split_whitespace().next().unwrap();
        assert_eq!(first, number.to_string(), "{file}, {width}: a row of two lines");
    }
}

/// What is listed is not what is looked at: the largest gain is told whatever the order is.
#[test]
fn changes_are_those_of_all_kernels() {
    let file = "recordings/h200_pipeline.propp";
    let report = |format: &str, more: &[&str]| {
        let arguments =
            [&["show", file, "--sort", "name", "--top", "1", "--format", format], more].concat();
        stdout(&propp_here(&arguments))
    };
    let [markdown, html] = ["md", "html"].map(|format| report(format, &[]));
    assert!(markdown.contains("- `histogram_in_global_memory`: **Atomics"), "{markdown}");
    assert!(markdown.contains("| `blur` |") && !markdown.contains("| `histogram"), "{markdown}");
    assert!(markdown.contains("5 more kernels not shown."), "{markdown}");
    assert!(html.contains("First: <a href=\"#hints-3\">histogram_in_global_memory"), "{html}");
    assert!(html.contains("<h3 id=\"hints-3\">") && !html.contains("<tr id=\"kernel-2\""));
    let all = report("table", &["--all"]);
    assert!(all.contains("\n1. histogram_in_global_memory (kernel 1): "), "{all}");
    assert_eq!(report("csv", &[]).lines().count(), 2);
}

/// The times that the changes save, told of each, are what they bring together.
#[test]
fn changes_add_up() {
    let text = first_screen_of("recordings/h200_pipeline.propp", Page::PLAIN);
    let number = |before: &str, which: usize| -> f64 {
        let rest = text.split(before).nth(which).unwrap_or_else(|| panic!("{before}: {text}"));
        rest.split([' ', '×']).next().unwrap().parse().unwrap()
    };
    // The second change is to every step, the third to a kernel, in us; the others are in ms.
    let now = 14.9;
    let of_step = now - number("faster: 14.9 ms → ", 1);
    let saved = number("saves about ", 1) + of_step + number("saves about ", 2) / 1000.0;
    let together = number("faster: 14.9 ms → ", 2);
    assert!((now - saved - together).abs() < 0.1, "{now} {saved} {together}");
    // Of times that are rounded to three digits, and rounded itself.
    let times = number("Together about ", 1);
    assert!((times - now / together).abs() < 0.08, "{text}");
}

/// The padded kernel is the naive one with the hint followed.
#[test]
fn the_gain_of_the_naive_transpose_holds_the_measured_one() {
    let text = first_screen_of("recordings/h200_transpose.propp", Page::PLAIN);
    let hint = text
        .lines()
        .skip_while(|line| !line.contains("transpose_naive (kernel 1): "))
        .nth(1)
        .unwrap();
    let range = hint.split_once(" us (").unwrap().1.split_once(')').unwrap().0;
    let [low, high] = ["", " to "].map(|start| {
        let text = range.split_once(start).unwrap().1;
        text.split(' ').next().unwrap().parse::<f64>().unwrap()
    });
    let padded = text.lines().find(|line| line.ends_with(" transpose_padded")).unwrap();
    let now: f64 = padded.split_whitespace().nth(2).unwrap().parse().unwrap();
    assert!(low < now && now < high, "{now} us, {hint}");
}

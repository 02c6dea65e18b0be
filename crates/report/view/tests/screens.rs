//! Screens of bundled recordings, on a terminal in memory.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use std::path::{Path, PathBuf};

use propp_code_lines::Sources;
use propp_code_lines::listing::{list, pieces};
use propp_judge_analysis::{Grouping, Input, Listing, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_hints::{Libraries, advise};
use propp_recording::Recording;
use propp_report_view::{Contents, Key, View};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

const PIPELINE: &str = "recordings/h100_pipeline.propp";
const SPMV: &str = "recordings/h100_spmv.propp";

const NO_LINES: &str = "no lines here";

fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path)
}

/// A view of a recording, and the terminal that it is drawn on.
struct Session<'a> {
    view: View<'a>,
    recording: &'a Recording,
    terminal: Terminal<TestBackend>,
}

impl Session<'_> {
    fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.terminal.autoresize().unwrap();
        self.view.resize(width, height);
    }

    fn press(&mut self, keys: &[Key]) -> String {
        keys.iter().for_each(|key| self.view.key(*key));
        if let Some(kernel) = self.view.missing_code() {
            let all = pieces(std::slice::from_ref(self.recording));
            let own = all.first().ok_or_else(|| "no code here".to_owned());
            let code = own.and_then(|piece| {
                let cubin = &piece.recording.cubins[piece.cubin];
                list(&cubin.unpack().unwrap(), &cubin.hash, piece.symbol, None)
            });
            self.view.put_code(kernel.number, code.map(|listing| vec![listing]));
        }
        self.screen()
    }

    fn screen(&mut self) -> String {
        self.terminal.draw(|frame| self.view.draw(frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let rows = buffer.content().chunks(usize::from(buffer.area.width));
        let lines = rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
        lines.map(|line| line.trim_end().to_owned() + "\n").collect()
    }
}

fn with(recording: &Recording, size: [u16; 2], colour: bool, test: impl FnOnce(Session<'_>)) {
    let input = Input { name: "a/test.propp", recording };
    let weights = Weights::bundled("h100").unwrap();
    let analysis = analyse(&[input], &weights, Grouping::Signature);
    let advised = advise(Listing::whole(&analysis), None, &Libraries::default());
    let sources = Sources::default();
    let contents = Contents { advised: &advised, sources: &sources, no_lines: NO_LINES, colour };
    let [width, height] = size;
    let view = View::new(contents, width, height);
    let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    test(Session { view, recording, terminal });
}

fn of_file(file: &str, size: [u16; 2], test: impl FnOnce(Session<'_>)) {
    let recording = propp_recording_store::read(&in_repository(file)).unwrap().printable();
    with(&recording, size, false, test);
}

/// The row that the cursor is on.
fn chosen(screen: &str) -> &str {
    let mut marked = screen.lines().filter(|line| line.starts_with('›'));
    let row = marked.next().unwrap_or_else(|| panic!("no cursor:\n{screen}"));
    assert_eq!(marked.next(), None, "{screen}");
    row
}

/// The kernels of the overview, in their order.
fn listed(screen: &str) -> Vec<&str> {
    let below = screen.lines().skip_while(|line| !line.contains(" # time %")).skip(1);
    let rows = below.map(|line| line.trim_start_matches(['›', ' ']));
    let rows = rows.take_while(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|line| line.split_whitespace().last().unwrap()).collect()
}

#[test]
fn the_overview_has_verdict_changes_and_kernels() {
    for size in [[80, 24], [60, 15], [200, 60]] {
        of_file(PIPELINE, size, |mut session| {
            let screen = session.screen();
            for words in ["GPU busy", "Atomics to", "nearest roof", "q quit"] {
                assert!(screen.contains(words), "{words}:\n{screen}");
            }
            assert!(chosen(&screen).contains("Atomics to"), "{screen}");
            let names = listed(&screen);
            assert!(names[0].starts_with("histogram_i") && names[1] == "scale_rows", "{screen}");
            assert!(size[1] == 15 || names.len() == 6, "{screen}");
        });
    }
}

#[test]
fn the_cursor_moves_and_stays_in_sight() {
    of_file(PIPELINE, [60, 15], |mut session| {
        assert!(chosen(&session.press(&[Key::Down])).contains("Copies and kernels run one"));
        assert!(chosen(&session.press(&[Key::End])).ends_with("sum_levels"));
        assert!(chosen(&session.press(&[Key::Char('k')])).contains("blur"));
        assert!(chosen(&session.press(&[Key::Home])).contains("Atomics to"));
        let down = session.press(&[Key::PageDown]);
        assert!(!chosen(&down).contains("Atomics to"), "{down}");
    });
}

#[test]
fn a_filter_is_typed_live_and_escape_clears_it() {
    of_file(PIPELINE, [80, 24], |mut session| {
        session.press(&[Key::Char('/')]);
        let screen = session.press(&[Key::Char('R'), Key::Char('O')]);
        assert_eq!(listed(&screen), ["scale_rows"], "{screen}");
        assert!(screen.contains("/RO▏") && screen.contains("1 of 6 kernels with “RO”"), "{screen}");
        // Letters that are keys elsewhere are letters here.
        let screen = session.press(&[Key::Char('q')]);
        assert!(
            screen.contains("0 of 6 kernels with “ROq”, the most time first\n  No kernel."),
            "{screen}"
        );
        let screen = session.press(&[Key::Backspace, Key::Enter]);
        assert!(chosen(&screen).contains("scale_rows") && screen.contains("q quit"), "{screen}");
        assert!(session.press(&[Key::Enter]).contains("launched as (8)x(256)"));
        assert_eq!(listed(&session.press(&[Key::Esc])), ["scale_rows"]);
        assert_eq!(listed(&session.press(&[Key::Esc])).len(), 6);
        assert!(!session.view.is_over());
    });
}

#[test]
fn kernels_are_sorted_and_the_cursor_stays_on_its_kernel() {
    of_file(PIPELINE, [80, 24], |mut session| {
        let by_time = session.press(&[Key::End, Key::Up]);
        assert!(chosen(&by_time).ends_with("blur"), "{by_time}");
        let by_quality = session.press(&[Key::Char('s')]);
        assert!(by_quality.contains("6 kernels, the worst QM first"), "{by_quality}");
        assert_eq!(listed(&by_quality)[0], "sum_levels");
        let by_name = session.press(&[Key::Char('s')]);
        assert_eq!(listed(&by_name)[..2], ["blur", "gray_in_runs"]);
        assert!(chosen(&by_name).contains("blur"), "{by_name}");
        assert_eq!(listed(&session.press(&[Key::Char('s')])), listed(&by_time));
    });
}

#[test]
fn a_change_opens_its_kernel_and_its_hints() {
    of_file(PIPELINE, [80, 24], |mut session| {
        let screen = session.press(&[Key::Enter]);
        for words in ["kernel 1: 82.6 % of the time", "1. Atomics to global memory", "OCC 100"] {
            assert!(screen.contains(words), "{words}:\n{screen}");
        }
        assert!(screen.contains("predicted 7.91 ms"), "{screen}");
        let screen = session.press(&[Key::End]);
        assert!(screen.contains("Criteria in hundredths"), "{screen}");
        assert!(session.press(&[Key::Char('n')]).starts_with(" 1 Overview"));
        let screen = session.press(&[Key::Home]);
        assert!(screen.contains("scale_rows") && screen.contains("kernel 2:"), "{screen}");
        let screen = session.press(&[Key::Char('h')]);
        assert!(chosen(&screen).contains("scale_rows"), "{screen}");
        // The second change is of the run.
        let screen = session.press(&[Key::Home, Key::Down, Key::Enter]);
        assert!(
            screen.contains("The run") && screen.contains("Copies and kernels run one"),
            "{screen}"
        );
        assert!(session.press(&[Key::Char('3')]).contains("neither lines nor code"));
    });
}

#[test]
fn lines_and_code_are_shown_or_a_sentence_says_why_not() {
    of_file(SPMV, [80, 24], |mut session| {
        let screen = session.press(&[Key::End, Key::Char('3')]);
        assert!(screen.contains("spmv.cu") && screen.contains("executed"), "{screen}");
        let screen = session.press(&[Key::Enter]);
        assert!(screen.contains("(sm_90)") && screen.contains("lines 1 to 22 of"), "{screen}");
        assert!(session.press(&[Key::End]).contains("BRA"));
        assert!(chosen(&session.press(&[Key::Tab])).contains("row_per_warp"));
        assert!(session.press(&[Key::BackTab]).contains("(sm_90)"));
    });
    of_file(PIPELINE, [80, 24], |mut session| {
        assert!(session.press(&[Key::Char('3')]).contains("No lines here"));
    });
}

#[test]
fn help_lies_above_and_keys_quit() {
    of_file(PIPELINE, [60, 15], |mut session| {
        let help = session.press(&[Key::Char('?')]);
        for words in ["PgUp PgDn", "Enter keeps, Esc clears", "q  Ctrl-C", "close the help"] {
            assert!(help.contains(words), "{words}:\n{help}");
        }
        assert!(!session.press(&[Key::Down]).contains("Ctrl-C"));
        session.press(&[Key::Char('/'), Key::Char('q')]);
        assert!(!session.view.is_over());
        session.press(&[Key::Interrupt]);
        assert!(session.view.is_over());
    });
}

#[test]
fn another_size_is_laid_out_anew_and_keeps_the_place() {
    of_file(SPMV, [80, 24], |mut session| {
        session.press(&[Key::End, Key::Char('4'), Key::PageDown, Key::PageDown]);
        for (width, height) in [(60, 15), (200, 60), (20, 5), (3, 2), (1, 1), (80, 24)] {
            session.resize(width, height);
            session.screen();
            session.press(&[Key::Tab, Key::Char('?')]);
            session.press(&[Key::Esc, Key::Down, Key::PageUp, Key::BackTab]);
        }
        assert!(session.screen().contains("lines "), "{}", session.screen());
    });
}

/// Of many kernels, of graphs, with few counters, emulated.
#[test]
fn recordings_of_all_kinds_can_be_walked_through() {
    const FIXTURES: &str = "tests/fixtures/recordings";
    let fixtures = ["h200_graph_kernels", "h200_transpose_few_counters", "emulated_transpose"];
    let fixtures = fixtures.map(|name| format!("{FIXTURES}/{name}.propp"));
    let bundled = ["recordings/h100_pytorch_step.propp", SPMV].map(str::to_owned);
    for file in fixtures.into_iter().chain(bundled) {
        let recording = propp_recording_store::read(&in_repository(&file)).unwrap().printable();
        with(&recording, [60, 15], true, |mut session| {
            for key in ['1', '2', '3', '4', 'n', '1', 's', 's', '?'] {
                session.press(&[Key::Char(key)]);
            }
            let screen = session.press(&[Key::Esc, Key::End]);
            assert!(chosen(&screen).starts_with("› "), "{file}:\n{screen}");
            let screen = session.press(&[Key::Enter, Key::End]);
            assert!(screen.contains("DT (of the run)"), "{file}:\n{screen}");
        });
    }
}

#[test]
fn colours_are_optional_and_orders_to_the_terminal_are_shown() {
    let file = in_repository(PIPELINE);
    let recording = propp_recording_store::read(&file).unwrap().printable();
    for colour in [true, false] {
        with(&recording, [80, 24], colour, |mut session| {
            // A filter may be pasted.
            session.press(&[Key::Char('/'), Key::Char('\u{202e}')]);
            let screen = session.screen();
            assert!(screen.contains(r"\u{202e}") && !screen.contains('\u{202e}'), "{screen}");
            let cells = session.terminal.backend().buffer().content();
            assert_eq!(cells.iter().any(|cell| cell.fg != Color::Reset), colour);
        });
    }
}

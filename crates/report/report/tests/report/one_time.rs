//! Shares and savings on a screen are of the one time that its second line names.

use std::path::Path;

use propp_base_text::Page;
use propp_judge_analysis::{Grouping, Input, Listing, Part, analyse_part};
use propp_judge_cost::quality::Weights;
use propp_judge_hints::{Libraries, advise};
use propp_report::summary;

/// Every line is one.
const PAGE: Page = Page { width: 10_000, colour: false };

fn screen(file: &str, part: &Part) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../recordings").join(file);
    let input = Input { name: "test", recording: &propp_recording_store::read(&path).unwrap() };
    let weights = Weights::bundled(file.split('_').next().unwrap()).unwrap();
    let analysis = analyse_part(&[input], &weights, Grouping::Signature, part);
    let libraries = Libraries::bundled().unwrap();
    summary::render(&advise(Listing::whole(&analysis), None, &libraries), 1000, PAGE)
}

/// `7.66 ms` at the beginning, in ns.
fn time(text: &str) -> f64 {
    let mut words = text.split([' ', ',', ';', ')', ':', '.']).filter(|word| !word.is_empty());
    let number: String = text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let unit = words.find(|word| word.chars().all(|c| c.is_ascii_alphabetic())).unwrap();
    let ns = match unit {
        "ns" => 1.0,
        "us" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        other => panic!("{other} in {text}"),
    };
    number.parse::<f64>().unwrap() * ns
}

fn after<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    Some(text.split_once(words)?.1)
}

/// The time of a step, of the run, or of the run without its start.
fn named(screen: &str) -> f64 {
    let line = screen.lines().nth(1).unwrap();
    let of_step = after(line, "; step").and_then(|rest| after(rest, " take"));
    let of_step = of_step.and_then(|rest| after(rest, " "));
    let of_run = after(line, "GPU busy ").and_then(|rest| after(rest, " % of "));
    let of_rest = after(line, "; then ").and_then(|rest| after(rest, " % of "));
    time(of_step.or(of_rest).or(of_run).unwrap_or_else(|| panic!("{line}")))
}

#[test]
fn shares_and_savings_are_of_the_time_that_is_named() {
    let mut checked = 0;
    for gpu in ["h100", "h200"] {
        for name in ["pipeline", "pytorch_step", "spmv", "transpose"] {
            for part in [Part::Steps, Part::WholeRun] {
                let screen = screen(&format!("{gpu}_{name}.propp"), &part);
                let named = named(&screen);
                for saved in screen.split("saves about ").skip(1) {
                    let (amount, rest) = saved.split_once(" (").unwrap();
                    let share = rest.split_once(" %").unwrap().0;
                    let is_of_it =
                        rest.contains(" % of the step") || rest.contains(" % of the run");
                    assert!(is_of_it, "{gpu} {name}: {rest}");
                    let wanted = 100.0 * time(amount) / named;
                    let is_right = match share.strip_prefix('<') {
                        Some(least) => wanted < least.parse().unwrap(),
                        None => {
                            let share: f64 = share.parse().unwrap();
                            (wanted - share).abs() <= 0.06 + 0.01 * share
                        }
                    };
                    assert!(is_right, "{gpu} {name}: {saved}");
                    checked += 1;
                }
                if let Some(together) = after(&screen, "Together about ") {
                    let whole = time(after(together, "faster: ").unwrap());
                    assert!((whole / named - 1.0).abs() < 0.01, "{gpu} {name}: {together}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 30, "{checked}");
}

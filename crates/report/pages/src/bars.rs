//! Criteria of several kernels as grouped bars, as the paper's Figures 2 to 4 have them:
//! a group for each criterion, in it a bar for each implementation.

use maud::{Markup, PreEscaped, html};
use propp_base_model::Value;
use propp_base_text::html::{across, chart, coordinate, scrolling};
use propp_base_text::hundredths;
use propp_judge_analysis::{KernelReport, Listing};
use propp_judge_criteria::Criterion;

/// More bars in a group would be too thin to tell apart.
const MOST: usize = 6;

const HEIGHT: f64 = 220.0;
const TOP: f64 = 20.0;
const LEFT: f64 = 34.0;
const BAR: f64 = 11.0;
const GAP: f64 = 16.0;

pub(super) fn section(listing: &Listing<'_>, labels: &[String]) -> Markup {
    let mut longest: Vec<(&KernelReport, &String)> =
        listing.listed().iter().copied().zip(labels).collect();
    longest.sort_by_key(|(kernel, _)| std::cmp::Reverse(kernel.total_ns()));
    longest.truncate(MOST);
    if longest.is_empty() {
        return html! { p { "No kernel." } };
    }
    html! {
        p {
            "The " (longest.len()) " kernels with the most time; each has its colour and its \
             pattern. A missing bar is a criterion without a number: n/a stands for one that does \
             not apply, ? for one that could not be measured. The table above has all numbers."
        }
        (legend(&longest))
        (scrolling("Chart of criteria", &bars(&longest)))
    }
}

fn legend(kernels: &[(&KernelReport, &String)]) -> Markup {
    html! {
        ul.legend {
            @for (place, (_, label)) in kernels.iter().enumerate() {
                li {
                    svg width="24" height="16" aria-hidden="true" {
                        rect class={ "s" (place) } width="24" height="16" {}
                        rect width="24" height="16" fill={ "url(#p" (place) ")" } {}
                    }
                    " " (label)
                }
            }
        }
    }
}

fn bars(kernels: &[(&KernelReport, &String)]) -> Markup {
    let group = (BAR * kernels.len() as f64 + GAP).max(46.0);
    let width = LEFT + group * (Criterion::ALL.len() + 1) as f64;
    let bottom = TOP + HEIGHT;
    let values =
        (0..=4).map(|step| (bottom - HEIGHT * f64::from(step) / 4.0, (step * 25).to_string()));
    let names = std::iter::once("QM").chain(Criterion::ALL.map(Criterion::name));
    let content = html! {
        defs { (PreEscaped(PATTERNS)) }
        (across(values, [LEFT, width]))
        @for (place, name) in names.enumerate() {
            @let left = LEFT + group * place as f64 + GAP / 2.0;
            @let middle = coordinate(left + (group - GAP) / 2.0);
            text x=(middle) y=(coordinate(bottom + 16.0)) text-anchor="middle" { (name) }
            @for (series, (kernel, label)) in kernels.iter().enumerate() {
                @let value = match place.checked_sub(1) {
                    None => Some(&kernel.quality.value),
                    Some(of) => kernel.criteria.get(&Criterion::ALL[of]).map(|r| &r.aggregate.value),
                };
                (bar(value, [left + BAR * series as f64, bottom], series, [name, label]))
            }
        }
    };
    let title = "Quality metric and criteria of the kernels with the most time, in hundredths";
    chart("bars", title, [width, bottom + 30.0], &content)
}

fn bar(value: Option<&Value>, [x, bottom]: [f64; 2], series: usize, of: [&str; 2]) -> Markup {
    let [name, label] = of;
    let x = coordinate(x);
    let Some(Value::Measured { value }) = value else {
        let text = if matches!(value, Some(Value::NotApplicable { .. })) { "n/a" } else { "?" };
        let place = format!("translate({x} {}) rotate(-90)", coordinate(bottom - 2.0));
        return html! { text.absent transform=(place) dy="9" { (text) } };
    };
    let height = (HEIGHT * value.get()).max(1.0);
    let (y, height) = (coordinate(bottom - height), coordinate(height));
    let width = BAR - 1.0;
    html! {
        g {
            title { (label) ": " (name) " " (hundredths(*value)) }
            rect class={ "s" (series) } x=(x) y=(y) width=(width) height=(height) {}
            rect fill={ "url(#p" (series) ")" } x=(x) y=(y) width=(width) height=(height) {}
        }
    }
}

/// One for each of the bars of a group: plain, rising, falling, level, upright, dotted.
const PATTERNS: &str = r#"<pattern id="p0" width="6" height="6" patternUnits="userSpaceOnUse"></pattern>
<pattern id="p1" width="6" height="6" patternUnits="userSpaceOnUse"><path class="ink" d="M0 6L6 0"/></pattern>
<pattern id="p2" width="6" height="6" patternUnits="userSpaceOnUse"><path class="ink" d="M0 0L6 6"/></pattern>
<pattern id="p3" width="6" height="4" patternUnits="userSpaceOnUse"><path class="ink" d="M0 2L6 2"/></pattern>
<pattern id="p4" width="4" height="6" patternUnits="userSpaceOnUse"><path class="ink" d="M2 0L2 6"/></pattern>
<pattern id="p5" width="5" height="5" patternUnits="userSpaceOnUse"><path class="ink" d="M1 2.5L3 2.5"/></pattern>
"#;

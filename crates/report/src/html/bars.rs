//! Criteria of several kernels as grouped bars, as the paper's Figures 2 to 4 have them:
//! a group for each criterion, in it a bar for each implementation.

use std::fmt::Write as _;

use propp_analysis::{Analysis, KernelReport};
use propp_criteria::Criterion;
use propp_model::Value;
use propp_text::hundredths;

use super::coordinate;

/// More bars in a group would be too thin to tell apart.
const MOST: usize = 6;

const HEIGHT: f64 = 220.0;
const TOP: f64 = 20.0;
const LEFT: f64 = 34.0;
const BAR: f64 = 11.0;
const GAP: f64 = 16.0;

/// The section; `labels` are escaped.
pub(super) fn section(analysis: &Analysis, labels: &[String]) -> String {
    let mut longest: Vec<(&KernelReport, &String)> = analysis.kernels.iter().zip(labels).collect();
    longest.sort_by_key(|(kernel, _)| std::cmp::Reverse(kernel.total_ns()));
    longest.truncate(MOST);
    if longest.is_empty() {
        return "<p>No kernel.</p>\n".to_owned();
    }
    let mut out = format!(
        "<p>The {} kernels with the most time; each has its colour and its pattern. A missing bar \
         is a criterion without a number: n/a stands for one that does not apply, ? for one that \
         could not be measured. The table above has all numbers.</p>\n",
        longest.len()
    );
    out.push_str(&legend(&longest));
    out.push_str(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" \
         aria-label=\"Chart of criteria\">\n",
    );
    out.push_str(&chart(&longest));
    out + "</div>\n"
}

fn legend(kernels: &[(&KernelReport, &String)]) -> String {
    let mut out = String::from("<ul class=\"legend\">\n");
    for (place, (_, label)) in kernels.iter().enumerate() {
        let _ = writeln!(
            out,
            "<li><svg width=\"24\" height=\"16\" aria-hidden=\"true\"><rect class=\"s{place}\" \
             width=\"24\" height=\"16\"/><rect width=\"24\" height=\"16\" \
             fill=\"url(#p{place})\"/></svg> {label}</li>"
        );
    }
    out + "</ul>\n"
}

fn chart(kernels: &[(&KernelReport, &String)]) -> String {
    let group = BAR * kernels.len() as f64 + GAP;
    let group = group.max(46.0);
    let groups = Criterion::ALL.len() + 1;
    let width = LEFT + group * groups as f64;
    let bottom = TOP + HEIGHT;
    let mut out = format!(
        "<svg class=\"chart\" role=\"img\" aria-labelledby=\"bars-title\" width=\"{w}\" \
         height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n<title id=\"bars-title\">Quality metric and \
         criteria of the kernels with the most time, in hundredths</title>\n<defs>\n{PATTERNS}</defs>\n",
        w = coordinate(width),
        h = coordinate(bottom + 30.0),
    );
    for step in 0..=4 {
        let y = coordinate(bottom - HEIGHT * f64::from(step) / 4.0);
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\"/><text x=\"{}\" \
             y=\"{y}\" dy=\"4\" text-anchor=\"end\">{}</text>",
            coordinate(width),
            LEFT - 4.0,
            step * 25
        );
    }
    let names = std::iter::once("QM").chain(Criterion::ALL.map(Criterion::name));
    for (place, name) in names.enumerate() {
        let left = LEFT + group * place as f64 + GAP / 2.0;
        let middle = coordinate(left + (group - GAP) / 2.0);
        let _ = writeln!(
            out,
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{name}</text>",
            coordinate(bottom + 16.0)
        );
        for (series, (kernel, label)) in kernels.iter().enumerate() {
            let value = match place.checked_sub(1) {
                None => Some(&kernel.quality.value),
                Some(of) => kernel.criteria.get(&Criterion::ALL[of]).map(|r| &r.aggregate.value),
            };
            bar(&mut out, value, [left + BAR * series as f64, bottom], series, [name, label]);
        }
    }
    out + "</svg>\n"
}

fn bar(
    out: &mut String,
    value: Option<&Value>,
    [x, bottom]: [f64; 2],
    series: usize,
    of: [&str; 2],
) {
    let [name, label] = of;
    let x = coordinate(x);
    let width = BAR - 1.0;
    let _ = match value {
        Some(Value::Measured { value }) => {
            let height = (HEIGHT * value.get()).max(1.0);
            let (y, height) = (coordinate(bottom - height), coordinate(height));
            let at = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
            writeln!(
                out,
                "<g><title>{label}: {name} {}</title><rect class=\"s{series}\" {at}/>\
                 <rect fill=\"url(#p{series})\" {at}/></g>",
                hundredths(*value)
            )
        }
        other => {
            let text = if matches!(other, Some(Value::NotApplicable { .. })) { "n/a" } else { "?" };
            writeln!(
                out,
                "<text class=\"absent\" transform=\"translate({x} {}) rotate(-90)\" dy=\"9\">\
                 {text}</text>",
                coordinate(bottom - 2.0)
            )
        }
    };
}

/// One for each of the bars of a group: plain, rising, falling, level, upright, dotted.
const PATTERNS: &str = r#"<pattern id="p0" width="6" height="6" patternUnits="userSpaceOnUse"></pattern>
<pattern id="p1" width="6" height="6" patternUnits="userSpaceOnUse"><path class="ink" d="M0 6L6 0"/></pattern>
<pattern id="p2" width="6" height="6" patternUnits="userSpaceOnUse"><path class="ink" d="M0 0L6 6"/></pattern>
<pattern id="p3" width="6" height="4" patternUnits="userSpaceOnUse"><path class="ink" d="M0 2L6 2"/></pattern>
<pattern id="p4" width="4" height="6" patternUnits="userSpaceOnUse"><path class="ink" d="M2 0L2 6"/></pattern>
<pattern id="p5" width="5" height="5" patternUnits="userSpaceOnUse"><path class="ink" d="M1 2.5L3 2.5"/></pattern>
"#;

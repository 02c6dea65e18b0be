//! The result of a fit as an HTML page, with the reliability diagram of its certainty.

use maud::{Markup, html};
use propp_base_text::html::{
    Document, Section, across, chart, coordinate, facts, names, scrolling, upward,
};
use propp_suite_cases::dataset::Dataset;

use super::certainty::{CertaintyFigures, ReliabilityBin};
use super::{FitResult, report};

const SIZE: f64 = 360.0;
const LEFT: f64 = 58.0;
const TOP: f64 = 12.0;

pub fn page(dataset: &Dataset, result: &FitResult) -> String {
    let summary = facts(
        "facts",
        [
            ("GPU", dataset.gpu.clone()),
            ("recorded", dataset.recorded.clone()),
            ("implementations", result.samples.to_string()),
            ("problems", result.problems.to_string()),
        ],
    );
    let certainty = result.certainty().map_or_else(
        || html! { p { "Not drawn: there is no cost model, or its order was not validated." } },
        reliability,
    );
    let figures = scrolling("All figures", &html! { pre { (report::table(dataset, result)) } });
    Document {
        title: "fit of the quality metric and the cost model",
        summary,
        sections: vec![
            Section::new("certainty", "Certainty", certainty),
            Section::new("figures", "All figures", figures),
        ],
        script: None,
    }
    .render()
}

fn reliability(figures: &CertaintyFigures) -> Markup {
    html! {
        p {
            "Pairs of implementations of a problem, binned by the certainty of their predicted \
             order, each primitive left out. On the diagonal as many are right as the certainty \
             says; above it more. Bars are 95 % intervals, by resampling primitives."
        }
        (scrolling("Reliability diagram", &Axes::new(&figures.bins).chart(&figures.bins)))
    }
}

/// Both axes end at 1.
struct Axes {
    /// Where the axis upwards begins.
    bottom: f64,
}

impl Axes {
    /// As far down as an interval reaches, in tenths.
    fn new(bins: &[ReliabilityBin]) -> Self {
        let lows = bins.iter().filter_map(|bin| Some(bin.right?.interval.low));
        let low = lows.fold(0.5, f64::min);
        Self { bottom: (low * 10.0).floor() / 10.0 }
    }

    fn x(certainty: f64) -> f64 {
        LEFT + SIZE * (certainty - 0.5) / 0.5
    }

    fn y(&self, right: f64) -> f64 {
        TOP + SIZE * (1.0 - right) / (1.0 - self.bottom)
    }

    fn chart(&self, bins: &[ReliabilityBin]) -> Markup {
        let at = |x: f64, y: f64| format!("{} {}", coordinate(x), coordinate(y));
        let tenths = |from: f64| {
            let first = (from * 10.0).round() as u32;
            (first..=10).map(|tenth| (f64::from(tenth) / 10.0, format!("{} %", tenth * 10)))
        };
        let (right, bottom) = (LEFT + SIZE, TOP + SIZE);
        let diagonal =
            format!("M{}L{}", at(Self::x(0.5), self.y(0.5)), at(Self::x(1.0), self.y(1.0)));
        let content = html! {
            (upward(tenths(0.5).map(|(v, text)| (Self::x(v), text)), [TOP, bottom], bottom + 16.0))
            (across(tenths(self.bottom).map(|(v, text)| (self.y(v), text)), [LEFT, right]))
            (names(
                ("certainty", [LEFT + SIZE / 2.0, bottom + 34.0]),
                ("in the right order", TOP + SIZE / 2.0)
            ))
            path.grid stroke-dasharray="6 3" d=(diagonal) {}
            @for bin in bins {
                @if let (Some(certainty), Some(figure)) = (bin.certainty, bin.right) {
                    @let x = Self::x(certainty);
                    g {
                        title {
                            (format!(
                                "{} pairs: certainty {:.1} %, right {:.1} %",
                                bin.pairs, 100.0 * certainty, 100.0 * figure.value
                            ))
                        }
                        path.roof d={
                            "M" (at(x, self.y(figure.interval.low)))
                            "V" (coordinate(self.y(figure.interval.high)))
                        } {}
                        circle class="spot" cx=(coordinate(x)) cy=(coordinate(self.y(figure.value)))
                            r="5" {}
                    }
                }
            }
        };
        let title = "Reliability diagram: the share of pairs in the right order against the \
                     certainty of the order";
        chart("reliability", title, [right + 30.0, bottom + 40.0], &content)
    }
}

#[cfg(test)]
mod tests {
    use propp_base_statistics::Interval;

    use super::super::Figure;
    use super::*;

    #[test]
    fn a_bin_on_the_diagonal_is_drawn_there() {
        let bin = |certainty, value| ReliabilityBin {
            from: 0.5,
            to: 1.0,
            pairs: 7,
            certainty: Some(certainty),
            right: Some(Figure { value, interval: Interval { low: 0.42, high: 1.0 } }),
        };
        let empty = ReliabilityBin { pairs: 0, certainty: None, right: None, ..bin(0.5, 0.5) };
        let bins = [bin(1.0, 1.0), bin(0.75, 0.7), empty];
        let axes = Axes::new(&bins);
        assert_eq!(axes.bottom, 0.4);
        let drawn = axes.chart(&bins).into_string();
        assert_eq!(drawn.matches("<circle").count(), 2);
        assert!(drawn.contains("7 pairs: certainty 75.0 %, right 70.0 %"), "{drawn}");
        // The corner, and half of both ways from it: 0.3 of 0.6 down, 0.25 of 0.5 to the left.
        assert!(drawn.contains("cx=\"418\" cy=\"12\"") && drawn.contains("cx=\"238\" cy=\"192\""));
    }
}

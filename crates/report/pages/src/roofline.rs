//! Kernels under the GPU's roofs.

use maud::{Markup, html};
use propp_base_text::duration;
use propp_base_text::html::{across, chart, coordinate, names, scrolling, upward};
use propp_judge_analysis::{KernelReport, Listing, Point, Roofs};

/// Points; more would hide each other.
const MOST: usize = 200;
/// Points that are named beside the chart.
const NAMED: usize = 10;

const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 58.0;
const TOP: f64 = 12.0;

pub(super) fn section(listing: &Listing<'_>, labels: &[String]) -> Markup {
    let Some(roofs) = listing.analysis.machine.as_ref().and_then(Roofs::of) else {
        return html! {
            p {
                "Not drawn: the recordings name several GPUs, or one whose clocks and bus width \
                 are not known."
            }
        };
    };
    let mut points: Vec<Spot<'_>> = listing
        .listed()
        .iter()
        .copied()
        .zip(labels)
        .filter_map(|(kernel, label)| Some(Spot { kernel, label, point: Point::of(kernel)? }))
        .collect();
    points.sort_by_key(|spot| std::cmp::Reverse(spot.kernel.total_ns()));
    let known = points.len();
    points.truncate(MOST);
    if points.is_empty() {
        return html! {
            p {
                "Not drawn: no kernel has instructions, bytes of device memory and a time in this \
                 recording (merged configurations have none in common)."
            }
        };
    }
    let words = format!(
        "Across: warp instructions for each byte that device memory read or wrote. Up: \
         billions of warp instructions a second. Both are measured: instructions and bytes from \
         counters, in the mean of the measured launches; the time is the median launch of the \
         run that was not profiled. The roofs are the driver's attributes and were not \
         measured: {:.0} GB/s of device memory (twice its clock times its width), and {:.0} \
         billion warp instructions a second (four issue slots an SM, at the driver's SM clock). {} of {} \
         kernels have a point.",
        roofs.bytes_per_s / 1e9,
        roofs.instructions_per_s / 1e9,
        points.len(),
        listing.analysis.kernels.len(),
    );
    html! {
        p { (words) }
        @if known > points.len() {
            p { (known - points.len()) " kernels of less time are not drawn." }
        }
        (scrolling("Roofline chart", &Axes::of(roofs, &points).chart(roofs, &points)))
        (list(roofs, &points))
    }
}

struct Spot<'a> {
    kernel: &'a KernelReport,
    label: &'a str,
    point: Point,
}

/// Powers of ten at the ends of both axes.
struct Axes {
    x: [f64; 2],
    y: [f64; 2],
}

impl Axes {
    fn of(roofs: Roofs, points: &[Spot<'_>]) -> Self {
        let range = |values: Vec<f64>| {
            let low = values.iter().copied().fold(f64::INFINITY, f64::min).log10().floor();
            let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max).log10().ceil();
            // A kernel that does next to nothing must not squeeze the others together.
            [low.max(high - 8.0), high]
        };
        let x = points.iter().map(|spot| spot.point.intensity).chain([roofs.ridge()]);
        let [x_low, x_high] = range(x.collect());
        let y = points.iter().map(|spot| spot.point.instructions_per_s);
        let [y_low, y_high] = range(y.chain([roofs.instructions_per_s]).collect());
        Self { x: [x_low, x_high.max(x_low + 1.0)], y: [y_low, y_high.max(y_low + 1.0)] }
    }

    fn x(&self, value: f64) -> f64 {
        let [low, high] = self.x;
        LEFT + WIDTH * ((value.log10() - low) / (high - low)).clamp(0.0, 1.0)
    }

    fn y(&self, value: f64) -> f64 {
        let [low, high] = self.y;
        TOP + HEIGHT * (1.0 - ((value.log10() - low) / (high - low)).clamp(0.0, 1.0))
    }

    fn chart(&self, roofs: Roofs, points: &[Spot<'_>]) -> Markup {
        let [low, high] = self.x.map(|power| 10_f64.powf(power));
        // Where memory's roof leaves the picture below.
        let start = low.max(10_f64.powf(self.y[0]) / roofs.bytes_per_s);
        let corners = [start, roofs.ridge(), high]
            .map(|x| format!("{} {}", coordinate(self.x(x)), coordinate(self.y(roofs.at(x)))));
        let mut numbers: Vec<[f64; 2]> = Vec::new();
        let content = html! {
            (self.grid())
            path.roof d={ "M" (corners.join("L")) } {}
            @for (place, spot) in points.iter().enumerate().rev() {
                @let Point { intensity, instructions_per_s } = spot.point;
                @let (x, y) = (self.x(intensity), self.y(instructions_per_s));
                g {
                    title {
                        (spot.label) (format!(
                            ": {intensity:.3} instructions a byte, {:.1} billion a second",
                            instructions_per_s / 1e9
                        ))
                    }
                    circle class="spot" cx=(coordinate(x)) cy=(coordinate(y)) r="5" {}
                }
                @if place < NAMED {
                    @let [x, y] = free(&mut numbers, [x, y]);
                    text x=(coordinate(x)) y=(coordinate(y)) { (place + 1) }
                }
            }
        };
        let title = "Instruction roofline: warp instructions a second against warp instructions \
                     a byte of device memory";
        chart("roofline", title, [LEFT + WIDTH + 24.0, TOP + HEIGHT + 40.0], &content)
    }

    fn grid(&self) -> Markup {
        let powers = |[low, high]: [f64; 2]| (low as i32)..=(high as i32);
        let (right, bottom) = (LEFT + WIDTH, TOP + HEIGHT);
        let x = powers(self.x).map(|power| (self.x(10_f64.powi(power)), plain(power)));
        let y = powers(self.y).map(|power| (self.y(10_f64.powi(power)), plain(power - 9)));
        let below = [LEFT + WIDTH / 2.0, bottom + 34.0];
        html! {
            (upward(x, [TOP, bottom], bottom + 16.0))
            (across(y, [LEFT, right]))
            (names(("warp instructions a byte", below), ("billions a second", TOP + HEIGHT / 2.0)))
        }
    }
}

/// Where the number of a point stands: beside it, and not on another number. Of many
/// points in one place the last ones share it.
fn free(taken: &mut Vec<[f64; 2]>, [x, y]: [f64; 2]) -> [f64; 2] {
    let beside =
        [[7.0, -5.0], [-18.0, -5.0], [7.0, 14.0], [-18.0, 14.0], [-5.0, -10.0], [-5.0, 20.0]];
    let places = beside.map(|[right, down]| [x + right, y + down]);
    let is_free = |place: &&[f64; 2]| {
        taken
            .iter()
            .all(|other| (other[0] - place[0]).abs() > 14.0 || (other[1] - place[1]).abs() > 11.0)
    };
    let place = places.iter().find(is_free).copied().unwrap_or(places[0]);
    taken.push(place);
    place
}

/// A power of ten.
fn plain(power: i32) -> String {
    match power {
        0..=4 => format!("{:.0}", 10_f64.powi(power)),
        -4..0 => format!("{:.*}", power.unsigned_abs() as usize, 10_f64.powi(power)),
        _ => format!("1e{power}"),
    }
}

/// The named points, with how near their roof they are.
fn list(roofs: Roofs, points: &[Spot<'_>]) -> Markup {
    let words = |spot: &Spot<'_>| {
        let Point { intensity, instructions_per_s } = spot.point;
        let share = 100.0 * instructions_per_s / roofs.at(intensity);
        let roof = if intensity < roofs.ridge() { "device memory" } else { "issue" };
        let time = spot.kernel.durations.map_or_else(String::new, |d| duration(d.median_ns));
        format!("{}: {share:.1} % of its roof ({roof}), {time} a launch", spot.label)
    };
    html! { ol.points { @for spot in points.iter().take(NAMED) { li { (words(spot)) } } } }
}

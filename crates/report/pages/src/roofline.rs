//! Kernels under the GPU's roofs.

use maud::{Markup, html};
use propp_base_text::html::{across, chart, coordinate, names, scrolling, upward};
use propp_judge_analysis::{Listing, Point, Roofs};
use propp_report::roofline::{Axes, Spot, power_of_ten, roofs_words, spot_words, spots};

/// Points; more would hide each other.
const MOST: usize = 200;
/// Points that are named beside the chart.
const NAMED: usize = 10;

const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 58.0;
const TOP: f64 = 12.0;

pub(super) fn section(listing: &Listing<'_>, labels: &[String]) -> Markup {
    let (roofs, mut points) = match spots(listing, labels) {
        Ok(found) => found,
        Err(reason) => return html! { p { "Not drawn: " (reason) "." } },
    };
    let known = points.len();
    points.truncate(MOST);
    let words = format!(
        "Across: warp instructions for each byte that device memory read or wrote. Up: \
         billions of warp instructions a second. Both are measured: instructions and bytes from \
         counters, in the mean of the measured launches; the time is the median launch of the \
         run that was not profiled. The roofs are the driver's attributes and were not \
         measured: {}. {} of {} kernels have a point.",
        roofs_words(roofs),
        points.len(),
        listing.analysis.kernels.len(),
    );
    let chart = Picture(Axes::of(roofs, &points)).chart(roofs, &points);
    html! {
        (scrolling("Roofline chart", &chart))
        (list(roofs, &points))
        p { (words) }
        @if known > points.len() {
            p { (known - points.len()) " kernels of less time are not drawn." }
        }
    }
}

/// The axes as they are drawn.
struct Picture(Axes);

impl Picture {
    fn x(&self, value: f64) -> f64 {
        LEFT + WIDTH * self.0.place(value, 1.0)[0]
    }

    fn y(&self, value: f64) -> f64 {
        TOP + HEIGHT * (1.0 - self.0.place(1.0, value)[1])
    }

    fn chart(&self, roofs: Roofs, points: &[Spot<'_>]) -> Markup {
        let [low, high] = self.0.x.map(|power| 10_f64.powf(power));
        // Where memory's roof leaves the picture below.
        let start = low.max(10_f64.powf(self.0.y[0]) / roofs.bytes_per_s);
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
        let x = powers(self.0.x).map(|power| (self.x(10_f64.powi(power)), power_of_ten(power)));
        let y = powers(self.0.y).map(|power| (self.y(10_f64.powi(power)), power_of_ten(power - 9)));
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

/// The named points, with how near their roof they are.
fn list(roofs: Roofs, points: &[Spot<'_>]) -> Markup {
    html! {
        ol.points { @for spot in points.iter().take(NAMED) { li { (spot_words(roofs, spot)) } } }
    }
}

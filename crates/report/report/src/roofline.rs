//! Kernels under the GPU's roofs: which have a point, and a chart of characters.

use std::fmt::Write as _;

use propp_base_text::{Page, duration, wrapped};
use propp_judge_analysis::{KernelReport, Listing, Point, Roofs};

use super::headings::headings;

/// Characters of a kernel's name.
const NAME: usize = 60;
const WIDEST: usize = 100;
/// Characters before the chart, with the border.
const LEFT: usize = 9;
const ROWS: usize = 18;
/// Points with a sign of their own, and a line below the chart.
const SIGNS: &[u8] = b"123456789abcdefghijk";
const OTHER: char = '*';

/// A kernel with its place under the roofs.
pub struct Spot<'a> {
    pub kernel: &'a KernelReport,
    pub label: &'a str,
    pub point: Point,
}

/// The roofs, and the kernels that have a point, the most time first; or why there is no chart.
pub fn spots<'a>(
    listing: &Listing<'a>,
    labels: &'a [String],
) -> Result<(Roofs, Vec<Spot<'a>>), &'static str> {
    let roofs = listing.analysis.machine.as_ref().and_then(Roofs::of);
    let roofs = roofs.ok_or(
        "the recordings name several GPUs, or one whose clocks and bus width are not known",
    )?;
    let all = listing.listed().iter().copied().zip(labels);
    let spot = |(kernel, label): (&'a KernelReport, &'a String)| {
        Some(Spot { kernel, label, point: Point::of(kernel)? })
    };
    let mut points: Vec<Spot<'_>> = all.filter_map(spot).collect();
    points.sort_by_key(|spot| std::cmp::Reverse(spot.kernel.total_ns()));
    let is_timed = listing.listed().iter().any(|kernel| kernel.durations.is_some());
    match points.is_empty() {
        true if !is_timed => Err(
            "no kernel has a time; an emulated recording has none, and `propp profile` on a GPU measures them",
        ),
        true => {
            Err("no kernel has instructions, bytes of device memory and a time in this recording \
                     (merged configurations have none in common)")
        }
        false => Ok((roofs, points)),
    }
}

pub fn roofs_words(roofs: Roofs) -> String {
    format!(
        "{:.0} GB/s of device memory (twice its clock times its width), and {:.0} billion warp \
         instructions a second (four issue slots an SM, at the driver's SM clock)",
        roofs.bytes_per_s / 1e9,
        roofs.instructions_per_s / 1e9
    )
}

/// A named point, with how near its roof it is.
pub fn spot_words(roofs: Roofs, spot: &Spot<'_>) -> String {
    let Point { intensity, instructions_per_s } = spot.point;
    let share = 100.0 * instructions_per_s / roofs.at(intensity);
    let roof = if intensity < roofs.ridge() { "device memory" } else { "issue" };
    let time = spot.kernel.durations.map_or_else(String::new, |d| duration(d.median_ns));
    format!("{}: {share:.1} % of its roof ({roof}), {time} a launch", spot.label)
}

/// The ends of both axes, as powers of ten.
pub struct Axes {
    pub x: [f64; 2],
    pub y: [f64; 2],
}

impl Axes {
    pub fn of(roofs: Roofs, points: &[Spot<'_>]) -> Self {
        let range = |values: Vec<f64>| {
            let low = values.iter().copied().fold(f64::INFINITY, f64::min).log10().floor();
            let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max).log10();
            // A kernel that does next to nothing must not squeeze the others together.
            [low.max(high.ceil() - 8.0), high]
        };
        let x = points.iter().map(|spot| spot.point.intensity).chain([roofs.ridge()]);
        let [x_low, x_high] = range(x.collect());
        let y = points.iter().map(|spot| spot.point.instructions_per_s);
        let [y_low, y_high] = range(y.chain([roofs.instructions_per_s]).collect());
        // The level roof has a little room above it.
        let (x_high, y_high) = (x_high.ceil(), y_high + 0.1);
        Self { x: [x_low, x_high.max(x_low + 1.0)], y: [y_low, y_high.max(y_low + 1.0)] }
    }

    /// Where values are between the ends, from 0 to 1.
    pub fn place(&self, x: f64, y: f64) -> [f64; 2] {
        let share = |[low, high]: [f64; 2], value: f64| {
            ((value.log10() - low) / (high - low)).clamp(0.0, 1.0)
        };
        [share(self.x, x), share(self.y, y)]
    }
}

pub fn power_of_ten(power: i32) -> String {
    match power {
        0..=4 => format!("{:.0}", 10_f64.powi(power)),
        -4..0 => format!("{:.*}", power.unsigned_abs() as usize, 10_f64.powi(power)),
        _ => format!("1e{power}"),
    }
}

/// The chart for a terminal, and a line for each named point.
pub fn text(listing: &Listing<'_>, page: Page) -> Result<String, &'static str> {
    let labels = headings(listing.listed(), NAME);
    let (roofs, points) = spots(listing, &labels)?;
    let axes = Axes::of(roofs, &points);
    let mut out = wrapped(
        &format!(
            "Roofline: warp instructions a second by warp instructions a byte. Roofs: {}.",
            roofs_words(roofs)
        ),
        page.width,
        0,
    );
    out.push_str("\n\n");
    out.push_str(&chart(roofs, &points, &axes, page.width.min(WIDEST) - LEFT - 1));
    out.push('\n');
    for (sign, spot) in SIGNS.iter().zip(&points) {
        let line = format!("{} {}", char::from(*sign), spot_words(roofs, spot));
        let _ = writeln!(out, "{}", wrapped(&line, page.width, 2));
    }
    if let Some(more) = points.len().checked_sub(SIGNS.len()).filter(|more| *more > 0) {
        let _ = writeln!(out, "{OTHER} {more} kernels of less time");
    }
    let without = listing.listed().len() - points.len();
    if without > 0 {
        let line = format!(
            "{without} kernels have no point: no counters, no time, or no bytes of device memory."
        );
        let _ = writeln!(out, "{}", wrapped(&line, page.width, 2));
    }
    Ok(out)
}

fn chart(roofs: Roofs, points: &[Spot<'_>], axes: &Axes, width: usize) -> String {
    let column = |share: f64| (share * (width - 1) as f64).round() as usize;
    let row = |share: f64| ((1.0 - share) * (ROWS - 1) as f64).round() as usize;
    let mut cells = vec![vec![' '; width]; ROWS];
    let roof = |place: usize| {
        let share = place as f64 / (width - 1) as f64;
        let x = 10_f64.powf(axes.x[0] + share * (axes.x[1] - axes.x[0]));
        let roof = roofs.at(x);
        let sign = if x < roofs.ridge() { '/' } else { '-' };
        // Where memory's roof leaves the picture below, there is nothing.
        (roof.log10() >= axes.y[0]).then(|| (row(axes.place(x, roof)[1]), place, sign))
    };
    (0..width).filter_map(roof).for_each(|(row, column, sign)| cells[row][column] = sign);
    let signs = SIGNS.iter().map(|sign| char::from(*sign)).chain(std::iter::repeat(OTHER));
    let all: Vec<(char, &Spot<'_>)> = signs.zip(points).collect();
    // The first, with the most time, stands above the others.
    for (sign, spot) in all.into_iter().rev() {
        let [x, y] = axes.place(spot.point.intensity, spot.point.instructions_per_s);
        cells[row(y)][column(x)] = sign;
    }
    let powers = |[low, high]: [f64; 2]| (low as i32)..=(high as i32);
    let mut names = vec![String::new(); ROWS];
    for power in powers(axes.y) {
        let [_, share] = axes.place(1.0, 10_f64.powi(power));
        names[row(share)] = power_of_ten(power - 9);
    }
    let mut out = "  billions a second\n".to_owned();
    for (name, line) in names.iter().zip(&cells) {
        let line: String = line.iter().collect();
        let line = format!("{name:>7} |{line}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let _ = writeln!(out, "{:>7} +{}", "", "-".repeat(width));
    let mut below = vec![' '; LEFT + width + 8];
    for power in powers(axes.x) {
        let [share, _] = axes.place(10_f64.powi(power), 1.0);
        let name = power_of_ten(power);
        let first =
            (LEFT + column(share)).saturating_sub(name.len() / 2).min(LEFT + width - name.len());
        let is_free = below[first.saturating_sub(1)..first + name.len()].iter().all(|c| *c == ' ');
        if is_free {
            below.splice(first..first + name.len(), name.chars());
        }
    }
    let below: String = below.into_iter().collect();
    let _ = writeln!(out, "{}", below.trim_end());
    let name = "warp instructions a byte of device memory";
    let _ = writeln!(out, "{:>1$}", name, LEFT + width.midpoint(name.len()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roof_rises_and_then_is_level() {
        let roofs = Roofs { instructions_per_s: 1e12, bytes_per_s: 1e12 };
        let axes = Axes { x: [-2.0, 2.0], y: [9.0, 12.0] };
        let picture = chart(roofs, &[], &axes, 41);
        let lines: Vec<&str> = picture.lines().collect();
        let roof = &lines[1..=ROWS];
        assert_eq!(
            roof[0].trim_end(),
            format!("{:>7} |{}{}", "1000", " ".repeat(20), "-".repeat(21))
        );
        // A thousandth of the roof lies three powers to the left of the ridge, outside of the chart.
        assert!(roof[11].contains('/') && !roof[ROWS - 1].contains('/'), "{picture}");
        assert!(lines[ROWS + 2].trim_start().starts_with("0.01"), "{picture}");
        assert!(lines.iter().all(|line| line.chars().count() <= LEFT + 41 + 1), "{picture}");
    }
}

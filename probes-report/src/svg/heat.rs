//! A map of values over two numbers.

use std::fmt::Write as _;

use propp_probes::statistics::quantile;
use propp_text::escape::html;

use super::{Table, at, figure};
use crate::words::quantity;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 46.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 40.0;

/// Shades, from the least to the most; the page's style has a colour for each.
const SHADES: usize = 7;

/// A map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Heat {
    /// What it shows.
    pub(crate) title: String,
    /// What columns are.
    pub(crate) across: String,
    /// What rows are.
    pub(crate) down: String,
    /// The unit of the values.
    pub(crate) unit: &'static str,
    /// Rows by their number; all as long as the first.
    pub(crate) rows: Vec<(u32, Vec<f64>)>,
}

impl Heat {
    /// As HTML; `None` when there is nothing to show.
    pub(crate) fn html(&self) -> Option<String> {
        let all: Vec<f64> = self.rows.iter().flat_map(|(_, row)| row.iter().copied()).collect();
        // Without the rare ones far out, which would leave one shade for all others.
        let (low, high) = (quantile(&all, 0.01)?, quantile(&all, 0.99)?);
        let columns = self.rows.iter().map(|(_, row)| row.len()).max()?;
        let shade = |value: f64| {
            let share = if high > low { (value - low) / (high - low) } else { 0.0 };
            ((share * SHADES as f64) as usize).min(SHADES - 1)
        };
        let sentence = format!(
            "{}: {} by {}, from {} to {}; a summary of each row in the table below",
            self.title,
            self.down,
            self.across,
            quantity(low, self.unit),
            quantity(high, self.unit)
        );
        let mut out = format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n",
            html(&sentence)
        );
        let wide = (WIDTH - LEFT - 4.0) / columns as f64;
        let high_of_row = (HEIGHT - TOP - BOTTOM) / self.rows.len() as f64;
        let mut paths = vec![String::new(); SHADES];
        for (i, (_, row)) in self.rows.iter().enumerate() {
            for (from, to, shade) in runs(row, shade) {
                let _ = write!(paths[shade], "M{from} {i}h{}v1h-{0}z", to - from);
            }
        }
        // The cells are drawn a unit wide and high, and stretched together.
        let _ = write!(
            out,
            "<g transform=\"translate({LEFT} {TOP}) scale({wide:.4} {high_of_row:.4})\">"
        );
        for (shade, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
            let _ = write!(out, "<path class=\"h{shade}\" d=\"{path}\"/>");
        }
        out.push_str("</g>\n");
        self.axes(&mut out, wide, high_of_row, columns);
        out.push_str("</svg>\n");
        Some(figure(&self.title, &out, &self.legend(low, high), &self.table()))
    }

    fn axes(&self, out: &mut String, wide: f64, high: f64, columns: usize) {
        for (i, (number, _)) in self.rows.iter().enumerate() {
            if number % 20 == 0 {
                let y = at(TOP + (i as f64 + 0.5) * high + 4.0);
                let x = LEFT - 5.0;
                let _ =
                    write!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{number}</text>");
            }
        }
        for column in (0..columns).step_by(columns.div_ceil(6).max(1)) {
            let x = at(LEFT + (column as f64 + 0.5) * wide);
            let y = HEIGHT - BOTTOM + 15.0;
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{column}</text>");
        }
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\
             <text transform=\"translate(12 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            at(f64::midpoint(LEFT, WIDTH)),
            HEIGHT - 6.0,
            html(&self.across),
            at(f64::midpoint(TOP, HEIGHT - BOTTOM)),
            html(&self.down)
        );
    }

    fn legend(&self, low: f64, high: f64) -> String {
        let mut out = String::from("<ul class=\"legend\">");
        let step = (high - low) / SHADES as f64;
        for shade in 0..SHADES {
            let from = low + step * shade as f64;
            let _ = write!(
                out,
                "<li><svg width=\"14\" height=\"12\" aria-hidden=\"true\">\
                 <rect class=\"h{shade}\" width=\"14\" height=\"12\"/></svg> {} to {}</li>",
                html(&quantity(from.round(), "")),
                html(&quantity((from + step).round(), self.unit))
            );
        }
        out.push_str("</ul>\n");
        out
    }

    fn table(&self) -> Table {
        let mut table = Table::new(["", "least", "mean", "most"]);
        table.head[0].clone_from(&self.down);
        for (number, row) in &self.rows {
            let of = |share: f64| quantile(row, share).unwrap_or(f64::NAN);
            let mean = row.iter().sum::<f64>() / row.len() as f64;
            table.rows.push(vec![
                number.to_string(),
                quantity(of(0.0), self.unit),
                quantity(mean, self.unit),
                quantity(of(1.0), self.unit),
            ]);
        }
        table
    }
}

/// Neighbours of one shade as one: from, to, shade.
fn runs(row: &[f64], shade: impl Fn(f64) -> usize) -> Vec<(usize, usize, usize)> {
    let mut runs: Vec<(usize, usize, usize)> = Vec::new();
    for (i, value) in row.iter().enumerate() {
        let shade = shade(*value);
        match runs.last_mut() {
            Some((_, to, known)) if *known == shade => *to = i + 1,
            _ => runs.push((i, i + 1, shade)),
        }
    }
    runs
}

//! A map of values over two numbers.

use std::fmt::Write as _;

use maud::{Markup, html};
use propp_base_statistics::median::{Between, quantile};
use propp_base_text::html::names;

use super::{Table, at, drawing, figure};
use crate::words::quantity;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 46.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 40.0;

/// Shades, from the least to the most; the page's style has a colour for each.
const SHADES: usize = 7;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Heat {
    pub(crate) title: String,
    pub(crate) across: String,
    pub(crate) down: String,
    /// The unit of the values.
    pub(crate) unit: &'static str,
    /// Rows by their number; all as long as the first.
    pub(crate) rows: Vec<(u32, Vec<f64>)>,
}

impl Heat {
    /// As HTML; `None` when there is nothing to show.
    pub(crate) fn html(&self) -> Option<Markup> {
        let all: Vec<f64> = self.rows.iter().flat_map(|(_, row)| row.iter().copied()).collect();
        // Without the rare ones far out, which would leave one shade for all others.
        let (low, high) =
            (quantile(&all, 0.01, Between::Nearest)?, quantile(&all, 0.99, Between::Nearest)?);
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
        let wide = (WIDTH - LEFT - 4.0) / columns as f64;
        let high_of_row = (HEIGHT - TOP - BOTTOM) / self.rows.len() as f64;
        let mut paths = vec![String::new(); SHADES];
        for (i, (_, row)) in self.rows.iter().enumerate() {
            for (from, to, shade) in runs(row, shade) {
                let _ = write!(paths[shade], "M{from} {i}h{}v1h-{0}z", to - from);
            }
        }
        // The cells are drawn a unit wide and high, and stretched together.
        let stretched = format!("translate({LEFT} {TOP}) scale({wide:.4} {high_of_row:.4})");
        let shaded = paths.iter().enumerate().filter(|(_, path)| !path.is_empty());
        let content = html! {
            g transform=(stretched) {
                @for (shade, path) in shaded { path class={ "h" (shade) } d=(path) {} }
            }
            (self.axes(wide, high_of_row, columns))
        };
        let drawing = drawing(&sentence, [WIDTH, HEIGHT], &content);
        Some(figure(&self.title, &drawing, &self.legend(low, high), &self.table()))
    }

    fn axes(&self, wide: f64, high: f64, columns: usize) -> Markup {
        let rows = self.rows.iter().enumerate().filter(|(_, (number, _))| number % 20 == 0);
        let below = [f64::midpoint(LEFT, WIDTH), HEIGHT - 6.0];
        let middle = f64::midpoint(TOP, HEIGHT - BOTTOM);
        html! {
            @for (i, (number, _)) in rows {
                text x=(at(LEFT - 5.0)) y=(at(TOP + (i as f64 + 0.5) * high + 4.0))
                    text-anchor="end" { (number) }
            }
            @for column in (0..columns).step_by(columns.div_ceil(6).max(1)) {
                text x=(at(LEFT + (column as f64 + 0.5) * wide)) y=(at(HEIGHT - BOTTOM + 15.0))
                    text-anchor="middle" { (column) }
            }
            (names((&self.across, below), (&self.down, middle)))
        }
    }

    fn legend(&self, low: f64, high: f64) -> Markup {
        let step = (high - low) / SHADES as f64;
        let words = |shade: usize| {
            let from = low + step * shade as f64;
            let to = quantity((from + step).round(), self.unit);
            format!(" {} to {to}", quantity(from.round(), ""))
        };
        html! {
            ul.legend {
                @for shade in 0..SHADES {
                    li {
                        svg width="14" height="12" aria-hidden="true" {
                            rect class={ "h" (shade) } width="14" height="12" {}
                        }
                        (words(shade))
                    }
                }
            }
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(["", "least", "mean", "most"]);
        table.head[0].clone_from(&self.down);
        for (number, row) in &self.rows {
            let of = |share: f64| quantile(row, share, Between::Nearest).unwrap_or(f64::NAN);
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

//! Bars beside each other, with their values.

use std::fmt::Write as _;

use propp_text::escape::html;

use super::marks::class;
use super::{Table, at, figure};
use crate::words::{NONE, quantity};

const WIDTH: f64 = 420.0;
const BAR: f64 = 14.0;
const GAP: f64 = 8.0;
const NAMES: f64 = 16.0;
/// Room for a bar's key to the left, where there are several, and for its value to the
/// right.
const KEYS: f64 = 64.0;
const RIGHT: f64 = 86.0;

/// Bars that belong together: one a series, none where there is no value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group {
    /// What they are of.
    pub(crate) name: String,
    /// The values.
    pub(crate) values: Vec<Option<f64>>,
}

/// Groups of bars.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bars {
    /// What they show.
    pub(crate) title: String,
    /// The unit of the values.
    pub(crate) unit: &'static str,
    /// What the bars of a group are, in a word each; written at each bar.
    pub(crate) keys: Vec<String>,
    /// The groups.
    pub(crate) groups: Vec<Group>,
}

impl Bars {
    /// As HTML; `None` when there is no bar.
    pub(crate) fn html(&self) -> Option<String> {
        let values = || self.groups.iter().flat_map(|group| group.values.iter().flatten().copied());
        let most = values().filter(|value| value.is_finite()).fold(0.0, f64::max);
        if most <= 0.0 {
            return None;
        }
        let bars = |group: &Group| group.values.iter().flatten().count() as f64;
        let height: f64 = self.groups.iter().map(|g| NAMES + bars(g) * BAR + GAP).sum();
        let sentence = format!(
            "{}: bars of {} groups, values in the table below",
            self.title,
            self.groups.len()
        );
        let mut out = format!(
            "<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{}\">\n",
            at(height),
            html(&sentence)
        );
        let mut y = 0.0;
        for group in &self.groups {
            let _ =
                writeln!(out, "<text x=\"2\" y=\"{}\">{}</text>", at(y + 12.0), html(&group.name));
            y += NAMES;
            for (i, value) in group.values.iter().enumerate() {
                let Some(value) = value.filter(|value| value.is_finite()) else { continue };
                self.bar(&mut out, i, value, most, y);
                y += BAR;
            }
            y += GAP;
        }
        out.push_str("</svg>\n");
        Some(figure(&self.title, &out, "", &self.table()))
    }

    fn bar(&self, out: &mut String, i: usize, value: f64, most: f64, y: f64) {
        let (left, key) = match self.keys.get(i) {
            Some(key) if self.keys.len() > 1 => (KEYS, key.as_str()),
            _ => (2.0, ""),
        };
        let length = (value / most).clamp(0.0, 1.0) * (WIDTH - left - RIGHT);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{t}\" text-anchor=\"end\">{}</text>\
             <rect class=\"b {}\" x=\"{left}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\
             <text x=\"{}\" y=\"{t}\">{}</text>",
            left - 4.0,
            html(key),
            class(i),
            at(y),
            at(length),
            BAR - 2.0,
            at(left + length + 4.0),
            html(&quantity(value, self.unit)),
            t = at(y + 10.5),
        );
    }

    fn table(&self) -> Table {
        let head = std::iter::once(String::new()).chain(self.keys.iter().cloned()).collect();
        let cell =
            |value: &Option<f64>| value.map_or_else(|| NONE.to_owned(), |v| quantity(v, self.unit));
        let rows = self
            .groups
            .iter()
            .map(|group| {
                let name = std::iter::once(group.name.clone());
                name.chain(group.values.iter().map(cell)).collect()
            })
            .collect();
        Table { head, rows, words: Vec::new() }
    }
}

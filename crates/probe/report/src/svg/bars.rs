//! Bars beside each other, with their values.

use maud::{Markup, html};

use super::marks::class;
use super::{Table, at, drawing, figure};
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
    pub(crate) name: String,
    pub(crate) values: Vec<Option<f64>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bars {
    pub(crate) title: String,
    /// The unit of the values.
    pub(crate) unit: &'static str,
    /// What the bars of a group are, in a word each; written at each bar.
    pub(crate) keys: Vec<String>,
    pub(crate) groups: Vec<Group>,
}

impl Bars {
    /// As HTML; `None` when there is no bar.
    pub(crate) fn html(&self) -> Option<Markup> {
        let values = || self.groups.iter().flat_map(|group| group.values.iter().flatten().copied());
        let most = values().filter(|value| value.is_finite()).fold(0.0, f64::max);
        if most <= 0.0 {
            return None;
        }
        let bars =
            |group: &Group| group.values.iter().flatten().filter(|v| v.is_finite()).count() as f64;
        let height: f64 = self.groups.iter().map(|g| NAMES + bars(g) * BAR + GAP).sum();
        let sentence = format!(
            "{}: bars of {} groups, values in the table below",
            self.title,
            self.groups.len()
        );
        let mut y = 0.0;
        let groups: Vec<Markup> = self
            .groups
            .iter()
            .map(|group| {
                let top = y;
                y += NAMES + bars(group) * BAR + GAP;
                self.group(group, most, top)
            })
            .collect();
        let content = html! { @for group in groups { (group) } };
        let drawing = drawing(&sentence, [WIDTH, height], &content);
        Some(figure(&self.title, &drawing, &html! {}, &self.table()))
    }

    fn group(&self, group: &Group, most: f64, top: f64) -> Markup {
        let values = group.values.iter().enumerate();
        let bars = values.filter_map(|(i, value)| Some((i, value.filter(|v| v.is_finite())?)));
        html! {
            text x="2" y=(at(top + 12.0)) { (group.name) }
            @for (place, (i, value)) in bars.enumerate() {
                (self.bar(i, value, most, top + NAMES + BAR * place as f64))
            }
        }
    }

    fn bar(&self, i: usize, value: f64, most: f64, y: f64) -> Markup {
        let (left, key) = match self.keys.get(i) {
            Some(key) if self.keys.len() > 1 => (KEYS, key.as_str()),
            _ => (2.0, ""),
        };
        let length = (value / most).clamp(0.0, 1.0) * (WIDTH - left - RIGHT);
        let words = at(y + 10.5);
        html! {
            text x=(at(left - 4.0)) y=(words) text-anchor="end" { (key) }
            rect class=(class(i)) x=(at(left)) y=(at(y)) width=(at(length)) height=(at(BAR - 2.0)) {}
            text x=(at(left + length + 4.0)) y=(words) { (quantity(value, self.unit)) }
        }
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

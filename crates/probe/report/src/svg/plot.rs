//! Lines and dots over two axes.

use std::collections::BTreeMap;

use maud::{Markup, html};
use propp_base_statistics::median::{Between, median, quantile};
use propp_base_text::html::{across, names, upward};

use super::marks::{class, dash, legend, mark};
use super::scale::{Axis, Ruled};
use super::{Table, at, drawing, figure};
use crate::words::NONE;

/// Size of the drawing: as wide as a phone, so that its letters stay legible there.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 44.0;

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Points in the order of x, joined.
    Line,
    Dots,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

/// A place on the x axis with a meaning.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    pub(crate) x: f64,
    pub(crate) name: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plot {
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// How its series are drawn.
    pub(crate) look: Look,
    /// Its series; those without points are left out.
    pub(crate) series: Vec<Series>,
    pub(crate) marks: Vec<Mark>,
}

impl Plot {
    pub(crate) fn new(title: &str, x: Axis, y: Axis, series: Vec<Series>) -> Self {
        let title = title.to_owned();
        Self { title, x, y, look: Look::Line, series, marks: Vec::new() }
    }

    pub(crate) fn dots(self) -> Self {
        Self { look: Look::Dots, ..self }
    }

    pub(crate) fn marked(self, marks: Vec<Mark>) -> Self {
        Self { marks, ..self }
    }

    /// As HTML; `None` when no point can be shown.
    pub(crate) fn html(mut self) -> Option<Markup> {
        let (x, y) = (self.x.clone(), self.y.clone());
        for series in &mut self.series {
            series.points.retain(|point| x.shows(point.0) && y.shows(point.1));
        }
        self.series.retain(|series| !series.points.is_empty());
        if self.series.is_empty() {
            return None;
        }
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let legend = legend(&names, self.look == Look::Line);
        let table = match self.look {
            Look::Line => self.table(),
            Look::Dots => self.summary(),
        };
        Some(figure(&self.title, &self.drawing(), &legend, &table))
    }

    fn drawing(&self) -> Markup {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = Ruled::tight(&self.x, points().map(|point| point.0));
        let y = Ruled::roomy(&self.y, points().map(|point| point.1));
        let sentence = format!(
            "{}: {} over {}; {} series, values in the table below",
            self.title,
            self.y.name(),
            self.x.name(),
            self.series.len()
        );
        let place = |point: &(f64, f64)| (right(&x, point.0), up(&y, point.1));
        let content = html! {
            (self.axes(&x, &y))
            @for (i, series) in self.series.iter().enumerate() {
                @let places: Vec<(f64, f64)> = series.points.iter().map(place).collect();
                @match self.look {
                    Look::Line => (line(i, &places)),
                    Look::Dots => (dots(i, &places)),
                }
            }
        };
        drawing(&sentence, [WIDTH, HEIGHT], &content)
    }

    fn axes(&self, x: &Ruled, y: &Ruled) -> Markup {
        let (bottom, end) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        let of_y = y.ticks.iter().map(|tick| (up(y, *tick), self.y.tick(*tick)));
        let of_x = x.ticks.iter().map(|tick| (right(x, *tick), self.x.tick(*tick)));
        let below = [f64::midpoint(LEFT, end), HEIGHT - 8.0];
        // Labels of places of note take turns in height, so that neighbours stay legible.
        let marks = self.marks.iter().enumerate().filter(|(_, mark)| x.holds(mark.x));
        html! {
            (across(of_y, [LEFT, end]))
            (upward(of_x, [bottom, bottom + 5.0], bottom + 17.0))
            @for (i, mark) in marks {
                @let place = right(x, mark.x);
                @let (anchor, by) =
                    if place > WIDTH * 0.6 { ("end", -4.0) } else { ("start", 4.0) };
                path.k d={ "M" (at(place)) " " (at(TOP)) "V" (at(bottom)) } {}
                text.k x=(at(place + by)) y=(at(TOP + 10.0 + 13.0 * (i % 8) as f64))
                    text-anchor=(anchor) { (mark.name) }
            }
            path.axis d={ "M" (at(LEFT)) " " (at(TOP)) "V" (at(bottom)) "H" (at(end)) } {}
            (names((&self.x.name(), below), (&self.y.name(), f64::midpoint(TOP, bottom))))
        }
    }

    /// The values of every series over x.
    fn table(&self) -> Table {
        let mut rows: BTreeMap<u64, (f64, Vec<Option<f64>>)> = BTreeMap::new();
        for (i, series) in self.series.iter().enumerate() {
            for (x, y) in &series.points {
                // The bits of numbers that are not negative are in the order of the numbers.
                let row = rows
                    .entry(x.max(0.0).to_bits())
                    .or_insert_with(|| (*x, vec![None; self.series.len()]));
                row.1[i] = Some(*y);
            }
        }
        let mut head = vec![self.x.name()];
        match self.series.as_slice() {
            [_] => head.push(self.y.name()),
            several => head.extend(several.iter().map(|series| series.name.clone())),
        }
        let cell = |y: &Option<f64>| y.map_or_else(|| NONE.to_owned(), |y| self.y.text(y));
        let rows = rows
            .into_values()
            .map(|(x, cells)| {
                std::iter::once(self.x.text(x)).chain(cells.iter().map(cell)).collect()
            })
            .collect();
        Table { head, rows, words: Vec::new() }
    }

    /// Of clouds of dots, what they are as a whole.
    fn summary(&self) -> Table {
        let mut table = Table::new(["", "dots", "least", "5 %", "median", "95 %", "most"]);
        for series in &self.series {
            let ys: Vec<f64> = series.points.iter().map(|point| point.1).collect();
            let text =
                |value: Option<f64>| value.map_or_else(|| NONE.to_owned(), |y| self.y.text(y));
            let of = |share: f64| text(quantile(&ys, share, Between::Nearest));
            table.rows.push(vec![
                series.name.clone(),
                ys.len().to_string(),
                of(0.0),
                of(0.05),
                text(median(&ys)),
                of(0.95),
                of(1.0),
            ]);
        }
        table
    }
}

fn right(axis: &Ruled, value: f64) -> f64 {
    LEFT + axis.place(value) * (WIDTH - RIGHT - LEFT)
}

fn up(axis: &Ruled, value: f64) -> f64 {
    HEIGHT - BOTTOM - axis.place(value) * (HEIGHT - BOTTOM - TOP)
}

/// A line with at most some thirty marks: more would hide it.
fn line(series: usize, places: &[(f64, f64)]) -> Markup {
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{} {}", at(*x), at(*y))).collect();
    let every = places.len().div_ceil(30).max(1);
    // Series start their marks at different points, so that lines on each other show both.
    let marks = places.iter().skip(series % every).step_by(every);
    let marks: String = marks.map(|(x, y)| mark(series, *x, *y, 3.0)).collect();
    let class = class(series);
    html! {
        path class={ "l " (class) } stroke-dasharray=[dash(series)] d={ "M" (path.join("L")) } {}
        path class={ "m " (class) } d=(marks) {}
    }
}

fn dots(series: usize, places: &[(f64, f64)]) -> Markup {
    let marks: String = places.iter().map(|(x, y)| mark(series, *x, *y, 1.8)).collect();
    html! { path class={ "m " (class(series)) } d=(marks) {} }
}

//! What ran when, as a picture.

use std::collections::BTreeSet;

use maud::{Markup, html};
use propp_base_text::html::{chart, coordinate, scrolling, upward};
use propp_base_text::{duration, grouped};
use propp_judge_analysis::{KernelReport, Lane, LaneKind, Timeline};

use super::blocks::{Block, COLUMNS, LEFT, ROW, TOP, WIDTH, blocks, path, top};
use super::lane::{Words, class, title};
use super::links::{self, Links};
use super::marks::{self, Mark};
use super::spans;

/// Lanes that are drawn, those of most busy time.
const LANES: usize = 16;
/// Bytes of the bars that can be marked; a page has 2 MB at most.
const MARKS: usize = 150_000;
/// Up to so many blocks each is described.
const DESCRIBED: usize = 500;

/// The timeline as far as it is drawn.
pub(super) struct Picture<'a> {
    timeline: &'a Timeline,
    lanes: Vec<&'a Lane>,
    blocks: Vec<Vec<Block>>,
    marks: Vec<Bars>,
    span_ns: u64,
}

struct Bars {
    place: usize,
    path: String,
}

impl<'a> Picture<'a> {
    /// Kernels with hints, and those with the most time, can be marked.
    pub(super) fn new(
        timeline: &'a Timeline,
        kernels: &[&KernelReport],
        hints: &BTreeSet<usize>,
    ) -> Self {
        let mut lanes: Vec<&Lane> = timeline.lanes.iter().collect();
        lanes.sort_by_key(|lane| std::cmp::Reverse(busy(lane)));
        lanes.truncate(LANES);
        lanes.sort_by_key(|lane| (lane.file, lane.process, lane.kind));
        let span_ns = timeline.end_ns.saturating_sub(timeline.start_ns).max(1);
        let all = |lane: &&Lane| blocks(lane.spans.iter(), timeline.start_ns, span_ns, WIDTH);
        let drawn = lanes.iter().map(all).collect();
        let mut picture = Self { timeline, lanes, blocks: drawn, marks: Vec::new(), span_ns };
        let mut room = MARKS;
        for mark in marks::of(timeline, kernels, hints, &picture.lanes) {
            let path = picture.bars(&mark);
            if let Some(left) = room.checked_sub(path.len()) {
                room = left;
                picture.marks.push(Bars { place: mark.place, path });
            }
        }
        picture
    }

    fn bars(&self, mark: &Mark) -> String {
        let of_lane = |(row, lane): (usize, &&Lane)| {
            let spans = lane.spans.iter().filter(|span| mark.is_of(span));
            path(&blocks(spans, self.timeline.start_ns, self.span_ns, WIDTH), top(row))
        };
        self.lanes.iter().enumerate().map(of_lane).collect()
    }

    /// Places of the kernels whose bars can be marked.
    pub(super) fn marked(&self) -> BTreeSet<usize> {
        self.marks.iter().map(|mark| mark.place).collect()
    }

    pub(super) fn section(&self, labels: &[String], links: &Links) -> Markup {
        if self.timeline.lanes.is_empty() {
            return html! { p { "Not drawn: there is no trace run in this recording." } };
        }
        let has_steps = self.lanes.iter().any(|lane| lane.kind == LaneKind::Steps);
        html! {
            (controls(has_steps))
            (scrolling("Timeline chart", &self.drawing(labels)))
            (spans::data(self.timeline, &self.lanes))
            p { (self.words()) }
            (self.kernels(labels, links))
            details {
                summary { "The same as sums" }
                (scrolling("Sums of the timeline", &table(&self.lanes, self.span_ns)))
            }
        }
    }

    fn count(&self) -> usize {
        let drawn = self.lanes.iter().zip(&self.blocks);
        drawn.filter(|(lane, _)| lane.kind != LaneKind::Steps).map(|(_, blocks)| blocks.len()).sum()
    }

    fn words(&self) -> String {
        let lanes = self.timeline.lanes.iter().filter(|lane| lane.kind != LaneKind::Steps);
        let events: usize = lanes.map(|lane| lane.spans.len()).sum();
        format!(
            "The trace run, unprofiled: {} from its first event to its last, {} events. HSync \
             is the share of the time between the first kernel and the last in which one runs; DT \
             counts bytes that are copied while one runs.{}{}",
            duration(self.span_ns),
            grouped(events as f64),
            match self.count() < events {
                true => format!(
                    " Events that are less than {} apart are drawn as one block: {} blocks. The height \
                     of a block is the share of its time in which something runs.",
                    duration(self.span_ns / COLUMNS as u64),
                    grouped(self.count() as f64)
                ),
                false => String::new(),
            },
            match self.timeline.lanes.len() - self.lanes.len() {
                0 => String::new(),
                more => format!(" {more} lanes with less busy time are left out."),
            }
        )
    }

    /// Kernels whose bars can be marked, with their rows.
    fn kernels(&self, labels: &[String], links: &Links) -> Markup {
        let label = |mark: &Bars| labels.get(mark.place).map_or("", String::as_str).to_owned();
        html! {
            @if !self.marks.is_empty() {
                p { "A kernel's name marks its bars in the chart." }
                ul.own {
                    @for mark in &self.marks {
                        li {
                            a href={ "#" (links::bars(mark.place)) } { (label(mark)) }
                            @if let Some(row) = links.to_row(mark.place) {
                                " (" a href=(row) aria-label=(format!("row of {}", label(mark))) { "row" } ")"
                            }
                        }
                    }
                    li { a href="#timeline" { "none" } }
                }
            }
        }
    }

    fn drawing(&self, labels: &[String]) -> Markup {
        let bottom = TOP + ROW * self.lanes.len() as f64;
        let times = (0..=5_u32).map(|step| {
            let part = f64::from(step) / 5.0;
            (LEFT + WIDTH * part, duration((self.span_ns as f64 * part) as u64))
        });
        let is_described = self.count() <= DESCRIBED;
        let mut known = Words::new(self.timeline);
        let content = html! {
            clipPath id="plot" {
                rect x=(coordinate(LEFT)) y="0" width=(coordinate(WIDTH + 1.0)) height=(coordinate(bottom)) {}
            }
            g.times { (upward(times, [TOP, bottom], bottom + 16.0)) }
            @for (row, lane) in self.lanes.iter().enumerate() {
                text x=(coordinate(LEFT - 6.0)) y=(coordinate(top(row) + 13.0)) text-anchor="end" {
                    (title(lane))
                }
            }
            g.whole {
                @for (row, (lane, blocks)) in self.lanes.iter().zip(&self.blocks).enumerate() {
                    @if is_described {
                        @for block in blocks {
                            @let [x, y, width, height] = block.rectangle(top(row)).map(coordinate);
                            g {
                                title { (words(&mut known, block)) }
                                rect class=(class(lane)) x=(x) y=(y) width=(width) height=(height) {}
                            }
                        }
                    } @else {
                        path class=(class(lane)) d=(path(blocks, top(row))) {}
                    }
                }
            }
            // What the script draws, where it shows a part.
            g.part clip-path="url(#plot)" {}
            @for mark in &self.marks { (Self::mark(mark, labels, bottom + 34.0)) }
        };
        let title = "Timeline; the table below has the sums";
        let below = if self.marks.is_empty() { 24.0 } else { 42.0 };
        chart("timeline", title, [LEFT + WIDTH + 30.0, bottom + below], &content)
    }

    /// The bars of a kernel, which the style sheet shows where a link names them.
    fn mark(mark: &Bars, labels: &[String], y: f64) -> Markup {
        html! {
            g.own id=(links::bars(mark.place)) {
                g clip-path="url(#plot)" { path d=(mark.path) {} }
                text x=(coordinate(LEFT)) y=(coordinate(y)) {
                    (labels.get(mark.place).map_or("", String::as_str))
                }
            }
        }
    }
}

/// What the script needs to show a part of the run; without one, the style sheet hides it.
fn controls(has_steps: bool) -> Markup {
    let steps = [("step-before", "step before"), ("step-after", "next step")];
    let buttons = [
        ("zoom-in", "zoom in"),
        ("zoom-out", "zoom out"),
        ("earlier", "earlier"),
        ("later", "later"),
        ("zoom-whole", "whole run"),
    ];
    html! {
        div.scripted {
            p.controls {
                @for (id, words) in buttons.iter().chain(if has_steps { &steps[..] } else { &[] }) {
                    button type="button" id=(id) { (words) }
                }
                label {
                    "position "
                    input type="range" id="position" min="0" max="1000" step="1" value="0" autocomplete="off";
                }
            }
            p.under { output id="under" { "Drag over the chart to zoom in, or use the keys + − 0 and the arrows"
                @if has_steps { ", n and p for steps" } "." } }
        }
    }
}

/// What runs side by side in one lane counts once.
fn busy(lane: &Lane) -> u64 {
    let mut end = 0;
    let mut sum = 0;
    for span in &lane.spans {
        sum += span.end_ns.saturating_sub(span.start_ns.max(end));
        end = end.max(span.end_ns);
    }
    sum
}

/// What a block is, and how long.
fn words(words: &mut Words<'_>, block: &Block) -> String {
    let time = duration(block.first.end_ns - block.first.start_ns);
    let what = words.of(&block.first.what);
    match block.spans {
        1 => format!("{what}, {time}"),
        more => format!("{more} events; the first: {what}, {time}"),
    }
}

fn table(lanes: &[&Lane], span: u64) -> Markup {
    html! {
        table.plain {
            caption { "Events and busy time of each lane" }
            thead {
                tr {
                    @for title in ["process and lane", "events", "busy", "of the run"] {
                        th scope="col" { (title) }
                    }
                }
            }
            tbody {
                @for lane in lanes {
                    @let busy = busy(lane);
                    tr {
                        th scope="row" { (title(lane)) }
                        td { (lane.spans.len()) }
                        td { (duration(busy)) }
                        td { (format!("{:.1} %", 100.0 * busy as f64 / span as f64)) }
                    }
                }
            }
        }
    }
}

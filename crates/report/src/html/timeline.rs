//! What ran when, as a picture.

use maud::{Markup, html};
use propp_analysis::{Lane, LaneKind, Span, Timeline, What};
use propp_names::{KernelName, shorten};
use propp_text::html::{coordinate, scrolling, upward};
use propp_text::{bytes, duration, grouped};

use super::chart;

/// Lanes that are drawn, those of most busy time.
const LANES: usize = 16;
/// Columns of the picture; what falls into one is drawn as one.
const COLUMNS: usize = 1000;
/// Up to so many blocks each is described.
const DESCRIBED: usize = 500;

const LEFT: f64 = 190.0;
const WIDTH: f64 = COLUMNS as f64;
const ROW: f64 = 24.0;
const TOP: f64 = 4.0;
/// Of a block.
const HEIGHT: f64 = ROW - 6.0;

/// Neighbouring spans as one.
struct Block {
    start: f64,
    end: f64,
    spans: u64,
    first: Span,
}

/// The section.
pub(super) fn section(timeline: &Timeline) -> Markup {
    if timeline.lanes.is_empty() {
        return html! { p { "Not drawn: there is no trace run in this recording." } };
    }
    let mut lanes: Vec<&Lane> = timeline.lanes.iter().collect();
    lanes.sort_by_key(|lane| std::cmp::Reverse(busy(lane)));
    lanes.truncate(LANES);
    lanes.sort_by_key(|lane| (lane.file, lane.process, lane.kind));
    let span = timeline.end_ns.saturating_sub(timeline.start_ns).max(1);
    let events: usize = timeline.lanes.iter().map(|lane| lane.spans.len()).sum();
    let drawn: Vec<Vec<Block>> =
        lanes.iter().map(|lane| blocks(lane, timeline.start_ns, span)).collect();
    let count: usize = drawn.iter().map(Vec::len).sum();
    let words = format!(
        "The trace run, unprofiled: {} from its first event to its last, {} events. HSync \
         is the share of the time between the first kernel and the last in which one runs; DT \
         counts bytes that are copied while one runs.{}{}",
        duration(span),
        grouped(events as f64),
        match count < events {
            true => format!(
                " Events that are less than {} apart are drawn as one block: {} blocks.",
                duration(span / COLUMNS as u64),
                grouped(count as f64)
            ),
            false => String::new(),
        },
        match timeline.lanes.len() - lanes.len() {
            0 => String::new(),
            more => format!(" {more} lanes with less busy time are left out."),
        }
    );
    let drawing = lines(timeline, &lanes, &drawn, span, count <= DESCRIBED);
    html! {
        p { (words) }
        (scrolling("Timeline chart", &drawing))
        (scrolling("Sums of the timeline", &table(&lanes, span)))
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

fn blocks(lane: &Lane, start_ns: u64, whole: u64) -> Vec<Block> {
    let column = |ns: u64| WIDTH * (ns.saturating_sub(start_ns)) as f64 / whole as f64;
    let mut blocks: Vec<Block> = Vec::new();
    for span in &lane.spans {
        let (start, end) = (column(span.start_ns), column(span.end_ns));
        match blocks.last_mut() {
            // Below a column nobody sees a gap.
            Some(last) if start - last.end < 1.0 && (end - start < 1.0 || start < last.end) => {
                last.end = last.end.max(end);
                last.spans += 1;
            }
            _ => blocks.push(Block { start, end, spans: 1, first: *span }),
        }
    }
    blocks
}

fn lines(
    timeline: &Timeline,
    lanes: &[&Lane],
    drawn: &[Vec<Block>],
    span: u64,
    described: bool,
) -> Markup {
    let bottom = TOP + ROW * lanes.len() as f64;
    let times = (0..=5_u32).map(|step| {
        let part = f64::from(step) / 5.0;
        (LEFT + WIDTH * part, duration((span as f64 * part) as u64))
    });
    let content = html! {
        (upward(times, [TOP, bottom], bottom + 16.0))
        @for (row, (lane, blocks)) in lanes.iter().zip(drawn).enumerate() {
            @let y = TOP + ROW * row as f64 + 3.0;
            text x=(coordinate(LEFT - 6.0)) y=(coordinate(y + 13.0)) text-anchor="end" {
                (title(lane))
            }
            @if described {
                @for block in blocks {
                    g {
                        title { (words(timeline, block)) }
                        rect class=(class(lane)) x=(coordinate(LEFT + block.start))
                            y=(coordinate(y)) width=(block.width()) height=(HEIGHT) {}
                    }
                }
            } @else {
                path class=(class(lane)) d=(blocks.iter().map(|b| b.path(y)).collect::<String>()) {}
            }
        }
    };
    let title = "What ran when; the table below has the sums";
    chart("timeline", title, [LEFT + WIDTH + 30.0, bottom + 24.0], &content)
}

impl Block {
    fn width(&self) -> String {
        coordinate((self.end - self.start).max(0.6))
    }

    fn path(&self, y: f64) -> String {
        let width = self.width();
        format!("M{} {y}h{width}v{HEIGHT}h-{width}z", coordinate(LEFT + self.start))
    }
}

fn class(lane: &Lane) -> &'static str {
    match lane.kind {
        LaneKind::Kernels { .. } => "t-kernel",
        LaneKind::HostWaits => "t-wait",
        _ => "t-copy",
    }
}

fn title(lane: &Lane) -> String {
    let process = format!("pid {}:", lane.process);
    match lane.kind {
        LaneKind::Kernels { device, stream } => {
            format!("{process} GPU {device}, stream {stream}")
        }
        LaneKind::ToDevice { device } => format!("{process} copies to GPU {device}"),
        LaneKind::ToHost { device } => format!("{process} copies from GPU {device}"),
        LaneKind::Within { device } => format!("{process} copies within GPU {device}"),
        LaneKind::HostWaits => format!("{process} host waits"),
    }
}

fn words(timeline: &Timeline, block: &Block) -> String {
    let time = duration(block.first.end_ns - block.first.start_ns);
    let what = match block.first.what {
        What::Kernel { name: Some(name), .. } => {
            let name = timeline.names.get(name).map_or("", String::as_str);
            shorten(&KernelName::from_symbol(name).bare, 60)
        }
        What::Kernel { .. } => "kernel".to_owned(),
        What::Copy { bytes: size, pageable } => {
            format!("{} copied{}", bytes(size), if pageable { ", pageable" } else { "" })
        }
        What::Set { bytes: size } => format!("{} set", bytes(size)),
        What::Wait { .. } => "the host waits".to_owned(),
    };
    match block.spans {
        1 => format!("{what}, {time}"),
        more => format!("{more} events; the first: {what}, {time}"),
    }
}

fn table(lanes: &[&Lane], span: u64) -> Markup {
    html! {
        table.plain {
            caption { "The same as sums" }
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

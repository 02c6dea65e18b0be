//! What ran when, as a picture.

use std::fmt::Write as _;

use propp_analysis::{Lane, LaneKind, Span, Timeline, What};
use propp_names::{KernelName, shorten};
use propp_text::{bytes, duration, grouped};

use super::coordinate;
use super::escape::escaped;

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

/// Neighbouring spans as one.
struct Block {
    start: f64,
    end: f64,
    spans: u64,
    first: Span,
}

/// The section.
pub(super) fn section(timeline: &Timeline) -> String {
    if timeline.lanes.is_empty() {
        return "<p>Not drawn: there is no trace run in this recording.</p>\n".to_owned();
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
    let mut out = format!(
        "<p>The trace run, unprofiled: {} from its first event to its last, {} events. HSync \
         is the share of the time between the first kernel and the last in which one runs; DT \
         counts bytes that are copied while one runs.{}{}</p>\n",
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
    out.push_str(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Timeline chart\">\n",
    );
    out.push_str(&chart(timeline, &lanes, &drawn, span, count <= DESCRIBED));
    out.push_str("</div>\n");
    out + &table(&lanes, span)
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

fn chart(
    timeline: &Timeline,
    lanes: &[&Lane],
    drawn: &[Vec<Block>],
    span: u64,
    described: bool,
) -> String {
    let bottom = TOP + ROW * lanes.len() as f64;
    let (w, h) = (LEFT + WIDTH + 30.0, bottom + 24.0);
    let mut out = format!(
        "<svg class=\"chart\" role=\"img\" aria-labelledby=\"timeline-title\" width=\"{w}\" \
         height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n<title id=\"timeline-title\">What ran when; the \
         table below has the sums</title>\n"
    );
    for step in 0..=5_u32 {
        let x = coordinate(LEFT + WIDTH * f64::from(step) / 5.0);
        let at = (span as f64 * f64::from(step) / 5.0) as u64;
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{x}\" x2=\"{x}\" y1=\"{TOP}\" y2=\"{bottom}\"/>\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            bottom + 16.0,
            duration(at)
        );
    }
    for (row, (lane, blocks)) in lanes.iter().zip(drawn).enumerate() {
        let y = TOP + ROW * row as f64 + 3.0;
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            y + 13.0,
            title(lane)
        );
        let class = class(lane);
        let height = ROW - 6.0;
        if described {
            for block in blocks {
                let _ = writeln!(
                    out,
                    "<g><title>{}</title><rect class=\"{class}\" x=\"{}\" y=\"{y}\" width=\"{}\" \
                     height=\"{height}\"/></g>",
                    words(timeline, block),
                    coordinate(LEFT + block.start),
                    coordinate((block.end - block.start).max(0.6))
                );
            }
        } else {
            let shapes: String = blocks
                .iter()
                .map(|block| {
                    let width = coordinate((block.end - block.start).max(0.6));
                    format!("M{} {y}h{width}v{height}h-{width}z", coordinate(LEFT + block.start))
                })
                .collect();
            let _ = writeln!(out, "<path class=\"{class}\" d=\"{shapes}\"/>");
        }
    }
    out + "</svg>\n"
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
            escaped(&shorten(&KernelName::of(name).bare, 60))
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

fn table(lanes: &[&Lane], span: u64) -> String {
    let mut out = String::from(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Sums of the timeline\">\n\
         <table class=\"plain\">\n<caption>The same as sums</caption>\n<thead><tr><th \
         scope=\"col\">process and lane</th><th scope=\"col\">events</th><th scope=\"col\">busy</th>\
         <th scope=\"col\">of the run</th></tr></thead>\n<tbody>\n",
    );
    for lane in lanes {
        let busy = busy(lane);
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{:.1} %</td></tr>",
            title(lane),
            lane.spans.len(),
            duration(busy),
            100.0 * busy as f64 / span as f64
        );
    }
    out + "</tbody>\n</table>\n</div>\n"
}

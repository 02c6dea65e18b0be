//! The spans of the timeline as numbers, from which the page's script draws a part of the run.

use std::collections::HashMap;

use maud::{Markup, PreEscaped, html};
use propp_judge_analysis::{Lane, LaneKind, Timeline};
use serde::Serialize;

use super::blocks::{Block, LEFT, ROW, TOP, WIDTH, blocks};
use super::lane::{Words, class, title};

/// Blocks at most: with about 16 bytes each, an eighth of a page.
const BLOCKS: usize = 16_000;
/// Columns into which a run with more is divided, until they are few enough.
const COARSER: [f64; 3] = [64_000.0, 16_000.0, 4_000.0];
/// Different words for what runs; what comes after them is only said to be an event.
const WORDS: usize = 3_000;

#[derive(Serialize)]
struct Spans {
    left: f64,
    width: f64,
    row: f64,
    top: f64,
    /// Nanoseconds from the first event to the last, and those that are drawn as one.
    whole: u64,
    column: u64,
    words: Vec<String>,
    lanes: Vec<OfLane>,
}

#[derive(Serialize)]
struct OfLane {
    class: &'static str,
    title: String,
    is_steps: bool,
    /// Five numbers a block: nanoseconds since the end of the one before, its own, the hundredths of
    /// these in which something runs, its events, and the place of the first one's words.
    blocks: Vec<i64>,
}

/// A script element that only holds data.
pub(super) fn data(timeline: &Timeline, lanes: &[&Lane]) -> Markup {
    let whole = timeline.end_ns.saturating_sub(timeline.start_ns).max(1);
    let divided = |columns: f64| -> Vec<Vec<Block>> {
        let of = |lane: &&Lane| blocks(lane.spans.iter(), timeline.start_ns, whole, columns);
        lanes.iter().map(of).collect()
    };
    let spans: usize = lanes.iter().map(|lane| lane.spans.len()).sum();
    let exact = whole as f64;
    // Of many more spans than blocks, each by itself is not tried: they take memory.
    let mut columns = if spans <= 4 * BLOCKS { exact } else { COARSER[0].min(exact) };
    let mut all = divided(columns);
    for coarser in COARSER.into_iter().filter(|coarser| *coarser < exact) {
        if all.iter().map(Vec::len).sum::<usize>() <= BLOCKS {
            break;
        }
        columns = coarser;
        all = divided(columns);
    }
    let mut table = Table::new(timeline);
    let ns = |column: f64| (column / columns * whole as f64).round() as i64;
    let mut of_lane = |(lane, blocks): (&&Lane, &Vec<Block>)| {
        let mut end = 0;
        let numbers = blocks.iter().flat_map(|block| {
            let (from, to) = (ns(block.start), ns(block.end));
            let gap = from - std::mem::replace(&mut end, to);
            let busy = (100.0 * block.share()).round() as i64;
            [gap, to - from, busy, block.spans.cast_signed(), table.place(block)]
        });
        OfLane {
            class: class(lane),
            title: title(lane),
            is_steps: lane.kind == LaneKind::Steps,
            blocks: numbers.collect(),
        }
    };
    let lanes = lanes.iter().zip(&all).map(&mut of_lane).collect();
    let column = (whole as f64 / columns).round() as u64;
    let words = table.words;
    let spans = Spans { left: LEFT, width: WIDTH, row: ROW, top: TOP, whole, column, words, lanes };
    let text = serde_json::to_string(&spans).unwrap_or_default();
    // No text in it may end the element, or look like one.
    let text = text.replace('<', "\\u003c").replace('>', "\\u003e");
    html! {
        script type="application/json" id="spans" { (PreEscaped(text)) }
        "\n"
    }
}

struct Table<'a> {
    of_spans: Words<'a>,
    words: Vec<String>,
    places: HashMap<String, i64>,
}

impl<'a> Table<'a> {
    fn new(timeline: &'a Timeline) -> Self {
        let words = vec!["an event".to_owned()];
        Self { of_spans: Words::new(timeline), words, places: HashMap::new() }
    }

    fn place(&mut self, block: &Block) -> i64 {
        let words = self.of_spans.of(&block.first.what);
        if let Some(place) = self.places.get(&words) {
            return *place;
        }
        if self.words.len() >= WORDS {
            return 0;
        }
        let place = self.words.len() as i64;
        self.words.push(words.clone());
        self.places.insert(words, place);
        place
    }
}

#[cfg(test)]
mod tests {
    use propp_judge_analysis::{Span, SpanKind};

    use super::*;

    /// The data of one lane with so many spans of 100 ns each 1,000 ns.
    fn of(spans: u64) -> serde_json::Value {
        let span = |number: u64| Span {
            start_ns: 5_000 + number * 1_000,
            end_ns: 5_100 + number * 1_000,
            what: SpanKind::Set { bytes: number % 7 },
        };
        let spans: Vec<Span> = (0..spans).map(span).collect();
        let end_ns = spans.last().unwrap().end_ns;
        let lane = Lane { file: 0, process: 1, kind: LaneKind::Within { device: 0 }, spans };
        let timeline = Timeline { start_ns: 5_000, end_ns, lanes: vec![lane], names: Vec::new() };
        let text = data(&timeline, &[&timeline.lanes[0]]).into_string();
        let json = text.split_once('>').unwrap().1.split_once("</script>").unwrap().0;
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn few_spans_are_exact_and_many_are_a_bounded_number_of_blocks() {
        let few = of(3);
        assert_eq!(few["column"], 1);
        let blocks =
            serde_json::json!([0, 100, 100, 1, 1, 900, 100, 100, 1, 2, 900, 100, 100, 1, 3]);
        assert_eq!(few["lanes"][0]["blocks"], blocks);
        let many = of(1_000_000);
        let blocks = many["lanes"][0]["blocks"].as_array().unwrap();
        assert!(blocks.len() <= 5 * BLOCKS, "{}", blocks.len());
        let events: i64 = blocks.chunks(5).map(|block| block[3].as_i64().unwrap()).sum();
        let busy: f64 = blocks
            .chunks(5)
            .map(|block| block[1].as_f64().unwrap() * block[2].as_f64().unwrap() / 100.0)
            .sum();
        assert_eq!(events, 1_000_000);
        let share = busy / 1e8;
        assert!((0.9..1.1).contains(&share), "{share} of the busy time");
    }
}

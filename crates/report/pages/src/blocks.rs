//! Spans of time as blocks of a picture.

use propp_base_text::html::coordinate;
use propp_judge_analysis::Span;

/// Columns of the picture; what falls into one is drawn as one.
pub(super) const COLUMNS: usize = 1000;

pub(super) const LEFT: f64 = 190.0;
pub(super) const WIDTH: f64 = COLUMNS as f64;
pub(super) const ROW: f64 = 24.0;
pub(super) const TOP: f64 = 4.0;
/// Of a block in which something runs all the time.
const HEIGHT: f64 = ROW - 6.0;
/// Of a block that would not be seen.
const LEAST_HEIGHT: f64 = 0.5;
const LEAST_WIDTH: f64 = 0.6;

pub(super) struct Block {
    pub(super) start: f64,
    pub(super) end: f64,
    /// Columns in which something runs.
    busy: f64,
    pub(super) spans: u64,
    pub(super) first: Span,
}

/// Spans of a lane as blocks, where the whole has so many columns.
pub(super) fn blocks<'a>(
    spans: impl Iterator<Item = &'a Span>,
    start_ns: u64,
    whole: u64,
    columns: f64,
) -> Vec<Block> {
    let column = |ns: u64| columns * (ns.saturating_sub(start_ns)) as f64 / whole as f64;
    let mut blocks: Vec<Block> = Vec::new();
    for span in spans {
        let (start, end) = (column(span.start_ns), column(span.end_ns));
        match blocks.last_mut() {
            // Below a column nobody sees a gap.
            Some(last) if start - last.end < 1.0 && (end - start < 1.0 || start < last.end) => {
                last.busy += (end - start.max(last.end)).max(0.0);
                last.end = last.end.max(end);
                last.spans += 1;
            }
            _ => blocks.push(Block { start, end, busy: end - start, spans: 1, first: *span }),
        }
    }
    blocks
}

/// Where a lane's blocks begin.
pub(super) fn top(row: usize) -> f64 {
    TOP + ROW * row as f64 + 3.0
}

pub(super) fn path(blocks: &[Block], y: f64) -> String {
    blocks.iter().map(|block| block.path(y)).collect()
}

impl Block {
    /// The share of its time in which something runs.
    pub(super) fn share(&self) -> f64 {
        let width = self.end - self.start;
        if width > 0.0 { (self.busy / width).min(1.0) } else { 1.0 }
    }

    /// Its left and upper edge, width and height, in a row that begins here. The area is the time in
    /// which something runs.
    pub(super) fn rectangle(&self, y: f64) -> [f64; 4] {
        let width = (self.end - self.start).max(LEAST_WIDTH);
        let height = (HEIGHT * self.busy / width).clamp(LEAST_HEIGHT, HEIGHT);
        [LEFT + self.start, y + HEIGHT - height, width, height]
    }

    fn path(&self, y: f64) -> String {
        let [x, y, width, height] = self.rectangle(y).map(coordinate);
        format!("M{x} {y}h{width}v{height}h-{width}z")
    }
}

#[cfg(test)]
mod tests {
    use propp_judge_analysis::SpanKind;

    use super::*;

    /// Of a picture of evenly spaced spans, the share of the row that is drawn.
    fn drawn(spans: u64, busy_ns: u64, period_ns: u64) -> f64 {
        let span = |number: u64| Span {
            start_ns: number * period_ns,
            end_ns: number * period_ns + busy_ns,
            what: SpanKind::Set { bytes: 0 },
        };
        let spans: Vec<Span> = (0..spans).map(span).collect();
        let whole = spans.len() as u64 * period_ns;
        let blocks = blocks(spans.iter(), 0, whole, WIDTH);
        let areas = blocks.iter().map(|block| {
            let [_, _, width, height] = block.rectangle(0.0);
            width * height
        });
        areas.sum::<f64>() / (WIDTH * HEIGHT)
    }

    #[test]
    fn what_is_drawn_is_the_share_of_the_time_in_which_something_runs() {
        for (spans, busy, period, share) in [
            (100_000, 10, 1000, 0.01),
            (100_000, 500, 1000, 0.5),
            (100, 500, 1000, 0.5),
            (10, 1000, 1000, 1.0),
            (3000, 170, 1000, 0.17),
        ] {
            let drawn = drawn(spans, busy, period);
            // Half of one of 18 lines is the least that is seen.
            assert!(
                drawn >= share - 0.005 && drawn <= share.max(0.028) + 0.005,
                "{share}: {drawn}"
            );
        }
    }
}

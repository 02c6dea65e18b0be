//! Spans of time as blocks of a picture.

use propp_base_text::html::coordinate;
use propp_judge_analysis::Span;

/// Columns of the picture; what falls into one is drawn as one.
pub(super) const COLUMNS: usize = 1000;

pub(super) const LEFT: f64 = 190.0;
pub(super) const WIDTH: f64 = COLUMNS as f64;
pub(super) const ROW: f64 = 24.0;
pub(super) const TOP: f64 = 4.0;
/// Of a block.
pub(super) const HEIGHT: f64 = ROW - 6.0;

pub(super) struct Block {
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) spans: u64,
    pub(super) first: Span,
}

/// Spans of a lane as blocks.
pub(super) fn blocks<'a>(
    spans: impl Iterator<Item = &'a Span>,
    start_ns: u64,
    whole: u64,
) -> Vec<Block> {
    let column = |ns: u64| WIDTH * (ns.saturating_sub(start_ns)) as f64 / whole as f64;
    let mut blocks: Vec<Block> = Vec::new();
    for span in spans {
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

/// Where a lane's blocks begin.
pub(super) fn top(row: usize) -> f64 {
    TOP + ROW * row as f64 + 3.0
}

pub(super) fn path(blocks: &[Block], y: f64) -> String {
    blocks.iter().map(|block| block.path(y)).collect()
}

impl Block {
    pub(super) fn width(&self) -> String {
        coordinate((self.end - self.start).max(0.6))
    }

    fn path(&self, y: f64) -> String {
        let width = self.width();
        format!("M{} {y}h{width}v{HEIGHT}h-{width}z", coordinate(LEFT + self.start))
    }
}

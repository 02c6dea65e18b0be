//! How fast blocks start: what a grid of very many short blocks costs.

use propp_base_model::Finding;
use propp_base_model::Sample;

use crate::bench::{Bench, Point};
use crate::experiment::Experiment;
use crate::machine::MachineError;
use crate::view::{measured, series};

pub(super) const BLOCKS: Experiment = Experiment {
    id: "launch.blocks",
    title: "grids of blocks that end at once, by their number and size",
    seconds: 1.0,
    run,
    analyse,
};

const THREADS: [u64; 6] = [32, 64, 128, 256, 512, 1024];

/// Few enough to be quick, and so many that the launch itself hardly counts.
const BLOCKS_OF: [u64; 3] = [1 << 17, 1 << 19, 1 << 20];

fn run(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    const LAUNCHES: usize = 5;
    for threads in THREADS {
        for blocks in BLOCKS_OF {
            let setting = [("threads", threads as f64), ("blocks", blocks as f64)];
            let point = Point { series: "blocks", setting: &setting, unit: "ns" };
            bench.take(&point, "blocks", &[blocks, threads], LAUNCHES)?;
        }
    }
    Ok(())
}

/// The slope between the smallest and the largest grid, for each block size.
fn analyse(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let [few, .., many] = BLOCKS_OF.map(|blocks| blocks as f64);
    let of_size = |threads: u64| {
        let times = |blocks: f64| -> Vec<f64> {
            let of = series(samples, BLOCKS.id, "blocks");
            of.filter(|sample| sample.get("threads") == Some(threads as f64))
                .filter(|sample| sample.get("blocks") == Some(blocks))
                .flat_map(|sample| sample.values.iter().copied())
                .collect()
        };
        let (short, long) = (times(few), times(many));
        let slopes: Vec<f64> =
            short.iter().zip(&long).map(|(short, long)| (long - short) / (many - few)).collect();
        let id = format!("launch.block_start.{threads}");
        let method = format!("one more block of {threads} threads that ends at once");
        measured(&id, "ns", &slopes, &method)
    };
    THREADS.map(of_size).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_launch_itself_is_no_block() {
        let sample = |threads: u64, blocks: u64, ns_a_block: f64| Sample {
            experiment: BLOCKS.id.to_owned(),
            series: "blocks".to_owned(),
            setting: [("threads", threads), ("blocks", blocks)]
                .map(|(name, value)| (name.to_owned(), value as f64))
                .into(),
            repeat: 0,
            unit: "ns".to_owned(),
            values: vec![4_000.0 + ns_a_block * blocks as f64; 9],
            clock_mhz: 0.0,
            stable: true,
        };
        let of = |threads, ns| BLOCKS_OF.map(|blocks| sample(threads, blocks, ns));
        let samples: Vec<Sample> = of(32, 0.5).into_iter().chain(of(1024, 2.0)).collect();
        let found = analyse(&samples, &[]);
        let value = |at: usize| found[at].value.number().unwrap();
        assert!((value(0) - 0.5).abs() < 1e-9 && (value(5) - 2.0).abs() < 1e-9);
        assert_eq!(found[1].value.number(), None);
    }
}

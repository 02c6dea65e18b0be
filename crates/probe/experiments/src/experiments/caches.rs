//! The structure of the caches of an SM, by the fine-grained chase.

use propp_base_model::Finding;
use propp_base_model::Sample;
use propp_probe_caches::Path;
use propp_probe_caches::structure::{self, Options};

use crate::bench::Bench;
use crate::experiment::Experiment;
use crate::machine::MachineError;

/// The experiment of a cache, by its level.
macro_rules! cache {
    ($name:ident, $id:literal, $title:literal, $seconds:literal, $options:expr) => {
        pub(super) const $name: Experiment = Experiment {
            id: $id,
            title: $title,
            seconds: $seconds,
            run: |bench| explore(bench, &$options),
            analyse: |samples, _| analyse(samples, $id),
        };
    };
}

const KIB: u64 = 1024;

cache!(L1, "chase.l1", "structure of L1", 2.0, Options::data_cache("l1", Path::Cached, 512 * KIB));
cache!(
    READ_ONLY,
    "chase.read_only",
    "structure of the cache of the read-only way",
    2.0,
    Options::data_cache("read_only", Path::ReadOnly, 512 * KIB)
);
cache!(
    TEXTURE,
    "chase.texture",
    "structure of the texture cache",
    4.0,
    Options::data_cache("texture", Path::Texture, 512 * KIB)
);
cache!(
    CONSTANT,
    "chase.constant",
    "structure of the constant cache",
    0.5,
    Options {
        most_line_bytes: 512,
        span_bytes: 56 * KIB,
        // Misses are served by the next constant cache, which a cold start would leave empty.
        cold_start: false,
        warm_laps: 3,
        ..Options::data_cache("constant", Path::Constant, 8 * KIB)
    }
);

fn explore(bench: &mut Bench<'_>, options: &Options) -> Result<(), MachineError> {
    let explored = structure::explore(bench.machine(), options)?;
    bench.samples.extend(explored.samples);
    Ok(())
}

fn analyse(samples: &[Sample], id: &str) -> Vec<Finding> {
    let own: Vec<Sample> = samples.iter().filter(|s| s.experiment == id).cloned().collect();
    structure::analyse(&own).unwrap_or_else(|error| {
        let why = error.to_string();
        vec![Finding::unknown(id, &why, "fine-grained chase")]
    })
}

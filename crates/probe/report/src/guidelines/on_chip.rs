//! Guidelines on shared and on constant memory: S_1 to S_6, C_1 to C_5.

use super::evidence::Evidence;
use super::{Examined, Verdict};
use crate::properties::broadcasts;
use crate::words::{bytes, number};

pub(super) const SHARED: &[Examined] = &[
    Examined {
        name: "S_1",
        advice: "Avoid bank conflicts, for instance by padding rows.",
        rule: conflicts,
    },
    Examined {
        name: "S_2",
        advice: "Shared memory serves one word to all lanes, and distinct words in parallel.",
        rule: |of| both(of, &["shared"]),
    },
    Examined {
        name: "S_3",
        advice: "Words in shared memory need be neither consecutive nor aligned.",
        rule: free_places,
    },
    Examined {
        name: "S_4",
        advice: "Take large blocks: with more threads, a load of shared memory takes less time.",
        rule: large_blocks,
    },
    Examined {
        name: "S_5",
        advice: "Put into shared memory what would be read from global memory: it answers sooner.",
        rule: instead_of_global,
    },
    Examined {
        name: "S_6",
        advice: "Staging in shared memory costs time: only what is read again is worth it.",
        rule: reuse,
    },
];

pub(super) const CONSTANT: &[Examined] = &[
    Examined {
        name: "C_1",
        advice: "Lay out constant memory so that it is read consecutively.",
        rule: compact,
    },
    Examined {
        name: "C_2",
        advice: "Constant memory serves one word to all lanes.",
        rule: constant_broadcast,
    },
    Examined {
        name: "C_3",
        advice: "Constant memory serves distinct words one after another.",
        rule: constant_serial,
    },
    Examined {
        name: "C_4",
        advice: "Choose the threads of a block with care when they read constant memory.",
        rule: |of| slower_with_more(of, "warp.constant.warps", "warps in the block", true),
    },
    Examined {
        name: "C_5",
        advice: "The number of blocks hardly matters for constant memory.",
        rule: |of| slower_with_more(of, "warp.constant.blocks", "blocks on the SM", false),
    },
];

/// A ratio from which on one thing counts as slower than another.
const CLEARLY: f64 = 1.5;

fn conflicts(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let way = of.number("shared.conflict_4.cycles_per_way")?;
    let gain = of.number("local.padding.gain")?;
    let tile = of.number("local.padding.tile_gain");
    let each = format!("each further way takes {} cycles", number(way));
    Some(match (way > 0.5, gain > 1.05) {
        (true, true) => {
            let tile = tile.map_or_else(String::new, |tile| {
                format!(", and the reads of its tile alone {} times", number(tile))
            });
            (
                Verdict::Holds,
                format!("{each}; padding speeds a transpose up {} times{tile}", number(gain)),
            )
        }
        (true, false) => (Verdict::Depends, format!("{each}, but a transpose gains nothing")),
        (false, _) => (Verdict::NoLongerHolds, "conflicts take no time".to_owned()),
    })
}

/// Whether memories serve one word to all lanes, and distinct words at once.
pub(super) fn both(of: &mut Evidence<'_>, series: &[&str]) -> Option<(Verdict, String)> {
    let mut failing = Vec::new();
    for series in series {
        let at_once = of.word(&format!("warp.{series}.distinct_words"))? == "at once";
        of.word(&format!("warp.{series}.lanes"))?;
        let broadcast = broadcasts(of.profile(), series)?;
        if !(at_once && broadcast) {
            failing.push(if at_once { "one word for all lanes" } else { "distinct words" });
        }
    }
    Some(match failing.as_slice() {
        [] => {
            let why = "1 to 32 distinct words side by side, and 1 to 32 lanes, take about the same \
                       time";
            (Verdict::Holds, why.to_owned())
        }
        failing if failing.len() < series.len() => {
            (Verdict::Depends, format!("not on every way to it: {}", failing.join(", ")))
        }
        failing => (Verdict::NoLongerHolds, format!("not served at once: {}", failing.join(", "))),
    })
}

fn free_places(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let aligned = of.word("warp.shared.aligned")? == "need not be";
    let order = of.word("warp.shared.in_order")? == "need not be";
    let consecutive = of.word("warp.shared.consecutive")? == "need not be";
    // Whether the trips that the rule of banks gives are all that a stride costs.
    let conflicts_alone = of.number("shared.conflict_4.r_squared")? > 0.99;
    Some(match (aligned && order, consecutive, conflicts_alone) {
        (true, true, _) => {
            (Verdict::Holds, "offset, order and stride make no difference".to_owned())
        }
        (true, false, true) => {
            let why = "offset and order make no difference, and strides no more than the bank \
                       conflicts that they bring, which the advice leaves out";
            (Verdict::Holds, why.to_owned())
        }
        (true, false, false) => {
            let why = "offset and order make no difference; strides do, beyond bank conflicts";
            (Verdict::Depends, why.to_owned())
        }
        (false, ..) => (Verdict::NoLongerHolds, "offset or order makes a difference".to_owned()),
    })
}

fn large_blocks(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let rises = of.word("warp.shared.warps")? != "parallel";
    let needed = of.number("bandwidth.shared.warps_times_ilp")?;
    let load = if rises { "rises" } else { "does not fall" };
    Some(if needed > 4.0 {
        let why = format!(
            "the time of one load {load} with more warps; but full throughput takes many: warps \
             times words that each thread has under way come to {}",
            number(needed)
        );
        (Verdict::Depends, why)
    } else {
        (Verdict::NoLongerHolds, format!("the time of one load {load}, and few warps suffice"))
    })
}

fn instead_of_global(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let shared = of.number("latency.shared")?;
    let (l1, l2) = (of.number("latency.l1")?, of.number("latency.l2_near")?);
    let why = format!(
        "global memory takes {} times as long from L1, {} times from L2",
        number(l1 / shared),
        number(l2 / shared)
    );
    Some(if l1 > CLEARLY * shared {
        (Verdict::Holds, why)
    } else if l2 > CLEARLY * shared {
        (Verdict::Depends, format!("{why}: what stays in L1 gains little"))
    } else {
        (Verdict::NoLongerHolds, why)
    })
}

/// Staging adds a store, at the least, to the load that is made anyway. Each later read
/// saves the difference of the latencies.
fn reuse(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let (shared, l1) = (of.number("latency.shared")?, of.number("latency.l1")?);
    let l2 = of.number("latency.l2_near")?;
    let reads = |from: f64| if from > shared { shared / (from - shared) } else { f64::INFINITY };
    let words = |from: f64| match reads(from) {
        reads if reads <= 1.0 => "one read".to_owned(),
        reads if reads.is_finite() => format!("{} reads", number(reads.ceil())),
        _ => "no number of reads".to_owned(),
    };
    let why = format!(
        "by latency, one access to shared memory more is won back by {} that else came from L1, or \
         {} from L2 (calculated)",
        words(l1),
        words(l2)
    );
    Some((if reads(l1) > 1.0 { Verdict::Holds } else { Verdict::Depends }, why))
}

/// The paper's reason is a single thread that steps through an array (Section 3): words that
/// are apart bring more lines, and fit less of the array into the first cache. Lanes of one
/// load are another matter.
fn compact(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let (first, next) = (of.number("latency.constant_l1")?, of.number("latency.constant_l15")?);
    let (line, size) = (of.number("constant.line")?, of.number("constant.capacity")?);
    let words = of.number("warp.constant.distinct_words.cycles_per_more")?;
    let lines = of.number("warp.constant.distinct_lines.cycles_per_more")?;
    let of_a_line = line / 4.0;
    let why = format!(
        "a line of {} holds {} words, and one that is not among the {} of the first cache takes {} \
         cycles, not {}; among those that are, a further word of a warp takes {} cycles beside \
         the others and {} in another line",
        bytes(line),
        number(of_a_line),
        bytes(size),
        number(next),
        number(first),
        number(words),
        number(lines)
    );
    let by_lines = of_a_line > 1.0 && next > CLEARLY * first;
    let by_lanes = lines > CLEARLY * words.max(0.0);
    let verdict = if by_lines || by_lanes { Verdict::Holds } else { Verdict::NoLongerHolds };
    Some((verdict, why))
}

fn constant_broadcast(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    of.word("warp.constant.distinct_words")?;
    let serves = broadcasts(of.profile(), "constant");
    if serves.is_none() {
        of.word("warp.constant.lanes")?;
    }
    Some(if serves? {
        (Verdict::Holds, "one word takes a single trip, however many lanes read it".to_owned())
    } else {
        (
            Verdict::NoLongerHolds,
            "lanes that read one word take longer the more they are".to_owned(),
        )
    })
}

fn constant_serial(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let serial = of.word("warp.constant.distinct_words")? == "one after another";
    let cycles = of.number("warp.constant.distinct_words.cycles_per_more")?;
    Some(if serial {
        (Verdict::Holds, format!("each further word takes {} cycles", number(cycles)))
    } else {
        (Verdict::NoLongerHolds, "distinct words take as long as one".to_owned())
    })
}

/// A guideline that stands or falls with a load being slower the more there are.
fn slower_with_more(
    of: &mut Evidence<'_>,
    id: &str,
    what: &str,
    expects: bool,
) -> Option<(Verdict, String)> {
    let slower = of.word(id)? != "parallel";
    let verdict = if slower == expects { Verdict::Holds } else { Verdict::NoLongerHolds };
    let how = if slower { "takes longer with more" } else { "takes as long with more" };
    // The loads that were timed ask for a word for each lane: they keep the cache busy.
    Some((verdict, format!("a load of distinct words {how} {what}")))
}

//! Guidelines on global memory and on textures: G_1 to G_4, T_1 to T_4.

use super::evidence::Evidence;
use super::on_chip::both;
use super::{Examined, Verdict};
use crate::words::{number, quantity};

pub(super) const GLOBAL: &[Examined] = &[
    Examined {
        name: "G_1",
        advice: "Global memory serves one word to all lanes, and distinct words in parallel.",
        rule: |of| both(of, &["cached", "l2"]),
    },
    Examined {
        name: "G_2",
        advice: "Types of 4 and 8 bytes come near full bandwidth; pack single bytes into words.",
        rule: types,
    },
    Examined {
        name: "G_3",
        advice: "Read global memory consecutively; it need not be aligned.",
        rule: consecutive,
    },
    Examined {
        name: "G_4",
        advice: "Where places are scattered, choose the threads of a block; blocks do not matter.",
        rule: scattered,
    },
];

pub(super) const TEXTURE: &[Examined] = &[
    Examined {
        name: "T_1",
        advice: "Textures serve one word to all lanes, and distinct words in parallel.",
        rule: |of| both(of, &["texture"]),
    },
    Examined {
        name: "T_2",
        advice: "Reads of textures need not be aligned.",
        rule: texture_aligned,
    },
    Examined {
        name: "T_3",
        advice: "Consecutive reads of textures may help, and then threads and blocks hardly \
                 matter.",
        rule: texture_consecutive,
    },
    Examined {
        name: "T_4",
        advice: "Where places are scattered, read textures and not global memory.",
        rule: texture_scattered,
    },
];

/// A share of the driver's copy that counts as near full bandwidth.
const NEAR: f64 = 0.9;

/// Packing helps from this ratio on.
const HELPS: f64 = 1.25;

fn types(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let mut share = |name: &str| of.number(&format!("types.copy.{name}"));
    let (char, char4) = (share("char")?, share("char4")?);
    let four = share("int")?.min(share("float")?).min(char4);
    let eight = share("double")?;
    let helps = char4 > HELPS * char;
    let percent = |share| quantity(share, "share");
    let several = of.number("types.copy.int.unrolled").map_or_else(String::new, |share| {
        format!("; several of 4 bytes a thread {}", percent(share))
    });
    let why = format!(
        "of the driver's copy, one element a thread at a time: char {}, char4 {}, 4 bytes {} at \
         least, 8 bytes {}{several}",
        percent(char),
        percent(char4),
        percent(four),
        percent(eight)
    );
    let verdict = match (helps, four >= NEAR && eight >= NEAR) {
        (true, true) => Verdict::Holds,
        (true, false) => Verdict::Depends,
        (false, _) => Verdict::NoLongerHolds,
    };
    Some((verdict, why))
}

fn consecutive(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let mut matters = Vec::new();
    let mut costs = Vec::new();
    for (series, name) in [("cached", "L1"), ("l2", "L2")] {
        let aligned = of.word(&format!("warp.{series}.aligned"))? != "need not be";
        let consecutive = of.word(&format!("warp.{series}.consecutive"))? != "need not be";
        if let Some(cycles) = of.number(&format!("warp.{series}.cycles_per_sector")) {
            let conflicts = of.number(&format!("warp.{series}.cycles_per_way"));
            let conflicts = conflicts.map_or_else(String::new, |way| {
                format!(" and {} for each further word of one bank", number(way))
            });
            costs.push(format!("{} cycles for each sector{conflicts} from {name}", number(cycles)));
        }
        matters.push((consecutive, aligned));
    }
    let costs = if costs.is_empty() { String::new() } else { format!(" ({})", costs.join(", ")) };
    Some(if matters.iter().all(|(consecutive, aligned)| *consecutive && !aligned) {
        let why = format!(
            "strides take longer{costs}, offsets do not, by the time of a load alone; what the \
             sector more that they touch costs many of them is not measured"
        );
        (Verdict::Holds, why)
    } else if matters.iter().any(|(consecutive, _)| *consecutive) {
        (
            Verdict::Depends,
            format!("strides take longer{costs}; offsets do as well, or L1 hides it"),
        )
    } else {
        (Verdict::NoLongerHolds, "strides take no longer".to_owned())
    })
}

fn scattered(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let slower = |word: &str| word != "parallel";
    let warps = slower(of.word("warp.l2.scattered_warps")?);
    let blocks = slower(of.word("warp.l2.scattered_blocks")?);
    let on_an_sm = slower(of.word("warp.l2.blocks")?);
    let tell = |slower| if slower { "slower" } else { "no slower" };
    let why = format!(
        "loads of 32 lines a warp from L2 are {} with more warps in a block, and {} with a block \
         of one warp on every SM; with several blocks on an SM, even loads of consecutive words \
         are {}",
        tell(warps),
        tell(blocks),
        tell(on_an_sm)
    );
    Some(match (warps, blocks || on_an_sm) {
        (true, false) => (Verdict::Holds, why),
        (true, true) => (Verdict::Depends, why),
        (false, _) => (Verdict::NoLongerHolds, why),
    })
}

fn texture_aligned(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    Some(match of.word("warp.texture.aligned")? {
        "need not be" => (Verdict::Holds, "offsets of 0 to 124 bytes take the same".to_owned()),
        _ => (Verdict::NoLongerHolds, "some offsets take longer".to_owned()),
    })
}

fn texture_consecutive(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let helps = of.word("warp.texture.consecutive")? != "need not be";
    let warps = of.word("warp.texture.warps")? == "parallel";
    let blocks = of.word("warp.texture.blocks")? == "parallel";
    Some(match (helps, warps && blocks) {
        (true, true) => (Verdict::Holds, "strides take longer; more of them do not".to_owned()),
        (true, false) => {
            let why = "strides take longer; but so do more warps or blocks that read consecutively";
            (Verdict::Depends, why.to_owned())
        }
        (false, _) => (Verdict::NoLongerHolds, "strides take no longer".to_owned()),
    })
}

fn texture_scattered(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let texture = of.number("warp.texture.distinct_lines.most")?;
    let global = of.number("warp.cached.distinct_lines.most")?;
    let why = format!(
        "a warp's load of 32 lines in L1 takes {} cycles as textures, {} as global memory, which \
         the K20c did not keep there",
        number(texture),
        number(global)
    );
    Some(if texture < 0.9 * global { (Verdict::Holds, why) } else { (Verdict::NoLongerHolds, why) })
}

//! Guidelines on private arrays: L_1 to L_4.

use super::evidence::Evidence;
use super::{Examined, Verdict};
use crate::words::number;

pub(super) const ALL: &[Examined] = &[
    Examined {
        name: "L_1",
        advice: "Where the places of a private array are simple, keep it small enough for \
                 registers.",
        rule: small,
    },
    Examined {
        name: "L_2",
        advice: "Where they are nested, simplify the loops, so that larger arrays stay in \
                 registers.",
        rule: nested,
    },
    Examined {
        name: "L_3",
        advice: "Where they depend on the data, as in a sort, use another method that needs no \
                 such array.",
        rule: sort,
    },
    Examined {
        name: "L_4",
        advice: "Compile for the newest architecture: it keeps larger arrays in registers without \
                 a change.",
        rule: newest,
    },
];

const VECTORS: &str = "local.vectors.words_in_registers";
const PRODUCT: &str = "local.product.words_in_registers";
const SORT: &str = "local.sort.words_in_registers";

/// Work in local memory counts as slower from here on.
const SLOWER: f64 = 1.1;

fn small(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let (words, cost) = (of.number(VECTORS)?, of.number("local.vectors.cost")?);
    Some(if words > 0.0 && cost > SLOWER {
        let why = format!(
            "up to {} words stay in registers; the same array in local memory takes {} times as long",
            number(words),
            number(cost)
        );
        (Verdict::Holds, why)
    } else {
        let why = "local memory costs no more than registers here, or every array is in it";
        (Verdict::NoLongerHolds, why.to_owned())
    })
}

fn nested(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let (vectors, product) = (of.number(VECTORS)?, of.number(PRODUCT)?);
    Some(if product < vectors {
        let why = format!(
            "{} words stay in registers in nested loops, {} in one",
            number(product),
            number(vectors)
        );
        (Verdict::Holds, why)
    } else {
        (Verdict::NoLongerHolds, "nested loops keep as many words in registers as one".to_owned())
    })
}

fn sort(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let words = of.number(SORT)?;
    if words == 0.0 {
        return Some((Verdict::Holds, "no array that is sorted is in registers".to_owned()));
    }
    let cost = of.number("local.sort.cost")?;
    let kept = format!("arrays of up to {} words are sorted in registers", number(words));
    Some(if cost > SLOWER {
        let why = format!("{kept}; in local memory they take {} times as long", number(cost));
        (Verdict::Depends, why)
    } else {
        let why = format!("{kept}, and in local memory they take no longer");
        (Verdict::NoLongerHolds, why)
    })
}

/// Words that the paper's newest compiler target kept in registers (Table 3, sm_35).
const OF_KEPLER: [(&str, &str, f64); 3] =
    [("vectors", VECTORS, 73.0), ("product", PRODUCT, 36.0), ("sort", SORT, 0.0)];

fn newest(of: &mut Evidence<'_>) -> Option<(Verdict, String)> {
    let mut larger = 0;
    let mut parts = Vec::new();
    for (name, id, kepler) in OF_KEPLER {
        let words = of.number(id)?;
        larger += usize::from(words > kepler);
        parts.push(format!("{name} {} against {}", number(words), number(kepler)));
    }
    let verdict = match larger {
        0 => Verdict::NoLongerHolds,
        all if all == OF_KEPLER.len() => Verdict::Holds,
        _ => Verdict::Depends,
    };
    let why = format!(
        "words in registers here and when compiled for the K20c, of kernels alike but not the \
             same: {}",
        parts.join(", ")
    );
    Some((verdict, why))
}

//! What the papers measured on earlier GPUs, beside what is found of this one.
//!
//! The values are facts as printed, in our units; where arithmetic was needed, the row
//! says which. A value that a paper shows in a figure without a number is not here.

mod fang;
mod lashgar;
mod mei_chu;
mod npc;

use propp_model::DeviceProfile;
use propp_model::Finding;

/// A paper that values are taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Fang and others, at the level of warps.
    Fang,
    /// Mei, Zhao, Liu and Chu, 2014.
    Npc,
    /// Lashgar, Salehi and Baniasadi, outstanding requests.
    Lashgar,
    /// Mei and Chu, fine-grained chases.
    MeiChu,
}

impl Paper {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::MeiChu, Self::Npc, Self::Lashgar, Self::Fang];

    /// Who wrote it, and what it is called.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fang => {
                "M. Fang, J. Fang and others: Benchmarking the GPU memory at the warp level (2017)"
            }
            Self::Npc => {
                "X. Mei, K. Zhao, C. Liu, X. Chu: Benchmarking the Memory Hierarchy of Modern \
                 GPUs (NPC 2014)"
            }
            Self::Lashgar => {
                "A. Lashgar, E. Salehi, A. Baniasadi: A Case Study in Reverse Engineering GPGPUs: \
                 Outstanding Memory Handling Resources (HEART 2015)"
            }
            Self::MeiChu => {
                "X. Mei, X. Chu: Dissecting GPU Memory Hierarchy through Microbenchmarking \
                 (arXiv 1509.02308)"
            }
        }
    }
}

/// A GPU of the papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gpu {
    /// Of the generation Tesla, 1.3.
    Gtx280,
    /// Fermi, 2.1.
    Gtx560Ti,
    /// Fermi, 2.0.
    M2070,
    /// Kepler, 3.5.
    Gtx780,
    /// Kepler, 3.5.
    K20,
    /// Kepler, 3.5.
    K20c,
    /// Maxwell, 5.2.
    Gtx980,
}

impl Gpu {
    /// All, the oldest first.
    pub const ALL: [Self; 7] = [
        Self::Gtx280,
        Self::Gtx560Ti,
        Self::M2070,
        Self::Gtx780,
        Self::K20,
        Self::K20c,
        Self::Gtx980,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gtx280 => "GTX280",
            Self::Gtx560Ti => "GTX560Ti",
            Self::M2070 => "M2070",
            Self::Gtx780 => "GTX780",
            Self::K20 => "K20",
            Self::K20c => "K20c",
            Self::Gtx980 => "GTX980",
        }
    }

    /// The generation that it is of.
    #[must_use]
    pub const fn generation(self) -> &'static str {
        match self {
            Self::Gtx280 => "Tesla",
            Self::Gtx560Ti | Self::M2070 => "Fermi",
            Self::Gtx780 | Self::K20 | Self::K20c => "Kepler",
            Self::Gtx980 => "Maxwell",
        }
    }
}

/// What a paper says of a GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Said {
    /// A number, in the row's unit.
    Number(f64),
    /// One of these, as the GPU is set up; or a range's ends.
    Either(&'static [f64]),
    /// Numbers in an order.
    List(&'static [f64]),
    /// Words.
    Word(&'static str),
}

/// What of ours means the same as a published value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Here {
    /// These findings.
    Findings(&'static [&'static str]),
    /// Nothing, and why no experiment asks for it.
    Nothing(&'static str),
}

/// A property, on the GPUs of a paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// What it is.
    pub property: &'static str,
    /// The unit of its numbers, as findings name units.
    pub unit: &'static str,
    /// What of ours means the same.
    pub here: Here,
    /// What the paper says, GPU by GPU.
    pub values: &'static [(Gpu, Said)],
    /// Which paper.
    pub paper: Paper,
    /// Where in it: the table, figure or section.
    pub place: &'static str,
    /// How it differs from ours, or what was calculated; empty for nothing.
    pub note: &'static str,
}

impl Row {
    /// The findings that mean the same.
    #[must_use]
    pub const fn ids(&self) -> &'static [&'static str] {
        match self.here {
            Here::Findings(ids) => ids,
            Here::Nothing(_) => &[],
        }
    }
}

/// Every row, by paper.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    mei_chu::ROWS.into_iter().chain([npc::ROWS, lashgar::ROWS, fang::ROWS]).flatten()
}

/// A published property beside what was found of it here.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside<'a> {
    /// What a paper says.
    pub row: &'static Row,
    /// What was found here that means the same.
    pub here: Vec<&'a Finding>,
}

/// Every published property, with the findings of this GPU that mean the same.
#[must_use]
pub fn beside(profile: &DeviceProfile) -> Vec<Beside<'_>> {
    rows()
        .map(|row| {
            let here = row.ids().iter().filter_map(|id| profile.finding(id)).collect();
            Beside { row, here }
        })
        .collect()
}

//! The counted work of a launch, and its demand of each term.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::host::HostWork;
use super::shape::Shape;
use super::terms::{HOST_LINK, TERMS};

/// The work of a launch of one kernel: the mean over its measured launches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Work {
    /// `None` if the GPU or the launch is unknown.
    pub shape: Option<Shape>,
    pub counts: BTreeMap<String, f64>,
    /// The number of launches; from the trace run if there is one.
    pub launches: u64,
}

/// Why the demands of a launch are not known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Unknown {
    /// The GPU is unknown, or the launch does not fit on it.
    #[error("how the launch fills the GPU is not known")]
    Shape,
    #[error("the prices are of another GPU")]
    OtherGpu,
    #[error("counter {0} was not read")]
    Counter(&'static str),
}

/// The demand of kernel terms by copies: their bytes over the host link. `None` if nothing is
/// copied between host and device.
pub fn demands_of_copies(host: &HostWork) -> Option<Vec<f64>> {
    let bytes = host.link_bytes();
    let amount = |name: &str| if name == HOST_LINK { bytes } else { 0.0 };
    (bytes > 0.0).then(|| TERMS.iter().map(|term| amount(term.name)).collect())
}

impl Work {
    /// The value of a counter; 0 where it was not read.
    pub fn count(&self, name: &str) -> f64 {
        self.counts.get(name).copied().unwrap_or(0.0)
    }

    /// A launch's demand of each of [`TERMS`]; 0 for the terms in `without`.
    /// Fails if the shape or a counter of another term is unknown.
    pub fn demands(&self, without: &[&str]) -> Result<Vec<f64>, Unknown> {
        let shape = self.shape.ok_or(Unknown::Shape)?;
        let mut demands = Vec::with_capacity(TERMS.len());
        let mut counts = Vec::new();
        for term in TERMS {
            if without.contains(&term.name) {
                demands.push(0.0);
                continue;
            }
            counts.clear();
            for &name in term.counters {
                let instead = || {
                    let (other, share) = term.instead_of(name)?;
                    Some(share * self.counts.get(other)?)
                };
                counts.push(match self.counts.get(name).copied().or_else(instead) {
                    Some(count) => count,
                    None if !term.needs(name) => 0.0,
                    None => return Err(Unknown::Counter(name)),
                });
            }
            demands.push(term.amount(&counts, &shape));
        }
        Ok(demands)
    }
}

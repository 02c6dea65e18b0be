//! Prices, and what they make of a launch's demands.

use serde::{Deserialize, Serialize};

use super::terms::HOST_LINK;
use super::{HOST_TERMS, HostWork, Resource, TERMS, Term, Unknown, Work};

/// A fitted price.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// Name of the term.
    pub term: String,
    /// Nanoseconds for one unit.
    pub ns: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The most that the fit saw of it in a launch (in a run, for what the host
    /// does); a launch with much more is outside the fitted range.
    pub most: f64,
}

/// Prices of all terms of a GPU.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CostModel {
    /// How resources work side by side: 1 one after the other, the larger the more
    /// only the slowest counts.
    pub norm: f64,
    /// A prediction is right within this factor in 95 % of held-out cases.
    pub spread: f64,
    /// Prices of [`TERMS`] that are not 0, and of those that are.
    pub prices: Vec<Price>,
    /// Prices of [`HOST_TERMS`].
    pub host: Vec<Price>,
    /// Terms that have no price, since a counter that they are made of was in none of
    /// the recordings.
    pub without: Vec<&'static str>,
}

impl Price {
    /// Whether a demand is so far beyond what was fitted that nothing can be said of a
    /// launch of this time: it would matter at the price's upper end, or, where that is
    /// 0, might matter for all that is known.
    fn is_beyond(&self, demand: f64, whole_ns: f64) -> bool {
        let dear = self.ns.max(self.high);
        let matters = demand * dear > MATTERS * whole_ns;
        demand > OUTSIDE * self.most && (matters || (dear == 0.0 && demand > FAR * self.most))
    }
}

/// A predicted time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Predicted {
    /// Of one launch.
    pub ns: f64,
    /// What it is made of, the largest share first; shares add up to 1.
    pub parts: Vec<Part>,
    /// A term of which the launch asks for more than the fit ever saw.
    pub outside: Option<String>,
}

/// A term's share in a predicted time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// The term.
    pub term: &'static str,
    /// What it keeps busy.
    pub resource: Resource,
    /// Its share.
    pub share: f64,
}

/// How many times more than the fit ever saw of a term is too much.
const OUTSIDE: f64 = 4.0;

/// The same of a term that costs nothing.
const FAR: f64 = 25.0;

/// The share of a time from which a term matters.
const MATTERS: f64 = 0.1;

impl CostModel {
    /// The prices in the order of [`TERMS`]; 0 for a term that the model lacks.
    #[must_use]
    pub fn in_order(&self) -> Vec<f64> {
        TERMS.iter().map(|term| price(&self.prices, term.name).map_or(0.0, |p| p.ns)).collect()
    }

    /// The time of one launch.
    ///
    /// # Errors
    /// When the launch's demands are not known.
    pub fn predict(&self, work: &Work) -> Result<Predicted, Unknown> {
        let demands = work.demands(&self.without)?;
        let prices = self.in_order();
        let times: Vec<f64> = demands.iter().zip(&prices).map(|(d, p)| d * p).collect();
        let sums = Sums::of(&times, self.norm);
        let mut parts: Vec<Part> = TERMS
            .iter()
            .zip(&times)
            .map(|(term, time)| Part {
                term: term.name,
                resource: term.resource,
                share: time * sums.slope(term.resource) / sums.whole.max(f64::MIN_POSITIVE),
            })
            .filter(|part| part.share > 0.0)
            .collect();
        parts.sort_by(|a, b| b.share.total_cmp(&a.share));
        let priced = |(term, _): &(&Term, &f64)| !self.without.contains(&term.name);
        let outside = TERMS.iter().zip(&demands).filter(priced).find(|(term, demand)| {
            price(&self.prices, term.name).is_none_or(|price| price.is_beyond(**demand, sums.whole))
        });
        let outside = outside.map(|(term, _)| term.name.to_owned());
        Ok(Predicted { ns: sums.whole, parts, outside })
    }

    /// The mean time of launches of several kinds, each as often as it was launched.
    ///
    /// # Errors
    /// When the demands of a kind are not known, or there is none.
    pub fn predict_mean(&self, kinds: &[Work]) -> Result<Predicted, Unknown> {
        let mut mean = Predicted { ns: 0.0, parts: Vec::new(), outside: None };
        let launches: f64 = kinds.iter().map(|work| work.launches.max(1) as f64).sum();
        for work in kinds {
            let one = self.predict(work)?;
            let share = work.launches.max(1) as f64 / launches;
            for part in one.parts {
                let ns = part.share * one.ns * share;
                match mean.parts.iter_mut().find(|known| known.term == part.term) {
                    Some(known) => known.share += ns,
                    None => mean.parts.push(Part { share: ns, ..part }),
                }
            }
            mean.ns += one.ns * share;
            mean.outside = mean.outside.or(one.outside);
        }
        for part in &mut mean.parts {
            part.share /= mean.ns.max(f64::MIN_POSITIVE);
        }
        mean.parts.sort_by(|a, b| b.share.total_cmp(&a.share));
        if kinds.is_empty() { Err(Unknown::Shape) } else { Ok(mean) }
    }

    /// The time of what the host does in a run.
    #[must_use]
    pub fn host_ns(&self, work: &HostWork) -> f64 {
        let time = |term: &super::HostTerm| {
            term.amount(work) * price(&self.host, term.name).map_or(0.0, |price| price.ns)
        };
        let link = price(&self.prices, HOST_LINK).map_or(0.0, |price| price.ns);
        HOST_TERMS.iter().map(time).sum::<f64>() + work.link_bytes() * link
    }
}

fn price<'a>(prices: &'a [Price], term: &str) -> Option<&'a Price> {
    prices.iter().find(|price| price.term == term)
}

/// The times of terms, put together.
pub struct Sums {
    /// By the place of the resource in [`Resource::ALL`].
    of: [f64; Resource::ALL.len()],
    side_by_side: f64,
    norm: f64,
    /// The time of the launch.
    pub whole: f64,
}

impl Sums {
    /// `times` are those of [`TERMS`], in their order.
    pub fn of(times: &[f64], norm: f64) -> Self {
        let mut of = [0.0; Resource::ALL.len()];
        for (term, time) in TERMS.iter().zip(times) {
            of[term.resource as usize] += time;
        }
        let beside = || Resource::ALL.iter().filter(|resource| !resource.comes_on_top());
        // Relative to the largest, so that no power overflows.
        let largest = beside().map(|resource| of[*resource as usize]).fold(0.0, f64::max);
        let side_by_side = if largest > 0.0 {
            let powers = beside().map(|resource| power(of[*resource as usize] / largest, norm));
            largest * root(powers.sum::<f64>(), norm)
        } else {
            0.0
        };
        let on_top: f64 =
            Resource::ALL.iter().filter(|r| r.comes_on_top()).map(|r| of[*r as usize]).sum();
        Self { of, side_by_side, norm, whole: side_by_side + on_top }
    }

    /// How much longer the launch takes for each nanosecond more of a resource.
    /// The times of all terms, each times its slope, add up to the whole.
    pub fn slope(&self, resource: Resource) -> f64 {
        if resource.comes_on_top() {
            1.0
        } else if self.side_by_side > 0.0 {
            power(self.of[resource as usize] / self.side_by_side, self.norm - 1.0)
        } else {
            0.0
        }
    }
}

/// `base` to the power; those of the usual norms are had by multiplying.
fn power(base: f64, exponent: f64) -> f64 {
    match exponent {
        0.0 => 1.0,
        0.5 => base.sqrt(),
        1.0 => base,
        1.5 => base * base.sqrt(),
        2.0 => base * base,
        3.0 => base * base * base,
        _ => base.powf(exponent),
    }
}

/// The inverse of [`power`].
fn root(power: f64, exponent: f64) -> f64 {
    match exponent {
        1.0 => power,
        2.0 => power.sqrt(),
        3.0 => power.cbrt(),
        _ => power.powf(1.0 / exponent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times() -> Vec<f64> {
        (0..TERMS.len()).map(|place| (place % 7) as f64).collect()
    }

    #[test]
    fn times_one_after_the_other_add_up() {
        let sums = Sums::of(&times(), 1.0);
        assert!((sums.whole - times().iter().sum::<f64>()).abs() < 1e-9);
    }

    #[test]
    fn shares_add_up_to_the_whole_whatever_the_norm() {
        for norm in [1.0, 1.5, 2.0, 4.0, 50.0] {
            let sums = Sums::of(&times(), norm);
            let parts = TERMS.iter().zip(times()).map(|(t, time)| time * sums.slope(t.resource));
            assert!((parts.sum::<f64>() / sums.whole - 1.0).abs() < 1e-9, "norm {norm}");
        }
    }

    #[test]
    fn a_large_norm_leaves_the_slowest_resource() {
        let sums = Sums::of(&times(), 200.0);
        let slowest = sums.of[..5].iter().copied().fold(0.0, f64::max);
        assert!((sums.whole - sums.of[Resource::Launch as usize]) / slowest < 1.02);
    }

    #[test]
    fn nothing_takes_no_time() {
        let sums = Sums::of(&vec![0.0; TERMS.len()], 2.0);
        assert_eq!((sums.whole, sums.slope(Resource::Memory)), (0.0, 0.0));
    }
}

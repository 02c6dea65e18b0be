//! Prices, and the time they predict for a launch's demands.

use std::collections::BTreeMap;

use propp_base_model::counters::{CODE_LOAD_ROUNDS, CODE_OTHER_WAITS};
use serde::{Deserialize, Serialize};

use super::terms::{HOST_LINK, LAUNCHES, OF_THE_CODE};
use super::{Certainty, HOST_TERMS, HostWork, Resource, TERMS, Unknown, Unseen, Work};

/// The fitted price of a term.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Price {
    pub term: String,
    /// Nanoseconds per unit.
    pub ns: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The largest demand of a launch (for host terms: of a run) in the fitted data.
    pub most: f64,
}

/// The prices of a GPU.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CostModel {
    /// How far resources overlap: 1 adds their times up, infinity takes the longest.
    pub norm: f64,
    /// A prediction is right within this factor in 95 % of held-out cases.
    pub spread: f64,
    /// How far off predictions for programs are that are not like those of the suite; `None` if that
    /// was not calibrated.
    pub unseen: Option<Unseen>,
    /// In the order of [`TERMS`].
    pub prices: Vec<Price>,
    /// In the order of [`HOST_TERMS`].
    pub host: Vec<Price>,
    /// Terms without a price: no recording had one of their counters, or other terms say what they
    /// say.
    pub without: Vec<&'static str>,
    /// Of the price of a launch, what passes between kernels: a run takes it, and no kernel.
    pub between_ns: f64,
    /// `None` if the order by predicted times was not validated.
    pub certainty: Option<Certainty>,
    /// Prices for launches whose code is not known; `None` if these are such prices.
    pub coarse: Option<Box<CostModel>>,
}

/// Whether a demand is so far outside the fitted range, up to `most`, that the prediction is
/// unreliable: at the upper end of the price's interval it is a considerable share of the time. For
/// a price of 0 any demand far outside counts.
pub fn is_outside(demand: f64, most: f64, upper: f64, whole_ns: f64) -> bool {
    let matters = demand * upper > MIN_SHARE * whole_ns;
    demand > OUTSIDE * most && (matters || (upper == 0.0 && demand > OUTSIDE_UNPRICED * most))
}

/// The predicted time of a launch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Predicted {
    pub ns: f64,
    /// The largest share first; shares add up to 1.
    pub parts: Vec<Part>,
    /// A term whose demand is outside the fitted range.
    pub outside: Option<String>,
}

impl Predicted {
    /// The resource with the largest part of the time.
    pub fn largest(&self) -> Resource {
        let mut shares: BTreeMap<Resource, f64> = BTreeMap::new();
        for part in &self.parts {
            *shares.entry(part.resource).or_default() += part.share;
        }
        let largest = shares.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        largest.map_or(Resource::Launch, |(resource, _)| resource)
    }
}

/// A term's share of a predicted time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    pub term: &'static str,
    pub resource: Resource,
    pub share: f64,
}

/// A demand of more than this many times the largest fitted one is outside the fitted range.
const OUTSIDE: f64 = 4.0;

/// The same for a term whose price is 0.
const OUTSIDE_UNPRICED: f64 = 25.0;

/// A term with a smaller share of the time makes no prediction unreliable.
const MIN_SHARE: f64 = 0.1;

impl CostModel {
    /// Whether a term that only the code of a kernel tells has a price.
    pub fn prices_code(&self) -> bool {
        let is_priced = |name: &&str| price(&self.prices, name).is_some_and(|price| price.ns > 0.0);
        OF_THE_CODE.iter().any(is_priced)
    }

    /// Takes terms out, whose counters were not recorded.
    pub fn lack(&mut self, terms: &[&'static str]) {
        let new = terms.iter().filter(|term| !self.without.contains(term)).copied();
        self.without = self.without.iter().copied().chain(new.collect::<Vec<_>>()).collect();
        if let Some(coarse) = &mut self.coarse {
            coarse.lack(terms);
        }
    }

    /// The prices of kernels by themselves, without what passes between launches.
    pub fn of_kernels(&self) -> Self {
        let mut own = self.clone();
        if let Some(launch) = own.prices.iter_mut().find(|price| price.term == LAUNCHES) {
            launch.ns = (launch.ns - self.between_ns).max(0.0);
        }
        own.coarse = self.coarse.as_ref().map(|coarse| Box::new(coarse.of_kernels()));
        own
    }

    /// What a launch that does nothing takes by itself, in ns.
    pub fn launch_alone_ns(&self) -> f64 {
        let launch = price(&self.prices, LAUNCHES).map_or(0.0, |launch| launch.ns);
        (launch - self.between_ns).max(0.0)
    }

    /// A byte between host and device, where the host's memory is pinned.
    pub fn link_byte_ns(&self) -> Option<f64> {
        price(&self.prices, HOST_LINK).map(|link| link.ns).filter(|ns| *ns > 0.0)
    }

    /// A wait of the host for the GPU, beyond what it waits for.
    pub fn wait_ns(&self) -> Option<f64> {
        price(&self.host, "synchronisations").map(|wait| wait.ns)
    }

    /// The prices in the order of [`TERMS`]; 0 for a term that the model lacks.
    pub fn in_order(&self) -> Vec<f64> {
        (0..TERMS.len()).map(|at| self.price(at).map_or(0.0, |price| price.ns)).collect()
    }

    /// The price of a term by its name.
    pub fn price_of(&self, term: &str) -> Option<f64> {
        price(&self.prices, term).map(|price| price.ns)
    }

    /// The price of the term at this place in [`TERMS`].
    pub fn price(&self, at: usize) -> Option<&Price> {
        let name = TERMS[at].name;
        // A model that is as old as its terms has it there.
        let here = self.prices.get(at).filter(|price| price.term == name);
        here.or_else(|| price(&self.prices, name))
    }

    /// The nanoseconds of a launch with these demands at these prices, both in the order of
    /// [`TERMS`].
    pub fn ns(&self, demands: &[f64], prices: &[f64]) -> f64 {
        ResourceTimes::new(&products(demands, prices), self.norm).whole
    }

    /// The time of one launch.
    /// Fails if the launch's demands are unknown.
    pub fn predict(&self, work: &Work) -> Result<Predicted, Unknown> {
        self.for_work(work).predict_by_itself(work)
    }

    /// The prices that fit what is known of a launch: the coarse ones without its code.
    pub fn for_work(&self, work: &Work) -> &Self {
        // The second is not in recordings that were thinned before it existed.
        let is_known =
            [CODE_LOAD_ROUNDS, CODE_OTHER_WAITS].map(|of_code| work.counts.contains_key(of_code));
        match &self.coarse {
            Some(coarse) if is_known != [true; 2] => coarse,
            _ => self,
        }
    }

    /// One set of prices for several launches, the coarse one if the code of any is not known: how
    /// far off their times may be, and how certain their order is.
    pub fn for_all<'w>(&self, works: impl IntoIterator<Item = &'w Work>) -> &Self {
        let is_coarse = |one: &&Self| !std::ptr::eq(*one, self);
        works.into_iter().map(|work| self.for_work(work)).find(is_coarse).unwrap_or(self)
    }

    fn predict_by_itself(&self, work: &Work) -> Result<Predicted, Unknown> {
        let demands = work.demands(&self.without)?;
        let prices = self.in_order();
        let times = products(&demands, &prices);
        let sums = ResourceTimes::new(&times, self.norm);
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
        let beyond = |at: &usize| {
            let price = self.price(*at);
            !self.without.contains(&TERMS[*at].name)
                && price.is_none_or(|price| {
                    is_outside(demands[*at], price.most, price.ns.max(price.high), sums.whole)
                })
        };
        let outside = (0..TERMS.len()).find(beyond).map(|at| TERMS[at].name.to_owned());
        Ok(Predicted { ns: sums.whole, parts, outside })
    }

    /// The mean time of the launches of several kernels.
    /// Fails if the demands of a kernel are unknown, or there is no kernel.
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

    /// Whether copies between host and device are within what was fitted.
    pub fn reaches_copies(&self, work: &HostWork) -> bool {
        let bytes = work.link_bytes();
        price(&self.prices, HOST_LINK).is_none_or(|link| {
            !is_outside(bytes, link.most, link.ns.max(link.high), bytes * link.ns)
        })
    }

    /// The time of the host's work in a run, by term.
    pub fn host_parts(&self, work: &HostWork) -> impl Iterator<Item = (&'static str, f64)> {
        let ns = |prices: &[Price], term: &str| price(prices, term).map_or(0.0, |price| price.ns);
        let of_host = HOST_TERMS
            .iter()
            .map(move |term| (term.name, term.amount(work) * ns(&self.host, term.name)));
        let link = (HOST_LINK, work.link_bytes() * ns(&self.prices, HOST_LINK));
        of_host.chain([link])
    }
}

fn products(demands: &[f64], prices: &[f64]) -> Vec<f64> {
    demands.iter().zip(prices).map(|(demand, price)| demand * price).collect()
}

fn price<'a>(prices: &'a [Price], term: &str) -> Option<&'a Price> {
    prices.iter().find(|price| price.term == term)
}

/// The time of each resource in a launch, and their p-norm.
pub struct ResourceTimes {
    /// In the order of [`Resource::ALL`].
    times: [f64; Resource::ALL.len()],
    /// The norm of the times of all resources that overlap.
    overlapped: f64,
    norm: f64,
    /// The time of the launch.
    pub whole: f64,
}

impl ResourceTimes {
    /// `term_times` is in the order of [`TERMS`].
    pub fn new(term_times: &[f64], norm: f64) -> Self {
        let mut times = [0.0; Resource::ALL.len()];
        for (term, time) in TERMS.iter().zip(term_times) {
            times[term.resource as usize] += time;
        }
        let overlapping = || Resource::ALL.iter().filter(|resource| !resource.comes_on_top());
        // Relative to the largest, so that no power overflows.
        let largest = overlapping().map(|resource| times[*resource as usize]).fold(0.0, f64::max);
        let overlapped = if largest > 0.0 {
            let powers = overlapping().map(|r| power(times[*r as usize] / largest, norm));
            largest * root(powers.sum::<f64>(), norm)
        } else {
            0.0
        };
        let on_top: f64 =
            Resource::ALL.iter().filter(|r| r.comes_on_top()).map(|r| times[*r as usize]).sum();
        Self { times, overlapped, norm, whole: overlapped + on_top }
    }

    /// The derivative of the launch's time by the time of a resource. The sum of each term's
    /// time and slope is the whole.
    pub fn slope(&self, resource: Resource) -> f64 {
        if resource.comes_on_top() {
            1.0
        } else if self.overlapped > 0.0 {
            power(self.times[resource as usize] / self.overlapped, self.norm - 1.0)
        } else {
            0.0
        }
    }
}

/// `base.powf(exponent)`, faster for the usual norms.
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
#[path = "model_tests.rs"]
mod tests;

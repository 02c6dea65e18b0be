//! The cost model in a weights file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::WeightsError;
use crate::{Certainty, CostModel, HOST_TERMS, Price, Resource, TERMS, Unseen, Within};

/// Prices by the name of their term.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CostFile {
    norm: f64,
    spread: f64,
    /// Terms without a price: a counter is missing, or other terms say what they say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    without: Vec<String>,
    between_ns: f64,
    /// Only if the fit had pairs to calibrate it on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    certainty: Option<Certainty>,
    /// Only if the fit had kernels of programs outside of suites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unseen: Option<UnseenFile>,
    kernel: BTreeMap<String, PriceFile>,
    host: BTreeMap<String, PriceFile>,
    /// Prices for launches without code. Without these all prices are such prices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    coarse: Option<Box<CostFile>>,
}

/// The factors of programs that no fit has seen, by the resource with the largest part of the time.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnseenFile {
    kernels: u64,
    by_resource: BTreeMap<Resource, Within>,
}

impl UnseenFile {
    fn from_unseen(unseen: Unseen) -> Self {
        let by_resource = Resource::ALL.into_iter().zip(unseen.by_resource).collect();
        Self { kernels: unseen.kernels, by_resource }
    }

    /// `None` if a resource lacks its factors, or they are no factors.
    fn into_unseen(self) -> Option<Unseen> {
        let within = Resource::ALL.map(|resource| self.by_resource.get(&resource).copied());
        let is_factor = |one: &Within| {
            (1.0..1e6).contains(&one.eighty) && (one.eighty..1e6).contains(&one.ninety_five)
        };
        let all: Vec<Within> = within.into_iter().flatten().filter(is_factor).collect();
        Some(Unseen { by_resource: all.try_into().ok()?, kernels: self.kernels })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceFile {
    ns: f64,
    low: f64,
    high: f64,
    most: f64,
}

impl PriceFile {
    /// One second per unit; a larger price is an error of the file.
    const MAX_NS: f64 = 1e9;

    fn fault(&self) -> Option<&'static str> {
        let prices = [self.low, self.ns, self.high];
        if prices.iter().any(|price| !(0.0..=Self::MAX_NS).contains(price)) {
            Some("is negative, no number or absurd")
        } else if !prices.is_sorted() {
            Some("is not within its interval")
        } else if !(self.most.is_finite() && self.most >= 0.0) {
            Some("has no range")
        } else {
            None
        }
    }
}

impl CostFile {
    pub(super) fn from_model(model: &CostModel) -> Self {
        let named = |prices: &[Price]| {
            let file = |p: &Price| PriceFile { ns: p.ns, low: p.low, high: p.high, most: p.most };
            let own = prices.iter().filter(|price| !model.without.contains(&price.term.as_str()));
            own.map(|price| (price.term.clone(), file(price))).collect()
        };
        let coarse = model.coarse.as_deref().map(|coarse| Box::new(Self::from_model(coarse)));
        let (kernel, host) = (named(&model.prices), named(&model.host));
        let without = model.without.iter().map(|term| (*term).to_owned()).collect();
        let CostModel { norm, spread, between_ns, certainty, unseen, .. } = *model;
        let unseen = unseen.map(UnseenFile::from_unseen);
        Self { norm, spread, without, between_ns, certainty, unseen, kernel, host, coarse }
    }

    pub(super) fn into_model(self) -> Result<CostModel, WeightsError> {
        let bad = |what: String| Err(WeightsError::Cost { what });
        let is_factor = |number: f64| (1.0..1e6).contains(&number);
        if !(is_factor(self.norm) && is_factor(self.spread)) {
            return bad(format!("norm {} and spread {} must be 1 or more", self.norm, self.spread));
        }
        if !(self.between_ns.is_finite() && self.between_ns >= 0.0) {
            return bad(format!("{} ns between launches must not be below 0", self.between_ns));
        }
        if let Some(Certainty { scale, growth, .. }) = self.certainty
            && !(scale.is_finite() && scale > 0.0 && growth.is_finite() && growth >= 0.0)
        {
            return bad(format!(
                "the scale {scale} of its certainty must be above 0, and its growth {growth} not \
                 below"
            ));
        }
        let unseen = match self.unseen.map(UnseenFile::into_unseen) {
            Some(None) => {
                return bad("the factors of unseen programs must name all resources and be at \
                            least 1, the second not smaller than the first"
                    .to_owned());
            }
            known => known.flatten(),
        };
        let kernel_terms: Vec<&str> = TERMS.iter().map(|term| term.name).collect();
        let mut without = Vec::new();
        for name in &self.without {
            match kernel_terms.iter().find(|term| *term == name) {
                Some(term) => without.push(*term),
                None => return bad(format!("it is without {name}, and there is no such term")),
            }
        }
        let host_terms: Vec<&str> = HOST_TERMS.iter().map(|term| term.name).collect();
        for (prices, terms) in [(&self.kernel, kernel_terms), (&self.host, host_terms)] {
            let is_missing =
                |term: &&&str| !prices.contains_key(**term) && !without.contains(*term);
            if let Some(missing) = terms.iter().find(is_missing) {
                return bad(format!("the price of {missing} is missing"));
            }
            for (name, price) in prices {
                if !terms.contains(&name.as_str()) {
                    return bad(format!("there is no term {name}"));
                }
                if let Some(what) = price.fault() {
                    return bad(format!("the price of {name} {what}"));
                }
            }
        }
        let coarse = self.coarse.map(|coarse| coarse.into_model()).transpose()?.map(Box::new);
        if coarse.as_ref().is_some_and(|coarse| coarse.coarse.is_some()) {
            return bad("coarse prices have no coarse prices".to_owned());
        }
        let listed = |named: BTreeMap<String, PriceFile>| {
            let price = |(term, p): (String, PriceFile)| Price {
                term,
                ns: p.ns,
                low: p.low,
                high: p.high,
                most: p.most,
            };
            named.into_iter().map(price).collect()
        };
        Ok(CostModel {
            norm: self.norm,
            spread: self.spread,
            unseen,
            prices: listed(self.kernel),
            host: listed(self.host),
            without,
            between_ns: self.between_ns,
            certainty: self.certainty,
            coarse,
        })
    }
}

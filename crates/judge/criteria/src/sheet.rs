//! The working sheet of a criterion: what its formula may read, and what it did read.

use std::borrow::Cow;

use propp_base_model::{DeviceFacts, LaunchFacts};

use super::evidence::{Evidence, InputSource, NoValue, Note};
use super::readings::CounterValues;

pub(super) struct Sheet<'a> {
    pub(super) launch: &'a LaunchFacts,
    pub(super) device: &'a DeviceFacts,
    pub(super) counters: &'a CounterValues,
    pub(super) evidence: Evidence,
}

impl Sheet<'_> {
    pub(super) fn in_one_pass<const N: usize>(
        &mut self,
        names: [&'static str; N],
    ) -> Result<[f64; N], NoValue> {
        let values = self.counters.in_one_pass(names)?;
        for (name, value) in names.into_iter().zip(values) {
            self.evidence.input(InputSource::Counter, name, value);
        }
        Ok(values)
    }

    /// Each counter from any pass.
    pub(super) fn in_any_pass<const N: usize>(
        &mut self,
        names: [&'static str; N],
    ) -> Result<[f64; N], NoValue> {
        let mut values = [0.0; N];
        for (value, name) in values.iter_mut().zip(names) {
            *value = self.count(name)?;
        }
        Ok(values)
    }

    /// A count of work, from any pass.
    pub(super) fn count(&mut self, name: &'static str) -> Result<f64, NoValue> {
        let value = self.counters.in_any_pass(name)?;
        Ok(self.evidence.input(InputSource::Counter, name, value))
    }

    /// An optional count of work.
    pub(super) fn if_counted(&mut self, name: &'static str) -> Option<f64> {
        self.count(name).ok()
    }

    pub(super) fn launch_fact(&mut self, name: &'static str, number: f64) -> f64 {
        self.evidence.input(InputSource::Launch, name, number)
    }

    pub(super) fn device_fact(&mut self, name: impl Into<Cow<'static, str>>, number: f64) -> f64 {
        self.evidence.input(InputSource::Device, name, number)
    }

    pub(super) fn derived(&mut self, name: impl Into<Cow<'static, str>>, number: f64) -> f64 {
        self.evidence.input(InputSource::Derived, name, number)
    }

    pub(super) fn note(&mut self, note: Note) {
        self.evidence.note(note);
    }

    pub(super) fn sms(&mut self) -> f64 {
        let sms = self.device.sms();
        self.device_fact("SMs", sms)
    }
}

/// The divisor of a formula, which must be positive.
pub(super) fn divisor(name: &str, value: f64) -> Result<f64, NoValue> {
    if value > 0.0 {
        Ok(value)
    } else {
        Err(NoValue::unavailable(format!("{name} is {value}, so there is nothing to divide by")))
    }
}

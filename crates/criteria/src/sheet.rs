//! The working sheet on which a launch's criterion is computed.

use std::borrow::Cow;

use propp_model::{DeviceFacts, LaunchFacts};

use super::CounterValues;
use super::assessment::{Evidence, InputSource, Note};
use super::no_value::NoValue;

/// What a formula may read, and the record of what it did read.
pub(super) struct Sheet<'a> {
    pub(super) launch: &'a LaunchFacts,
    pub(super) device: &'a DeviceFacts,
    pub(super) counters: &'a CounterValues,
    pub(super) evidence: Evidence,
}

impl Sheet<'_> {
    /// Several counters from one pass.
    pub(super) fn together<const N: usize>(
        &mut self,
        names: [&'static str; N],
    ) -> Result<[f64; N], NoValue> {
        let values = self.counters.together(names)?;
        for (name, value) in names.into_iter().zip(values) {
            self.evidence.input(InputSource::Counter, name, value);
        }
        Ok(values)
    }

    /// Several counters, each from any pass.
    pub(super) fn apart<const N: usize>(
        &mut self,
        names: [&'static str; N],
    ) -> Result<[f64; N], NoValue> {
        let mut values = [0.0; N];
        for (value, name) in values.iter_mut().zip(names) {
            *value = self.anywhere(name)?;
        }
        Ok(values)
    }

    /// One counter of what the program did, from any pass.
    pub(super) fn anywhere(&mut self, name: &'static str) -> Result<f64, NoValue> {
        let value = self.counters.anywhere(name)?;
        Ok(self.evidence.input(InputSource::Counter, name, value))
    }

    /// One counter that a formula can do without.
    pub(super) fn if_counted(&mut self, name: &'static str) -> Option<f64> {
        self.anywhere(name).ok()
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

/// The divisor of a formula, which must have counted something.
pub(super) fn divisor(name: &str, value: f64) -> Result<f64, NoValue> {
    if value > 0.0 {
        Ok(value)
    } else {
        Err(NoValue::unavailable(format!("{name} is {value}, so there is nothing to divide by")))
    }
}

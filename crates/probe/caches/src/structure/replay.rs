//! Replays recorded chases.

use std::collections::VecDeque;

use propp_base_model::Sample;

use super::lab::fingerprint;
use crate::{Chase, Chaser, Trace};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    #[error("the samples do not begin with the options of the experiment")]
    NoOptions,
    #[error("chase {0} is not the one that was recorded: another version recorded it")]
    Another(usize),
}

pub(super) struct Replay<'a> {
    samples: VecDeque<&'a Sample>,
    asked: usize,
}

impl<'a> Replay<'a> {
    pub(super) fn new(samples: &'a [Sample]) -> Self {
        Self { samples: samples.iter().collect(), asked: 0 }
    }
}

impl Chaser for Replay<'_> {
    type Error = ReplayError;

    fn chase(&mut self, chase: &Chase) -> Result<Trace, ReplayError> {
        self.asked += 1;
        let sample = self.samples.pop_front().ok_or(ReplayError::Another(self.asked))?;
        let same = sample.get("fingerprint") == Some(fingerprint(chase));
        if !same || sample.values.len() != chase.recorded {
            return Err(ReplayError::Another(self.asked));
        }
        Ok(sample.values.iter().map(|cycles| *cycles as u32).collect())
    }
}

//! Memory pools. All memory comes from the one arena, so a pool is a number with a threshold.

use std::ffi::c_void;

use crate::status::{self, Status};

pub(crate) type Pool = *mut c_void;

/// The device's own pool; others follow.
pub(crate) const DEFAULT: usize = 1;

/// The program's pools by their handles less [`DEFAULT`], each with its threshold; None where
/// one was destroyed.
#[derive(Debug)]
pub(crate) struct Pools {
    thresholds: Vec<Option<u64>>,
    /// Of the device.
    pub(crate) current: usize,
}

impl Pools {
    pub(crate) fn new() -> Self {
        Self { thresholds: vec![Some(0)], current: DEFAULT }
    }

    pub(crate) fn threshold(&mut self, pool: Pool) -> Result<&mut u64, Status> {
        let index = (pool as usize).checked_sub(DEFAULT);
        let known = index.and_then(|index| self.thresholds.get_mut(index));
        known.and_then(Option::as_mut).ok_or(status::INVALID_VALUE)
    }

    pub(crate) fn create(&mut self) -> Pool {
        self.thresholds.push(Some(0));
        (DEFAULT + self.thresholds.len() - 1) as Pool
    }

    pub(crate) fn destroy(&mut self, pool: Pool) -> Result<(), Status> {
        self.threshold(pool)?;
        if pool as usize == DEFAULT {
            return Err(status::INVALID_VALUE);
        }
        self.thresholds[pool as usize - DEFAULT] = None;
        Ok(())
    }
}

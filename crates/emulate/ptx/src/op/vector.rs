//! Registers that an access moves together.

use super::Slot;
use crate::text::Type;

/// The registers of a vector access, one for each element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// None for an element that nobody wants.
    pub elements: Vec<Option<Slot>>,
    pub ty: Type,
    /// Whether the registers are of 64 bits.
    pub wide: bool,
    /// Bits of the registers: what a signed load extends to.
    pub register_bits: u32,
}

//! What can be wrong with a weights file.

use super::weights::SCHEMA;
use crate::Criterion;

/// What can be wrong with weights.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// Not TOML, a field of the wrong type, or a field too many or too few.
    #[error("the weights file cannot be read: {0}")]
    Syntax(#[from] toml::de::Error),
    /// Written by another version.
    #[error("the weights file says schema {found}, and this propp reads schema {SCHEMA} only")]
    Schema {
        /// What the file says.
        found: String,
    },
    /// A model that is not there.
    #[error("the weights file asks for the model {found:?}; there are: {known}")]
    Model {
        /// What the file says.
        found: String,
        /// The models there are.
        known: String,
    },
    /// A criterion that is not there.
    #[error("the weights file weighs {found:?}; the criteria are: {known}")]
    Criterion {
        /// What the file says.
        found: String,
        /// The criteria there are.
        known: String,
    },
    /// Criteria without a weight.
    #[error("no weight for {missing}; a criterion that shall not count gets weight 0")]
    Missing {
        /// Their names.
        missing: String,
    },
    /// Negative, infinite or not a number.
    #[error("the weight of {criterion} is {weight}; weights are finite and not negative")]
    BadWeight {
        /// Whose.
        criterion: Criterion,
        /// What the file says.
        weight: f64,
    },
    /// No criterion counts.
    #[error("all weights are 0, so nothing would be measured")]
    AllZero,
    /// No such file inside the program.
    #[error("there are no bundled weights named {asked:?}; there are: {known}")]
    NotBundled {
        /// The name asked for.
        asked: String,
        /// The names there are.
        known: String,
    },
    /// Draws that are none.
    #[error(
        "the draws of the weights are not weights of all criteria, in the paper's order, finite \
         and not negative"
    )]
    Draws,
    /// A price that is none.
    #[error("the cost model: {what}")]
    Cost {
        /// What is wrong.
        what: String,
    },
}

//! Errors of weights files.

use propp_judge_criteria::Criterion;

/// The version of the file format that this program reads and writes.
pub(super) const SCHEMA: i64 = 1;

#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    #[error("the weights file cannot be read: {0}")]
    Syntax(#[from] toml::de::Error),
    #[error("the weights file says schema {found}, and this propp reads schema {SCHEMA} only")]
    Schema { found: String },
    #[error("the weights file asks for the model {found:?}; there are: {known}")]
    Model { found: String, known: String },
    #[error("the weights file weighs {found:?}; the criteria are: {known}")]
    Criterion { found: String, known: String },
    #[error("no weight for {missing}; a criterion that shall not count gets weight 0")]
    Missing { missing: String },
    #[error("the weight of {criterion} is {weight}; weights are finite and not negative")]
    BadWeight { criterion: Criterion, weight: f64 },
    #[error("all weights are 0, so nothing would be measured")]
    AllZero,
    #[error("there are no bundled weights named {asked:?}; there are: {known}")]
    NotBundled { asked: String, known: String },
    #[error(
        "the draws of the weights are not weights of all criteria, in the paper's order, finite \
         and not negative"
    )]
    Draws,
    #[error("the cost model: {what}")]
    Cost { what: String },
}

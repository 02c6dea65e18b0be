//! The input and the reference result of a case. They are cached, since variants of a
//! primitive follow one another. Arrays that the next primitive reads, too, are kept.

use std::any::Any;

use propp_collect_cuda::Bench;
use propp_suite_problems::data;
use propp_suite_problems::data::Input;
use propp_suite_problems::primitive::Primitive;
use propp_suite_problems::reference::{Expected, expected};
use propp_suite_problems::value::Value;
use propp_suite_problems::{Case, Distribution, Element};

use super::inputs::Inputs;
use super::not_measured::NotMeasured;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    primitive: Primitive,
    element: Element,
    n: u64,
    distribution: Distribution,
    seed: u64,
}

/// An input on the host and on the device, and the expected result.
pub(super) struct CaseData<T> {
    pub(super) input: Input<T>,
    pub(super) inputs: Inputs,
    pub(super) expected: Reference<T>,
}

/// The expected result, computed on demand: a replay compares nothing.
pub(super) struct Reference<T> {
    result: Expected<T>,
    is_known: bool,
}

impl<T: Value> Reference<T> {
    pub(super) fn of(&mut self, primitive: Primitive, input: &Input<T>) -> &Expected<T> {
        if !self.is_known {
            self.result = expected(primitive, input, std::mem::take(&mut self.result));
            self.is_known = true;
        }
        &self.result
    }
}

#[derive(Default)]
pub(super) struct Cache {
    last: Option<(Key, Box<dyn Any>)>,
    /// Whether an earlier case used the data, or a part, and may have changed it.
    pub(super) is_used: bool,
}

impl Cache {
    pub(super) fn data<T: Value>(
        &mut self,
        bench: &mut Bench,
        primitive: Primitive,
        case: &Case,
    ) -> Result<&mut CaseData<T>, NotMeasured> {
        let &Case { element, n, distribution, seed, .. } = case;
        let key = Key { primitive, element, n, distribution, seed };
        let (known, last) = self.last.take().unzip();
        // Data of another element type are of no use.
        let last = last.and_then(|data| data.downcast::<CaseData<T>>().ok());
        self.is_used = last.is_some();
        let data = match last {
            Some(data) if known == Some(key) => data,
            last => {
                let last = last.map(|data| (data.input, data.inputs, data.expected.result));
                let (input, inputs, result) = last.unwrap_or_default();
                let input = data::make(primitive, case, input);
                let inputs = inputs.upload(bench, primitive, &input)?;
                let expected = Reference { result, is_known: false };
                Box::new(CaseData { input, inputs, expected })
            }
        };
        let (_, data) = self.last.insert((key, data));
        data.downcast_mut()
            .ok_or_else(|| NotMeasured::Skipped("the input has another type".to_owned()))
    }

    /// Drops the data, which a case may have changed.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }
}

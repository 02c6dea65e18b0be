//! The input and the reference of a case. Variants of one primitive follow one
//! another, so the last ones are kept; so are the arrays that the next primitive reads,
//! too.

use std::any::Any;

use propp_cuda::Bench;
use propp_problems::data;
use propp_problems::data::Input;
use propp_problems::primitive::Primitive;
use propp_problems::reference::{Expected, expected};
use propp_problems::value::Value;
use propp_problems::{Case, Distribution, Element};

use super::inputs::Inputs;
use super::stop::Stop;

/// What an input depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    primitive: Primitive,
    element: Element,
    n: u64,
    distribution: Distribution,
    seed: u64,
}

/// An input on the host and on the device, and what must come out.
pub(super) struct Data<T> {
    pub(super) input: Input<T>,
    pub(super) inputs: Inputs,
    /// Computed when first asked for: a replay compares nothing.
    expected: Expected<T>,
    is_expected: bool,
}

impl<T: Value> Data<T> {
    /// Makes sure that what must come out is known.
    pub(super) fn expect(&mut self, primitive: Primitive) {
        if !self.is_expected {
            self.expected = expected(primitive, &self.input, std::mem::take(&mut self.expected));
            self.is_expected = true;
        }
    }

    /// Everything at once; what must come out, if it was asked for.
    pub(super) fn parts(&mut self) -> (&Input<T>, &mut Inputs, Option<&Expected<T>>) {
        (&self.input, &mut self.inputs, self.is_expected.then_some(&self.expected))
    }
}

/// The last input.
#[derive(Default)]
pub(super) struct Cache {
    last: Option<(Key, Box<dyn Any>)>,
    /// Whether an earlier case had it, or some of it, and may have changed it.
    pub(super) is_used: bool,
}

impl Cache {
    /// The data of a case.
    pub(super) fn data<T: Value>(
        &mut self,
        bench: &mut Bench,
        primitive: Primitive,
        case: &Case,
    ) -> Result<&mut Data<T>, Stop> {
        let &Case { element, n, distribution, seed, .. } = case;
        let key = Key { primitive, element, n, distribution, seed };
        let (known, last) = self.last.take().unzip();
        // Of another element type there is nothing to keep.
        let last = last.and_then(|data| data.downcast::<Data<T>>().ok());
        self.is_used = last.is_some();
        let data = match last {
            Some(data) if known == Some(key) => data,
            last => {
                let last = last.map(|data| (data.input, data.inputs, data.expected));
                let (input, inputs, expected) = last.unwrap_or_default();
                let input = data::make(primitive, case, input);
                let inputs = inputs.upload(bench, primitive, &input)?;
                Box::new(Data { input, inputs, expected, is_expected: false })
            }
        };
        let (_, data) = self.last.insert((key, data));
        data.downcast_mut().ok_or_else(|| Stop::Skipped("the input has another type".to_owned()))
    }

    /// Forgets the data, which may have been changed.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }
}

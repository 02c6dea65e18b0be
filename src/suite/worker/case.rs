//! The input and the reference of a case. Variants of one primitive follow one
//! another, so the last ones are kept.

use std::any::Any;

use super::buffers::Inputs;
use super::stop::Stop;
use crate::cuda::Bench;
use crate::suite::data::{self, Input};
use crate::suite::primitive::Primitive;
use crate::suite::protocol::{Case, Distribution, Element};
use crate::suite::reference::{Expected, expected};
use crate::suite::value::Value;

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
    /// Made when first asked for: a replay compares nothing.
    expected: Option<Expected<T>>,
}

impl<T: Value> Data<T> {
    /// Makes sure that what must come out is known.
    pub(super) fn expect(&mut self, primitive: Primitive) {
        if self.expected.is_none() {
            self.expected = Some(expected(primitive, &self.input));
        }
    }

    /// Everything at once; what must come out, if it was asked for.
    pub(super) fn parts(&mut self) -> (&Input<T>, &mut Inputs, Option<&Expected<T>>) {
        (&self.input, &mut self.inputs, self.expected.as_ref())
    }
}

/// The last input.
#[derive(Default)]
pub(super) struct Cache {
    last: Option<(Key, Box<dyn Any>)>,
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
        let kept = self.last.take().filter(|(last, _)| *last == key).map(|(_, data)| data);
        let data: Box<Data<T>> = match kept.map(Box::<dyn Any>::downcast) {
            Some(Ok(data)) => data,
            // What was there is gone by now, and its memory free.
            _ => {
                let input = data::make(primitive, case);
                let inputs = Inputs::upload(bench, primitive, &input)?;
                Box::new(Data { input, inputs, expected: None })
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

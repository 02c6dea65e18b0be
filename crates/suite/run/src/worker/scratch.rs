//! Host memory for downloaded results. It is kept from case to case, since page faults
//! take longer than the copies.

use std::any::Any;

use propp_suite_problems::value::Value;

#[derive(Default)]
pub(super) struct Scratch {
    /// A `Vec` of the last result's elements.
    out: Option<Box<dyn Any>>,
    aux: Vec<u32>,
}

impl Scratch {
    /// Calls `work` with memory for this many elements, whose contents are undefined.
    pub(super) fn with<T: Value, R>(
        &mut self,
        out: usize,
        aux: usize,
        work: impl FnOnce(&mut [T], &mut [u32]) -> R,
    ) -> R {
        let last = self.out.take().and_then(|last| last.downcast::<Vec<T>>().ok());
        let mut kept = last.unwrap_or_default();
        let result = work(room(&mut kept, out), room(&mut self.aux, aux));
        self.out = Some(kept);
        result
    }
}

/// The first `count` elements; allocates if there are too few.
fn room<T: Copy + Default>(kept: &mut Vec<T>, count: usize) -> &mut [T] {
    if kept.len() < count {
        // Free the old memory first, to make room.
        *kept = Vec::new();
        *kept = vec![T::default(); count];
    }
    &mut kept[..count]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_kept_for_the_next_of_the_same_type() {
        let mut scratch = Scratch::default();
        scratch.with(3, 1, |out: &mut [i32], aux| {
            out.copy_from_slice(&[1, 2, 3]);
            aux[0] = 4;
        });
        scratch
            .with(2, 1, |out: &mut [i32], aux| assert_eq!((&*out, &*aux), (&[1, 2][..], &[4][..])));
        scratch.with(4, 2, |out: &mut [i32], aux| assert_eq!((out.len(), aux.len()), (4, 2)));
        scratch.with(1, 0, |out: &mut [f64], aux| assert_eq!((&*out, aux.len()), (&[0.0][..], 0)));
    }
}

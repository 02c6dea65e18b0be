//! Recipes of input arrays: arrays with equal recipes are equal, so that primitives
//! share them and they are made and copied once. Pure.

use super::primitive::Primitive;
use super::sizes::sizes;
use crate::{Case, Distribution, Element};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// At random. `coarse` rounds floats to multiples of 2^-8.
    Drawn {
        coarse: bool,
    },
    Ascending,
    /// At random, inside and outside of the histogram's bins.
    Binned,
    /// At random, with runs of equal elements.
    Runs,
    /// At random, with the element to find.
    Findable,
    /// Like the first range, except for one element.
    Copied,
    /// Elements to search for.
    Needles,
    /// Ascending, with elements of the first range.
    Sharing,
    /// Keys of segments.
    Keys,
    /// The index of each element.
    Places,
    /// Where segments begin.
    Offsets,
    /// Indices to gather from.
    Sources,
    /// Indices to scatter to.
    Targets,
    Flags,
}

/// Arrays of one recipe are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    pub way: Way,
    /// Number of elements, and the problem's other size if the array depends on it.
    sizes: (u64, u64),
    element: Element,
    distribution: Distribution,
    seed: u64,
}

/// The recipe of each array of an input; `None` if the primitive does not use it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recipes {
    pub first: Option<Recipe>,
    pub second: Option<Recipe>,
    pub aux: Option<Recipe>,
    pub index: Option<Recipe>,
    pub flags: Option<Recipe>,
}

impl Recipes {
    /// The recipes of a case, with an element type that overrides the case's.
    pub fn new(primitive: Primitive, element: Element, case: &Case) -> Self {
        let (n, m) = sizes(primitive, case.n, case.distribution);
        let recipe = |way, sizes| {
            let &Case { distribution, seed, .. } = case;
            Some(Recipe { way, sizes, element, distribution, seed })
        };
        let elements = if primitive.has_sides() { n * m } else { n };
        Self {
            first: first(primitive, element).and_then(|way| recipe(way, (elements, 0))),
            second: second(primitive, element).and_then(|way| recipe(way, (n, m))),
            aux: match primitive {
                _ if primitive.is_by_key() => recipe(Way::Keys, (n, 0)),
                _ if primitive.is_pairs() => recipe(Way::Places, (n, 0)),
                Primitive::Spmv => recipe(Way::Sources, (m, n)),
                _ => None,
            },
            index: match primitive {
                _ if !primitive.uses_index() => None,
                _ if primitive.is_segmented() => recipe(Way::Offsets, (n, m)),
                _ if primitive.is_gather() => recipe(Way::Sources, (n, m)),
                _ => recipe(Way::Targets, (n, m)),
            },
            flags: match primitive {
                Primitive::GatherIf => recipe(Way::Flags, (m, 0)),
                _ if primitive.uses_flags() => recipe(Way::Flags, (n, 0)),
                _ => None,
            },
        }
    }
}

const fn is_float(element: Element) -> bool {
    matches!(element, Element::F32 | Element::F64)
}

fn first(primitive: Primitive, element: Element) -> Option<Way> {
    let is_float = is_float(element);
    Some(match primitive {
        _ if !primitive.uses_input() => return None,
        Primitive::Histogram if !is_float => Way::Binned,
        Primitive::Unique => Way::Runs,
        Primitive::Find => Way::Findable,
        _ if primitive.wants_sorted() => Way::Ascending,
        // Integers have no coarse grid.
        _ => Way::Drawn { coarse: is_float && primitive.sums() },
    })
}

fn second(primitive: Primitive, element: Element) -> Option<Way> {
    Some(match primitive {
        _ if !primitive.uses_second() => return None,
        Primitive::Equal | Primitive::Mismatch => Way::Copied,
        _ if primitive.has_operand() => Way::Drawn { coarse: is_float(element) },
        Primitive::LowerBound => Way::Needles,
        _ if primitive.is_set() => Way::Sharing,
        _ => Way::Ascending,
    })
}

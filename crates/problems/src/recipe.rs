//! What the arrays of an input depend on, so that those that several primitives have
//! alike are made and copied once. Pure.

use super::data::sizes;
use super::primitive::Primitive;
use crate::{Case, Distribution, Element};

/// How an array is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// At random; floats on a coarse grid, or not.
    Drawn { coarse: bool },
    /// In order.
    Ascending,
    /// At random, around the histogram's bins.
    Binned,
    /// At random, with runs of equal elements.
    Runs,
    /// At random, with the element that is to be found.
    Findable,
    /// As the first range, but for one element.
    Copied,
    /// What is searched for.
    Needles,
    /// In order, sharing elements with the first range.
    Sharing,
    /// Keys of segments.
    Keys,
    /// Its own place in each element.
    Places,
    /// Where segments begin.
    Offsets,
    /// Where elements are from.
    Sources,
    /// Where elements go.
    Targets,
    /// Yes and no.
    Flags,
}

/// Arrays of one recipe are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    pub way: Way,
    /// Elements, and where it depends on that the problem's other size.
    sizes: (u64, u64),
    element: Element,
    distribution: Distribution,
    seed: u64,
}

/// The recipe of each array of an input; none for those that its primitive does not
/// use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recipes {
    pub first: Option<Recipe>,
    pub second: Option<Recipe>,
    pub aux: Option<Recipe>,
    pub index: Option<Recipe>,
    pub flags: Option<Recipe>,
}

impl Recipes {
    /// Of a case, with elements that may be other than it says.
    pub fn of(primitive: Primitive, element: Element, case: &Case) -> Self {
        let (n, m) = sizes(primitive, case.n, case.distribution);
        let recipe = |way, sizes| {
            let &Case { distribution, seed, .. } = case;
            Some(Recipe { way, sizes, element, distribution, seed })
        };
        let elements = if primitive == Primitive::Transpose { n * m } else { n };
        Self {
            first: first(primitive, element).and_then(|way| recipe(way, (elements, 0))),
            second: second(primitive).and_then(|way| recipe(way, (n, m))),
            aux: match primitive {
                _ if primitive.is_by_key() => recipe(Way::Keys, (n, 0)),
                _ if primitive.is_pairs() => recipe(Way::Places, (n, 0)),
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

fn first(primitive: Primitive, element: Element) -> Option<Way> {
    let is_float = matches!(element, Element::F32 | Element::F64);
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

fn second(primitive: Primitive) -> Option<Way> {
    Some(match primitive {
        _ if !primitive.uses_second() => return None,
        Primitive::Equal | Primitive::Mismatch => Way::Copied,
        Primitive::LowerBound => Way::Needles,
        _ if primitive.is_set() => Way::Sharing,
        _ => Way::Ascending,
    })
}

use propp_suite_abi::raw;
use propp_suite_problems::Element;

/// The number of an element type in `propp_primitive.h`.
pub(super) const fn abi_type(element: Element) -> u32 {
    match element {
        Element::I32 => raw::I32,
        Element::U32 => raw::U32,
        Element::F32 => raw::F32,
        Element::I64 => raw::I64,
        Element::F64 => raw::F64,
    }
}

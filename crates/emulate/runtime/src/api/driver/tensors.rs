//! Tensor maps, by which the TMA copies boxes of tensors.

use std::ffi::{c_int, c_uint, c_void};

use propp_emulate_engine::{Element, Swizzle, TensorMap};

use super::call;
use crate::runtime::Runtime;
use crate::status::{self, Status};

const AXES: usize = 5;
/// Of addresses, and of distances between rows.
const ALIGNMENT: u64 = 16;
const MOST_SIDE: u32 = 256;
const MOST_STEP: u32 = 8;
const MOST_EXTENT: u64 = 1 << 32;
const MOST_STRIDE: u64 = 1 << 40;
const MAP_ALIGNMENT: usize = 64;

type Bytes = [u8; 128];

/// What a program says of a tensor and of the box.
struct Said<'p> {
    element: c_int,
    base: u64,
    extents: &'p [u64],
    strides: &'p [u64],
    sides: &'p [u32],
    steps: &'p [u32],
    interleave: c_int,
    swizzle: c_int,
    fill: c_int,
}

fn map(runtime: &mut Runtime, said: &Said<'_>) -> Result<TensorMap, Status> {
    let number = |number: c_int| c_uint::try_from(number).unwrap_or(c_uint::MAX);
    let element = Element::from_number(number(said.element));
    let swizzle = Swizzle::from_number(number(said.swizzle));
    let (Some(element), Some(swizzle), 0) = (element, swizzle, said.interleave) else {
        let text = "the program asked for a tensor map of packed types of 4 or 6 bits, with an \
                    interleaved layout, or with a swizzle of Blackwell, which propp does not emulate: \
                    the call failed with CUDA_ERROR_NOT_SUPPORTED";
        runtime.report("tensor-map", text.to_owned());
        return Err(status::NOT_SUPPORTED);
    };
    let axes = said.extents.len();
    let mut all = TensorMap {
        element,
        axes,
        base: said.base,
        extents: [1; AXES],
        strides: [0; AXES],
        sides: [1; AXES],
        steps: [1; AXES],
        swizzle,
        fills_with_nan: said.fill == 1,
    };
    all.extents[..axes].copy_from_slice(said.extents);
    all.strides[0] = element.bytes();
    all.strides[1..axes].copy_from_slice(said.strides);
    all.sides[..axes].copy_from_slice(said.sides);
    all.steps[..axes].copy_from_slice(said.steps);
    // Of axis 0 all elements are taken.
    all.steps[0] = 1;
    let row = u64::from(all.sides[0]) * element.bytes();
    let within = |ok: bool| if ok { Ok(()) } else { Err(status::INVALID_VALUE) };
    within(said.base.is_multiple_of(ALIGNMENT) && row.is_multiple_of(ALIGNMENT))?;
    within(said.extents.iter().all(|extent| (1..=MOST_EXTENT).contains(extent)))?;
    let is_stride = |stride: &u64| stride.is_multiple_of(ALIGNMENT) && *stride < MOST_STRIDE;
    within(said.strides.iter().all(is_stride))?;
    within(said.sides.iter().all(|side| (1..=MOST_SIDE).contains(side)))?;
    within(said.steps.iter().all(|step| (1..=MOST_STEP).contains(step)))?;
    within(swizzle.width().is_none_or(|width| row <= width))?;
    within(said.fill == 0 || said.fill == 1 && element.is_float())?;
    Ok(all)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuTensorMapEncodeTiled(
    to: *mut Bytes,
    element: c_int,
    axes: c_uint,
    address: *mut c_void,
    extents: *const u64,
    strides: *const u64,
    sides: *const c_uint,
    steps: *const c_uint,
    interleave: c_int,
    swizzle: c_int,
    _promotion: c_int,
    fill: c_int,
) -> Status {
    call(|runtime| {
        let axes = axes as usize;
        let given = !to.is_null() && !extents.is_null() && !sides.is_null() && !steps.is_null();
        let has_strides = axes == 1 || !strides.is_null();
        if !given || !has_strides || !(1..=AXES).contains(&axes) {
            return Err(status::INVALID_VALUE);
        }
        if !to.addr().is_multiple_of(MAP_ALIGNMENT) {
            return Err(status::INVALID_VALUE);
        }
        // SAFETY: the program hands over a value for each axis, a distance for each but the first, and
        // room for a map.
        unsafe {
            let strides = match axes {
                1 => &[],
                _ => std::slice::from_raw_parts(strides, axes - 1),
            };
            let said = Said {
                element,
                base: address as u64,
                extents: std::slice::from_raw_parts(extents, axes),
                strides,
                sides: std::slice::from_raw_parts(sides, axes),
                steps: std::slice::from_raw_parts(steps, axes),
                interleave,
                swizzle,
                fill,
            };
            to.write(map(runtime, &said)?.encode());
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuTensorMapReplaceAddress(map: *mut Bytes, address: *mut c_void) -> Status {
    call(|_| {
        // SAFETY: the program hands over a map.
        let bytes = unsafe { map.as_mut() }.ok_or(status::INVALID_VALUE)?;
        let own = TensorMap::decode(bytes).ok_or(status::INVALID_VALUE)?;
        let base = address as u64;
        if !base.is_multiple_of(ALIGNMENT) {
            return Err(status::INVALID_VALUE);
        }
        *bytes = TensorMap { base, ..own }.encode();
        Ok(())
    })
}

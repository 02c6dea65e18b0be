//! The parameters that a launch gives to its kernel.

use std::ffi::c_void;

use cupti_sys::raw::{CUfunction, CUresult};
use propp_recording_wire::{Bytes, Parameter};

use crate::agent::Agent;
use crate::launch_call::Arguments;

/// More parameters than any kernel has.
const MOST_PARAMETERS: usize = 4096;

/// The parameters of a launch, by the layout that the kernel has.
pub(super) fn parameters(
    agent: &Agent,
    function: CUfunction,
    arguments: Arguments,
) -> Result<Vec<Parameter>, String> {
    let Some(layout_of) = agent.driver.functions.cuFuncGetParamInfo else {
        return Err(
            "the driver is older than CUDA 12.4 and does not describe parameters".to_owned()
        );
    };
    // SAFETY: the list of options of the call that is under way.
    let block = unsafe { block_of(arguments.extra) };
    if block.is_none() && arguments.parameters.is_null() {
        return Ok(Vec::new());
    }
    let mut parameters = Vec::new();
    for index in 0..MOST_PARAMETERS {
        let (mut offset, mut size) = (0, 0);
        // SAFETY: live integers, and a function of the current context.
        let status = unsafe { layout_of(function, index, &raw mut offset, &raw mut size) };
        match status {
            CUresult::CUDA_SUCCESS => {}
            CUresult::CUDA_ERROR_INVALID_VALUE => break,
            CUresult(code) => {
                return Err(format!("the driver does not describe its parameters (error {code})"));
            }
        }
        let value = match block {
            Some(block) if offset.saturating_add(size) > block.1 => {
                return Err("its parameters are shorter than the kernel says".to_owned());
            }
            // SAFETY: within the block, by the line above.
            Some(block) => unsafe { block.0.add(offset) },
            // SAFETY: the launch gives a pointer to each parameter that its kernel has.
            None => unsafe { (*arguments.parameters.add(index)).cast::<u8>().cast_const() },
        };
        if value.is_null() {
            return Err(format!("parameter {index} is missing"));
        }
        // SAFETY: a parameter has so many bytes.
        let bytes = unsafe { std::slice::from_raw_parts(value, size) };
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        parameters.push(Parameter { offset, value: Bytes(bytes.to_vec()) });
    }
    Ok(parameters)
}

/// The block of all parameters and its length, where the launch gives one.
///
/// # Safety
/// The list is null, or one of options as `cuLaunchKernel` takes it.
unsafe fn block_of(extra: *mut *mut c_void) -> Option<(*const u8, usize)> {
    // `CU_LAUNCH_PARAM_BUFFER_POINTER` and `CU_LAUNCH_PARAM_BUFFER_SIZE`.
    const POINTER: usize = 1;
    const SIZE: usize = 2;
    if extra.is_null() {
        return None;
    }
    let (mut block, mut size, mut place) = (None, None, extra);
    // SAFETY: pairs of an option and its value, up to a null.
    unsafe {
        while !(*place).is_null() {
            match (*place).addr() {
                POINTER => block = Some((*place.add(1)).cast::<u8>().cast_const()),
                SIZE => size = (*place.add(1)).cast::<usize>().as_ref().copied(),
                _ => return None,
            }
            place = place.add(2);
        }
    }
    block.zip(size)
}

#[cfg(test)]
mod tests {
    use super::block_of;

    #[test]
    fn a_block_of_parameters_is_found_in_the_options() {
        let (mut bytes, mut size) = ([1_u8, 2, 3], 3_usize);
        let option = |number: usize| std::ptr::without_provenance_mut(number);
        let mut list =
            [option(1), bytes.as_mut_ptr().cast(), option(2), (&raw mut size).cast(), option(0)];
        // SAFETY: such a list.
        let found = unsafe { block_of(list.as_mut_ptr()) };
        assert_eq!(found, Some((bytes.as_ptr(), 3)));
        // SAFETY: no list.
        assert_eq!(unsafe { block_of(std::ptr::null_mut()) }, None);
    }
}

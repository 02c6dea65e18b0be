//! Modules and functions.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};

use super::super::functions::{
    cudaFuncSetAttribute, cudaOccupancyMaxActiveBlocksPerMultiprocessor,
    cudaOccupancyMaxActiveClusters, cudaOccupancyMaxPotentialClusterSize, function_attribute,
};
use super::super::give;
use super::super::missing::is_missing;
use super::super::registration::fatbin_at;
use super::{NOT_FOUND, call, number};
use crate::modules::Program;
use crate::runtime::Function;
use crate::status::{self, Status};

/// A text of PTX is read up to its zero; a fatbin says how long it is.
#[unsafe(no_mangle)]
unsafe extern "C" fn cuModuleLoadData(module: *mut *mut c_void, image: *const u8) -> Status {
    call(|runtime| {
        if image.is_null() {
            return Err(status::INVALID_VALUE);
        }
        // SAFETY: the program hands over a fatbin, or a text that ends with a zero.
        let bytes = unsafe {
            fatbin_at(image)
                .map(<[u8]>::to_vec)
                .unwrap_or_else(|| CStr::from_ptr(image.cast()).to_bytes().to_vec())
        };
        runtime.programs.push(Program::new(bytes));
        let index = runtime.programs.len() - 1;
        runtime.load(index)?;
        // SAFETY: the program hands over room for a handle.
        unsafe { give(module, (index + 1) as *mut c_void) }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuModuleLoad(module: *mut *mut c_void, path: *const c_char) -> Status {
    const FILE_NOT_FOUND: Status = 301;
    // SAFETY: the program hands over a text.
    let path = unsafe { CStr::from_ptr(path) }.to_string_lossy();
    let Ok(mut bytes) = std::fs::read(&*path) else { return FILE_NOT_FOUND };
    bytes.push(0);
    // SAFETY: the same handle; the text ends with the zero above.
    unsafe { cuModuleLoadData(module, bytes.as_ptr()) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuModuleGetFunction(
    function: *mut *mut c_void,
    module: *mut c_void,
    name: *const c_char,
) -> Status {
    call(|runtime| {
        let program = (module as usize).checked_sub(1).ok_or(status::INVALID_VALUE)?;
        // SAFETY: the program hands over a text.
        let name = unsafe { CStr::from_ptr(name) };
        let text = name.to_string_lossy().into_owned();
        if runtime.loaded(program)?.module.kernel(&text).is_none() {
            return Err(NOT_FOUND);
        }
        let known = runtime.functions.iter().find(|(_, f)| f.program == program && f.name == text);
        let handle = match known {
            Some((handle, _)) => *handle,
            None => {
                // The name's own address tells functions apart, and stays.
                let handle = CString::from(name).into_raw() as usize;
                let c_name = handle;
                let new = Function {
                    program,
                    name: text,
                    c_name,
                    dynamic_shared_limit: 0,
                    wide_clusters: false,
                };
                runtime.functions.insert(handle, new);
                handle
            }
        };
        // SAFETY: the program hands over room for a handle.
        unsafe { give(function, handle as *mut c_void) }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuModuleGetGlobal_v2(
    address: *mut u64,
    bytes: *mut usize,
    module: *mut c_void,
    name: *const c_char,
) -> Status {
    call(|runtime| {
        let program = (module as usize).checked_sub(1).ok_or(status::INVALID_VALUE)?;
        // SAFETY: the program hands over a text.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        let loaded = runtime.loaded(program)?;
        let mut variables = loaded.module.variables.iter().zip(&loaded.addresses);
        let (variable, place) = variables.find(|(v, _)| v.name == name).ok_or(NOT_FOUND)?;
        // SAFETY: the program hands over room for both, or null for what it does not want.
        unsafe {
            if !bytes.is_null() {
                bytes.write(variable.bytes as usize);
            }
            if !address.is_null() {
                address.write(*place);
            }
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuFuncGetAttribute(
    value: *mut c_int,
    name: c_int,
    function: *const c_void,
) -> Status {
    call(|runtime| {
        let found = function_attribute(runtime, function, name)?;
        // SAFETY: the program hands over room for a number.
        unsafe { give(value, found) }
    })
}

/// Of propp alone (`propp emulate` of a captured launch): a module of PTX, with its machine code beside it.
#[unsafe(no_mangle)]
unsafe extern "C" fn cuProppLoad(
    module: *mut *mut c_void,
    cubin: *const u8,
    bytes: usize,
    texts: *const *const c_char,
    count: usize,
) -> Status {
    call(|runtime| {
        // SAFETY: propp hands over so many bytes, and so many texts that end with a zero.
        let (cubin, texts) = unsafe {
            let texts = std::slice::from_raw_parts(texts, count);
            let texts =
                texts.iter().map(|text| CStr::from_ptr(*text).to_string_lossy().into_owned());
            (std::slice::from_raw_parts(cubin, bytes).to_vec(), texts.collect())
        };
        runtime.programs.push(Program::of_texts(cubin, texts));
        let index = runtime.programs.len() - 1;
        runtime.load(index)?;
        // SAFETY: propp hands over room for a handle.
        unsafe { give(module, (index + 1) as *mut c_void) }
    })
}

/// Where a parameter begins, and its bytes. The kernel has none of this index if it fails.
#[unsafe(no_mangle)]
unsafe extern "C" fn cuFuncGetParamInfo(
    function: *const c_void,
    index: usize,
    offset: *mut usize,
    bytes: *mut usize,
) -> Status {
    call(|runtime| {
        let function = runtime.function(function as usize)?;
        let kernel = runtime.loaded(function.program)?.module.kernel(&function.name);
        let parameter = kernel.and_then(|kernel| kernel.parameters.get(index));
        let parameter = parameter.ok_or(status::INVALID_VALUE)?;
        // SAFETY: the program hands over room for the offset, and for the size or null.
        unsafe {
            give(offset, parameter.offset as usize)?;
            if !bytes.is_null() {
                bytes.write(parameter.bytes as usize);
            }
        }
        Ok(())
    })
}

/// The address of a driver's function, in the newest form that this library has.
#[unsafe(no_mangle)]
unsafe extern "C" fn cudaGetDriverEntryPointByVersion(
    symbol: *const c_char,
    address: *mut *mut c_void,
    _version: c_uint,
    _flags: u64,
    found: *mut c_int,
) -> Status {
    const NOT_FOUND: c_int = 1;
    // SAFETY: the program hands over a text, and room for a pointer and a number or null.
    unsafe {
        let name = CStr::from_ptr(symbol).to_string_lossy();
        let forms = ["_v2", ""].iter().map(|form| format!("{name}{form}"));
        let forms = forms.filter(|form| !is_missing(form));
        let forms = forms.filter_map(|form| CString::new(form).ok());
        let mut places = forms.map(|form| libc::dlsym(libc::RTLD_DEFAULT, form.as_ptr()));
        let place = places.find(|place| !place.is_null());
        address.write(place.unwrap_or(std::ptr::null_mut()));
        if !found.is_null() {
            found.write(if place.is_some() { 0 } else { NOT_FOUND });
        }
        status::SUCCESS
    }
}

succeed! { call(|_| Ok(()));
    // Its variables stay: another module may have their addresses.
    cuModuleUnload(*mut c_void);
    cuFuncSetCacheConfig(*const c_void, c_int);
}

forward! { number;
    cuOccupancyMaxActiveClusters(
        clusters: *mut c_int,
        function: *const c_void,
        config: *const c_void
    ) = cudaOccupancyMaxActiveClusters(clusters, function, config.cast());
    cuOccupancyMaxPotentialClusterSize(
        size: *mut c_int,
        function: *const c_void,
        config: *const c_void
    ) = cudaOccupancyMaxPotentialClusterSize(size, function, config.cast());
    cudaGetDriverEntryPoint(
        symbol: *const c_char,
        address: *mut *mut c_void,
        flags: u64,
        found: *mut c_int
    ) = cudaGetDriverEntryPointByVersion(symbol, address, 0, flags, found);
    cuModuleLoadDataEx(
        module: *mut *mut c_void,
        image: *const u8,
        count: c_uint,
        options: *mut c_int,
        values: *mut *mut c_void
    ) = cuModuleLoadData(module, image);
    cuFuncSetAttribute(function: *const c_void, name: c_int, value: c_int) =
        cudaFuncSetAttribute(function, name, value);
    cuOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks: *mut c_int,
        function: *const c_void,
        threads: c_int,
        shared: usize
    ) = cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}

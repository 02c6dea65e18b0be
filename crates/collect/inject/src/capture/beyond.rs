//! What a kernel does that a file cannot hold, by its code.

use std::collections::BTreeSet;

use propp_code_sass::{Class, Cubin, Space};

/// Why a launch of this kernel would not be the same alone. `None` if its code, and that of the
/// functions that it calls by name, has nothing of the kind.
pub(super) fn beyond_a_file(cubin: &Cubin<'_>, kernel: &str) -> Option<String> {
    let mut open = vec![kernel];
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(why) = of_name(name) {
            return Some(why.to_owned());
        }
        let Some(function) = cubin.function(name).filter(|_| seen.insert(name)) else { continue };
        for instruction in function.instructions() {
            let space = instruction.memory.map(|memory| memory.space);
            if space == Some(Space::Surface) {
                return Some("the kernel uses surfaces, which a file does not hold".to_owned());
            }
            if instruction.opcode.class() == Some(Class::Texture) {
                return Some("the kernel reads textures, which a file does not hold".to_owned());
            }
            open.extend(cubin.called(function, &instruction));
        }
        open.extend(&function.externals);
    }
    None
}

/// Why a kernel that calls this function cannot be captured.
fn of_name(name: &str) -> Option<&'static str> {
    match name {
        "malloc" | "free" | "__cuda_syscall_malloc" | "__cuda_syscall_free" => {
            Some("the kernel uses the device heap (malloc or free), which a file does not hold")
        }
        _ => of_runtime(name),
    }
}

/// The same of the functions of CUDA's runtime for kernels. Those that ask for errors, attributes or limits
/// are no obstacle.
fn of_runtime(name: &str) -> Option<&'static str> {
    let call = name.strip_prefix("__cudaCDP2").or_else(|| name.strip_prefix("__cudaCDP"));
    let call = call.or_else(|| name.strip_prefix("cuda"))?;
    let is_one = |names: &[&str]| names.iter().any(|name| call.starts_with(name));
    if is_one(&["LaunchDevice", "GetParameterBuffer"]) {
        return Some("the kernel launches kernels itself, and these are no part of a file");
    }
    if is_one(&["Memcpy", "Memset"]) {
        return Some(
            "the kernel starts copies or sets of memory itself (cudaMemcpyAsync or cudaMemsetAsync), and \
             these are no part of a file",
        );
    }
    is_one(&["Malloc", "Free"]).then_some(
        "the kernel uses the device heap (cudaMalloc or cudaFree), which a file does not hold",
    )
}

#[cfg(test)]
mod tests;

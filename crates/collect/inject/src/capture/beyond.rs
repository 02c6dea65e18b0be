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
        name if name.starts_with("__cudaCDP") || name.starts_with("cudaLaunchDevice") => {
            Some("the kernel launches kernels itself, and these are no part of a file")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;

//! What the names of kernels say about the place of a launch in the program.

use std::collections::HashMap;

use propp_base_names::{demangle, own_name};

/// Who tries out variants of a kernel before a program begins its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tuner {
    /// The autotuner of XLA (JAX, TensorFlow).
    Xla,
    /// The autotuners of Triton and Inductor, which time variants with an empty cache.
    Triton,
    /// cuDNN's search for the fastest algorithm of a convolution.
    Cudnn,
}

impl Tuner {
    pub const fn title(self) -> &'static str {
        match self {
            Self::Xla => "XLA's autotuner",
            Self::Triton => "the autotuner of Triton or Inductor",
            Self::Cudnn => "cuDNN's search for algorithms",
        }
    }

    /// How later runs of the program go without its work.
    pub const fn cure(self) -> &'static str {
        match self {
            Self::Xla => {
                "JAX_COMPILATION_CACHE_DIR=DIR keeps what was compiled and tuned for later runs; \
                 XLA_FLAGS=--xla_gpu_autotune_level=0 turns it off"
            }
            Self::Triton => {
                "@triton.autotune(..., cache_results=True) keeps what Triton chose for later runs; \
                 Inductor keeps its choice in TORCHINDUCTOR_CACHE_DIR"
            }
            Self::Cudnn => {
                "torch.backends.cudnn.benchmark = False turns it off; it pays if the shapes stay \
                 the same for many steps"
            }
        }
    }
}

/// Kernels that only an autotuner launches.
const TUNERS: [(&str, Tuner); 5] = [
    ("RedzoneAllocatorKernel", Tuner::Xla),
    ("DelayKernel", Tuner::Xla),
    ("xla_fp_comparison", Tuner::Xla),
    ("BufferComparator", Tuner::Xla),
    ("RepeatBufferKernel", Tuner::Xla),
];

/// The autotuner that launches a kernel of this name.
pub(crate) fn tuner(name: &str) -> Option<Tuner> {
    TUNERS.iter().find(|(part, _)| name.contains(part)).map(|(_, tuner)| *tuner)
}

/// Whether the kernel is one of cuDNN's for convolutions.
pub(crate) fn is_convolution(name: &str) -> bool {
    const WORDS: [&str; 4] = ["cudnn", "implicit_gemm", "implicit_convolve", "winograd"];
    WORDS.iter().any(|word| name.contains(word))
}

/// Whether the kernel changes the parameters of a model, as the end of a training step does.
pub(crate) fn is_update(name: &str) -> bool {
    const UPDATES: [&str; 5] = ["multi_tensor", "Adam", "adam", "Sgd", "sgd"];
    // The methods of Adams solve differential equations.
    UPDATES.iter().any(|part| has_without(name, part, "s"))
}

/// Whether a part of the name is this, and goes on otherwise.
fn has_without(name: &str, part: &str, end: &str) -> bool {
    name.match_indices(part).any(|(at, _)| !name[at + part.len()..].starts_with(end))
}

/// Whether the layers of a model have such a kernel: a product of matrices, a convolution, attention.
pub(crate) fn is_layer(name: &str) -> bool {
    const WORDS: [&str; 7] = ["gemm", "nvjet", "xmma", "cutlass", "fmha", "flash_", "attention"];
    is_convolution(name)
        || WORDS.iter().any(|word| name.contains(word))
        // Neither what converts nor what converges.
        || has_without(name, "conv", "e")
}

/// Whether the kernel is a part of one call of a library that sorts or factorises in many passes.
pub(crate) fn is_pass(name: &str) -> bool {
    const PASSES: [&str; 8] =
        ["RadixSort", "MergeSort", "trsm", "potf2", "potrf", "getrf", "geqrf", "syevj"];
    PASSES.iter().any(|part| name.contains(part))
}

/// Whether the kernel sets memory to one value.
pub(crate) fn is_fill(name: &str) -> bool {
    name.contains("FillFunctor")
}

/// A number for the operation of each kernel: variants of one operation have the same.
pub(crate) fn operations(names: &[&str]) -> Vec<u32> {
    let mut known: HashMap<String, u32> = HashMap::new();
    let number = |name: &&str| {
        let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
        *known.entry(operation(name)).or_insert(next)
    };
    names.iter().map(number).collect()
}

/// What the kernel does, whatever its tile, type or alignment.
fn operation(name: &str) -> String {
    const PRODUCTS: [&str; 7] =
        ["gemm", "gemv", "nvjet", "xmma", "cublas", "cutlass", "scal_kernel"];
    const GATHERS: [&str; 3] = ["gather_kernel", "gpu_index_kernel", "indexSelect"];
    const ATTENTION: [&str; 3] = ["fmha", "flash_", "attention"];
    let demangled = demangle(name);
    let own = own_name(&demangled);
    let is_one_of = |parts: &[&str]| parts.iter().any(|part| demangled.contains(part));
    if is_one_of(&ATTENTION) {
        "attention".to_owned()
    } else if is_one_of(&PRODUCTS) {
        "product".to_owned()
    } else if is_one_of(&GATHERS) {
        "gather".to_owned()
    } else if own.ends_with("elementwise_kernel") {
        "elementwise".to_owned()
    } else {
        own.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_begin_alike_are_others() {
        let updates = ["adamw_step", "FusedAdamMathFunctor", "void sgd<float>", "adams_then_adam"];
        assert!(updates.into_iter().all(is_update));
        assert!(!["adams_bashforth", "AdamsMoulton", "scale"].into_iter().any(is_update));
        assert!(["conv2d", "dwconv", "convolve", "convert_conv"].into_iter().all(is_layer));
        assert!(!["convert_half", "has_converged", "copy"].into_iter().any(is_layer));
    }
}

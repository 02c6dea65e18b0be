//! Which GPUs run which code.

use propp_base_model::{ComputeCapability, DeviceFacts, Product};
use propp_code_fatbin::{Suffix, Target};

/// A product and what an SM of it has.
#[derive(Clone, Debug)]
pub struct Gpu {
    pub product: Product,
    pub sm: DeviceFacts,
}

impl Gpu {
    /// A product by name, or the names that there are.
    /// Fails if there is no such product, or what an SM of it has is not known.
    pub fn named(name: &str) -> Result<Self, String> {
        let found = Product::named(name);
        let gpu = found.and_then(|product| Some(Self { product, sm: product.sm()? }));
        gpu.ok_or_else(|| {
            let known: Vec<&str> = Product::all().iter().map(|product| product.name).collect();
            format!("no GPU {name} is known; there are {}", known.join(", "))
        })
    }

    /// One product for each compute capability that runs the code; that of the same number first.
    pub fn for_target(target: Target) -> Vec<Self> {
        let mut gpus: Vec<Self> = Vec::new();
        for &product in Product::all() {
            let Some(sm) = product.sm() else { continue };
            let is_new = gpus.iter().all(|gpu| gpu.sm.compute_capability != sm.compute_capability);
            if is_new && runs(sm.compute_capability, target) {
                gpus.push(Self { product, sm });
            }
        }
        gpus.sort_by_key(|gpu| gpu.sm.compute_capability);
        gpus
    }

    pub fn runs(&self, target: Target) -> bool {
        runs(self.sm.compute_capability, target)
    }

    /// `sm_90`.
    pub fn architecture(&self) -> Target {
        let ComputeCapability { major, minor } = self.sm.compute_capability;
        Target { number: major * 10 + minor, suffix: Suffix::None }
    }
}

/// GPUs of Jetson, Orin and Thor run only code of their own architecture, and no other GPU runs
/// theirs (CUDA programming guide, binary compatibility).
const EMBEDDED: [(u32, u32); 4] = [(7, 2), (8, 7), (8, 8), (11, 0)];

/// Code runs on its own architecture and on later ones of the same major number; with `f` on
/// those of its family, which have the same major number, too; with `a` only on its own.
fn runs(gpu: ComputeCapability, target: Target) -> bool {
    let own = (target.number / 10, target.number % 10);
    let gpu = (gpu.major, gpu.minor);
    let is_exact =
        target.suffix == Suffix::Specific || EMBEDDED.contains(&own) || EMBEDDED.contains(&gpu);
    gpu == own || !is_exact && gpu.0 == own.0 && gpu.1 > own.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(target: &str) -> Vec<&'static str> {
        let gpus = Gpu::for_target(Target::parse(target).unwrap());
        gpus.iter().map(|gpu| gpu.product.name).collect()
    }

    #[test]
    fn code_runs_on_later_gpus_of_its_major_number() {
        assert_eq!(names("sm_80"), ["A100", "A10", "L40"]);
        assert_eq!(names("sm_86"), ["A10", "L40"]);
        assert_eq!(names("sm_87"), ["Orin"]);
        assert_eq!(names("sm_90"), ["H100"]);
        assert_eq!(names("sm_100"), ["B200", "B300"]);
        assert_eq!(names("sm_100a"), ["B200"]);
        assert_eq!(names("sm_100f"), ["B200", "B300"]);
        assert_eq!(names("sm_120"), ["RTX 5090", "Spark"]);
        assert_eq!(names("sm_88"), [""; 0]);
        assert_eq!(names("sm_20"), [""; 0]);
    }

    #[test]
    fn an_unknown_gpu_lists_the_known_ones() {
        let error = Gpu::named("voodoo").unwrap_err();
        assert!(error.starts_with("no GPU voodoo is known; there are V100, T4"), "{error}");
        assert_eq!(Gpu::named("RTX 4090").unwrap().architecture().to_string(), "sm_89");
    }
}

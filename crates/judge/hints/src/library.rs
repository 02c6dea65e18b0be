//! Kernels of libraries: the user calls them and cannot change their code.
//!
//! `libraries.toml` says whose a kernel is by its name, and what change of the call helps
//! against a defect. A file of the user's comes before it.

use propp_base_names::path;
use propp_base_text::line_words;
use regex_lite::Regex;
use serde::{Deserialize, Deserializer};

use super::effect::Expected;
use super::{Advice, Hint, Nothing, Rule};

const BUNDLED: &str = include_str!("libraries.toml");

/// Whose kernels are not the user's own code; by default all are the user's.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Libraries {
    #[serde(default, rename = "own")]
    own: Vec<Own>,
    #[serde(default, rename = "library")]
    libraries: Vec<Library>,
}

/// Kernels that are the user's code, whatever a library's pattern says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    kernels: Pattern,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Library {
    name: String,
    kernels: Pattern,
    #[serde(default, rename = "call")]
    calls: Vec<Call>,
}

/// What to change in a call.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    kernels: Option<Pattern>,
    rules: Option<Vec<Rule>>,
    change: Option<String>,
}

#[derive(Clone, Debug)]
struct Pattern(Regex);

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Regex::new(&text).map(Self).map_err(serde::de::Error::custom)
    }
}

impl Libraries {
    /// Those that propp knows.
    /// Fails when the file inside this propp cannot be read.
    pub fn bundled() -> Result<Self, String> {
        Self::from_toml(BUNDLED).map_err(|error| {
            format!(
                "the list of libraries inside this propp cannot be read, which is a fault of it: \
                 {error}"
            )
        })
    }

    /// From a file in the form of `libraries.toml`.
    /// Fails when it has another form.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let read: Result<Self, toml::de::Error> = toml::from_str(text);
        let all = read.map_err(|error| {
            let line = line_words(text, error.span().map_or(0, |span| span.start));
            format!("{line}: {}", error.message())
        })?;
        let calls = all.libraries.iter().flat_map(|library| &library.calls);
        let mut words = all.libraries.iter().map(|library| library.name.as_str());
        let patterns = all.libraries.iter().map(|library| &library.kernels);
        let mut patterns = patterns.chain(all.own.iter().map(|own| &own.kernels));
        if words.any(str::is_empty)
            || patterns.any(|pattern| pattern.0.as_str().is_empty())
            || calls.filter_map(|call| call.change.as_ref()).any(String::is_empty)
        {
            return Err("a name, a pattern or a change is empty".to_owned());
        }
        Ok(all)
    }

    /// These first, then the others.
    #[must_use]
    pub fn before(mut self, others: Self) -> Self {
        self.own.extend(others.own);
        self.libraries.extend(others.libraries);
        self
    }

    /// Whether a kernel is a library's, by its demangled name.
    pub fn have(&self, demangled: &str) -> bool {
        self.of(demangled).is_some()
    }

    /// The library that a kernel belongs to, by its demangled name.
    fn of(&self, demangled: &str) -> Option<&Library> {
        let path = path(demangled);
        let is_own = self.own.iter().any(|own| own.kernels.0.is_match(&path));
        let mut libraries = self.libraries.iter().filter(|_| !is_own);
        libraries.find(|library| library.kernels.0.is_match(&path))
    }

    /// The advice on a kernel, with changes of the call where its code is a library's.
    pub(super) fn adapt(&self, advice: Advice, demangled: &str) -> Advice {
        // Patterns are about the beginning of a name, and expressions take their time.
        const FAR: usize = 16 << 10;
        let demangled = &demangled[..demangled.floor_char_boundary(FAR)];
        match self.of(demangled) {
            Some(library) => library.adapt(advice, demangled),
            None => advice,
        }
    }
}

impl Library {
    fn adapt(&self, advice: Advice, demangled: &str) -> Advice {
        let mut hints: Vec<Hint> = Vec::new();
        for hint in &advice.hints {
            let Some(change) = self.change(hint.rule, demangled) else { continue };
            if hints.iter().all(|other| other.remedy != change) {
                hints.push(self.of_call(hint, change));
            }
        }
        let nothing = match advice.hints.first() {
            Some(_) if !hints.is_empty() => None,
            Some(first) => {
                let defect = first.rule.title().to_owned();
                Some(Nothing::Library { name: self.name.clone(), defect })
            }
            None => advice.nothing,
        };
        Advice { hints, nothing, ..advice }
    }

    fn change(&self, rule: Rule, demangled: &str) -> Option<&str> {
        let fits = |call: &&Call| {
            call.kernels.as_ref().is_none_or(|pattern| pattern.0.is_match(demangled))
                && call.rules.as_ref().is_none_or(|rules| rules.contains(&rule))
        };
        self.calls.iter().find(fits)?.change.as_deref()
    }

    /// A hint on the call: the gain is what the defect costs, and no pair has checked it.
    fn of_call(&self, hint: &Hint, change: &str) -> Hint {
        let mut hint = hint.clone();
        hint.library = Some(self.name.clone());
        hint.causes =
            vec![format!("it is a kernel of {}: only the call can be changed", self.name)];
        hint.remedy = change.to_owned();
        hint.at = None;
        if let Expected::Time { calibrated, .. } = &mut hint.expected {
            *calibrated = false;
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Gain;

    fn hint(rule: Rule) -> Hint {
        let gain = Gain { low: 1.0, likely: 2.0, high: 3.0, priced: 2.0, most: 9.0, kept: 0.5 };
        Hint {
            rule,
            library: None,
            criterion: None,
            evidence: Vec::new(),
            causes: vec!["the code".to_owned()],
            remedy: "change the code".to_owned(),
            expected: Expected::Time {
                now_ns: 1e4,
                gain,
                quality: None,
                calibrated: true,
                beyond: None,
            },
            at: None,
        }
    }

    fn advice(rules: &[Rule]) -> Advice {
        Advice { hints: rules.iter().map(|rule| hint(*rule)).collect(), ..Advice::default() }
    }

    fn library(name: &str) -> Option<String> {
        Libraries::bundled().unwrap().of(name).map(|library| library.name.clone())
    }

    #[test]
    fn a_kernel_is_known_by_its_own_path() {
        for (name, expected) in [
            (
                "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<a<1>, float>(a<1>)",
                "PyTorch",
            ),
            (
                "void (anonymous namespace)::softmax_warp_forward<c10::BFloat16, float, 5>(float*)",
                "PyTorch",
            ),
            (
                "void cub::CUB_300001_SM_900::detail::reduce::DeviceReduceKernel<mine::op>(int)",
                "CUB",
            ),
            ("void thrust::THRUST_300001_SM_900::cuda_cub::core::_kernel_agent<x>(x)", "Thrust"),
            ("nvjet_sm90_tst_128x64_64x8_1x2_h_bz_NNT", "cuBLAS"),
            ("void cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm>(int)", ""),
            ("cudnn_generated_fort_native_sdpa_sm90_flash_bprop_wgmma_f16_knob_26", "cuDNN"),
            ("void cudnn::fusion::convert_dq_to_16bits<true>(void const*)", "cuDNN"),
            ("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "NCCL"),
            ("triton_poi_fused_add_mul_0", "Inductor (torch.compile)"),
            ("loop_add_fusion_3", "XLA"),
            // The user's own, although a library's types stand in them.
            ("void mine<c10::BFloat16>(c10::BFloat16*)", ""),
            ("void reduce<thrust::plus<int>, cub::Sum>(int*)", ""),
            ("gemm_tiled(float*)", ""),
            ("my_nvjet_like(int)", ""),
            ("softmax_kernel", ""),
        ] {
            assert_eq!(library(name).unwrap_or_default(), expected, "{name}");
        }
    }

    #[test]
    fn hints_on_code_become_hints_on_the_call_or_nothing() {
        let libraries = Libraries::bundled().unwrap();
        let optimizer = "void at::native::multi_tensor_apply_kernel<at::A>(at::A)";
        let adapted = libraries.adapt(advice(&[Rule::FewBlocks, Rule::Occupancy]), optimizer);
        let [one] = adapted.hints.as_slice() else { panic!("{adapted:?}") };
        assert!(one.remedy.contains("fused=True"), "{one:?}");
        assert_eq!(one.library.as_deref(), Some("PyTorch"));
        assert!(matches!(one.expected, Expected::Time { calibrated: false, .. }));

        let is_fused = "void at::native::multi_tensor_apply_kernel<FusedAdamMathFunctor>(int)";
        let adapted = libraries.adapt(advice(&[Rule::FewBlocks]), is_fused);
        assert!(adapted.hints.is_empty());
        let said = adapted.nothing.unwrap().to_string();
        assert!(said.contains("PyTorch") && said.contains("Too few blocks"), "{said}");

        assert!(libraries.have(optimizer) && !libraries.have("void mine(int)"));
        let mine = libraries.adapt(advice(&[Rule::FewBlocks]), "void mine(int)");
        assert_eq!(mine, advice(&[Rule::FewBlocks]));
        let none = Libraries::default().adapt(advice(&[Rule::FewBlocks]), optimizer);
        assert_eq!(none, advice(&[Rule::FewBlocks]));
    }

    #[test]
    fn a_file_of_the_user_comes_first() {
        let file = "[[own]]\nkernels = '^cub::mine'\n\
                    [[library]]\nname = \"Ours\"\nkernels = '^(cub|ours)::'\n\
                    [[library.call]]\nrules = [\"atomics\"]\nchange = \"call us\"\n";
        let libraries = Libraries::from_toml(file).unwrap().before(Libraries::bundled().unwrap());
        let change = |name| libraries.adapt(advice(&[Rule::Atomics]), name).hints[0].remedy.clone();
        assert_eq!(change("ours::k()"), "call us");
        assert_eq!(change("cub::k()"), "call us");
        assert_eq!(change("cub::mine::k()"), "change the code");
    }

    #[test]
    fn the_file_of_the_documentation_is_one() {
        let page = include_str!("../../../../docs/hints.md");
        let (_, from) = page.split_once("```toml\n").unwrap();
        let (file, _) = from.split_once("```").unwrap();
        let libraries = Libraries::from_toml(file).unwrap().before(Libraries::bundled().unwrap());
        assert!(libraries.of("cub::DeviceReduceKernel").is_none());
        let library = libraries.of("void acme::solve::batched_lu<int>(int)").unwrap();
        assert!(library.change(Rule::FewBlocks, "acme::solve::batched_lu").is_some());
    }

    #[test]
    fn a_file_in_another_form_says_where() {
        for (file, expected) in [
            ("[[library]]\nname = 'x'\nkernels = '('\n", "open group without closing"),
            ("[[library]]\nname = 'x'\n", "missing field `kernels`"),
            (
                "[[library]]\nname = 'x'\nkernels = 'x'\n[[library.call]]\nrules = ['no']\n",
                "unknown variant",
            ),
            ("[[libary]]\n", "unknown field"),
            ("[[own]]\nkernels = ''\n", "is empty"),
        ] {
            let error = Libraries::from_toml(file).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}

//! Some of the kernels: of an architecture, for a GPU, of a name. And what to do where there
//! are none.

use std::collections::BTreeSet;

use propp_base_names::KernelFilter;
use propp_code_fatbin::{NoDeviceCode, Suffix, Target};

use crate::files::Code;
use crate::gpus::Gpu;

impl Code {
    /// Leaves the kernels of an architecture.
    /// Fails if there is none, with those that there are.
    pub fn only_architecture(&mut self, target: Target) -> Result<(), String> {
        let there_are = self.architectures();
        self.kernels.retain(|kernel| kernel.target == target);
        if self.kernels.is_empty() {
            return Err(format!(
                "there is no kernel for {target}; there are kernels for {there_are}"
            ));
        }
        Ok(())
    }

    /// Leaves of each file the code that the driver would load: the newest that the GPU runs.
    /// Fails if it runs none, with what there is.
    pub fn only_gpu(&mut self, gpu: &Gpu) -> Result<(), String> {
        let there_are = self.architectures();
        let mut best: Vec<Option<Target>> = vec![None; self.files.len()];
        for kernel in self.kernels.iter().filter(|kernel| gpu.runs(kernel.target)) {
            for place in &kernel.places {
                if let Some(best) = best.get_mut(place.file) {
                    *best = (*best).max(Some(kernel.target));
                }
            }
        }
        self.kernels.retain(|kernel| {
            kernel.places.iter().any(|place| best.get(place.file) == Some(&Some(kernel.target)))
        });
        if self.kernels.is_empty() {
            let architecture = gpu.architecture();
            return Err(format!(
                "no kernel runs on {} ({architecture}): there are kernels for {there_are}{}; \
                 compile with nvcc -arch={architecture}",
                gpu.product.name,
                self.ptx_for(gpu),
            ));
        }
        Ok(())
    }

    /// Leaves the kernels of a name.
    /// Fails if there is none, with the likeliest names.
    pub fn only_named(&mut self, filter: &KernelFilter) -> Result<(), String> {
        let names = self.kernels.iter().map(|kernel| &kernel.name.full);
        let filter = &filter.among(names.clone().map(String::as_str));
        if names.clone().any(|name| filter.matches(name)) {
            self.kernels.retain(|kernel| filter.matches(&kernel.name.full));
            return Ok(());
        }
        let names: BTreeSet<&String> = names.collect();
        let names = names.into_iter().cloned().collect();
        Err(filter.nothing_among("no kernel matches --kernel", names))
    }

    /// Why files have no kernel, and what to do. `None` if they have some.
    pub fn without_kernels(&self) -> Option<String> {
        if !self.kernels.is_empty() {
            return None;
        }
        const MOST: usize = 3;
        let names: Vec<&str> = self.files.iter().take(MOST).map(|file| &*file.name).collect();
        let names = names.join(", ");
        let skipped = self.files.iter().flat_map(|file| &file.skipped);
        let skipped: Vec<&str> = skipped.take(MOST).map(String::as_str).collect();
        if !skipped.is_empty() {
            return Some(format!("{names}: no kernel can be read: {}", skipped.join("; ")));
        }
        let parts = self.files.iter().flat_map(|file| &file.entries);
        let parts: BTreeSet<String> = parts
            .map(|part| match part.target {
                Some(target) => format!("{} for {target}", part.kind),
                None => part.kind.to_string(),
            })
            .collect();
        if parts.is_empty() {
            return Some(format!("{names}: no compiled kernel in it; is it built for a GPU?"));
        }
        Some(format!(
            "{names}: no compiled kernel in it, only {}; compile for a GPU (nvcc -arch=sm_90, or \
             ptxas -arch=sm_90 FILE.ptx -o FILE.cubin)",
            parts.into_iter().collect::<Vec<_>>().join(", ")
        ))
    }

    /// `sm_80, sm_90`.
    fn architectures(&self) -> String {
        let targets: BTreeSet<Target> = self.kernels.iter().map(|kernel| kernel.target).collect();
        targets.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// Words for PTX that the driver compiles for a GPU when it is loaded; nothing without.
    fn ptx_for(&self, gpu: &Gpu) -> String {
        let parts = self.files.iter().flat_map(|file| &file.entries);
        let fits = |target: &Target| match target.suffix {
            Suffix::None => target.number <= gpu.architecture().number,
            Suffix::Family | Suffix::Specific => gpu.runs(*target),
        };
        let ptx = parts.filter(|part| part.ptx_version.is_some()).filter_map(|part| part.target);
        ptx.filter(fits).max().map_or_else(String::new, |target| {
            format!(", and PTX for {target}, which the driver compiles when the program runs")
        })
    }
}

/// Why a file has no device code, and what to do.
pub fn without_code(shown: &str, why: &NoDeviceCode) -> String {
    let next = match why {
        NoDeviceCode::NoSection => format!(
            "; if its kernels are in a library that it loads, inspect that (`ldd {shown}` lists \
             them)"
        ),
        NoDeviceCode::UnknownFile(start) if start.contains("SQLite") => {
            format!("; a recording is for `propp show {shown}`")
        }
        NoDeviceCode::Empty | NoDeviceCode::UnknownFile(_) => {
            "; give an executable, a shared library, an object, an archive, a fatbin or a cubin"
                .to_owned()
        }
        NoDeviceCode::NoMember { .. } => "; is it the library of the kernels?".to_owned(),
        NoDeviceCode::Damaged(_) => "; build or copy it again".to_owned(),
        NoDeviceCode::OtherElf | NoDeviceCode::ThinArchive => String::new(),
    };
    format!("{shown}: {why}{next}")
}

/// An architecture as people write it: `sm_90a`, `90a`.
/// Fails if it is none, with what one is called.
pub fn architecture(text: &str) -> Result<Target, String> {
    let lower = text.to_lowercase();
    let target = Target::parse(&lower).or_else(|| Target::parse(&format!("sm_{lower}")));
    target.ok_or_else(|| "an architecture is called sm_90, sm_90a or sm_100f".to_owned())
}

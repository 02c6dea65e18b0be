//! The parameters of a kernel: places from the cubin, types from the mangled name, names from the
//! source.

use propp_base_names::{own_name, without_signature};
use propp_code_sass::Parameter;

use crate::source::{Kernel, Source, pieces};

/// A parameter, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Argument {
    pub index: usize,
    /// From the first parameter.
    pub offset: u16,
    pub bytes: u32,
    /// As demangled, or as in the source.
    pub declared: Option<String>,
    pub name: Option<String>,
}

/// What addresses may be computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pointer {
    Yes,
    /// The type is not known, or is one of several members.
    Perhaps,
    No,
}

impl Argument {
    pub(crate) fn pointer(&self) -> Pointer {
        const NUMBERS: [&str; 12] = [
            "bool", "char", "short", "int", "long", "unsigned", "float", "double", "size_t",
            "uint64_t", "int64_t", "uint32_t",
        ];
        match &self.declared {
            Some(text) if text.ends_with(['*', '&']) => Pointer::Yes,
            _ if self.bytes < 8 => Pointer::No,
            Some(text) if text.split([' ', ':']).any(|word| NUMBERS.contains(&word)) => Pointer::No,
            _ => Pointer::Perhaps,
        }
    }

    /// Whether the type forbids stores.
    pub(crate) fn is_const(&self) -> bool {
        let pointee = self.declared.as_deref().and_then(|text| text.strip_suffix('*'));
        pointee.is_some_and(|text| text.split([' ', '*', '&']).any(|word| word == "const"))
    }

    /// As reports call it.
    pub(crate) fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("parameter {}", self.index + 1))
    }
}

/// The types of a demangled signature; `None` for a name that has none (`extern "C"`).
fn types(demangled: &str) -> Option<Vec<String>> {
    let (_, rest) = demangled.split_once(without_signature(demangled))?;
    let inner = rest.trim().strip_prefix('(')?;
    let inner = &inner[..inner.rfind(')')?];
    let types = pieces(inner).into_iter().map(|piece| inner[piece].trim().to_owned());
    Some(types.filter(|one| !one.is_empty()).collect())
}

pub(crate) fn arguments(
    demangled: &str,
    parameters: &[Parameter],
    source: Option<(&Source, &Kernel)>,
) -> Vec<Argument> {
    let types = types(demangled).filter(|types| types.len() == parameters.len());
    let source = source.filter(|(_, kernel)| kernel.parameters.len() == parameters.len());
    let argument = |(index, parameter): (usize, &Parameter)| {
        let of_source = source.map(|(source, kernel)| {
            let own = &kernel.parameters[index];
            let name = own.name.as_ref();
            let end = name.map_or(own.whole.end, |name| name.start);
            let declared = source.code(&(own.whole.start..end)).replace("__restrict__", "");
            (name.map(|name| source.code(name).to_owned()), declared.trim().to_owned())
        });
        let demangled = types.as_ref().map(|types| types[index].clone());
        let (name, written) = of_source.map_or((None, None), |(name, text)| (name, Some(text)));
        Argument {
            index,
            offset: parameter.offset,
            bytes: parameter.bytes,
            declared: demangled.or(written),
            name,
        }
    };
    parameters.iter().enumerate().map(argument).collect()
}

/// The name that a kernel is defined by.
pub(crate) fn defined_name(demangled: &str) -> &str {
    let own = own_name(demangled);
    own.split('<').next().unwrap_or(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(index: u16, offset: u16, bytes: u32) -> Parameter {
        Parameter { index, offset, bytes }
    }

    #[test]
    fn pointers_are_known_by_their_types() {
        let parameters =
            [parameter(0, 0, 8), parameter(1, 8, 8), parameter(2, 16, 8), parameter(3, 24, 16)];
        let name = "void ns::f<int, (bool)1>(float const*, Pair<int, int>*, unsigned long, View)";
        let all = arguments(name, &parameters, None);
        let pointers: Vec<Pointer> = all.iter().map(Argument::pointer).collect();
        assert_eq!(pointers, [Pointer::Yes, Pointer::Yes, Pointer::No, Pointer::Perhaps]);
        assert_eq!((all[0].is_const(), all[1].is_const()), (true, false));
        assert_eq!(defined_name(name), "f");
        assert_eq!(defined_name("g(int*)"), "g");
    }

    #[test]
    fn a_kernel_without_a_signature_takes_types_from_its_source() {
        let text =
            "extern \"C\" __global__ void f(const float* __restrict__ in, unsigned long n) {}";
        let source = Source::new(text.to_owned());
        let kernel = source.kernel("f").unwrap();
        let all =
            arguments("f", &[parameter(0, 0, 8), parameter(1, 8, 8)], Some((&source, &kernel)));
        assert_eq!((all[0].label(), all[0].pointer()), ("in".to_owned(), Pointer::Yes));
        assert_eq!((all[1].label(), all[1].pointer()), ("n".to_owned(), Pointer::No));
        assert_eq!(arguments("f", &[parameter(0, 0, 8)], None)[0].pointer(), Pointer::Perhaps);
    }
}

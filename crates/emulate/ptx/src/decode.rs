//! From the text to modules and instructions.

mod arithmetic;
mod asynchronous;
mod builder;
mod calls;
mod collective;
mod compare;
mod convert;
mod function;
mod matrix;
mod memory;
mod modifiers;
mod move_;
mod operands;
mod special;
mod variables;

use std::collections::HashMap;

use crate::text::{Declared, FunctionText, PtxError, Result, Text};

use crate::module::{Kernel, Module};

/// What a function's body may refer to.
pub(crate) struct Names<'t, 'a> {
    /// Index into [`Module::variables`].
    pub(crate) variables: HashMap<&'a str, u32>,
    /// Shared variables of the module.
    pub(crate) shared: HashMap<&'a str, &'t Declared<'a>>,
    pub(crate) functions: HashMap<&'a str, &'t FunctionText<'a>>,
}

pub(crate) fn module(text: &Text<'_>) -> Result<Module> {
    let (variables, names) = variables::variables(text)?;
    let mut names = Names { functions: HashMap::new(), ..names };
    for function in &text.functions {
        // A definition replaces its declaration.
        let known = names.functions.get(function.name).is_some_and(|known| known.body.is_some());
        if !known {
            names.functions.insert(function.name, function);
        }
    }
    let kernels =
        text.functions.iter().filter(|function| function.entry && function.body.is_some());
    let kernels = kernels.map(|function| kernel(function, &names)).collect();
    Ok(Module {
        version: text.version,
        target: text.target.to_owned(),
        files: text.files.clone(),
        variables,
        kernels,
    })
}

fn kernel(function: &FunctionText<'_>, names: &Names<'_, '_>) -> Kernel {
    let (parameters, parameter_bytes) = variables::parameters(&function.parameters);
    Kernel {
        name: function.name.to_owned(),
        line: function.line,
        parameters,
        parameter_bytes,
        max_threads: function.max_threads,
        required_threads: function.required_threads,
        code: if function.cluster {
            Err(PtxError::unsupported(function.line, "a kernel of clusters"))
        } else {
            function::code(function, names)
        },
    }
}

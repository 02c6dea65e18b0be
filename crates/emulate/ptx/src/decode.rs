//! From the text to modules and instructions.

mod arithmetic;
mod asynchronous;
mod builder;
mod bulk;
mod calls;
mod collective;
mod compare;
mod convert;
mod function;
mod group;
mod image;
mod matrix;
mod memory;
mod modifiers;
mod move_;
mod operands;
mod pairs;
mod requests;
mod routines;
mod special;
mod variables;
mod video;

use std::cell::OnceCell;
use std::collections::HashMap;

use crate::text::{Declared, FunctionText, Linkage, PtxError, Reason, Result, Text};

use crate::module::{Kernel, Module};

/// What the functions of a unit may refer to: names of its own, and of other units if they are
/// declared.
#[derive(Default)]
pub(crate) struct Names<'t, 'a> {
    /// Index into [`Module::variables`].
    pub(crate) variables: HashMap<&'a str, u32>,
    /// Shared variables of the module.
    pub(crate) shared: HashMap<&'a str, &'t Declared<'a>>,
    pub(crate) functions: HashMap<&'a str, Known<'t, 'a>>,
    /// Numbers of source files begin after this one.
    pub(crate) first_file: u32,
}

/// A function, and the unit that has its body.
#[derive(Clone, Copy)]
pub(crate) struct Known<'t, 'a> {
    pub(crate) unit: usize,
    pub(crate) text: &'t FunctionText<'a>,
}

/// The units of a program, and what they may refer to.
pub(crate) struct Linked<'t, 'a> {
    pub(crate) texts: &'t [Text<'a>],
    pub(crate) units: Vec<Names<'t, 'a>>,
    /// Functions with bodies, by the place of their text.
    indices: HashMap<*const FunctionText<'a>, u32>,
    taken: OnceCell<Vec<Known<'t, 'a>>>,
}

impl<'t, 'a> Linked<'t, 'a> {
    fn new(texts: &'t [Text<'a>], units: Vec<Names<'t, 'a>>) -> Self {
        let indices =
            (0..).zip(bodies(texts)).map(|(index, text)| (std::ptr::from_ref(text), index));
        Self { texts, units, indices: indices.collect(), taken: OnceCell::new() }
    }

    /// The index of a function in [`Module::functions`].
    pub(crate) fn index_of(&self, text: &FunctionText<'a>) -> Option<u32> {
        self.indices.get(&std::ptr::from_ref(text)).copied()
    }

    /// Functions whose addresses are taken.
    pub(crate) fn taken(&self) -> &[Known<'t, 'a>] {
        self.taken.get_or_init(|| routines::taken(self))
    }
}

fn bodies<'t, 'a>(texts: &'t [Text<'a>]) -> impl Iterator<Item = &'t FunctionText<'a>> {
    let all = texts.iter().flat_map(|text| &text.functions);
    all.filter(|function| function.body.is_some())
}

/// Links the units of a program, and decodes its kernels.
pub(crate) fn module(texts: &[Text<'_>]) -> Result<Module> {
    let (in_memory, mut units) = variables::variables(texts)?;
    link_functions(texts, &mut units)?;
    let mut files = Vec::new();
    let mut last_file = 0;
    for (text, unit) in texts.iter().zip(&mut units) {
        unit.first_file = last_file;
        for file in &text.files {
            let number = file.number.saturating_add(unit.first_file);
            last_file = last_file.max(number);
            files.push(crate::text::SourceFile { number, path: file.path.clone() });
        }
    }
    let linked = Linked::new(texts, units);
    let mut kernels: Vec<Kernel> = Vec::new();
    for (unit, text) in texts.iter().enumerate() {
        for function in text.functions.iter().filter(|f| f.entry && f.body.is_some()) {
            let known = kernels.iter().any(|kernel| kernel.name == function.name);
            // Units that use the same template have its kernel each.
            if !known {
                kernels.push(kernel(function, &linked, unit));
            }
        }
    }
    let first = texts.first();
    Ok(Module {
        version: first.map_or((0, 0), |text| text.version),
        target: first.map_or("", |text| text.target).to_owned(),
        files,
        variables: variables::values(&in_memory, &linked)?,
        kernels,
        functions: bodies(texts).map(|function| function.name.to_owned()).collect(),
    })
}

/// Gives each unit its functions, and those of other units that it declares.
fn link_functions<'t, 'a>(texts: &'t [Text<'a>], units: &mut [Names<'t, 'a>]) -> Result<()> {
    let mut visible: HashMap<&str, Known<'t, 'a>> = HashMap::new();
    for (unit, text) in texts.iter().enumerate() {
        for function in text.functions.iter().filter(|function| function.body.is_some()) {
            let known = Known { unit, text: function };
            units[unit].functions.insert(function.name, known);
            match (function.linkage, visible.get(function.name).map(|found| found.text.linkage)) {
                (Linkage::Local | Linkage::External, _) | (Linkage::Weak, Some(_)) => {}
                (Linkage::Visible, Some(Linkage::Visible)) if !function.entry => {
                    let twice = Reason::DefinedTwice(function.name.to_owned());
                    return Err(PtxError::new(function.line, twice));
                }
                (Linkage::Visible | Linkage::Weak, _) => {
                    visible.insert(function.name, known);
                }
            }
        }
    }
    for (unit, text) in texts.iter().enumerate() {
        for function in &text.functions {
            let own = units[unit].functions.get(function.name);
            let is_local = own.is_some_and(|own| own.text.linkage == Linkage::Local);
            let linked = visible.get(function.name).filter(|_| !is_local).or(own).copied();
            let known = linked.unwrap_or(Known { unit, text: function });
            units[unit].functions.insert(function.name, known);
        }
    }
    Ok(())
}

fn kernel<'a>(function: &FunctionText<'a>, linked: &Linked<'_, 'a>, unit: usize) -> Kernel {
    let (parameters, parameter_bytes) = variables::parameters(&function.parameters);
    let (code, refusals) = function::code(function, linked, unit);
    Kernel {
        name: function.name.to_owned(),
        line: function.line,
        parameters,
        parameter_bytes,
        max_threads: function.max_threads,
        required_threads: function.required_threads,
        cluster: function.cluster,
        code,
        refusals,
    }
}

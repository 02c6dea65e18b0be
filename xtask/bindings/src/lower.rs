//! Turns bindgen's `extern "C"` functions, which the linker would have to
//! resolve, into functions that are looked up in a library opened at run time.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{FnArg, ForeignItem, ForeignItemFn, Item, Pat};

use crate::headers::{Binding, Calls};

/// The head of each generated file.
const BANNER: &str =
    "// Written by `cargo xtask bindings`; do not edit. CI checks that it is current.\n\n";

/// The C enum that every driver function returns.
const STATUS_ENUM: &str = "cudaError_enum";

/// Rewrites one file of bindgen's.
pub(crate) fn lower(raw: &str, binding: &Binding) -> Result<String, String> {
    let mut file = syn::parse_file(raw).map_err(|e| format!("not Rust: {e}"))?;
    let functions = take_functions(&mut file.items);
    for (name, variants) in binding.closed_enums {
        close_enum(&mut file.items, name, variants)?;
    }
    let generated = match binding.calls {
        Calls::Tables(tables) => {
            let mut output = as_tables(&functions, tables)?;
            output.extend(parameter_structs(&file.items));
            output.extend(result_names(&file.items)?);
            output
        }
        Calls::Functions => {
            let mut output = as_functions(&functions)?;
            output.extend(known_statuses(&file.items)?);
            output
        }
    };
    let generated: syn::File =
        syn::parse2(generated).map_err(|e| format!("own output does not parse: {e}"))?;
    file.items.extend(generated.items);
    Ok(format!("{BANNER}{}", prettyplease::unparse(&file)))
}

/// Removes the functions from the items and returns them, by name.
fn take_functions(items: &mut Vec<Item>) -> Vec<ForeignItemFn> {
    let mut functions = Vec::new();
    items.retain(|item| {
        let Item::ForeignMod(block) = item else { return true };
        functions.extend(block.items.iter().filter_map(|item| match item {
            ForeignItem::Fn(function) => Some(function.clone()),
            _ => None,
        }));
        false
    });
    functions.sort_by_key(|f| f.sig.ident.to_string());
    functions
}

/// Leaves an enum only the named variants.
fn close_enum(items: &mut [Item], name: &str, keep: &[&str]) -> Result<(), String> {
    let found = items.iter_mut().find_map(|item| match item {
        Item::Enum(found) if found.ident == name => Some(found),
        _ => None,
    });
    let found = found.ok_or_else(|| format!("no enum {name}"))?;
    let kept: Vec<syn::Variant> = found
        .variants
        .iter()
        .filter(|variant| keep.iter().any(|k| variant.ident == k))
        .cloned()
        .collect();
    if kept.len() != keep.len() {
        return Err(format!("{name} lacks one of {}", keep.join(", ")));
    }
    found.variants = kept.into_iter().collect();
    Ok(())
}

/// A function's parameters as names and types.
fn parameters(function: &ForeignItemFn) -> Result<Vec<(syn::Ident, syn::Type)>, String> {
    function
        .sig
        .inputs
        .iter()
        .map(|input| match input {
            FnArg::Typed(typed) => match typed.pat.as_ref() {
                Pat::Ident(name) => Ok((name.ident.clone(), typed.ty.as_ref().clone())),
                _ => Err(format!("unnamed parameter in {}", function.sig.ident)),
            },
            _ => Err(format!("receiver in {}", function.sig.ident)),
        })
        .collect()
}

fn as_tables(functions: &[ForeignItemFn], tables: &[(&str, &str)]) -> Result<TokenStream, String> {
    let mut rest: Vec<&ForeignItemFn> = functions.iter().collect();
    let mut output = TokenStream::new();
    for (prefix, table) in tables {
        let (mine, others) =
            rest.into_iter().partition(|f| f.sig.ident.to_string().starts_with(prefix));
        rest = others;
        output.extend(as_table(&mine, table)?);
    }
    match rest.first() {
        None => Ok(output),
        Some(stray) => Err(format!("{} belongs to no table", stray.sig.ident)),
    }
}

fn as_table(functions: &[&ForeignItemFn], table: &str) -> Result<TokenStream, String> {
    let table = format_ident!("{table}");
    let mut fields = TokenStream::new();
    let mut lookups = TokenStream::new();
    for function in functions {
        let name = &function.sig.ident;
        let symbol = c_string(&name.to_string())?;
        let types = parameters(function)?.into_iter().map(|(_, ty)| ty);
        let output = &function.sig.output;
        fields.extend(quote! {
            pub #name: Option<unsafe extern "C" fn(#(#types),*) #output>,
        });
        lookups.extend(quote! { #name: ::std::mem::transmute(lookup(#symbol)), });
    }
    Ok(quote! {
        #[derive(Clone, Copy)]
        pub struct #table { #fields }
        impl #table {
            /// # Safety
            /// `lookup` returns null or the address of the C function of that name.
            pub unsafe fn resolve(
                mut lookup: impl FnMut(&::std::ffi::CStr) -> *mut ::std::ffi::c_void,
            ) -> Self {
                unsafe { Self { #lookups } }
            }
        }
    })
}

fn as_functions(functions: &[ForeignItemFn]) -> Result<TokenStream, String> {
    let mut output = TokenStream::new();
    for function in functions {
        let name = &function.sig.ident;
        let symbol = c_string(&name.to_string())?;
        let (names, types): (Vec<_>, Vec<_>) = parameters(function)?.into_iter().unzip();
        output.extend(quote! {
            pub unsafe fn #name(#(#names: #types),*) -> CUresult {
                static SYMBOL: crate::loader::Symbol = crate::loader::Symbol::new(#symbol);
                match SYMBOL.address() {
                    Ok(address) => {
                        let function: unsafe extern "C" fn(#(#types),*) -> u32 =
                            unsafe { ::std::mem::transmute(address) };
                        known_status(unsafe { function(#(#names),*) })
                    }
                    Err(status) => status,
                }
            }
        });
    }
    Ok(output)
}

/// A total function from numbers to the status enum. cust matches on the
/// enum, and a number that is no variant would be undefined behaviour there.
fn known_statuses(items: &[Item]) -> Result<TokenStream, String> {
    let variants = items
        .iter()
        .find_map(|item| match item {
            Item::Enum(found) if found.ident == STATUS_ENUM => Some(&found.variants),
            _ => None,
        })
        .ok_or_else(|| format!("no enum {STATUS_ENUM}"))?;
    let mut arms = TokenStream::new();
    for variant in variants {
        let (_, number) = variant
            .discriminant
            .as_ref()
            .ok_or_else(|| format!("{} has no number", variant.ident))?;
        let name = &variant.ident;
        arms.extend(quote! { #number => cudaError_enum::#name, });
    }
    Ok(quote! {
        pub(crate) fn known_status(number: u32) -> cudaError_enum {
            match number {
                #arms
                _ => cudaError_enum::CUDA_ERROR_UNKNOWN,
            }
        }
    })
}

/// CUPTI's parameter structures carry their own size, which is where the last
/// field ends, not `size_of`: gives each the trait that fills it in.
fn parameter_structs(items: &[Item]) -> TokenStream {
    let sized: Vec<&syn::Ident> = items
        .iter()
        .filter_map(|item| match item {
            Item::Const(constant) => Some(&constant.ident),
            _ => None,
        })
        .collect();
    let mut output = TokenStream::new();
    for item in items {
        let Item::Struct(structure) = item else { continue };
        let name = &structure.ident;
        let size = format_ident!("{name}_STRUCT_SIZE");
        let first = structure.fields.iter().next().and_then(|field| field.ident.as_ref());
        if sized.contains(&&size) && first.is_some_and(|field| field == "structSize") {
            output.extend(quote! {
                impl crate::Params for #name {
                    const STRUCT_SIZE: usize = #size as usize;
                    fn sized() -> Self {
                        Self { structSize: Self::STRUCT_SIZE, ..Self::default() }
                    }
                }
                const _: () = assert!(#size as usize <= ::std::mem::size_of::<#name>());
            });
        }
    }
    output
}

/// The names of CUPTI's status codes, by number.
fn result_names(items: &[Item]) -> Result<TokenStream, String> {
    let mut arms = TokenStream::new();
    for item in items {
        let Item::Impl(block) = item else { continue };
        let syn::Type::Path(path) = block.self_ty.as_ref() else { continue };
        if !path.path.is_ident("CUptiResult") {
            continue;
        }
        for constant in block.items.iter().filter_map(|item| match item {
            syn::ImplItem::Const(constant) => Some(&constant.ident),
            _ => None,
        }) {
            let text = constant.to_string();
            arms.extend(quote! { CUptiResult::#constant => Some(#text), });
        }
    }
    if arms.is_empty() {
        return Err("no CUptiResult constants".to_owned());
    }
    Ok(quote! {
        pub(crate) fn result_name(result: CUptiResult) -> Option<&'static str> {
            match result {
                #arms
                _ => None,
            }
        }
    })
}

fn c_string(text: &str) -> Result<syn::LitCStr, String> {
    let text = std::ffi::CString::new(text).map_err(|e| e.to_string())?;
    Ok(syn::LitCStr::new(&text, proc_macro2::Span::call_site()))
}

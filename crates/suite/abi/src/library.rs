//! Opens a library and checks its table of entries.

use std::collections::BTreeSet;
use std::ffi::c_char;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use libloading::os::unix::{Library as Handle, RTLD_LOCAL, RTLD_NOW};

use crate::entry::{Entry, Functions, Status};
use crate::maps::Maps;
use crate::raw;

/// A version that will never exist.
const NO_VERSION: u32 = u32::MAX;

/// A table with more entries, or with longer texts, is garbage.
const MOST_ENTRIES: u64 = 100_000;
const LONGEST_TEXT: u64 = 4096;

/// A library of primitives. It stays loaded until the process ends: unloading a
/// library whose kernels the driver knows is a risk without a gain.
#[derive(Debug)]
pub struct Library {
    pub name: String,
    /// The version as free text.
    pub version: String,
    pub entries: Vec<Entry>,
    message: raw::MessageFn,
}

/// Why a library cannot be used, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {what}", path = path.display())]
pub struct Error {
    pub path: PathBuf,
    pub what: String,
}

impl Library {
    /// Loads a library and checks its table.
    /// Fails when it is no library of primitives, has another version, or a broken table.
    pub fn open(path: &Path) -> Result<Self, Error> {
        // With a slash in it the linker looks nowhere else.
        let path = path
            .canonicalize()
            .map_err(|error| Error { path: path.to_owned(), what: unreadable(&error) })?;
        checked(&path).map_err(|what| Error { path, what })
    }

    /// The library's message for a status.
    pub fn message(&self, status: Status) -> String {
        // SAFETY: the function was found to be code of the library.
        let text = unsafe { (self.message)(status.0) };
        Maps::of_this_process()
            .map_err(|error| error.to_string())
            .and_then(|maps| text_at(text, &maps))
            .unwrap_or_else(|why| format!("status {}, and no words for it: {why}", status.0))
    }
}

fn unreadable(error: &std::io::Error) -> String {
    format!("cannot be read: {error}")
}

fn checked(path: &Path) -> Result<Library, String> {
    check_file(path)?;
    let table = table_of(path)?;
    let broken = |what| format!("its table of primitives is broken: {what}");
    let maps = Maps::of_this_process()
        .map_err(|error| broken(format!("cannot be checked: /proc/self/maps: {error}")))?;
    // SAFETY: `peek` reads only mapped memory.
    let found: raw::Library =
        unsafe { peek(table, &maps) }.map_err(|why| broken(format!("the table {why}")))?;
    if found.abi_version != raw::ABI_VERSION {
        return Err(format!(
            "made for version {} of propp_primitive.h, this propp has version {}; build it again \
             with this propp's header",
            found.abi_version,
            raw::ABI_VERSION
        ));
    }
    read(&found, &maps).map_err(broken)
}

/// Checks `e_ident` and `e_type` of the ELF header.
fn check_file(path: &Path) -> Result<(), String> {
    const DYNAMIC: [u8; 2] = 3_u16.to_le_bytes();
    let mut head = Vec::new();
    File::open(path)
        .and_then(|file| file.take(18).read_to_end(&mut head))
        .map_err(|error| unreadable(&error))?;
    let found = match head.as_slice() {
        [0x7f, b'E', b'L', b'F', 2, 1, .., low, high] if head.len() == 18 => {
            if [*low, *high] == DYNAMIC {
                return Ok(());
            }
            "an object file or a program"
        }
        [0x7f, b'E', b'L', b'F', ..] => "not of 64 bits, little endian",
        [] => "an empty file",
        _ => "no ELF header",
    };
    Err(format!(
        "not an ELF shared library ({found}); build one with nvcc -shared -Xcompiler -fPIC"
    ))
}

/// Loads the library and asks for its table.
fn table_of(path: &Path) -> Result<*const raw::Library, String> {
    const SYMBOL: &str = raw::LIBRARY_SYMBOL;
    // SAFETY: this runs the library's initialisers; the caller trusts them.
    let handle = unsafe { Handle::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map_err(|error| {
        let cause = std::error::Error::source(&error);
        let reason = cause.map_or_else(|| error.to_string(), ToString::to_string);
        format!("cannot be loaded: {reason}")
    })?;
    // SAFETY: the header gives the function this type.
    let function = unsafe { handle.get::<raw::LibraryFn>(SYMBOL.as_bytes()) };
    let Ok(function) = function.map(|symbol| *symbol) else {
        return Err(format!(
            "exports no {SYMBOL}; include propp_primitive.h, and define the function as extern \
             \"C\" with PROPP_EXPORT"
        ));
    };
    // Never unloaded: see `Library`.
    std::mem::forget(handle);
    // SAFETY: as above; the function takes a number and returns a pointer.
    let (none, table) = unsafe { (function(NO_VERSION), function(raw::ABI_VERSION)) };
    if table.is_null() {
        return Err(format!(
            "{SYMBOL} returns null for version {} of propp_primitive.h; build it again with this \
             propp's header",
            raw::ABI_VERSION
        ));
    }
    if !none.is_null() {
        return Err(format!(
            "{SYMBOL} answers to version {NO_VERSION}, which does not exist; return null for every \
             version but PROPP_ABI_VERSION"
        ));
    }
    Ok(table)
}

fn read(found: &raw::Library, maps: &Maps) -> Result<Library, String> {
    check_sizes(found)?;
    let text = |what: &str, at| text_at(at, maps).map_err(|why| format!("{what} {why}"));
    let name = text("the library's name", found.name)?;
    if name.is_empty() {
        return Err("the library's name is empty".to_owned());
    }
    let version = text("the library's version", found.version)?;
    let message = required(found.message, maps).map_err(|why| format!("function message {why}"))?;
    if found.count > MOST_ENTRIES {
        return Err(format!("it claims {} entries", found.count));
    }
    let mut entries = Vec::new();
    let mut names = BTreeSet::new();
    for index in 0..found.count {
        let at = found.entries.wrapping_byte_add((index * u64::from(found.entry_size)) as usize);
        let wrong = |why| format!("entry {index} of {}: {why}", found.count);
        let entry = entry(at, maps).map_err(wrong)?;
        if !names.insert((entry.primitive.clone(), entry.variant.clone())) {
            let both = format!("{} {}", entry.primitive, entry.variant);
            return Err(format!("{both} is there twice; give each variant its own name"));
        }
        entries.push(entry);
    }
    Ok(Library { name, version, entries, message })
}

/// Checks the sizes of the structs. Structs from the library may be larger than
/// known here, since fields are only appended. Structs to the library must be equal.
fn check_sizes(found: &raw::Library) -> Result<(), String> {
    let what = |name: &str, size: u32, known: usize| {
        format!(
            "{name} has {size} bytes there and {known} here; build it again with this propp's \
             propp_primitive.h"
        )
    };
    for (name, size, known) in [
        ("propp_library", found.library_size, size_of::<raw::Library>()),
        ("propp_entry", found.entry_size, size_of::<raw::Entry>()),
    ] {
        if (size as usize) < known || size as usize > 16 * known || size % 8 != 0 {
            return Err(what(name, size, known));
        }
    }
    for (name, size, known) in [
        ("propp_problem", found.problem_size, size_of::<raw::Problem>()),
        ("propp_sizes", found.sizes_size, size_of::<raw::Sizes>()),
        ("propp_work", found.work_size, size_of::<raw::Work>()),
    ] {
        if size as usize != known {
            return Err(what(name, size, known));
        }
    }
    Ok(())
}

fn entry(at: *const raw::Entry, maps: &Maps) -> Result<Entry, String> {
    // SAFETY: `peek` reads only mapped memory.
    let fields: raw::Entry = unsafe { peek(at, maps) }.map_err(|why| format!("it {why}"))?;
    let text = |what: &str, at| text_at(at, maps).map_err(|why| format!("its {what} {why}"));
    let primitive = text("primitive", fields.primitive)?;
    let variant = text("variant", fields.variant)?;
    let description = text("description", fields.description)?;
    let full = format!("{primitive} {variant}");
    for (what, name) in [("primitive", &primitive), ("variant", &variant)] {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.".contains(c);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(format!("its {what} is {name:?}, and must match [a-z0-9_.]+"));
        }
    }
    if description.contains(['\n', '\r']) {
        return Err(format!("{full}: its description has more than one line"));
    }
    if fields.types == 0 || fields.types >> raw::TYPES != 0 {
        return Err(format!("{full}: no such element types ({:#x})", fields.types));
    }
    let named = |what: &str, why: String| format!("{full}: function {what} {why}");
    let functions = Functions {
        sizes: required(fields.sizes, maps).map_err(|why| named("sizes", why))?,
        prepare: required(fields.prepare, maps).map_err(|why| named("prepare", why))?,
        run: required(fields.run, maps).map_err(|why| named("run", why))?,
    };
    optional(fields.reset, maps).map_err(|why| named("reset", why))?;
    optional(fields.release, maps).map_err(|why| named("release", why))?;
    optional(fields.work, maps).map_err(|why| named("work", why))?;
    let raw::Entry { min_compute, max_elements, .. } = fields;
    Ok(Entry {
        table: at,
        fields,
        functions,
        primitive,
        variant,
        description,
        min_compute,
        max_elements,
    })
}

/// Copies a struct, if its memory is mapped.
///
/// # Safety
/// Every bit pattern must be a valid `T`. This holds for the structs of [`raw`], which
/// have numbers, pointers and optional function pointers.
unsafe fn peek<T: Copy>(at: *const T, maps: &Maps) -> Result<T, String> {
    if at.is_null() {
        return Err("is null".to_owned());
    }
    if maps.readable_from(at as usize) < size_of::<T>() as u64 {
        return Err(format!("lies at {at:p}, where there is no memory"));
    }
    // SAFETY: that many bytes are readable, and the caller vouches for the type.
    Ok(unsafe { at.read_unaligned() })
}

/// Copies a text, if its memory is mapped.
fn text_at(at: *const c_char, maps: &Maps) -> Result<String, String> {
    if at.is_null() {
        return Err("is null".to_owned());
    }
    let length = maps.readable_from(at as usize).min(LONGEST_TEXT) as usize;
    if length == 0 {
        return Err(format!("lies at {at:p}, where there is no memory"));
    }
    // SAFETY: that many bytes are readable, and nobody writes them meanwhile.
    let bytes = unsafe { std::slice::from_raw_parts(at.cast::<u8>(), length) };
    let Some(end) = bytes.iter().position(|byte| *byte == 0) else {
        return Err(format!("does not end within {length} bytes"));
    };
    std::str::from_utf8(&bytes[..end]).map(str::to_owned).map_err(|_| "is not UTF-8".to_owned())
}

/// Checks a required function pointer.
fn required<F: Copy>(function: Option<F>, maps: &Maps) -> Result<F, String> {
    optional(function, maps)?;
    function.ok_or_else(|| "is null".to_owned())
}

/// Checks a function pointer that may be null.
fn optional<F: Copy>(function: Option<F>, maps: &Maps) -> Result<(), String> {
    const { assert!(size_of::<Option<F>>() == size_of::<usize>()) };
    // SAFETY: an optional function pointer has the size of an address, checked above.
    let address = unsafe { std::mem::transmute_copy::<Option<F>, usize>(&function) };
    if address == 0 || maps.executable(address) {
        Ok(())
    } else {
        Err(format!("lies at {address:#x}, where there is no code"))
    }
}

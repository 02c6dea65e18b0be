//! Texts of C, with narrow and with wide characters.

use std::ffi::{CStr, c_char};

/// # Safety
/// Null, or a string that lives during the call.
pub(crate) unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: not null, and the caller's promise.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// # Safety
/// Null, or a string that lives during the call.
pub(crate) unsafe fn wide_text(mut pointer: *const libc::wchar_t) -> String {
    let mut text = String::new();
    if pointer.is_null() {
        return text;
    }
    loop {
        // SAFETY: not null, and the end has not been reached.
        match unsafe { pointer.read() } {
            0 => return text,
            // On Linux a wide character is a whole code point.
            wide => text.push(
                char::from_u32(u32::from_ne_bytes(wide.to_ne_bytes()))
                    .unwrap_or(char::REPLACEMENT_CHARACTER),
            ),
        }
        // SAFETY: what was read was not the end.
        pointer = unsafe { pointer.add(1) };
    }
}

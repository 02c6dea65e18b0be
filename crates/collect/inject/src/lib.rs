//! The library that lives in the profiled process.
//!
//! The CUDA driver loads it (`CUDA_INJECTION64_PATH`) and calls
//! [`InitializeInjection`] while it initialises. From then on it does one of
//! five jobs, as its configuration says: `trace` records what runs when, `count` reads hardware
//! counters, `lines` counts single instructions, `waits` samples where warps wait, `capture` takes one
//! launch out. Everything goes to the propp process as frames over a socket.
//!
//! The first rule: the host program must not notice. No panic crosses the C
//! boundary, and nothing exits or prints. A failure becomes a notice to the propp
//! process, and the program runs on.

mod agent;
mod autograd;
mod c_text;
mod callbacks;
mod capture;
mod channel;
mod code;
mod collectives;
mod count;
mod counters;
mod describe;
mod device;
mod driver;
mod events;
mod guard;
mod held;
mod instances;
mod instructions;
mod instrument;
mod kinds;
mod launch_call;
mod library;
mod names;
mod nvtx;
mod owners;
mod patience;
mod profiler;
mod pulse;
mod selection;
mod session;
mod sessions;
mod sites;
mod start;
mod steps;
mod trace;
mod turns;
mod waits;
mod window;

/// Called by the driver. Always returns 1: the driver would complain to the
/// user about anything else.
#[unsafe(no_mangle)]
pub extern "C" fn InitializeInjection() -> libc::c_int {
    silence_panics();
    guard::guarded(start::start);
    1
}

/// Called by NVTX (`NVTX_INJECTION64_PATH`) when the program first uses it. It hands its tables on to
/// the CUPTI that the program is profiled by, and returns what that one returns: 0 without one.
///
/// # Safety
/// `tables` is what NVTX gives to what it loads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn InitializeInjectionNvtx2(tables: *const libc::c_void) -> libc::c_int {
    silence_panics();
    let mut is_taken = 0;
    guard::guarded(|| {
        if let Some(dir) = start::ranges_to() {
            // SAFETY: the caller's promise.
            is_taken = unsafe { library::hand_nvtx_on(&dir, tables) };
        }
    });
    is_taken
}

fn silence_panics() {
    // This library has a standard library of its own: the hook is not the
    // host program's, even if that is written in Rust.
    std::panic::set_hook(Box::new(|_| {}));
}

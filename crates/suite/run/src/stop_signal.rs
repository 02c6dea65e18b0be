//! Stopping on a signal.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use propp_collect::{is_ignored, leave_to_others};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// Returns a flag that the next SIGINT, SIGTERM or SIGHUP sets. A second signal ends propp
/// at once.
pub fn stop_on_signals() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|s| !is_ignored(*s)) {
        // In this order: the first signal finds the flag unset.
        signal_hook::flag::register_conditional_default(signal, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
        leave_to_others(signal);
    }
    Ok(stop)
}

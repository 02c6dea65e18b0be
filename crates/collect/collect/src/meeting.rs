//! Where the ranks of torchrun meet. Its agent keeps what they told each other in an earlier run, and
//! a later one would take it for its own: then rank 0 keeps it, at another port.

use std::ffi::OsString;

const AGENT_KEEPS: &str = "TORCHELASTIC_USE_AGENT_STORE";
const PORT: &str = "MASTER_PORT";

/// Variables for a run of the program with so many before it. All ranks come to the same ones.
pub(super) fn of_run(before: u32) -> Vec<(&'static str, OsString)> {
    let keeps = std::env::var(AGENT_KEEPS).is_ok_and(|keeps| keeps == "True");
    let port = std::env::var(PORT).ok().and_then(|port| port.parse().ok());
    port.filter(|_| keeps && before > 0).map_or_else(Vec::new, |port| {
        vec![(AGENT_KEEPS, "False".into()), (PORT, later(port, before).to_string().into())]
    })
}

/// The same port for the same run, and none that needs rights or that Linux gives out by itself
/// (from 32768): beside its own, one is likely to be taken.
fn later(port: u16, before: u32) -> u16 {
    let of_run = (u32::from(port) + before) % 20_000;
    10_000 + u16::try_from(of_run).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::later;

    #[test]
    fn each_run_has_a_port() {
        assert_eq!([1, 2].map(|before| later(29500, before)), [19501, 19502]);
        assert_eq!([1, 2].map(|before| later(u16::MAX, before)), [15536, 15537]);
    }
}

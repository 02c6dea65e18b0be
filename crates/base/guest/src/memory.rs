//! How much memory this machine has left.

use std::fs;
use std::path::Path;

/// The bytes that a process can still take here: of the machine, or of its control group if that has
/// less left. `None` where Linux does not say.
pub fn free_memory() -> Option<u64> {
    let of_group = |name: &str| {
        let text = fs::read_to_string(Path::new("/sys/fs/cgroup").join(name)).ok()?;
        text.trim().parse::<u64>().ok()
    };
    let group = of_group("memory.max").zip(of_group("memory.current"));
    let group = group.map_or(u64::MAX, |(most, now)| most.saturating_sub(now));
    let machine = kilobytes("/proc/meminfo", "MemAvailable:")?.saturating_mul(1024);
    Some(machine.min(group))
}

/// The number behind a name in a file of `/proc`.
pub fn kilobytes(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    value.trim().trim_end_matches(" kB").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_behind_its_name() {
        let path = std::env::temp_dir().join(format!("kilobytes-{}", std::process::id()));
        fs::write(&path, "MemTotal:  123456 kB\nMemAvailable:\t 789 kB\nThreads: 3\n").unwrap();
        let number = |name: &str| kilobytes(path.to_str().unwrap(), name);
        assert_eq!(number("MemAvailable:"), Some(789));
        assert_eq!((number("Threads:"), number("None:")), (Some(3), None));
        fs::remove_file(&path).unwrap();
        assert_eq!(number("Threads:"), None);
    }

    #[test]
    fn this_machine_has_some_memory_left() {
        let total = kilobytes("/proc/meminfo", "MemTotal:").unwrap();
        let free = free_memory().unwrap();
        assert!((1 << 20..=1024 * total).contains(&free), "{free} of {total} kB");
    }
}

use std::process::{Child, Command, Stdio};

use super::*;

/// A process of a shell that has run this script, and waits.
struct Script {
    began: SystemTime,
    shell: Child,
    folder: tempfile::TempDir,
}

impl Script {
    fn new(script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::thread::sleep(2 * ROUNDED);
        let began = SystemTime::now();
        let mut script = script.to_owned();
        script += "\necho ready; read line";
        let mut shell = Command::new("bash");
        shell.args(["-c", &script]).current_dir(&folder);
        let mut shell = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = [0; 6];
        shell.stdout.as_mut().unwrap().read_exact(&mut said).unwrap();
        Self { began, shell, folder }
    }

    fn allowed(&self, words: &[&str]) -> Allowed {
        let first = First {
            command: words.iter().map(OsString::from).collect(),
            process: self.shell.id(),
            began: self.began,
            recording: self.folder.path().join("a.propp"),
            pulse: PathBuf::new(),
        };
        let files = OpenFiles::of(first.process).unwrap();
        ensure(!has_port(first.process, &files.sockets), "port")?;
        ensure(!is_locked(&files.all), "lock")?;
        let own = OpenFiles::of(std::process::id()).unwrap().all;
        ensure(files.written.is_subset(&own), "writes")?;
        changes_nothing(&first, &[first.process], &BTreeSet::new())
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        self.shell.kill().unwrap();
        self.shell.wait().unwrap();
    }
}

#[test]
fn a_program_that_only_reads_may_run_twice() {
    let reads = Script::new("exec 5</dev/null; exec 6</etc/passwd; echo x > a.propp-wal");
    assert_eq!(reads.allowed(&[]), Ok(()));
    assert!(has_memory(&[reads.shell.id()]));
}

#[test]
fn what_a_second_copy_could_disturb_is_seen() {
    let elsewhere = tempfile::tempdir().unwrap();
    let path = elsewhere.path().to_str().unwrap();
    let open = format!("exec 5>{path}/open");
    assert_eq!(Script::new(&open).allowed(&[]), Err("writes"));
    let locked = "exec 5</etc/passwd; flock -s 5";
    assert_eq!(Script::new(locked).allowed(&[]), Err("lock"));
    let connected = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = connected.local_addr().unwrap().port();
    let connects = format!("exec 5<>/dev/tcp/127.0.0.1/{port}");
    assert_eq!(Script::new(&connects).allowed(&[]), Err("port"));
    assert_eq!(Script::new("exec 5<>/dev/udp/127.0.0.1/53").allowed(&[]), Ok(()));
    for changes in ["mkdir -p a/b; rm -r a/b; mkdir c", "echo x > a; rm a; mkdir d; echo y > d/y"] {
        let allowed = Script::new(changes).allowed(&[]);
        assert!(allowed.is_err(), "{changes}");
    }
}

#[test]
fn what_is_written_anywhere_is_counted() {
    // What only memory holds does not count.
    let elsewhere = tempfile::NamedTempFile::new_in(".").unwrap();
    let reads = Script::new("cat /etc/passwd > /dev/null");
    assert_eq!(written_bytes(reads.shell.id()), Some(0));
    let path = elsewhere.path().canonicalize().unwrap();
    let path = path.display();
    let writes = Script::new(&format!("bash -c 'echo x > {path}'; true"));
    assert!(written_bytes(writes.shell.id()) > Some(0));
}

#[test]
fn folders_that_arguments_name_are_looked_at() {
    let out = tempfile::tempdir().unwrap();
    let option = format!("--out={}", out.path().display());
    std::thread::sleep(2 * ROUNDED);
    let script = Script::new(&format!("echo x > {}/x", out.path().display()));
    assert_eq!(script.allowed(&["train.py"]), Ok(()));
    assert!(script.allowed(&["train.py", &option]).is_err());
}

#[test]
fn processes_must_be_in_a_line() {
    let two = Script::new("sleep 9 & sleep 9 &");
    assert_eq!(line_of(two.shell.id()), None);
    let one = Script::new("for i in {1..100000}; do :; done; sleep 9 &");
    let line = line_of(one.shell.id()).unwrap();
    assert_eq!((line.len(), line[0]), (2, one.shell.id()));
    assert!(processor_time(line[0]) > Duration::ZERO);
    assert_eq!(line_of(line[1]), Some(vec![line[1]]));
}

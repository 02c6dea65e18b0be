//! Where a worker writes its answers.

use std::fs::File;
use std::io::{self, Write};

use crate::protocol::Answer;

pub(super) struct Answers(pub(super) File);

impl Answers {
    pub(super) fn send(&mut self, answer: &Answer) -> io::Result<()> {
        let mut line = serde_json::to_vec(answer)?;
        line.push(b'\n');
        self.0.write_all(&line)
    }
}

//! Where a worker writes its answers.

use std::io::{self, Write};

use crate::protocol::Answer;

pub(super) struct Answers(Box<dyn Write>);

impl Answers {
    pub(super) fn new(output: impl Write + 'static) -> Self {
        Self(Box::new(output))
    }

    pub(super) fn send(&mut self, answer: &Answer) -> io::Result<()> {
        let mut line = serde_json::to_vec(answer)?;
        line.push(b'\n');
        self.0.write_all(&line)?;
        self.0.flush()
    }
}

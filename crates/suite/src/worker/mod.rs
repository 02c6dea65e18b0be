//! The worker: a process that loads one library of primitives and does to it what it
//! is ordered to.
//!
//! Its standard output is for answers alone. Before a library is loaded, answers get a
//! descriptor of their own and standard output is pointed at standard error, so that a
//! library may print; standard input becomes empty for it likewise.

mod case;
mod inputs;
mod memory;
mod outputs;
mod scratch;
mod session;
mod stop;
mod time;
mod trial;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

use rustix::io::fcntl_dupfd_cloexec;
use rustix::stdio::{dup2_stdin, dup2_stdout};

use super::protocol::{Answer, Order};
use session::Session;

/// The worker ends with this code when CUDA's context is spoiled: what failed has been
/// answered, and the next case needs a new worker.
pub const SPOILED: u8 = 3;

/// Why a worker gave up. None of it is a library's fault.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// Orders or answers did not get through.
    #[error("orders and answers do not get through: {0}")]
    Io(#[from] io::Error),
    /// A line is no order.
    #[error("not an order: {line}: {source}; `propp suite run` starts this command, no one else")]
    NotAnOrder {
        /// The line.
        line: String,
        /// Why.
        source: serde_json::Error,
    },
    /// A case came before a library.
    #[error("the first order must open a library, and no other")]
    OutOfOrder,
}

/// Where answers go.
pub(super) struct Answers(Box<dyn Write>);

impl Answers {
    fn say(&mut self, answer: &Answer) -> io::Result<()> {
        let mut line = serde_json::to_vec(answer)?;
        line.push(b'\n');
        self.0.write_all(&line)?;
        self.0.flush()
    }
}

/// Does what standard input says until it ends.
///
/// # Errors
/// When the orders cannot be understood or the answers go nowhere.
pub fn run() -> Result<ExitCode, WorkerError> {
    let orders = File::from(fcntl_dupfd_cloexec(io::stdin(), 3).map_err(io::Error::from)?);
    let answers = File::from(fcntl_dupfd_cloexec(io::stdout(), 3).map_err(io::Error::from)?);
    dup2_stdin(File::open("/dev/null")?).map_err(io::Error::from)?;
    dup2_stdout(io::stderr()).map_err(io::Error::from)?;
    obey(BufReader::new(orders), Answers(Box::new(answers)))
}

fn obey(orders: impl BufRead, mut answers: Answers) -> Result<ExitCode, WorkerError> {
    let mut session = None;
    for line in orders.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let order = serde_json::from_str(&line)
            .map_err(|source| WorkerError::NotAnOrder { line: line.clone(), source })?;
        let mut is_spoiled = false;
        let answer = match (order, &mut session) {
            (Order::Open { path, device }, None) => match Session::open(&path, device) {
                Ok(opened) => {
                    let facts = opened.facts();
                    session = Some(opened);
                    Answer::Opened(facts)
                }
                Err(reason) => Answer::Refused { reason },
            },
            (Order::Measure { case, limits }, Some(session)) => {
                let done = session.measure(&case, &limits, &mut answers)?;
                is_spoiled = done.is_spoiled;
                done.answer
            }
            (Order::Replay { case, marker, flush_l2 }, Some(session)) => {
                let done = session.replay(&case, marker, flush_l2, &mut answers)?;
                is_spoiled = done.is_spoiled;
                done.answer
            }
            _ => return Err(WorkerError::OutOfOrder),
        };
        answers.say(&answer)?;
        if is_spoiled {
            return Ok(ExitCode::from(SPOILED));
        }
    }
    Ok(ExitCode::SUCCESS)
}

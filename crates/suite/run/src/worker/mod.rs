//! The worker: a process that loads one library of primitives and executes orders.
//!
//! Its standard output is for answers only. Before a library is loaded, the answers get
//! another descriptor, and standard output is redirected to standard error, so that a
//! library may print. Standard input is redirected from `/dev/null` likewise.

mod abi_type;
mod answers;
mod case;
mod inputs;
mod memory;
mod not_measured;
mod outputs;
mod scratch;
mod session;
mod time;
mod trial;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process::ExitCode;

use rustix::io::fcntl_dupfd_cloexec;
use rustix::stdio::{dup2_stdin, dup2_stdout};

use super::protocol::{Answer, Order};
use answers::Answers;
use session::{Done, Session, Work};

/// The worker's exit code when an error has broken CUDA's context: the failure was
/// answered, and the next case needs a new worker.
const SPOILED: u8 = 3;

/// Why a worker gave up; never a library's fault.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    #[error("orders and answers do not get through: {0}")]
    Io(#[from] io::Error),
    #[error("not an order: {line}: {source}; `propp suite run` starts this command, no one else")]
    NotAnOrder { line: String, source: serde_json::Error },
    #[error("the first order must open a library, and no other")]
    OutOfOrder,
}

/// Executes the orders on standard input until it ends.
pub fn run() -> Result<ExitCode, WorkerError> {
    let orders = File::from(fcntl_dupfd_cloexec(io::stdin(), 3).map_err(io::Error::from)?);
    let answers = File::from(fcntl_dupfd_cloexec(io::stdout(), 3).map_err(io::Error::from)?);
    dup2_stdin(File::open("/dev/null")?).map_err(io::Error::from)?;
    dup2_stdout(io::stderr()).map_err(io::Error::from)?;
    run_orders(BufReader::new(orders), Answers(answers))
}

fn run_orders(orders: impl BufRead, mut answers: Answers) -> Result<ExitCode, WorkerError> {
    let mut session = None;
    for line in orders.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let order = serde_json::from_str(&line)
            .map_err(|source| WorkerError::NotAnOrder { line: line.clone(), source })?;
        let done = match (order, &mut session) {
            (Order::Open { path, device }, None) => {
                let answer = match Session::open(&path, device) {
                    Ok(opened) => Answer::Opened(session.insert(opened).facts()),
                    Err(reason) => Answer::Refused { reason },
                };
                Done { answer, is_spoiled: false }
            }
            (Order::Measure { case, limits }, Some(session)) => {
                session.execute(&case, &Work::Measure(limits), &mut answers)?
            }
            (Order::Replay { case, marker, flush_l2 }, Some(session)) => {
                session.execute(&case, &Work::Replay { marker, flush_l2 }, &mut answers)?
            }
            _ => return Err(WorkerError::OutOfOrder),
        };
        answers.send(&done.answer)?;
        if done.is_spoiled {
            return Ok(ExitCode::from(SPOILED));
        }
    }
    Ok(ExitCode::SUCCESS)
}

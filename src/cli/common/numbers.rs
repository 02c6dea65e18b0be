//! Numbers on the command line.

pub(crate) fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let is_fine = number > 0.0 && number <= 1e6;
    if is_fine { Ok(number) } else { Err("must be more than 0, and not absurd".to_owned()) }
}

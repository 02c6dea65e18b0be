//! Whether anything will ever happen again.

/// Finds a state that comes again while memory stays as it is: nothing else will ever happen
/// (Brent's algorithm; the state is compared by a hash of 64 bits).
#[derive(Default)]
pub(crate) struct Repetition {
    rounds: u64,
    remembered: Option<u64>,
}

impl Repetition {
    pub(crate) fn repeats(&mut self, state: u64) -> bool {
        self.rounds += 1;
        if self.remembered == Some(state) {
            return true;
        }
        if self.rounds.is_power_of_two() {
            self.remembered = Some(state);
        }
        false
    }
}

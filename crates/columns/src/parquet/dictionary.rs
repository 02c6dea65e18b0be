//! The different values of a column, and for each value its place among them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::hybrid;
use super::physical::Physical;

/// A column that repeats itself.
pub(super) struct Dictionary<T> {
    /// The different values, as they came.
    pub(super) entries: Vec<T>,
    /// For each value its place in `entries`.
    pub(super) places: Vec<u32>,
}

impl<T: Physical> Dictionary<T> {
    /// The dictionary of some values, if it is small and makes them smaller.
    pub(super) fn of(values: &[T]) -> Option<Self> {
        let mut known: HashMap<T::Key, u32> = HashMap::new();
        let mut new = Self { entries: Vec::new(), places: Vec::with_capacity(values.len()) };
        let (mut bytes, mut plain_bytes) = (0, 0);
        // Neighbours are often the same, and a look at one is cheaper than a search.
        let mut last: Option<(T::Key, u32)> = None;
        for value in values {
            plain_bytes += value.plain_len();
            let key = value.key();
            let place = match (last, known.len() as u32) {
                (Some((last, place)), _) if last == key => place,
                (_, next) => match known.entry(key) {
                    Entry::Occupied(entry) => *entry.get(),
                    Entry::Vacant(entry) => {
                        bytes += value.plain_len();
                        if bytes > T::DICTIONARY_BYTES {
                            return None;
                        }
                        new.entries.push(*value);
                        *entry.insert(next)
                    }
                },
            };
            last = Some((key, place));
            new.places.push(place);
        }
        let place_bytes = values.len() * new.width() as usize / 8;
        (bytes + place_bytes < plain_bytes).then_some(new)
    }

    /// Bits of a place.
    pub(super) fn width(&self) -> u32 {
        hybrid::width((self.entries.len() as u32).saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_come_again_are_named_by_their_place() {
        let values = ["a kernel", "another", "another", "a kernel", "a third"];
        let dictionary = Dictionary::of(&values).unwrap();
        assert_eq!(dictionary.entries, ["a kernel", "another", "a third"]);
        assert_eq!(dictionary.places, [0, 1, 1, 0, 2]);
        assert_eq!(dictionary.width(), 2);
    }

    #[test]
    fn zeros_of_either_sign_stay_apart() {
        let dictionary = Dictionary::of(&[0.0, -0.0, 0.0, -0.0]).unwrap();
        assert_eq!(dictionary.places, [0, 1, 0, 1]);
    }

    #[test]
    fn what_does_not_repeat_itself_or_too_little_has_none() {
        let different: Vec<i64> = (0..100_000).collect();
        assert!(Dictionary::of(&different).is_none());
        assert!(Dictionary::of(&different[..10]).is_none());
        assert!(Dictionary::<i64>::of(&[]).is_none());
        let large = "x".repeat(1 << 20);
        assert!(Dictionary::of(&[large.as_str(); 9]).is_none());
    }
}

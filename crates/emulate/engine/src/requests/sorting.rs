//! The addresses of a request in their order.

use crate::requests::{ALL, LANES, lanes};

/// The addresses of the mask's lanes, the lowest first.
pub(super) fn ascending<'p>(
    addresses: &[u64; LANES],
    mask: u32,
    places: &'p mut [u64; LANES],
) -> &'p mut [u64] {
    let mut count = LANES;
    if mask == ALL {
        *places = *addresses;
    } else {
        count = 0;
        for lane in lanes(mask) {
            places[count] = addresses[lane];
            count += 1;
        }
    }
    let places = &mut places[..count];
    if places.windows(2).any(|pair| pair[1] < pair[0]) {
        sort(places);
    }
    places
}

/// With fewer, ranks take longer than to sort one by one.
const FEW: usize = 12;

/// Sorts at most as many as a warp has lanes.
fn sort(places: &mut [u64]) {
    let mut ranked = [0; LANES];
    // In the middle of those that are near enough to the first.
    let base = places[0].wrapping_sub(1 << 30);
    let far = places.iter().fold(0, |far, place| far | place.wrapping_sub(base));
    if places.len() < FEW || far > i32::MAX as u64 {
        return places.sort_unstable();
    }
    let mut keys = [i32::MAX; LANES];
    keys.iter_mut().zip(&*places).for_each(|(key, own)| *key = own.wrapping_sub(base) as i32);
    // How many are less, by vectors. Of equal ones the first place is taken, and the others stay free.
    let mut ranks = [0_u32; LANES];
    for key in keys {
        ranks.iter_mut().zip(&keys).for_each(|(rank, own)| *rank += u32::from(key < *own));
    }
    for (rank, key) in ranks.iter().zip(&keys) {
        ranked[*rank as usize % LANES] = *key;
    }
    let mut least = 0;
    for (place, key) in places.iter_mut().zip(ranked) {
        least = key.max(least);
        *place = base.wrapping_add(least as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_sorted_near_and_far_with_equal_ones() {
        let mut state = 1_u64;
        for round in 0..4000 {
            let far = [1 << 4, 1 << 12, 1 << 29, 1 << 33, u64::MAX][round % 5];
            let base = [0, 1 << 45, u64::MAX - (1 << 33)][round % 3];
            let mut places: Vec<u64> = (0..2 + round % 31)
                .map(|_| {
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
                    base.saturating_add((state >> 20) % far)
                })
                .collect();
            let mut expected = places.clone();
            expected.sort_unstable();
            sort(&mut places);
            assert_eq!(places, expected);
        }
    }
}

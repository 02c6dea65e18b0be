//! From a coordinate to texels along one axis, as the CUDA programming guide describes it
//! ("Texture Fetching").

use super::Outside;

/// Steps between two texels that a filter distinguishes: its weights have eight bits after the
/// point.
const STEPS: f64 = 256.0;

const FAR: f64 = (1_u64 << 40) as f64;

/// The texels that a fetch uses along an axis, each with its weight; none for the border.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) first: (Option<u64>, f64),
    pub(crate) second: (Option<u64>, f64),
}

impl Axis {
    /// Of a dimension that the fetch does not have. A GPU filters lines as planes at row 0, halfway
    /// between the border and the only row, so that half of each result is the border's colour.
    pub(crate) fn absent(slice: u64, meets_border: bool) -> Self {
        if meets_border {
            return Self { first: (None, 0.5), second: (Some(slice), 0.5) };
        }
        Self { first: (Some(slice), 1.0), second: (None, 0.0) }
    }
}

/// The weights of a cell's corners, of which corner 1 is the next texel along x, 2 along y, 4
/// along z, by the weights of the second texel of each axis. They have eight bits, and an H200 splits
/// the whole along z, then x, then y: the part of the second texel is rounded, and the first has the
/// rest. Of a half, the rounding goes up, except along y at the first texel of x.
pub(crate) fn corner_weights([x, y, z]: [f64; 3]) -> [f64; 8] {
    let up = |weight: f64| (weight * STEPS + 0.5).floor() / STEPS;
    let down = |weight: f64| (weight * STEPS - 0.5).ceil() / STEPS;
    let mut weights = [0.0; 8];
    for (slice, whole) in weights.chunks_exact_mut(4).zip([1.0 - z, z]) {
        let right = up(whole * x);
        let left = whole - right;
        let (below_left, below_right) = (down(left * y), up(right * y));
        slice.copy_from_slice(&[left - below_left, right - below_right, below_left, below_right]);
    }
    weights
}

/// How an axis of a texture is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) texels: u64,
    pub(crate) outside: Outside,
    pub(crate) normalized: bool,
}

impl Reading {
    fn scaled(self, x: f32) -> f64 {
        if !self.normalized {
            return f64::from(x);
        }
        let within = x - x.floor();
        let x = match self.outside {
            Outside::Wrap => within,
            Outside::Mirror if x.floor().rem_euclid(2.0) == 1.0 => 1.0 - within,
            Outside::Mirror => within,
            Outside::Clamp | Outside::Border => x,
        };
        f64::from(x * self.texels as f32)
    }

    fn texel(self, place: f64) -> Option<u64> {
        // No number is as good as any other.
        let place = if place.is_nan() { 0.0 } else { place.clamp(-FAR, FAR) } as i64;
        let texels = self.texels.cast_signed();
        let inside = match self.outside {
            Outside::Wrap if self.normalized => place.rem_euclid(texels),
            Outside::Border if !(0..texels).contains(&place) => return None,
            // The others have no meaning without normalized coordinates, and mirrors have been seen to.
            Outside::Wrap | Outside::Clamp | Outside::Mirror | Outside::Border => {
                place.clamp(0, texels - 1)
            }
        };
        Some(inside.cast_unsigned())
    }

    pub(crate) fn nearest(self, x: f32) -> Axis {
        Axis { first: (self.texel(self.scaled(x).floor()), 1.0), second: (None, 0.0) }
    }

    /// A texel by its number.
    pub(crate) fn exact(self, place: i32) -> Axis {
        let reading = Self { normalized: false, ..self };
        Axis { first: (reading.texel(f64::from(place)), 1.0), second: (None, 0.0) }
    }

    pub(crate) fn linear(self, x: f32) -> Axis {
        let place = self.scaled(x) - 0.5;
        let first = place.floor();
        let weight = ((place - first) * STEPS).round() / STEPS;
        let weight = if weight.is_nan() { 0.0 } else { weight };
        Axis { first: (self.texel(first), 1.0 - weight), second: (self.texel(first + 1.0), weight) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(outside: Outside, normalized: bool) -> Reading {
        Reading { texels: 4, outside, normalized }
    }

    #[test]
    fn the_nearest_texel_of_each_mode() {
        let of = |outside, x| reading(outside, true).nearest(x).first.0;
        let all = |outside| [-0.3, -0.1, 0.1, 0.6, 1.1, 1.9, 2.3].map(|x| of(outside, x));
        assert_eq!(all(Outside::Wrap), [2, 3, 0, 2, 0, 3, 1].map(Some));
        assert_eq!(all(Outside::Clamp), [0, 0, 0, 2, 3, 3, 3].map(Some));
        assert_eq!(all(Outside::Mirror), [1, 0, 0, 2, 3, 0, 1].map(Some));
        let border = [None, None, Some(0), Some(2), None, None, None];
        assert_eq!(all(Outside::Border), border);
    }

    #[test]
    fn weights_have_eight_bits() {
        let axis = reading(Outside::Clamp, false).linear(2.0);
        assert_eq!((axis.first, axis.second), ((Some(1), 0.5), (Some(2), 0.5)));
        let axis = reading(Outside::Clamp, false).linear(1.5 + 1.0 / 3.0);
        assert_eq!(axis.second, (Some(2), 85.0 / 256.0));
        // So near to the next that its weight is 1.
        let axis = reading(Outside::Clamp, false).linear(1.499);
        assert_eq!((axis.first, axis.second), ((Some(0), 0.0), (Some(1), 1.0)));
        let edge = reading(Outside::Wrap, true).linear(0.0);
        assert_eq!((edge.first.0, edge.second.0), (Some(3), Some(0)));
    }

    #[test]
    fn corners_of_planes_have_weights_of_eight_bits() {
        let weights = corner_weights([232.0 / 256.0, 232.0 / 256.0, 0.0]);
        assert_eq!(
            weights.map(|weight| weight * STEPS),
            [2.0, 22.0, 22.0, 210.0, 0.0, 0.0, 0.0, 0.0]
        );
        // These texels, and this result of an H200.
        let sum: f64 = weights.iter().zip([11.0, 48.0, 95.0, 31.0]).map(|(a, b)| a * b).sum();
        assert_eq!(sum, 37.804_687_5);
    }

    #[test]
    fn corners_of_volumes_have_weights_of_eight_bits() {
        let of = |places: [f64; 3]| corner_weights(places.map(|place| place / STEPS));
        let scaled = |places| of(places).map(|weight| weight * STEPS);
        // All of an H200: two with a half along x, two with halves along y, and one at a slice's centre.
        let seen = [
            ([165.0, 157.0, 128.0], [17, 32, 28, 51, 17, 32, 28, 51]),
            ([108.0, 191.0, 32.0], [33, 24, 96, 71, 5, 4, 13, 10]),
            ([119.0, 17.0, 17.0], [120, 104, 8, 7, 8, 7, 1, 1]),
            ([34.0, 68.0, 17.0], [152, 23, 55, 9, 11, 1, 4, 1]),
            ([17.0, 17.0, 0.0], [223, 16, 16, 1, 0, 0, 0, 0]),
        ];
        for (places, weights) in seen {
            assert_eq!(scaled(places), weights.map(f64::from), "{places:?}");
        }
    }

    #[test]
    fn half_of_a_filtered_line_is_the_border() {
        let along = reading(Outside::Border, false).linear(-0.390_625);
        let weights = corner_weights([along.second.1, Axis::absent(0, true).second.1, 0.0]);
        // The border is 7, the first texel 11: an H200 gives 7.21875.
        let sum: f64 = weights.iter().zip([7.0, 7.0, 7.0, 11.0]).map(|(a, b)| a * b).sum();
        assert_eq!(sum, 7.218_75);
    }

    #[test]
    fn no_coordinate_leads_beyond() {
        for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, -1e-30] {
            for outside in [Outside::Wrap, Outside::Clamp, Outside::Mirror, Outside::Border] {
                for normalized in [false, true] {
                    let reading = reading(outside, normalized);
                    for axis in [reading.nearest(x), reading.linear(x)] {
                        let texels = [axis.first.0, axis.second.0];
                        assert!(texels.into_iter().flatten().all(|texel| texel < 4));
                    }
                }
            }
        }
    }
}

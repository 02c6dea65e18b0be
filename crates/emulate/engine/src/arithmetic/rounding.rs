//! Arithmetic that rounds toward zero, down or up. The processor rounds to nearest; what that
//! has lost tells on which side the exact number is.

use propp_emulate_ptx::{FloatOp, Toward};

/// The nearest number, or its neighbour: what was lost has the sign of the exact number less the
/// nearest.
#[inline]
pub(crate) fn moved<T: Neighbour>(near: T, lost: f64, toward: Toward) -> T {
    let (above, below) = (lost > 0.0, lost < 0.0);
    match toward {
        Toward::Down if below => near.below(),
        Toward::Up if above => near.above(),
        Toward::Zero if below && near > T::default() => near.below(),
        Toward::Zero if above && near < T::default() => near.above(),
        Toward::Nearest | Toward::Zero | Toward::Down | Toward::Up => near,
    }
}

pub(crate) trait Neighbour: Copy + PartialOrd + Default {
    fn above(self) -> Self;
    fn below(self) -> Self;
}

impl Neighbour for f32 {
    fn above(self) -> Self {
        self.next_up()
    }

    fn below(self) -> Self {
        self.next_down()
    }
}

impl Neighbour for f64 {
    fn above(self) -> Self {
        self.next_up()
    }

    fn below(self) -> Self {
        self.next_down()
    }
}

/// To 32 bits, from a number that is exact or odd where it is not.
#[inline]
pub(crate) fn to32(x: f64, toward: Toward) -> f32 {
    let near = x as f32;
    if x.is_nan() || x.is_infinite() {
        return near;
    }
    let back = f64::from(near);
    // Beyond the largest number there is infinity, whose neighbour is the largest.
    moved(
        near,
        if back < x {
            1.0
        } else if back > x {
            -1.0
        } else {
            0.0
        },
        toward,
    )
}

/// A sum of two and what it has lost (Knuth).
fn sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// The sign of `a + b + c + d`, as a number of that sign.
fn sign(mut terms: [f64; 4]) -> f64 {
    // Each pass moves what fits to the end; three of them leave no overlap.
    for _ in 0..3 {
        for index in 1..4 {
            let (high, low) = sum(terms[index], terms[index - 1]);
            terms[index] = high;
            terms[index - 1] = low;
        }
    }
    terms.into_iter().rev().find(|term| *term != 0.0).unwrap_or(0.0)
}

/// A result of 64 bits before it is rounded otherwise than to nearest.
struct Exact {
    near: f64,
    /// A number of the sign of what the nearest has lost.
    lost: f64,
    /// An infinite result is that of finite operands, beyond the largest number.
    is_bounded: bool,
    /// What a sum is of.
    addends: Option<[f64; 2]>,
}

impl Exact {
    /// None of what gives the same however it rounds, or is not exact.
    fn of(op: FloatOp, [a, b, c]: [f64; 3]) -> Option<Self> {
        let two = a.is_finite() && b.is_finite();
        let ((near, lost), is_bounded, addends) = match op {
            FloatOp::Add => (sum(a, b), two, Some([a, b])),
            FloatOp::Sub => (sum(a, -b), two, Some([a, -b])),
            FloatOp::Mul => ((a * b, a.mul_add(b, -(a * b))), two, None),
            FloatOp::Div => (quotient(a, b), two && b != 0.0, None),
            FloatOp::Rcp => (quotient(1.0, a), a.is_finite() && a != 0.0, None),
            FloatOp::Sqrt => {
                let root = a.sqrt();
                ((root, root.mul_add(-root, a)), a.is_finite(), None)
            }
            FloatOp::Fma => {
                let near = a.mul_add(b, c);
                let product = a * b;
                let rest = a.mul_add(b, -product);
                let lost = sign([rest, product, c, -near]);
                ((near, lost), two && c.is_finite(), Some([product, c]))
            }
            FloatOp::Min
            | FloatOp::Max
            | FloatOp::Abs
            | FloatOp::Neg
            | FloatOp::Rsqrt
            | FloatOp::Sin
            | FloatOp::Cos
            | FloatOp::Ex2
            | FloatOp::Lg2
            | FloatOp::Tanh
            | FloatOp::Copysign => return None,
        };
        Some(Self { near, lost, is_bounded, addends })
    }

    fn rounded(&self, toward: Toward) -> f64 {
        let Self { near, lost, .. } = *self;
        if near.is_nan() {
            return near;
        }
        if near.is_infinite() {
            return if self.is_bounded { moved(near, -near, toward) } else { near };
        }
        if near == 0.0
            && lost == 0.0
            && toward == Toward::Down
            && let Some([x, y]) = self.addends
        {
            // A sum of two zeros of the same sign has that sign.
            let same = x == 0.0 && y == 0.0 && x.is_sign_negative() == y.is_sign_negative();
            return if same { near } else { -0.0 };
        }
        moved(near, lost, toward)
    }
}

fn quotient(a: f64, b: f64) -> (f64, f64) {
    let near = a / b;
    let rest = near.mul_add(-b, a);
    (near, if b < 0.0 { -rest } else { rest })
}

/// The result of an operation that can round otherwise than to nearest; None for the others.
pub(crate) fn rounded64(op: FloatOp, toward: Toward, operands: [f64; 3]) -> Option<f64> {
    Some(Exact::of(op, operands)?.rounded(toward))
}

/// The same of 32 bits.
pub(crate) fn rounded32(op: FloatOp, toward: Toward, operands: [f32; 3]) -> Option<f32> {
    let exact = Exact::of(op, operands.map(f64::from))?;
    if exact.near == 0.0 || !exact.near.is_finite() {
        return Some(exact.rounded(toward) as f32);
    }
    Some(to32(odd(exact.near, exact.lost), toward))
}

/// With the last bit set if anything was lost: rounding to fewer bits then is that of the exact
/// number.
#[inline]
pub(crate) fn odd(near: f64, lost: f64) -> f64 {
    if lost == 0.0 || near.to_bits() & 1 != 0 {
        return near;
    }
    if lost > 0.0 { near.next_up() } else { near.next_down() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Toward; 4] = [Toward::Nearest, Toward::Zero, Toward::Down, Toward::Up];

    /// Splitmix64.
    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = *state;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// A whole number that a float of so many bits holds.
    fn whole(state: &mut u64, bits: u32) -> i128 {
        let size = random(state) % u64::from(bits) + 1;
        let x = i128::from(random(state) >> (64 - size));
        if random(state) & 1 == 0 { x } else { -x }
    }

    /// Rounds a whole number to so many significant bits.
    fn cut(exact: i128, bits: u32, toward: Toward) -> i128 {
        let size = 128 - exact.unsigned_abs().leading_zeros();
        let unit = 1_i128 << size.saturating_sub(bits);
        let down = exact.div_euclid(unit) * unit;
        if down == exact {
            return exact;
        }
        let (up, twice) = (down + unit, (exact - down) * 2);
        let even = (down / unit) % 2 == 0;
        match toward {
            Toward::Down => down,
            Toward::Up => up,
            Toward::Zero if exact > 0 => down,
            Toward::Zero => up,
            Toward::Nearest if twice < unit || (twice == unit && even) => down,
            Toward::Nearest => up,
        }
    }

    #[test]
    fn sums_and_products_round_as_whole_numbers_do() {
        let mut state = 1;
        for round in 0..40_000 {
            let toward = ALL[round % 4];
            let [a, b, c] = [0; 3].map(|_| whole(&mut state, 53));
            let [x, y, z] = [a, b, c].map(|n| n as f64);
            let far = c << (random(&mut state) % 64);
            let cases = [
                (FloatOp::Add, [x, far as f64, 0.0], a + far),
                (FloatOp::Sub, [x, far as f64, 0.0], a - far),
                (FloatOp::Mul, [x, y, 0.0], a * b),
                (FloatOp::Fma, [x, y, z], a * b + c),
                (FloatOp::Fma, [x, y, far as f64], a * b + far),
            ];
            for (op, operands, exact) in cases {
                let got = if toward == Toward::Nearest {
                    Exact::of(op, operands).unwrap().near
                } else {
                    rounded64(op, toward, operands).unwrap()
                };
                assert_eq!(got as i128, cut(exact, 53, toward), "{op:?} {toward:?} {operands:?}");
            }
            let [a, b, c] = [0; 3].map(|_| whole(&mut state, 24));
            let [x, y, z] = [a, b, c].map(|n| n as f32);
            for (op, exact) in
                [(FloatOp::Add, a + b), (FloatOp::Mul, a * b), (FloatOp::Fma, a * b + c)]
            {
                let got = rounded32(op, toward, [x, y, z]).unwrap();
                assert_eq!(got as i128, cut(exact, 24, toward), "{op:?} {toward:?} {x} {y} {z}");
            }
        }
    }

    #[test]
    fn quotients_and_roots_lie_on_the_side_that_was_asked_for() {
        let mut state = 2;
        for _ in 0..20_000 {
            let (a, b) = (whole(&mut state, 53) as f64, whole(&mut state, 53) as f64);
            if b == 0.0 {
                continue;
            }
            let down = rounded64(FloatOp::Div, Toward::Down, [a, b, 0.0]).unwrap();
            let up = rounded64(FloatOp::Div, Toward::Up, [a, b, 0.0]).unwrap();
            let zero = rounded64(FloatOp::Div, Toward::Zero, [a, b, 0.0]).unwrap();
            assert!(up == down || up == down.next_up(), "{a} / {b}: {down} and {up}");
            assert_eq!(zero, if a / b > 0.0 { down } else { up });
            // A fused product has the sign of the exact one.
            let beyond = |x: f64| x.mul_add(b, -a) * b.signum();
            assert!(beyond(down) <= 0.0 && beyond(up) >= 0.0, "{a} / {b}");
            let a = a.abs();
            let down = rounded64(FloatOp::Sqrt, Toward::Zero, [a, 0.0, 0.0]).unwrap();
            let up = rounded64(FloatOp::Sqrt, Toward::Up, [a, 0.0, 0.0]).unwrap();
            assert!(down.mul_add(down, -a) <= 0.0 && up.mul_add(up, -a) >= 0.0, "root of {a}");
            assert!(up == down || up == down.next_up());
        }
    }

    #[test]
    fn the_ends_of_the_range_are_kept() {
        let most = f64::MAX;
        let mul = |toward, x| rounded64(FloatOp::Mul, toward, [most, x, 0.0]).unwrap();
        assert_eq!(mul(Toward::Zero, 2.0), most);
        assert_eq!(mul(Toward::Up, 2.0), f64::INFINITY);
        assert_eq!(mul(Toward::Up, -2.0), -most);
        assert_eq!(mul(Toward::Down, f64::INFINITY), f64::INFINITY);
        assert_eq!(rounded64(FloatOp::Div, Toward::Zero, [1.0, 0.0, 0.0]).unwrap(), f64::INFINITY);
        let zero = rounded64(FloatOp::Sub, Toward::Down, [3.0, 3.0, 0.0]).unwrap();
        assert!(zero == 0.0 && zero.is_sign_negative());
        assert_eq!(rounded32(FloatOp::Mul, Toward::Zero, [f32::MAX, 2.0, 0.0]).unwrap(), f32::MAX);
        assert_eq!(to32(1e300, Toward::Down), f32::MAX);
        assert_eq!(to32(-1e300, Toward::Down), f32::NEG_INFINITY);
    }
}

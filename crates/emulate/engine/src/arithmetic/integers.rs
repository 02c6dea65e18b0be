//! Bits of integers.

/// A shift by the width or more leaves nothing, or the sign.
#[inline]
pub(crate) fn shl32(a: u32, b: u32) -> u32 {
    if b < 32 { a << b } else { 0 }
}

#[inline]
pub(crate) fn shr32(a: u32, b: u32) -> u32 {
    if b < 32 { a >> b } else { 0 }
}

#[inline]
pub(crate) fn sar32(a: u32, b: u32) -> u32 {
    (a.cast_signed() >> b.min(31)).cast_unsigned()
}

#[inline]
pub(crate) fn bfe64(a: u64, position: u32, length: u32, width: u32, signed: bool) -> u64 {
    let (position, length) = (position & 0xff, length & 0xff);
    let last = width - 1;
    let sign_at = (position + length).saturating_sub(1).min(last);
    let sign = signed && length > 0 && a >> sign_at & 1 != 0;
    let kept = length.min(width.saturating_sub(position.min(width)));
    let field = if kept == 0 { 0 } else { a >> position & (u64::MAX >> (64 - kept)) };
    if sign && kept < 64 { field | u64::MAX << kept } else { field }
}

#[inline]
pub(crate) fn bfi64(a: u64, b: u64, position: u32, length: u32, width: u32) -> u64 {
    let (position, length) = (position & 0xff, length & 0xff);
    if position >= width || length == 0 {
        return b;
    }
    let mask = (u64::MAX >> (64 - length.min(width - position))) << position;
    b & !mask | a << position & mask
}

#[inline]
pub(crate) fn bfind(a: u64, width: u32, signed: bool) -> u32 {
    let a = if signed && a >> (width - 1) & 1 != 0 { !a } else { a };
    let a = if width == 32 { a & 0xffff_ffff } else { a };
    if a == 0 { u32::MAX } else { 63 - a.leading_zeros() }
}

#[inline]
pub(crate) fn bfind_shift(a: u64, width: u32, signed: bool) -> u32 {
    match bfind(a, width, signed) {
        u32::MAX => u32::MAX,
        found => width - 1 - found,
    }
}

#[inline]
pub(crate) fn prmt(a: u32, b: u32, c: u32, mode: u32) -> u32 {
    let bytes = (u64::from(a) | u64::from(b) << 32).to_le_bytes();
    let byte = |index: u32| u32::from(bytes[index as usize & 7]);
    let c4 = c & 3;
    let four = |of: &dyn Fn(u32) -> u32| (0..4).fold(0, |all, i| all | byte(of(i)) << (8 * i));
    match mode {
        // Four bytes from the place `c` on, forwards and backwards.
        1 => four(&|i| c4 + i),
        2 => four(&|i| (c4 + 8 - i) & 7),
        3 => four(&|_| c4),
        4 => four(&|i| c4.max(i)),
        5 => four(&|i| c4.min(i)),
        6 => four(&|i| (c & 1) * 2 + (i & 1)),
        _ => (0..4).fold(0, |all, i| {
            let selector = c >> (4 * i) & 15;
            let value = byte(selector & 7);
            let value = if selector & 8 == 0 { value } else { (value >> 7 & 1).wrapping_mul(0xff) };
            all | value << (8 * i)
        }),
    }
}

fn byte(x: u32, i: usize, signed: bool) -> i32 {
    let byte = x.to_le_bytes()[i];
    if signed { i32::from(byte.cast_signed()) } else { i32::from(byte) }
}

/// Of two halves and the two lower bytes.
#[inline]
pub(crate) fn dp2a(a: u32, b: u32, c: u32, signs: u32) -> u32 {
    let half = |i: usize| {
        let half = (a >> (16 * i)) as u16;
        if signs & 1 != 0 { i32::from(half.cast_signed()) } else { i32::from(half) }
    };
    let product = |i| half(i) * byte(b, i, signs & 2 != 0);
    (0..2).fold(c, |sum, i| sum.wrapping_add(product(i).cast_unsigned()))
}

#[inline]
pub(crate) fn dp4a(a: u32, b: u32, c: u32, signs: u32) -> u32 {
    let product = |i| byte(a, i, signs & 1 != 0) * byte(b, i, signs & 2 != 0);
    (0..4).fold(c, |sum, i| sum.wrapping_add(product(i).cast_unsigned()))
}

#[inline]
pub(crate) fn lop3(a: u32, b: u32, c: u32, table: u32) -> u32 {
    (0..8).filter(|row| table >> row & 1 != 0).fold(0, |all, row| {
        let pick = |x: u32, bit: u32| if row & bit != 0 { x } else { !x };
        all | pick(a, 4) & pick(b, 2) & pick(c, 1)
    })
}

#[inline]
pub(crate) fn bmsk(position: u32, length: u32) -> u32 {
    if position >= 32 || length == 0 {
        return 0;
    }
    (u32::MAX >> (32 - length.min(32))) << position
}

//! printf of kernels: a format, and values that the compiler has put into local memory.

use crate::access::{Reach, Stopped, out_of_bounds, space_of};
use crate::host::Host;
use crate::lanes::LANES;
use crate::memory::WINDOW_BYTES;
use propp_emulate_ptx::Space;

/// The longest text that is printed for one value or format.
const LONGEST: usize = 1 << 16;

/// A text in global, constant or local memory.
pub(crate) fn text(reach: &mut Reach<'_, '_>, lane: usize, address: u64) -> String {
    let bytes = if space_of(address) == Space::Local {
        let local = local(reach, lane, address);
        local.iter().copied().take_while(|byte| *byte != 0).collect()
    } else {
        reach.memory.text(address, LONGEST)
    };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The lane's local memory from the address on.
fn local<'r>(reach: &'r Reach<'_, '_>, lane: usize, address: u64) -> &'r [u8] {
    let own = reach.block.local_bytes;
    let start = own * (LANES * reach.warp + lane);
    let offset = (address & (WINDOW_BYTES - 1)).min(own as u64) as usize;
    &reach.block.local[start + offset..start + own]
}

/// Prints, and gives the number of values.
pub(crate) fn print(
    reach: &mut Reach<'_, '_>,
    lane: usize,
    format: u64,
    values: u64,
    host: &mut dyn Host,
) -> Result<u32, Stopped> {
    let format = text(reach, lane, format);
    let mut printed = String::new();
    let (mut at, mut count) = (0_u64, 0);
    let mut rest = format.as_str();
    while let Some(start) = rest.find('%') {
        printed.push_str(&rest[..start]);
        let (spec, after) = Spec::parse(&rest[start..]);
        rest = after;
        if spec.conversion == '%' {
            printed.push('%');
            continue;
        }
        let mut star = None;
        if spec.star {
            star = Some(value(reach, lane, values, &mut at, 4)? as i32);
        }
        let bytes = spec.bytes();
        let bits = value(reach, lane, values, &mut at, bytes)?;
        count += 1;
        if spec.conversion == 's' {
            let own = text(reach, lane, bits);
            printed.push_str(&spec.padded(&own, star));
        } else {
            printed.push_str(&spec.padded(&spec.number(bits), star));
        }
    }
    printed.push_str(rest);
    host.print(printed.as_bytes());
    Ok(count)
}

/// The next value, at a multiple of its size.
fn value(
    reach: &mut Reach<'_, '_>,
    lane: usize,
    values: u64,
    at: &mut u64,
    bytes: u64,
) -> Result<u64, Stopped> {
    let offset = at.next_multiple_of(bytes);
    *at = offset + bytes;
    let own = local(reach, lane, values);
    let found = own.get(offset as usize..(offset + bytes) as usize);
    let address = values.wrapping_add(offset);
    let outside = out_of_bounds("printf's load", bytes as u32, address, Space::Local);
    let found = found.ok_or((lane, outside))?;
    let mut bits = [0; 8];
    bits[..found.len()].copy_from_slice(found);
    Ok(u64::from_le_bytes(bits))
}

struct Spec {
    left: bool,
    zeros: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    star: bool,
    width: usize,
    precision: Option<usize>,
    long: bool,
    conversion: char,
}

impl Spec {
    /// Of a text that begins with `%`; also gives what follows.
    fn parse(text: &str) -> (Self, &str) {
        let mut spec = Self {
            left: false,
            zeros: false,
            plus: false,
            space: false,
            alternate: false,
            star: false,
            width: 0,
            precision: None,
            long: false,
            conversion: '%',
        };
        let mut rest = text.char_indices().skip(1);
        let mut in_precision = false;
        for (index, character) in rest.by_ref() {
            match character {
                '-' => spec.left = true,
                '0' if spec.width == 0 && !in_precision => spec.zeros = true,
                '+' => spec.plus = true,
                ' ' => spec.space = true,
                '#' => spec.alternate = true,
                '*' => spec.star = true,
                '.' => {
                    in_precision = true;
                    spec.precision = Some(0);
                }
                '0'..='9' => {
                    let digit = character as usize - '0' as usize;
                    let number = if in_precision {
                        spec.precision.get_or_insert(0)
                    } else {
                        &mut spec.width
                    };
                    *number = (*number * 10 + digit).min(4096);
                }
                'l' | 'z' | 'j' | 't' => spec.long = true,
                'h' => {}
                conversion => {
                    spec.conversion = conversion;
                    return (spec, &text[index + conversion.len_utf8()..]);
                }
            }
        }
        (spec, "")
    }

    fn is_float(&self) -> bool {
        matches!(self.conversion.to_ascii_lowercase(), 'f' | 'e' | 'g' | 'a')
    }

    /// Of the value in memory.
    fn bytes(&self) -> u64 {
        if self.long || self.is_float() || matches!(self.conversion, 'p' | 's') { 8 } else { 4 }
    }

    fn number(&self, bits: u64) -> String {
        let unsigned = if self.long { bits } else { bits & 0xffff_ffff };
        let signed = if self.long { bits.cast_signed() } else { i64::from(bits as i32) };
        let text = match self.conversion {
            'd' | 'i' => signed.to_string(),
            'u' => unsigned.to_string(),
            'x' if self.alternate => format!("{unsigned:#x}"),
            'x' => format!("{unsigned:x}"),
            'X' => format!("{unsigned:X}"),
            'o' => format!("{unsigned:o}"),
            'p' => format!("{bits:#x}"),
            'c' => char::from(bits as u8).to_string(),
            _ => self.float(f64::from_bits(bits)),
        };
        let signed = matches!(self.conversion, 'd' | 'i') || self.is_float();
        match (signed && !text.starts_with('-'), self.plus, self.space) {
            (true, true, _) => format!("+{text}"),
            (true, false, true) => format!(" {text}"),
            _ => text,
        }
    }

    fn float(&self, x: f64) -> String {
        if !x.is_finite() {
            let sign = if x.is_sign_negative() { "-" } else { "" };
            return format!("{sign}{}", if x.is_nan() { "nan" } else { "inf" });
        }
        let precision = self.precision.unwrap_or(6);
        match self.conversion {
            'f' | 'F' => format!("{x:.precision$}"),
            'e' | 'E' => exponent(x, precision, self.conversion),
            _ => general(x, precision.max(1), self.conversion, self.alternate),
        }
    }

    fn padded(&self, text: &str, star: Option<i32>) -> String {
        let text: String = match (self.conversion, self.precision) {
            ('s', Some(most)) => text.chars().take(most).collect(),
            _ => text.to_owned(),
        };
        let width = star.map_or(self.width, |star| star.unsigned_abs().min(4096) as usize);
        let missing = width.saturating_sub(text.chars().count());
        if self.left || star.is_some_and(|star| star < 0) {
            return format!("{text}{}", " ".repeat(missing));
        }
        if self.zeros && !matches!(self.conversion, 's' | 'c') {
            let signed = text.starts_with(['-', '+', ' ']);
            let (sign, digits) = text.split_at(usize::from(signed));
            return format!("{sign}{}{digits}", "0".repeat(missing));
        }
        format!("{}{text}", " ".repeat(missing))
    }
}

/// `1.5e+03`
fn exponent(x: f64, precision: usize, conversion: char) -> String {
    let text = format!("{x:.precision$e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, power) = match power.strip_prefix('-') {
        Some(power) => ('-', power),
        None => ('+', power),
    };
    let e = if conversion.is_ascii_uppercase() { 'E' } else { 'e' };
    format!("{digits}{e}{sign}{power:0>2}")
}

/// The shorter of both forms, without zeros at the end.
fn general(x: f64, precision: usize, conversion: char, keep_zeros: bool) -> String {
    let rounded = format!("{x:.*e}", precision - 1);
    let power = rounded.split_once('e').and_then(|(_, p)| p.parse::<i32>().ok()).unwrap_or(0);
    let e = if conversion.is_ascii_uppercase() { 'E' } else { 'e' };
    if power < -4 || power >= precision as i32 {
        let text = exponent(x, precision - 1, e);
        let (digits, power) = text.split_once(e).unwrap_or((&text, ""));
        return format!("{}{e}{power}", trimmed(digits, keep_zeros));
    }
    let decimals = (precision as i32 - 1 - power).max(0) as usize;
    trimmed(&format!("{x:.decimals$}"), keep_zeros).to_owned()
}

fn trimmed(digits: &str, keep_zeros: bool) -> &str {
    if keep_zeros || !digits.contains('.') {
        return digits;
    }
    digits.trim_end_matches('0').trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(spec: &str, bits: u64) -> String {
        let (parsed, rest) = Spec::parse(spec);
        assert_eq!(rest, "");
        parsed.padded(&parsed.number(bits), None)
    }

    #[test]
    fn numbers_are_printed_as_by_c() {
        // The right sides are what glibc's printf gives.
        assert_eq!(number("%d", 0xffff_ffff), "-1");
        assert_eq!(number("%5u", 42), "   42");
        assert_eq!(number("%-6d", 42), "42    ");
        assert_eq!(number("%06d", (-42_i64).cast_unsigned()), "-00042");
        assert_eq!(number("%lld", i64::MIN.cast_unsigned()), "-9223372036854775808");
        assert_eq!(number("%#x", 255), "0xff");
        assert_eq!(number("%+d", 3), "+3");
        assert_eq!(number("%f", 1.5_f64.to_bits()), "1.500000");
        assert_eq!(number("%.2f", 2.675_f64.to_bits()), "2.67");
        assert_eq!(number("%e", 12345.678_f64.to_bits()), "1.234568e+04");
        assert_eq!(number("%g", 0.0001_f64.to_bits()), "0.0001");
        assert_eq!(number("%g", 0.00001_f64.to_bits()), "1e-05");
        assert_eq!(number("%g", 1_000_000_f64.to_bits()), "1e+06");
        assert_eq!(number("%g", 100_000_f64.to_bits()), "100000");
        assert_eq!(number("%c", 65), "A");
    }
}

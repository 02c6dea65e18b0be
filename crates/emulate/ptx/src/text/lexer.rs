//! Tokens.

use crate::text::error::{PtxError, Result};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'a> {
    /// A name, an opcode with its modifiers, or a directive with its dot.
    Word(&'a str),
    Integer(u64),
    /// The bits of a constant such as `0f3F800000`.
    Float32(u32),
    Float64(u64),
    Text(&'a str),
    Sign(char),
    End,
}

impl Token<'_> {
    pub(crate) fn describe(&self) -> String {
        match self {
            Token::Word(word) => format!("'{word}'"),
            Token::Integer(value) => value.to_string(),
            Token::Float32(bits) => f32::from_bits(*bits).to_string(),
            Token::Float64(bits) => f64::from_bits(*bits).to_string(),
            Token::Text(_) => "a text".to_owned(),
            Token::Sign(sign) => format!("'{sign}'"),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

pub(crate) struct Lexer<'a> {
    rest: &'a str,
    line: u32,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1 }
    }

    pub(crate) fn next(&mut self) -> Result<(Token<'a>, u32)> {
        self.skip_blank()?;
        let line = self.line;
        let Some(first) = self.rest.chars().next() else { return Ok((Token::End, line)) };
        let token = if is_word(first) || first == '.' {
            Token::Word(self.word())
        } else if first.is_ascii_digit() {
            self.number()?
        } else if first == '"' {
            self.text()?
        } else {
            self.rest = &self.rest[first.len_utf8()..];
            Token::Sign(first)
        };
        Ok((token, line))
    }

    fn skip_blank(&mut self) -> Result<()> {
        loop {
            let trimmed = self.rest.trim_start();
            self.pass(self.rest.len() - trimmed.len());
            if self.rest.starts_with("//") {
                self.pass(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                let Some(end) = self.rest.find("*/") else {
                    return Err(PtxError::syntax(self.line, "'*/'", "the end of the text"));
                };
                self.pass(end + 2);
            } else {
                return Ok(());
            }
        }
    }

    /// Moves on by so many bytes, which end at a character's end.
    fn pass(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        let lines = passed.bytes().filter(|byte| *byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.rest = rest;
    }

    /// A name may contain dots and double colons; a single colon ends a label.
    fn word(&mut self) -> &'a str {
        let bytes = self.rest.as_bytes();
        let mut end = 1;
        while let Some(&byte) = bytes.get(end) {
            if is_word(byte as char) || byte == b'.' || byte.is_ascii_digit() {
                end += 1;
            } else if byte == b':' && bytes.get(end + 1) == Some(&b':') {
                end += 2;
            } else {
                break;
            }
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn number(&mut self) -> Result<Token<'a>> {
        let bytes = self.rest.as_bytes();
        let mut end = 1;
        while let Some(&byte) = bytes.get(end) {
            let exponent = matches!(bytes[end - 1], b'e' | b'E') && matches!(byte, b'+' | b'-');
            let is_hex = bytes.get(1).is_some_and(|b| matches!(b, b'x' | b'X'));
            if byte.is_ascii_alphanumeric() || byte == b'.' || (exponent && !is_hex) {
                end += 1;
            } else {
                break;
            }
        }
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        number(text).ok_or_else(|| PtxError::syntax(self.line, "a number", format!("'{text}'")))
    }

    fn text(&mut self) -> Result<Token<'a>> {
        let Some(end) = self.rest[1..].find('"') else {
            return Err(PtxError::syntax(self.line, "'\"'", "the end of the text"));
        };
        let text = &self.rest[1..=end];
        self.pass(end + 2);
        Ok(Token::Text(text))
    }
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphabetic() || matches!(character, '_' | '$' | '%')
}

fn number(text: &str) -> Option<Token<'static>> {
    let lower = text.to_ascii_lowercase();
    let hex = |digits: &str| u64::from_str_radix(digits, 16).ok();
    if let Some(digits) = lower.strip_prefix("0f").filter(|digits| digits.len() == 8) {
        return Some(Token::Float32(u32::try_from(hex(digits)?).ok()?));
    }
    if let Some(digits) = lower.strip_prefix("0d").filter(|digits| digits.len() == 16) {
        return Some(Token::Float64(hex(digits)?));
    }
    let integer = lower.strip_suffix('u').unwrap_or(&lower);
    if let Some(digits) = integer.strip_prefix("0x") {
        return hex(digits).map(Token::Integer);
    }
    if let Some(digits) = integer.strip_prefix("0b") {
        return u64::from_str_radix(digits, 2).ok().map(Token::Integer);
    }
    if integer.len() > 1 && integer.starts_with('0') && integer.bytes().all(|b| b.is_ascii_digit())
    {
        return u64::from_str_radix(integer, 8).ok().map(Token::Integer);
    }
    if let Ok(value) = integer.parse::<u64>() {
        return Some(Token::Integer(value));
    }
    lower.parse::<f64>().ok().map(|value| Token::Float64(value.to_bits()))
}

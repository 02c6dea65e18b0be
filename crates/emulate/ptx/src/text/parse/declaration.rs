//! Variables and parameters.

use super::Parser;
use crate::text::error::{PtxError, Reason, Result};
use crate::text::lexer::Token;
use crate::text::syntax::{Declared, Initial, Linkage, Space};
use crate::text::types::Type;

/// Longer variables are no program's.
const MAX_BYTES: u64 = 1 << 40;

impl<'a> Parser<'a> {
    /// `.space .align n .type name[length] = value, …;`
    pub(super) fn variable(&mut self, linkage: Linkage) -> Result<Declared<'a>> {
        let mut declared = self.declared(linkage)?;
        if self.eat('=')? {
            self.initial(&mut declared.initial)?;
            let needed = u64::from(declared.ty.bytes()) * declared.initial.len() as u64;
            if declared.bytes == 0 {
                declared.bytes = needed;
            }
            if needed > declared.bytes {
                return Err(PtxError::new(declared.line, Reason::TooMany("first values")));
            }
        }
        self.expect(';', "';'")?;
        Ok(declared)
    }

    pub(super) fn parameters(&mut self) -> Result<Vec<Declared<'a>>> {
        self.expect('(', "'('")?;
        let mut parameters = Vec::new();
        while !self.eat(')')? {
            if !parameters.is_empty() {
                self.expect(',', "',' or ')'")?;
            }
            parameters.push(self.declared(Linkage::Local)?);
        }
        Ok(parameters)
    }

    pub(super) fn declared(&mut self, linkage: Linkage) -> Result<Declared<'a>> {
        let (mut space, mut ty, mut align, mut managed) = (None, None, None, false);
        let (mut vector, mut is_of_target) = (1, false);
        let line = self.line;
        loop {
            let word = self.word("a variable's name")?;
            let Some(directive) = word.strip_prefix('.') else {
                let (Some(space), Some(ty)) = (space, ty) else {
                    return Err(PtxError::syntax(line, "a space and a type", format!("'{word}'")));
                };
                let bytes = self.length(ty)?.saturating_mul(vector);
                if bytes > MAX_BYTES {
                    return Err(PtxError::new(line, Reason::TooMany("bytes of a variable")));
                }
                let align = align.unwrap_or_else(|| ty.bytes().max(1));
                return Ok(Declared {
                    space,
                    name: word,
                    ty,
                    align,
                    bytes,
                    linkage,
                    managed,
                    initial: Vec::new(),
                    line,
                });
            };
            match directive {
                // What a pointer points to: its space and its alignment follow.
                "ptr" => is_of_target = true,
                "global" | "shared" | "local" | "const" | "param" if is_of_target => {}
                "global" => space = Some(Space::Global),
                "shared" => space = Some(Space::Shared),
                "local" => space = Some(Space::Local),
                "const" => space = Some(Space::Constant),
                "param" => space = Some(Space::Parameter),
                // A parameter of a device function in a register.
                "reg" => return Err(PtxError::unsupported(line, "parameters in registers")),
                "align" => {
                    let value = self.small("an alignment")?;
                    if !value.is_power_of_two() || value > 4096 {
                        return Err(PtxError::syntax(line, "a power of two", value.to_string()));
                    }
                    if !is_of_target {
                        align = Some(value);
                    }
                }
                "attribute" => {
                    self.expect('(', "'('")?;
                    while !self.eat(')')? {
                        managed |= self.token == Token::Word(".managed");
                        if self.advance()? == Token::End {
                            return self.wrong("')'");
                        }
                    }
                }
                "volatile" => {}
                "v2" => vector = 2,
                "v4" => vector = 4,
                name => match Type::from_name(name) {
                    Some(found) if found != Type::Pred => ty = Some(found),
                    _ => return Err(PtxError::unsupported(line, word)),
                },
            }
        }
    }

    /// Bytes by what stands in brackets behind the name.
    fn length(&mut self, ty: Type) -> Result<u64> {
        let mut bytes = u64::from(ty.bytes());
        while self.eat('[')? {
            if self.eat(']')? {
                bytes = 0;
                continue;
            }
            bytes = bytes.saturating_mul(self.integer("a length")?);
            self.expect(']', "']'")?;
        }
        Ok(bytes)
    }

    fn initial(&mut self, out: &mut Vec<Initial<'a>>) -> Result<()> {
        if !self.eat('{')? {
            out.push(self.initial_value()?);
            return Ok(());
        }
        let mut depth = 1;
        while depth > 0 {
            if self.eat('{')? {
                depth += 1;
            } else if self.eat('}')? {
                depth -= 1;
            } else if !self.eat(',')? {
                out.push(self.initial_value()?);
            }
        }
        Ok(())
    }

    fn initial_value(&mut self) -> Result<Initial<'a>> {
        let negative = self.eat('-')?;
        match self.token {
            Token::Integer(value) => {
                self.advance()?;
                Ok(Initial::Bits(if negative { value.wrapping_neg() } else { value }))
            }
            Token::Float32(bits) => {
                self.advance()?;
                Ok(Initial::Bits(u64::from(bits)))
            }
            Token::Float64(bits) => {
                self.advance()?;
                Ok(Initial::Bits(bits))
            }
            Token::Word("generic") => {
                self.advance()?;
                self.expect('(', "'('")?;
                let (symbol, addend) = self.symbol()?;
                self.expect(')', "')'")?;
                let addend = addend.wrapping_add(self.offset()?.cast_unsigned());
                Ok(Initial::Address { symbol, addend })
            }
            Token::Word(_) => {
                let (symbol, addend) = self.symbol()?;
                Ok(Initial::Address { symbol, addend })
            }
            _ => self.wrong("a first value"),
        }
    }

    fn symbol(&mut self) -> Result<(&'a str, u64)> {
        let symbol = self.word("a variable's name")?;
        Ok((symbol, self.offset()?.cast_unsigned()))
    }
}

//! Statements of a function.

use super::Parser;
use crate::text::error::{PtxError, Result};
use crate::text::lexer::Token;
use crate::text::syntax::{Linkage, Operand, Statement, Written};
use crate::text::types::Type;

impl<'a> Parser<'a> {
    pub(super) fn body(&mut self) -> Result<Vec<Statement<'a>>> {
        self.expect('{', "'{'")?;
        let mut out = Vec::new();
        let mut depth = 0_u32;
        loop {
            if self.eat('{')? {
                depth += 1;
                out.push(Statement::Open);
            } else if self.eat('}')? {
                if depth == 0 {
                    return Ok(out);
                }
                depth -= 1;
                out.push(Statement::Close);
            } else if !self.eat(';')? {
                self.statement(&mut out)?;
            }
        }
    }

    fn statement(&mut self, out: &mut Vec<Statement<'a>>) -> Result<()> {
        if self.is('@') {
            let instruction = self.instruction()?;
            out.push(Statement::Instruction(instruction));
            return Ok(());
        }
        let Token::Word(word) = self.token else { return self.wrong("a statement") };
        match word {
            ".reg" => {
                self.advance()?;
                let ty = self.word("a type")?;
                self.registers(ty, out)
            }
            // `.reg.b32` without a blank, as headers of CUDA write it.
            _ if word.starts_with(".reg.") => {
                self.advance()?;
                self.registers(&word[".reg".len()..], out)
            }
            ".loc" => self.place(out),
            ".pragma" => {
                self.advance()?;
                self.skip_to_semicolon()
            }
            ".shared" | ".local" | ".param" | ".global" | ".const" => {
                out.push(Statement::Variable(self.variable(Linkage::Local)?));
                Ok(())
            }
            _ if word.starts_with('.') => {
                out.push(Statement::Refused { what: word, line: self.line });
                self.skip_to_semicolon()
            }
            _ => self.label_or_instruction(word, out),
        }
    }

    fn label_or_instruction(&mut self, word: &'a str, out: &mut Vec<Statement<'a>>) -> Result<()> {
        let line = self.line;
        self.advance()?;
        if !self.eat(':')? {
            let instruction = self.after_opcode(None, word, line)?;
            out.push(Statement::Instruction(instruction));
            return Ok(());
        }
        match self.token {
            Token::Word(".branchtargets") => {
                let labels = self.names("a label")?;
                out.push(Statement::Targets { name: word, labels });
                Ok(())
            }
            Token::Word(".calltargets") => {
                let functions = self.names("a function's name")?;
                out.push(Statement::CallTargets { name: word, functions });
                Ok(())
            }
            Token::Word(".callprototype") => {
                self.advance()?;
                let returns = if self.is('(') { self.parameters()? } else { Vec::new() };
                self.word("'_'")?;
                let parameters = if self.is('(') { self.parameters()? } else { Vec::new() };
                // `.noreturn` and the like.
                self.skip_to_semicolon()?;
                out.push(Statement::Prototype { name: word, returns, parameters });
                Ok(())
            }
            _ => {
                out.push(Statement::Label(word));
                Ok(())
            }
        }
    }

    fn names(&mut self, expected: &'static str) -> Result<Vec<&'a str>> {
        self.advance()?;
        let mut names = vec![self.word(expected)?];
        while self.eat(',')? {
            names.push(self.word(expected)?);
        }
        self.expect(';', "';'")?;
        Ok(names)
    }

    fn registers(&mut self, word: &'a str, out: &mut Vec<Statement<'a>>) -> Result<()> {
        let line = self.line;
        let Some(ty) = word.strip_prefix('.').and_then(Type::from_name) else {
            return Err(PtxError::unsupported(line, format!(".reg {word}")));
        };
        loop {
            let name = self.word("a register's name")?;
            let mut count = None;
            if self.eat('<')? {
                count = Some(self.small("registers")?);
                self.expect('>', "'>'")?;
            }
            out.push(Statement::Registers { ty, name, count, line });
            if self.eat(';')? {
                return Ok(());
            }
            self.expect(',', "',' or ';'")?;
        }
    }

    /// `.loc file line column[, function_name label[+n], inlined_at file line column]`
    fn place(&mut self, out: &mut Vec<Statement<'a>>) -> Result<()> {
        self.advance()?;
        let file = self.small("a file's number")?;
        let line = self.small("a line")?;
        self.small("a column")?;
        out.push(Statement::Place { file, line });
        if !self.eat(',')? {
            return Ok(());
        }
        if !self.eat_word("function_name")? {
            return self.wrong("'function_name'");
        }
        self.word("a label")?;
        if self.eat('+')? {
            self.integer("an offset")?;
        }
        self.expect(',', "','")?;
        if !self.eat_word("inlined_at")? {
            return self.wrong("'inlined_at'");
        }
        for expected in ["a file's number", "a line", "a column"] {
            self.integer(expected)?;
        }
        Ok(())
    }

    fn instruction(&mut self) -> Result<Written<'a>> {
        self.expect('@', "'@'")?;
        let negated = self.eat('!')?;
        let predicate = self.word("a predicate")?;
        let line = self.line;
        let opcode = self.word("an instruction")?;
        self.after_opcode(Some((predicate, negated)), opcode, line)
    }

    fn after_opcode(
        &mut self,
        guard: Option<(&'a str, bool)>,
        opcode: &'a str,
        line: u32,
    ) -> Result<Written<'a>> {
        let mut operands = Vec::new();
        while !self.eat(';')? {
            if !operands.is_empty() {
                self.expect(',', "',' or ';'")?;
            }
            operands.push(self.operand()?);
        }
        Ok(Written { guard, opcode, operands, line })
    }

    fn operand(&mut self) -> Result<Operand<'a>> {
        match self.token {
            Token::Integer(_) | Token::Float32(_) | Token::Float64(_) | Token::Sign('-') => {
                self.constant()
            }
            Token::Sign('!') => {
                self.advance()?;
                Ok(Operand::Not(self.word("a predicate")?))
            }
            Token::Sign('{') => {
                let list = self.list('{', '}')?;
                if self.eat('|')? {
                    return Ok(Operand::Resident(list, self.word("a predicate")?));
                }
                Ok(Operand::Vector(list))
            }
            Token::Sign('(') => Ok(Operand::List(self.list('(', ')')?)),
            Token::Sign('[') => self.address(),
            Token::Word(name) => {
                self.advance()?;
                if self.eat('|')? {
                    return Ok(Operand::Pair(name, self.word("a predicate")?));
                }
                let offset = self.offset()?;
                Ok(Operand::Name { name, offset })
            }
            _ => self.wrong("an operand"),
        }
    }

    /// One level of operands in brackets.
    fn list(&mut self, open: char, close: char) -> Result<Vec<Operand<'a>>> {
        self.expect(open, "a list")?;
        let mut list = Vec::new();
        while !self.eat(close)? {
            if !list.is_empty() {
                self.expect(',', "',' or the end of the list")?;
            }
            match self.token {
                Token::Word(name) => {
                    self.advance()?;
                    list.push(Operand::Name { name, offset: 0 });
                }
                _ => list.push(self.constant()?),
            }
        }
        Ok(list)
    }

    fn constant(&mut self) -> Result<Operand<'a>> {
        let negative = self.eat('-')?;
        let operand = match self.token {
            Token::Integer(value) if negative => Operand::Integer(value.wrapping_neg()),
            Token::Integer(value) => Operand::Integer(value),
            Token::Float32(bits) => Operand::Float32(bits ^ (u32::from(negative) << 31)),
            Token::Float64(bits) => Operand::Float64(bits ^ (u64::from(negative) << 63)),
            _ => return self.wrong("a constant"),
        };
        self.advance()?;
        Ok(operand)
    }

    fn address(&mut self) -> Result<Operand<'a>> {
        self.expect('[', "'['")?;
        let base = match self.token {
            Token::Word(name) => {
                self.advance()?;
                Some(name)
            }
            _ => None,
        };
        let offset = match (base, self.token) {
            (None, Token::Integer(_)) => self.integer("an address")?.cast_signed(),
            _ => self.offset()?,
        };
        if self.eat(',')? {
            if let (Some(object), true) = (base, offset == 0 && self.is('{')) {
                let coordinates = self.list('{', '}')?;
                if self.eat(']')? {
                    return Ok(Operand::Texel { object, coordinates });
                }
            }
            // Samplers by name: the instruction is refused, whatever stands here.
            while !self.is(']') {
                if matches!(self.advance()?, Token::End | Token::Sign(';')) {
                    return self.wrong("']'");
                }
            }
        }
        self.expect(']', "']'")?;
        Ok(Operand::Address { base, offset })
    }

    /// `+8`, `-8` or `+-8`.
    pub(super) fn offset(&mut self) -> Result<i64> {
        if self.eat('+')? {
            return Ok(self.integer("an offset")?.cast_signed());
        }
        if self.is('-') {
            return Ok(self.integer("an offset")?.cast_signed());
        }
        Ok(0)
    }
}

//! From tokens to [`Text`].

mod body;
mod declaration;

use crate::text::error::{PtxError, Reason, Result};
use crate::text::lexer::{Lexer, Token};
use crate::text::syntax::{FunctionText, Linkage, SourceFile, Text};

pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    line: u32,
}

/// The parts of a text.
/// Fails if it breaks the grammar.
pub(crate) fn parse(text: &str) -> Result<Text<'_>> {
    let mut parser = Parser { lexer: Lexer::new(text), token: Token::End, line: 1 };
    parser.advance()?;
    let mut out = Text::default();
    while parser.token != Token::End {
        parser.item(&mut out)?;
    }
    Ok(out)
}

impl<'a> Parser<'a> {
    /// Reads the next token, and returns the current one.
    fn advance(&mut self) -> Result<Token<'a>> {
        let (token, line) = self.lexer.next()?;
        self.line = line;
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn wrong<T>(&self, expected: &'static str) -> Result<T> {
        Err(PtxError::syntax(self.line, expected, self.token.describe()))
    }

    fn is(&self, sign: char) -> bool {
        self.token == Token::Sign(sign)
    }

    /// Passes the sign if it is next.
    fn eat(&mut self, sign: char) -> Result<bool> {
        let found = self.is(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, sign: char, expected: &'static str) -> Result<()> {
        if self.eat(sign)? { Ok(()) } else { self.wrong(expected) }
    }

    fn word(&mut self, expected: &'static str) -> Result<&'a str> {
        let Token::Word(word) = self.token else { return self.wrong(expected) };
        self.advance()?;
        Ok(word)
    }

    fn eat_word(&mut self, word: &str) -> Result<bool> {
        let found = self.token == Token::Word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn integer(&mut self, expected: &'static str) -> Result<u64> {
        let negative = self.eat('-')?;
        let Token::Integer(value) = self.token else { return self.wrong(expected) };
        self.advance()?;
        Ok(if negative { value.wrapping_neg() } else { value })
    }

    fn small(&mut self, expected: &'static str) -> Result<u32> {
        let line = self.line;
        u32::try_from(self.integer(expected)?)
            .map_err(|_| PtxError::new(line, Reason::TooMany(expected)))
    }

    /// One to three numbers.
    fn extents(&mut self) -> Result<[u32; 3]> {
        let mut extents = [1; 3];
        for (index, extent) in extents.iter_mut().enumerate() {
            if index > 0 && !self.eat(',')? {
                break;
            }
            *extent = self.small("a number of threads")?;
        }
        Ok(extents)
    }

    fn item(&mut self, out: &mut Text<'a>) -> Result<()> {
        let mut linkage = Linkage::Local;
        loop {
            let Token::Word(word) = self.token else { return self.wrong("a directive") };
            match word {
                ".version" => {
                    self.advance()?;
                    out.version = self.version()?;
                    return Ok(());
                }
                ".target" => {
                    self.advance()?;
                    out.target = self.word("a target")?;
                    while self.eat(',')? {
                        self.word("a target")?;
                    }
                    return Ok(());
                }
                ".address_size" => {
                    self.advance()?;
                    let line = self.line;
                    let bits = self.integer("a number of bits")?;
                    if bits != 64 {
                        return Err(PtxError::unsupported(line, format!(".address_size {bits}")));
                    }
                    return Ok(());
                }
                ".file" => return self.file(out),
                ".section" => return self.section(),
                ".pragma" => {
                    self.advance()?;
                    return self.skip_to_semicolon();
                }
                ".alias" => {
                    return Err(PtxError::unsupported(self.line, ".alias"));
                }
                ".visible" | ".weak" | ".common" | ".extern" => {
                    linkage = match word {
                        ".visible" => Linkage::Visible,
                        ".extern" => Linkage::External,
                        _ => Linkage::Weak,
                    };
                    self.advance()?;
                }
                ".entry" | ".func" => {
                    let function = self.function(word == ".entry", linkage)?;
                    out.functions.push(function);
                    return Ok(());
                }
                _ => {
                    out.variables.push(self.variable(linkage)?);
                    return Ok(());
                }
            }
        }
    }

    /// `9.0` is read as a float.
    fn version(&mut self) -> Result<(u32, u32)> {
        let expected = "a version";
        match self.advance()? {
            Token::Integer(major) => Ok((u32::try_from(major).unwrap_or(u32::MAX), 0)),
            Token::Float64(bits) => {
                let text = f64::from_bits(bits).to_string();
                let mut parts = text.split('.').map(str::parse::<u32>);
                match (parts.next(), parts.next()) {
                    (Some(Ok(major)), None) => Ok((major, 0)),
                    (Some(Ok(major)), Some(Ok(minor))) => Ok((major, minor)),
                    _ => self.wrong(expected),
                }
            }
            _ => self.wrong(expected),
        }
    }

    fn file(&mut self, out: &mut Text<'a>) -> Result<()> {
        self.advance()?;
        let number = self.small("a file's number")?;
        let Token::Text(path) = self.token else { return self.wrong("a file's path") };
        self.advance()?;
        while self.eat(',')? {
            self.integer("a file's time or size")?;
        }
        out.files.push(SourceFile { number, path: path.to_owned() });
        Ok(())
    }

    /// Debug information. Its lines end without semicolons.
    fn section(&mut self) -> Result<()> {
        self.advance()?;
        self.word("a section's name")?;
        self.expect('{', "'{'")?;
        let mut depth = 1;
        while depth > 0 {
            match self.advance()? {
                Token::Sign('{') => depth += 1,
                Token::Sign('}') => depth -= 1,
                Token::End => return self.wrong("'}'"),
                _ => {}
            }
        }
        Ok(())
    }

    fn skip_to_semicolon(&mut self) -> Result<()> {
        while !self.is(';') {
            if self.advance()? == Token::End {
                return self.wrong("';'");
            }
        }
        self.advance()?;
        Ok(())
    }

    fn function(&mut self, entry: bool, linkage: Linkage) -> Result<FunctionText<'a>> {
        self.advance()?;
        let line = self.line;
        let returns = if self.is('(') { self.parameters()? } else { Vec::new() };
        let name = self.word("a function's name")?;
        let parameters = if self.is('(') { self.parameters()? } else { Vec::new() };
        let mut function = FunctionText {
            name,
            entry,
            linkage,
            returns,
            parameters,
            max_threads: None,
            required_threads: None,
            cluster: None,
            blocks_are_clusters: false,
            line,
            body: None,
        };
        loop {
            if self.eat(';')? {
                return Ok(function);
            }
            if self.is('{') {
                function.body = Some(self.body()?);
                return Ok(function);
            }
            match self.word("'{', ';' or a directive of a function")? {
                ".maxntid" => function.max_threads = Some(self.extents()?),
                ".reqntid" => function.required_threads = Some(self.extents()?),
                ".minnctapersm" | ".maxnctapersm" | ".maxnreg" | ".maxclusterrank" => {
                    self.integer("a number")?;
                }
                ".reqnctapercluster" => function.cluster = Some(self.extents()?),
                ".blocksareclusters" => function.blocks_are_clusters = true,
                // The launch says how large its clusters are.
                ".explicitcluster" | ".noreturn" | ".abi_preserve" => {}
                ".pragma" => self.skip_to_semicolon()?,
                other => return Err(PtxError::unsupported(self.line, other)),
            }
        }
    }
}

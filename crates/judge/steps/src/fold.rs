//! Sequences that repeat are folded: `a b c b c b c d` becomes `a (b c) d`. However often the loop
//! ran, it is the same symbol afterwards, so that steps with loops of changing lengths are equal.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

/// A launch, or loops of launches, as one symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub symbol: u32,
    /// The places of its first launch and of the first after it.
    pub from: usize,
    pub to: usize,
    /// What each iteration of the loop consists of; none for launches of one kernel.
    pub iterations: Vec<Vec<Token>>,
}

/// A stretch in which each symbol equals the one `period` further on.
#[derive(Clone, Copy)]
struct Repeat {
    period: usize,
    from: usize,
}

/// Programs with loops of more lengths, side by side and inside each other, try out one thing after
/// the other.
const MOST_ROUNDS: usize = 200;

/// How many symbols stand for the place of one, to see where it comes again.
const MOST_CONTEXT: usize = 32;

/// Folds until nothing repeats side by side. `symbols` has a number for each launch.
pub(crate) fn folded(symbols: &[u32]) -> Vec<Token> {
    let leaf = |(place, &symbol): (usize, &u32)| Token {
        symbol,
        from: place,
        to: place + 1,
        iterations: Vec::new(),
    };
    let mut tokens: Vec<Token> = symbols.iter().enumerate().map(leaf).collect();
    let mut next = symbols.iter().max().map_or(0, |most| most + 1);
    for _ in 0..MOST_ROUNDS {
        tokens = joined(tokens);
        let now: Vec<u32> = tokens.iter().map(|token| token.symbol).collect();
        let repeats = shortest_repeats(&now);
        if repeats.is_empty() {
            return tokens;
        }
        let mut bodies: Vec<&[u32]> = Vec::new();
        for Repeat { period, from } in repeats {
            let body = &now[from..from + period];
            if !bodies.iter().any(|known| is_rotation(known, body)) {
                bodies.push(body);
            }
        }
        for body in bodies {
            tokens = with_loops(tokens, body, next);
            next += 1;
        }
    }
    joined(tokens)
}

fn joined(tokens: Vec<Token>) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        match out.last_mut() {
            Some(last) if last.symbol == token.symbol => {
                last.to = token.to;
                last.iterations.extend(token.iterations);
            }
            _ => out.push(token),
        }
    }
    out
}

fn is_rotation(a: &[u32], b: &[u32]) -> bool {
    a.len() == b.len() && (0..a.len()).any(|by| a[by..].iter().chain(&a[..by]).eq(b.iter()))
}

/// The stretches of the shortest period that hold it at least twice, from left to right.
fn shortest_repeats(symbols: &[u32]) -> Vec<Repeat> {
    let mut shortest = usize::MAX;
    let mut found: Vec<Repeat> = Vec::new();
    let mut around: Vec<u64> = symbols.iter().map(|&symbol| mixed(symbol.into())).collect();
    let mut context = 1;
    // Symbols that are no fewer than a period come again after a period and not before.
    while context <= MOST_CONTEXT && shortest > context && context <= symbols.len() {
        let mut seen_until: Places = Places::default();
        let mut last: Places = Places::default();
        for (place, &hash) in around.iter().enumerate() {
            let Some(before) = last.insert(hash, place) else { continue };
            let period = place - before;
            let seen = seen_until.entry(period as u64).or_default();
            if period > shortest || before < *seen {
                continue;
            }
            let is_same = |at: usize| symbols[at] == symbols[at + period];
            let from = (0..before).rev().take_while(|&at| is_same(at)).last().unwrap_or(before);
            let to = (before..symbols.len() - period).find(|&at| !is_same(at));
            let to = to.unwrap_or(symbols.len() - period);
            *seen = to;
            if to - from < period {
                continue;
            }
            if period < shortest {
                shortest = period;
                found.clear();
            }
            found.push(Repeat { period, from });
        }
        let both = |place: usize| mixed(around[place].rotate_left(7) ^ around[place + context]);
        around = (0..around.len().saturating_sub(context)).map(both).collect();
        context *= 2;
    }
    found.sort_by_key(|repeat| repeat.from);
    found.dedup_by_key(|repeat| repeat.from);
    found
}

/// Places by what is mixed already.
pub(crate) type Places = HashMap<u64, usize, BuildHasherDefault<Mixed>>;

/// A number whose bits are no longer like those of its neighbours.
pub(crate) fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ (number >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The hash of a number that is mixed already.
#[derive(Default)]
pub(crate) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(self.0 ^ u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mixed(number);
    }
}

/// With one symbol wherever the body stands, once or several times in a row.
fn with_loops(tokens: Vec<Token>, body: &[u32], symbol: u32) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.into_iter();
    let mut ahead: VecDeque<Token> = VecDeque::with_capacity(body.len());
    loop {
        while ahead.len() < body.len() {
            let Some(token) = rest.next() else { break };
            ahead.push_back(token);
        }
        if ahead.is_empty() {
            return out;
        }
        let is_body = ahead.len() == body.len() && ahead.iter().map(|t| &t.symbol).eq(body.iter());
        if !is_body {
            out.extend(ahead.pop_front());
            continue;
        }
        let iteration: Vec<Token> = ahead.drain(..).collect();
        let (from, to) = (iteration[0].from, iteration[iteration.len() - 1].to);
        match out.last_mut() {
            Some(last) if last.symbol == symbol => {
                last.to = to;
                last.iterations.push(iteration);
            }
            _ => out.push(Token { symbol, from, to, iterations: vec![iteration] }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters, with `(…)` around the first iteration of each loop.
    fn shown(text: &str) -> String {
        let symbols: Vec<u32> = text.bytes().map(u32::from).collect();
        fn show(tokens: &[Token], out: &mut String) {
            for token in tokens {
                match token.iterations.first() {
                    Some(first) => {
                        out.push('(');
                        show(first, out);
                        out.push_str(&format!("){}", token.iterations.len()));
                    }
                    None => out.extend(u8::try_from(token.symbol).map(char::from)),
                }
            }
        }
        let mut out = String::new();
        show(&folded(&symbols), &mut out);
        out
    }

    #[test]
    fn what_repeats_becomes_a_loop() {
        assert_eq!(shown("abcde"), "abcde");
        assert_eq!(shown("aaab"), "ab");
        assert_eq!(shown("xabcabcabcy"), "x(abc)3y");
        assert_eq!(shown(""), "");
    }

    #[test]
    fn loops_of_changing_lengths_are_equal() {
        assert_eq!(shown("sbcbcbcesbcesbcbcez"), "(s(bc)3e)3z");
        assert_eq!(shown("xaabaaabab"), "x(ab)3");
    }

    #[test]
    fn a_word_in_which_every_letter_comes_twice_is_found() {
        assert_eq!(shown("abcacbabcacbabcacb"), "(abcacb)3");
    }
}

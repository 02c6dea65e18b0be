//! Loops inside loops: which of them a program's steps are.

use std::collections::{BTreeMap, HashMap};

use crate::FEWEST;
use crate::fold::Token;

/// What a loop that consists of another one adds to it, as a share of an iteration of the inner
/// loop: a line of the log every ten steps, for instance.
const MOST_BESIDE: f64 = 0.2;

/// What a loop that trains a model has of the launches around it, so that its iterations are the
/// steps, as of epochs with an evaluation each.
const MOSTLY: f64 = 0.6;

/// The iterations of one loop, side by side.
pub(crate) struct Loop {
    pub iterations: Vec<Vec<Token>>,
}

impl Loop {
    pub(crate) fn from(&self) -> usize {
        self.iterations.first().and_then(|tokens| tokens.first()).map_or(0, |token| token.from)
    }

    pub(crate) fn to(&self) -> usize {
        end(self.iterations.last())
    }

    pub(crate) fn launches(&self) -> usize {
        self.to() - self.from()
    }
}

pub(crate) fn end(iteration: Option<&Vec<Token>>) -> usize {
    iteration.and_then(|tokens| tokens.last()).map_or(0, |token| token.to)
}

/// The loops of the program that are in no other loop. Iterations with a few launches between
/// them are of one loop.
pub(crate) fn loops(tokens: &[Token]) -> Vec<Loop> {
    let mut of_symbol: HashMap<u32, Vec<&Token>> = HashMap::new();
    for token in tokens.iter().filter(|token| !token.iterations.is_empty()) {
        of_symbol.entry(token.symbol).or_default().push(token);
    }
    let mut all = Vec::new();
    for same in of_symbol.into_values() {
        let first = &same[0].iterations[0];
        let length = end(Some(first)) - first[0].from;
        let is_near = |a: &&Token, b: &&Token| b.from - a.to <= length;
        for near in same.chunk_by(is_near) {
            let iterations = near.iter().flat_map(|token| token.iterations.clone()).collect();
            all.push(Loop { iterations });
        }
    }
    all.sort_by_key(Loop::from);
    all
}

/// The inner loop, where the outer one repeats too seldom or adds little to it, or where the inner
/// one trains a model and what is around does not.
pub(crate) fn innermost(
    one: Loop,
    tokens: &[Token],
    is_update: &impl Fn(usize, usize) -> bool,
) -> Loop {
    let mut of_symbol: BTreeMap<u32, usize> = BTreeMap::new();
    let within = || one.iterations.iter().flatten();
    for token in within().filter(|token| !token.iterations.is_empty()) {
        *of_symbol.entry(token.symbol).or_default() += token.to - token.from;
    }
    let longest = of_symbol.into_iter().max_by_key(|(_, launches)| *launches);
    let Some((symbol, of_inner)) = longest else { return one };
    let inner = || within().filter(|token| token.symbol == symbol);
    let iterations: Vec<Vec<Token>> =
        inner().flat_map(|token| token.iterations.iter().cloned()).collect();
    let length = of_inner as f64 / iterations.len() as f64;
    let added = (one.launches() - of_inner) as f64 / one.iterations.len() as f64;
    let updates = |token: &Token| is_update(token.from, token.to);
    // A part of an iteration may lie outside the loop, where it began elsewhere than the outer one.
    let outside = within().filter(|token| token.symbol != symbol && updates(token));
    let others_update = outside.map(|token| token.to - token.from).sum::<usize>() as f64
        > one.iterations.len() as f64 * length;
    let is_most = of_inner as f64 >= MOSTLY * one.launches() as f64;
    let trains = inner().any(updates) && is_most;
    let is_whole =
        added <= MOST_BESIDE * length || trains || is_most && is_cut_short(&one, symbol, tokens);
    let is_repeated = iterations.len() >= FEWEST * one.iterations.len();
    let is_outer = one.iterations.len() >= FEWEST && (!is_repeated || !is_whole || others_update);
    if is_outer { one } else { innermost(Loop { iterations }, tokens, is_update) }
}

/// Whether the program ends its loop in the middle of an outer iteration, after fewer inner ones
/// than before: then the outer one is what the program does every so many steps. The layers of a
/// model are never cut short.
fn is_cut_short(one: &Loop, inner: u32, tokens: &[Token]) -> bool {
    let count = |row: &[Token]| -> usize {
        let inner = row.iter().filter(|token| token.symbol == inner);
        inner.map(|token| token.iterations.len()).sum()
    };
    let [_, second, .., last] = &one.iterations[..] else { return false };
    let usual = count(second);
    let is_regular = |rows: &[Vec<Token>]| rows.iter().skip(1).all(|row| count(row) == usual);
    // Where inner iterations were seen to begin later than the first, the rest of one comes after
    // the last. Else a part of one at the end is where the recording ended.
    let ends = |row: &[Token], next: Option<&Token>| {
        let Some(at) = row.iter().rposition(|token| token.symbol == inner) else { return false };
        let Some(body) = row[at].iterations.last() else { return false };
        let part = &row[at + 1..];
        part.len() < body.len()
            && are_same(&body[..part.len()], part)
            && next.is_none_or(|next| next.symbol != body[part.len()].symbol)
            && (part.is_empty() || comes_before(&body[part.len()..], inner, last))
    };
    let after = &tokens[tokens.partition_point(|token| token.from < one.to())..];
    let begun = after.iter().zip(last).take_while(|(token, like)| token.symbol == like.symbol);
    let (begun, next) = after.split_at(begun.count());
    let (rest, whole) = match begun {
        [] => (&last[..], &one.iterations[..one.iterations.len() - 1]),
        begun => (begun, &one.iterations[..]),
    };
    ends(rest, next.first()) && count(rest) < usual && is_regular(whole)
}

fn are_same(a: &[Token], b: &[Token]) -> bool {
    a.iter().map(|token| token.symbol).eq(b.iter().map(|token| token.symbol))
}

/// Whether these tokens come just before the inner loop, in an outer one of such iterations.
fn comes_before(tokens: &[Token], inner: u32, row: &[Token]) -> bool {
    let Some(at) = row.iter().position(|token| token.symbol == inner) else { return false };
    let before = row[..at].iter().rev().chain(row[at + 1..].iter().rev());
    let symbols = |token: &Token| token.symbol;
    before.map(symbols).take(tokens.len()).eq(tokens.iter().rev().map(symbols))
}

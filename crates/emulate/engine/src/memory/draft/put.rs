//! Puts what threads have changed into the memory.

use std::thread::{Builder, scope};

use super::page::copy_words;
use super::{Draft, LINE, News, PAGE, Reducing};

/// Puts what threads have changed into a region, by as many threads.
pub(crate) fn put_side_by_side(whole: &mut [u8], drafts: &[Draft], reducing: Option<Reducing>) {
    /// With fewer pages a further thread costs more than it saves.
    const FEW: u64 = 256;
    let pages: u64 = drafts.iter().map(Draft::kept).sum();
    if pages == 0 {
        return;
    }
    let threads = if pages < FEW { 1 } else { drafts.len() };
    let share = whole.len().div_ceil(PAGE).div_ceil(threads);
    let mut left = Vec::new();
    scope(|scope| {
        let mut parts = whole.chunks_mut(share * PAGE).enumerate();
        let own = parts.next();
        for (index, part) in parts {
            let work = move || put(part, index * share, drafts, reducing);
            if Builder::new().spawn_scoped(scope, work).is_err() {
                left.push(index);
            }
        }
        if let Some((_, part)) = own {
            put(part, 0, drafts, reducing);
        }
    });
    // Where there was no thread for it.
    for (index, part) in whole.chunks_mut(share * PAGE).enumerate() {
        if left.contains(&index) {
            put(part, index * share, drafts, reducing);
        }
    }
}

/// Puts what threads have changed, but what they have published, into a part of the region that
/// begins with this page.
fn put(part: &mut [u8], first: usize, drafts: &[Draft], reducing: Option<Reducing>) {
    for (number, own) in part.chunks_mut(PAGE).enumerate() {
        let pages = drafts.iter().filter_map(|draft| draft.pages.get(first + number)?.as_deref());
        let before = reducing.map(|reducing| (reducing, own.to_vec()));
        for page in pages {
            page.put_written(own, reducing);
            if let Some((reducing, before)) = &before {
                page.put_reduced(own, before, *reducing);
            }
        }
    }
}

/// Puts what a thread has published into the region.
pub(crate) fn put_news(whole: &mut [u8], news: &News) {
    if let Some(own) = whole.get_mut(news.line * LINE..) {
        copy_words(own, &news.bytes, news.words);
    }
}

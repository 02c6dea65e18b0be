//! The state, and what keys do to it.

use std::collections::BTreeMap;

use propp_base_text::{Page, count, wrapped};
use propp_code_lines::Sources;
use propp_code_lines::listing::Listing as Code;
use propp_judge_analysis::{KernelReport, Listing, Sort};
use propp_judge_hints::{Advice, Advised};
use propp_report::lines::table as lines;
use propp_report::{code, kernel};

use crate::keys::{Key, Move};
use crate::overview::{Overview, Subject};
use crate::scroll::Scroll;

/// Lines of the screen that tabs and keys take.
const FRAME: usize = 2;

/// What there is to see.
#[derive(Clone, Copy)]
pub struct Contents<'a> {
    /// All kernels, the most time first.
    pub advised: &'a Advised<'a>,
    pub sources: &'a Sources,
    /// Why a kernel has no counts of lines, and how to get them.
    pub no_lines: &'a str,
    pub colour: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    Overview,
    Kernel,
    Lines,
    Code,
}

impl Screen {
    pub(crate) const ALL: [Self; 4] = [Self::Overview, Self::Kernel, Self::Lines, Self::Code];

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Overview => "Overview",
            Self::Kernel => "Kernel",
            Self::Lines => "Lines",
            Self::Code => "Code",
        }
    }

    fn after(self, steps: usize) -> Self {
        Self::ALL[(self as usize + steps) % Self::ALL.len()]
    }
}

/// A recording on a screen.
pub struct View<'a> {
    pub(crate) contents: Contents<'a>,
    /// The kernels that the overview shows.
    shown: Advised<'a>,
    sort: Sort,
    pub(crate) filter: String,
    pub(crate) is_typing: bool,
    pub(crate) is_help: bool,
    pub(crate) screen: Screen,
    pub(crate) overview: Overview,
    /// What the other screens are about.
    subject: Option<Subject>,
    pub(crate) text: Scroll,
    is_all_lines: bool,
    /// By the numbers of kernels; or why there is none.
    code: BTreeMap<usize, Result<Vec<Code>, String>>,
    /// Width and height, without the lines of the frame.
    size: [usize; 2],
    is_over: bool,
}

impl<'a> View<'a> {
    pub fn new(contents: Contents<'a>, width: u16, height: u16) -> Self {
        let mut view = Self {
            contents,
            shown: contents.advised.clone(),
            sort: Sort::Time,
            filter: String::new(),
            is_typing: false,
            is_help: false,
            screen: Screen::Overview,
            overview: Overview::default(),
            subject: None,
            text: Scroll::default(),
            is_all_lines: false,
            code: BTreeMap::new(),
            size: [0, 0],
            is_over: false,
        };
        view.resize(width, height);
        view
    }

    /// Whether the user has left.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Lays everything out for another size.
    pub fn resize(&mut self, width: u16, height: u16) {
        let size = [width.into(), usize::from(height).saturating_sub(FRAME)];
        if size == self.size {
            return;
        }
        self.size = size;
        let mut overview = Overview::new(self.contents.advised, size);
        overview.list(&self.shown, self.order(), size);
        overview.take_cursor(&self.overview);
        self.overview = overview;
        self.put_text(true);
    }

    /// The kernel whose code is to be shown and was not put yet.
    pub fn missing_code(&self) -> Option<&'a KernelReport> {
        let (kernel, _) = self.kernel().filter(|_| self.screen == Screen::Code)?;
        (!self.code.contains_key(&kernel.number)).then_some(kernel)
    }

    /// The code of a kernel, or why there is none.
    pub fn put_code(&mut self, number: usize, code: Result<Vec<Code>, String>) {
        self.code.insert(number, code);
        self.put_text(false);
    }

    pub fn key(&mut self, key: Key) {
        if key == Key::Interrupt {
            self.is_over = true;
        } else if self.is_help {
            self.is_help = false;
            self.is_over = key == Key::Char('q');
        } else if self.is_typing {
            self.typed(key);
        } else {
            self.pressed(key);
        }
    }

    fn typed(&mut self, key: Key) {
        match key {
            Key::Char(character) => self.filter.push(character),
            Key::Backspace => {
                // Nothing is left to take away.
                self.is_typing = self.filter.pop().is_some();
            }
            Key::Esc => {
                self.filter.clear();
                self.is_typing = false;
            }
            Key::Enter => {
                self.is_typing = false;
                return;
            }
            key => {
                if let Some(step) = Move::of(key) {
                    self.overview.go(step);
                }
                return;
            }
        }
        self.list();
    }

    fn pressed(&mut self, key: Key) {
        match (self.screen, key) {
            (_, Key::Char('q')) => self.is_over = true,
            (_, Key::Char('?')) => self.is_help = true,
            (_, Key::Tab) => self.open(self.screen.after(1)),
            (_, Key::BackTab) => self.open(self.screen.after(Screen::ALL.len() - 1)),
            (_, Key::Char(digit @ '1'..='4')) => {
                self.open(Screen::Overview.after(digit as usize - '1' as usize));
            }
            (_, Key::Char('/')) => {
                self.screen = Screen::Overview;
                self.is_typing = true;
            }
            (Screen::Overview, Key::Char('s')) => {
                self.sort = match self.sort {
                    Sort::Time => Sort::Quality,
                    Sort::Quality => Sort::Name,
                    Sort::Name => Sort::Time,
                };
                self.list();
            }
            (Screen::Overview, Key::Esc | Key::Backspace) if !self.filter.is_empty() => {
                self.filter.clear();
                self.list();
            }
            (Screen::Overview, Key::Esc | Key::Backspace | Key::Left | Key::Char('h')) => {}
            (_, Key::Esc | Key::Backspace | Key::Left | Key::Char('h')) => {
                self.screen = Screen::Overview;
            }
            (Screen::Code, Key::Enter | Key::Right) => {}
            (_, Key::Enter | Key::Right) => self.open(self.screen.after(1)),
            (Screen::Lines, Key::Char('a')) => {
                self.is_all_lines = !self.is_all_lines;
                self.put_text(false);
            }
            (Screen::Kernel | Screen::Lines | Screen::Code, Key::Char('n')) => self.other(1),
            (Screen::Kernel | Screen::Lines | Screen::Code, Key::Char('p')) => self.other(-1),
            (screen, key) => match Move::of(key) {
                Some(step) if screen == Screen::Overview => self.overview.go(step),
                Some(step) => self.text.go(step),
                None => {}
            },
        }
    }

    /// Another screen; from the overview, of what the cursor is on.
    fn open(&mut self, screen: Screen) {
        if self.screen == Screen::Overview {
            self.subject = self.overview.subject();
        }
        if self.screen != screen {
            self.screen = screen;
            self.put_text(false);
        }
    }

    /// The kernel before or after this one in the order of the overview, whose cursor follows.
    fn other(&mut self, by: isize) {
        let all = &self.shown.listing.kernels;
        let is_own = |kernel: &&KernelReport| self.subject == Some(Subject::Kernel(kernel.number));
        let next = match all.iter().position(is_own) {
            Some(place) => place.checked_add_signed(by),
            None => Some(0),
        };
        if let Some(kernel) = next.and_then(|place| all.get(place)) {
            self.subject = Some(Subject::Kernel(kernel.number));
            self.overview.put_cursor_on(Some(kernel.number));
            self.put_text(false);
        }
    }

    /// Chooses and orders the kernels anew. The cursor stays on its kernel.
    fn list(&mut self) {
        let all = self.contents.advised;
        let wanted = self.filter.to_lowercase();
        let is_wanted = |kernel: &KernelReport| kernel.name.full.to_lowercase().contains(&wanted);
        let advice: BTreeMap<usize, Option<&Advice>> = all
            .all_kernels()
            .filter(|(kernel, _)| is_wanted(kernel))
            .map(|(kernel, advice)| (kernel.number, advice))
            .collect();
        let is_listed = |kernel: &KernelReport| advice.contains_key(&kernel.number);
        let listing = Listing::new(all.listing.analysis, self.sort, is_listed, None);
        let own = |kernel: &&KernelReport| advice.get(&kernel.number).copied().flatten().cloned();
        self.shown = Advised {
            kernel_advice: listing.kernels.iter().map(own).collect(),
            listing,
            run_advice: Advice::default(),
            device_profile: all.device_profile,
        };
        let before = match self.overview.subject() {
            Some(Subject::Kernel(number)) => Some(number),
            _ => None,
        };
        let order = self.order();
        self.overview.list(&self.shown, order, self.size);
        self.overview.put_cursor_on(before);
    }

    /// Which kernels the table has and in which order, and whether that is all of them by time.
    fn order(&self) -> (String, bool) {
        let order = match self.sort {
            Sort::Time => "the most time first",
            Sort::Quality => "the worst QM first",
            Sort::Name => "by name",
        };
        let [few, all] = [&self.shown, self.contents.advised].map(|of| of.listing.kernels.len());
        let all = count(all as u64, "kernel", "kernels");
        let which = match self.filter.as_str() {
            "" => all,
            typed => format!("{few} of {all} with “{typed}”"),
        };
        let is_usual = self.filter.is_empty() && self.sort == Sort::Time;
        (format!("{which}, {order}"), is_usual)
    }

    /// The kernel that the screens are about.
    fn kernel(&self) -> Option<(&'a KernelReport, Option<&'a Advice>)> {
        let Some(Subject::Kernel(number)) = self.subject else { return None };
        self.kernel_of(number)
    }

    pub(crate) fn kernel_of(
        &self,
        number: usize,
    ) -> Option<(&'a KernelReport, Option<&'a Advice>)> {
        self.contents.advised.all_kernels().find(|(kernel, _)| kernel.number == number)
    }

    /// Makes the text of a screen.
    fn put_text(&mut self, stays: bool) {
        let [width, height] = self.size;
        let page = Page { width: width.max(1), colour: false };
        let text = match (self.screen, self.subject, self.kernel()) {
            (Screen::Overview, ..) => String::new(),
            (Screen::Kernel, _, Some((kernel, advice))) => {
                kernel::render(self.contents.advised, kernel, advice, page)
            }
            (Screen::Kernel, Some(Subject::Run), _) => kernel::run(self.contents.advised, page),
            (Screen::Lines, _, Some((kernel, advice))) => self.lines(kernel, advice, page),
            (Screen::Code, _, Some((kernel, _))) => match self.code.get(&kernel.number) {
                None => "Reading the code …".to_owned(),
                Some(Ok(listings)) => code::render(listings, page),
                Some(Err(reason)) => of_no_use(kernel, reason, page),
            },
            (_, Some(Subject::Run), _) => sentence(
                "The run has neither lines nor code; Esc goes back, and Enter on a kernel opens it.",
                page,
            ),
            _ => sentence("The recording has no kernel.", page),
        };
        self.text.put(&text, height, stays);
    }

    fn lines(&self, kernel: &KernelReport, advice: Option<&Advice>, page: Page) -> String {
        let sources = self.contents.sources;
        let most = if self.is_all_lines { usize::MAX } else { lines::MOST_LINES };
        let own = lines::of_kernel(kernel, advice, sources, most, "press a", page);
        match own {
            Some(text) => text + &lines::doubts(sources, page),
            None => of_no_use(kernel, self.contents.no_lines, page),
        }
    }
}

/// The reason stands alone, and begins with a capital.
fn of_no_use(kernel: &KernelReport, reason: &str, page: Page) -> String {
    let mut rest = reason.chars();
    let first: String = rest.next().into_iter().flat_map(char::to_uppercase).collect();
    let reason = first + rest.as_str();
    format!("{}\n\n{}", sentence(&kernel.name.full, page), sentence(&reason, page))
}

fn sentence(text: &str, page: Page) -> String {
    wrapped(text, page.width, 0)
}

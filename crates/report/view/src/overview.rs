//! The first screen: the verdict, the changes, the kernels. One cursor goes through the rows of both.

use propp_base_text::{Page, cut, indented, wrapped};
use propp_judge_analysis::KernelReport;
use propp_judge_hints::words::expected;
use propp_judge_hints::{Advice, Advised};
use propp_report::first::{self, Change};
use propp_report::headings::headings;
use propp_report::{head, summary};

use crate::keys::Move;

/// Before each row, for the mark of the cursor.
pub(crate) const MARGIN: usize = 2;

/// Characters of a name in a change.
const NAME: usize = 60;

/// With this width changes have their savings in a column.
const WIDE: usize = 110;

/// Heights from which there is more than rows.
const WITH_DETAIL: usize = 17;
const WITH_ORIGIN: usize = 20;
const WITH_PICTURE: usize = 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Run,
    /// A kernel has its number by time, whatever the order.
    Kernel(usize),
}

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) text: String,
    pub(crate) subject: Subject,
    /// What is said of it while the cursor is on it; of kernels it is made when it is needed.
    detail: Option<String>,
}

/// Rows of one kind below their title, and the first that is seen.
#[derive(Debug, Default)]
pub(crate) struct Pane {
    /// Above the title: which rows there are, and in which order.
    pub(crate) note: Option<String>,
    pub(crate) title: String,
    rows: Vec<Row>,
    top: usize,
    height: usize,
}

impl Pane {
    /// The rows that are seen, each with its place.
    pub(crate) fn seen(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.rows.iter().enumerate().skip(self.top).take(self.height)
    }

    fn show(&mut self, place: usize) {
        let least = (place + 1).saturating_sub(self.height);
        self.top = self.top.clamp(least, place.max(least));
        self.top = self.top.min(self.rows.len().saturating_sub(self.height));
    }
}

#[derive(Debug, Default)]
pub(crate) struct Overview {
    pub(crate) verdict: Vec<String>,
    pub(crate) changes: Pane,
    pub(crate) kernels: Pane,
    /// Lines for what is said of the row at the cursor.
    pub(crate) detail_height: usize,
    /// Blank lines above a pane, if there is room.
    pub(crate) gap: usize,
    /// In the changes, then the kernels.
    cursor: usize,
}

impl Overview {
    /// For a size, without kernels.
    pub(crate) fn new(advised: &Advised<'_>, [width, height]: [usize; 2]) -> Self {
        Self {
            verdict: verdict(advised, width, height),
            changes: changes(advised, width.saturating_sub(MARGIN)),
            detail_height: if height < WITH_DETAIL { 0 } else { (height / 5).min(5) },
            ..Self::default()
        }
    }

    /// Puts kernels; `order` says which and how, where there is room or it is not the usual.
    pub(crate) fn list(
        &mut self,
        shown: &Advised<'_>,
        (order, is_usual): (String, bool),
        [width, height]: [usize; 2],
    ) {
        self.kernels = Pane {
            note: Some(order).filter(|_| !is_usual || height >= WITH_DETAIL),
            ..kernels(shown, width.saturating_sub(MARGIN))
        };
        self.share(height);
    }

    /// Gives the panes their heights.
    fn share(&mut self, height: usize) {
        let (changes, kernels) = (self.changes.rows.len(), self.kernels.rows.len());
        let panes = 1 + usize::from(changes > 0);
        let titles = panes + usize::from(self.kernels.note.is_some());
        let left = height.saturating_sub(self.verdict.len() + titles + self.detail_height);
        self.gap = usize::from(changes + kernels + panes <= left);
        let left = left - self.gap * panes;
        let third = changes.min((left / 3).max(1));
        self.kernels.height = kernels.max(1).min(left.saturating_sub(third));
        self.changes.height = changes.min(left - self.kernels.height);
        self.kernels.height = left - self.changes.height;
    }

    pub(crate) fn go(&mut self, step: Move) {
        let page = self.kernels.height.saturating_sub(1);
        self.put_cursor(step.from(self.cursor, self.count(), page));
    }

    fn count(&self) -> usize {
        self.changes.rows.len() + self.kernels.rows.len()
    }

    fn put_cursor(&mut self, place: usize) {
        self.cursor = place.min(self.count().saturating_sub(1));
        match self.cursor.checked_sub(self.changes.rows.len()) {
            Some(place) => self.kernels.show(place),
            None => self.changes.show(self.cursor),
        }
    }

    /// Where the cursor is: in the changes, or else in the kernels.
    pub(crate) const fn cursor(&self) -> (Option<usize>, Option<usize>) {
        match self.cursor.checked_sub(self.changes.rows.len()) {
            Some(place) => (None, Some(place)),
            None => (Some(self.cursor), None),
        }
    }

    fn row(&self) -> Option<&Row> {
        match self.cursor() {
            (Some(place), _) => self.changes.rows.get(place),
            (_, place) => self.kernels.rows.get(place?),
        }
    }

    /// What the row at the cursor is about.
    pub(crate) fn subject(&self) -> Option<Subject> {
        self.row().map(|row| row.subject)
    }

    /// What is to be said of a change; `None` for a kernel.
    pub(crate) fn detail(&self) -> Option<&str> {
        self.row()?.detail.as_deref()
    }

    /// Puts the cursor on a kernel; on the first if that one is not shown.
    pub(crate) fn put_cursor_on(&mut self, number: Option<usize>) {
        let is_it = |row: &Row| number.is_some_and(|number| row.subject == Subject::Kernel(number));
        let place = self.kernels.rows.iter().position(is_it).unwrap_or(0);
        self.put_cursor(self.changes.rows.len() + place);
    }

    /// The cursor of the same rows in another size.
    pub(crate) fn take_cursor(&mut self, before: &Self) {
        self.changes.top = before.changes.top;
        self.kernels.top = before.kernels.top;
        self.put_cursor(before.cursor);
    }
}

fn verdict(advised: &Advised<'_>, width: usize, height: usize) -> Vec<String> {
    let analysis = advised.listing.analysis;
    let mut text = String::new();
    let mut put = |line: &str| text.push_str(&(wrapped(line, width, 2) + "\n"));
    if height >= WITH_ORIGIN {
        put(&head::origin(analysis));
    }
    put(&first::verdict(analysis));
    if height >= WITH_PICTURE {
        first::beside_steps(analysis).iter().for_each(|line| put(line));
        let picture = first::picture(analysis, width);
        text.extend(picture.map(|picture| picture + "\n"));
    }
    text.lines().take(height / 3).map(str::to_owned).collect()
}

fn changes(advised: &Advised<'_>, width: usize) -> Pane {
    let names = headings(&advised.listing.kernels, NAME.min(width / 2));
    let all = first::changes(advised);
    let is_wide = width >= WIDE;
    // What it should bring, and over the run.
    let gain = |change: &Change<'_>| {
        let gain = change.gain();
        let likely = gain.split(" (").next().unwrap_or_default();
        let told = if is_wide { gain.as_str() } else { likely };
        if told.is_empty() { "?".to_owned() } else { told.to_owned() }
    };
    // The rest is said of the change at the cursor.
    let saved = |change: &Change<'_>| {
        let saved = change.saved().filter(|_| is_wide).unwrap_or_default();
        saved.splitn(3, ", ").take(2).collect::<Vec<_>>().join(", ")
    };
    let cells: Vec<[String; 2]> = all.iter().map(|one| [gain(one), saved(one)]).collect();
    let column = |place: usize, title: &str| {
        let widths = cells.iter().map(|cells| cells[place].chars().count());
        let widest = widths.max().unwrap_or(0);
        if widest == 0 { 0 } else { widest.max(title.len()) + 1 }
    };
    let (gains, savings) = (column(0, "gain"), column(1, "saves"));
    let numbers = all.len().to_string().len() + 1;
    let title = "change, the most time saved first";
    let title = format!(
        "{:<numbers$}{:<gains$}{:<savings$}{title}",
        "",
        "gain",
        if savings > 0 { "saves" } else { "" }
    );
    let row = |(place, (change, [gain, saved])): (usize, (&Change<'_>, &[String; 2]))| {
        let subject = change.place.and_then(|place| advised.listing.kernels.get(place));
        let what = format!("{}: {}", change.numbered_subject(&names), change.title());
        let room = width.saturating_sub(numbers + gains + savings);
        Row {
            text: format!(
                "{:<numbers$}{gain:<gains$}{saved:<savings$}{}",
                place + 1,
                end_cut(&what, room)
            ),
            subject: subject.map_or(Subject::Run, |kernel| Subject::Kernel(kernel.number)),
            detail: Some(format!("{}\n{}", change.expected(), change.hint.remedy)),
        }
    };
    let rows = all.iter().zip(&cells).enumerate().map(row).collect();
    Pane { title: end_cut(&title, width), rows, ..Pane::default() }
}

fn kernels(advised: &Advised<'_>, width: usize) -> Pane {
    if advised.listing.kernels.is_empty() {
        return Pane { title: "No kernel.".to_owned(), ..Pane::default() };
    }
    let table = summary::kernels(advised, Page { width, colour: false });
    let mut lines = table.lines();
    let title = lines.next().unwrap_or_default().to_owned();
    let row = |(text, kernel): (&str, &&KernelReport)| Row {
        text: text.to_owned(),
        subject: Subject::Kernel(kernel.number),
        detail: None,
    };
    let rows = lines.zip(&advised.listing.kernels).map(row).collect();
    Pane { title, rows, ..Pane::default() }
}

/// What is to be said of a kernel: its name, and what to change first.
pub(crate) fn detail_of(kernel: &KernelReport, advice: Option<&Advice>) -> String {
    let name = cut(&kernel.name.full, 2 * NAME);
    let Some(advice) = advice else { return name };
    match (advice.hints.first(), &advice.nothing) {
        (Some(hint), _) => {
            format!("{name}\n{}: {}\n{}", hint.rule.title(), expected(hint), hint.remedy)
        }
        (None, Some(nothing)) => format!("{name}\n{nothing}"),
        (None, None) => name,
    }
}

/// The lines of a text, of which there is room for so many.
pub(crate) fn in_lines(text: &str, width: usize, most: usize) -> Vec<String> {
    let all = text.lines().map(|line| indented(line, width, MARGIN, MARGIN + 2));
    let all = all.collect::<Vec<_>>().join("\n");
    let mut lines: Vec<String> = all.lines().map(str::to_owned).collect();
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = end_cut(&format!("{last} …"), width);
        }
    }
    lines
}

/// A text is read from its beginning.
fn end_cut(text: &str, most: usize) -> String {
    match text.chars().count() <= most {
        true => text.to_owned(),
        false => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pane(rows: usize, height: usize) -> Pane {
        let row =
            |number| Row { text: String::new(), subject: Subject::Kernel(number), detail: None };
        Pane { rows: (1..=rows).map(row).collect(), height, ..Pane::default() }
    }

    #[test]
    fn the_cursor_goes_through_changes_and_kernels_and_stays_in_sight() {
        let mut overview =
            Overview { changes: pane(3, 1), kernels: pane(5, 2), ..Overview::default() };
        overview.go(Move::Down);
        assert_eq!((overview.cursor(), overview.changes.top), ((Some(1), None), 1));
        overview.go(Move::Last);
        assert_eq!((overview.cursor(), overview.kernels.top), ((None, Some(4)), 3));
        overview.put_cursor_on(Some(2));
        assert_eq!((overview.subject(), overview.kernels.top), (Some(Subject::Kernel(2)), 1));
        overview.put_cursor_on(Some(77));
        assert_eq!(overview.subject(), Some(Subject::Kernel(1)));
    }

    #[test]
    fn few_rows_leave_their_room_to_the_others() {
        let mut overview =
            Overview { changes: pane(9, 0), kernels: pane(2, 0), ..Overview::default() };
        overview.share(12);
        assert_eq!((overview.changes.height, overview.kernels.height), (8, 2));
        overview.share(3);
        assert_eq!((overview.changes.height, overview.kernels.height), (1, 0));
    }

    #[test]
    fn a_long_text_ends_with_dots() {
        assert_eq!(
            in_lines("aa bb cc dd", 6, 2),
            ["  aa", "    bb …"].map(|line| end_cut(line, 6))
        );
        assert_eq!(end_cut("abc", 2), "a…");
    }
}

//! Keys that mean something here.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    Tab,
    BackTab,
    Enter,
    Esc,
    Backspace,
    /// Ctrl-C, which a terminal in raw mode does not turn into a signal.
    Interrupt,
    Char(char),
}

impl Key {
    /// The key of a terminal's event, if it means anything.
    pub fn from_event(event: &KeyEvent) -> Option<Self> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let is_held = |modifier| event.modifiers.contains(modifier);
        Some(match event.code {
            KeyCode::Char('c') if is_held(KeyModifiers::CONTROL) => Self::Interrupt,
            // The erase key of older terminals.
            KeyCode::Char('h') if is_held(KeyModifiers::CONTROL) => Self::Backspace,
            KeyCode::Char(_) if is_held(KeyModifiers::CONTROL) => return None,
            KeyCode::Char(_) if is_held(KeyModifiers::ALT) => return None,
            KeyCode::Char(character) => Self::Char(character),
            KeyCode::Up => Self::Up,
            KeyCode::Down => Self::Down,
            KeyCode::Left => Self::Left,
            KeyCode::Right => Self::Right,
            KeyCode::PageUp => Self::PageUp,
            KeyCode::PageDown => Self::PageDown,
            KeyCode::Home => Self::Home,
            KeyCode::End => Self::End,
            KeyCode::Tab => Self::Tab,
            KeyCode::BackTab => Self::BackTab,
            KeyCode::Enter => Self::Enter,
            KeyCode::Esc => Self::Esc,
            KeyCode::Backspace => Self::Backspace,
            _ => return None,
        })
    }
}

/// A step through rows or lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
}

impl Move {
    pub(crate) fn of(key: Key) -> Option<Self> {
        Some(match key {
            Key::Up | Key::Char('k') => Self::Up,
            Key::Down | Key::Char('j') => Self::Down,
            Key::PageUp => Self::PageUp,
            Key::PageDown | Key::Char(' ') => Self::PageDown,
            Key::Home | Key::Char('g') => Self::First,
            Key::End | Key::Char('G') => Self::Last,
            _ => return None,
        })
    }

    /// The place after the step, of `count` places.
    pub(crate) fn from(self, place: usize, count: usize, page: usize) -> usize {
        let page = page.max(1);
        let to = match self {
            Self::Up => place.saturating_sub(1),
            Self::Down => place + 1,
            Self::PageUp => place.saturating_sub(page),
            Self::PageDown => place + page,
            Self::First => 0,
            Self::Last => usize::MAX,
        };
        to.min(count.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_end_at_the_first_and_the_last_place() {
        assert_eq!(Move::Up.from(0, 3, 2), 0);
        assert_eq!(Move::Down.from(1, 3, 2), 2);
        assert_eq!(Move::Down.from(2, 3, 2), 2);
        assert_eq!(Move::PageDown.from(0, 9, 4), 4);
        assert_eq!(Move::Last.from(0, 9, 4), 8);
        assert_eq!(Move::Last.from(0, 0, 0), 0);
    }

    #[test]
    fn keys_with_control_or_alt_are_no_letters() {
        let event = |code, modifiers| Key::from_event(&KeyEvent::new(code, modifiers));
        assert_eq!(event(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Key::Interrupt));
        assert_eq!(event(KeyCode::Char('q'), KeyModifiers::CONTROL), None);
        assert_eq!(event(KeyCode::Char('q'), KeyModifiers::ALT), None);
        assert_eq!(event(KeyCode::Char('G'), KeyModifiers::SHIFT), Some(Key::Char('G')));
        assert_eq!(event(KeyCode::F(1), KeyModifiers::NONE), None);
    }
}

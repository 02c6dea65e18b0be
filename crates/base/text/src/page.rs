/// What a text is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Characters in a line.
    pub width: usize,
    /// Whether the reader sees colours.
    pub colour: bool,
}

impl Page {
    /// Text that goes to a file or another program.
    pub const PLAIN: Self = Self { width: 100, colour: false };
}

impl Default for Page {
    fn default() -> Self {
        Self::PLAIN
    }
}

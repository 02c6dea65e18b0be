//! The frame of a page: one file that loads nothing, with one style sheet.

mod axis;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::escape::visible;

pub use axis::{across, names, upward};

const STYLE: &str = include_str!("style.css");

pub struct Document<'a> {
    pub title: &'a str,
    /// What stands above the list of sections.
    pub summary: Markup,
    pub sections: Vec<Section>,
    pub script: Option<&'a str>,
}

/// A part of a page: its name in links, its heading, and what is in it.
pub struct Section {
    pub id: String,
    pub title: String,
    pub body: Markup,
}

impl Section {
    pub fn new(id: &str, title: &str, body: Markup) -> Self {
        Self { id: id.to_owned(), title: title.to_owned(), body }
    }
}

impl Document<'_> {
    /// The page as it is written. What nobody would see, control characters above all, has
    /// a sign in its place: no page has a use for it, and names come from anywhere.
    pub fn render(&self) -> String {
        let visible = |c: char| if matches!(c, '\n' | '\t') { c } else { visible(c) };
        self.markup().into_string().chars().map(visible).collect()
    }

    fn markup(&self) -> Markup {
        // No address is allowed: whatever gets into the page can load and send nothing.
        let scripts = if self.script.is_some() { "; script-src 'unsafe-inline'" } else { "" };
        let policy =
            format!("default-src 'none'; style-src 'unsafe-inline'; img-src data:{scripts}");
        html! {
            (DOCTYPE) "\n"
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    link rel="icon" href="data:,";
                    title { "propp: " (self.title) }
                    style { "\n" (PreEscaped(STYLE)) }
                }
                "\n"
                body {
                    a.skip href="#main" { "To the content" }
                    header {
                        h1 { (self.title) }
                        (self.summary)
                        nav aria-label="Sections" {
                            ul {
                                @for section in &self.sections {
                                    li { a href={ "#" (section.id) } { (section.title) } }
                                }
                            }
                        }
                    }
                    "\n"
                    main id="main" {
                        @for Section { id, title, body } in &self.sections {
                            section id=(id) aria-labelledby={ (id) "-heading" } {
                                h2 id={ (id) "-heading" } { (title) }
                                (body)
                            }
                            "\n"
                        }
                    }
                    footer {
                        p {
                            "Written by propp " (env!("CARGO_PKG_VERSION"))
                            ". The page is one file and loads nothing."
                        }
                    }
                    @if let Some(script) = self.script {
                        script { "\n" (PreEscaped(script)) }
                    }
                }
            }
            "\n"
        }
    }
}

/// Names and values side by side; `class` says how wide they are.
pub fn facts<'a>(class: &str, facts: impl IntoIterator<Item = (&'a str, String)>) -> Markup {
    html! {
        dl class=(class) {
            @for (name, value) in facts {
                div { dt { (name) } dd { (value) } }
            }
        }
    }
}

/// A box that scrolls sideways where the screen is narrow. It can be reached with the
/// keyboard, as what scrolls must be.
pub fn scrolling(label: &str, content: &Markup) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(label) { (content) }
        "\n"
    }
}

/// A drawing of a size with what it shows for those who hear it.
pub fn chart(id: &str, title: &str, [width, height]: [f64; 2], content: &Markup) -> Markup {
    let (width, height, id) = (coordinate(width), coordinate(height), format!("{id}-title"));
    let view = format!("0 0 {width} {height}");
    html! {
        svg.chart role="img" aria-labelledby=(id) width=(width) height=(height) viewBox=(view) {
            title id=(id) { (title) }
            (content)
        }
    }
}

/// A coordinate: a tenth of a unit is finer than any screen shows it.
pub fn coordinate(value: f64) -> String {
    let text = format!("{value:.1}");
    match text.strip_suffix(".0") {
        Some("-0") => "0".to_owned(),
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(title: &str, script: Option<&str>) -> String {
        let sections = vec![Section::new("a", "A < B", html! { p { "text" } })];
        Document { title, summary: html! {}, sections, script }.render()
    }

    #[test]
    fn a_page_may_load_nothing_and_run_only_its_own_script() {
        let policy = |page: &str| page.split("Policy\" content=\"").nth(1).unwrap().to_owned();
        assert!(
            policy(&page("t", None))
                .starts_with("default-src 'none'; style-src 'unsafe-inline'; img-src data:\"")
        );
        assert!(policy(&page("t", Some("run()"))).contains("; script-src 'unsafe-inline'\""));
    }

    #[test]
    fn names_are_texts_and_what_is_unseen_has_a_sign() {
        let page = page("<b>\u{1b}[31m\u{202e}\r", None);
        assert!(page.contains("<h1>&lt;b&gt;\u{fffd}[31m\u{fffd}\u{fffd}</h1>"), "{page}");
        assert!(page.contains("<h2 id=\"a-heading\">A &lt; B</h2>"));
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!([1.0, 0.26, -0.04, 10.95].map(coordinate), ["1", "0.3", "0", "10.9"]);
    }
}

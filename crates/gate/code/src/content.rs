//! A kernel's content as hexadecimal text: the hash, then the sketch.

use propp_code_inspect::Content;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(content: &Content, to: S) -> Result<S::Ok, S::Error> {
    let sketch: String = content.sketch.iter().map(|least| format!("{least:08x}")).collect();
    to.serialize_str(&format!("{:016x}{sketch}", content.hash))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Content, D::Error> {
    const HASH: usize = 16;
    const LEAST: usize = 8;
    let text = <std::borrow::Cow<'_, str>>::deserialize(from)?;
    let wrong = || D::Error::custom("the content is not a hexadecimal number of the right length");
    let mut content = Content::default();
    if text.len() != HASH + LEAST * content.sketch.len() || !text.is_ascii() {
        return Err(wrong());
    }
    let (hash, sketch) = text.split_at(HASH);
    content.hash = u64::from_str_radix(hash, 16).map_err(|_| wrong())?;
    for (least, digits) in content.sketch.iter_mut().zip(sketch.as_bytes().chunks(LEAST)) {
        let digits = std::str::from_utf8(digits).map_err(|_| wrong())?;
        *least = u32::from_str_radix(digits, 16).map_err(|_| wrong())?;
    }
    Ok(content)
}

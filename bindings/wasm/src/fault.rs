//! What is wrong, as JavaScript is told of it: `CODE` or `CODE@row`, a newline, a sentence.

use alloc::string::String;

pub use lanesmith_face::{Fault, Status};

/// Writes a fault over `text`.
pub fn write(fault: &Fault, text: &mut String) {
    text.clear();
    text.push_str(&fault.code());
    text.push('\n');
    text.push_str(&fault.message);
}

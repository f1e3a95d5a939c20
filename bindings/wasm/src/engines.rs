//! Engines of the module's family: which there are, and choosing one.

use alloc::string::ToString;
use core::fmt::Write;

use lanesmith::isa::Selection;
use lanesmith::{configure, registry};

use crate::ffi::exports;

exports! {
    /// Every engine as a line of text: operation, name, lanes, whether it is chosen, why it cannot run, what it is.
    fn lanesmith_engines(room) {
        room.text.clear();
        for table in registry() {
            let chosen = table.auto_name();
            for info in table.infos() {
                let refusal = info.refusal().map(|reason| reason.to_string()).unwrap_or_default();
                let chosen = u8::from(info.name == chosen);
                let (op, name, lanes, summary) = (table.op(), info.name, info.lanes, info.summary);
                // Writing to a string cannot fail.
                let _ = writeln!(room.text, "{op}\t{name}\t{lanes}\t{chosen}\t{refusal}\t{summary}");
            }
        }
        Ok(0)
    }

    /// Chooses engines by text such as `sha256.nodes=scalar`.
    fn lanesmith_use(room, len: usize) {
        configure(&Selection::parse(room.str(len)?)?)?;
        Ok(0)
    }
}

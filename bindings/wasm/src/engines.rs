//! Engines of the module's family: which there are, and choosing one.

use alloc::string::ToString;
use core::fmt::Write;

use lanesmith::isa::AnyTable;

use crate::fault::Fault;
use crate::ffi::exports;

/// The operations that the functions of this module use: what the registry of all would bring in besides is code that nobody calls.
static TABLES: &[&[&dyn AnyTable]] = &[
    #[cfg(any(feature = "hmac", feature = "merkle", feature = "sha256"))]
    &[&lanesmith::sha256::STREAM],
    #[cfg(any(feature = "merkle", feature = "sha256"))]
    &[&lanesmith::sha256::NODES, &lanesmith::sha256::MANY],
    #[cfg(feature = "hmac")]
    &[&lanesmith::sha256::PBKDF2],
    #[cfg(feature = "curl")]
    lanesmith::curl::TABLES,
    #[cfg(feature = "bls")]
    lanesmith::bls::TABLES,
    #[cfg(feature = "pwhash")]
    lanesmith::pwhash::TABLES,
];

fn tables() -> impl Iterator<Item = &'static dyn AnyTable> {
    TABLES.iter().flat_map(|tables| tables.iter().copied())
}

exports! {
    /// Every engine as a line of text: operation, name, lanes, whether it is chosen, why it cannot run, what it is.
    fn lanesmith_engines(room) {
        room.text.clear();
        for table in tables() {
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

    /// Chooses an engine by places in that list: of the operation, and of the engine among those of the operation plus one; 0 gives the
    /// choice back. JavaScript knows the names, and says what is wrong with one.
    fn lanesmith_use(_room, operation: usize, engine: usize) {
        let table = tables().nth(operation).ok_or_else(Fault::room)?;
        table.configure_at(engine.checked_sub(1)).map_err(|_| Fault::room())?;
        Ok(0)
    }
}

//! Engines: which there are, and choosing one.

use lanesmith::isa::Selection;
use lanesmith::{configure, registry};
use napi_derive::napi;

use crate::fault::{Result, run};

/// One engine of one operation.
#[napi(object)]
pub struct EngineRow {
    /// The operation.
    pub operation: String,
    /// The engine.
    pub name: String,
    /// Items that it does at a time.
    pub lanes: u32,
    /// What it is.
    pub summary: String,
    /// Why it cannot run here.
    pub reason: Option<String>,
    /// Whether callers get it who name none.
    pub chosen: bool,
}

/// The version of the library.
#[napi]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Every engine of every operation.
#[napi]
pub fn engines() -> Result<Vec<EngineRow>> {
    run(|| {
        let rows = registry().flat_map(|table| {
            let (operation, chosen) = (table.op(), table.auto_name());
            table.infos().map(move |info| EngineRow {
                operation: operation.into(),
                name: info.name.into(),
                lanes: u32::try_from(info.lanes).unwrap_or(u32::MAX),
                summary: info.summary.into(),
                reason: info.refusal().map(|reason| reason.to_string()),
                chosen: info.name == chosen,
            })
        });
        Ok(rows.collect())
    })
}

/// Chooses an engine for the whole process.
#[napi(js_name = "use")]
pub fn choose(operation: String, engine: String) -> Result<()> {
    run(|| Ok(configure(&[Selection { ops: operation, engine }])?))
}

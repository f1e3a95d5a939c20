//! Engines: which there are, which are chosen, choosing others.

use std::ffi::{CString, c_char, c_void};

use lanesmith::isa::Selection;
use lanesmith::{configure, registry, table};

use lanesmith_face::{Fault, Outcome, Status};

use super::raw;

/// No name of an operation or engine is longer, with the zero byte.
const NAME: usize = 256;

/// One engine of one operation. The texts live as long as the call that shows them.
#[repr(C)]
#[derive(Debug)]
pub struct EngineRow {
    /// The operation, such as "sha256.nodes".
    pub operation: *const c_char,
    /// The engine, such as "avx2".
    pub engine: *const c_char,
    /// What it is, in a few words.
    pub summary: *const c_char,
    /// Why this machine cannot run it; null where it can.
    pub refusal: *const c_char,
    /// How many units it does at a time.
    pub lanes: usize,
    /// 1 if callers get it who name none, whatever the amount of work; else 0.
    pub chosen: i32,
}

/// Shown each engine in turn.
pub type EngineVisitor = Option<unsafe extern "C" fn(user: *mut c_void, row: *const EngineRow)>;

fn owned(text: impl ToString) -> CString {
    // No text of ours has a zero byte in it.
    CString::new(text.to_string()).unwrap_or_default()
}

/// Shows every engine of every operation that is compiled in.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_engines(visit: EngineVisitor, user: *mut c_void) -> Status {
    raw::guard(|| {
        let Some(visit) = visit else {
            return Err(Fault::new(Status::Pointer, "visit is a null pointer"));
        };
        for table in registry() {
            let operation = owned(table.op());
            for info in table.infos() {
                let (engine, summary) = (owned(info.name), owned(info.summary));
                let refusal = info.refusal().map(owned);
                let row = EngineRow {
                    operation: operation.as_ptr(),
                    engine: engine.as_ptr(),
                    summary: summary.as_ptr(),
                    refusal: refusal.as_ref().map_or(std::ptr::null(), |text| text.as_ptr()),
                    lanes: info.lanes,
                    chosen: i32::from(table.auto_name() == info.name),
                };
                // SAFETY: a function of this type, as the caller promises; the texts live until it returns.
                unsafe { visit(user, &row) };
            }
        }
        Ok(())
    })
}

/// Makes an engine the one that an operation runs on, in the whole process. The operation may end in a star ("sha256.*",
/// "*": all that have the engine); the engine "auto" takes a choice back. On a failure nothing has changed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_use(operation: *const c_char, engine: *const c_char) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise, for both.
        let (ops, engine) =
            unsafe { (raw::text("operation", operation, NAME)?, raw::text("engine", engine, NAME)?) };
        Ok(configure(&[Selection { ops: ops.into(), engine: engine.into() }])?)
    })
}

/// The name of the engine that an operation runs on, with a zero byte at the end; "auto" where that depends on the amount of
/// work. 64 bytes of room are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesmith_chosen(operation: *const c_char, out: *mut c_char, room: usize) -> Status {
    raw::guard(|| {
        // SAFETY: the caller's promise.
        let op = unsafe { raw::text("operation", operation, NAME) }?;
        let name = chosen(op)?;
        // SAFETY: likewise.
        unsafe { raw::write_text("out", out, room, name) }
    })
}

fn chosen(op: &str) -> Outcome<&'static str> {
    match table(op) {
        Some(table) => Ok(table.auto_name()),
        None => Err(Fault::new(Status::Engine, format_args!("no operation {op:?}"))),
    }
}

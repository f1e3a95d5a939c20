//! Columns of hashes, text and verdicts go out through Arrow's C interfaces: arrays share the memory that our object holds.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::arrow_abi::{ARRAY, ArrowArray, ArrowArrayStream, ArrowSchema, SCHEMA, STREAM};

/// Set in `flags` where a field may have nulls.
const NULLABLE: i64 = 2;

/// The type of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutType {
    /// Bytes of one width.
    Fixed(usize),
    /// Text of one width, with offsets of 32 bits.
    Text32(usize),
    /// Text of one width, with offsets of 64 bits.
    Text64(usize),
    /// Yes or no, a bit each.
    Verdict,
}

/// An array of results.
pub struct OutChunk {
    /// Rows.
    pub len: usize,
    /// Values: bytes, or bits of verdicts.
    pub values: Vec<u8>,
    /// Offsets of text, with the width of one.
    offsets: Vec<u8>,
    /// A bit for each row that is not null; nothing where none is.
    pub validity: Option<Vec<u8>>,
}

impl OutChunk {
    /// An array of values of its type. Nothing for more text than offsets of 32 bits can count.
    pub fn new(kind: OutType, len: usize, values: Vec<u8>, validity: Option<Vec<u8>>) -> Option<Self> {
        let ends = |width: usize| (0..=len).map(move |row| row * width);
        let offsets = match kind {
            OutType::Text32(width) if i32::try_from(len * width).is_err() => return None,
            OutType::Text32(width) => ends(width).flat_map(|end| (end as i32).to_ne_bytes()).collect(),
            OutType::Text64(width) => ends(width).flat_map(|end| (end as i64).to_ne_bytes()).collect(),
            OutType::Fixed(_) | OutType::Verdict => Vec::new(),
        };
        Some(OutChunk { len, values, offsets, validity })
    }

    /// Whether a row is not null.
    pub fn is_valid(&self, row: usize) -> bool {
        self.validity.as_ref().is_none_or(|bits| bit(bits, row))
    }
}

/// A bit of a bitmap.
pub fn bit(bits: &[u8], at: usize) -> bool {
    bits[at / 8] >> (at % 8) & 1 == 1
}

/// The bitmap of so many answers.
pub fn bitmap(answers: impl ExactSizeIterator<Item = bool>) -> Vec<u8> {
    let mut bits = vec![0; answers.len().div_ceil(8)];
    for (at, _) in answers.enumerate().filter(|(_, yes)| *yes) {
        bits[at / 8] |= 1 << (at % 8);
    }
    bits
}

/// A column of results: memory that exports share.
pub struct Results {
    /// The type.
    pub kind: OutType,
    /// The arrays.
    pub chunks: Vec<Arc<OutChunk>>,
}

/// What an exported array owns.
struct Owned {
    _chunk: Arc<OutChunk>,
    buffers: Vec<*const c_void>,
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the consumer hands back an array of ours, once.
    unsafe {
        drop(Box::from_raw((*array).private_data.cast::<Owned>()));
        (*array).release = None;
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the consumer hands back a schema of ours, once; the format is its only memory.
    unsafe {
        drop(CString::from_raw((*schema).private_data.cast()));
        (*schema).release = None;
    }
}

fn export_schema(kind: OutType) -> ArrowSchema {
    let format = match kind {
        OutType::Fixed(width) => format!("w:{width}"),
        OutType::Text32(_) => "u".into(),
        OutType::Text64(_) => "U".into(),
        OutType::Verdict => "b".into(),
    };
    // No NUL among these.
    let format = CString::new(format).unwrap_or_default().into_raw();
    let mut schema = ArrowSchema::empty();
    schema.format = format;
    schema.name = c"".as_ptr();
    schema.flags = NULLABLE;
    schema.release = Some(release_schema);
    schema.private_data = format.cast();
    schema
}

fn export_array(kind: OutType, chunk: &Arc<OutChunk>) -> ArrowArray {
    let validity = chunk.validity.as_ref().map_or(ptr::null(), |bits| bits.as_ptr().cast());
    let mut buffers: Vec<*const c_void> = vec![validity];
    if matches!(kind, OutType::Text32(_) | OutType::Text64(_)) {
        buffers.push(chunk.offsets.as_ptr().cast());
    }
    buffers.push(chunk.values.as_ptr().cast());
    let nulls = chunk.validity.as_ref().map_or(0, |bits| {
        chunk.len as i64 - bits.iter().map(|byte| i64::from(byte.count_ones())).sum::<i64>()
    });
    let mut owned = Box::new(Owned { _chunk: chunk.clone(), buffers });
    let mut array = ArrowArray::empty();
    array.length = chunk.len as i64;
    array.null_count = nulls;
    array.n_buffers = owned.buffers.len() as i64;
    array.buffers = owned.buffers.as_mut_ptr();
    array.release = Some(release_array);
    array.private_data = Box::into_raw(owned).cast();
    array
}

/// The arrays of a stream of ours that are still to come.
struct Queue {
    results: Arc<Results>,
    next: usize,
}

unsafe extern "C" fn stream_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: the stream is one of ours; `out` is memory for a schema that holds none.
    unsafe {
        let queue = &*(*stream).private_data.cast::<Queue>();
        ptr::write(out, export_schema(queue.results.kind));
    }
    0
}

unsafe extern "C" fn stream_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: as above.
    unsafe {
        let queue = &mut *(*stream).private_data.cast::<Queue>();
        let array = match queue.results.chunks.get(queue.next) {
            Some(chunk) => export_array(queue.results.kind, chunk),
            None => ArrowArray::empty(),
        };
        queue.next += 1;
        ptr::write(out, array);
    }
    0
}

unsafe extern "C" fn stream_error(_: *mut ArrowArrayStream) -> *const c_char {
    ptr::null()
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: the consumer hands back a stream of ours, once.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Queue>()));
        (*stream).release = None;
    }
}

impl Results {
    /// Rows.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len).sum()
    }

    /// All rows in one array: that which there is, or one made of all. Nothing where it would be too long.
    fn joined(&self) -> Option<Arc<OutChunk>> {
        if let [chunk] = &self.chunks[..] {
            return Some(chunk.clone());
        }
        let len = self.chunks.iter().map(|chunk| chunk.len).sum();
        let rows = |of: fn(&OutChunk, usize) -> bool| {
            let all = self.chunks.iter().flat_map(|chunk| (0..chunk.len).map(move |row| of(chunk, row)));
            bitmap(all.collect::<Vec<_>>().into_iter())
        };
        let values = match self.kind {
            OutType::Verdict => rows(|chunk, row| bit(&chunk.values, row)),
            _ => self.chunks.iter().flat_map(|chunk| &chunk.values).copied().collect(),
        };
        let nulls = self.chunks.iter().any(|chunk| chunk.validity.is_some());
        OutChunk::new(self.kind, len, values, nulls.then(|| rows(OutChunk::is_valid))).map(Arc::new)
    }

    /// The capsules of `__arrow_c_array__`: all rows in one array. Nothing where it would be too long.
    pub fn array<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Option<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)>> {
        let Some(chunk) = self.joined() else { return Ok(None) };
        let schema = PyCapsule::new_with_value(py, export_schema(self.kind), SCHEMA)?;
        let array = PyCapsule::new_with_value(py, export_array(self.kind, &chunk), ARRAY)?;
        Ok(Some((schema, array)))
    }

    /// The capsule of `__arrow_c_stream__`.
    pub fn stream<'py>(self: &Arc<Self>, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let queue = Box::new(Queue { results: self.clone(), next: 0 });
        let stream = ArrowArrayStream {
            get_schema: Some(stream_schema),
            get_next: Some(stream_next),
            get_last_error: Some(stream_error),
            release: Some(release_stream),
            private_data: Box::into_raw(queue).cast(),
        };
        PyCapsule::new_with_value(py, stream, STREAM)
    }
}

//! Arrow's C data interface and C stream interface, by hand: columns of bytes come in without a copy.
//! What goes out is in `arrow_out.rs`, the structures of both in `arrow_abi.rs`.

use std::ffi::{CStr, c_int};
use std::ptr;

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::arrow_abi::{ARRAY, ArrowArray, ArrowArrayStream, ArrowSchema, SCHEMA, STREAM};

/// How the values of a column lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Values of one width side by side.
    Fixed(usize),
    /// Offsets of 32 bits.
    Var32,
    /// Offsets of 64 bits.
    Var64,
    /// Views of 16 bytes: up to 12 bytes inside, else a prefix, a buffer and an offset.
    View,
}

/// The type of a column of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// Where the values lie.
    pub layout: Layout,
    /// Whether they are text in UTF-8.
    pub text: bool,
    /// Of a dictionary: what its codes are.
    codes: Option<Codes>,
}

/// Numbers that say which value of a dictionary a row has: 2 to the power of `log` bytes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Codes {
    log: u8,
    signed: bool,
}

impl Codes {
    fn of(format: &str) -> Option<Self> {
        let (log, signed) = match format {
            "c" => (0, true),
            "C" => (0, false),
            "s" => (1, true),
            "S" => (1, false),
            "i" => (2, true),
            "I" => (2, false),
            "l" => (3, true),
            "L" => (3, false),
            _ => return None,
        };
        Some(Codes { log, signed })
    }
}

impl Type {
    fn of(schema: &ArrowSchema) -> PyResult<Self> {
        if schema.format.is_null() {
            return Err(PyTypeError::new_err("an Arrow schema without a format"));
        }
        // SAFETY: the format is a C string for as long as the schema is not released.
        let format = unsafe { CStr::from_ptr(schema.format) }.to_string_lossy();
        // SAFETY: null, or a schema that lives as long as the one it belongs to.
        if let Some(values) = unsafe { schema.dictionary.as_ref() } {
            return match (Codes::of(&format), Type::of(values)?) {
                (Some(codes), Type { layout, text, codes: None }) => {
                    Ok(Type { layout, text, codes: Some(codes) })
                }
                _ => Err(PyTypeError::new_err(
                    "a dictionary-encoded column of an unknown kind: cast it to binary first",
                )),
            };
        }
        let layout = match &*format {
            "z" | "u" => Layout::Var32,
            "Z" | "U" => Layout::Var64,
            "vz" | "vu" => Layout::View,
            fixed if fixed.starts_with("w:") => match fixed[2..].parse() {
                Ok(width) => Layout::Fixed(width),
                Err(_) => return Err(PyTypeError::new_err(format!("Arrow type {fixed:?} has no width"))),
            },
            other => return Err(PyTypeError::new_err(unsupported(other))),
        };
        Ok(Type { layout, text: matches!(&*format, "u" | "U" | "vu"), codes: None })
    }
}

fn unsupported(format: &str) -> String {
    let what = match format {
        "+s" => "a table, record batch or struct: pass one of its columns".to_owned(),
        "+l" | "+L" | "+w" => "a column of lists: flatten it first".to_owned(),
        "c" | "C" | "s" | "S" | "i" | "I" | "l" | "L" | "g" | "f" | "b" => {
            format!("a column of numbers (format {format:?}): cast it to binary first")
        }
        _ => format!("a column of Arrow type {format:?}"),
    };
    format!(
        "{what}; Binary, LargeBinary, FixedSizeBinary, BinaryView, String, LargeString or StringView is needed"
    )
}

/// An array of a column of bytes, whoever made it.
pub struct Chunk {
    array: ArrowArray,
    kind: Type,
    len: usize,
    offset: usize,
    /// The width of all values, where they have one and lie side by side.
    width: Option<usize>,
    /// The values that the rows' codes stand for.
    dictionary: Option<Box<Chunk>>,
}

impl Chunk {
    fn new(array: ArrowArray, kind: Type) -> PyResult<Self> {
        let wrong = |what: &str| PyTypeError::new_err(format!("malformed Arrow array: {what}"));
        let (Ok(len), Ok(offset)) = (usize::try_from(array.length), usize::try_from(array.offset)) else {
            return Err(wrong("a negative length or offset"));
        };
        let needed = if kind.codes.is_some() || matches!(kind.layout, Layout::Fixed(_)) { 2 } else { 3 };
        if array.n_buffers < needed || array.buffers.is_null() {
            return Err(wrong("too few buffers"));
        }
        let mut chunk = Chunk { array, kind, len, offset, width: None, dictionary: None };
        if let Some(codes) = kind.codes {
            return chunk.encoded(codes);
        }
        let (one, two) =
            (chunk.buffer(1).is_null(), kind.layout != Layout::View && chunk.buffer(2).is_null());
        match kind.layout {
            Layout::Fixed(width) if len > 0 && width > 0 && one => return Err(wrong("no values")),
            Layout::Fixed(width) => chunk.width = Some(width),
            _ if len > 0 && one => return Err(wrong("no offsets")),
            Layout::Var32 | Layout::Var64 => chunk.width = chunk.check_offsets(two).map_err(wrong)?,
            Layout::View => chunk.check_views().map_err(wrong)?,
        }
        Ok(chunk)
    }

    /// A chunk whose rows are codes of a dictionary's values.
    fn encoded(mut self, codes: Codes) -> PyResult<Self> {
        let wrong = |what: &str| PyTypeError::new_err(format!("malformed Arrow array: {what}"));
        if self.array.dictionary.is_null() || self.len > 0 && self.buffer(1).is_null() {
            return Err(wrong("no dictionary"));
        }
        // SAFETY: the dictionary is the array's own and lives as long as it: as long as this chunk. What is read is not released
        // a second time.
        let values = unsafe { ptr::read(self.array.dictionary) };
        let mut values = std::mem::ManuallyDrop::new(values);
        values.release = None;
        let values =
            Chunk::new(std::mem::ManuallyDrop::into_inner(values), Type { codes: None, ..self.kind })?;
        let known = values.len as i64;
        let own = |row: &usize| self.is_valid(*row);
        if (0..self.len).filter(own).any(|row| !(0..known).contains(&self.code(codes, row))) {
            return Err(wrong("a code that the dictionary does not have"));
        }
        self.dictionary = Some(Box::new(values));
        Ok(self)
    }

    /// The code of a row; -1 where it is too large for any dictionary.
    fn code(&self, codes: Codes, row: usize) -> i64 {
        let at = self.offset + row;
        match (codes.log, codes.signed) {
            (0, true) => self.number::<i8>(1, at).into(),
            (0, false) => self.number::<u8>(1, at).into(),
            (1, true) => self.number::<i16>(1, at).into(),
            (1, false) => self.number::<u16>(1, at).into(),
            (2, true) => self.number::<i32>(1, at).into(),
            (2, false) => self.number::<u32>(1, at).into(),
            (_, true) => self.number::<i64>(1, at),
            (_, false) => i64::try_from(self.number::<u64>(1, at)).unwrap_or(-1),
        }
    }

    /// The dictionary's values and the place of a row's value among them, where the row itself is not null.
    fn looked_up(&self, row: usize) -> Option<(&Chunk, usize)> {
        let (values, codes) = (self.dictionary.as_ref()?, self.kind.codes?);
        Some((values, self.code(codes, row) as usize))
    }

    /// Rows.
    pub fn len(&self) -> usize {
        self.len
    }

    fn buffer(&self, index: usize) -> *const u8 {
        // SAFETY: there are `n_buffers` pointers, which `new` has held against the highest index used.
        unsafe { (*self.array.buffers.add(index)).cast() }
    }

    /// The number at a place of a buffer.
    fn number<T: Copy>(&self, buffer: usize, at: usize) -> T {
        // SAFETY: a column of `offset + len` rows has at least as many entries there, and one more of offsets. A producer
        // need not align them.
        unsafe { self.buffer(buffer).cast::<T>().add(at).read_unaligned() }
    }

    fn offset_at(&self, at: usize) -> i64 {
        match self.kind.layout {
            Layout::Var32 => self.number::<i32>(1, at).into(),
            _ => self.number::<i64>(1, at),
        }
    }

    /// That offsets rise; and the width of all values, if they have one.
    fn check_offsets(&self, no_values: bool) -> Result<Option<usize>, &'static str> {
        if self.len == 0 {
            return Ok(None);
        }
        let first = self.offset_at(self.offset);
        let width = self.offset_at(self.offset + 1) - first;
        if first < 0 {
            return Err("offsets are negative or fall");
        }
        let (mut last, mut uniform) = (first, true);
        for at in self.offset + 1..=self.offset + self.len {
            let next = self.offset_at(at);
            if next < last {
                return Err("offsets are negative or fall");
            }
            uniform &= next - last == width;
            last = next;
        }
        match no_values && last > 0 {
            true => Err("no values"),
            false => Ok(uniform.then_some(width as usize)),
        }
    }

    fn view_at(&self, row: usize) -> [i32; 4] {
        self.number::<[i32; 4]>(1, self.offset + row)
    }

    fn check_views(&self) -> Result<(), &'static str> {
        // The buffers after the views hold values, but for the last, which holds their sizes.
        let buffers = self.array.n_buffers - 3;
        for row in (0..self.len).filter(|row| self.is_valid(*row)) {
            let [len, _, buffer, start] = self.view_at(row);
            if len < 0 {
                return Err("a view of negative length");
            }
            if len > 12 {
                if i64::from(buffer) >= buffers || buffer < 0 || start < 0 {
                    return Err("a view of a buffer that is not there");
                }
                let size = self.number::<i64>(self.array.n_buffers as usize - 1, buffer as usize);
                if i64::from(start) + i64::from(len) > size {
                    return Err("a view beyond its buffer");
                }
            }
        }
        Ok(())
    }

    /// Whether there may be nulls.
    pub fn has_nulls(&self) -> bool {
        self.has_own_nulls() || self.dictionary.as_ref().is_some_and(|values| values.has_nulls())
    }

    fn has_own_nulls(&self) -> bool {
        self.array.null_count != 0 && !self.buffer(0).is_null()
    }

    /// Whether a row is not null.
    pub fn is_valid(&self, row: usize) -> bool {
        if self.has_own_nulls() {
            let at = self.offset + row;
            // SAFETY: the bitmap has a bit for each of `offset + len` rows.
            let byte = unsafe { *self.buffer(0).add(at / 8) };
            if byte >> (at % 8) & 1 == 0 {
                return false;
            }
        }
        self.looked_up(row).is_none_or(|(values, place)| values.is_valid(place))
    }

    /// The value of a row; nothing where it is null. Rows at or beyond the length are a caller's defect.
    pub fn value(&self, row: usize) -> &[u8] {
        assert!(row < self.len, "row {row} of {}", self.len);
        if !self.is_valid(row) {
            return &[];
        }
        if let Some((values, place)) = self.looked_up(row) {
            return values.value(place);
        }
        let (start, len): (*const u8, usize) = match self.kind.layout {
            Layout::Fixed(width) => {
                // SAFETY: `offset + len` values of this width lie there.
                (unsafe { self.buffer(1).add((self.offset + row) * width) }, width)
            }
            Layout::Var32 | Layout::Var64 => {
                let (from, to) = (self.offset_at(self.offset + row), self.offset_at(self.offset + row + 1));
                // SAFETY: offsets rise and are not negative (`check_offsets`), and lie within the values.
                (unsafe { self.buffer(2).add(from as usize) }, (to - from) as usize)
            }
            Layout::View => {
                let [len, _, buffer, start] = self.view_at(row);
                // SAFETY: inside: the view's own last twelve bytes. Outside: `check_views` has looked.
                let place = unsafe {
                    match len {
                        0..=12 => self.buffer(1).add((self.offset + row) * 16 + 4),
                        _ => self.buffer(2 + buffer as usize).add(start as usize),
                    }
                };
                (place, len as usize)
            }
        };
        if len == 0 {
            return &[];
        }
        // SAFETY: as above; the memory stays until the array is released, when this chunk is dropped.
        unsafe { std::slice::from_raw_parts(start, len) }
    }

    /// All values side by side, where they have one width; those of null rows hold anything.
    pub fn side_by_side(&self) -> Option<(usize, &[u8])> {
        let width = self.width.filter(|width| self.len > 0 && *width > 0)?;
        // SAFETY: `len` values of this width lie there, from the offset of the first on (`check_offsets`).
        let bytes = unsafe {
            let start = match self.kind.layout {
                Layout::Fixed(_) => self.buffer(1).add(self.offset * width),
                _ => self.buffer(2).add(self.offset_at(self.offset) as usize),
            };
            std::slice::from_raw_parts(start, self.len * width)
        };
        Some((width, bytes))
    }
}

/// Arrays of a column of bytes: one, or those of a stream.
pub struct Source {
    /// The type of all of them.
    pub kind: Type,
    /// Whether they came as a stream.
    pub chunked: bool,
    chunks: Chunks,
}

enum Chunks {
    One(Option<Box<Chunk>>),
    Stream(Box<ArrowArrayStream>),
}

/// Whether an object is a column of Arrow.
pub fn is_column(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.hasattr("__arrow_c_array__")? || object.hasattr("__arrow_c_stream__")?)
}

impl Source {
    /// The column that an object is.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if object.hasattr("__arrow_c_array__")? {
            let pair = object.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
            let schema = ArrowSchema::take(&pair.get_item(0)?, SCHEMA)?;
            let array = ArrowArray::take(&pair.get_item(1)?, ARRAY)?;
            let kind = Type::of(&schema)?;
            let chunk = Chunk::new(array, kind)?;
            return Ok(Source { kind, chunked: false, chunks: Chunks::One(Some(Box::new(chunk))) });
        }
        let capsule = object.call_method0("__arrow_c_stream__")?;
        let mut stream = Box::new(ArrowArrayStream::take(&capsule, STREAM)?);
        let mut schema = ArrowSchema::empty();
        let get =
            stream.get_schema.ok_or_else(|| PyTypeError::new_err("an Arrow stream without get_schema"))?;
        // SAFETY: the stream is not released; the schema is ours and empty.
        let code = unsafe { get(&mut *stream, &mut schema) };
        fail(&mut stream, code)?;
        let kind = Type::of(&schema)?;
        Ok(Source { kind, chunked: true, chunks: Chunks::Stream(stream) })
    }

    /// The next array. Attached to the interpreter: a producer may be Python.
    pub fn next(&mut self) -> PyResult<Option<Chunk>> {
        match &mut self.chunks {
            Chunks::One(chunk) => Ok(chunk.take().map(|chunk| *chunk)),
            Chunks::Stream(stream) => {
                let get = stream
                    .get_next
                    .ok_or_else(|| PyTypeError::new_err("an Arrow stream without get_next"))?;
                let mut array = ArrowArray::empty();
                // SAFETY: the stream is not released; the array is ours and empty.
                let code = unsafe { get(&mut **stream, &mut array) };
                fail(stream, code)?;
                // A released array is the end.
                if array.release.is_none() { Ok(None) } else { Chunk::new(array, self.kind).map(Some) }
            }
        }
    }
}

fn fail(stream: &mut ArrowArrayStream, code: c_int) -> PyResult<()> {
    if code == 0 {
        return Ok(());
    }
    let text = stream.get_last_error.map(|get| {
        // SAFETY: the stream is not released; what it gives is null or a C string until the next call.
        unsafe {
            let text = get(stream);
            if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
        }
    });
    Err(PyRuntimeError::new_err(format!("the Arrow stream failed: {}", text.unwrap_or_default())))
}

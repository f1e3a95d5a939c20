//! Batches of BLS signatures: a verdict for each row of lists or columns.

use std::borrow::Cow;

use lanesmith::bls::signature::{Given, PublicKey, Row, Scheme, Signature, SignatureError, expand_seed};
use lanesmith::parallel::Workers;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::bls_keys::{Named, PyPublicKey, PySignature};
use crate::buffers::{Data, array};
use crate::columns;
use crate::errors::{self, Kind, Raise, at};
use crate::ffi::arrow::{Chunk, Source, is_column};
use crate::threads::{self, Crew, Ended, Watch};

/// Points that are read between two looks at signals: some 20 ms.
const SLICE: usize = 128;
/// Points that are added between two looks at signals: some 10 ms.
const SUM: usize = 1 << 14;

/// What a cell holds.
enum Cell<'py> {
    Null,
    Data(Data<'py>),
    Key(Bound<'py, PyPublicKey>),
    Signature(Bound<'py, PySignature>),
}

/// A column of cells, in memory that is held.
enum Cells<'py> {
    List(Vec<Cell<'py>>),
    /// The arrays, each with the row at which it begins.
    Arrow(Vec<(usize, Chunk)>, bool),
}

/// A cell as work on other threads sees it.
enum Seen<'a> {
    Null,
    Bytes(&'a [u8]),
    Key(&'a PyPublicKey),
    Signature(&'a PySignature),
}

impl<'py> Cells<'py> {
    fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
        if !is_list && is_column(object)? {
            let mut source = Source::of(object)?;
            let mut chunks: Vec<(usize, Chunk)> = Vec::new();
            while let Some(chunk) = source.next()? {
                let start = chunks.last().map_or(0, |(start, chunk)| start + chunk.len());
                chunks.push((start, chunk));
            }
            return Ok(Cells::Arrow(chunks, source.chunked));
        }
        if object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyString>() {
            return Err(pyo3::exceptions::PyTypeError::new_err(
                "a list or column is needed, not a single value",
            ));
        }
        let cell = |(index, item): (usize, PyResult<Bound<'py, PyAny>>)| {
            let item = item?;
            if item.is_none() {
                return Ok(Cell::Null);
            }
            if let Ok(key) = item.cast_exact::<PyPublicKey>() {
                return Ok(Cell::Key(key.clone()));
            }
            if let Ok(signature) = item.cast_exact::<PySignature>() {
                return Ok(Cell::Signature(signature.clone()));
            }
            Data::of("", &item).map(Cell::Data).map_err(|error| at(py, index, error))
        };
        object.try_iter()?.enumerate().map(cell).collect::<PyResult<_>>().map(Cells::List)
    }

    fn seen(&self) -> Vec<Seen<'_>> {
        match self {
            Cells::List(cells) => cells
                .iter()
                .map(|cell| match cell {
                    Cell::Null => Seen::Null,
                    Cell::Data(data) => Seen::Bytes(data.bytes()),
                    Cell::Key(key) => Seen::Key(key.get()),
                    Cell::Signature(signature) => Seen::Signature(signature.get()),
                })
                .collect(),
            Cells::Arrow(chunks, _) => chunks
                .iter()
                .flat_map(|(_, chunk)| {
                    (0..chunk.len()).map(|row| match chunk.is_valid(row) {
                        true => Seen::Bytes(chunk.value(row)),
                        false => Seen::Null,
                    })
                })
                .collect(),
        }
    }
}

/// What became of a row: nothing where it has a null, else right or what is wrong.
type Verdict = Option<Result<(), SignatureError>>;

fn wrong(what: &'static str, found: usize, expected: usize) -> SignatureError {
    SignatureError::Length { what, found, expected }
}

fn key<'a, V: Named>(cell: &Seen<'a>) -> Option<Result<Given<'a, PublicKey<V>>, SignatureError>> {
    Some(match cell {
        Seen::Null => return None,
        Seen::Bytes(bytes) => Ok(Given::Bytes(Cow::Borrowed(bytes))),
        Seen::Key(key) => {
            V::key(&key.0).map(Given::Decoded).ok_or(wrong("public key of the other variant", 0, 0))
        }
        Seen::Signature(_) => Err(wrong("public key, where there is a signature", 0, 0)),
    })
}

fn signature<'a, V: Named>(cell: &Seen<'a>) -> Option<Result<Given<'a, Signature<V>>, SignatureError>> {
    Some(match cell {
        Seen::Null => return None,
        Seen::Bytes(bytes) => Ok(Given::Bytes(Cow::Borrowed(bytes))),
        Seen::Signature(it) => {
            V::signature(&it.0).map(Given::Decoded).ok_or(wrong("signature of the other variant", 0, 0))
        }
        Seen::Key(_) => Err(wrong("signature, where there is a public key", 0, 0)),
    })
}

/// What is wrong with a row of a list of points.
enum Wrong {
    Point(SignatureError),
    Missing,
    OtherVariant,
    Other,
}

/// The points of a list or column, read without the interpreter's lock.
fn points<V: Named, T: Copy + Send>(
    list: &Bound<'_, PyAny>,
    kind: Kind,
    what: &str,
    read: impl Fn(&Seen<'_>) -> Result<T, Wrong> + Sync,
) -> PyResult<Vec<T>> {
    let py = list.py();
    let cells = Cells::of(list)?;
    let seen = cells.seen();
    let mut out: Vec<Option<T>> = vec![None; seen.len()];
    let done = threads::slices(py, &mut out, 1, SLICE, |start, out, watch| {
        for (row, out) in (start..).zip(out) {
            // Of several hundred microseconds each on a slow machine.
            watch.look()?;
            *out = Some(read(&seen[row]).map_err(|wrong| Ended::Failed((row, wrong)))?);
        }
        Ok(())
    })?;
    done.map_err(|(row, wrong)| match wrong {
        Wrong::Point(error) => {
            at(py, row, Err::<(), _>(error).raise(py).err().unwrap_or_else(|| PyErr::fetch(py)))
        }
        Wrong::Missing => errors::new(py, kind, &format!("no {what}"), Some(row)),
        Wrong::OtherVariant => {
            errors::new(py, kind, &format!("the {what} is not of variant {}", V::NAME), Some(row))
        }
        Wrong::Other => errors::new(py, kind, &format!("not a {what}"), Some(row)),
    })?;
    Ok(out.into_iter().flatten().collect())
}

/// The public keys of a list or column.
pub fn keys_of<V: Named>(list: &Bound<'_, PyAny>) -> PyResult<Vec<PublicKey<V>>> {
    points::<V, _>(list, Kind::Key, "public key", |cell| match cell {
        Seen::Bytes(bytes) => PublicKey::from_bytes(bytes).map_err(Wrong::Point),
        Seen::Key(key) => V::key(&key.0).ok_or(Wrong::OtherVariant),
        Seen::Null => Err(Wrong::Missing),
        Seen::Signature(_) => Err(Wrong::Other),
    })
}

/// The signatures of a list or column.
pub fn signatures_of<V: Named>(list: &Bound<'_, PyAny>) -> PyResult<Vec<Signature<V>>> {
    points::<V, _>(list, Kind::Signature, "signature", |cell| match cell {
        Seen::Bytes(bytes) => Signature::from_bytes(bytes).map_err(Wrong::Point),
        Seen::Signature(it) => V::signature(&it.0).ok_or(Wrong::OtherVariant),
        Seen::Null => Err(Wrong::Missing),
        Seen::Key(_) => Err(Wrong::Other),
    })
}

/// The sum of points, in parts.
pub fn sum_of<T: Copy>(
    watch: &Watch,
    points: &[T],
    sum: impl Fn(&[T]) -> Result<T, SignatureError>,
) -> Result<T, Ended<SignatureError>> {
    if points.len() <= SUM {
        return sum(points).map_err(Ended::Failed);
    }
    let mut total: Result<T, SignatureError> = Err(SignatureError::InfinityKey);
    for part in points.chunks(SUM) {
        watch.look()?;
        // Keys may cancel each other: a part whose sum is no key adds nothing.
        let part = match sum(part) {
            Err(SignatureError::InfinityKey) => continue,
            part => part.map_err(Ended::Failed)?,
        };
        total = total.map_or(Ok(part), |total| sum(&[total, part]));
    }
    total.map_err(Ended::Failed)
}

/// Judges all rows.
fn judge<V: Named>(
    scheme: &Scheme<'_, V>,
    seed: [u8; 32],
    threads: usize,
    [keys, messages, signatures]: [&[Seen<'_>]; 3],
    watch: &Watch,
) -> Result<Vec<Verdict>, Ended<SignatureError>> {
    // A row with a null has no error, nor have those that are left when the work is to end.
    let row = |at: usize| -> Result<Row<'_, V>, Option<SignatureError>> {
        watch.look().map_err(|_| None)?;
        let message = match &messages[at] {
            Seen::Bytes(message) => *message,
            Seen::Null => return Err(None),
            _ => return Err(Some(wrong("message, where there is a key or a signature", 0, 0))),
        };
        match (key::<V>(&keys[at]), signature::<V>(&signatures[at])) {
            (Some(key), Some(signature)) => Ok(Row { key: key?, message, signature: signature? }),
            _ => Err(None),
        }
    };
    let crew = Crew { threads, watch };
    let mut random = expand_seed(seed);
    let verdicts = scheme.verify_encoded_rows(Workers::of(&crew), messages.len(), row, &mut random);
    watch.look()?;
    let verdict = |verdict| match verdict {
        Ok(true) => Some(Ok(())),
        Ok(false) => Some(Err(SignatureError::Mismatch)),
        Err(error) => Option::map(error, Err),
    };
    Ok(verdicts.map_err(Ended::Failed)?.into_iter().map(verdict).collect())
}

/// What became of each row, and the column of signatures, whose form the answer may take.
fn verdicts<'py, V: Named>(
    scheme: &Scheme<'_, V>,
    [keys, messages, signatures]: [&Bound<'py, PyAny>; 3],
    threads: usize,
) -> PyResult<(Vec<Verdict>, Cells<'py>)> {
    let py = keys.py();
    let threads = threads::count(py, threads)?;
    let (keys, messages, held) = (Cells::of(keys)?, Cells::of(messages)?, Cells::of(signatures)?);
    let [keys, messages, signatures] = [keys.seen(), messages.seen(), held.seen()];
    if keys.len() != messages.len() || signatures.len() != messages.len() {
        let counts = (keys.len(), messages.len(), signatures.len());
        let reason = format!("{} keys, {} messages and {} signatures", counts.0, counts.1, counts.2);
        return Err(errors::new(py, Kind::Length, &reason, None));
    }
    // A value of the other variant is a mistake of the program's, where bytes come from anywhere.
    let other = |kind, what: &str, row| {
        errors::new(py, kind, &format!("the {what} is not of variant {}", V::NAME), Some(row))
    };
    for row in 0..keys.len() {
        match (&keys[row], &signatures[row]) {
            (Seen::Key(key), _) if V::key(&key.0).is_none() => {
                return Err(other(Kind::Key, "public key", row));
            }
            (_, Seen::Signature(it)) if V::signature(&it.0).is_none() => {
                return Err(other(Kind::Signature, "signature", row));
            }
            _ => {}
        }
    }
    // The factors must not be known to whoever made the signatures.
    let seed: [u8; 32] = array(py, "seed", &py.import("os")?.call_method1("urandom", (32,))?)?;
    let rows = [&keys[..], &messages[..], &signatures[..]];
    let out = threads::watched(py, |watch| judge(scheme, seed, threads, rows, watch))?.raise(py)?;
    drop(signatures);
    Ok((out, held))
}

/// A verdict for each row of keys, messages and signatures.
pub fn verify<'py, V: Named>(
    scheme: &Scheme<'_, V>,
    columns: [&Bound<'py, PyAny>; 3],
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (rows, signatures) = verdicts(scheme, columns, threads)?;
    let rows: Vec<Option<bool>> = rows.iter().map(|row| row.as_ref().map(Result::is_ok)).collect();
    match &signatures {
        Cells::List(_) => Ok(PyList::new(columns[2].py(), rows)?.into_any()),
        Cells::Arrow(chunks, chunked) => {
            let parts = chunks.iter().map(|(start, chunk)| rows[*start..start + chunk.len()].to_vec());
            columns::verdicts(columns[2], parts.collect(), *chunked)
        }
    }
}

/// What is wrong with each row of keys, messages and signatures.
pub fn errors<'py, V: Named>(
    scheme: &Scheme<'_, V>,
    columns: [&Bound<'py, PyAny>; 3],
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (rows, _) = verdicts(scheme, columns, threads)?;
    let texts = rows.iter().map(|row| match row {
        None => Some("a value is missing".to_owned()),
        Some(Ok(())) => None,
        Some(Err(SignatureError::Length { what, expected: 0, .. })) => Some(format!("not a {what}")),
        Some(Err(error)) => Some(error.to_string()),
    });
    Ok(PyList::new(columns[0].py(), texts.collect::<Vec<_>>())?.into_any())
}

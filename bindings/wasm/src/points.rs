//! Keys and signatures of BLS12-381 that were decoded: they stay here under numbers, until JavaScript lets go of them.

use alloc::vec::Vec;

use lanesmith_face::bls::{Key, Sig};

use crate::fault::{Fault, Status};
use crate::ffi::{Kept, Room, exports};

/// What is kept under a number.
#[derive(Clone, Copy)]
enum Point {
    Key(Key),
    Sig(Sig),
}

/// Points under their numbers, and the numbers that are free.
struct Points {
    all: Vec<Option<Point>>,
    free: Vec<u32>,
}

static POINTS: Kept<Points> = Kept::new(Points { all: Vec::new(), free: Vec::new() });

/// The number of a row without a key or a signature.
const NONE: u32 = u32::MAX;

fn keep(point: Point) -> Result<i32, Fault> {
    POINTS.with(|Points { all, free }| {
        let at = match free.pop() {
            Some(at) => at as usize,
            None => {
                // Room for the number too, so that letting go never fails.
                let refused = |error| Fault::new(Status::Memory, error);
                all.try_reserve(1).map_err(refused)?;
                free.try_reserve(all.len() + 1).map_err(refused)?;
                all.push(None);
                all.len() - 1
            }
        };
        all[at] = Some(point);
        Ok(at as i32)
    })
}

/// Keeps a key: its number.
pub fn keep_key(key: Key) -> Result<i32, Fault> {
    keep(Point::Key(key))
}

/// Keeps a signature: its number.
pub fn keep_signature(signature: Sig) -> Result<i32, Fault> {
    keep(Point::Sig(signature))
}

fn point(id: u32) -> Result<Point, Fault> {
    POINTS.with(|points| points.all.get(id as usize).copied().flatten()).ok_or_else(Fault::room)
}

/// A key that is kept.
pub fn key_at(id: u32) -> Result<Key, Fault> {
    if let Point::Key(key) = point(id)? { Ok(key) } else { Err(Fault::room()) }
}

/// A signature that is kept.
pub fn signature_at(id: u32) -> Result<Sig, Fault> {
    if let Point::Sig(signature) = point(id)? { Ok(signature) } else { Err(Fault::room()) }
}

/// What is kept under the next numbers of the room.
pub fn all<T>(
    room: &mut Room<'_>,
    count: usize,
    read: impl Fn(u32) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    room.rows::<4>(count)?.iter().map(|id| read(u32::from_le_bytes(*id))).collect()
}

/// The same where a row may have none.
pub fn perhaps<T>(read: impl Fn(u32) -> Result<T, Fault>) -> impl Fn(u32) -> Result<Option<T>, Fault> {
    move |id| if id == NONE { Ok(None) } else { read(id).map(Some) }
}

exports! {
    /// Lets go of a key or a signature.
    fn bls_release(_room, id: u32) {
        POINTS.with(|Points { all, free }| {
            if all.get_mut(id as usize).and_then(Option::take).is_some() {
                free.push(id);
            }
        });
        Ok(0)
    }
}

//! Searches for nonces: opened once, run in parts, each on the thread that calls. (`Search::run` would start threads, which
//! WebAssembly has not.)

use alloc::vec::Vec;

use lanesmith::curl::pow::{Found, Job, Search, Stopped, tip12};

use crate::fault::{Fault, Status};
use crate::ffi::{Kept, Room, exports};

struct Open {
    search: Search,
    job: Job,
    tip12: bool,
}

static OPEN: Kept<Vec<Option<Open>>> = Kept::new(Vec::new());

fn open(search: Search, tip12: bool) -> Result<i32, Fault> {
    OPEN.with(|all| {
        let open = Some(Open { search, job: Job::new(), tip12 });
        let at = match all.iter().position(Option::is_none) {
            Some(at) => at,
            None => {
                all.push(None);
                all.len() - 1
            }
        };
        all[at] = open;
        Ok(at as i32)
    })
}

fn with<T>(id: usize, work: impl FnOnce(&Open) -> Result<T, Fault>) -> Result<T, Fault> {
    let none = || Fault::new(Status::Internal, "no such search");
    OPEN.with(|all| work(all.get(id).and_then(Option::as_ref).ok_or_else(none)?))
}

/// Nonce at 0, the batch (a double) at 32, lane and weight at 40 and 44.
fn put(room: &mut Room<'_>, found: &Found, tip12: bool) {
    if tip12 {
        room.head[..8].copy_from_slice(&tip12::nonce(found));
    } else {
        room.head[..27].copy_from_slice(&found.nonce());
    }
    room.head[32..40].copy_from_slice(&(found.batch as f64).to_le_bytes());
    room.head[40..44].copy_from_slice(&(found.lane as u32).to_le_bytes());
    room.head[44..48].copy_from_slice(&(found.weight as u32).to_le_bytes());
}

exports! {
    /// A search for the nonce of a transaction: gives its number.
    fn pow_transaction(room, len: usize, weight: usize) {
        open(Search::transaction(room.next(len)?, weight)?, false)
    }

    /// A search for the nonce of a message of TIP-12.
    fn pow_tip12(room, len: usize, score: f64) {
        open(tip12::search(room.next(len)?, score)?, true)
    }

    /// The weight that a search looks for.
    fn pow_weight(_room, id: usize) {
        with(id, |open| Ok(open.search.weight() as i32))
    }

    /// Searches a range of batches: 1 and the nonce in the head, or 0.
    fn pow_run(room, id: usize, from: f64, to: f64) {
        with(id, |open| match open.search.worker().run(from as u64..to as u64, &open.job) {
            Ok(found) => {
                put(room, &found, open.tip12);
                Ok(1)
            }
            Err(Stopped::Exhausted) => Ok(0),
            Err(stopped) => Err(Fault::new(Status::Internal, stopped)),
        })
    }

    /// Nonces tried so far: a double in the head.
    fn pow_attempts(room, id: usize) {
        let attempts = with(id, |open| Ok(open.job.attempts()))?;
        room.head[..8].copy_from_slice(&(attempts as f64).to_le_bytes());
        Ok(0)
    }

    /// Ends a search.
    fn pow_close(_room, id: usize) {
        OPEN.with(|all| all.get_mut(id).map(Option::take));
        Ok(0)
    }

    /// Trailing zeros of a message with its nonce.
    fn pow_tip12_zeros(room, len: usize) {
        Ok(tip12::trailing_zeros(room.next(len)?)? as i32)
    }
}

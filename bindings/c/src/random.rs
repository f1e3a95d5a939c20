//! Random bytes of the system.

use lanesmith_face::{Fault, Outcome, Status};

/// Fills memory with bytes that nobody can guess.
pub fn fill(out: &mut [u8]) -> Outcome {
    let refused =
        |error| Fault::new(Status::Memory, format_args!("the system gives no random bytes: {error}"));
    getrandom::fill(out).map_err(refused)
}

/// 32 of them.
pub fn seed() -> Outcome<[u8; 32]> {
    let mut seed = [0; 32];
    fill(&mut seed)?;
    Ok(seed)
}

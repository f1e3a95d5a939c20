//! The plain transform, trit by trit from its definition: what every nonce is judged by, whatever engine found it.

use crate::kernel::{RATE, STATE};
use crate::rounds::Rounds;

/// g(a, b) at `3 (a + 1) + b + 1`.
const S_BOX: [i8; 9] = [1, 1, -1, 0, -1, 1, -1, 0, 0];

/// The rate after one transform of the state.
pub(crate) fn digest(mut state: [i8; STATE], rounds: Rounds) -> [i8; RATE] {
    for _ in 0..rounds.count() {
        let old = state;
        let mut at = 0;
        for trit in &mut state {
            let next = (at + 364) % STATE;
            *trit = S_BOX[(3 * (old[at] + 1) + old[next] + 1) as usize];
            at = next;
        }
    }
    core::array::from_fn(|i| state[i])
}

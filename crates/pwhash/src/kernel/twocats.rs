//! The inner loop: two blocks of memory are mixed into a third, the state goes along.

use lanesmith_isa::lanes::Vector32;

use crate::mem::Interrupt;

/// Words of a state; of the shorter hashes the first eight.
pub(crate) type State = [u32; 16];

/// What one call works on.
pub(crate) struct Mix<'a> {
    /// The state.
    pub(crate) state: &'a mut State,
    /// The block that the state names.
    pub(crate) from: &'a [u32],
    /// The block before the new one.
    pub(crate) previous: &'a [u32],
    /// The new block.
    pub(crate) to: &'a mut [u32],
    /// The block that will be named next, where that is known.
    pub(crate) next: Option<&'a [u32]>,
    /// How many words of the state go along.
    pub(crate) lanes: usize,
    /// Words of a sub-block.
    pub(crate) sub_block: usize,
    /// Multiplications for each group of lanes.
    pub(crate) multiplies: u8,
    /// How often the blocks are gone through.
    pub(crate) passes: u64,
    /// Whether to stop: then the state becomes nothing of use.
    pub(crate) interrupt: Interrupt<'a>,
}

/// So many words ahead of its use is memory asked for: the processor's own prefetchers stop at the end of a page.
const AHEAD: usize = 1024;

/// Words of a line of the cache.
const LINE: usize = 16;

/// Mixes, with the lanes in `M` vectors; what is to go into the next state.
#[inline(always)]
pub(crate) fn mix<V: Vector32, const M: usize>(t: V::Token, work: &mut Mix<'_>) -> u32 {
    match work.multiplies {
        0 => mix_by::<V, M, 0>(t, work),
        1 => mix_by::<V, M, 1>(t, work),
        2 => mix_by::<V, M, 2>(t, work),
        3 => mix_by::<V, M, 3>(t, work),
        _ => mix_by::<V, M, 9>(t, work),
    }
}

/// The chain of multiplications has nothing to do with the vectors until the end, so both run side by side.
#[inline(always)]
fn mix_by<V: Vector32, const M: usize, const MULTIPLIES: u8>(t: V::Token, work: &mut Mix<'_>) -> u32 {
    let multiplies = if MULTIPLIES > 8 { work.multiplies } else { MULTIPLIES };
    let lanes = M * V::WORDS;
    let (from, previous, to, next) = (work.from, work.previous, &mut *work.to, work.next);
    let size = work.sub_block;
    let ahead = AHEAD.min(from.len());
    // What follows the end of this block is the beginning of the next one. What follows the new block is the block after it.
    let after = next.unwrap_or(from).as_ptr().wrapping_sub(from.len());
    if next.is_none() {
        // Nobody could ask for its beginning before.
        from[..ahead].iter().step_by(LINE).for_each(|word| V::prefetch(word));
    }
    let mask = (from.len() / size).saturating_sub(1) as u32;
    let [mut a, mut b, mut c, mut d, ..] = *work.state;
    let mut state: [V; M] = core::array::from_fn(|i| V::load_words(t, &work.state[i * V::WORDS..]));
    for pass in 0..work.passes {
        if pass & 63 == 63 && work.interrupt.asked() {
            break;
        }
        for (s, (f, to)) in from.chunks_exact(size).zip(to.chunks_exact_mut(size)).enumerate() {
            let p = &previous[(f[0] & mask) as usize * size..][..size];
            for (g, ((f, p), to)) in
                f.chunks_exact(lanes).zip(p.chunks_exact(lanes)).zip(to.chunks_exact_mut(lanes)).enumerate()
            {
                let place = s * size + g * lanes + ahead;
                let word = if place < from.len() { from.as_ptr() } else { after };
                V::prefetch(word.wrapping_add(place));
                V::prefetch(to.as_ptr().wrapping_add(ahead));
                for _ in 0..multiplies {
                    a ^= high(b, c);
                    b = b.wrapping_add(c);
                    c ^= high(a, d);
                    d = d.wrapping_add(a);
                }
                for (i, state) in state.iter_mut().enumerate() {
                    let at = i * V::WORDS;
                    *state =
                        state.add_xor_rotate::<8, 24>(V::load_words(t, &p[at..]), V::load_words(t, &f[at..]));
                    state.store_words(&mut to[at..]);
                }
            }
        }
    }
    for (i, state) in state.into_iter().enumerate() {
        state.store_words(&mut work.state[i * V::WORDS..]);
    }
    a
}

#[inline(always)]
fn high(a: u32, b: u32) -> u32 {
    ((u64::from(a) * u64::from(b)) >> 32) as u32
}

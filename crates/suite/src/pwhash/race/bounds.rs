//! What memory itself takes, measured beside the hashes.

use std::hint::black_box;

use lanesmith_pwhash::mem::Arena;
use lanesmith_race::{Contender, Memory};

use super::{MIB, Place};

/// Only up to this size are all engines raced; beyond, what callers get who name none.
pub const ALL_ENGINES: u64 = 64 * MIB;

/// Bounds of a size: one write of fresh memory, one write or copy of kept memory.
pub fn contenders(bytes: u64, kept: Place) -> Vec<Contender> {
    let Ok(bytes) = usize::try_from(bytes) else { return Vec::new() };
    let uses = |accesses: f64| Memory { bytes: bytes as f64, average: 0.5, accesses };
    let mut list: Vec<Contender> = Vec::new();
    #[cfg(unix)]
    for (name, huge) in [("fresh memset, 4 KiB pages", false), ("fresh memset, huge pages", true)] {
        list.push(Contender::measured_bound(name, 1.0, move || fresh(bytes, huge)).using(uses(1.0)));
    }
    let (set, copy) = (kept.clone(), kept);
    let mut value = 0_u8;
    list.push(
        Contender::measured_bound(WARM, 1.0, move || {
            value = value.wrapping_add(1);
            set.with(|arena| warm(arena, bytes, |memory| memory.fill(value)));
        })
        .using(uses(1.0)),
    );
    list.push(
        Contender::measured_bound("warm memcpy", 1.0, move || {
            copy.with(|arena| {
                warm(arena, bytes, |memory| {
                    // Twice one half: as many bytes as the hash holds.
                    let (low, high) = memory.split_at_mut(bytes / 2);
                    high[..bytes / 2].copy_from_slice(low);
                    black_box(&mut *high);
                    low.copy_from_slice(&high[..bytes / 2]);
                });
            });
        })
        .using(uses(2.0)),
    );
    list
}

/// The bound that stands for those without peers.
pub const WARM: &str = "warm memset";

fn warm(arena: &mut Arena<'static>, bytes: usize, work: impl FnOnce(&mut [u8])) {
    // Memory that cannot be had cannot be had for the hashes either, which say so.
    if let Ok(memory) = arena.space(bytes).and_then(|mut space| space.take::<u8>(bytes)) {
        work(memory);
        black_box(memory);
    }
}

/// Maps memory, writes all of it, and gives it back.
#[cfg(unix)]
fn fresh(bytes: usize, huge: bool) {
    if let Ok(mut memory) = memmap2::MmapMut::map_anon(bytes) {
        #[cfg(target_os = "linux")]
        {
            let advice = if huge { memmap2::Advice::HugePage } else { memmap2::Advice::NoHugePage };
            let _ = memory.advise(advice);
        }
        let _ = huge;
        memory.fill(1);
        black_box(&mut memory);
    }
}

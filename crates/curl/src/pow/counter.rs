//! A number of 64 bits that threads share, on targets without 64-bit atomics too (Cortex-M, many a RISC-V).

#[cfg(target_has_atomic = "64")]
pub(super) use core::sync::atomic::AtomicU64 as Counter;

#[cfg(not(target_has_atomic = "64"))]
pub(super) use locked::Counter;

#[cfg(any(test, not(target_has_atomic = "64")))]
mod locked {
    use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    /// What is used of `AtomicU64`, in two halves behind a lock that is held for a few instructions. The halves need be no
    /// more than relaxed: the lock orders them, and nothing else is read by their leave.
    #[derive(Debug, Default)]
    pub(in super::super) struct Counter {
        lock: AtomicBool,
        low: AtomicU32,
        high: AtomicU32,
    }

    impl Counter {
        pub(in super::super) const fn new(value: u64) -> Self {
            Counter {
                lock: AtomicBool::new(false),
                low: AtomicU32::new(value as u32),
                high: AtomicU32::new((value >> 32) as u32),
            }
        }

        fn update(&self, f: impl FnOnce(u64) -> u64) -> u64 {
            while self.lock.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err()
            {
                core::hint::spin_loop();
            }
            let old = u64::from(self.high.load(Ordering::Relaxed)) << 32
                | u64::from(self.low.load(Ordering::Relaxed));
            let new = f(old);
            self.low.store(new as u32, Ordering::Relaxed);
            self.high.store((new >> 32) as u32, Ordering::Relaxed);
            self.lock.store(false, Ordering::Release);
            old
        }

        pub(in super::super) fn load(&self, _order: Ordering) -> u64 {
            self.update(|old| old)
        }

        pub(in super::super) fn fetch_add(&self, more: u64, _order: Ordering) -> u64 {
            self.update(|old| old.wrapping_add(more))
        }

        pub(in super::super) fn fetch_min(&self, other: u64, _order: Ordering) -> u64 {
            self.update(|old| old.min(other))
        }
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::Ordering::Relaxed;

    use super::locked::Counter;

    #[test]
    fn threads_that_count_across_32_bits_lose_nothing() {
        let start = u64::from(u32::MAX) - 1000;
        let counter = Counter::new(start);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..1000 {
                        counter.fetch_add(3, Relaxed);
                    }
                });
            }
        });
        assert_eq!(counter.load(Relaxed), start + 12_000);
    }

    #[test]
    fn the_least_of_all_stays() {
        let counter = Counter::new(u64::MAX);
        assert_eq!(counter.fetch_min(7 << 32 | 1, Relaxed), u64::MAX);
        assert_eq!(counter.fetch_min(7 << 32 | 2, Relaxed), 7 << 32 | 1);
        assert_eq!(counter.load(Relaxed), 7 << 32 | 1);
    }
}

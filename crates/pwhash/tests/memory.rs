//! The arena and the pool.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use lanesmith_pwhash::mem::{Arena, ArenaOptions, HugePages, MemoryError, Pool};

const MIB: usize = 1 << 20;

#[test]
fn pieces_are_aligned_and_do_not_overlap() {
    let mut arena = Arena::new();
    let mut space = arena.space(1000).expect("a little memory");
    let bytes = space.take::<u8>(3).expect("three bytes");
    let words = space.take::<[u64; 8]>(10).expect("ten lines");
    let numbers = space.take::<u32>(80).expect("eighty numbers");
    assert!(words.as_ptr().addr().is_multiple_of(64) && numbers.as_ptr().addr().is_multiple_of(64));
    bytes.fill(1);
    words.fill([2; 8]);
    numbers.fill(3);
    assert!(bytes == [1; 3] && words == [[2; 8]; 10] && numbers == [3; 80]);
}

#[test]
fn memory_is_kept_between_hashes_and_grows() {
    let mut arena = Arena::new();
    let first = arena.space(3 * MIB).expect("memory").take::<u8>(MIB).expect("a piece").as_ptr();
    let capacity = arena.capacity();
    assert_eq!(arena.space(2 * MIB).expect("memory").take::<u8>(1).expect("a piece").as_ptr(), first);
    assert_eq!(arena.capacity(), capacity);
    arena.space(20 * MIB).expect("more memory");
    assert!(arena.capacity() >= 20 * MIB);
    arena.release();
    assert_eq!(arena.capacity(), 0);
}

#[test]
fn every_size_and_kind_of_page_can_be_written_to_the_end() {
    for huge_pages in [HugePages::Never, HugePages::Advise] {
        for dont_dump in [false, true] {
            for bytes in [1, 4095, 4096, 4097, 2 * MIB - 1, 2 * MIB, 2 * MIB + 1, 5 * MIB + 17] {
                let options = ArenaOptions::default().huge_pages(huge_pages).dont_dump(dont_dump).lock(true);
                let mut arena = Arena::with_options(options);
                let piece = arena.space(bytes).and_then(|mut space| space.take::<u8>(bytes)).expect("memory");
                piece.fill(7);
                assert!(piece.iter().all(|&byte| byte == 7));
            }
        }
    }
}

#[test]
fn reserved_huge_pages_are_had_or_refused_by_name() {
    let mut arena = Arena::with_options(ArenaOptions::default().huge_pages(HugePages::Explicit));
    match arena.space(4 * MIB) {
        Ok(mut space) => space.take::<u8>(4 * MIB).expect("all of it").fill(1),
        Err(error) => assert!(matches!(error, MemoryError::NoHugePages { .. }), "{error}"),
    }
}

#[test]
fn what_no_machine_has_is_an_error() {
    for bytes in [usize::MAX, usize::MAX - 4096, isize::MAX as usize, 1 << 60] {
        let error = Arena::new().space(bytes).expect_err("no machine has it");
        assert!(matches!(error, MemoryError::TooLarge { .. } | MemoryError::Refused { .. }), "{error}");
    }
}

#[test]
fn a_space_has_no_more_than_was_asked_for() {
    let mut arena = Arena::new();
    let mut space = arena.space(1024).expect("memory");
    assert!(matches!(space.take::<u8>(1 << 20), Err(MemoryError::TooSmall { .. })));
    assert!(matches!(space.take::<u64>(usize::MAX), Err(MemoryError::TooLarge { .. })));
}

#[test]
fn wiping_clears_all_that_was_used_and_nothing_else() {
    let mut memory = vec![9; 100_000];
    let mut arena = Arena::borrowed(&mut memory);
    arena.space(50_000).expect("memory").take::<u8>(50_000).expect("all").fill(1);
    arena.wipe();
    drop(arena);
    assert!(memory[..50_000 + 4096].iter().all(|&byte| byte == 0));
    assert!(memory[50_000 + 4096..].iter().all(|&byte| byte == 9));
}

#[test]
fn a_pool_never_has_more_than_its_budget_or_its_places() {
    let budget = 40 * MIB;
    let pool = Pool::new(budget, 3, ArenaOptions::default());
    let running = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for seed in 0..8 {
            let (pool, running) = (&pool, &running);
            scope.spawn(move || {
                let mut rng = fastrand::Rng::with_seed(seed);
                for _ in 0..40 {
                    let bytes = rng.usize(1..20 * MIB);
                    let mut arena = pool.acquire(bytes).expect("within the budget");
                    assert!(running.fetch_add(1, Ordering::SeqCst) < 3);
                    assert!(pool.held() <= budget, "{}", pool.held());
                    arena.space(bytes).expect("promised").take::<u8>(bytes).expect("all")[bytes - 1] = 1;
                    running.fetch_sub(1, Ordering::SeqCst);
                }
            });
        }
    });
    pool.trim();
    assert_eq!(pool.held(), 0);
}

#[test]
fn a_pool_counts_what_aligning_its_memory_costs() {
    // Memory of its size in huge pages is aligned in a map that is one of them longer.
    const HUGE: usize = 2 * MIB;
    let pool = Pool::new(64 * MIB, 1, ArenaOptions::default());
    let mut lease = pool.acquire(3 * MIB).expect("memory");
    lease.reserve(3 * MIB).expect("promised");
    let capacity = lease.capacity();
    drop(lease);
    let mapped = if cfg!(unix) { capacity + HUGE } else { capacity };
    assert_eq!(pool.held(), mapped);
}

#[test]
fn a_pool_keeps_no_more_than_is_wanted() {
    let pool = Pool::new(usize::MAX, 8, ArenaOptions::default()).keeping(20 * MIB);
    let lease = |mib: usize| {
        let mut lease = pool.acquire(mib * MIB).expect("memory");
        lease.reserve(mib * MIB).expect("promised");
        lease
    };
    drop([(); 3].map(|()| lease(7)));
    assert!((7 * MIB..=20 * MIB).contains(&pool.held()), "{}", pool.held());
    drop(lease(100));
    assert!(pool.held() <= 20 * MIB, "{}", pool.held());
}

#[test]
fn what_a_lease_leaves_is_wiped() {
    let pool = Pool::new(64 * MIB, 1, ArenaOptions::default());
    let bytes = 8 * MIB;
    let mut lease = pool.acquire(bytes).expect("memory");
    let piece = lease.space(bytes).expect("promised").take::<u8>(bytes).expect("all");
    piece.fill(7);
    let first = piece.as_ptr();
    drop(lease);
    let mut lease = pool.acquire(bytes).expect("memory");
    let piece = lease.space(bytes).expect("promised").take::<u8>(bytes).expect("all");
    assert_eq!(piece.as_ptr(), first);
    assert!(piece.iter().all(|&byte| byte == 0));
}

#[test]
fn a_full_pool_says_so_and_serves_whoever_waits() {
    let pool = Pool::new(10 * MIB, 1, ArenaOptions::default());
    let first = pool.acquire(MIB).expect("memory");
    assert_eq!(pool.try_acquire(1).expect_err("no place"), MemoryError::Busy);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| pool.acquire(2 * MIB).map(drop));
        std::thread::sleep(Duration::from_millis(20));
        assert!(!waiting.is_finished());
        drop(first);
        assert_eq!(waiting.join().expect("no panic"), Ok(()));
    });
}

#[test]
fn a_lease_cannot_outgrow_its_promise() {
    let pool = Pool::new(64 * MIB, 2, ArenaOptions::default());
    let mut arena = pool.acquire(MIB).expect("memory");
    assert!(matches!(arena.space(2 * MIB), Err(MemoryError::OverBudget { .. })));
    assert!(matches!(pool.acquire(65 * MIB), Err(MemoryError::OverBudget { .. })));
}

#[test]
fn the_next_lease_gets_the_memory_of_the_last() {
    let pool = Pool::new(64 * MIB, 2, ArenaOptions::default());
    let at =
        |arena: &mut Arena<'_>| arena.space(8 * MIB).expect("promised").take::<u8>(1).expect("one").as_ptr();
    let first = at(&mut pool.acquire(8 * MIB).expect("memory"));
    assert_eq!(at(&mut pool.acquire(8 * MIB).expect("memory")), first);
}

#[test]
fn a_pool_keeps_as_many_arenas_as_there_were_leases_at_one_time() {
    // Hashes that each need a little more than the last, as somebody may arrange who writes the stored strings.
    let pool = Pool::new(isize::MAX as usize, 8, ArenaOptions::default());
    for mib in 1..=32 {
        let mut leases = [(); 2].map(|()| pool.acquire(mib * MIB).expect("memory"));
        for arena in &mut leases {
            arena.space(mib * MIB).expect("promised").take::<u8>(1).expect("one");
        }
    }
    assert!(pool.held() <= 2 * (32 + 6) * MIB, "{} MiB", pool.held() / MIB);
}

#[test]
fn a_budget_that_grows_serves_whoever_waits_and_one_that_shrinks_gives_memory_back() {
    let pool = Pool::new(20 * MIB, 8, ArenaOptions::default());
    let lease = |mib: usize| {
        let mut lease = pool.acquire(mib * MIB).expect("memory");
        lease.reserve(mib * MIB).expect("promised");
        lease
    };
    let first = lease(10);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| pool.acquire(10 * MIB).map(drop));
        std::thread::sleep(Duration::from_millis(20));
        assert!(!waiting.is_finished());
        pool.set_budget(40 * MIB);
        assert_eq!(waiting.join().expect("no panic"), Ok(()));
    });
    drop((first, lease(10)));
    assert!(pool.held() >= 10 * MIB);
    pool.set_budget(5 * MIB);
    assert_eq!((pool.held(), pool.budget()), (0, 5 * MIB));
    assert!(matches!(pool.acquire(10 * MIB), Err(MemoryError::OverBudget { .. })));
}

#[test]
fn a_budget_that_shrinks_below_what_is_needed_refuses_those_who_wait() {
    let pool = Pool::new(20 * MIB, 8, ArenaOptions::default());
    let first = pool.acquire(10 * MIB).expect("memory");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| pool.acquire(10 * MIB).map(drop));
        std::thread::sleep(Duration::from_millis(20));
        pool.set_budget(MIB);
        assert!(matches!(waiting.join().expect("no panic"), Err(MemoryError::OverBudget { .. })));
    });
    drop(first);
    assert_eq!(pool.held(), 0);
}

#[test]
fn whoever_waits_may_stop_waiting() {
    let pool = Pool::new(20 * MIB, 1, ArenaOptions::default());
    let mut asked = 0;
    // There is something to be had: nobody asks.
    let lease = pool.acquire_unless(MIB, || unreachable!("nobody waits")).expect("memory");
    let refused = pool.acquire_unless(MIB, || {
        asked += 1;
        asked == 3
    });
    assert_eq!(refused.expect_err("stopped"), MemoryError::Busy);
    assert_eq!(asked, 3);
    drop(lease);
    assert!(pool.acquire_unless(MIB, || true).is_ok());
}

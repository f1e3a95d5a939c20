//! Hashes that several threads compute: the same bytes, whoever computes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use lanesmith_pwhash::argon2::{Input, Variant, Version};
use lanesmith_pwhash::mem::{Arena, ArenaOptions, Pool};
use lanesmith_pwhash::password::{Limits, Policy, Scheme};
use lanesmith_pwhash::twocats::{Edition, Hash, TwoCats};
use lanesmith_pwhash::{ARGON2, Executor, Workers, argon2, twocats};

const PASSWORD: &[u8] = b"correct horse";
const SALT: &[u8] = b"16 random bytes!";

/// Counts how often it is asked for help, and how many helpers at a time.
#[derive(Default)]
struct Counting {
    calls: AtomicUsize,
    most: AtomicUsize,
}

impl Counting {
    fn seen(&self) -> (usize, usize) {
        (self.calls.load(Ordering::Relaxed), self.most.load(Ordering::Relaxed))
    }
}

impl Executor for Counting {
    fn count(&self) -> usize {
        16
    }
    fn run(&self, helpers: usize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.most.fetch_max(helpers, Ordering::Relaxed);
        std::thread::scope(|scope| {
            (0..helpers).for_each(|_| drop(scope.spawn(work)));
            own();
        });
    }
}

#[test]
fn argon2_is_the_same_for_any_number_of_threads_lanes_and_passes() {
    for engine in ARGON2.available() {
        for variant in [Variant::D, Variant::I, Variant::Id] {
            for (lanes, passes, version) in [
                (1, 1, Version::V0x13),
                (2, 3, Version::V0x10),
                (3, 2, Version::V0x13),
                (7, 1, Version::V0x13),
            ] {
                let params = argon2::Params::default()
                    .variant(variant)
                    .version(version)
                    .memory_kib(9 << 10)
                    .passes(passes)
                    .lanes(lanes);
                let hash = |workers| {
                    let (mut arena, mut tag) = (Arena::new(), [0; 32]);
                    arena.compute_on(workers);
                    argon2::hash_with(engine, &params, &Input::new(PASSWORD, SALT), &mut tag, &mut arena)
                        .map(|()| tag)
                };
                let alone = hash(Workers::HERE);
                assert!(alone.is_ok());
                for threads in [2, 3, 4, 7, 64] {
                    assert_eq!(hash(Workers::threads(threads)), alone, "{engine:?} {params:?} {threads}");
                }
            }
        }
    }
}

#[test]
fn twocats_is_the_same_for_any_number_of_threads() {
    for edition in [Edition::Final2015, Edition::Phc2014] {
        for parts in [1, 2, 3] {
            let params = twocats::Params::new(edition, Hash::Blake2s, 13).parallelism(parts);
            let hash = |workers| {
                let (mut arena, mut out) = (Arena::new(), [0; 32]);
                arena.compute_on(workers);
                let done =
                    TwoCats::new(params).expect("parameters").hash(PASSWORD, SALT, b"", &mut out, &mut arena);
                done.map(|()| out)
            };
            let alone = hash(Workers::HERE);
            assert!(alone.is_ok());
            for threads in [2, 5] {
                assert_eq!(hash(Workers::threads(threads)), alone, "{params:?} {threads}");
            }
        }
    }
}

#[test]
fn stored_strings_of_every_scheme_are_the_same_whoever_computes() {
    for scheme in Scheme::ALL {
        let policy = Policy::new(scheme).with_memory(8 << 20).expect("costs");
        let (mut alone, mut together) = (Arena::new(), Arena::new());
        together.compute_on(Workers::threads(4));
        let stored = policy.hash(PASSWORD, SALT, &mut alone).expect("a string");
        assert_eq!(policy.hash(PASSWORD, SALT, &mut together).as_ref(), Ok(&stored), "{scheme}");
        assert_eq!(stored.verify(PASSWORD, &Limits::default(), &mut together), Ok(()), "{scheme}");
        assert!(stored.verify(b"wrong", &Limits::default(), &mut together).is_err(), "{scheme}");
    }
}

#[test]
fn every_slice_of_a_pass_asks_for_help_once_and_never_for_more_than_there_are_lanes() {
    for (lanes, helpers) in [(1, 0), (2, 1), (4, 3), (6, 5)] {
        let executor = Counting::default();
        let mut arena = Arena::new();
        arena.compute_on(Workers::of(&executor));
        let params = argon2::Params::default().memory_kib(32 << 10).passes(2).lanes(lanes);
        argon2::hash(&params, &Input::new(PASSWORD, SALT), &mut [0; 32], &mut arena).expect("a tag");
        let slices = if helpers == 0 { 0 } else { 2 * 4 };
        assert_eq!(executor.seen(), (slices, helpers), "{lanes}");
    }
}

#[test]
fn what_is_not_worth_a_thread_is_computed_here() {
    let executor = Counting::default();
    let mut arena = Arena::new();
    arena.compute_on(Workers::of(&executor));
    let params = argon2::Params::default().memory_kib(256);
    argon2::hash(&params, &Input::new(PASSWORD, SALT), &mut [0; 32], &mut arena).expect("a tag");
    assert_eq!(executor.seen().0, 0);
}

#[test]
fn an_executor_that_panics_leaves_an_arena_whose_next_hash_is_right() {
    struct Broken;
    impl Executor for Broken {
        fn count(&self) -> usize {
            4
        }
        fn run(&self, _: usize, _: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
            own();
            panic!("on purpose");
        }
    }
    let params = argon2::Params::default().memory_kib(8 << 10);
    let (mut arena, mut tag, mut right) = (Arena::new(), [0; 32], [0; 32]);
    let input = Input::new(PASSWORD, SALT);
    argon2::hash(&params, &input, &mut right, &mut arena).expect("a tag");
    arena.compute_on(Workers::of(&Broken));
    let broken = catch_unwind(AssertUnwindSafe(|| argon2::hash(&params, &input, &mut tag, &mut arena)));
    assert!(broken.is_err() && tag == [0; 32]);
    arena.compute_on(Workers::HERE);
    argon2::hash(&params, &input, &mut tag, &mut arena).expect("a tag");
    assert_eq!(tag, right);
}

#[test]
fn a_lease_computes_as_its_pool_says_and_forgets_what_it_was_told() {
    static EXECUTOR: Counting = Counting { calls: AtomicUsize::new(0), most: AtomicUsize::new(0) };
    let calls = || EXECUTOR.seen().0;
    let params = argon2::Params::default().memory_kib(4 << 10).passes(1);
    let bytes = params.memory() as usize;
    let hash = |arena: &mut Arena<'_>| {
        argon2::hash(&params, &Input::new(PASSWORD, SALT), &mut [0; 32], arena).expect("a tag");
    };
    let pool = Pool::new(64 << 20, 1, ArenaOptions::default());
    let mut lease = pool.acquire(bytes).expect("memory");
    lease.compute_on(Workers::of(&EXECUTOR));
    hash(&mut lease);
    assert_eq!(calls(), 4);
    drop(lease);
    hash(&mut pool.acquire(bytes).expect("memory"));
    assert_eq!(calls(), 4);
    let pool = pool.computing_on(Workers::of(&EXECUTOR));
    hash(&mut pool.acquire(bytes).expect("memory"));
    assert_eq!(calls(), 8);
}

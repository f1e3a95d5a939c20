//! A hash that is stopped half-way says so, leaves nothing in memory, and the next one in the same memory is right.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use lanesmith_isa::Choice;
use lanesmith_isa::lanes::Line;
use lanesmith_pwhash::crypt::Limits;
use lanesmith_pwhash::mem::{Arena, ArenaOptions, Pool};
use lanesmith_pwhash::password::{Policy, Scheme};
use lanesmith_pwhash::twocats::{Edition, Hash, TwoCats};
use lanesmith_pwhash::yescrypt::{Mode, Rom, Yescrypt, Yescrypt05};
use lanesmith_pwhash::{ARGON2, LYRA2, SCRYPT, TWOCATS, YESCRYPT};
use lanesmith_pwhash::{Error, Workers, argon2, lyra2, scrypt, twocats, yescrypt};

const PASSWORD: &[u8] = b"correct horse";
const SALT: &[u8] = b"16 random bytes!";

/// Says stop at one of the questions, and at that one only.
#[derive(Default)]
struct Caller {
    questions: AtomicU64,
    stop_at: AtomicU64,
}

impl Caller {
    fn ask(&self) -> bool {
        self.questions.fetch_add(1, Ordering::Relaxed) == self.stop_at.load(Ordering::Relaxed)
    }

    /// From now on, stops at that question.
    fn stop_at(&self, number: u64) {
        self.questions.store(0, Ordering::Relaxed);
        self.stop_at.store(number, Ordering::Relaxed);
    }
}

fn caller(arena: &mut Arena<'_>) -> Arc<Caller> {
    let caller = Arc::new(Caller::default());
    let asked = caller.clone();
    arena.interrupt_when(move || asked.ask());
    caller
}

fn is_wiped(arena: &mut Arena<'_>) -> bool {
    let bytes = arena.capacity() - 4096;
    let memory = arena.space(bytes).unwrap().take::<u8>(bytes).unwrap();
    memory.iter().all(|&byte| byte == 0)
}

/// Stops a function at some of its questions. It writes `outputs` outputs.
fn check(name: &str, outputs: usize, hash: impl Fn(&mut [[u8; 32]], &mut Arena<'_>) -> Result<(), Error>) {
    let mut arena = Arena::new();
    let mut right = vec![[0; 32]; outputs];
    hash(&mut right, &mut arena).unwrap();
    arena.wipe();
    let caller = caller(&mut arena);
    caller.stop_at(u64::MAX);
    let mut out = vec![[0; 32]; outputs];
    hash(&mut out, &mut arena).unwrap();
    assert!(out == right, "{name}: asking changes the hash");
    let all = caller.questions.load(Ordering::Relaxed);
    assert!(all >= 3, "{name}: asked only {all} times");
    for number in [0, 1, all / 2, all - 1] {
        caller.stop_at(number);
        let mut out = vec![[0; 32]; outputs];
        assert_eq!(hash(&mut out, &mut arena), Err(Error::Interrupted), "{name}, question {number} of {all}");
        assert!(out.iter().all(|out| *out == [0; 32]), "{name}, question {number}: there is an output");
        assert!(is_wiped(&mut arena), "{name}, question {number}: something is left");
        caller.stop_at(u64::MAX);
        hash(&mut out, &mut arena).unwrap();
        assert!(out == right, "{name}, question {number}: the next hash is another one");
    }
}

#[test]
fn argon2_stops_on_every_engine() {
    for engine in ARGON2.available() {
        for (variant, lanes) in [(argon2::Variant::D, 1), (argon2::Variant::I, 2), (argon2::Variant::Id, 3)] {
            let params =
                argon2::Params::default().variant(variant).memory_kib(16 << 10).passes(2).lanes(lanes);
            check(engine.name(), 1, |out, arena| {
                argon2::hash_with(engine, &params, &argon2::Input::new(PASSWORD, SALT), &mut out[0], arena)
            });
        }
    }
}

#[test]
fn argon2_stops_in_threads() {
    let params = argon2::Params::default().memory_kib(8 << 10).passes(2);
    check("threads", 1, |out, arena| {
        arena.compute_on(Workers::threads(2));
        argon2::hash(&params, &argon2::Input::new(PASSWORD, SALT), &mut out[0], arena)
    });
}

#[test]
fn scrypt_stops_on_every_engine() {
    for engine in SCRYPT.available() {
        for width in [1, 3, 8] {
            check(engine.name(), 3, |out, arena| {
                let mut requests: Vec<_> = out
                    .iter_mut()
                    .map(|key| scrypt::Request { password: PASSWORD, salt: SALT, key })
                    .collect();
                scrypt::derive_many(engine, &scrypt::Params::new(2048, 8, 1), &mut requests, width, arena)
            });
        }
    }
}

#[test]
fn yescrypt_stops_on_every_engine_and_in_every_mode() {
    for engine in YESCRYPT.available() {
        for (mode, p, t) in
            [(Mode::ReadWrite, 1, 0), (Mode::ReadWrite, 3, 2), (Mode::WriteOnce, 1, 1), (Mode::Scrypt, 2, 0)]
        {
            let params =
                yescrypt::Params::new(mode, 4096, 8).unwrap().parallelism(p).unwrap().time(t).unwrap();
            let hash = Yescrypt::with_engine(engine, params);
            check(engine.name(), 1, |out, arena| hash.derive(PASSWORD, SALT, &mut out[0], arena));
            check(engine.name(), 2, |out, arena| {
                let (one, two) = out.split_at_mut(1);
                let mut jobs = [&mut one[0], &mut two[0]].map(|out| yescrypt::Job {
                    password: PASSWORD,
                    salt: SALT,
                    out,
                });
                hash.derive_pair(&mut jobs, arena)
            });
        }
        for reduced in [false, true] {
            let hash = Yescrypt05::with_engine(engine, 4096, 8, 0).unwrap();
            let hash = if reduced { hash.reduced() } else { hash };
            check(engine.name(), 1, |out, arena| {
                out[0] = hash.derive(PASSWORD, SALT, arena)?;
                Ok(())
            });
        }
    }
}

#[test]
fn the_making_of_a_rom_stops_and_leaves_nothing() {
    let mut arena = Arena::new();
    let caller = caller(&mut arena);
    let mut lines = vec![Line::ZERO; 64 << 10];
    for number in [0, 2, 5] {
        caller.stop_at(number);
        let result = Rom::make(Choice::AUTO, b"seed", 8, 1, &mut lines, &mut arena);
        assert_eq!(result.err(), Some(Error::Interrupted));
        assert!(lines.iter().all(|line| line.0 == [0; 8]), "question {number}");
    }
}

#[test]
fn lyra2_stops_on_every_engine_and_in_every_form() {
    use lyra2::{Edition, Params, Sponge};
    let usual = Params::default().rows(300);
    let old = Params::default().edition(Edition::April2014).sponge(Sponge::Blake2b).columns(64).rows(1000);
    for engine in LYRA2.available() {
        for params in [usual, old, usual.sponge(Sponge::Blake2b), usual.threads(2).rows(400)] {
            for count in [1, 3] {
                check(engine.name(), count, |out, arena| {
                    let mut requests: Vec<_> = out
                        .iter_mut()
                        .map(|out| lyra2::Request { password: PASSWORD, salt: SALT, out })
                        .collect();
                    lyra2::hash_many(engine, &params, &mut requests, arena)
                });
            }
        }
    }
}

#[test]
fn twocats_stops_on_every_engine() {
    for engine in TWOCATS.available() {
        let old = twocats::Params::new(Edition::Phc2014, Hash::Blake2s, 10).time_cost(9);
        for params in [twocats::Params::new(Edition::Final2015, Hash::Sha256, 13).parallelism(2), old] {
            let hash = TwoCats::with_engine(engine, params).unwrap();
            check(engine.name(), 1, |out, arena| hash.hash(PASSWORD, SALT, b"", &mut out[0], arena));
        }
    }
}

#[test]
fn what_pbkdf2_makes_for_a_table_and_reads_again_can_be_stopped_too() {
    // 16 MiB for a table of two entries, which takes no time itself.
    let params = scrypt::Params::new(2, 1 << 17, 1);
    let wide = yescrypt::Params::new(Mode::WriteOnce, 4, 1 << 17).unwrap();
    let mut arena = Arena::new();
    let caller = caller(&mut arena);
    let mut out = [0; 32];
    for wide in [None, Some(wide)] {
        let mut hash = |out: &mut [u8; 32]| match wide {
            None => scrypt::derive(&params, PASSWORD, SALT, out, &mut arena),
            Some(wide) => Yescrypt::new(wide).derive(PASSWORD, SALT, out, &mut arena),
        };
        caller.stop_at(u64::MAX);
        hash(&mut out).unwrap();
        let all = caller.questions.load(Ordering::Relaxed);
        assert!(all >= 64, "asked only {all} times");
        for number in [0, all / 2, all - 1] {
            caller.stop_at(number);
            out = [0; 32];
            assert_eq!(hash(&mut out), Err(Error::Interrupted), "{number} of {all}");
            assert_eq!(out, [0; 32]);
        }
    }
}

#[test]
fn stored_strings_are_not_made_verified_or_raised_when_stopped() {
    let mut arena = Arena::new();
    for scheme in Scheme::ALL {
        let policy = Policy::new(scheme).with_memory(4 << 20).unwrap();
        let stored = policy.hash(PASSWORD, SALT, &mut arena).unwrap();
        let caller = caller(&mut arena);
        assert_eq!(policy.hash(PASSWORD, SALT, &mut arena), Err(Error::Interrupted), "{scheme}");
        caller.stop_at(1);
        assert_eq!(
            stored.verify(PASSWORD, &Limits::default(), &mut arena),
            Err(Error::Interrupted),
            "{scheme}"
        );
        caller.stop_at(1);
        let wrong = stored.verify(b"wrong", &Limits::default(), &mut arena);
        assert_eq!(wrong, Err(Error::Interrupted), "{scheme}");
        arena.uninterruptible();
        assert_eq!(stored.verify(PASSWORD, &Limits::default(), &mut arena), Ok(()), "{scheme}");
    }
    let [small, large] = [4, 16].map(|mib| Policy::new(Scheme::TwoCats).with_memory(mib << 20).unwrap());
    let stored = small.hash(PASSWORD, SALT, &mut arena).unwrap();
    caller(&mut arena);
    assert_eq!(stored.upgraded(&large, &mut arena), Err(Error::Interrupted));
}

#[test]
fn an_arena_that_goes_back_to_its_pool_forgets_the_question() {
    let pool = Pool::new(64 << 20, 1, ArenaOptions::default());
    let params = argon2::Params::default().memory_kib(1024);
    let hash = |arena: &mut Arena<'_>| {
        argon2::hash(&params, &argon2::Input::new(PASSWORD, SALT), &mut [0; 32], arena)
    };
    let mut lease = pool.acquire(1 << 20).unwrap();
    lease.interrupt_when(|| true);
    assert_eq!(hash(&mut lease), Err(Error::Interrupted));
    drop(lease);
    assert_eq!(hash(&mut pool.acquire(1 << 20).unwrap()), Ok(()));
}

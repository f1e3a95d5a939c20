//! What a service holds in memory where everybody logs in at once. A program of its own, since it looks at the whole process.

use lanesmith_pwhash::Workers;
use lanesmith_pwhash::mem::{Arena, ArenaOptions, Pool};
use lanesmith_pwhash::password::{Limits, Policy};

const MIB: usize = 1 << 20;

/// The most bytes of this process that were in memory at one time.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kib| kib << 10)
}

#[test]
fn sixty_four_verifications_at_once_stay_within_the_limit_and_all_are_answered() {
    // 64 MiB each: all at once would take 4 GiB.
    let policy = Policy::default().with_time_cost(1).expect("costs");
    let stored = policy.hash(b"correct horse", b"16 random bytes!", &mut Arena::new()).expect("a string");
    let pool = Pool::new(256 * MIB, 64, ArenaOptions::default()).computing_on(Workers::threads(4));
    let verify = |number: usize| {
        let password: &[u8] = if number.is_multiple_of(4) { b"battery staple" } else { b"correct horse" };
        let mut arena = pool.acquire(stored.arena_bytes()).expect("it waits");
        stored.verify(password, &Limits::default(), &mut arena).is_ok()
    };
    let answers: Vec<bool> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..64).map(|number| scope.spawn(move || verify(number))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(answers.iter().enumerate().all(|(number, right)| *right != number.is_multiple_of(4)));
    assert!(pool.held() <= 256 * MIB);
    if let Some(peak) = peak() {
        assert!(peak < 300 * MIB, "{} MiB", peak / MIB);
    }
}

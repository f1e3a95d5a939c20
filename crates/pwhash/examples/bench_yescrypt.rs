//! yescrypt and TwoCats beside others, interleaved in one process, in CPU time: `bench_yescrypt WHAT [rounds] [log2 N]`.

#[path = "../tests/ffi/mod.rs"]
mod ffi;
mod interleaved;

use interleaved::{contender, race};
use lanesmith_pwhash::engines::{TWOCATS, YESCRYPT};
use lanesmith_pwhash::mem::{Arena, ArenaOptions, HugePages};
use lanesmith_pwhash::twocats::{self, TwoCats};
use lanesmith_pwhash::yescrypt::{Job, Mode, Params, Yescrypt};

fn yescrypt_race(rounds: usize, log: u32, r: u32) {
    let params = Params::new(Mode::ReadWrite, 1 << log, r).expect("parameters");
    let mib = params.memory() >> 20;
    let mut all = Vec::new();
    if let Some(mut libcrypt) = ffi::LibCrypt::load() {
        let setting = lanesmith_pwhash::crypt::Setting::new(params, b"0123456789abcdef")
            .expect("a setting")
            .to_string();
        all.push(contender("libcrypt's crypt_r", 1, move || {
            libcrypt.crypt(b"password", &setting).expect("a hash");
        }));
    }
    all.push(contender("crate yescrypt", 1, move || {
        let params =
            ::yescrypt::Params::new(::yescrypt::Mode::default(), 1 << log, r, 1).expect("parameters");
        let mut out = [0; 32];
        ::yescrypt::yescrypt(b"password", b"0123456789abcdef", &params, &mut out).expect("a hash");
    }));
    for engine in YESCRYPT.available() {
        let name = engine.name();
        let hash = Yescrypt::with_engine(engine, params);
        let mut arena = Arena::new();
        all.push(contender(format!("{name}, arena kept"), 1, move || {
            hash.derive(b"password", b"0123456789abcdef", &mut [0; 32], &mut arena).expect("a hash");
        }));
        let mut arena = Arena::new();
        all.push(contender(format!("{name}, a pair, arena kept"), 2, move || {
            let (mut a, mut b) = ([0; 32], [0; 32]);
            let mut jobs = [
                Job { password: b"password", salt: b"0123456789abcdef", out: &mut a },
                Job { password: b"other", salt: b"0123456789abcdeg", out: &mut b },
            ];
            hash.derive_pair(&mut jobs, &mut arena).expect("two hashes");
        }));
    }
    let hash = Yescrypt::new(params);
    all.push(contender("best, fresh huge pages", 1, move || {
        hash.derive(b"password", b"0123456789abcdef", &mut [0; 32], &mut Arena::new()).expect("a hash");
    }));
    all.push(contender("best, fresh 4 KiB pages", 1, move || {
        let mut arena = Arena::with_options(ArenaOptions::default().huge_pages(HugePages::Never));
        hash.derive(b"password", b"0123456789abcdef", &mut [0; 32], &mut arena).expect("a hash");
    }));
    race(&format!("yescrypt N=2^{log} r={r} ({mib} MiB)"), rounds, all);
}

fn twocats_race(rounds: usize, cost: u8) {
    let params = twocats::Params::new(twocats::Edition::Phc2014, twocats::Hash::Blake2s, cost).multiplies(1);
    let bytes = params.memory() as usize;
    let mut all = Vec::new();
    let mut warm = vec![1u8; bytes];
    let mut value = 0;
    all.push(contender("warm memset", 1, move || {
        value ^= 1;
        warm.fill(value);
        std::hint::black_box(&mut warm);
    }));
    for engine in TWOCATS.available() {
        let name = engine.name();
        let hash = TwoCats::with_engine(engine, params).expect("parameters");
        let mut arena = Arena::new();
        all.push(contender(format!("{name}, arena kept"), 1, move || {
            hash.hash(b"password", b"saltsaltsaltsalt", b"", &mut [0; 32], &mut arena).expect("a hash");
        }));
    }
    let hash = TwoCats::new(params).expect("parameters");
    all.push(contender("best, fresh huge pages", 1, move || {
        hash.hash(b"password", b"saltsaltsaltsalt", b"", &mut [0; 32], &mut Arena::new()).expect("a hash");
    }));
    all.push(contender("best, fresh 4 KiB pages", 1, move || {
        let mut arena = Arena::with_options(ArenaOptions::default().huge_pages(HugePages::Never));
        hash.hash(b"password", b"saltsaltsaltsalt", b"", &mut [0; 32], &mut arena).expect("a hash");
    }));
    race(&format!("TwoCats 2014, m=1, {} MiB", bytes >> 20), rounds, all);
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: usize| args.get(i).and_then(|n| n.parse().ok()).unwrap_or(default);
    match args.first().map(String::as_str) {
        Some("yescrypt") => yescrypt_race(number(1, 9), number(2, 12) as u32, 32),
        Some("yescrypt8") => yescrypt_race(number(1, 9), number(2, 14) as u32, 8),
        Some("twocats") => twocats_race(number(1, 5), number(2, 18) as u8),
        _ => println!("bench_yescrypt yescrypt|yescrypt8 [rounds] [log2 N], or twocats [rounds] [log2 KiB]"),
    }
}

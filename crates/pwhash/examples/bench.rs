//! Ours and others, interleaved in one process, in CPU time (user and system): `bench WHAT [MiB] [rounds]`.
//!
//! Only the ratios of one run mean something.

use std::time::Duration;

use lanesmith_isa::{Operation, Table};
use lanesmith_pwhash::argon2::{Input, Params, Variant, hash, hash_with};
use lanesmith_pwhash::engines::{ARGON2, LYRA2, SCRYPT};
use lanesmith_pwhash::mem::{Arena, ArenaOptions, HugePages, wipe};
use lanesmith_pwhash::{lyra2, scrypt};

/// CPU time of this process.
fn cpu() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

struct Contender<'a> {
    name: String,
    /// Hashes that one call makes.
    hashes: u32,
    run: Box<dyn FnMut() + 'a>,
}

fn contender<'a>(name: impl Into<String>, hashes: u32, run: impl FnMut() + 'a) -> Contender<'a> {
    Contender { name: name.into(), hashes, run: Box::new(run) }
}

/// Runs all in random order, round by round; prints minimum, median, and the ratio of minima to the first.
fn race(title: &str, rounds: usize, mut contenders: Vec<Contender<'_>>) {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut times = vec![Vec::new(); contenders.len()];
    let mut order: Vec<usize> = (0..contenders.len()).collect();
    contenders.iter_mut().for_each(|contender| (contender.run)());
    for _ in 0..rounds {
        rng.shuffle(&mut order);
        for &i in &order {
            let start = cpu();
            (contenders[i].run)();
            times[i].push((cpu() - start) / contenders[i].hashes);
        }
    }
    times.iter_mut().for_each(|times| times.sort());
    println!("{title}: CPU ms per hash, minimum / median, ratio of minima (of medians) to the first");
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let first = (ms(times[0][0]), ms(times[0][rounds / 2]));
    for (contender, times) in contenders.iter().zip(&times) {
        let (min, median) = (ms(times[0]), ms(times[rounds / 2]));
        let ratios = (min / first.0, median / first.1);
        println!("  {:44} {min:9.3} / {median:9.3}   {:.3} ({:.3})", contender.name, ratios.0, ratios.1);
    }
}

fn argon2(title: &str, variant: Variant, kib: u32, passes: u32, lanes: u32, rounds: usize) {
    let params = Params::default().variant(variant).memory_kib(kib).passes(passes).lanes(lanes);
    let input = Input::new(b"password", b"somesaltsomesalt");
    let mut contenders = Vec::new();

    let algorithm = match variant {
        Variant::D => argon2::Algorithm::Argon2d,
        Variant::I => argon2::Algorithm::Argon2i,
        Variant::Id => argon2::Algorithm::Argon2id,
    };
    let theirs = || {
        let params = argon2::Params::new(kib, passes, lanes, None).expect("parameters");
        argon2::Argon2::new(algorithm, argon2::Version::V0x13, params)
    };
    let peer = theirs();
    contenders.push(contender("crate argon2, as called", 1, move || {
        let mut tag = [0; 32];
        peer.hash_password_into(b"password", b"somesaltsomesalt", &mut tag).expect("a hash");
    }));
    let peer = theirs();
    let mut blocks = vec![argon2::Block::default(); kib as usize];
    contenders.push(contender("crate argon2, memory kept", 1, move || {
        let mut tag = [0; 32];
        peer.hash_password_into_with_memory(b"password", b"somesaltsomesalt", &mut tag, &mut blocks)
            .expect("a hash");
    }));
    for engine in ARGON2.available() {
        let mut arena = Arena::new();
        contenders.push(contender(format!("{}, arena kept", engine.name()), 1, move || {
            hash_with(engine, &params, &input, &mut [0; 32], &mut arena).expect("a hash");
        }));
    }
    contenders.push(contender("best, fresh huge pages", 1, || {
        hash(&params, &input, &mut [0; 32], &mut Arena::new()).expect("a hash");
    }));
    contenders.push(contender("best, fresh 4 KiB pages", 1, || {
        let mut arena = Arena::with_options(ArenaOptions::default().huge_pages(HugePages::Never));
        hash(&params, &input, &mut [0; 32], &mut arena).expect("a hash");
    }));
    race(title, rounds, contenders);
}

fn race_scrypt(mib: usize, p: u32, rounds: usize) {
    // Entries of 1 KiB.
    let n = (mib * 1024) as u64;
    let params = scrypt::Params::new(n, 8, p);
    let peer = ::scrypt::Params::new(n.ilog2() as u8, 8, p).expect("parameters");
    let mut contenders = vec![contender("crate scrypt", 1, move || {
        ::scrypt::scrypt(b"password", b"somesalt", &peer, &mut [0; 32]).expect("a key");
    })];
    for engine in SCRYPT.available() {
        for width in [1, 2, 4, 8].into_iter().filter(|&width| width <= engine.info.lanes) {
            let mut arena = Arena::new();
            let keys = if p == 1 { width } else { 1 };
            let name = format!("{}, {keys} key(s), {width} tables, kept", engine.name());
            contenders.push(contender(name, keys as u32, move || {
                let mut keys = vec![[0; 32]; keys];
                let requests = keys.iter_mut().map(|key| scrypt::Request {
                    password: b"password",
                    salt: b"somesalt",
                    key,
                });
                let mut requests: Vec<_> = requests.collect();
                scrypt::derive_many(engine, &params, &mut requests, width, &mut arena).expect("keys");
            }));
        }
    }
    contenders.push(contender("best, one key, fresh huge pages", 1, move || {
        scrypt::derive(&params, b"password", b"somesalt", &mut [0; 32], &mut Arena::new()).expect("a key");
    }));
    race(&format!("scrypt {mib} MiB p={p}"), rounds, contenders);
}

fn race_lyra2(mib: usize, sponge: lyra2::Sponge, rounds: usize) {
    let params = lyra2::Params::default().sponge(sponge).rows((mib * 1024 / 24) as u32);
    let mut contenders = vec![contender("warm memset of the same size (huge pages)", 1, {
        let mut arena = Arena::new();
        move || wipe(arena.space(mib << 20).and_then(|mut s| s.take::<u8>(mib << 20)).expect("memory"))
    })];
    for engine in LYRA2.available() {
        for count in [1, 2] {
            let mut arena = Arena::new();
            contenders.push(contender(format!("{}, {count} at a time", engine.name()), count, move || {
                let mut outs = vec![[0; 32]; count as usize];
                let requests = outs.iter_mut().map(|out| lyra2::Request {
                    password: b"password",
                    salt: b"saltsaltsaltsalt",
                    out,
                });
                let mut requests: Vec<_> = requests.collect();
                lyra2::hash_many(engine, &params, &mut requests, &mut arena).expect("hashes");
            }));
        }
    }
    let old = params.edition(lyra2::Edition::April2014).sponge(lyra2::Sponge::Blake2b).columns(64);
    let old = old.rows((mib * 1024 / 6) as u32);
    let mut arena = Arena::new();
    contenders.push(contender("version 1, best engine", 1, move || {
        lyra2::hash(&old, b"password", b"saltsaltsaltsalt", &mut [0; 32], &mut arena).expect("a hash");
    }));
    race(&format!("Lyra2 {sponge:?} {mib} MiB, C=256 T=1"), rounds, contenders);
}

fn list<K: Operation>(table: &Table<K>) {
    let names: Vec<_> = table.available().map(|engine| engine.name()).collect();
    println!("{}: {}", table.op(), names.join(", "));
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: usize| args.get(i).and_then(|n| n.parse().ok()).unwrap_or(default);
    let (mib, rounds) = (number(1, 64), number(2, 9));
    let kib = (mib * 1024) as u32;
    match args.first().map(String::as_str) {
        Some("argon2id") => argon2(&format!("Argon2id {mib} MiB t=1"), Variant::Id, kib, 1, 1, rounds),
        Some("argon2id3") => argon2(&format!("Argon2id {mib} MiB t=3"), Variant::Id, kib, 3, 1, rounds),
        Some("argon2id4") => argon2(&format!("Argon2id {mib} MiB t=3 p=4"), Variant::Id, kib, 3, 4, rounds),
        Some("argon2i") => argon2(&format!("Argon2i {mib} MiB t=1"), Variant::I, kib, 1, 1, rounds),
        Some("argon2d") => argon2(&format!("Argon2d {mib} MiB t=1"), Variant::D, kib, 1, 1, rounds),
        Some("argon2block") => argon2("Argon2id 64 KiB t=1000", Variant::Id, 64, 1000, 1, rounds),
        Some("argon2block2") => argon2("Argon2id 64 KiB t=1000 p=2", Variant::Id, 64, 1000, 2, rounds),
        Some("scrypt") => race_scrypt(mib, 1, rounds),
        Some("scrypt4") => race_scrypt(mib, 4, rounds),
        Some("lyra2") => race_lyra2(mib, lyra2::Sponge::BlaMka, rounds),
        Some("lyra2blake") => race_lyra2(mib, lyra2::Sponge::Blake2b, rounds),
        _ => {
            list(&ARGON2);
            list(&LYRA2);
            list(&SCRYPT);
            println!(
                "bench WHAT [MiB] [rounds]: argon2id, argon2id3, argon2id4, argon2i, argon2d, argon2block,"
            );
            println!("argon2block2, scrypt, scrypt4, lyra2, lyra2blake");
        }
    }
}

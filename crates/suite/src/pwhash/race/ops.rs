//! The races of the five operations.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use lanesmith_isa::{Choice, Operation};
use lanesmith_pwhash::hazmat::{Argon2Kernel, Lyra2Kernel, ScryptKernel, TwoCatsKernel, YescryptKernel};
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::yescrypt::{Job, Mode, Yescrypt};
use lanesmith_pwhash::{ARGON2, LYRA2, SCRYPT, TWOCATS, YESCRYPT};
use lanesmith_pwhash::{Error, argon2, lyra2, scrypt, twocats, yescrypt};
use lanesmith_race::{BoxError, Case, Contender, Figure, Kind, Memory, Race};

use super::super::peers;
use super::bounds::WARM;
use super::{MIB, Ours, PASSWORD, SALT, SIZES, Settings, case};
use crate::Steps;
use crate::family::written;

/// What people use without us; our portable engine where that is not compiled in.
const fn baseline(peer: &'static str) -> &'static str {
    if cfg!(feature = "peers") { peer } else { "scalar" }
}

/// The races.
pub fn races() -> Vec<Race> {
    let race = |op, baseline, cases| Race { op, unit: "hash", baseline, cases };
    vec![
        race(Argon2Kernel::NAME, baseline("rustcrypto-argon2"), argon2_cases()),
        race(Lyra2Kernel::NAME, WARM, lyra2_cases()),
        race(ScryptKernel::NAME, baseline("rustcrypto-scrypt"), scrypt_cases()),
        race(YescryptKernel::NAME, baseline("rustcrypto-yescrypt"), yescrypt_cases()),
        race(TwoCatsKernel::NAME, WARM, twocats_cases()),
    ]
}

type Hashes = Result<Vec<Vec<u8>>, Error>;

/// Several sizes, of which the second, 16 MiB, stands for the operation.
fn sized(
    predicate: &'static str,
    at_a_time: usize,
    build: impl Fn(Settings) -> Vec<lanesmith_race::Contender> + Copy + Send + Sync + 'static,
) -> Vec<Case> {
    let of = |(label, bytes): (&str, u64)| {
        let settings = Settings::of(bytes);
        let case = case(format!("size={label}"), settings, at_a_time, move || build(settings));
        if label == "16MiB" { case.telling(predicate) } else { case.detail() }
    };
    SIZES.map(of).into()
}

/// The cases with one of them as what a caller gets.
fn summed_up(cases: Vec<Case>, label: &str, title: &'static str) -> Vec<Case> {
    let sum_up = |case: Case| match case.label == label {
        true => case.titled(title).summing_up(),
        false => case,
    };
    cases.into_iter().map(sum_up).map(|case| case.told(Figure::rate("hashes"))).collect()
}

/// A case beside the sizes, raced where the operation is named.
fn beside(
    label: &str,
    settings: Settings,
    at_a_time: usize,
    build: impl Fn(Settings) -> Vec<lanesmith_race::Contender> + Send + Sync + 'static,
) -> Case {
    case(label.into(), settings, at_a_time, move || build(settings)).detail()
}

fn argon2_params(settings: &Settings) -> argon2::Params {
    let variant = if settings.other { argon2::Variant::I } else { argon2::Variant::Id };
    let kib = (settings.bytes >> 10) as u32;
    argon2::Params::default().variant(variant).memory_kib(kib).passes(settings.t).lanes(settings.p)
}

fn argon2_hashes(
    engine: Choice<Argon2Kernel>,
    _: usize,
    settings: &Settings,
    arena: &mut Arena<'static>,
) -> Hashes {
    let mut tag = vec![0; 32];
    let input = argon2::Input::new(PASSWORD, SALT);
    argon2::hash_with(engine, &argon2_params(settings), &input, &mut tag, arena)?;
    Ok(vec![tag])
}

fn argon2_contenders(settings: Settings) -> Vec<lanesmith_race::Contender> {
    let passes = f64::from(settings.t);
    let memory = Memory {
        bytes: settings.bytes as f64,
        average: (passes - 0.5) / passes,
        accesses: 2.0 + 3.0 * (passes - 1.0),
    };
    let ours = Ours { table: &ARGON2, counts: &[], memory, hash: argon2_hashes, settings };
    let mut list = ours.contenders();
    list.extend(peers::argon2(settings.bytes, settings.t, settings.p, settings.other, memory));
    list
}

fn argon2_cases() -> Vec<Case> {
    let mut cases = sized("hashes a password by Argon2id with 16 MiB", 1, argon2_contenders);
    let of = |bytes, t, p| Settings { bytes, t, p, other: false };
    let mut add = |label, settings| cases.push(beside(label, settings, 1, argon2_contenders));
    add("size=64MiB", of(64 * MIB, 1, 1));
    add("size=64MiB,type=i", Settings { other: true, ..of(64 * MIB, 1, 1) });
    add("size=64MiB,t=3", of(64 * MIB, 3, 1));
    add("size=64MiB,t=3,p=4", of(64 * MIB, 3, 4));
    add("size=64KiB,t=1000", of(64 << 10, 1000, 1));
    summed_up(cases, "size=64MiB", "Argon2id with 64 MiB")
}

/// Rows of 256 columns of 96 bytes, 24 KiB; of version 1, of 64 columns.
fn lyra2_params(settings: &Settings) -> lyra2::Params {
    let params = lyra2::Params::default().passes(settings.t);
    if settings.other {
        let old = params.edition(lyra2::Edition::April2014).sponge(lyra2::Sponge::Blake2b).columns(64);
        return old.rows((settings.bytes / 6144) as u32);
    }
    params.rows((settings.bytes / 24_576) as u32)
}

fn lyra2_hashes(
    engine: Choice<Lyra2Kernel>,
    count: usize,
    settings: &Settings,
    arena: &mut Arena<'static>,
) -> Hashes {
    let mut outs = vec![vec![0; 32]; count];
    let mut requests: Vec<_> =
        outs.iter_mut().map(|out| lyra2::Request { password: PASSWORD, salt: SALT, out }).collect();
    lyra2::hash_many(engine, &lyra2_params(settings), &mut requests, arena)?;
    Ok(outs)
}

fn lyra2_contenders(settings: Settings) -> Vec<lanesmith_race::Contender> {
    // Three loads and four stores of each column.
    let memory = Memory { bytes: settings.bytes as f64, average: 0.75, accesses: 7.0 };
    let counts: &[usize] = if settings.other { &[] } else { &[2] };
    Ours { table: &LYRA2, counts, memory, hash: lyra2_hashes, settings }.contenders()
}

fn lyra2_cases() -> Vec<Case> {
    let mut cases = sized("hashes a password by Lyra2 with 16 MiB", 2, lyra2_contenders);
    for (label, bytes) in [("size=16MiB,edition=2014", 16 * MIB), ("size=2GiB,edition=2014", 2048 * MIB)] {
        let settings = Settings { other: true, ..Settings::of(bytes) };
        cases.push(beside(label, settings, 1, lyra2_contenders));
    }
    cases
}

/// Entries of 1 KiB.
fn scrypt_params(settings: &Settings) -> scrypt::Params {
    scrypt::Params::new(settings.bytes >> 10, 8, settings.p)
}

fn scrypt_hashes(
    engine: Choice<ScryptKernel>,
    count: usize,
    settings: &Settings,
    arena: &mut Arena<'static>,
) -> Hashes {
    let params = scrypt_params(settings);
    let mut keys = vec![vec![0; 32]; count];
    let mut requests: Vec<_> =
        keys.iter_mut().map(|key| scrypt::Request { password: PASSWORD, salt: SALT, key }).collect();
    scrypt::derive_many(engine, &params, &mut requests, count * settings.p as usize, arena)?;
    Ok(keys)
}

fn scrypt_contenders(settings: Settings) -> Vec<lanesmith_race::Contender> {
    let memory =
        Memory { bytes: settings.bytes as f64, average: 0.75, accesses: 2.0 * f64::from(settings.p) };
    // Eight tables of the largest size are more than most machines have.
    let counts: &[usize] = match settings {
        Settings { p: 2.., .. } => &[],
        Settings { bytes, .. } if bytes > 256 * MIB => &[],
        Settings { bytes, .. } if bytes > 64 * MIB => &[4],
        _ => &[2, 4, 8],
    };
    let mut list = Ours { table: &SCRYPT, counts, memory, hash: scrypt_hashes, settings }.contenders();
    list.extend(peers::scrypt(settings.bytes, settings.p, memory));
    list
}

thread_local! {
    /// One for all contenders of steps: theirs would be gigabytes.
    static KEPT: Rc<RefCell<Arena<'static>>> = Rc::new(RefCell::new(Arena::new()));
}

/// Hashes with 16 MiB, so many side by side. Costs are told for the mix of one block of 64 bytes of each.
pub fn scrypt_steps(steps: &Steps) -> Result<Contender, BoxError> {
    let settings = Settings::of(16 * MIB);
    let plan = steps
        .iter()
        .map(|&(engine, n)| Ok((Choice::<ScryptKernel>::by_name(engine)?, n)))
        .collect::<Result<Vec<_>, BoxError>>()?;
    let kept = KEPT.with(Rc::clone);
    let hash = move || {
        let mut arena = kept.borrow_mut();
        // What is no hash is thrown out.
        let of =
            |(engine, n): &(Choice<ScryptKernel>, usize)| scrypt_hashes(*engine, *n, &settings, &mut arena);
        plan.iter().map(of).collect::<Result<Vec<_>, Error>>().map(|all| all.concat()).unwrap_or_default()
    };
    let again = hash.clone();
    let mixes = 2 * 16 * (settings.bytes >> 10);
    let run = move || drop(black_box(hash()));
    Ok(Contender::new(written(steps), Kind::Engine, mixes as f64, run, move || again().concat()))
}

fn scrypt_cases() -> Vec<Case> {
    let of = |settings: Settings| match settings.bytes {
        bytes if bytes > 256 * MIB => 1,
        bytes if bytes > 64 * MIB => 4,
        _ => 8,
    };
    let mut cases: Vec<Case> = SIZES
        .iter()
        .map(|&(label, bytes)| {
            let settings = Settings::of(bytes);
            let build = move || scrypt_contenders(settings);
            let case = case(format!("size={label}"), settings, of(settings), build);
            match label {
                "16MiB" => case.telling("derives a key by scrypt with 16 MiB"),
                _ => case.detail(),
            }
        })
        .collect();
    let parts = Settings { p: 4, ..Settings::of(16 * MIB) };
    cases.push(beside("size=16MiB,p=4", parts, 4, scrypt_contenders));
    summed_up(cases, "size=16MiB", "scrypt with 16 MiB")
}

/// Blocks of 4 KiB, as in the strings that distributions make.
fn yescrypt_params(settings: &Settings) -> Result<yescrypt::Params, Error> {
    yescrypt::Params::new(Mode::ReadWrite, settings.bytes >> 12, 32)
}

fn yescrypt_hashes(
    engine: Choice<YescryptKernel>,
    count: usize,
    settings: &Settings,
    arena: &mut Arena<'static>,
) -> Hashes {
    let hash = Yescrypt::with_engine(engine, yescrypt_params(settings)?);
    let (mut one, mut two) = (vec![0; 32], vec![0; 32]);
    if count == 1 {
        hash.derive(PASSWORD, SALT, &mut one, arena)?;
        return Ok(vec![one]);
    }
    let mut jobs = [&mut one, &mut two].map(|out| Job { password: PASSWORD, salt: SALT, out });
    hash.derive_pair(&mut jobs, arena)?;
    Ok(vec![one, two])
}

fn yescrypt_contenders(settings: Settings) -> Vec<lanesmith_race::Contender> {
    // The second loop has a third of the steps of the first.
    let memory = Memory { bytes: settings.bytes as f64, average: 0.625, accesses: 8.0 / 3.0 };
    let ours = Ours { table: &YESCRYPT, counts: &[2], memory, hash: yescrypt_hashes, settings };
    let mut list = ours.contenders();
    list.extend(peers::yescrypt(settings.bytes >> 12, 32, memory));
    list
}

fn yescrypt_cases() -> Vec<Case> {
    let cases = sized("hashes a password by yescrypt with 16 MiB", 2, yescrypt_contenders);
    summed_up(cases, "size=16MiB", "yescrypt with 16 MiB")
}

fn twocats_hashes(
    engine: Choice<TwoCatsKernel>,
    _: usize,
    settings: &Settings,
    arena: &mut Arena<'static>,
) -> Hashes {
    let cost = settings.bytes.ilog2() as u8 - 10;
    let edition = if settings.other { twocats::Edition::Final2015 } else { twocats::Edition::Phc2014 };
    let params = twocats::Params::new(edition, twocats::Hash::Blake2s, cost).multiplies(settings.t as u8);
    let mut out = vec![0; 32];
    twocats::TwoCats::with_engine(engine, params)?.hash(PASSWORD, SALT, b"", &mut out, arena)?;
    Ok(vec![out])
}

fn twocats_contenders(settings: Settings) -> Vec<lanesmith_race::Contender> {
    let memory = Memory { bytes: settings.bytes as f64, average: 0.5, accesses: 2.0 };
    Ours { table: &TWOCATS, counts: &[], memory, hash: twocats_hashes, settings }.contenders()
}

fn twocats_cases() -> Vec<Case> {
    let mut cases = sized("hashes a password by TwoCats with 16 MiB", 1, twocats_contenders);
    let settings = Settings { t: 2, other: true, ..Settings::of(16 * MIB) };
    cases.push(beside("size=16MiB,edition=2015,multiplies=2", settings, 1, twocats_contenders));
    cases
}

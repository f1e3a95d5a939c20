//! The published vectors of memory-hard hashes, and those made with the references.

use std::fmt::Debug;

use lanesmith_isa::Choice;
use lanesmith_isa::lanes::Line;
use lanesmith_pwhash::hazmat::{Argon2Kernel, Lyra2Kernel, ScryptKernel, TwoCatsKernel, YescryptKernel};
use lanesmith_pwhash::mem::Arena;
use lanesmith_pwhash::yescrypt::{Job, Mode, Rom, Yescrypt, Yescrypt05};
use lanesmith_pwhash::{ARGON2, LYRA2, SCRYPT, TWOCATS, YESCRYPT};
use lanesmith_pwhash::{Error, argon2, lyra2, scrypt, twocats, yescrypt};
use lanesmith_testkit::vectors::memhard as vectors;

use crate::{Check, CheckFailure, Tally};

type Outcome = Result<(), CheckFailure>;

/// The checks.
pub fn checks() -> Vec<Check> {
    vec![
        Check::new(&ARGON2, "published_hashes", "RFC 9106 and the reference's known answers", argon2_hashes),
        Check::new(&LYRA2, "published_hashes", "hashes published with lyra2-java", |engine, tally| {
            lyra2_hashes(engine, lyra2::Edition::Final, vectors::lyra2::v3_published(), tally)
        }),
        Check::new(&LYRA2, "hashes_of_the_reference", "hashes of the reference", |engine, tally| {
            lyra2_hashes(engine, lyra2::Edition::Final, vectors::lyra2::v3_generated(), tally)
        }),
        Check::new(&LYRA2, "hashes_of_april_2014", "hashes of version 1 of April 2014", |engine, tally| {
            lyra2_hashes(engine, lyra2::Edition::April2014, vectors::lyra2::v1(), tally)
        }),
        Check::new(&SCRYPT, "published_keys", "keys of RFC 7914 and of OpenSSL", scrypt_keys),
        Check::new(&YESCRYPT, "vectors_alone_and_in_pairs", "keys of yescrypt 1.x", yescrypt_keys),
        Check::new(&YESCRYPT, "vectors_of_2014", "keys of yescrypt 0.5", yescrypt_2014),
        Check::new(&YESCRYPT, "vectors_with_a_rom", "keys of yescrypt with a ROM", yescrypt_rom),
        Check::new(&TWOCATS, "published_hashes", "hashes published with both editions", |engine, tally| {
            twocats_hashes(engine, vectors::twocats::published(), tally)
        }),
        Check::new(&TWOCATS, "hashes_of_the_reference", "hashes of the reference", |engine, tally| {
            twocats_hashes(engine, vectors::twocats::generated(), tally)
        }),
        Check::new(&TWOCATS, "phs_and_skinny_cat_of_2014", "hashes of PHS and SkinnyCat", twocats_simple),
    ]
}

/// Vectors of at most so many bytes of memory are for a quick check: an emulated CPU is a hundred times as slow.
const QUICK_BYTES: u64 = 64 << 10;

/// Vectors of more take long.
const SHORT_BYTES: u64 = 128 << 10;

/// What is checked of a list: all, or so many that need little memory, from all of it.
fn some<'v, T>(
    cases: &'v [T],
    bytes: impl Fn(&T) -> u64,
    quick: usize,
    tally: &Tally<'_>,
) -> Vec<(usize, &'v T)> {
    let all = cases.iter().enumerate();
    if tally.is_full() {
        return all
            .filter(|(number, case)| bytes(case) <= SHORT_BYTES || tally.takes_long(*number))
            .collect();
    }
    let small: Vec<_> = all.filter(|(_, case)| bytes(case) <= QUICK_BYTES).collect();
    let step = small.len().div_ceil(quick).max(1);
    small.into_iter().step_by(step).collect()
}

/// Compares what an engine made of a vector.
fn compare(
    tally: &mut Tally<'_>,
    list: &str,
    number: usize,
    params: &dyn Debug,
    expected: &[u8],
    got: Result<Vec<u8>, Error>,
) -> Outcome {
    let id = || format!("{list} {number}, {params:?}");
    let got = got.map_err(|e| CheckFailure::new(id(), "a hash", e))?;
    tally.bytes(id, expected, &got)
}

/// What a function writes into an output of some length.
fn written(len: usize, write: impl FnOnce(&mut [u8]) -> Result<(), Error>) -> Result<Vec<u8>, Error> {
    let mut out = vec![0; len];
    write(&mut out).map(|()| out)
}

/// The parameters of a vector.
pub fn argon2_params(case: &vectors::argon2::Case) -> argon2::Params {
    use argon2::{Variant, Version};
    argon2::Params::default()
        .variant(match case.variant.as_str() {
            "d" => Variant::D,
            "i" => Variant::I,
            _ => Variant::Id,
        })
        .version(if case.version == 16 { Version::V0x10 } else { Version::V0x13 })
        .memory_kib(case.m_kib)
        .passes(case.t)
        .lanes(case.p)
}

fn argon2_hashes(engine: Choice<Argon2Kernel>, tally: &mut Tally<'_>) -> Outcome {
    let mut arena = Arena::new();
    for (i, case) in some(vectors::argon2::cases(), |case| u64::from(case.m_kib) << 10, 24, tally) {
        let params = argon2_params(case);
        let input = argon2::Input::new(&case.password, &case.salt).secret(&case.secret).data(&case.ad);
        let tag = written(case.tag.len(), |tag| argon2::hash_with(engine, &params, &input, tag, &mut arena));
        compare(tally, "argon2", i, &params, &case.tag, tag)?;
    }
    Ok(())
}

/// The parameters of a vector.
pub fn lyra2_params(edition: lyra2::Edition, case: &vectors::lyra2::Case) -> lyra2::Params {
    use lyra2::{Bitrate, Sponge};
    lyra2::Params::default()
        .edition(edition)
        .sponge(match case.sponge.as_str() {
            "blake2b" => Sponge::Blake2b,
            "blamka" => Sponge::BlaMka,
            _ => Sponge::HalfRoundBlaMka,
        })
        .bitrate(match case.bitrate_words {
            8 => Bitrate::Words8,
            10 => Bitrate::Words10,
            _ => Bitrate::Words12,
        })
        .rounds(case.rounds)
        .columns(case.ncols)
        .rows(case.rows)
        .passes(case.t)
        .threads(case.threads)
}

fn lyra2_hashes(
    engine: Choice<Lyra2Kernel>,
    edition: lyra2::Edition,
    cases: &'static [vectors::lyra2::Case],
    tally: &mut Tally<'_>,
) -> Outcome {
    let mut arena = Arena::new();
    for (i, case) in some(cases, |case| lyra2_params(edition, case).memory(), 40, tally) {
        let params = lyra2_params(edition, case);
        let out = written(case.out.len(), |out| {
            lyra2::hash_with(engine, &params, &case.password, &case.salt, out, &mut arena)
        });
        compare(tally, "lyra2", i, &params, &case.out, out)?;
    }
    Ok(())
}

fn scrypt_keys(engine: Choice<ScryptKernel>, tally: &mut Tally<'_>) -> Outcome {
    let mut arena = Arena::new();
    let params = |case: &vectors::scrypt::Case| scrypt::Params::new(case.n, case.r, case.p);
    let (rfc, others) = (vectors::scrypt::cases(), vectors::scrypt::generated());
    for cases in [rfc, others] {
        for (i, case) in some(cases, |case| params(case).table_bytes(), 16, tally) {
            let params = params(case);
            // The last one of RFC 7914 takes 1 GiB: a slow test of its own.
            if params.n() > 1 << 14 {
                continue;
            }
            // One table, and several at a time: as many keys as an engine has lanes, and one more.
            for count in [1, 3, engine.handle().info.lanes + 1] {
                let mut keys = vec![vec![0; case.dk.len()]; count];
                let mut requests: Vec<_> = keys
                    .iter_mut()
                    .map(|key| scrypt::Request { password: &case.password, salt: &case.salt, key })
                    .collect();
                let all = scrypt::derive_many(engine, &params, &mut requests, count, &mut arena);
                let all = all.map(|()| keys.concat());
                let list = format!("scrypt, {count} at a time");
                compare(tally, &list, i, &params, &case.dk.repeat(count), all)?;
                if !tally.is_full() && params.table_bytes() > QUICK_BYTES / 4 {
                    break;
                }
            }
        }
    }
    Ok(())
}

fn yescrypt_params(flags: u32, n: u64, r: u32, p: u32, t: u32) -> Result<yescrypt::Params, Error> {
    let mode = match flags {
        0 => Mode::Scrypt,
        1 => Mode::WriteOnce,
        _ => Mode::ReadWrite,
    };
    yescrypt::Params::new(mode, n, r)?.parallelism(p)?.time(t)
}

fn yescrypt_keys(engine: Choice<YescryptKernel>, tally: &mut Tally<'_>) -> Outcome {
    let mut arena = Arena::new();
    let memory = |case: &vectors::yescrypt::Case| 128 * case.n * u64::from(case.r);
    for (i, case) in some(vectors::yescrypt::today(), memory, 40, tally) {
        let params = yescrypt_params(case.flags, case.n, case.r, case.p, case.t);
        let alone = params.and_then(|params| {
            let hash = Yescrypt::with_engine(engine, params);
            written(case.out.len(), |out| hash.derive(&case.password, &case.salt, out, &mut arena))
        });
        compare(tally, "yescrypt", i, &params, &case.out, alone)?;
        let pair = params.and_then(|params| {
            let (mut one, mut two) = (case.out.to_vec(), vec![0; case.out.len()]);
            let mut jobs =
                [&mut one, &mut two].map(|out| Job { password: &case.password, salt: &case.salt, out });
            Yescrypt::with_engine(engine, params).derive_pair(&mut jobs, &mut arena)?;
            Ok([one, two].concat())
        });
        compare(tally, "yescrypt, a pair", i, &params, &case.out.repeat(2), pair)?;
    }
    Ok(())
}

fn yescrypt_2014(engine: Choice<YescryptKernel>, tally: &mut Tally<'_>) -> Outcome {
    let mut arena = Arena::new();
    let cases: Vec<_> = vectors::yescrypt::of_2014().cloned().collect();
    for (i, case) in some(&cases, |case| 128 * case.n * u64::from(case.r), 16, tally) {
        let hash = Yescrypt05::with_engine(engine, case.n, case.r, case.t);
        let key = hash.and_then(|hash| hash.derive(&case.password, &case.salt, &mut arena));
        compare(tally, "yescrypt 0.5", i, &hash, &case.out, key.map(Vec::from))?;
    }
    Ok(())
}

fn yescrypt_rom(engine: Choice<YescryptKernel>, tally: &mut Tally<'_>) -> Outcome {
    let mut arena = Arena::new();
    let memory = |case: &vectors::yescrypt::RomCase| {
        128 * (case.n * u64::from(case.r)).max(case.rom_blocks * u64::from(case.rom_r))
    };
    for (i, case) in some(vectors::yescrypt::with_rom(), memory, 8, tally) {
        let mut lines = vec![Line::ZERO; 2 * (case.rom_blocks * u64::from(case.rom_r)) as usize];
        let rom = Rom::make(engine, &case.rom_seed, case.rom_r, case.rom_p, &mut lines, &mut arena);
        let shown = (case.rom_blocks, case.rom_r, case.rom_p);
        compare(tally, "ROM", i, &shown, &case.rom_digest, rom.map(|rom| rom.digest().to_vec()))?;
        let params = yescrypt_params(182, case.n, case.r, case.p, case.t);
        let key = params.and_then(|params| {
            let hash = Yescrypt::with_engine(engine, params).with_rom(Rom::open(&lines)?)?;
            written(case.out.len(), |out| hash.derive(&case.password, &case.salt, out, &mut arena))
        });
        compare(tally, "yescrypt with a ROM", i, &params, &case.out, key)?;
    }
    Ok(())
}

fn twocats_params(case: &vectors::twocats::Case) -> Result<twocats::Params, Error> {
    use twocats::{Edition, Hash, Params};
    let hash = Hash::ALL.into_iter().find(|hash| case.hash.eq_ignore_ascii_case(hash.name()));
    let unknown = Error::Parameter { name: "hash", value: 0, need: "the name of a hash function" };
    let edition = if case.version == "2014-phc" { Edition::Phc2014 } else { Edition::Final2015 };
    Ok(Params::new(edition, hash.ok_or(unknown)?, case.stop_mem_cost)
        .start_mem_cost(case.start_mem_cost)
        .time_cost(case.time_cost)
        .multiplies(case.multiplies)
        .lanes(case.lanes)
        .parallelism(case.parallelism)
        .block_size(case.block_size, case.sub_block_size)
        .overwrite_cost(case.overwrite_cost)
        .side_channel_resistant(case.side_channel_resistant))
}

fn twocats_hashes(
    engine: Choice<TwoCatsKernel>,
    cases: &'static [vectors::twocats::Case],
    tally: &mut Tally<'_>,
) -> Outcome {
    let mut arena = Arena::new();
    let memory = |case: &vectors::twocats::Case| 1024 << case.stop_mem_cost << case.time_cost;
    for (i, case) in some(cases, memory, 60, tally) {
        let params = twocats_params(case);
        let out = params.and_then(|params| {
            let twocats = twocats::TwoCats::with_engine(engine, params)?;
            let mut out = case.in_hash.to_vec();
            out.resize(case.out.len(), 0);
            match case.op.as_str() {
                "client" => twocats.client(&case.password, &case.salt, &case.data, &mut out, &mut arena)?,
                "server" => twocats.server(&mut out)?,
                // The file names the first level that is new.
                "update" => twocats.upgrade(case.start_mem_cost - 1, &mut out, &mut arena)?,
                _ => twocats.hash(&case.password, &case.salt, &case.data, &mut out, &mut arena)?,
            }
            Ok(out)
        });
        compare(tally, &case.op, i, &params, &case.out, out)?;
    }
    Ok(())
}

fn twocats_simple(engine: Choice<TwoCatsKernel>, tally: &mut Tally<'_>) -> Outcome {
    use twocats::{Hash, Params, TwoCats};
    let mut arena = Arena::new();
    type Chosen = fn(&vectors::twocats::Simple) -> Params;
    let lists: [(&str, &'static [vectors::twocats::Simple], Chosen); 2] = [
        ("PHS", vectors::twocats::phs_2014(), |case| Params::phs_2014(case.time_cost, case.mem_cost)),
        ("SkinnyCat", vectors::twocats::skinny_cat(), |case| {
            Params::skinny_cat(Hash::Blake2s, case.mem_cost)
        }),
    ];
    for (list, cases, chosen) in lists {
        let memory = |case: &vectors::twocats::Simple| 1024 << case.mem_cost << case.time_cost;
        for (i, case) in some(cases, memory, 30, tally) {
            let params = chosen(case);
            let out = TwoCats::with_engine(engine, params).and_then(|twocats| {
                written(32, |out| twocats.hash(&case.password, &case.salt, &[], out, &mut arena))
            });
            compare(tally, list, i, &params, &case.out, out)?;
        }
    }
    Ok(())
}

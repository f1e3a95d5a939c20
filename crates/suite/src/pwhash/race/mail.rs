//! `pwhash.mail`: the three programs of Bill Cox's mail of 17 April 2014 to the list of the Password Hashing Competition, at
//! 2 GiB, beside what it told of them.

use lanesmith_isa::{AUTO, Choice};
use lanesmith_pwhash::yescrypt::Yescrypt05;
use lanesmith_pwhash::{LYRA2, TWOCATS, YESCRYPT};
use lanesmith_pwhash::{lyra2, twocats};
use lanesmith_race::{Case, Memory, Quoted, Race};
use lanesmith_testkit::vectors::memhard::mail;

use super::bounds::WARM;
use super::{MIB, Ours, PASSWORD, SALT, Settings};

/// The race that has no engines of its own.
pub const MAIL: &str = "pwhash.mail";

const SIZE: Settings = Settings::of(2048 * MIB);

/// The race.
pub fn race() -> Race {
    let accesses = |accesses: f64, average: f64| Memory { bytes: SIZE.bytes as f64, average, accesses };
    // Average and accesses as the mail counts them.
    let (lyra2, yescrypt, twocats) = (accesses(7.0, 0.75), accesses(2.0, 0.75), accesses(2.0, 0.5));
    let cases = vec![
        case("lyra2", mail::lyra2(), lyra2, [(1.320, 0.110), (1.578, 0.364)], move || {
            Ours { table: &LYRA2, counts: &[], memory: lyra2, hash: of_lyra2, settings: SIZE }.contenders()
        }),
        case("yescrypt", mail::yescrypt_reduced(), yescrypt, [(0.709, 0.140), (1.142, 0.352)], move || {
            Ours { table: &YESCRYPT, counts: &[], memory: yescrypt, hash: of_yescrypt, settings: SIZE }
                .contenders()
        }),
        case("twocats", mail::twocats(), twocats, [(0.431, 0.080), (0.717, 0.376)], move || {
            Ours { table: &TWOCATS, counts: &[], memory: twocats, hash: of_twocats, settings: SIZE }
                .contenders()
        }),
    ];
    Race { op: MAIL, unit: "hash", baseline: WARM, cases }
}

/// One program: what it printed, and what it took on the two machines of the mail (wall time, system time).
fn case(
    program: &str,
    printed: &'static [u8],
    memory: Memory,
    [his, server]: [(f64, f64); 2],
    build: impl Fn() -> Vec<lanesmith_race::Contender> + Send + Sync + 'static,
) -> Case {
    let quoted = |source, (seconds, system)| Quoted { source, seconds, system, memory };
    // They are hashes of three operations: none is what `auto` stands for in the race.
    let renamed = move || {
        let mut contenders = build();
        for contender in &mut contenders {
            contender.name = contender.name.replacen(AUTO, "ours", 1);
        }
        contenders
    };
    super::case(format!("program={program}"), SIZE, 1, renamed)
        .expecting(printed.to_vec())
        .quoting([quoted("mail of 2014, own machine", his), quoted("mail of 2014, Haswell server", server)])
}

type Hashes = Result<Vec<Vec<u8>>, lanesmith_pwhash::Error>;
type Arena = lanesmith_pwhash::mem::Arena<'static>;

/// `phs-lyra 1 349525`.
fn of_lyra2(
    engine: Choice<lanesmith_pwhash::hazmat::Lyra2Kernel>,
    _: usize,
    _: &Settings,
    arena: &mut Arena,
) -> Hashes {
    let params = lyra2::Params::default()
        .edition(lyra2::Edition::April2014)
        .sponge(lyra2::Sponge::Blake2b)
        .columns(64)
        .rows(349_525);
    let mut out = vec![0; 32];
    lyra2::hash_with(engine, &params, PASSWORD, SALT, &mut out, arena)?;
    Ok(vec![out])
}

/// `phs-yescrypt 0 18`, with most rounds left out.
fn of_yescrypt(
    engine: Choice<lanesmith_pwhash::hazmat::YescryptKernel>,
    _: usize,
    _: &Settings,
    arena: &mut Arena,
) -> Hashes {
    let hash = Yescrypt05::with_engine(engine, 1 << 21, 8, 0)?.reduced();
    Ok(vec![hash.derive(PASSWORD, SALT, arena)?.to_vec()])
}

/// `phs-twocats 0 21`, with one multiplication and one thread.
fn of_twocats(
    engine: Choice<lanesmith_pwhash::hazmat::TwoCatsKernel>,
    _: usize,
    _: &Settings,
    arena: &mut Arena,
) -> Hashes {
    let params = twocats::Params::new(twocats::Edition::Phc2014, twocats::Hash::Blake2s, 21).multiplies(1);
    let mut out = vec![0; 32];
    twocats::TwoCats::with_engine(engine, params)?.hash(PASSWORD, SALT, b"", &mut out, arena)?;
    Ok(vec![out])
}

//! The races of memory-hard hashes: kept and fresh memory, one hash and several side by side, others, and what memory
//! itself takes.

mod bounds;
mod mail;
mod ops;

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use lanesmith_isa::{AUTO, Choice, Table, Tabled};
use lanesmith_pwhash::Error;
use lanesmith_pwhash::mem::{Arena, ArenaOptions, HugePages};
use lanesmith_race::{Case, Contender, Kind, Memory, Race};

pub use bounds::ALL_ENGINES;
pub use mail::MAIL;
pub use ops::scrypt_steps;

/// The races.
pub fn races() -> Vec<Race> {
    let mut races = ops::races();
    races.push(mail::race());
    races
}

/// What is hashed, in every race; the same as in the mail of 2014.
const PASSWORD: &[u8] = lanesmith_testkit::vectors::memhard::mail::PASSWORD;
const SALT: &[u8] = lanesmith_testkit::vectors::memhard::mail::SALT;

const MIB: u64 = 1 << 20;

/// The sizes of every operation: the last two only where the operation is named.
const SIZES: [(&str, u64); 4] =
    [("1MiB", MIB), ("16MiB", 16 * MIB), ("256MiB", 256 * MIB), ("2GiB", 2048 * MIB)];

/// Where a hash is computed.
#[derive(Clone)]
enum Place {
    /// In memory that all contenders of the case share and keep.
    Kept(Rc<RefCell<Arena<'static>>>),
    /// In memory that each hash takes from the system and gives back.
    Fresh(HugePages),
}

impl Place {
    fn with<R>(&self, work: impl FnOnce(&mut Arena<'static>) -> R) -> R {
        match self {
            Place::Kept(arena) => work(&mut arena.borrow_mut()),
            Place::Fresh(pages) => work(&mut Arena::with_options(ArenaOptions::default().huge_pages(*pages))),
        }
    }
}

/// One that makes `count` equal hashes in a call; its output is the first of them, if the others are equal.
fn contender(
    name: String,
    kind: Kind,
    count: usize,
    memory: Memory,
    hash: impl Fn() -> Result<Vec<Vec<u8>>, Error> + Clone + 'static,
) -> Contender {
    let again = hash.clone();
    let run = move || drop(black_box(hash()));
    // What is no hash is thrown out.
    let output = move || match again() {
        Ok(mut hashes) if hashes.windows(2).all(|pair| pair[0] == pair[1]) => {
            hashes.pop().unwrap_or_default()
        }
        Ok(_) => b"hashes that differ".to_vec(),
        Err(e) => e.to_string().into_bytes(),
    };
    Contender::new(name, kind, count as f64, run, output).using(memory)
}

/// Our own contenders of a case.
struct Ours<K: Tabled> {
    table: &'static Table<K>,
    /// So many hashes at a time.
    counts: &'static [usize],
    memory: Memory,
    /// As many equal hashes as asked for.
    hash: fn(Choice<K>, usize, &Settings, &mut Arena<'static>) -> Result<Vec<Vec<u8>>, Error>,
    settings: Settings,
}

/// What a case says of the hash.
#[derive(Clone, Copy)]
struct Settings {
    bytes: u64,
    /// Passes, or what the operation calls its time.
    t: u32,
    /// Lanes or parts.
    p: u32,
    /// Another form of the function.
    other: bool,
}

impl Settings {
    const fn of(bytes: u64) -> Self {
        Settings { bytes, t: 1, p: 1, other: false }
    }
}

impl<K: Tabled> Ours<K> {
    fn contenders(self) -> Vec<Contender> {
        let kept = Place::Kept(Rc::new(RefCell::new(Arena::new())));
        let mut list = Vec::new();
        let Ours { table, counts, memory, hash, settings } = self;
        let mut add = |name: &str, engine: Choice<K>, count: usize, place: Place| {
            let hash = move || place.with(|arena| hash(engine, count, &settings, arena));
            list.push(contender(name.into(), Kind::Engine, count, memory, hash));
        };
        let mut engines = vec![(AUTO, Choice::AUTO)];
        if settings.bytes <= ALL_ENGINES {
            engines.extend(table.available().map(|engine| (engine.name(), engine.into())));
        }
        for (name, engine) in engines {
            add(name, engine, 1, kept.clone());
            for &count in counts {
                add(&format!("{name}, {count} at a time"), engine, count, kept.clone());
            }
        }
        add("auto, fresh huge pages", Choice::AUTO, 1, Place::Fresh(HugePages::Advise));
        add("auto, fresh 4 KiB pages", Choice::AUTO, 1, Place::Fresh(HugePages::Never));
        list.extend(bounds::contenders(settings.bytes, kept));
        list
    }
}

/// A case that needs what its contenders hold at the same time: kept memory for so many hashes, and fresh memory for one.
fn case(
    label: String,
    settings: Settings,
    at_a_time: usize,
    build: impl Fn() -> Vec<Contender> + Send + Sync + 'static,
) -> Case {
    let case = Case::new(label, move || Ok(build())).needing(settings.bytes * (at_a_time as u64 + 1));
    if settings.bytes >= 256 * MIB { case.detail() } else { case }
}

//! The race of Curl-P: the real transactions of the vectors, Curl-P-81.

use std::hint::black_box;
use std::rc::Rc;

use lanesmith::curl::sliced::{Block, State};
use lanesmith::curl::{Curl, CurlEngine, HASH, ManyHasher, Message, Rounds, hash_many, hash_trytes, trit};
use lanesmith::isa::{Feature, detect};
use lanesmith_testkit::vectors::curl as vectors;

#[cfg(feature = "peers")]
use super::peers;
use crate::family::{CaseSpec, Contender, Kind, RaceOp};

/// What the PCurl project calls basic and measures its speed-ups by.
const BASELINE: &str = "64_andn_c5_lut_u1_sd";

/// Messages of a batch: a whole number of passes on every engine.
const BATCH: usize = 512;

/// The races.
pub fn races() -> Vec<RaceOp> {
    let hashes = |n: usize| batch().iter().take(n).flat_map(|t| t.hash.bytes()).collect::<Vec<u8>>();
    let cases = vec![
        CaseSpec::new("input=sliced", || Ok(sliced())).expecting(hashes(BATCH)),
        CaseSpec::new("input=trytes", trytes).expecting(hashes(BATCH)),
        CaseSpec::new("input=one", one).expecting(hashes(1)).against("iota-crypto"),
    ];
    vec![RaceOp { op: "curl.hash", unit: "tx", baseline: BASELINE, cases }]
}

/// As many transactions as a batch has messages; there are fewer, so they come round again.
fn batch() -> Vec<&'static vectors::Transaction> {
    vectors::transaction().iter().filter(|t| t.rounds == 81).cycle().take(BATCH).collect()
}

/// A contender that takes nothing and gives digests in trytes.
fn contender(
    name: &str,
    kind: Kind,
    messages: usize,
    hash: impl Fn() -> Vec<[u8; 81]> + 'static,
) -> Contender {
    let hash = Rc::new(hash);
    let output = hash.clone();
    let run = move || {
        black_box(hash());
    };
    Contender::new(name, kind, messages as f64, run, move || output().into_flattened())
}

/// The limit of the widest vectors at hand: two operations of ternary logic for each S-box at two 512-bit ones a
/// cycle, or four plain ones at four 256-bit ones a cycle.
fn limit() -> Option<Contender> {
    let sboxes = 729.0 * 81.0 * 33.0;
    let cpu = detect::features();
    if cpu.has(Feature::Avx512F) {
        Some(Contender::bound("512-bit ports", 2.0 * sboxes / 2.0 / 512.0))
    } else if cpu.has(Feature::Avx2) {
        Some(Contender::bound("256-bit ports", 4.0 * sboxes / 4.0 / 256.0))
    } else {
        None
    }
}

/// States and blocks that are in planes already, as in the figures of PCurl: transforms only.
fn sliced() -> Vec<Contender> {
    let mut list = vec![sliced_engine("auto", HASH.auto())];
    list.extend(HASH.available().map(|engine| sliced_engine(engine.name(), engine)));
    list.extend(limit());
    list
}

fn sliced_engine(name: &str, engine: CurlEngine) -> Contender {
    let lanes = State::new(engine).lanes();
    let messages = batch();
    let first: Vec<Block> = blocks(engine, &messages[..lanes]);
    let mut state = State::new(engine);
    let run = move || {
        state.reset();
        for block in &first {
            state.absorb(block, Rounds::P81);
        }
        black_box(&state);
    };
    let output = move || {
        let mut digests = Vec::new();
        for messages in messages.chunks(lanes) {
            let mut state = State::new(engine);
            for block in blocks(engine, messages) {
                state.absorb(&block, Rounds::P81);
            }
            state.digests(|_, trytes| digests.extend_from_slice(trytes));
        }
        digests
    };
    Contender::new(name, Kind::Engine, lanes as f64, run, output)
}

/// The blocks of a message for each lane.
fn blocks(engine: CurlEngine, messages: &[&vectors::Transaction]) -> Vec<Block> {
    let words = messages.len() / 64;
    let trits: Vec<Vec<i8>> = messages.iter().map(|t| trits(t)).collect();
    let count = trits.first().map_or(0, |t| t.len() / 243);
    (0..count)
        .map(|number| {
            let mut block = Block::new(engine);
            for (i, planes) in block.words_mut().chunks_mut(2 * words).enumerate() {
                planes.fill(0);
                for (lane, trits) in trits.iter().enumerate() {
                    let trit = trits[243 * number + i];
                    planes[lane / 64] |= u64::from(trit < 1) << (lane % 64);
                    planes[words + lane / 64] |= u64::from(trit > -1) << (lane % 64);
                }
            }
            block
        })
        .collect()
}

/// The trits of a transaction; none, which no engine gets right, should it be malformed.
fn trits(transaction: &vectors::Transaction) -> Vec<i8> {
    trit::trytes_to_trits(transaction.trytes.as_bytes()).unwrap_or_default()
}

/// From strings of trytes to strings of trytes, packing included.
fn trytes() -> anyhow::Result<Vec<Contender>> {
    let messages: Rc<Vec<Message<'static>>> =
        Rc::new(batch().iter().map(|t| Message::Trytes(t.trytes.as_bytes())).collect());
    let shared = messages.clone();
    let mut list = vec![contender("auto", Kind::Engine, BATCH, move || {
        hash_many(Rounds::P81, &shared).unwrap_or_default()
    })];
    for engine in HASH.available() {
        let shared = messages.clone();
        let hasher = ManyHasher::new(Rounds::P81).with_engine(engine);
        list.push(contender(engine.name(), Kind::Engine, BATCH, move || {
            hasher.hash(&shared).unwrap_or_default()
        }));
    }
    #[cfg(feature = "peers")]
    {
        let hash = peers::many(&batch())?;
        list.push(contender("iota-crypto", Kind::Peer, BATCH, hash));
    }
    list.extend(limit());
    Ok(list)
}

/// One message alone.
fn one() -> anyhow::Result<Vec<Contender>> {
    let first = batch().into_iter().take(1).collect::<Vec<_>>();
    let message = first.first().map_or("", |t| t.trytes).as_bytes();
    let mut list = vec![contender("auto", Kind::Engine, 1, move || {
        hash_trytes(Rounds::P81, black_box(message)).into_iter().collect()
    })];
    for engine in HASH.available() {
        list.push(contender(engine.name(), Kind::Engine, 1, move || {
            let mut curl = Curl::with_engine(Rounds::P81, engine);
            let absorbed = curl.absorb_trytes(black_box(message));
            absorbed.map(|()| curl.squeeze_trytes()).into_iter().collect()
        }));
    }
    #[cfg(feature = "peers")]
    list.push(contender("iota-crypto", Kind::Peer, 1, peers::one(&first)?));
    Ok(list)
}

//! The races of Curl-P, on the real transactions of the vectors.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use lanesmith_curl::hazmat::{CurlEngine, CurlKernel};
use lanesmith_curl::sliced::{Block, State};
use lanesmith_curl::{Curl, HASH, ManyHasher, Message, Rounds};
use lanesmith_isa::{AUTO, Choice, Operation};

use super::inputs::{BASELINE, BLOCK, BLOCKS, digests_of_lanes, hashes, ternary_bound, transactions};
#[cfg(feature = "whole")]
use super::lab;
use crate::Steps;
use crate::family::written;
use lanesmith_race::{BoxError, Case, Contender, Kind, Race};
#[cfg(feature = "peers")]
use {super::peers, lanesmith_curl::trit};

/// The case of a single message.
pub const ONE: &str = "input=one";

/// Messages of a batch in `input=trytes`: two passes of the widest engine.
const MANY: usize = 1024;
/// What a single message is compared with: the best known, or ourselves where it is not compiled in.
const ONE_BASELINE: &str = if cfg!(feature = "peers") { "iota-crypto" } else { "scalar" };
pub fn races() -> Vec<Race> {
    let hash = vec![
        Case::new("input=sliced", || Ok(sliced()))
            .expecting(hashes())
            .telling("hashes a batch of transactions with Curl-P-81")
            .titled("a batch of transactions, packed before")
            .counting(usize::MAX),
        Case::new("input=trytes", trytes)
            .expecting(hashes())
            .titled("1024 transactions, from trytes")
            .summing_up()
            .counting(MANY),
        Case::new(ONE, one)
            .against(ONE_BASELINE)
            .telling("hashes one transaction with Curl-P-81")
            .titled("one transaction")
            .summing_up(),
    ];
    vec![
        Race { op: CurlKernel::NAME, unit: "tx", baseline: BASELINE, cases: hash },
        #[cfg(feature = "whole")]
        lab::race(),
    ]
}

/// One of our engines on planes that are packed already.
fn sliced_engine(name: &str, engine: CurlEngine) -> Contender {
    let messages = transactions();
    let lanes = engine.info.lanes;
    let blocks: Vec<Block> = (0..BLOCKS)
        .map(|b| {
            let mut block = Block::new(engine);
            let rows: Vec<&[u8; BLOCK]> = (0..lanes)
                .filter_map(|lane| messages[lane % messages.len()][BLOCK * b..].first_chunk())
                .collect();
            // Vectors are valid; a block that is not filled ends in a wrong digest.
            let _ = block.fill(&rows);
            block
        })
        .collect();
    let job = Rc::new(RefCell::new((State::new(engine), blocks)));
    let hash = |job: &RefCell<(State, Vec<Block>)>| {
        let (state, blocks) = &mut *job.borrow_mut();
        state.reset();
        for block in blocks.iter() {
            state.absorb(black_box(block), Rounds::P81);
        }
    };
    let again = job.clone();
    let run = move || hash(&job);
    let output = move || {
        hash(&again);
        let mut digests = vec![[0; BLOCK]; lanes];
        again.borrow().0.digests(|lane, trytes| digests[lane] = *trytes);
        digests_of_lanes(transactions().len(), lanes, |lane| digests[lane])
    };
    Contender::new(name, Kind::Engine, lanes as f64, run, output)
}

fn sliced() -> Vec<Contender> {
    let mut list = vec![sliced_engine(AUTO, Choice::AUTO.step(usize::MAX).engine)];
    list.extend(HASH.available().map(|engine| sliced_engine(engine.name(), engine)));
    #[cfg(feature = "whole")]
    list.extend(lab::best());
    list.extend(ternary_bound());
    list
}

/// Many messages from strings of trytes, packing included.
fn hash_many(name: &str, hasher: ManyHasher) -> Contender {
    let texts = transactions();
    let messages: Rc<[Message<'static>]> =
        texts.iter().cycle().take(MANY).map(|trytes| Message::Trytes(trytes)).collect();
    let again = messages.clone();
    let run = move || {
        black_box(hasher.hash_to_vec(black_box(&messages)).ok());
    };
    let output = move || match hasher.hash_to_vec(&again) {
        Ok(digests) => digests_of_lanes(texts.len(), MANY, |lane| digests[lane]),
        Err(_) => Vec::new(),
    };
    Contender::new(name, Kind::Engine, MANY as f64, run, output)
}

fn trytes() -> Result<Vec<Contender>, BoxError> {
    let hasher = ManyHasher::new(Rounds::P81);
    let mut list = vec![hash_many(AUTO, hasher)];
    list.extend(HASH.available().map(|engine| hash_many(engine.name(), hasher.with_engine(engine))));
    // Without packing: what users of the bit-sliced form have to beat.
    #[cfg(feature = "whole")]
    list.extend(lab::basic());
    #[cfg(feature = "peers")]
    {
        let texts = transactions();
        let trits = texts.iter().map(|t| trit::trytes_to_trits(t)).collect::<Result<Vec<_>, _>>()?;
        let count = trits.len();
        let job = Rc::new(RefCell::new(peers::iota_crypto::Messages::new(&trits)?));
        let again = job.clone();
        let run = move || {
            black_box(job.borrow_mut().batches());
        };
        let output = move || {
            let digests = again.borrow_mut().batches();
            let text = |d: &_| trit::trits_to_trytes(&peers::iota_crypto::values(d)).unwrap_or_default();
            digests.iter().flat_map(|digest| text(digest)).collect()
        };
        list.push(Contender::new("iota-crypto", Kind::Peer, count as f64, run, output));
    }
    Ok(list)
}

/// Transactions of packed steps: one alone, or a pass of all lanes and less. Costs are told for one transform.
pub fn steps(steps: &Steps) -> Result<Contender, BoxError> {
    let texts = transactions();
    let plan = steps
        .iter()
        .map(|&(engine, n)| {
            let hasher = ManyHasher::new(Rounds::P81).with_engine(HASH.by_name(engine)?);
            let messages: Vec<Message<'static>> =
                texts.iter().cycle().take(n).map(|trytes| Message::Trytes(trytes)).collect();
            Ok((hasher, messages))
        })
        .collect::<Result<Vec<_>, BoxError>>()?;
    let hash = move || {
        // Vectors are valid; a digest that is missing would be a wrong output.
        plan.iter()
            .flat_map(|(hasher, messages)| hasher.hash_to_vec(messages).unwrap_or_default())
            .collect::<Vec<_>>()
    };
    let again = hash.clone();
    let run = move || drop(black_box(hash()));
    Ok(Contender::new(written(steps), Kind::Engine, BLOCKS as f64, run, move || again().concat()))
}

fn one() -> Result<Vec<Contender>, BoxError> {
    let contender = |name: &str, engine: CurlEngine| {
        let message = transactions()[0];
        let hash = move || {
            let mut curl = Curl::with_engine(Rounds::P81, engine);
            // Vectors are valid; a message that is not absorbed ends in a wrong digest.
            let _ = curl.absorb_trytes(black_box(message));
            curl.squeeze_trytes()
        };
        let run = move || {
            black_box(hash());
        };
        Contender::new(name, Kind::Engine, 1.0, run, move || hash().to_vec())
    };
    let mut list = vec![contender(AUTO, Choice::AUTO.one())];
    list.extend(HASH.available().map(|engine| contender(engine.name(), engine)));
    #[cfg(feature = "peers")]
    {
        let trits = trit::trytes_to_trits(transactions()[0])?;
        let job = Rc::new(peers::iota_crypto::Messages::new(&[trits])?);
        let again = job.clone();
        let run = move || {
            black_box(job.one());
        };
        let output = move || match again.one() {
            Some(digest) => trit::trits_to_trytes(&peers::iota_crypto::values(&digest)).unwrap_or_default(),
            None => Vec::new(),
        };
        list.push(Contender::new("iota-crypto", Kind::Peer, 1.0, run, output));
    }
    Ok(list)
}

//! SHA-256: streams and Merkle nodes.

use std::cell::RefCell;
use std::rc::Rc;

use lanesmith::isa::{AnyTable, Feature, Handle, detect};
use lanesmith::sha256::engines::StreamKernel;
use lanesmith::sha256::{self, NODES, NodeHasher, STREAM};
use lanesmith_testkit::hex;
use lanesmith_testkit::reference;
use lanesmith_testkit::vectors::sha256 as vectors;

use super::{CaseSpec, CheckFailure, CheckReport, Contender, Family, Kind, RaceOp, Scope};

/// The family.
pub struct Sha256;

impl Family for Sha256 {
    fn name(&self) -> &'static str {
        "sha256"
    }

    fn tables(&self) -> Vec<&'static dyn AnyTable> {
        vec![&STREAM, &NODES]
    }

    fn check(
        &self,
        op: &str,
        engine: &str,
        scope: Scope,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<CheckReport, CheckFailure> {
        let mut tally = Tally { done: 0, all: 0, progress };
        let failed = |e: &dyn std::fmt::Display| CheckFailure {
            vector: "none".into(),
            expected: format!("{op} on {engine}"),
            got: e.to_string(),
        };
        match op {
            "sha256.stream" => stream(STREAM.by_name(engine).map_err(|e| failed(&e))?, scope, &mut tally)?,
            "sha256.nodes" => nodes(NodeHasher::by_name(engine).map_err(|e| failed(&e))?, scope, &mut tally)?,
            _ => return Err(failed(&"no vectors for this operation")),
        }
        Ok(CheckReport { cases: tally.done })
    }

    fn races(&self) -> Vec<RaceOp> {
        vec![
            RaceOp { op: "sha256.stream", unit: "byte", baseline: BASELINE, cases: stream_cases() },
            RaceOp { op: "sha256.nodes", unit: "node", baseline: BASELINE, cases: node_cases() },
        ]
    }
}

/// What people use without us; our portable engine where that is not compiled in.
const BASELINE: &str = if cfg!(feature = "peers") { "sha2" } else { "scalar" };

/// Counts vectors and compares.
struct Tally<'a> {
    done: u64,
    all: u64,
    progress: &'a mut dyn FnMut(u64, u64),
}

impl Tally<'_> {
    fn expect(&mut self, all: usize) {
        self.all += all as u64;
    }

    fn same(&mut self, id: impl FnOnce() -> String, expected: &[u8], got: &[u8]) -> Result<(), CheckFailure> {
        self.done += 1;
        if self.done.is_multiple_of(16) {
            (self.progress)(self.done, self.all);
        }
        if expected == got {
            return Ok(());
        }
        Err(CheckFailure { vector: id(), expected: hex::encode(expected), got: hex::encode(got) })
    }
}

fn stream(engine: Handle<StreamKernel>, scope: Scope, tally: &mut Tally<'_>) -> Result<(), CheckFailure> {
    let take = |quick: usize| if scope == Scope::Quick { quick } else { usize::MAX };
    let sweep = vectors::length_sweep();
    let (short, long) = (vectors::short_messages(), vectors::long_messages());
    let monte = vectors::monte_carlo();
    let lists =
        [short.len(), long.len().min(take(8)), sweep.digests.len(), monte.checkpoints.len().min(take(2))];
    tally.expect(lists.iter().sum());

    for (file, list, quick) in [("SHA256ShortMsg", short, usize::MAX), ("SHA256LongMsg", long, 8)] {
        for (i, v) in list.iter().take(take(quick)).enumerate() {
            tally.same(|| format!("{file} {i}"), &v.digest, &sha256::sha256_with(engine, &v.message))?;
        }
    }
    for v in &sweep.digests {
        let message = vectors::generate(sweep.seed, v.len);
        let id = || format!("length_sweep {}", v.len);
        tally.same(id, &v.sha256.0, &sha256::sha256_with(engine, &message))?;
        if let Some(digest) = fixed(engine, &message) {
            tally.same(|| format!("length_sweep {} at fixed length", v.len), &v.sha256.0, &digest)?;
        }
    }
    let mut seed = monte.seed;
    for (i, checkpoint) in monte.checkpoints.iter().take(take(2)).enumerate() {
        let mut last = [seed; 3];
        for _ in 0..1000 {
            last = [last[1], last[2], sha256::sha256_with(engine, last.as_flattened())];
        }
        seed = last[2];
        tally.same(|| format!("SHA256Monte {i}"), checkpoint, &seed)?;
    }
    Ok(())
}

/// The function for just this length, where there is one.
fn fixed(engine: Handle<StreamKernel>, message: &[u8]) -> Option<[u8; 32]> {
    let fixed = &engine.kernel().fixed;
    match message.len() {
        32 => message.try_into().ok().map(fixed.hash32),
        33 => message.try_into().ok().map(fixed.hash33),
        64 => message.try_into().ok().map(fixed.hash64),
        65 => message.try_into().ok().map(fixed.hash65),
        _ => None,
    }
}

fn nodes(engine: NodeHasher, scope: Scope, tally: &mut Tally<'_>) -> Result<(), CheckFailure> {
    let largest = if scope == Scope::Quick { 40 } else { usize::MAX };
    let batches: Vec<_> = vectors::hash64_batches().iter().filter(|b| b.count <= largest).collect();
    tally.expect(2 * batches.len());
    for batch in batches {
        let bytes = batch.messages();
        let pairs = bytes.as_chunks::<64>().0;
        let mut out = vec![[0; 32]; pairs.len()];
        let length = |e: &dyn std::fmt::Display| CheckFailure {
            vector: format!("hash64_batches of {}", batch.count),
            expected: "digests".into(),
            got: e.to_string(),
        };
        engine.hash(&mut out, pairs).map_err(|e| length(&e))?;
        match &batch.digests {
            Some(digests) => {
                let id = || format!("hash64_batches of {}", batch.count);
                tally.same(id, digests, out.as_flattened())?;
            }
            None => {
                let id = || format!("hash64_batches of {}, digest of all", batch.count);
                tally.same(id, &batch.sha256_of_digests.0, &reference::sha256::digest(out.as_flattened()))?;
            }
        }
        let mut in_place = bytes.as_chunks::<32>().0.to_vec();
        engine.hash_in_place(&mut in_place).map_err(|e| length(&e))?;
        let id = || format!("hash64_batches of {}, in place", batch.count);
        tally.same(id, out.as_flattened(), in_place[..out.len()].as_flattened())?;
    }
    Ok(())
}

/// The sizes of the CPU feature advice of the Nimbus project.
const SIZES: &[(&str, usize)] =
    &[("32B", 32), ("64B", 64), ("128B", 128), ("1KiB", 1024), ("5MB", 5_000_000)];

/// Any seed would do.
const SEED: u32 = 1;

fn stream_cases() -> Vec<CaseSpec> {
    SIZES
        .iter()
        .map(|&(label, size)| {
            CaseSpec::new(format!("size={label}"), move || Ok(stream_contenders(size)))
                .expecting(reference::sha256::digest(&vectors::generate(SEED, size)).to_vec())
        })
        .collect()
}

/// One that maps the message to its digest; the digest goes through a black box so that it must be computed.
fn hasher(
    name: &str,
    kind: Kind,
    message: &Rc<[u8]>,
    hash: impl Fn(&[u8]) -> [u8; 32] + Copy + 'static,
) -> Contender {
    let (run, output) = (message.clone(), message.clone());
    Contender::new(
        name,
        kind,
        message.len() as f64,
        move || {
            std::hint::black_box(hash(std::hint::black_box(&run)));
        },
        move || hash(&output).to_vec(),
    )
}

fn stream_contenders(size: usize) -> Vec<Contender> {
    let message: Rc<[u8]> = vectors::generate(SEED, size).into();
    let mut list = vec![match size {
        32 => hasher("auto", Kind::Engine, &message, |m| m.try_into().map_or([0; 32], sha256::hash32)),
        64 => hasher("auto", Kind::Engine, &message, |m| m.try_into().map_or([0; 32], sha256::hash64)),
        _ => hasher("auto", Kind::Engine, &message, sha256::sha256),
    }];
    for engine in STREAM.available() {
        list.push(hasher(engine.name(), Kind::Engine, &message, move |m| {
            fixed(engine, m).unwrap_or_else(|| sha256::sha256_with(engine, m))
        }));
    }
    #[cfg(feature = "peers")]
    list.push(hasher("sha2", Kind::Peer, &message, peers::sha2));
    // Each of the 32 double rounds of a block waits four cycles for the one before, on Intel's and AMD's cores alike.
    if size >= 1024 && detect::features().has(Feature::Sha) {
        list.push(Contender::bound("rnds2 latency", 32.0 * 4.0 / 64.0));
    }
    list
}

/// Node counts of every race; the others up to 40 are raced when the operation is named.
const NODE_COUNTS: &[usize] = &[1, 4, 12, 16, 1000, 1_000_000];

fn node_cases() -> Vec<CaseSpec> {
    (1..=40)
        .chain([1000, 1_000_000])
        .map(|n| {
            let case = CaseSpec::new(format!("n={n}"), move || Ok(node_contenders(n)));
            if NODE_COUNTS.contains(&n) { case } else { case.detail() }
        })
        .collect()
}

/// Input and output, the same memory for all contenders.
struct Nodes {
    pairs: Vec<[u8; 64]>,
    out: RefCell<Vec<[u8; 32]>>,
}

fn node_contender(
    name: &str,
    kind: Kind,
    nodes: &Rc<Nodes>,
    hash: impl Fn(&mut [[u8; 32]], &[[u8; 64]]) + 'static,
) -> Contender {
    let (run, output, hash) = (nodes.clone(), nodes.clone(), Rc::new(hash));
    let again = hash.clone();
    Contender::new(
        name,
        kind,
        nodes.pairs.len() as f64,
        move || hash(std::hint::black_box(&mut run.out.borrow_mut()), &run.pairs),
        move || {
            let mut out = output.out.borrow_mut();
            out.fill([0; 32]);
            again(&mut out, &output.pairs);
            out.as_flattened().to_vec()
        },
    )
}

fn node_contenders(n: usize) -> Vec<Contender> {
    let bytes = vectors::generate(SEED, 64 * n);
    let nodes =
        Rc::new(Nodes { pairs: bytes.as_chunks::<64>().0.to_vec(), out: RefCell::new(vec![[0; 32]; n]) });
    // Input and output have one length by construction; an engine that refused would leave its output empty and be
    // thrown out.
    let ours = |hasher: NodeHasher| {
        move |out: &mut [[u8; 32]], pairs: &[[u8; 64]]| {
            let _ = hasher.hash(out, pairs);
        }
    };
    let mut list = vec![node_contender("auto", Kind::Engine, &nodes, |out, pairs| {
        let _ = sha256::hash_nodes(out, pairs);
    })];
    for engine in NODES.available() {
        list.push(node_contender(engine.name(), Kind::Engine, &nodes, ours(NodeHasher::with(engine))));
    }
    #[cfg(feature = "peers")]
    list.push(node_contender("sha2", Kind::Peer, &nodes, |out, pairs| {
        for (out, pair) in out.iter_mut().zip(pairs) {
            *out = peers::sha2(pair);
        }
    }));
    // 2750 operations for the two blocks of 16 nodes, two 512-bit ones each cycle.
    if n >= 1000 && detect::features().has(Feature::Avx512F) {
        list.push(Contender::bound("512-bit ports", 2750.0 / 2.0 / 16.0));
    }
    list
}

#[cfg(feature = "peers")]
mod peers {
    use sha2::Digest;

    pub fn sha2(message: &[u8]) -> [u8; 32] {
        sha2::Sha256::digest(message).into()
    }
}

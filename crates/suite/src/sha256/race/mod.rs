//! The races of SHA-256.

mod blocks;

use std::cell::RefCell;
use std::hint::black_box;
use std::num::NonZeroU32;
use std::rc::Rc;

use lanesmith_isa::{AUTO, Choice, Feature, Operation, cpu, detect};
use lanesmith_sha256::hazmat::{ManyKernel, NodeKernel, Pbkdf2Kernel, StreamKernel};
use lanesmith_sha256::merkle::{CachedTree, Node, TreeHasher};
use lanesmith_sha256::{
    self as sha256, MANY, ManyHasher, NODES, NodeHasher, PBKDF2, Pbkdf2Job, STREAM, pbkdf2_many_with,
};
use lanesmith_testkit::reference;
use lanesmith_testkit::vectors::sha256 as vectors;

use super::check::fixed;
use super::peers;
use crate::able;
use lanesmith_race::{Case, Contender, Figure, Kind, Race};

/// What people use without us; our portable engine where that is not compiled in.
const BASELINE: &str = if cfg!(feature = "peers") { "sha2" } else { "scalar" };

/// The races.
pub fn races() -> Vec<Race> {
    vec![
        Race { op: StreamKernel::NAME, unit: "byte", baseline: BASELINE, cases: stream_cases() },
        Race { op: ManyKernel::NAME, unit: "byte", baseline: BASELINE, cases: many_cases() },
        Race { op: NODE_OP, unit: "node", baseline: BASELINE, cases: node_cases() },
        Race { op: Pbkdf2Kernel::NAME, unit: "password", baseline: KEY_BASELINE, cases: pbkdf2_cases() },
        Race { op: BLOCKS, unit: "byte", baseline: BASELINE, cases: blocks::cases() },
        Race { op: TREE, unit: "leaf", baseline: BASELINE, cases: tree_cases() },
    ]
}

/// The operation whose engines hash trees.
pub const NODE_OP: &str = NodeKernel::NAME;

/// The operation whose engines hash blocks.
pub const MANY_OP: &str = ManyKernel::NAME;

/// The operation that has no engines of its own: it is made of nodes.
pub const TREE: &str = "sha256.tree";

/// Trees over the blocks of files, made of messages and of nodes.
pub const BLOCKS: &str = "sha256.blocks";

/// The same with all its nodes kept, so that leaves can change.
const KEPT: &str = "auto+kept";

/// The sizes of the CPU feature advice of the Nimbus project.
const SIZES: &[(&str, usize)] =
    &[("32B", 32), ("64B", 64), ("128B", 128), ("1KiB", 1024), ("5MB", 5_000_000)];

/// Any seed would do.
pub const SEED: u32 = 1;

fn stream_cases() -> Vec<Case> {
    SIZES
        .iter()
        .map(|&(label, size)| {
            let case = Case::new(format!("size={label}"), move || Ok(stream_contenders(size)))
                .expecting(reference::sha256::digest(&vectors::generate(SEED, size)).to_vec());
            let case = match size {
                ..=1024 => {
                    case.titled(format!("a message of {size} bytes")).told(Figure::time(size as f64, "msg"))
                }
                _ => case.titled("a file of 5 MB"),
            };
            match label {
                "5MB" => case.telling("hashes a 5 MB file").summing_up(),
                "32B" => case.telling("hashes 32 bytes").summing_up(),
                _ => case,
            }
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
            black_box(hash(black_box(&run)));
        },
        move || hash(&output).to_vec(),
    )
}

fn stream_contenders(size: usize) -> Vec<Contender> {
    let message: Rc<[u8]> = vectors::generate(SEED, size).into();
    let mut list = vec![match size {
        32 => hasher(AUTO, Kind::Engine, &message, |m| m.try_into().map_or([0; 32], sha256::hash32)),
        64 => hasher(AUTO, Kind::Engine, &message, |m| m.try_into().map_or([0; 32], sha256::hash64)),
        _ => hasher(AUTO, Kind::Engine, &message, sha256::sha256),
    }];
    for engine in STREAM.available() {
        list.push(hasher(engine.name(), Kind::Engine, &message, move |m| {
            fixed(engine.into(), m).unwrap_or_else(|| sha256::sha256_with(engine, m))
        }));
    }
    for (name, hash) in able(peers::STREAM) {
        list.push(hasher(name, Kind::Peer, &message, *hash));
    }
    // Each of the 32 double rounds of a block waits four cycles for the one before, on Intel's and AMD's cores alike.
    if size >= 1024 && detect::features().has(Feature::Sha) {
        list.push(Contender::bound("rnds2 latency", 32.0 * 4.0 / 64.0));
    }
    list
}

/// Messages of one length: how many, and how long.
const MANY_CASES: &[(usize, &str, usize)] =
    &[(2, "64KiB", 1 << 16), (4, "64KiB", 1 << 16), (16, "64KiB", 1 << 16), (16, "1KiB", 1 << 10)];

fn many_cases() -> Vec<Case> {
    MANY_CASES
        .iter()
        .map(|&(n, label, size)| {
            let bytes = vectors::generate(SEED, n * size);
            let digests: Vec<_> = bytes.chunks(size).map(reference::sha256::digest).collect();
            let case = Case::new(format!("n={n},size={label}"), move || Ok(many_contenders(n, size)))
                .expecting(digests.as_flattened().to_vec())
                .titled(format!("{n} files of {} KiB", size >> 10))
                .counting(n);
            if (n, label) == (16, "64KiB") {
                case.telling("hashes 16 files of 64 KiB together").summing_up()
            } else {
                case
            }
        })
        .collect()
}

/// One that hashes each message of `size` bytes.
fn many_contender(
    name: &str,
    kind: Kind,
    bytes: &Rc<[u8]>,
    size: usize,
    hash: impl Fn(&mut [[u8; 32]], &[&[u8]]) + Copy + 'static,
) -> Contender {
    let (run, output) = (bytes.clone(), bytes.clone());
    let mut digests = vec![[0; 32]; bytes.len() / size];
    let mut again = digests.clone();
    // The list of messages is made in both, as callers have to.
    let all = move |out: &mut [[u8; 32]], bytes: &[u8]| {
        let messages: Vec<&[u8]> = bytes.chunks(size).collect();
        hash(out, black_box(&messages));
    };
    Contender::new(
        name,
        kind,
        bytes.len() as f64,
        move || {
            all(black_box(&mut digests), &run);
        },
        move || {
            again.fill([0; 32]);
            all(&mut again, &output);
            again.as_flattened().to_vec()
        },
    )
}

fn many_contenders(n: usize, size: usize) -> Vec<Contender> {
    let bytes: Rc<[u8]> = vectors::generate(SEED, n * size).into();
    // As many digests as messages by construction; an engine that refused would be thrown out.
    let mut list = vec![many_contender(AUTO, Kind::Engine, &bytes, size, |out, messages| {
        let _ = sha256::hash_many(out, messages);
    })];
    for engine in MANY.available() {
        let hasher = ManyHasher::with_engine(engine);
        list.push(many_contender(engine.name(), Kind::Engine, &bytes, size, move |out, messages| {
            let _ = hasher.hash(out, messages);
        }));
    }
    for (name, hash) in able(peers::STREAM) {
        list.push(many_contender(name, Kind::Peer, &bytes, size, |out, messages| {
            for (out, message) in out.iter_mut().zip(messages) {
                *out = hash(message);
            }
        }));
    }
    list
}

/// Node counts of every race; the others up to 40 are raced when the operation is named.
const NODE_COUNTS: &[usize] = &[1, 4, 12, 16, 1000, 1_000_000];

fn node_cases() -> Vec<Case> {
    (1..=40)
        .chain([1000, 1_000_000])
        .map(|n| {
            let nodes = if n == 1 { "node" } else { "nodes" };
            let case = Case::new(format!("n={n}"), move || Ok(node_contenders(n)))
                .titled(format!("{n} {nodes} of a tree"))
                .counting(n);
            match n {
                1000 => case.telling("hashes 1000 nodes").summing_up(),
                _ if NODE_COUNTS.contains(&n) => case,
                _ => case.detail(),
            }
        })
        .collect()
}

/// Cycles per node when no port rests: 2750 operations of 512 bits for the two blocks of 16 nodes. Zen 5 starts four of
/// them a cycle (of rotations and of ternary logic two), others two.
fn ports_512() -> f64 {
    let starts = if cpu::kind() == cpu::Kind::Zen5 { 4.0 } else { 2.0 };
    2750.0 / starts / 16.0
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
        move || hash(black_box(&mut run.out.borrow_mut()), &run.pairs),
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
    let mut list = vec![node_contender(AUTO, Kind::Engine, &nodes, |out, pairs| {
        let _ = sha256::hash_nodes(out, pairs);
    })];
    for engine in NODES.available() {
        list.push(node_contender(engine.name(), Kind::Engine, &nodes, ours(NodeHasher::with_engine(engine))));
    }
    for (name, hash) in able(peers::STREAM) {
        list.push(node_contender(name, Kind::Peer, &nodes, |out, pairs| {
            for (out, pair) in out.iter_mut().zip(pairs) {
                *out = hash(pair);
            }
        }));
    }
    for (name, hash) in able(peers::NODES) {
        list.push(node_contender(name, Kind::Peer, &nodes, *hash));
    }
    #[cfg(all(feature = "peers", unix))]
    for (name, library) in crate::loaded::hashtree() {
        list.push(node_contender(name, Kind::Peer, &nodes, move |out, pairs| library.hash(out, pairs)));
    }
    if n >= 1000 && detect::features().has(Feature::Avx512F) {
        list.push(Contender::bound("512-bit ports", ports_512()));
    }
    list
}

/// What people use without us to derive keys; our portable engine where that is not compiled in.
const KEY_BASELINE: &str = if cfg!(feature = "peers") { "pbkdf2" } else { "scalar" };

/// The salt of every password.
const SALT: &[u8] = b"salt";

/// Rounds of every password.
const ROUNDS: NonZeroU32 = NonZeroU32::new(1000).expect("not zero");

fn pbkdf2_cases() -> Vec<Case> {
    [1, 2, 16]
        .map(|n| {
            let case = Case::new(format!("n={n},rounds={ROUNDS}"), move || Ok(pbkdf2_contenders(n)))
                .titled(format!("{n} {} by PBKDF2, {ROUNDS} rounds", if n == 1 { "key" } else { "keys" }))
                .told(Figure::time(1.0, "key"))
                .counting(n);
            if n == 16 { case.telling("derives 16 keys by PBKDF2").summing_up() } else { case }
        })
        .into()
}

fn pbkdf2_contender(name: &str, n: usize, engine: Choice<Pbkdf2Kernel>) -> Contender {
    let bytes = vectors::generate(SEED, 16 * n);
    let derive = move || {
        let mut keys = vec![[0; 32]; n];
        let mut jobs: Vec<Pbkdf2Job<'_>> = bytes
            .chunks(16)
            .zip(&mut keys)
            .map(|(password, out)| Pbkdf2Job { password, salt: SALT, out })
            .collect();
        // 32 bytes are never too many; keys of zeros would be thrown out.
        let _ = pbkdf2_many_with(engine, &mut jobs, ROUNDS);
        keys.concat()
    };
    let again = derive.clone();
    Contender::new(name, Kind::Engine, n as f64, move || drop(black_box(derive())), again)
}

fn pbkdf2_contenders(n: usize) -> Vec<Contender> {
    let mut list = vec![pbkdf2_contender(AUTO, n, Choice::AUTO)];
    list.extend(PBKDF2.available().map(|engine| pbkdf2_contender(engine.name(), n, engine.into())));
    for (name, derive) in able(peers::PBKDF2) {
        let bytes = vectors::generate(SEED, 16 * n);
        let derive = move || {
            let mut keys = vec![[0; 32]; n];
            bytes.chunks(16).zip(&mut keys).for_each(|(password, key)| derive(password, SALT, ROUNDS, key));
            keys.concat()
        };
        let again = derive.clone();
        list.push(Contender::new(name, Kind::Peer, n as f64, move || drop(black_box(derive())), again));
    }
    list
}

fn tree_cases() -> Vec<Case> {
    [1024, 65_536, 1_048_576]
        .map(|leaves| {
            let case = Case::new(format!("leaves={leaves}"), move || Ok(tree_contenders(leaves)))
                .titled(format!("root of {leaves} leaves"))
                .told(Figure::time(leaves as f64, "root"))
                .counting(leaves / 2);
            match leaves {
                65_536 => case.telling("computes the root of a tree of 65536 leaves").summing_up(),
                _ => case,
            }
        })
        .into()
}

fn tree_contender(
    name: &str,
    kind: Kind,
    leaves: &Rc<Vec<Node>>,
    root: impl Fn(&[Node]) -> Node + Copy + 'static,
) -> Contender {
    let (run, output) = (leaves.clone(), leaves.clone());
    Contender::new(
        name,
        kind,
        leaves.len() as f64,
        move || {
            black_box(root(black_box(&run)));
        },
        move || root(&output).to_vec(),
    )
}

fn tree_contenders(leaves: usize) -> Vec<Contender> {
    let chunks = Rc::new(vectors::generate(SEED, 32 * leaves).as_chunks::<32>().0.to_vec());
    // No limit is given, so none can be exceeded; a root of zeros would be thrown out.
    let ours = |hasher: TreeHasher| move |leaves: &[Node]| hasher.merkleize(leaves, None).unwrap_or([0; 32]);
    let mut list = vec![tree_contender(AUTO, Kind::Engine, &chunks, ours(TreeHasher::new()))];
    for engine in NODES.available() {
        let hasher = TreeHasher::with_engine(engine);
        list.push(tree_contender(engine.name(), Kind::Engine, &chunks, ours(hasher)));
    }
    if leaves >= 1 << 20 {
        list.push(tree_contender(KEPT, Kind::Engine, &chunks, |leaves| {
            let tree = CachedTree::from_leaves(leaves, leaves.len() as u64);
            tree.map_or([0; 32], |mut tree| tree.root())
        }));
    }
    for (name, hash) in able(peers::STREAM) {
        list.push(tree_contender(name, Kind::Peer, &chunks, move |leaves| {
            level_by_level(leaves, |out, pairs| {
                for (out, pair) in out.iter_mut().zip(pairs) {
                    *out = hash(pair);
                }
            })
        }));
    }
    for (name, hash) in able(peers::NODES) {
        list.push(tree_contender(name, Kind::Peer, &chunks, move |leaves| level_by_level(leaves, hash)));
    }
    #[cfg(all(feature = "peers", unix))]
    for (name, library) in crate::loaded::hashtree() {
        let root = move |leaves: &[Node]| level_by_level(leaves, |out, pairs| library.hash(out, pairs));
        list.push(tree_contender(name, Kind::Peer, &chunks, root));
    }
    for (name, root) in able(peers::TREE) {
        list.push(tree_contender(name, Kind::Peer, &chunks, *root));
    }
    if leaves >= 1024 && detect::features().has(Feature::Avx512F) {
        list.push(Contender::bound("512-bit ports", ports_512() * (leaves - 1) as f64 / leaves as f64));
    }
    list
}

/// The root of a full tree by a function that hashes nodes, as the users of such functions do it.
fn level_by_level(leaves: &[Node], hash: impl Fn(&mut [Node], &[[u8; 64]])) -> Node {
    let mut level: Vec<Node> = vec![[0; 32]; leaves.len() / 2];
    hash(&mut level, leaves.as_flattened().as_chunks().0);
    let mut next = vec![[0; 32]; level.len() / 2];
    while level.len() > 1 {
        hash(&mut next, level.as_flattened().as_chunks().0);
        std::mem::swap(&mut level, &mut next);
        next.truncate(level.len() / 2);
    }
    level.first().copied().unwrap_or_default()
}

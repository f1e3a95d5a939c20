//! `lanesmith merkle`: roots and proofs of SSZ, of transparency logs (RFC 6962) and of Bitcoin's blocks.

mod leaves;
pub mod verify;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use clap::{Subcommand, ValueEnum};
use lanesmith::parallel::Workers;
use lanesmith::sha256::merkle::bitcoin;
use lanesmith::sha256::merkle::proof::{ChunkTree, GeneralizedIndex, ProofSource, WithLength};
use lanesmith::sha256::merkle::rfc6962;
use lanesmith::sha256::merkle::{Node, TreeHasher};
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, Outcome};
use crate::lines::{AllowEmpty, BadLine, Done, Empty, Job};
use crate::{Context, interrupt, lines, terminal};

/// Merkle roots and proofs over SHA-256
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Root(RootArgs),
    Prove(ProveArgs),
    Verify(verify::Args),
}

const SCHEMES: &str = "\
Schemes:
  ssz      leaves are 32-byte chunks, filled up with zero chunks to the next
           power of two of their number, or of --limit
  rfc6962  leaves are log entries of any length, hashed after a leaf prefix
           (a zero byte); with --allow-empty an empty line is an empty entry
  bitcoin  leaves are transaction hashes, bytes in the order in which they are
           hashed; explorers and bitcoin-cli show the 32 bytes reversed:
           --reversed reads them so, and prints the root so

An error on standard error names a malformed line by its number, and the exit
status is 1. An empty line and an input without leaves are errors too, unless
--allow-empty is given.";

const ROOT_EXAMPLES: &str = "\
Examples:
  # 32 bytes in hexadecimal on each line
  lanesmith merkle root leaves.txt
  # root of an SSZ list
  lanesmith merkle root --limit 1024 --mix-in-length leaves.txt
  lanesmith merkle root --bytes signature.bin
  bitcoin-cli getblock $HASH | jq -r '.tx[]' |
    lanesmith merkle root --scheme bitcoin --reversed";

/// Print the root of a tree
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{ROOT_EXAMPLES}\n\n{SCHEMES}"))]
struct RootArgs {
    #[command(flatten)]
    tree: TreeArgs,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

const PROVE_EXAMPLES: &str = "\
Examples:
  lanesmith merkle prove --index 3 leaves.txt > proof.json
  lanesmith merkle prove --index 3 leaves.txt |
    lanesmith merkle verify --root $ROOT --leaves 5

The proof is a JSON object: scheme, index, leaf (with rfc6962 the hash of leaf
prefix and entry), root, and branch, which is the siblings from the bottom up;
for ssz also the generalized index, for the others the number of leaves.";

/// Prove that a leaf is in a tree
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{PROVE_EXAMPLES}\n\n{SCHEMES}"))]
struct ProveArgs {
    #[command(flatten)]
    tree: TreeArgs,
    /// Which leaf, from 0
    #[arg(long)]
    index: u64,
}

#[derive(Debug, clap::Args)]
struct TreeArgs {
    /// The leaves, one on each line in hexadecimal; - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    leaves: PathBuf,
    /// Take the leaves from a file (- for standard input) as they are, 32 bytes each; the last one is filled up with
    /// zeros (ssz), shorter (rfc6962), or must be whole (bitcoin)
    #[arg(long, value_name = "FILE", conflicts_with = "leaves")]
    bytes: Option<PathBuf>,
    /// How the tree is built
    #[arg(long, value_enum, default_value = "ssz")]
    scheme: Scheme,
    /// How many chunks the tree has room for (ssz)
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Mix in a length, as lists do (ssz); by default the number of leaves, with --bytes that of bytes
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true)]
    mix_in_length: Option<Option<u64>>,
    /// Read and print hashes with their bytes reversed, as Bitcoin hashes are usually shown (bitcoin)
    #[arg(long)]
    reversed: bool,
    /// Engine (see `lanesmith list sha256.nodes`); by default the best for each count of nodes
    #[arg(long)]
    engine: Option<String>,
    /// Threads that hash a large tree (ssz); all cores by default
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    empty: AllowEmpty,
}

/// How a tree is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    /// Merkleisation of Ethereum's SSZ
    Ssz,
    /// Transparency logs
    #[value(name = "rfc6962")]
    Rfc6962,
    /// Blocks of Bitcoin
    Bitcoin,
}

/// Runs the command.
///
/// # Errors
/// A line that is no leaf, a tree that cannot be, a proof that does not hold, input or output that fails.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    match &args.command {
        Command::Root(args) => root(args, context),
        Command::Prove(args) => prove(args, context),
        Command::Verify(args) => crate::at_once(|| verify::run(args, context)),
    }
}

/// The leaves as the tree takes them, and what the command line says of the tree.
struct Tree<'a> {
    args: &'a TreeArgs,
    leaves: Vec<Node>,
    /// The length to mix in.
    length: Option<u64>,
    hasher: TreeHasher,
    threads: usize,
}

/// Longest line, in bytes.
const LONGEST: usize = 1 << 20;

impl TreeArgs {
    fn read(&self) -> Outcome<Tree<'_>> {
        if self.scheme != Scheme::Ssz && (self.limit.is_some() || self.mix_in_length.is_some()) {
            return Err(Failure::usage("--limit and --mix-in-length belong to --scheme ssz"));
        }
        if self.scheme != Scheme::Bitcoin && self.reversed {
            return Err(Failure::usage("--reversed belongs to --scheme bitcoin"));
        }
        if self.scheme != Scheme::Ssz && self.threads.is_some() {
            return Err(Failure::usage("--threads belongs to --scheme ssz"));
        }
        let hasher = match &self.engine {
            Some(name) => TreeHasher::by_name(name)?,
            None => TreeHasher::new(),
        };
        let threads = lines::threads(self.threads)?;
        let (leaves, length) = match &self.bytes {
            Some(path) => crate::at_once(|| self.read_bytes(path))?,
            None => {
                let leaves = self.read_lines()?;
                let length = leaves.len() as u64;
                (leaves, length)
            }
        };
        let length = self.mix_in_length.map(|given| given.unwrap_or(length));
        Ok(Tree { args: self, leaves, length, hasher, threads })
    }

    fn read_bytes(&self, path: &Path) -> anyhow::Result<(Vec<Node>, u64)> {
        let (mut leaves, length) = open(path)
            .map_err(anyhow::Error::from)
            .and_then(leaves::read_chunks)
            .with_context(|| unreadable(path))?;
        if length == 0 && Empty::from(self.empty) == Empty::Refused {
            bail!("no bytes in {}", lines::name(path));
        }
        let rest = (length % 32) as usize;
        match self.scheme {
            Scheme::Ssz => {}
            Scheme::Bitcoin if rest == 0 => {}
            Scheme::Bitcoin => {
                bail!("{}: {length} bytes are not a whole number of transaction hashes", lines::name(path))
            }
            Scheme::Rfc6962 => {
                let whole = leaves.len() - usize::from(rest > 0);
                for (i, entry) in leaves.iter_mut().enumerate() {
                    *entry = rfc6962::leaf_hash(if i < whole { &entry[..] } else { &entry[..rest] });
                }
            }
        }
        Ok((leaves, length))
    }

    fn read_lines(&self) -> Outcome<Vec<Node>> {
        let mut leaves = leaves::Leaves::default();
        // One thread: decoding is no work, and the tree is built when all leaves are there.
        let job = Job { input: &self.leaves, batch: 1024, threads: 1, longest: LONGEST };
        let read = lines::run(&job, self.empty.into(), &mut leaves, |_, lines| {
            let mut done = Done { text: Vec::with_capacity(32 * lines.len()), bad: None };
            for (index, line) in lines.iter().enumerate() {
                match self.leaf(line) {
                    Ok(leaf) => done.text.extend(leaf),
                    Err(reason) => {
                        done.bad = Some(BadLine { index, reason });
                        break;
                    }
                }
            }
            done
        });
        match leaves.refused {
            Some(refused) => Err(Failure::Input(anyhow!(refused).context(format!(
                "{}: no memory for more than {} leaves",
                lines::name(&self.leaves),
                leaves.all.len()
            )))),
            None => read.map(|()| leaves.all),
        }
    }

    fn leaf(&self, line: &[u8]) -> Result<Node, String> {
        match self.scheme {
            Scheme::Rfc6962 => {
                let entry = hex::decode(line.strip_prefix(b"0x").unwrap_or(line));
                Ok(rfc6962::leaf_hash(&entry.map_err(|e| e.to_string())?))
            }
            Scheme::Ssz | Scheme::Bitcoin => node(line, self.reversed),
        }
    }
}

impl Tree<'_> {
    /// Does something with the hasher, on as many threads as there is work for.
    fn hash<R>(&self, work: impl FnOnce(TreeHasher) -> R) -> R {
        let leaves = self.leaves.len();
        let hasher = self.hasher.on(Workers::threads(self.threads));
        let hash = || terminal::with_spinner(format!("hashing {leaves} leaves"), || work(hasher));
        // Nothing looks at a flag meanwhile, and nothing would be left unfinished.
        interrupt::idle(hash)
    }

    /// Whether there is memory for a second level as large as the leaves, which all trees but those of ssz take.
    fn has_room(&self) -> anyhow::Result<()> {
        let leaves = self.leaves.len();
        let room = Vec::<Node>::new().try_reserve_exact(leaves);
        room.with_context(|| format!("no memory to hash {leaves} leaves"))
    }

    fn root(&self) -> anyhow::Result<Root> {
        let mut mutated = None;
        if self.args.scheme != Scheme::Ssz {
            self.has_room()?;
        }
        let root = match self.args.scheme {
            Scheme::Ssz => {
                let root = self.hash(|hasher| hasher.merkleize(&self.leaves, self.args.limit))?;
                self.length.map_or(root, |length| self.hasher.mix_in_length(&root, length))
            }
            Scheme::Rfc6962 => rfc6962::tree_head_with(&self.hasher, &self.leaves),
            Scheme::Bitcoin => {
                let tree = bitcoin::merkle_root_with(&self.hasher, &self.leaves)
                    .ok_or_else(|| anyhow!("no leaves: a block has at least one transaction"))?;
                mutated = Some(tree.mutated);
                tree.root
            }
        };
        Ok(Root {
            scheme: self.args.scheme,
            leaves: self.leaves.len() as u64,
            limit: self.args.limit,
            length: self.length,
            reversed: self.args.reversed.then_some(true),
            mutated,
            root: shown(root, self.args.reversed),
        })
    }

    /// Leaf, branch, and the generalized index where there is one.
    fn branch(&self, index: u64) -> anyhow::Result<(Node, Vec<Node>, Option<u64>)> {
        let place = usize::try_from(index).ok().filter(|&place| place < self.leaves.len());
        let place = place.ok_or_else(|| {
            anyhow!("--index {index}: there are {} leaves, counted from 0", self.leaves.len())
        })?;
        self.has_room()?;
        Ok(match self.args.scheme {
            Scheme::Ssz => {
                let tree = ChunkTree::new(&self.leaves, self.args.limit)?;
                let depth = tree.depth() + u32::from(self.length.is_some());
                let index = GeneralizedIndex::of_leaf(depth, index)?;
                let proof = self.hash(|hasher| match self.length {
                    Some(length) => WithLength::new(tree.hashed_by(hasher), length).prove(index),
                    None => tree.hashed_by(hasher).prove(index),
                })?;
                (proof.leaf, proof.branch, Some(proof.index.get()))
            }
            Scheme::Rfc6962 => {
                (self.leaves[place], rfc6962::prove_inclusion_with(&self.hasher, &self.leaves, place)?, None)
            }
            Scheme::Bitcoin => {
                (self.leaves[place], bitcoin::branch_with(&self.hasher, &self.leaves, place)?, None)
            }
        })
    }
}

/// What `root --json` prints.
#[derive(Serialize)]
struct Root {
    scheme: Scheme,
    leaves: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u64>,
    #[serde(rename = "mixed_in_length", skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reversed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mutated: Option<bool>,
    root: String,
}

impl Root {
    /// A list of transactions that must not be trusted though its root may be right.
    fn warn(&self) {
        if self.mutated == Some(true) {
            // Nobody is left to tell if standard error is gone.
            let _ = writeln!(
                io::stderr(),
                "lanesmith: WARNING: equal nodes are paired: a shorter list has this root too (CVE-2012-2459)"
            );
        }
    }
}

fn root(args: &RootArgs, context: &mut Context<'_>) -> Outcome {
    let root = args.tree.read()?.root()?;
    root.warn();
    if args.json {
        serde_json::to_writer_pretty(&mut *context.out, &root)?;
        writeln!(context.out)?;
    } else {
        writeln!(context.out, "{}", root.root)?;
    }
    Ok(())
}

fn prove(args: &ProveArgs, context: &mut Context<'_>) -> Outcome {
    let tree = args.tree.read()?;
    let (leaf, branch, generalized_index) = tree.branch(args.index)?;
    let root = tree.root()?;
    root.warn();
    let reversed = args.tree.reversed;
    let proof = verify::Proof {
        scheme: root.scheme,
        index: args.index,
        generalized_index,
        leaves: generalized_index.is_none().then_some(root.leaves),
        reversed,
        leaf: shown(leaf, reversed),
        root: root.root,
        branch: branch.into_iter().map(|node| shown(node, reversed)).collect(),
    };
    serde_json::to_writer_pretty(&mut *context.out, &proof)?;
    Ok(writeln!(context.out)?)
}

fn node(text: &[u8], reversed: bool) -> Result<Node, String> {
    let text = text.strip_prefix(b"0x").unwrap_or(text);
    if text.len() != 64 {
        return Err(format!("{} characters where 64 hexadecimal digits are needed", text.len()));
    }
    let mut node = [0; 32];
    hex::decode_to_slice(text, &mut node).map_err(|e| e.to_string())?;
    if reversed {
        node.reverse();
    }
    Ok(node)
}

fn shown(mut node: Node, reversed: bool) -> String {
    if reversed {
        node.reverse();
    }
    hex::encode(node)
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if is_stdin(path) { Box::new(io::stdin().lock()) } else { Box::new(File::open(path)?) })
}

fn unreadable(path: &Path) -> String {
    format!("cannot read {}", lines::name(path))
}

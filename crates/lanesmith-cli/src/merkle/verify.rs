//! `lanesmith merkle verify`: proofs that others made.
//!
//! A proof is held against what the verifier says of the tree. What the proof says of it is no evidence: a proof of the
//! same branch with another number of leaves, or another generalized index, puts the leaf into another place or passes an
//! inner node off as a leaf.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail, ensure};
use lanesmith::sha256::merkle::proof::{self, GeneralizedIndex};
use lanesmith::sha256::merkle::{Node, bitcoin, rfc6962};
use serde::{Deserialize, Serialize};

use super::{Scheme, node, open, shown, unreadable};
use crate::Context;
use crate::failure::{Failure, Outcome};

const AFTER_HELP: &str = "\
Examples:
  lanesmith merkle verify --root $ROOT --leaves 5 proof.json
  lanesmith merkle verify --root $ROOT --leaves 5 --index 3 --leaf $LEAF p.json
  lanesmith merkle verify --root $ROOT --generalized-index 11 proof.json
  lanesmith merkle verify --root $ROOT --limit 1024 --mix-in-length proof.json

Whoever made the proof chose its number of leaves and its generalized index
too, and can choose them so that a leaf seems to stand elsewhere, or an inner
node seems to be a leaf. With --root, say what you know of the tree: --leaves,
or for ssz --generalized-index or --limit. Without --root nothing can be proved
(exit status 2); --unanchored looks only whether the proof leads to the root
that stands in it.";

/// Check a proof that `prove` made: exit status 0 if it holds, 1 if not, 2 if that cannot be told
#[derive(Debug, Default, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// The proof; - for standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
    /// The root that you trust
    #[arg(long, value_name = "HEX")]
    pub root: Option<String>,
    /// Take the root that stands in the proof, which whoever made it chose: nothing is proved of any tree
    #[arg(long, conflicts_with = "root")]
    pub unanchored: bool,
    /// How many leaves the tree has, as you know from a source that you trust
    #[arg(long, value_name = "N")]
    pub leaves: Option<u64>,
    /// How many chunks the tree has room for (ssz)
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// The tree has a length mixed in, as lists have (ssz)
    #[arg(long)]
    pub mix_in_length: bool,
    /// The place in the tree that must be proved (ssz)
    #[arg(long, value_name = "G", conflicts_with_all = ["leaves", "limit", "mix_in_length", "index"])]
    pub generalized_index: Option<u64>,
    /// The leaf that must be proved, by its number from 0
    #[arg(long, value_name = "I")]
    pub index: Option<u64>,
    /// The leaf that must be proved, by its hash
    #[arg(long, value_name = "HEX")]
    pub leaf: Option<String>,
}

/// A proof as it is exchanged.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// How the tree is built.
    pub scheme: Scheme,
    /// Number of the leaf, from 0.
    pub index: u64,
    /// Of ssz: the index, the depth of the tree, and whether a length is mixed in above it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generalized_index: Option<u64>,
    /// Leaves of the tree, of the other schemes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<u64>,
    /// Whether hashes are written in reverse.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reversed: bool,
    /// The leaf.
    pub leaf: String,
    /// The root.
    pub root: String,
    /// The siblings from the bottom.
    pub branch: Vec<String>,
}

/// Most bytes of a proof that are read: one of the deepest tree takes 5 KiB.
const LONGEST: u64 = 1 << 20;

/// Runs the command.
///
/// # Errors
/// A proof that does not hold, that is none, or whose tree the verifier has not described; input or output that fails.
pub fn run(args: &Args, context: &mut Context<'_>) -> Outcome {
    let text = read(&args.file)?;
    match judge(args, &crate::lines::name(&args.file), &text)? {
        Ok(verdict) => Ok(writeln!(context.out, "{verdict}")?),
        Err(error) => {
            writeln!(context.out, "INVALID: {error:#}")?;
            Err(Failure::Told)
        }
    }
}

/// The verdict on the text of a proof, in words that claim what was checked, or why it does not hold. `name` is what the
/// text is called in errors.
///
/// # Errors
/// Text that is no proof, or whose tree the verifier has not described.
pub fn judge(args: &Args, name: &str, text: &[u8]) -> Outcome<anyhow::Result<String>> {
    let proof: Proof = serde_json::from_slice(text)
        .map_err(|e| Failure::Input(anyhow!(e).context(format!("{name}: no proof"))))?;
    let expected = args.expected(&proof)?;
    let checked = proof.decoded().map_err(|e| Failure::Input(e.context(name.to_owned())))?;
    let (leaf, root) = (&proof.leaf, &proof.root);
    Ok(expected.check(&proof, &checked).map(|place| match expected.root {
        Some(_) => format!("valid: leaf {leaf} is {place} under the root given, {root}"),
        None => format!(
            "consistent: the branch leads from leaf {leaf} to the proof's own root, {root}; where in which tree, only \
             --root and what you know of the tree can show"
        ),
    }))
}

/// What the verifier says; [`Args::expected`] has seen to it that with a root it is enough.
struct Expected<'a> {
    args: &'a Args,
    root: Option<Node>,
    leaf: Option<Node>,
    /// The place in a tree of ssz.
    place: Option<GeneralizedIndex>,
}

impl Args {
    /// What is expected of a proof of that scheme.
    fn expected(&self, proof: &Proof) -> Outcome<Expected<'_>> {
        let given = |option: &str, text: &Option<String>| {
            let decode = |text: &String| {
                node(text.as_bytes(), proof.reversed)
                    .map_err(|e| Failure::usage(format!("{option} {text}: {e}")))
            };
            text.as_ref().map(decode).transpose()
        };
        let (root, leaf) = (given("--root", &self.root)?, given("--leaf", &self.leaf)?);
        let ssz = proof.scheme == Scheme::Ssz;
        if !ssz && (self.generalized_index.is_some() || self.limit.is_some() || self.mix_in_length) {
            return Err(Failure::usage(
                "--generalized-index, --limit and --mix-in-length are of ssz, and the proof is not",
            ));
        }
        let described =
            self.leaves.is_some() || ssz && (self.generalized_index.is_some() || self.limit.is_some());
        if root.is_none() && !self.unanchored {
            return Err(Failure::usage(
                "--root is missing: without a root that you trust a proof proves nothing; --unanchored looks only whether it leads \
                 to the root that stands in it",
            ));
        }
        if root.is_some() && !described {
            return Err(Failure::usage(if ssz {
                "--root needs --generalized-index, --leaves or --limit: what the proof says of the tree may be forged"
            } else {
                "--root needs --leaves: what the proof says of the tree may be forged"
            }));
        }
        let place = match self.generalized_index {
            Some(place) => {
                let place = GeneralizedIndex::new(place);
                Some(place.map_err(|e| Failure::usage(format!("--generalized-index: {e}")))?)
            }
            None if ssz && described => Some(self.place_of(self.index.unwrap_or(proof.index))?),
            None => None,
        };
        Ok(Expected { args: self, root, leaf, place })
    }

    /// Where a leaf is in the tree of ssz that was described.
    fn place_of(&self, index: u64) -> Outcome<GeneralizedIndex> {
        if let (Some(leaves), Some(limit)) = (self.leaves, self.limit)
            && leaves > limit
        {
            return Err(Failure::usage(format!("--leaves {leaves} is more than --limit {limit}")));
        }
        let room = self.limit.or(self.leaves).unwrap_or(1).max(1);
        let depth = u64::BITS - (room - 1).leading_zeros();
        // The elements of a list are the left half below its root, so they keep their numbers.
        let depth = depth + u32::from(self.mix_in_length);
        let place = GeneralizedIndex::of_leaf(depth, index.min(room - 1));
        place.map_err(|e| Failure::usage(e.to_string()))
    }
}

impl Expected<'_> {
    /// Where the leaf is, in words that claim what was checked.
    fn check(&self, proof: &Proof, decoded: &Decoded) -> anyhow::Result<String> {
        if self.root.is_some_and(|trusted| trusted != decoded.root) {
            bail!("the proof is for another root, {}", proof.root);
        }
        if self.leaf.is_some_and(|leaf| leaf != decoded.leaf) {
            bail!("the proof is for another leaf, {}", proof.leaf);
        }
        if let Some(index) = self.args.index {
            ensure!(index == proof.index, "the proof is for leaf {}, not {index}", proof.index);
        }
        let room = self.args.leaves.or(self.args.limit);
        if let Some(room) = room {
            ensure!(proof.index < room, "leaf {} of a tree of {room}, counted from 0", proof.index);
        }
        if let (Some(leaves), Some(claimed)) = (self.args.leaves, proof.leaves) {
            ensure!(leaves == claimed, "the proof is for a tree of {claimed} leaves, not {leaves}");
        }
        let claimed = proof.holds(decoded)?;
        match (self.place, claimed) {
            (Some(place), Some(claimed)) if place != claimed => {
                bail!("the proof is for generalized index {claimed}, not {place}")
            }
            (_, Some(place)) if self.args.generalized_index.is_some() => {
                Ok(format!("the node at generalized index {place}"))
            }
            (_, Some(place)) => Ok(format!("number {} (generalized index {place})", proof.index)),
            (_, None) => Ok(format!("number {} of {}", proof.index, proof.leaves.unwrap_or_default())),
        }
    }
}

/// The hashes of a proof.
struct Decoded {
    leaf: Node,
    root: Node,
    branch: Vec<Node>,
}

impl Proof {
    fn decoded(&self) -> anyhow::Result<Decoded> {
        let field =
            |what: &str, text: &str| node(text.as_bytes(), self.reversed).map_err(|e| anyhow!("{what}: {e}"));
        let branch = self.branch.iter().enumerate();
        Ok(Decoded {
            leaf: field("leaf", &self.leaf)?,
            root: field("root", &self.root)?,
            branch: branch.map(|(i, text)| field(&format!("branch[{i}]"), text)).collect::<Result<_, _>>()?,
        })
    }

    /// Whether the proof leads to its root in the tree that it speaks of; its generalized index if it has one.
    fn holds(&self, Decoded { leaf, root, branch }: &Decoded) -> anyhow::Result<Option<GeneralizedIndex>> {
        let computed = match self.scheme {
            Scheme::Ssz => {
                let place = self.generalized_index.context("a proof of ssz needs its generalized_index")?;
                let place = GeneralizedIndex::new(place)?;
                if place.index_in_level() != self.index {
                    bail!("generalized index {place} is not that of leaf {}", self.index);
                }
                match proof::root_of_branch(leaf, branch, place)? {
                    computed if computed == *root => return Ok(Some(place)),
                    computed => computed,
                }
            }
            Scheme::Rfc6962 => {
                match rfc6962::verify_inclusion(leaf, self.index, self.leaves()?, branch, root) {
                    Err(rfc6962::LogError::RootMismatch { computed }) => computed,
                    verdict => return Ok(verdict.map(|()| None)?),
                }
            }
            Scheme::Bitcoin => match bitcoin::verify_branch(leaf, self.index, self.leaves()?, branch, root) {
                Err(bitcoin::BranchError::RootMismatch { computed }) => computed,
                verdict => return Ok(verdict.map(|()| None)?),
            },
        };
        bail!("the proof leads to another root, {}", shown(computed, self.reversed));
    }

    fn leaves(&self) -> anyhow::Result<u64> {
        self.leaves.context("a proof of this scheme needs its number of leaves")
    }
}

/// The text of a proof, cut where no proof is that long.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)
        .and_then(|reader| reader.take(LONGEST).read_to_end(&mut bytes))
        .with_context(|| unreadable(path))?;
    Ok(bytes)
}

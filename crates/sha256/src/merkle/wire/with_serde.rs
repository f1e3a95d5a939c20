//! How fields are written: for people as Ethereum's JSON has them.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{GeneralizedIndex, Node, from_hex, to_hex};
use crate::Midstate;

/// Fixed bytes: text for people, else a sequence of bytes.
pub(crate) struct Bytes<const N: usize>(pub(crate) [u8; N]);

impl<const N: usize> Serialize for Bytes<N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.serialize_str(&to_hex(&self.0)) } else { to.serialize_bytes(&self.0) }
    }
}

struct BytesVisitor<const N: usize>;

impl<'de, const N: usize> Visitor<'de> for BytesVisitor<N> {
    type Value = Bytes<N>;

    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{N} bytes")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Bytes<N>, E> {
        self.visit_bytes(&from_hex(text).map_err(E::custom)?)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes<N>, E> {
        bytes.try_into().map(Bytes).map_err(|_| E::invalid_length(bytes.len(), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut bytes: A) -> Result<Bytes<N>, A::Error> {
        let mut all = [0; N];
        for (at, place) in all.iter_mut().enumerate() {
            *place = bytes.next_element()?.ok_or_else(|| A::Error::invalid_length(at, &self))?;
        }
        match bytes.next_element::<u8>()? {
            Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
            None => Ok(Bytes(all)),
        }
    }
}

impl<'de, const N: usize> Deserialize<'de> for Bytes<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if from.is_human_readable() {
            from.deserialize_str(BytesVisitor)
        } else {
            from.deserialize_bytes(BytesVisitor)
        }
    }
}

pub(crate) mod node {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(node: &Node, to: S) -> Result<S::Ok, S::Error> {
        Bytes(*node).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Node, D::Error> {
        Bytes::deserialize(from).map(|bytes| bytes.0)
    }
}

pub(crate) mod nodes {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(nodes: &[Node], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(nodes.iter().map(|node| Bytes(*node)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Node>, D::Error> {
        let nodes: Vec<Bytes<32>> = Vec::deserialize(from)?;
        Ok(nodes.into_iter().map(|bytes| bytes.0).collect())
    }
}

/// Numbers of 64 bits, which JSON's readers round: decimal text for people.
pub(crate) mod number {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(number: &u64, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.collect_str(number) } else { to.serialize_u64(*number) }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        if !from.is_human_readable() {
            return u64::deserialize(from);
        }
        let text = String::deserialize(from)?;
        // Digits alone: `parse` would take a sign.
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| digits).ok_or_else(|| {
            D::Error::custom(alloc::format!(
                "{:?} is no number of 64 bits",
                text.chars().take(40).collect::<String>()
            ))
        })
    }
}

/// Leaves of a multiproof with their places.
pub(crate) mod places {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Leaf {
        index: GeneralizedIndex,
        #[serde(with = "node")]
        leaf: Node,
    }

    pub(crate) fn serialize<S: Serializer>(
        leaves: &[(GeneralizedIndex, Node)],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(leaves.iter().map(|&(index, leaf)| Leaf { index, leaf }))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<(GeneralizedIndex, Node)>, D::Error> {
        let leaves: Vec<Leaf> = Vec::deserialize(from)?;
        Ok(leaves.into_iter().map(|leaf| (leaf.index, leaf.leaf)).collect())
    }
}

impl Serialize for GeneralizedIndex {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        number::serialize(&self.get(), to)
    }
}

impl<'de> Deserialize<'de> for GeneralizedIndex {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        GeneralizedIndex::new(number::deserialize(from)?).map_err(|error| D::Error::custom(error.to_string()))
    }
}

impl Serialize for Midstate {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Bytes(self.to_bytes()).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Midstate {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let bytes = Bytes::<40>::deserialize(from)?;
        Midstate::from_bytes(&bytes.0).map_err(|error| D::Error::custom(error.to_string()))
    }
}

//! `hash_tree_root` of typed SSZ values, built by hand: a small interpreter over the type expressions of the vectors
//! decides what is packed, merkleised and mixed in; the library does the hashing.

mod merkle_reference;

use std::collections::BTreeMap;

use lanesmith_sha256::merkle::ssz::{chunks_of_bits, unpack_bitlist};
use lanesmith_sha256::merkle::{TreeHasher, merkleize, merkleize_bytes, mix_in_length};
use lanesmith_testkit::vectors::sha256 as vectors;
use merkle_reference::{Node, hashers};

#[derive(Debug)]
enum Type {
    /// Unsigned integers and booleans, by their bytes.
    Basic(usize),
    /// `Vector[uint8, N]` under its usual name included.
    Vector(Box<Type>, usize),
    List(Box<Type>, u64),
    Bitvector(usize),
    Bitlist(u64),
    Container(Vec<Type>),
}

type Containers = BTreeMap<&'static str, Vec<(&'static str, &'static str)>>;

impl Type {
    fn parse(text: &str, containers: &Containers) -> Type {
        if let Some(bits) = text.strip_prefix("uint") {
            return Type::Basic(bits.parse::<usize>().unwrap() / 8);
        }
        if text == "boolean" {
            return Type::Basic(1);
        }
        if let Some(fields) = containers.get(text) {
            return Type::Container(fields.iter().map(|(_, ty)| Type::parse(ty, containers)).collect());
        }
        let (name, parameters) = text.strip_suffix(']').unwrap().split_once('[').unwrap();
        let (element, size) = parameters.rsplit_once(',').unwrap_or(("uint8", parameters));
        let element = || Box::new(Type::parse(element, containers));
        match name {
            "Vector" | "ByteVector" => Type::Vector(element(), size.parse().unwrap()),
            "List" | "ByteList" => Type::List(element(), size.parse().unwrap()),
            "Bitvector" => Type::Bitvector(size.parse().unwrap()),
            "Bitlist" => Type::Bitlist(size.parse().unwrap()),
            _ => panic!("no such type: {text}"),
        }
    }

    /// Bytes of a serialized value; `None` if values differ in that.
    fn fixed_size(&self) -> Option<usize> {
        match self {
            Type::Basic(size) => Some(*size),
            Type::Vector(element, length) => Some(element.fixed_size()? * length),
            Type::Bitvector(bits) => Some(bits.div_ceil(8)),
            Type::Container(fields) => fields.iter().map(Type::fixed_size).sum(),
            Type::List(..) | Type::Bitlist(_) => None,
        }
    }

    fn root(&self, value: &[u8], hasher: &TreeHasher) -> Node {
        match self {
            Type::Basic(_) | Type::Bitvector(_) => hasher.merkleize_bytes(value, None).unwrap(),
            Type::Vector(element, length) => match **element {
                Type::Basic(_) => hasher.merkleize_bytes(value, None).unwrap(),
                _ => merkleize_roots(&elements(element, value), element, *length as u64, hasher),
            },
            Type::List(element, limit) => {
                let (root, length) = match **element {
                    Type::Basic(size) => {
                        let limit = limit.div_ceil(32 / size as u64);
                        (hasher.merkleize_bytes(value, Some(limit)).unwrap(), value.len() / size)
                    }
                    _ => {
                        let values = elements(element, value);
                        (merkleize_roots(&values, element, *limit, hasher), values.len())
                    }
                };
                mix_in_length(&root, length as u64)
            }
            Type::Bitlist(limit) => {
                let (chunks, length) = unpack_bitlist(value).unwrap();
                mix_in_length(&hasher.merkleize(&chunks, Some(chunks_of_bits(*limit))).unwrap(), length)
            }
            Type::Container(fields) => {
                let types: Vec<&Type> = fields.iter().collect();
                let roots: Vec<_> = fields
                    .iter()
                    .zip(split(&types, value))
                    .map(|(ty, value)| ty.root(value, hasher))
                    .collect();
                hasher.merkleize(&roots, None).unwrap()
            }
        }
    }
}

fn merkleize_roots(values: &[&[u8]], element: &Type, limit: u64, hasher: &TreeHasher) -> Node {
    let roots: Vec<_> = values.iter().map(|value| element.root(value, hasher)).collect();
    hasher.merkleize(&roots, Some(limit)).unwrap()
}

/// The serialized elements of a list or vector of one type.
fn elements<'a>(element: &Type, value: &'a [u8]) -> Vec<&'a [u8]> {
    match element.fixed_size() {
        Some(size) => value.chunks(size).collect(),
        None if value.is_empty() => Vec::new(),
        // The first offset tells how many there are.
        None => split(&vec![element; offset(value, 0) / 4], value),
    }
}

/// The serialized parts of a value, of these types: those of fixed size in place, the others behind offsets.
fn split<'a>(types: &[&Type], value: &'a [u8]) -> Vec<&'a [u8]> {
    let mut at = 0;
    let mut starts = Vec::new();
    let mut parts = Vec::new();
    for ty in types {
        match ty.fixed_size() {
            Some(size) => {
                parts.push(Some(&value[at..at + size]));
                at += size;
            }
            None => {
                starts.push(offset(value, at));
                parts.push(None);
                at += 4;
            }
        }
    }
    let ends = starts.iter().skip(1).copied().chain([value.len()]);
    let mut behind = starts.iter().zip(ends).map(|(start, end)| &value[*start..end]);
    parts.into_iter().map(|part| part.or_else(|| behind.next()).unwrap()).collect()
}

fn offset(value: &[u8], at: usize) -> usize {
    u32::from_le_bytes(value[at..at + 4].try_into().unwrap()) as usize
}

#[test]
fn every_typed_value_has_the_root_of_the_vectors_on_every_engine() {
    let all = vectors::ssz_hash_tree_root();
    for (name, hasher) in hashers() {
        for (i, case) in all.cases.iter().enumerate() {
            let ty = Type::parse(case.ty, &all.containers);
            assert_eq!(ty.root(&case.serialized, &hasher), *case.root, "{name}: case {i}, a {}", case.ty);
        }
    }
}

#[test]
fn deposit_data_has_the_root_of_the_deposit_vectors() {
    for deposit in vectors::deposit_tree() {
        let fields = [
            merkleize_bytes(&deposit.pubkey, None).unwrap(),
            *deposit.withdrawal_credentials,
            merkleize_bytes(&deposit.amount.to_le_bytes(), None).unwrap(),
            merkleize_bytes(&deposit.signature, None).unwrap(),
        ];
        let root = merkleize(&fields, None).unwrap();
        assert_eq!(root, *deposit.deposit_data_root, "deposit {}", deposit.deposit_count);
    }
}

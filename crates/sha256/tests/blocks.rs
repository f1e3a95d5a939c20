//! Files as trees, against a plain reference and against flipped bits.

use std::io;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use lanesmith_sha256::blocks::stored::{self, Bad, ReadAt};
use lanesmith_sha256::blocks::verity::{self, Superblock};
use lanesmith_sha256::blocks::{BlockTree, BlocksError, Format, Kind, Node, RootHasher, TreeHasher};
use lanesmith_sha256::{Workers, sha256};
use lanesmith_testkit::reference::blocks::{self as reference, Levels};
use lanesmith_testkit::vectors::sha256 as vectors;

/// Salts of every length that ends, begins or fills a block of SHA-256.
const SALTS: &[usize] = &[0, 1, 8, 31, 32, 55, 56, 63, 64, 65, 119, 127, 128, 129, 255, 256];

fn random(length: usize) -> Vec<u8> {
    vectors::generate(9, length)
}

fn fs_salt(salt: &[u8]) -> Vec<u8> {
    let mut filled = salt.to_vec();
    filled.resize(salt.len().next_multiple_of(64), 0);
    filled
}

type Case = (Format, Vec<u8>, Levels);

/// Formats, with data of every kind of length and the levels of their reference.
fn cases() -> &'static [Case] {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(all_cases);
    &CASES
}

fn all_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let near = |unit: usize, counts: &[usize]| -> Vec<usize> {
        let around = |count: &usize| [count * unit - 1, count * unit, count * unit + 1];
        counts.iter().flat_map(around).filter(|length| *length > 0).collect()
    };
    for length in near(16 << 10, &[1, 2, 3, 4, 5, 8, 15, 16, 17, 33]).into_iter().chain([1, 100]) {
        let data = random(length);
        let levels = reference::bittorrent(&data);
        cases.push((Format::bittorrent(), data, levels));
    }
    for length in near(1 << 20, &[1, 2, 3]).into_iter().chain([1, 5 << 20]) {
        let data = random(length);
        let levels = reference::glacier(&data);
        cases.push((Format::glacier(), data, levels));
    }
    for block in [1, 2, 54, 55, 56, 62, 63, 64, 65, 118, 119, 120, 1000, 4096] {
        for length in near(block, &[1, 2, 3, 5, 7, 15, 16, 17, 31, 33, 100]) {
            let data = random(length);
            let levels = reference::rfc6962(&data, block);
            cases.push((Format::rfc6962(block as u64).unwrap(), data, levels));
        }
    }
    for part in [1, 63, 64, 1000, (64 << 10) - 1, 64 << 10, (64 << 10) + 1, 100_000] {
        for length in near(part, &[1, 2, 16, 17]).into_iter().chain([0]) {
            let data = random(length);
            let levels = reference::s3(&data, part);
            cases.push((Format::s3(part as u64).unwrap(), data, levels));
        }
    }
    // Parts too long to be in memory together, behind a prefix.
    for block in [(64 << 10) + 1, 100_000] {
        for length in near(block, &[1, 3, 17]) {
            let data = random(length);
            let levels = reference::rfc6962(&data, block);
            cases.push((Format::rfc6962(block as u64).unwrap(), data, levels));
        }
    }
    for (i, block) in [1 << 10, 4 << 10, 16 << 10, 64 << 10].into_iter().enumerate() {
        for (j, length) in near(block, &[1, 2, 15, 16, 17, 32, 33]).into_iter().chain([1]).enumerate() {
            let (data, salt) = (random(length), random([0, 1, 8, 31, 32][(i + j) % 5]));
            let levels = reference::verity(&data, &fs_salt(&salt), block, block);
            cases.push((Format::fs_verity(block as u64, &salt).unwrap(), data, levels));
        }
    }
    for (data_block, hash_block) in
        [(512, 512), (512, 4096), (1024, 512), (4096, 4096), (4096, 1024), (1 << 17, 512)]
    {
        let counts: &[usize] = match data_block {
            512 => &[1, 2, 15, 16, 17, 127, 128, 129, 255, 256, 257, 300],
            _ => &[1, 2, 15, 16, 17, 18],
        };
        for (i, count) in counts.iter().enumerate() {
            for (data, salt) in (0..3)
                .map(|j| (random(count * data_block), random(SALTS[(5 * i + j + data_block / 512) % 16])))
            {
                let levels = reference::verity(&data, &salt, data_block, hash_block);
                let format = Format::dm_verity(data_block as u64, hash_block as u64, &salt).unwrap();
                cases.push((format, data, levels));
            }
        }
    }
    cases
}

#[test]
fn roots_and_levels_of_every_length_are_those_of_the_reference() {
    for (format, data, levels) in cases() {
        let what = format!("{} of {} bytes by {}", format.kind().name(), data.len(), format.block_size());
        let root = levels[levels.len() - 1][0];
        assert_eq!(format.root(data).unwrap(), root, "{what}");
        let tree = BlockTree::new(format.clone(), data).unwrap();
        let all: Vec<_> = (0..tree.levels()).map(|level| tree.level(level).unwrap().to_vec()).collect();
        assert!(all == *levels, "{what}: levels");
        let counts: Vec<_> = levels.iter().map(|level| level.len() as u64).collect();
        assert_eq!(format.levels(data.len() as u64).unwrap(), counts, "{what}");
        for workers in [Workers::HERE, Workers::threads(3)] {
            let hasher = TreeHasher::new().on(workers);
            assert_eq!(
                stored::root(format, &hasher, data, data.len() as u64).unwrap(),
                root,
                "{what}: stored"
            );
        }
    }
}

#[test]
fn data_in_pieces_have_the_root_of_the_whole() {
    let data = random(700_001);
    let formats = [
        Format::bittorrent(),
        Format::rfc6962(1000).unwrap(),
        Format::rfc6962(100_000).unwrap(),
        Format::fs_verity(1024, b"salt").unwrap(),
        Format::s3(300_000).unwrap(),
        // Too long to wait: one stream.
        Format::s3(3 << 20).unwrap(),
    ];
    for format in formats {
        for length in [1, 999, 1000, 300_000, 600_000, 700_001] {
            let root = format.root(&data[..length]).unwrap();
            for piece in [1, 63, 1000, 16 << 10, 299_999, 1 << 20] {
                if piece < 63 && length > 1000 {
                    continue;
                }
                let mut hasher = RootHasher::new(format.clone());
                data[..length].chunks(piece).for_each(|piece| hasher.update(piece));
                assert_eq!(hasher.length(), length as u64);
                assert_eq!(hasher.finalize().unwrap(), root, "{}: {length} by {piece}", format.kind().name());
            }
        }
    }
    let mut hasher = RootHasher::new(Format::s3(3 << 20).unwrap());
    let long = random((6 << 20) + 1);
    io::copy(&mut &long[..], &mut hasher).unwrap();
    assert_eq!(hasher.finalize().unwrap(), reference::s3(&long, 3 << 20)[1][0]);
}

#[test]
fn changed_blocks_give_the_tree_of_the_changed_data() {
    for (format, data, _) in cases() {
        let mut data = data.clone();
        let blocks = format.blocks(data.len() as u64).unwrap();
        if blocks > 40 && blocks < 250 || data.is_empty() {
            continue;
        }
        let mut tree = BlockTree::new(format.clone(), &data).unwrap();
        let size = format.block_size() as usize;
        let wanted: Vec<u64> = [0, blocks / 3, blocks - 1].into_iter().collect();
        for &index in &wanted {
            data[index as usize * size] ^= 0x80;
        }
        let changes: Vec<_> =
            wanted.iter().map(|&i| (i, data.chunks(size).nth(i as usize).unwrap())).collect();
        let root = tree.replace(&changes).unwrap();
        let fresh = BlockTree::new(format.clone(), &data).unwrap();
        assert_eq!(root, fresh.root(), "{} of {}", format.kind().name(), data.len());
        assert!((0..tree.levels()).all(|level| tree.level(level) == fresh.level(level)));
        let digests = BlockTree::from_digests(
            format.clone(),
            TreeHasher::new(),
            data.len() as u64,
            fresh.level(0).unwrap(),
        );
        assert_eq!(digests.unwrap().root(), root);
    }
}

#[test]
fn a_block_or_a_range_is_checked_alone_and_the_bad_ones_are_named() {
    let data = random(10_000);
    let tree = BlockTree::new(Format::rfc6962(1000).unwrap(), &data).unwrap();
    assert_eq!(tree.check(3, &data[3000..7000]).unwrap(), Vec::<u64>::new());
    let mut other = data.clone();
    (other[3999], other[5000]) = (!other[3999], !other[5000]);
    assert_eq!(tree.check(0, &other).unwrap(), [3, 5]);
    assert_eq!(tree.check(4, &other[4000..5000]).unwrap(), Vec::<u64>::new());
    assert_eq!(tree.check(10, &data[..10]), Err(BlocksError::NoBlock { index: 10, blocks: 10 }));
    assert_eq!(tree.check(9, &data[..2000]), Err(BlocksError::NoBlock { index: 10, blocks: 10 }));
    let short = BlocksError::BlockLength { index: 3, given: 999, needed: 1000 };
    assert_eq!(tree.check(3, &data[3000..3999]), Err(short));
    let mut tree = tree;
    let root = tree.root();
    assert!(tree.replace(&[(0, &data[1000..2000]), (10, &[])]).is_err());
    assert_eq!(tree.root(), root, "nothing is changed by what is refused");
}

#[test]
fn what_is_stored_is_what_the_reference_stores() {
    for (format, data, levels) in cases() {
        let Some(hash_block) = format.hash_block_size() else { continue };
        let length = data.len() as u64;
        let mut device = Vec::new();
        let root = stored::write_blocks(format, &TreeHasher::new(), data, length, 0, &mut device).unwrap();
        assert_eq!(root, levels[levels.len() - 1][0]);
        assert!(device == reference::stored(levels, hash_block as usize), "{} bytes", data.len());
        let places = verity::places(format, length, 0).unwrap();
        assert_eq!(verity::end(format, &places, 0), device.len() as u64);
    }
}

/// What a check of a tree in blocks of hashes finds.
fn found(format: &Format, data: &[u8], start: u64, device: &[u8], root: &Node) -> Vec<Bad> {
    let mut bad = Vec::new();
    let length = data.len() as u64;
    let is_root = |found: &Node| found == root;
    let count =
        stored::check_blocks(format, &TreeHasher::new(), data, length, start, device, &is_root, &mut |b| {
            bad.push(b)
        });
    assert_eq!(count.unwrap(), bad.len() as u64);
    bad
}

#[test]
fn a_flipped_bit_of_data_or_tree_is_found_and_its_block_named() {
    // Three levels of blocks of hashes.
    let format = Format::dm_verity(512, 512, b"pepper").unwrap();
    let data = random(512 * 300);
    let mut device = vec![0; 512];
    let root = stored::write_blocks(&format, &TreeHasher::new(), &data, data.len() as u64, 512, &mut device)
        .unwrap();
    assert_eq!(found(&format, &data, 512, &device, &root), []);
    for bit in (0..8 * data.len()).step_by(1009) {
        let mut data = data.clone();
        data[bit / 8] ^= 1 << (bit % 8);
        let index = (bit / 8 / 512) as u64;
        let expected = [Bad::Block { index, offset: 512 * index, length: 512 }];
        assert_eq!(found(&format, &data, 512, &device, &root), expected);
    }
    let places = verity::places(&format, data.len() as u64, 512).unwrap();
    assert_eq!(places.iter().map(|place| place.digests).collect::<Vec<_>>(), [300, 19, 2]);
    for bit in (8 * 512..8 * device.len()).step_by(101) {
        let mut device = device.clone();
        device[bit / 8] ^= 1 << (bit % 8);
        let at = (bit / 8) as u64;
        let level = places.iter().position(|place| place.offset <= at).unwrap();
        let bad = found(&format, &data, 512, &device, &root);
        if level == 2 {
            assert!(matches!(bad[..], [Bad::Root { .. }]), "{bad:?}");
            continue;
        }
        let index = (at - places[level].offset) / 512;
        let below = 16_u64.pow(level as u32 + 1);
        let covers = index * below..((index + 1) * below).min(300);
        let offset = places[level].offset + 512 * index;
        assert_eq!(bad, [Bad::Hashes { level, index, offset, covers }], "byte {at}");
    }
    let salted = Format::dm_verity(512, 512, b"Pepper").unwrap();
    assert!(matches!(found(&salted, &data, 512, &device, &root)[..], [Bad::Root { .. }]));
    let other = [1; 32];
    assert!(matches!(found(&format, &data, 512, &device, &other)[..], [Bad::Root { .. }]));
}

#[test]
fn several_bad_blocks_are_all_named_and_none_that_cannot_be_told() {
    let format = Format::dm_verity(512, 512, b"").unwrap();
    let mut data = random(512 * 300);
    let mut device = Vec::new();
    let root =
        stored::write_blocks(&format, &TreeHasher::new(), &data, data.len() as u64, 0, &mut device).unwrap();
    let places = verity::places(&format, data.len() as u64, 0).unwrap();
    // Blocks 16 to 31 are covered by block 1 of level 0.
    device[places[0].offset as usize + 512 + 3] ^= 1;
    for block in [0, 17, 31, 32, 299] {
        data[512 * block] ^= 1;
    }
    let block = |index| Bad::Block { index, offset: 512 * index, length: 512 };
    let hashes = Bad::Hashes { level: 0, index: 1, offset: places[0].offset + 512, covers: 16..32 };
    assert_eq!(found(&format, &data, 0, &device, &root), [hashes, block(0), block(32), block(299)]);
}

#[test]
fn lists_of_blocks_and_pieces_name_what_is_bad() {
    let data = random(16_384 * 37 + 5);
    let length = data.len() as u64;
    let formats = [
        (Format::bittorrent(), 0..8),
        (Format::rfc6962(5000).unwrap(), 0..1),
        (Format::s3(100_000).unwrap(), 0..1),
    ];
    for (format, heights) in formats {
        let tree = BlockTree::new(format.clone(), &data).unwrap();
        for height in heights {
            let (level, count) = stored::list_of(&format, length, height).unwrap();
            let list = tree.level(level).unwrap().as_flattened().to_vec();
            assert_eq!(list.len() as u64, 32 * count);
            let check = |data: &Vec<u8>, list: &Vec<u8>| {
                let (mut bad, root) = (Vec::new(), tree.root());
                let hasher = TreeHasher::new();
                stored::check_list(&format, &hasher, data, length, height, list, &|r| *r == root, &mut |b| {
                    bad.push(b)
                })
                .unwrap();
                bad
            };
            assert_eq!(check(&data, &list), []);
            let size = format.block_size() << level;
            for byte in [0, 16_383, 16_384, 300_000, data.len() - 1] {
                let mut data = data.clone();
                data[byte] ^= 4;
                let index = byte as u64 / size;
                let offset = index * size;
                let expected = [Bad::Block { index, offset, length: size.min(length - offset) }];
                assert_eq!(check(&data, &list), expected, "{} {height} {byte}", format.kind().name());
            }
            for byte in [0, list.len() / 2, list.len() - 1] {
                let mut list = list.clone();
                list[byte] ^= 4;
                assert!(matches!(check(&data, &list)[..], [Bad::Root { .. }]));
            }
        }
    }
}

#[test]
fn every_bit_of_a_superblock_that_means_something_is_looked_at() {
    let format = Format::dm_verity(4096, 4096, &[7; 33]).unwrap();
    let superblock = Superblock { format, data_blocks: 300, uuid: [3; 16] };
    let bytes = superblock.to_bytes();
    assert_eq!(Superblock::from_bytes(&bytes), Ok(superblock.clone()));
    for bit in 0..8 * bytes.len() {
        let mut bytes = bytes;
        bytes[bit / 8] ^= 1 << (bit % 8);
        let read = Superblock::from_bytes(&bytes);
        match bit / 8 {
            // Sizes and the salt may be others; the root then tells.
            16..32 => assert_eq!(read.unwrap().format, superblock.format),
            64..81 | 88..121 => assert!(read.is_err() || read.as_ref() != Ok(&superblock), "bit {bit}"),
            _ => assert!(read.is_err(), "bit {bit}"),
        }
    }
}

#[test]
fn sizes_that_cannot_be_are_refused_with_what_is_wrong() {
    let text = |result: Result<Format, BlocksError>| result.unwrap_err().to_string();
    assert_eq!(
        text(Format::fs_verity(3000, &[])),
        "fsverity has blocks of a power of two from 1024 to 65536 bytes, not of 3000"
    );
    assert_eq!(
        text(Format::dm_verity(4096, 256, &[])),
        "dm-verity has blocks of a power of two from 512 to 524288 bytes, not of 256"
    );
    assert_eq!(text(Format::fs_verity(4096, &[0; 33])), "fsverity has a salt of at most 32 bytes, not of 33");
    assert!(Format::dm_verity(4096, 4096, &[0; 257]).is_err());
    assert!(Format::s3(0).is_err() && Format::rfc6962(0).is_err() && Format::s3((5 << 30) + 1).is_err());
    let dm = Format::dm_verity(4096, 4096, &[]).unwrap();
    assert_eq!(
        dm.blocks(4097).unwrap_err().to_string(),
        "dm-verity covers whole blocks: the last 1 of 4097 bytes fill no block of 4096"
    );
    assert_eq!(dm.blocks(0), Err(BlocksError::Empty { kind: Kind::DmVerity }));
    for format in [dm, Format::bittorrent(), Format::glacier(), Format::rfc6962(1).unwrap()] {
        assert!(matches!(format.blocks(1 << 63), Err(BlocksError::TooLong { .. })));
        assert!(format.levels((1 << 63) - (1 << 20)).is_ok(), "{}", format.kind().name());
    }
    assert!(Format::s3(100).unwrap().blocks(1_000_001).is_err());
    // A tree of 2^63 bytes fits into no file beside its superblock and levels of small blocks.
    let small = Format::dm_verity(512, 512, &[]).unwrap();
    assert!(verity::places(&small, (1 << 63) - 512, 512).is_ok());
    let huge = Superblock { format: small, data_blocks: 1 << 55, uuid: [0; 16] };
    assert!(matches!(huge.length(), Err(BlocksError::TooLong { .. })));
    assert!(Superblock::from_bytes(&huge.to_bytes()).is_err());
}

#[test]
fn nothing_has_the_root_that_each_format_gives_it() {
    assert_eq!(Format::glacier().root(b""), Ok(sha256(b"")));
    assert_eq!(Format::rfc6962(9).unwrap().root(b""), Ok(sha256(b"")));
    assert_eq!(Format::fs_verity(4096, b"x").unwrap().root(b""), Ok([0; 32]));
    assert_eq!(Format::s3(9).unwrap().root(b""), Ok(sha256(&sha256(b""))));
    assert_eq!(Format::bittorrent().root(b""), Err(BlocksError::Empty { kind: Kind::BitTorrent }));
    let nothing = BlockTree::new(Format::glacier(), b"").unwrap();
    assert_eq!((nothing.root(), nothing.levels()), (sha256(b""), 0));
}

#[test]
fn trees_are_those_of_the_programs_that_others_use() {
    let vectors = vectors::block_trees();
    let data = vectors::generate(vectors.seed, 9 << 20);
    for case in &vectors.cases {
        let data = &data[..case.length];
        let length = data.len() as u64;
        let salt = case.salt.as_ref().map_or(&[][..], |salt| &salt.0);
        let block = case.block_size.unwrap_or_default();
        let format = match case.format {
            "dm-verity" => Format::dm_verity(block, case.hash_block_size.unwrap(), salt).unwrap(),
            "fsverity" => Format::fs_verity(block, salt).unwrap(),
            "glacier" => Format::glacier(),
            "btv2" => Format::bittorrent(),
            other => panic!("{other}"),
        };
        let what = format!("{} of {length} by {block}, salt of {}", case.format, salt.len());
        let root = format.root(data).unwrap();
        let printed =
            if case.format == "fsverity" { verity::fs_verity_digest(&format, length, &root) } else { root };
        assert_eq!(printed, case.root.0, "{what}");
        let Some(stored_sha256) = &case.stored_sha256 else { continue };
        let mut device = Vec::new();
        let hasher = TreeHasher::new();
        match case.format {
            "dm-verity" => {
                let uuid = case.uuid.as_ref().unwrap().0[..].try_into().unwrap();
                let superblock = Superblock { format: format.clone(), data_blocks: length / block, uuid };
                device = superblock.to_bytes().to_vec();
                device.resize(superblock.start() as usize, 0);
                stored::write_blocks(&format, &hasher, data, length, superblock.start(), &mut device)
                    .unwrap();
                assert_eq!(Superblock::from_bytes(device.first_chunk().unwrap()), Ok(superblock), "{what}");
            }
            "fsverity" => {
                stored::write_blocks(&format, &hasher, data, length, 0, &mut device).unwrap();
            }
            _ => {
                let height = case.piece_length.unwrap().trailing_zeros() as usize - 14;
                let (level, _) = stored::list_of(&format, length, height).unwrap();
                let tree = BlockTree::new(format.clone(), data).unwrap();
                device = tree.level(level).unwrap().as_flattened().to_vec();
            }
        }
        assert_eq!(sha256(&device), stored_sha256.0, "{what}: stored");
    }
}

/// So many zeros, of which nothing is kept; how many were read.
struct Zeros(AtomicU64);

impl ReadAt for Zeros {
    fn read_at(&self, bytes: &mut [u8], _: u64) -> io::Result<usize> {
        bytes.fill(0);
        self.0.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(bytes.len())
    }
}

#[test]
fn a_source_that_ends_early_or_fails_is_an_error_that_says_where() {
    let format = Format::bittorrent();
    let data = random(100_000);
    for workers in [Workers::HERE, Workers::threads(4)] {
        let error = stored::root(&format, &TreeHasher::new().on(workers), &data, 100_001).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(error.to_string(), "it ends at byte 100000, before byte 100001");
    }
    let zeros = Zeros(AtomicU64::new(0));
    let error = stored::root(&format, &TreeHasher::new(), &zeros, 1 << 63).unwrap_err();
    assert!(error.to_string().contains("at most 9223372036854775807 bytes"), "{error}");
    assert_eq!(zeros.0.into_inner(), 0);
}

#[test]
fn rounds_of_more_than_64_mib_go_on_where_the_last_ended() {
    let zeros = Zeros(AtomicU64::new(0));
    let length = (130 << 20) + 5;
    let root = stored::root(&Format::bittorrent(), &TreeHasher::new(), &zeros, length).unwrap();
    assert_eq!(zeros.0.into_inner(), length);
    let mut hasher = RootHasher::new(Format::bittorrent());
    let block = vec![0; 1 << 20];
    (0..130).for_each(|_| hasher.update(&block));
    hasher.update([0; 5]);
    assert_eq!(hasher.finalize().unwrap(), root);
}

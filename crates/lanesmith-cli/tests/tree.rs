//! `lanesmith tree` and `lanesmith torrent`: the same bytes as other tools, bad blocks named, nothing half written.

mod program;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use lanesmith_testkit::vectors::sha256 as vectors;
use program::{lanesmith, run, started};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// A file of so many bytes.
fn put(folder: &TempDir, name: &str, length: usize) -> Vec<u8> {
    let data = vectors::generate(1, length);
    fs::write(folder.path().join(name), &data).unwrap();
    data
}

fn flip(path: &Path, byte: usize) {
    let mut data = fs::read(path).unwrap();
    data[byte] ^= 0x10;
    fs::write(path, data).unwrap();
}

fn call(folder: &TempDir, args: &str) -> (Option<i32>, String, String) {
    let args: Vec<&str> = args.split_whitespace().collect();
    run(lanesmith(&args).current_dir(folder.path()).stdin(Stdio::null()))
}

/// What it prints, where it succeeds.
fn printed(folder: &TempDir, args: &str) -> String {
    let (status, out, err) = call(folder, args);
    assert_eq!(status, Some(0), "{args}: {err}");
    out
}

/// What it says, where it does not succeed.
fn refused(folder: &TempDir, args: &str, status: i32) -> String {
    let (found, out, err) = call(folder, args);
    assert_eq!(found, Some(status), "{args}: {out}{err}");
    out + &err
}

fn first_word(text: &str) -> String {
    text.split_whitespace().next().unwrap().to_owned()
}

/// Writes a hash device and gives its root.
fn hash_device(folder: &TempDir, options: &str) -> String {
    let text = printed(folder, &format!("tree write --format dm-verity {options} -o hash data"));
    text.split("Root hash:").nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
}

#[test]
fn the_root_stands_first_on_the_line_whatever_the_format() {
    let folder = folder();
    put(&folder, "data", 12_288);
    put(&folder, "other", 16_384);
    for (options, length) in [
        ("--format btv2", 64),
        ("--format fsverity --salt 00ff", 71),
        ("--format dm-verity --salt 00ff", 64),
        ("--format glacier", 64),
        ("--format s3 --block-size 5MiB", 46),
        ("--format rfc6962 --block-size 1000", 64),
    ] {
        let line = printed(&folder, &format!("tree root {options} data"));
        assert_eq!(first_word(&line).len(), length, "{line}");
        assert!(line.ends_with(" data\n"), "{line}");
        // The same from a pipe, whose length nobody knows.
        let piped = lanesmith(&format!("tree root {options}").split_whitespace().collect::<Vec<_>>())
            .stdin(File::open(folder.path().join("data")).unwrap())
            .output()
            .unwrap();
        assert_eq!(first_word(&String::from_utf8(piped.stdout).unwrap()), first_word(&line), "{options}");
        let json = printed(&folder, &format!("tree root --json {options} data data"));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json[1]["root"], first_word(&line));
        assert_eq!(json[1]["length"], 12_288);
        let root = first_word(&line);
        assert_eq!(printed(&folder, &format!("tree check {options} --root {root} data")), "data: OK\n");
        let other = printed(&folder, &format!("tree root {options} other"));
        let said = refused(&folder, &format!("tree check {options} --root {} data", first_word(&other)), 1);
        assert!(said.contains(&format!("the root is {root}, not")), "{said}");
    }
}

#[test]
fn whole_trees_are_written_and_bad_blocks_named_whatever_the_format() {
    let folder = folder();
    put(&folder, "data", 200_704);
    for (options, tree_length, unit, size) in [
        ("--format btv2", 32 * 13, "block", 16_384),
        ("--format btv2 --piece-length 64KiB", 32 * 4, "piece", 65_536),
        ("--format fsverity", 2 * 4096 - 4096, "block", 4096),
        ("--format fsverity --block-size 1KiB --salt aa", 8192, "block", 1024),
        ("--format s3 --block-size 100000", 32 * 3, "block", 100_000),
        ("--format rfc6962", 32 * 49, "block", 4096),
        ("--format glacier", 32, "block", 1 << 20),
    ] {
        put(&folder, "data", 200_704);
        let root = first_word(&printed(&folder, &format!("tree write {options} -o tree data")));
        assert_eq!(fs::metadata(folder.path().join("tree")).unwrap().len(), tree_length, "{options}");
        let check = format!("tree check {options} --root {root} --tree tree data");
        assert_eq!(printed(&folder, &check), "data: OK\n");
        for byte in [0, 100_000, 200_703] {
            flip(&folder.path().join("data"), byte);
            let (index, offset) = (byte / size, byte / size * size);
            let length = size.min(200_704 - offset);
            let line = format!("data: {unit} {index} is bad, at byte {offset} ({length} bytes)\n");
            assert_eq!(refused(&folder, &check, 1), line, "{options}");
            flip(&folder.path().join("data"), byte);
        }
        for length in [0, 200_703, 200_705] {
            File::options().write(true).open(folder.path().join("data")).unwrap().set_len(length).unwrap();
            refused(&folder, &check, 1);
        }
        put(&folder, "data", 200_704);
        flip(&folder.path().join("tree"), tree_length as usize / 2);
        assert!(refused(&folder, &check, 1).starts_with("tree: "), "{options}");
    }
}

#[test]
fn a_bit_of_a_hash_device_that_is_not_as_it_was_is_found_and_named() {
    let folder = folder();
    put(&folder, "data", 4096 * 300);
    let root = hash_device(&folder, "--salt 0102");
    let check = format!("tree check --format dm-verity --root {root} --tree hash data");
    assert_eq!(printed(&folder, &check), "data: OK\n");
    let hash = folder.path().join("hash");
    for (byte, said) in [
        (0, "no signature"),
        (9, "a version other than 1"),
        (12, "a type of hash"),
        (33, "an algorithm other than sha256"),
        (64, "blocks of a power of two"),
        (72, "the tree covers"),
        (80, "not the tree of this root"),
        (81, "a salt of more than 256 bytes"),
        (84, "bytes that must be zero"),
        (88, "not the tree of this root"),
        (400, "bytes that must be zero"),
        (600, "byte 600 behind the superblock is not zero"),
        (4096, "not the tree of this root"),
        (8192, "block 0 of level 0 is bad, at byte 8192: blocks 0 to 127 of data cannot be told"),
        (4096 * 4, "block 2 of level 0 is bad, at byte 16384: blocks 256 to 299 of data cannot be told"),
    ] {
        flip(&hash, byte);
        let found = refused(&folder, &check, 1);
        assert!(found.contains(said), "byte {byte}: {found}");
        flip(&hash, byte);
    }
    // A device of another image.
    let other = put(&folder, "other", 4096 * 300 + 7)[7..].to_vec();
    fs::write(folder.path().join("other"), other).unwrap();
    let said = refused(&folder, &check.replace(" data", " other"), 1);
    assert_eq!(said.lines().count(), 300, "all blocks are others");
    printed(&folder, "tree write --format dm-verity -o hash other");
    assert!(refused(&folder, &check, 1).contains("not the tree of this root"));
    // Options that are not what the superblock says.
    hash_device(&folder, "--salt 0102");
    for option in ["--block-size 512", "--hash-block-size 512", "--salt 01"] {
        assert!(
            refused(&folder, &format!("{check} {option}"), 1).contains("the superblock says"),
            "{option}"
        );
    }
}

#[test]
fn hash_devices_that_are_short_long_or_huge_are_told_apart() {
    let folder = folder();
    put(&folder, "data", 4096 * 130);
    let root = hash_device(&folder, "");
    let check = format!("tree check --format dm-verity --root {root} --tree hash data");
    let hash = folder.path().join("hash");
    let whole = fs::read(&hash).unwrap();
    for length in [0, 511, 4095, whole.len() - 1, whole.len() + 1] {
        let mut bytes = whole.clone();
        bytes.resize(length, 0);
        fs::write(&hash, bytes).unwrap();
        let said = refused(&folder, &check, 1);
        assert!(said.starts_with(&format!("hash: {length} bytes")), "{said}");
    }
    let mut huge = whole.clone();
    huge[72..80].copy_from_slice(&u64::MAX.to_le_bytes());
    fs::write(&hash, &huge).unwrap();
    assert!(refused(&folder, &check, 1).contains("covers at most"));
    huge[72..80].copy_from_slice(&(1_u64 << 50).to_le_bytes());
    fs::write(&hash, &huge).unwrap();
    assert!(refused(&folder, &check, 1).contains("block 130 and what follows is missing"));
}

#[test]
fn what_has_no_tree_is_refused_and_nothing_is_written() {
    let folder = folder();
    put(&folder, "data", 5000);
    put(&folder, "empty", 0);
    fs::write(folder.path().join("tree"), "as it was").unwrap();
    for (args, status, said) in [
        ("--format dm-verity -o tree data", 1, "the last 904 of 5000 bytes fill no block of 4096"),
        ("--format dm-verity -o tree empty", 1, "no tree over nothing"),
        ("--format btv2 -o tree empty", 1, "an empty file has no pieces root"),
        ("--format dm-verity --block-size 3000 -o tree data", 2, "a power of two from 512 to 524288"),
        ("--format fsverity --block-size 512 -o tree data", 2, "from 1024 to 65536"),
        ("--format btv2 --block-size 4096 -o tree data", 2, "blocks of 16384 bytes, not of 4096"),
        ("--format glacier --salt 00 -o tree data", 2, "--salt belongs to"),
        ("--format fsverity --hash-block-size 4096 -o tree data", 2, "--hash-block-size"),
        ("--format dm-verity --salt 0 -o tree data", 2, "--salt"),
        ("--format btv2 --piece-length 20000 -o tree data", 2, "--piece-length 20000"),
        ("--format dm-verity --data-blocks 2 -o tree data", 1, "fewer than 2 blocks"),
        ("--format btv2 -o tree .", 2, "directory"),
        ("--format btv2 -o . data", 2, "cannot write ."),
        ("--format btv2 -o tree /no/file", 2, "cannot read /no/file"),
        ("--format btv2 -o /no/tree data", 2, "cannot write /no/tree"),
    ] {
        let found = refused(&folder, &format!("tree write {args}"), status);
        assert!(found.to_lowercase().contains(&said.to_lowercase()), "{args}: {found}");
        assert_eq!(fs::read(folder.path().join("tree")).unwrap(), b"as it was", "{args}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    // The first blocks of a file that does not end with one.
    printed(&folder, "tree write --format dm-verity --data-blocks 1 -o tree data");
}

#[cfg(target_os = "linux")]
#[test]
fn full_disks_pipes_and_sparse_files_are_what_they_are() {
    let folder = folder();
    put(&folder, "data", 50_000);
    let said = refused(&folder, "tree write --format rfc6962 -o /dev/full data", 2);
    assert!(said.contains("cannot write /dev/full"), "{said}");
    // To a pipe goes the whole tree at the end.
    let mut command = lanesmith(&["tree", "write", "--format", "rfc6962", "-o", "/dev/stderr", "data"]);
    let output = command.current_dir(folder.path()).output().unwrap();
    printed(&folder, "tree write --format rfc6962 -o tree data");
    assert_eq!(output.stderr, fs::read(folder.path().join("tree")).unwrap());
    let status = started(Command::new("mkfifo")).arg(folder.path().join("fifo")).status().unwrap();
    assert!(status.success());
    let mut writer = started(Command::new("sh"));
    let mut writer = writer.args(["-c", "cat data > fifo"]).current_dir(folder.path()).spawn().unwrap();
    assert!(refused(&folder, "tree write --format btv2 -o tree fifo", 2).contains("a pipe can only be read"));
    let _ = writer.wait();
    let sparse = File::create(folder.path().join("sparse")).unwrap();
    sparse.set_len(1 << 26).unwrap();
    fs::write(folder.path().join("zeros"), vec![0; 1 << 26]).unwrap();
    let roots = printed(&folder, "tree root --format btv2 sparse zeros");
    let roots: Vec<_> = roots.lines().map(first_word).collect();
    assert_eq!(roots[0], roots[1]);
}

/// Whether a tool is there; what it would have shown is not shown otherwise.
fn have(tool: &str) -> bool {
    let there = started(Command::new(tool)).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !there {
        eprintln!("SKIPPED: no {tool} here");
    }
    there
}

fn tool(folder: &TempDir, line: &str) -> (Option<i32>, String, String) {
    let mut words = line.split_whitespace();
    let mut command = started(Command::new(words.next().unwrap()));
    run(command.args(words).current_dir(folder.path()))
}

#[test]
fn veritysetup_writes_the_same_device_and_takes_ours() {
    if !have("veritysetup") {
        return;
    }
    let folder = folder();
    const UUID: &str = "00112233-4455-6677-8899-aabbccddeeff";
    for (blocks, block, hash_block) in [
        (1, 4096, 4096),
        (129, 4096, 4096),
        (300, 512, 512),
        (40, 1024, 4096),
        (700, 4096, 512),
        (3, 65_536, 1024),
    ] {
        put(&folder, "data", blocks * block);
        for salt in ["-".to_owned(), "00".into(), "5a".repeat(32), "a5".repeat(63), "33".repeat(256)] {
            let sizes = format!("--salt={salt} --uuid={UUID} --hash-block-size={hash_block}");
            let theirs =
                tool(&folder, &format!("veritysetup format data theirs --data-block-size={block} {sizes}"));
            assert_eq!(theirs.0, Some(0), "{}", theirs.2);
            let write =
                format!("tree write --format dm-verity --data-block-size {block} {sizes} -o ours data");
            let ours = printed(&folder, &write);
            assert_eq!(ours.replace("ours", "theirs"), theirs.1);
            let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
            assert!(read("ours") == read("theirs"), "{blocks} blocks of {block}, {hash_block}, {salt}");
            let root = first_word(ours.split("Root hash:").nth(1).unwrap());
            assert_eq!(tool(&folder, &format!("veritysetup verify data ours {root}")).0, Some(0));
            printed(&folder, &format!("tree check --format dm-verity --root {root} --tree theirs data"));
            fs::remove_file(folder.path().join("theirs")).unwrap();
        }
    }
}

#[test]
fn fsverity_prints_the_same_digests_and_writes_the_same_trees() {
    if !have("fsverity") {
        return;
    }
    let folder = folder();
    for block in [1024, 4096, 65_536] {
        for (length, salt) in [(0, "00"), (1, ""), (block, "aabb"), (33 * block + 1, "00112233445566")] {
            put(&folder, "data", length);
            let salted = |name| if salt.is_empty() { String::new() } else { format!("{name}{salt}") };
            let theirs = tool(
                &folder,
                &format!(
                    "fsverity digest --block-size={block} {} --out-merkle-tree=theirs data",
                    salted("--salt=")
                ),
            );
            let ours = printed(
                &folder,
                &format!(
                    "tree write --format fsverity --block-size {block} {} -o ours data",
                    salted("--salt ")
                ),
            );
            assert_eq!(ours, theirs.1);
            let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
            assert!(read("ours") == read("theirs"), "{length} by {block}");
        }
    }
}

/// A folder of files around blocks and pieces, and its torrent.
fn torrent(folder: &TempDir, options: &str) {
    fs::create_dir_all(folder.path().join("set/sub/deep")).unwrap();
    for (name, length) in [
        ("empty", 0),
        ("tiny", 1),
        ("block-1", 16_383),
        ("block", 16_384),
        ("block+1", 16_385),
        ("piece-1", 32_767),
        ("piece", 32_768),
        ("sub/piece+1", 32_769),
        ("sub/deep/many", 32_768 * 9 + 5),
    ] {
        put(folder, &format!("set/{name}"), length);
    }
    printed(folder, &format!("torrent create --piece-length 32KiB {options} -o set.torrent set"));
}

#[test]
fn a_torrent_holds_for_its_files_and_bad_pieces_are_named() {
    for options in ["", "--hybrid --private --announce http://a.example --comment c"] {
        let folder = folder();
        torrent(&folder, options);
        let check = "torrent check set.torrent";
        assert_eq!(printed(&folder, check).lines().count(), 9);
        let many = folder.path().join("set/sub/deep/many");
        flip(&many, 32_768 * 3);
        flip(&many, 32_768 * 9 + 4);
        let said = refused(&folder, check, 1);
        assert!(said.contains("set/sub/deep/many: piece 3 is bad, at byte 98304 (32768 bytes)\n"), "{said}");
        assert!(said.contains("set/sub/deep/many: piece 9 is bad, at byte 294912 (5 bytes)\n"), "{said}");
        flip(&folder.path().join("set/tiny"), 0);
        fs::remove_file(folder.path().join("set/block")).unwrap();
        put(&folder, "set/piece", 5);
        let said = refused(&folder, check, 1);
        assert!(said.contains("set/tiny: piece 0 is bad, at byte 0 (1 bytes)"), "{said}");
        assert!(said.contains("set/block: missing"), "{said}");
        assert!(said.contains("set/piece: 5 bytes where the torrent says 32768"), "{said}");
    }
}

#[test]
fn the_same_files_give_the_same_torrent_and_a_single_file_lies_in_no_folder() {
    let folder = folder();
    torrent(&folder, "");
    let first = fs::read(folder.path().join("set.torrent")).unwrap();
    torrent(&folder, "");
    assert!(first == fs::read(folder.path().join("set.torrent")).unwrap());
    printed(&folder, "torrent create -o one.torrent set/block+1");
    assert_eq!(printed(&folder, "torrent check one.torrent set"), "block+1: OK\n");
    let json = printed(&folder, "torrent create --json --hybrid -o one.torrent set/block+1");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["files"], &json["length"], &json["piece_length"]),
        (&1.into(), &16_385.into(), &16_384.into())
    );
    assert_eq!(json["info_hash_v1"].as_str().unwrap().len(), 40);
}

/// A torrent of one file below this path, in bencode, with whatever else is said of it.
fn forged(path: &[&str], file: &str, layers: &str) -> Vec<u8> {
    let mut tree = format!("d0:d{file}ee");
    for part in path.iter().rev() {
        tree = format!("d{}:{part}{tree}e", part.len());
    }
    format!("d4:infod9:file tree{tree}12:meta versioni2e4:name1:n12:piece lengthi16384ee12:piece layersd{layers}ee")
        .into_bytes()
}

#[test]
fn hostile_torrents_are_refused_before_anything_is_read() {
    let folder = folder();
    let path = folder.path().join("evil.torrent");
    let check = |torrent: &[u8], said: &str| {
        fs::write(&path, torrent).unwrap();
        let found = refused(&folder, "torrent check evil.torrent", 1);
        assert!(found.contains(said), "{said}: {found}");
    };
    let root = "r".repeat(32);
    let small = format!("6:lengthi5e11:pieces root32:{root}");
    let large = format!("6:lengthi50000e11:pieces root32:{root}");
    let layer = |length: usize| format!("32:{root}{length}:{}", "x".repeat(length));
    check(&forged(&["a"], &small, ""), "n/a: missing");
    check(&forged(&[".."], &small, ""), "leads out of its folder");
    check(&forged(&["a", "..", "b"], &small, ""), "leads out of its folder");
    check(&forged(&["."], &small, ""), "leads out of its folder");
    check(&forged(&["a/b"], &small, ""), "is none of a file");
    check(&forged(&["/etc"], &small, ""), "is none of a file");
    check(&forged(&["a\0"], &small, ""), "is none of a file");
    check(&forged(&["d"; 66], &small, ""), "folders in more than 64 others");
    check(&forged(&["a"], &format!("4:attr1:l{small}"), ""), "a symbolic link");
    check(&forged(&["a"], &format!("{small}12:symlink pathl1:be"), ""), "a symbolic link");
    check(&forged(&["a"], "6:lengthi5e", ""), "no pieces root");
    check(&forged(&["a"], "6:lengthi-5e", ""), "not from 0 to 2^63 - 1");
    check(&forged(&["a"], &small.replace("i5e", "i9223372036854775808e"), ""), "not from 0 to 2^63 - 1");
    check(&forged(&["a"], &large.replace("50000", "9223372036854775807"), ""), "piece layers: none for a");
    check(&forged(&["a"], &large, &layer(32)), "32 bytes for a, whose 4 pieces take 32 each");
    check(&forged(&["a"], &large, &layer(1 << 20)), "1048576 bytes for a");
    check(&forged(&["a"], &small, &layer(32)), "there is no file with several pieces");
    check(&forged(&["a"], "6:lengthi5e11:pieces root3:abc", ""), "a pieces root of 3 bytes");
    let text = String::from_utf8(forged(&["a"], &small, "")).unwrap();
    check(text.replace("i16384e", "i16383e").as_bytes(), "piece length");
    check(text.replace("versioni2e", "versioni3e").as_bytes(), "meta version");
    check(text.replace("4:name1:n", "4:name2:..").as_bytes(), "leads out of its folder");
    check(format!("{text}i1e").as_bytes(), "more behind");
    check(&text.as_bytes()[..text.len() - 3], "not a torrent");
    check(text.replace("4:name1:n", "4:name999999999999:n").as_bytes(), "not a torrent");
    check("l".repeat(1_000_000).as_bytes(), "not a torrent");
    check(
        b"d4:infod6:lengthi5e4:name1:n12:piece lengthi16384e6:pieces20:xxxxxxxxxxxxxxxxxxxxee",
        "no meta version",
    );
    let hybrid = text.replace("12:piece lengthi16384e", "12:piece lengthi16384e6:pieces0:");
    check(hybrid.as_bytes(), "version 1 without files");
    let hybrid = hybrid.replace("12:meta", "5:filesld6:lengthi6e4:pathl1:aeee12:meta");
    check(hybrid.as_bytes(), "two versions have different files");
    check(hybrid.replace("i6e", "i5e").as_bytes(), "n/a: missing");
}

#[cfg(unix)]
#[test]
fn links_are_neither_followed_nor_put_into_a_torrent() {
    let folder = folder();
    torrent(&folder, "");
    let at = |name: &str| folder.path().join(name);
    fs::rename(at("set/sub"), at("sub")).unwrap();
    std::os::unix::fs::symlink("../sub", at("set/sub")).unwrap();
    let said = refused(&folder, "torrent check set.torrent", 1);
    assert!(said.contains("set/sub is a symbolic link, which is not followed"), "{said}");
    let said = refused(&folder, "torrent create -o new.torrent set", 1);
    assert!(said.contains("set/sub: neither a file nor a folder"), "{said}");
    assert!(!at("new.torrent").exists());
}

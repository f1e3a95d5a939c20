//! The C interface called from Rust: vectors, threads, a panic, and that failures stay on their thread.

#![allow(unsafe_code)]

#[cfg(all(feature = "bls", feature = "pwhash"))]
mod hostile;

use std::ffi::{CStr, c_char, c_void};
use std::ptr::null_mut;

use lanesmith_c::ffi::generated::{curl, merkle, sha256};
use lanesmith_c::ffi::{engines, errors, pow, stream};
use lanesmith_c::{Search, Status};

/// The words of the last failure on this thread.
fn words() -> String {
    let mut text = [0_u8; 300];
    // SAFETY: memory of the length beside it.
    let len = unsafe { errors::lanesmith_last_error(text.as_mut_ptr().cast::<c_char>(), text.len()) };
    String::from_utf8_lossy(&text[..len.min(299)]).into_owned()
}

fn digest(message: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    // SAFETY: memory of the lengths beside it.
    let done =
        unsafe { sha256::lanesmith_sha256(message.as_ptr(), message.len(), out.as_mut_ptr(), out.len()) };
    assert_eq!(done, Status::Ok);
    out
}

#[test]
fn many_messages_have_the_digests_that_each_has_alone_at_every_length() {
    let text: Vec<u8> = (0..400).map(|i| (i * 7) as u8).collect();
    let messages: Vec<&[u8]> = (0..400).map(|len| &text[..len]).collect();
    let pointers: Vec<*const u8> = messages.iter().map(|message| message.as_ptr()).collect();
    let lengths: Vec<usize> = messages.iter().map(|message| message.len()).collect();
    let mut out = vec![0; 32 * messages.len()];
    // SAFETY: arrays of as many entries as are said, memory of the lengths beside it.
    let done = unsafe {
        sha256::lanesmith_sha256_many(
            pointers.as_ptr(),
            lengths.as_ptr(),
            messages.len(),
            out.as_mut_ptr(),
            out.len(),
        )
    };
    assert_eq!(done, Status::Ok);
    for (message, found) in messages.iter().zip(out.chunks(32)) {
        assert_eq!(found, digest(message));
    }
}

#[test]
fn nodes_and_roots_are_those_of_the_facade() {
    for count in [1, 2, 3, 16, 17, 64, 65, 1000] {
        let leaves: Vec<[u8; 32]> = (0..count).map(|i: u32| [i as u8; 32]).collect();
        let (bytes, mut root) = (leaves.as_flattened(), [0; 32]);
        // SAFETY: memory of the lengths beside it.
        let done = unsafe {
            merkle::lanesmith_merkle_root(1 << 20, bytes.as_ptr(), bytes.len(), root.as_mut_ptr(), 32)
        };
        assert_eq!(done, Status::Ok);
        assert_eq!(Ok(root), lanesmith::sha256::merkle::merkleize(&leaves, Some(1 << 20)));
    }
}

/// `lanesmith_blocks_root` of a format.
fn blocks_root(format: &CStr, block_size: u64, salt: &[u8], data: &[u8]) -> (Status, [u8; 32]) {
    let mut root = [0; 32];
    // SAFETY: memory of the lengths beside it.
    let done = unsafe {
        merkle::lanesmith_blocks_root(
            format.as_ptr(),
            block_size,
            0,
            salt.as_ptr(),
            salt.len(),
            data.as_ptr(),
            data.len(),
            root.as_mut_ptr(),
            32,
        )
    };
    (done, root)
}

#[test]
fn files_as_trees_have_the_roots_of_the_facade_and_bad_blocks_are_marked() {
    use lanesmith::sha256::blocks::{BlockTree, Format};
    let mut data: Vec<u8> = (0..100_000_u32).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect();
    assert_eq!(
        blocks_root(c"btv2", 0, &[], &data),
        (Status::Ok, Format::bittorrent().root(&data).expect("a root"))
    );
    let tree = BlockTree::new(Format::rfc6962(1000).expect("a format"), &data).expect("a tree");
    let (root, digests) = (tree.root(), tree.level(0).expect("digests").as_flattened().to_vec());
    assert_eq!(blocks_root(c"rfc6962", 1000, &[], &data), (Status::Ok, root));
    let mut of_digests = [0; 32];
    // SAFETY: memory of the lengths beside it.
    let done = unsafe {
        let (format, salt) = (c"rfc6962".as_ptr(), [].as_ptr());
        let (at, len) = (digests.as_ptr(), digests.len());
        let out = of_digests.as_mut_ptr();
        merkle::lanesmith_blocks_root_of_digests(format, 1000, 0, salt, 0, 100_000, at, len, out, 32)
    };
    assert_eq!((done, of_digests), (Status::Ok, root));
    let check = |data: &[u8], root: &[u8; 32], bad: &mut [u8]| {
        // SAFETY: memory of the lengths beside it.
        unsafe {
            merkle::lanesmith_blocks_check(
                c"rfc6962".as_ptr(),
                1000,
                0,
                [].as_ptr(),
                0,
                root.as_ptr(),
                32,
                digests.as_ptr(),
                digests.len(),
                data.as_ptr(),
                data.len(),
                bad.as_mut_ptr(),
                bad.len(),
            )
        }
    };
    let mut bad = [9; 100];
    assert_eq!(check(&data, &root, &mut bad), Status::Ok);
    assert_eq!(bad, [0; 100]);
    data[57_000] ^= 1;
    assert_eq!(check(&data, &root, &mut bad), Status::Mismatch);
    assert_eq!(bad.iter().position(|byte| *byte == 1), Some(57));
    assert_eq!(check(&data, &[0; 32], &mut bad), Status::Tree);
    assert_eq!(check(&data[1..], &root, &mut bad), Status::Mismatch);
    assert_eq!(check(&data, &root, &mut bad[1..]), Status::Length);
}

#[test]
fn formats_and_sizes_that_there_are_not_are_told() {
    for (format, block_size, salt, data, said) in [
        (c"abacus", 0, &[][..], &[1][..], "no such format; there are btv2"),
        (c"btv2", 4096, &[], &[1], "btv2 has blocks of 16384 bytes, not of 4096"),
        (c"btv2", 0, &[1], &[1], "btv2 has no salt"),
        (c"btv2", 0, &[], &[], "an empty file has no pieces root"),
        (c"fsverity", 3000, &[], &[1], "a power of two from 1024 to 65536"),
        (c"fsverity", 0, &[0; 33], &[1], "a salt of at most 32 bytes"),
        (c"dm-verity", 0, &[], &[1], "covers whole blocks"),
    ] {
        assert_eq!(blocks_root(format, block_size, salt, data).0, Status::Tree, "{said}");
        assert!(words().contains(said), "{}", words());
    }
}

#[test]
fn trytes_that_are_none_are_told_with_their_place() {
    let mut out = [0; 81];
    // SAFETY: memory of the lengths beside it.
    let done = unsafe { curl::lanesmith_curl_hash(81, b"ABc".as_ptr(), 3, out.as_mut_ptr(), 81) };
    assert_eq!((done, words().as_str()), (Status::Tryte, "tryte 2 is 'c', not one of 9 and A to Z"));
    assert_eq!(out, [0; 81]);
}

#[test]
fn a_failure_is_of_its_thread_alone() {
    // SAFETY: null where that is an error.
    assert_eq!(unsafe { stream::lanesmith_sha256_new(null_mut()) }, Status::Pointer);
    assert!(words().contains("null pointer"), "{}", words());
    std::thread::spawn(|| assert_eq!(words(), "")).join().expect("no failure there");
    assert!(words().contains("null pointer"));
}

#[test]
fn every_status_has_a_name_of_its_own() {
    let name = |status: i32| {
        // SAFETY: a text that lives for ever.
        unsafe { CStr::from_ptr(errors::lanesmith_status_name(status)) }
    };
    for (number, status) in Status::ALL.iter().enumerate() {
        assert_eq!(*status as usize, number, "numbers without gaps");
        assert_eq!(name(number as i32).to_str(), Ok(status.name()));
    }
    assert_eq!(name(Status::ALL.len() as i32), c"UNKNOWN");
    assert_eq!(name(i32::MIN), c"UNKNOWN");
}

/// A search for what is never found.
fn endless(threads: u32) -> *mut Search {
    let (transaction, mut search) = ([b'A'; 2673], null_mut());
    // SAFETY: memory of the length beside it, a place for the handle.
    let done =
        unsafe { pow::lanesmith_pow_new(transaction.as_ptr(), 2673, 200, threads, 0, 0, &raw mut search) };
    assert_eq!(done, Status::Ok);
    search
}

const NOTHING: pow::Found = pow::Found { nonce: [0; 27], weight: 0, batch: 0, attempts: 0, next: 0 };

/// Milliseconds from a cancel on another thread to the end of the search.
fn cancelled_after(threads: u32) -> u128 {
    let search = endless(threads);
    // A number that may be sent to the other thread.
    let address = search.expose_provenance();
    let (sender, begun) = std::sync::mpsc::channel::<()>();
    let canceller = std::thread::spawn(move || {
        let search: *const Search = std::ptr::with_exposed_provenance(address);
        begun.recv().expect("the search begins");
        // SAFETY: freed only after this thread has ended.
        assert_eq!(unsafe { pow::lanesmith_pow_cancel(search) }, Status::Ok);
        std::time::Instant::now()
    });
    /// Once it has tried more than an engine tries at once.
    unsafe extern "C" fn tell(user: *mut c_void, attempts: u64, _: f64) -> i32 {
        // SAFETY: the sender of the function around it.
        let sender = unsafe { &*user.cast::<std::sync::mpsc::Sender<()>>() };
        if attempts > 1 << 20 {
            let _ = sender.send(());
        }
        0
    }
    let mut found = NOTHING;
    // SAFETY: a handle, a sender for the callback, a place for the result.
    let done = unsafe {
        pow::lanesmith_pow_run(search, Some(tell), (&raw const sender).cast_mut().cast(), 10, &raw mut found)
    };
    let ended = std::time::Instant::now();
    let cancelled = canceller.join().expect("cancelled");
    assert_eq!(done, Status::Cancelled);
    // Of several threads, that with the first nonces may not have had a CPU yet.
    assert!(found.attempts > 0 && (found.next > 0 || threads > 1), "{found:?}");
    // SAFETY: nobody uses it any more.
    unsafe { pow::lanesmith_pow_free(search) };
    ended.saturating_duration_since(cancelled).as_millis()
}

#[test]
fn a_search_is_cancelled_from_another_thread_within_a_tenth_of_a_second() {
    // The best of some: other programs may have the CPUs.
    for threads in [1, 2] {
        assert!((0..20).any(|_| cancelled_after(threads) < 100), "{threads} threads");
    }
}

#[test]
fn a_nonce_is_the_one_that_the_facade_finds_and_a_search_goes_on_behind_it() {
    unsafe extern "C" fn count(user: *mut c_void, _: u64, _: f64) -> i32 {
        // SAFETY: the number of the test below.
        unsafe { *user.cast::<u32>() += 1 };
        0
    }
    let transaction = [b'B'; 2673];
    let expected = lanesmith::curl::pow::Search::transaction(&transaction, 7).expect("a transaction");
    let expected = expected.run(&lanesmith::curl::pow::Job::new()).expect("a nonce");
    let mut start = 0;
    for number in 0..2 {
        let (mut search, mut found, mut told) = (null_mut(), NOTHING, 0_u32);
        // SAFETY: memory of the length beside it, places for handle and result, a number for the callback.
        let done = unsafe {
            let made = pow::lanesmith_pow_new(transaction.as_ptr(), 2673, 7, 1, start, 0, &raw mut search);
            assert_eq!(made, Status::Ok, "{}", words());
            let done = pow::lanesmith_pow_run(search, Some(count), (&raw mut told).cast(), 0, &raw mut found);
            pow::lanesmith_pow_free(search);
            done
        };
        assert_eq!(done, Status::Ok);
        assert!(found.weight >= 7 && told > 0);
        if number == 0 {
            assert_eq!((found.nonce, found.batch), (expected.nonce(), expected.batch));
        } else {
            assert!(found.batch > expected.batch);
        }
        start = found.next;
    }
}

#[test]
fn engines_are_listed_with_reasons() {
    unsafe extern "C" fn visit(user: *mut c_void, row: *const engines::EngineRow) {
        // SAFETY: the list of the test below, and a row that lives as long as this call.
        let (rows, row) = unsafe { (&mut *user.cast::<Vec<(String, String, bool)>>(), &*row) };
        // SAFETY: texts of the row.
        let text = |text: *const c_char| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
        rows.push((text(row.operation), text(row.engine), row.refusal.is_null()));
    }
    let mut rows: Vec<(String, String, bool)> = Vec::new();
    // SAFETY: a function of the type, and what it expects.
    assert_eq!(unsafe { engines::lanesmith_engines(Some(visit), (&raw mut rows).cast()) }, Status::Ok);
    let known: usize = lanesmith::registry().map(|table| table.infos().count()).sum();
    assert_eq!(rows.len(), known);
    assert!(rows.contains(&("sha256.nodes".into(), "scalar".into(), true)));
}

#[test]
fn a_panic_becomes_a_status() {
    let done = lanesmith_c::ffi::guarded(|| panic!("as a defect would"));
    assert_eq!((done, words().as_str()), (Status::Internal, "a panic: as a defect would"));
}

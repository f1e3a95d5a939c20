//! The interface as programs call it. Tags are compared with another implementation.
#![allow(
    unsafe_code,
    clippy::undocumented_unsafe_blocks,
    reason = "what is called is what C calls, with memory of the test"
)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use lanesmith_libargon2::Code;
use lanesmith_libargon2::ffi::*;

/// A context with everything, over these buffers.
fn context(pwd: &mut [u8], salt: &mut [u8], secret: &mut [u8], ad: &mut [u8], out: &mut [u8]) -> Context {
    Context {
        out: out.as_mut_ptr(),
        outlen: out.len() as u32,
        pwd: pwd.as_mut_ptr(),
        pwdlen: pwd.len() as u32,
        salt: salt.as_mut_ptr(),
        saltlen: salt.len() as u32,
        secret: secret.as_mut_ptr(),
        secretlen: secret.len() as u32,
        ad: ad.as_mut_ptr(),
        adlen: ad.len() as u32,
        t_cost: 2,
        m_cost: 70,
        lanes: 2,
        threads: 2,
        version: 0x13,
        allocate_cbk: None,
        free_cbk: None,
        flags: 0,
    }
}

/// The tag of another implementation.
fn reference(c: &Context, kind: c_int, [pwd, salt, secret, ad]: [&[u8]; 4]) -> Vec<u8> {
    use argon2::{Algorithm, Argon2, AssociatedData, ParamsBuilder, Version};
    let algorithm = [Algorithm::Argon2d, Algorithm::Argon2i, Algorithm::Argon2id][kind as usize];
    let version = if c.version == 0x10 { Version::V0x10 } else { Version::V0x13 };
    let mut params = ParamsBuilder::new();
    params.m_cost(c.m_cost).t_cost(c.t_cost).p_cost(c.lanes).output_len(c.outlen as usize);
    params.data(AssociatedData::new(ad).unwrap());
    let argon2 = Argon2::new_with_secret(secret, algorithm, version, params.build().unwrap()).unwrap();
    let mut out = vec![0; c.outlen as usize];
    argon2.hash_password_into(pwd, salt, &mut out).unwrap();
    out
}

/// What a call with one thing changed gives.
fn changed(change: impl FnOnce(&mut Context), kind: c_int) -> c_int {
    let (mut pwd, mut salt, mut secret, mut ad, mut out) = ([1; 8], [2; 16], [3; 4], [4; 4], [0; 32]);
    let mut c = context(&mut pwd, &mut salt, &mut secret, &mut ad, &mut out);
    change(&mut c);
    unsafe { argon2_ctx(&mut c, kind) }
}

#[test]
fn tags_are_those_of_another_implementation() {
    for kind in 0..3 {
        for version in [0x10, 0x13] {
            for (lanes, m_cost, out_len) in
                [(1, 8, 4), (1, 67, 32), (3, 100, 64), (4, 64, 65), (5, 1000, 200)]
            {
                let (mut pwd, mut salt, mut secret, mut ad) =
                    (*b"password", *b"saltsaltsalt", [7; 5], [8; 9]);
                let mut out = vec![0; out_len];
                let mut c = context(&mut pwd, &mut salt, &mut secret, &mut ad, &mut out);
                (c.version, c.lanes, c.threads, c.m_cost) = (version, lanes, 64, m_cost);
                assert_eq!(unsafe { argon2_ctx(&mut c, kind) }, 0);
                assert_eq!(out, reference(&c, kind, [&pwd, &salt, &secret, &ad]), "{kind} {version} {lanes}");
            }
        }
    }
}

#[test]
fn threads_do_not_change_the_tag() {
    let tag = |threads| {
        let (mut pwd, mut salt, mut out) = ([1; 8], [2; 16], [0; 32]);
        let mut c = context(&mut pwd, &mut salt, &mut [], &mut [], &mut out);
        (c.lanes, c.threads, c.m_cost, c.t_cost) = (4, threads, 4096, 1);
        assert_eq!(unsafe { argon2id_ctx(&mut c) }, 0);
        out
    };
    assert!([2, 3, 4, 200].into_iter().all(|threads| tag(threads) == tag(1)));
}

#[test]
fn any_number_is_a_version_of_its_own() {
    let tag = |version| {
        let (mut pwd, mut salt, mut out) = ([1; 8], [2; 16], [0; 32]);
        let mut c = context(&mut pwd, &mut salt, &mut [], &mut [], &mut out);
        c.version = version;
        assert_eq!(unsafe { argon2d_ctx(&mut c) }, 0);
        out
    };
    let mut tags: Vec<_> = [0, 0x10, 0x13, 0x14, u32::MAX].map(tag).into();
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 5);
}

#[test]
fn what_is_wrong_has_its_code_and_the_first_thing_counts() {
    let none = null_mut();
    unsafe extern "C" fn refuse(_: *mut *mut u8, _: usize) -> c_int {
        -1
    }
    unsafe extern "C" fn nothing(_: *mut u8, _: usize) {}
    type Change = Box<dyn FnOnce(&mut Context)>;
    let cases: Vec<(c_int, Change)> = vec![
        (-1, Box::new(move |c| (c.out, c.outlen) = (none, 0))),
        (-2, Box::new(|c| (c.outlen, c.saltlen) = (3, 0))),
        (-18, Box::new(move |c| c.pwd = none)),
        (-19, Box::new(move |c| c.salt = none)),
        (-6, Box::new(|c| (c.saltlen, c.m_cost) = (7, 0))),
        (-6, Box::new(move |c| (c.salt, c.saltlen) = (none, 0))),
        (-20, Box::new(move |c| (c.secret, c.m_cost) = (none, 0))),
        (-21, Box::new(move |c| (c.ad, c.m_cost) = (none, 0))),
        (-14, Box::new(|c| (c.m_cost, c.t_cost) = (7, 0))),
        (-14, Box::new(|c| (c.m_cost, c.lanes) = (15, 2))),
        (-12, Box::new(|c| (c.t_cost, c.lanes) = (0, 0))),
        (-16, Box::new(|c| (c.lanes, c.threads) = (0, 0))),
        (-17, Box::new(|c| (c.lanes, c.m_cost) = (1 << 24, u32::MAX))),
        (-28, Box::new(|c| c.threads = 0)),
        (-29, Box::new(|c| c.threads = 1 << 24)),
        (-24, Box::new(|c| c.free_cbk = Some(nothing))),
        (-23, Box::new(|c| c.allocate_cbk = Some(refuse))),
        (
            -22,
            Box::new(|c| {
                c.allocate_cbk = Some(refuse);
                c.free_cbk = Some(nothing);
            }),
        ),
        // Four TiB, of which no machine gives so much.
        (-22, Box::new(|c| (c.m_cost, c.lanes, c.threads) = (u32::MAX, 1, 1))),
    ];
    for (code, change) in cases {
        assert_eq!(changed(change, 2), code);
    }
    assert_eq!(changed(|_| (), 3), Code::IncorrectType as c_int);
    assert_eq!(changed(|c| c.t_cost = 0, 3), Code::TimeTooSmall as c_int, "before the kind");
    assert_eq!(unsafe { argon2_ctx(null_mut(), 1) }, Code::IncorrectParameter as c_int);
    assert_eq!(unsafe { argon2id_verify_ctx(null_mut(), null()) }, Code::IncorrectParameter as c_int);
}

static ASKED: AtomicUsize = AtomicUsize::new(0);
static BACK: AtomicUsize = AtomicUsize::new(0);
static DIRTY: AtomicUsize = AtomicUsize::new(0);

/// Memory that is aligned to 8 bytes and to no more, filled with what was there before.
unsafe extern "C" fn allocate(memory: *mut *mut u8, bytes: usize) -> c_int {
    ASKED.store(bytes, SeqCst);
    let whole = vec![0xa5a5_a5a5_a5a5_a5a5_u64; bytes / 8 + 16].leak();
    let skip = whole.as_ptr().align_offset(64) + 1;
    unsafe { *memory = whole[skip..].as_mut_ptr().cast() };
    0
}

unsafe extern "C" fn free(memory: *mut u8, bytes: usize) {
    BACK.store(bytes, SeqCst);
    let left = unsafe { std::slice::from_raw_parts(memory, bytes) };
    DIRTY.store(left.iter().filter(|byte| **byte != 0).count(), SeqCst);
}

#[test]
fn callbacks_give_exactly_the_memory_and_get_it_back_wiped() {
    let (mut pwd, mut salt, mut out) = ([1; 8], [2; 16], [0; 32]);
    let mut c = context(&mut pwd, &mut salt, &mut [], &mut [], &mut out);
    c.allocate_cbk = Some(allocate);
    c.free_cbk = Some(free);
    assert_eq!(unsafe { argon2id_ctx(&mut c) }, 0);
    assert_eq!(out.as_slice(), reference(&c, 2, [&pwd, &salt, &[], &[]]));
    // Of 70 KiB whole quarters of two lanes.
    assert_eq!((ASKED.load(SeqCst), BACK.load(SeqCst), DIRTY.load(SeqCst)), (64 << 10, 64 << 10, 0));
}

#[test]
fn flags_wipe_what_the_caller_gave_and_its_length() {
    for flags in 0..4 {
        let (mut pwd, mut salt, mut secret, mut out) = ([1; 8], [2; 16], [3; 4], [0; 32]);
        let mut c = context(&mut pwd, &mut salt, &mut secret, &mut [], &mut out);
        c.flags = flags;
        assert_eq!(unsafe { argon2i_ctx(&mut c) }, 0);
        let lengths = (c.pwdlen, c.secretlen);
        let (wipes_pwd, wipes_secret) = (flags & 1 != 0, flags & 2 != 0);
        assert_eq!((pwd == [0; 8], secret == [0; 4]), (wipes_pwd, wipes_secret));
        assert_eq!(lengths, (if wipes_pwd { 0 } else { 8 }, if wipes_secret { 0 } else { 4 }));
    }
}

#[test]
fn a_result_may_lie_over_its_inputs() {
    let mut memory = *b"password-and-salt-in-one-place!!";
    let apart = memory;
    let mut c = context(&mut [], &mut [], &mut [], &mut [], &mut memory);
    (c.pwd, c.pwdlen) = (memory.as_mut_ptr(), 8);
    (c.salt, c.saltlen) = (memory.as_mut_ptr().wrapping_add(8), 24);
    assert_eq!(unsafe { argon2id_ctx(&mut c) }, 0);
    assert_eq!(memory.as_slice(), reference(&c, 2, [&apart[..8], &apart[8..], &[], &[]]));
}

fn encode(kind: c_int, version: u32, room: usize) -> (c_int, Vec<u8>, [u8; 24]) {
    let (mut raw, mut text) = ([0u8; 24], vec![0xee_u8; room]);
    let (pwd, salt) = (b"password", b"somesalt");
    let code = unsafe {
        argon2_hash(
            2,
            64,
            1,
            pwd.as_ptr().cast(),
            8,
            salt.as_ptr().cast(),
            8,
            raw.as_mut_ptr().cast(),
            24,
            text.as_mut_ptr().cast(),
            room,
            kind,
            version,
        )
    };
    (code, text, raw)
}

#[test]
fn strings_verify_with_their_password_and_kind_only() {
    let verify = |text: &CStr, pwd: &[u8], kind| unsafe {
        argon2_verify(text.as_ptr(), pwd.as_ptr().cast::<c_void>(), pwd.len(), kind)
    };
    for kind in 0..3 {
        for version in [0x10, 0x13, 0x55] {
            let room = argon2_encodedlen(2, 64, 1, 8, 24, kind);
            let (code, text, raw) = encode(kind, version, room);
            assert_eq!((code, raw == [0; 24]), (0, false));
            let text = CStr::from_bytes_until_nul(&text).unwrap();
            // The room is for two digits of a version.
            assert_eq!(text.to_bytes().len() + 1, room);
            assert_eq!(verify(text, b"password", kind), 0);
            assert_eq!(verify(text, b"passwort", kind), -35);
            assert_eq!(verify(text, b"password", (kind + 1) % 3), -32);
            assert_eq!(verify(text, b"password", 9), -26);
        }
    }
    assert_eq!(verify(c"", b"", 2), -32);
    let no_password =
        unsafe { argon2id_verify(c"$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAA".as_ptr(), null(), 3) };
    assert_eq!((no_password, unsafe { argon2d_verify(null(), null(), 0) }), (-18, -32));
}

#[test]
fn a_string_that_does_not_fit_leaves_nothing_behind() {
    let room = argon2_encodedlen(2, 64, 1, 8, 24, 2);
    for short in [1, 2, 20, room - 1] {
        let (code, text, _) = encode(2, 0x13, short);
        assert_eq!((code, text), (-31, vec![0; short]));
    }
    assert_eq!(encode(2, 0x13, 0).0, 0, "no room means that no string is wanted");
}

#[test]
fn lengths_beyond_32_bits_have_codes_and_are_not_read() {
    let huge = 1usize << 32;
    let (pwd, salt, mut out) = (b"password", b"somesalt", [0u8; 8]);
    let mut call = |pwd_len, salt_len, out_len| unsafe {
        argon2id_hash_raw(
            1,
            8,
            1,
            pwd.as_ptr().cast(),
            pwd_len,
            salt.as_ptr().cast(),
            salt_len,
            out.as_mut_ptr().cast(),
            out_len,
        )
    };
    assert_eq!((call(huge, 8, 8), call(8, huge, 8), call(8, 8, huge)), (-5, -7, -3));
    assert_eq!((call(8, 7, 8), call(8, 8, 3), call(8, 8, 8)), (-6, -2, 0));
}

#[test]
fn contexts_are_verified_against_a_hash() {
    let (mut pwd, mut salt, mut out) = ([1; 8], [2; 16], [0; 32]);
    let mut c = context(&mut pwd, &mut salt, &mut [], &mut [], &mut out);
    let mut right = reference(&c, 1, [&[1; 8], &[2; 16], &[], &[]]);
    assert_eq!(unsafe { argon2i_verify_ctx(&mut c, right.as_ptr().cast::<c_char>()) }, 0);
    assert_eq!(unsafe { argon2_verify_ctx(&mut c, right.as_ptr().cast::<c_char>(), 1) }, 0);
    assert_eq!(unsafe { argon2d_verify_ctx(&mut c, right.as_ptr().cast::<c_char>()) }, -35);
    right[31] ^= 1;
    assert_eq!(unsafe { argon2i_verify_ctx(&mut c, right.as_ptr().cast::<c_char>()) }, -35);
}

#[test]
fn two_hundred_threads_get_the_same_tag() {
    let one = encode(2, 0x13, 0).2;
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..200).map(|_| scope.spawn(|| encode(2, 0x13, 0).2)).collect();
        assert!(all.into_iter().all(|thread| thread.join().unwrap() == one));
    });
}

#[test]
fn kinds_have_names() {
    let name = |kind, upper| unsafe {
        let name = argon2_type2string(kind, upper);
        (!name.is_null()).then(|| CStr::from_ptr(name).to_str().unwrap())
    };
    assert_eq!([0, 1, 2].map(|kind| name(kind, 0)), [Some("argon2d"), Some("argon2i"), Some("argon2id")]);
    assert_eq!([name(2, 1), name(3, 0), name(-1, 1)], [Some("Argon2id"), None, None]);
    let words = unsafe { CStr::from_ptr(argon2_error_message(-32)) };
    assert_eq!(words, c"Decoding failed");
}

//! Functions of old strings over the primitives of other crates, with a question now and then whether to stop.

use alloc::vec::Vec;

use blowfish::Blowfish;
use hmac::Mac;
use sha2::Digest;

use crate::mem::{Interrupt, Secret, Stopped, wipe};

/// Rounds between two questions: a few milliseconds each.
const ASK_BCRYPT: u64 = 32;
const ASK_CRYPT: u32 = 256;
const ASK_PBKDF2: u32 = 4096;

/// Stops if that is asked for.
fn go_on(interrupt: Interrupt<'_>) -> Result<(), Stopped> {
    if interrupt.asked() { Err(Stopped) } else { Ok(()) }
}

/// bcrypt of a key of 1 to 72 bytes, its NUL among them: Provos and Mazières, "A Future-Adaptable Password Scheme" (1999).
pub(super) fn bcrypt(
    cost: u32,
    salt: &[u8; 16],
    key: &[u8],
    interrupt: Interrupt<'_>,
) -> Result<Secret<[u8; 24]>, Stopped> {
    let mut state: Blowfish = Blowfish::bc_init_state();
    state.salted_expand_key(salt, key);
    for round in 0..1_u64 << cost {
        if round % ASK_BCRYPT == 0 {
            go_on(interrupt)?;
        }
        state.bc_expand_key(key);
        state.bc_expand_key(salt);
    }
    let mut hash = Secret::new([0; 24]);
    for (block, text) in hash.chunks_exact_mut(8).zip(b"OrpheanBeholderScryDoubt".chunks_exact(8)) {
        let word = |at: usize| u32::from_be_bytes([text[at], text[at + 1], text[at + 2], text[at + 3]]);
        let mut words = [word(0), word(4)];
        for _ in 0..64 {
            words = state.bc_encrypt(words);
        }
        for (bytes, word) in block.chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
    }
    Ok(hash)
}

/// sha256-crypt or sha512-crypt, by the hash function: Drepper, "Unix crypt using SHA-256 and SHA-512" (2008), whose steps are numbered.
pub(super) fn sha2_crypt<D: Digest>(
    password: &[u8],
    salt: &[u8],
    rounds: u32,
    interrupt: Interrupt<'_>,
) -> Result<Vec<u8>, Stopped> {
    // 4 to 8.
    let mut sum = D::new().chain_update(password).chain_update(salt).chain_update(password).finalize();
    // 1 to 3, 9 to 12: of that as many bytes as the password has; then it or the password for each bit of the length.
    let mut first = D::new().chain_update(password).chain_update(salt);
    repeated(&sum, password.len(), |bytes| first.update(bytes));
    let mut bits = password.len();
    while bits > 0 {
        first.update(if bits & 1 == 1 { &sum[..] } else { password });
        bits >>= 1;
    }
    wipe(&mut sum);
    let mut state = first.finalize();
    // 13 to 16.
    let mut of_password = D::new();
    for _ in 0..password.len() {
        of_password.update(password);
    }
    let mut of_password = stretched::<D>(of_password, password.len());
    // 17 to 20.
    let mut of_salt = D::new();
    for _ in 0..16 + u32::from(state[0]) {
        of_salt.update(salt);
    }
    let mut of_salt = stretched::<D>(of_salt, salt.len());
    // 21.
    let mut stopped = Ok(());
    for round in 0..rounds {
        if round % ASK_CRYPT == 0 {
            stopped = go_on(interrupt);
            if stopped.is_err() {
                break;
            }
        }
        let odd = round % 2 == 1;
        let mut next = D::new();
        next.update(if odd { &of_password[..] } else { &state[..] });
        if round % 3 != 0 {
            next.update(&of_salt);
        }
        if round % 7 != 0 {
            next.update(&of_password);
        }
        next.update(if odd { &state[..] } else { &of_password[..] });
        state = next.finalize();
    }
    wipe(&mut of_password);
    wipe(&mut of_salt);
    let hash = state.to_vec();
    wipe(&mut state);
    stopped.map(|()| hash)
}

/// A digest again and again, so many bytes in all.
fn repeated(digest: &[u8], mut bytes: usize, mut take: impl FnMut(&[u8])) {
    while bytes > 0 {
        let part = &digest[..bytes.min(digest.len())];
        take(part);
        bytes -= part.len();
    }
}

/// The digest of what was hashed, again and again, so many bytes in all.
fn stretched<D: Digest>(hasher: D, bytes: usize) -> Vec<u8> {
    let mut digest = hasher.finalize();
    let mut all = Vec::with_capacity(bytes);
    repeated(&digest, bytes, |part| all.extend_from_slice(part));
    wipe(&mut digest);
    all
}

/// PBKDF2 of RFC 8018, with a keyed pseudorandom function.
pub(super) fn pbkdf2<M: Mac + Clone>(
    keyed: &M,
    salt: &[u8],
    rounds: u32,
    out: &mut [u8],
    interrupt: Interrupt<'_>,
) -> Result<(), Stopped> {
    for (index, block) in (1_u32..).zip(out.chunks_mut(M::output_size())) {
        let mut last =
            keyed.clone().chain_update(salt).chain_update(index.to_be_bytes()).finalize().into_bytes();
        block.copy_from_slice(&last[..block.len()]);
        for round in 1..rounds {
            if round % ASK_PBKDF2 == 0 {
                go_on(interrupt)?;
            }
            last = keyed.clone().chain_update(&last).finalize().into_bytes();
            block.iter_mut().zip(&last).for_each(|(sum, byte)| *sum ^= byte);
        }
        wipe(&mut last);
    }
    Ok(())
}

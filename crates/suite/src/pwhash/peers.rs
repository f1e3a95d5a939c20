//! Other libraries: RustCrypto's, and those of the system, which are loaded while the program runs.

use lanesmith_race::{Contender, Memory};
#[cfg(feature = "peers")]
use {
    lanesmith_race::Kind,
    lanesmith_testkit::vectors::memhard::mail::{PASSWORD, SALT},
    std::hint::black_box,
};

/// One that writes a key of 32 bytes; what failed is thrown out.
#[cfg(feature = "peers")]
fn peer(
    name: &str,
    memory: Memory,
    mut hash: impl FnMut() -> Option<[u8; 32]> + Clone + 'static,
) -> Contender {
    let mut again = hash.clone();
    let run = move || {
        black_box(hash());
    };
    let output = move || again().map_or_else(|| b"no hash".to_vec(), Vec::from);
    Contender::new(name, Kind::Peer, 1.0, run, output).using(memory)
}

/// Argon2id, or Argon2i.
#[cfg(feature = "peers")]
pub fn argon2(bytes: u64, passes: u32, lanes: u32, is_i: bool, memory: Memory) -> Vec<Contender> {
    use argon2::{Algorithm, Argon2, Block, Params, Version};
    let kib = (bytes >> 10) as u32;
    let Ok(params) = Params::new(kib, passes, lanes, None) else { return Vec::new() };
    let algorithm = if is_i { Algorithm::Argon2i } else { Algorithm::Argon2id };
    let hash = Argon2::new(algorithm, Version::V0x13, params);
    let called = hash.clone();
    let mut list = vec![peer("rustcrypto-argon2", memory, move || {
        let mut tag = [0; 32];
        called.hash_password_into(PASSWORD, SALT, &mut tag).ok()?;
        Some(tag)
    })];
    // One more copy of the memory: only where that is little.
    if bytes <= super::race::ALL_ENGINES {
        let blocks = std::rc::Rc::new(std::cell::RefCell::new(vec![Block::default(); kib as usize]));
        list.push(peer("rustcrypto-argon2, memory kept", memory, move || {
            let mut tag = [0; 32];
            let blocks = &mut *blocks.borrow_mut();
            hash.hash_password_into_with_memory(PASSWORD, SALT, &mut tag, blocks).ok()?;
            Some(tag)
        }));
    }
    // It computes lanes in threads of its own, whose CPU time nobody would count.
    #[cfg(unix)]
    if let Some(library) = crate::ffi::system::Argon2::load().filter(|_| lanes == 1) {
        list.push(peer("libargon2", memory, move || library.hash(is_i, passes, kib, lanes, PASSWORD, SALT)));
    }
    #[cfg(unix)]
    if lanes == 1 {
        list.extend(crate::loaded::argon2().map(|(name, library)| {
            peer(name, memory, move || library.hash(is_i, passes, kib, lanes, PASSWORD, SALT))
        }));
    }
    list
}

/// scrypt with entries of 1 KiB.
#[cfg(feature = "peers")]
pub fn scrypt(bytes: u64, p: u32, memory: Memory) -> Vec<Contender> {
    let n = bytes >> 10;
    let Ok(params) = scrypt::Params::new(n.ilog2() as u8, 8, p) else { return Vec::new() };
    let mut list = vec![peer("rustcrypto-scrypt", memory, move || {
        let mut key = [0; 32];
        scrypt::scrypt(PASSWORD, SALT, &params, &mut key).ok()?;
        Some(key)
    })];
    #[cfg(unix)]
    if let Some(library) = crate::ffi::system::Crypto::load() {
        list.push(peer("libcrypto", memory, move || library.scrypt(PASSWORD, SALT, n, 8, p)));
    }
    list
}

/// yescrypt in its read-write mode.
#[cfg(feature = "peers")]
pub fn yescrypt(n: u64, r: u32, memory: Memory) -> Vec<Contender> {
    let Ok(params) = yescrypt::Params::new(yescrypt::Mode::default(), n, r, 1) else { return Vec::new() };
    let mut list = vec![peer("rustcrypto-yescrypt", memory, move || {
        let mut key = [0; 32];
        yescrypt::yescrypt(PASSWORD, SALT, &params, &mut key).ok()?;
        Some(key)
    })];
    #[cfg(unix)]
    if let Some(library) = crate::ffi::system::Crypt::load() {
        list.extend(libcrypt(library, n, r, memory));
    }
    list
}

/// The system's crypt(3): it makes a string, and the key of ours is the output where both strings are equal.
#[cfg(all(feature = "peers", unix))]
fn libcrypt(library: crate::ffi::system::Crypt, n: u64, r: u32, memory: Memory) -> Option<Contender> {
    use lanesmith_pwhash::crypt::{Setting, Stored};
    use lanesmith_pwhash::mem::Arena;
    use lanesmith_pwhash::yescrypt::{Mode, Params, Yescrypt};
    let params = Params::new(Mode::ReadWrite, n, r).ok()?;
    let setting = Setting::new(params, SALT).ok()?;
    let text = setting.to_string();
    let (mut first, second) = (library.clone(), text.clone());
    let mut library = library;
    let run = move || drop(black_box(library.crypt(PASSWORD, &text)));
    let output = move || {
        let mut arena = Arena::new();
        let theirs = first.crypt(PASSWORD, &second).unwrap_or_default();
        let ours = Stored::hash(setting, PASSWORD, &mut arena).map(|stored| stored.to_string());
        let mut key = vec![0; 32];
        match ours {
            Ok(ours) if ours == theirs => {
                let _ = Yescrypt::new(params).derive(PASSWORD, SALT, &mut key, &mut arena);
                key
            }
            _ => theirs.into_bytes(),
        }
    };
    Some(Contender::new("libcrypt", Kind::Peer, 1.0, run, output).using(memory))
}

/// None are compiled in.
#[cfg(not(feature = "peers"))]
pub fn argon2(_: u64, _: u32, _: u32, _: bool, _: Memory) -> Vec<Contender> {
    Vec::new()
}

/// None are compiled in.
#[cfg(not(feature = "peers"))]
pub fn scrypt(_: u64, _: u32, _: Memory) -> Vec<Contender> {
    Vec::new()
}

/// None are compiled in.
#[cfg(not(feature = "peers"))]
pub fn yescrypt(_: u64, _: u32, _: Memory) -> Vec<Contender> {
    Vec::new()
}

//! Libraries of the system, loaded while the program runs: `libcrypt`, `libargon2`, `libcrypto`. Each stays loaded.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::OnceLock;

use libloading::Library;

/// The first library that is there, kept for the rest of the process.
fn library(names: &[&str], place: &'static OnceLock<Option<Library>>) -> Option<&'static Library> {
    // SAFETY: these libraries of the system run nothing of ours when they are loaded, and are never unloaded.
    place.get_or_init(|| names.iter().find_map(|name| unsafe { Library::new(*name) }.ok())).as_ref()
}

type CryptR = unsafe extern "C" fn(*const c_char, *const c_char, *mut c_void) -> *mut c_char;

/// crypt(3) of libxcrypt.
#[derive(Clone)]
pub struct Crypt {
    crypt_r: CryptR,
    /// `struct crypt_data` has 32 KiB.
    data: Vec<u64>,
}

impl Crypt {
    /// The library, if the system has it.
    pub fn load() -> Option<Self> {
        static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
        let library = library(&["libcrypt.so.1", "libcrypt.so.2"], &LIBRARY)?;
        // SAFETY: `crypt_r` has had this signature since it exists.
        let crypt_r = unsafe { library.get::<CryptR>(b"crypt_r\0") }.ok()?;
        Some(Crypt { crypt_r: *crypt_r, data: vec![0; 8192] })
    }

    /// What it makes of a password and a setting; nothing if it refuses.
    pub fn crypt(&mut self, password: &[u8], setting: &str) -> Option<String> {
        let (password, setting) = (CString::new(password).ok()?, CString::new(setting).ok()?);
        self.data.fill(0);
        // SAFETY: strings of C, and more memory than `struct crypt_data` has, all zero at first as it wants. The result
        // points into that memory.
        let text = unsafe {
            let text = (self.crypt_r)(password.as_ptr(), setting.as_ptr(), self.data.as_mut_ptr().cast());
            if text.is_null() {
                return None;
            }
            CStr::from_ptr(text).to_str().ok()?.to_owned()
        };
        (!text.starts_with('*')).then_some(text)
    }
}

type HashRaw = unsafe extern "C" fn(
    u32,
    u32,
    u32,
    *const c_void,
    usize,
    *const c_void,
    usize,
    *mut c_void,
    usize,
) -> c_int;

/// libargon2.
#[derive(Clone)]
pub struct Argon2 {
    i: HashRaw,
    id: HashRaw,
}

impl Argon2 {
    /// The library, if the system has it.
    pub fn load() -> Option<Self> {
        static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
        Self::of(library(&["libargon2.so.1", "libargon2.so.0"], &LIBRARY)?).ok()
    }

    /// The functions of a library, or the name of the one that it lacks.
    pub fn of(library: &'static Library) -> Result<Self, String> {
        // SAFETY: the two functions have this signature in every version of the library.
        let function = |name: &str| match unsafe { library.get::<HashRaw>(name.as_bytes()) } {
            Ok(function) => Ok(*function),
            Err(_) => Err(name.to_owned()),
        };
        Ok(Argon2 { i: function("argon2i_hash_raw")?, id: function("argon2id_hash_raw")? })
    }

    /// A tag of 32 bytes.
    pub fn hash(
        &self,
        is_i: bool,
        passes: u32,
        kib: u32,
        lanes: u32,
        password: &[u8],
        salt: &[u8],
    ) -> Option<[u8; 32]> {
        let function = if is_i { self.i } else { self.id };
        let mut tag = [0_u8; 32];
        // SAFETY: it reads as many bytes as it is told from password and salt, and writes 32.
        let status = unsafe {
            function(
                passes,
                kib,
                lanes,
                password.as_ptr().cast(),
                password.len(),
                salt.as_ptr().cast(),
                salt.len(),
                tag.as_mut_ptr().cast(),
                tag.len(),
            )
        };
        (status == 0).then_some(tag)
    }
}

type EvpScrypt =
    unsafe extern "C" fn(*const c_char, usize, *const u8, usize, u64, u64, u64, u64, *mut u8, usize) -> c_int;

/// OpenSSL's libcrypto.
#[derive(Clone)]
pub struct Crypto {
    scrypt: EvpScrypt,
}

impl Crypto {
    /// The library, if the system has it.
    pub fn load() -> Option<Self> {
        static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
        let library = library(&["libcrypto.so.3", "libcrypto.so.1.1"], &LIBRARY)?;
        // SAFETY: `EVP_PBE_scrypt` has had this signature since OpenSSL 1.1.
        let scrypt = unsafe { library.get::<EvpScrypt>(b"EVP_PBE_scrypt\0") }.ok()?;
        Some(Crypto { scrypt: *scrypt })
    }

    /// A key of 32 bytes.
    pub fn scrypt(&self, password: &[u8], salt: &[u8], n: u64, r: u64, p: u32) -> Option<[u8; 32]> {
        let mut key = [0; 32];
        // SAFETY: it reads as many bytes as it is told from password and salt, and writes 32.
        let status = unsafe {
            (self.scrypt)(
                password.as_ptr().cast(),
                password.len(),
                salt.as_ptr(),
                salt.len(),
                n,
                r,
                p.into(),
                u64::MAX / 2,
                key.as_mut_ptr(),
                key.len(),
            )
        };
        (status == 1).then_some(key)
    }
}

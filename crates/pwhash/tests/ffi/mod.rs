//! The system's crypt(3), loaded while the test runs.

use std::ffi::{CStr, CString, c_char, c_int, c_void};

#[cfg_attr(target_os = "linux", link(name = "dl"))]
unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const RTLD_NOW: c_int = 2;

/// libcrypt.so.1.
pub struct LibCrypt {
    crypt_r: unsafe extern "C" fn(*const c_char, *const c_char, *mut c_void) -> *mut c_char,
    /// `struct crypt_data` of libxcrypt has 32 KiB.
    data: Vec<u64>,
}

impl LibCrypt {
    /// The library, if the system has one.
    pub fn load() -> Option<Self> {
        // SAFETY: both are strings of C; the library stays loaded. `crypt_r` has this signature since it exists.
        let crypt_r = unsafe {
            let library = dlopen(c"libcrypt.so.1".as_ptr(), RTLD_NOW);
            if library.is_null() {
                return None;
            }
            let function = dlsym(library, c"crypt_r".as_ptr());
            if function.is_null() {
                return None;
            }
            std::mem::transmute::<
                *mut c_void,
                unsafe extern "C" fn(*const c_char, *const c_char, *mut c_void) -> *mut c_char,
            >(function)
        };
        Some(LibCrypt { crypt_r, data: vec![0; 8192] })
    }

    /// What it makes of a password and a setting; nothing if it refuses, or either holds a zero byte.
    pub fn crypt(&mut self, password: &[u8], setting: &str) -> Option<String> {
        let password = CString::new(password).ok()?;
        let setting = CString::new(setting).ok()?;
        self.data.fill(0);
        // SAFETY: strings of C, and more memory than `struct crypt_data` has, all zero at first as it wants.
        let result = unsafe {
            let text = (self.crypt_r)(password.as_ptr(), setting.as_ptr(), self.data.as_mut_ptr().cast());
            if text.is_null() {
                return None;
            }
            CStr::from_ptr(text).to_str().ok()?.to_owned()
        };
        (!result.starts_with('*')).then_some(result)
    }
}

//! hashtree.

use std::ffi::c_void;
use std::ptr;

use libloading::Library;

use super::interface;

interface! {
    /// What is raced of hashtree's interface.
    Hashtree {} raw {
        init = hashtree_init(*const c_void);
        hash = hashtree_hash(*mut u8, *const u8, u64);
    }
}

impl Hashtree {
    /// Lets it choose its code for this CPU.
    pub fn init(&self) {
        // SAFETY: null asks it to choose.
        unsafe { (self.init)(ptr::null()) }
    }

    /// The parents of pairs.
    pub fn hash(&self, out: &mut [[u8; 32]], pairs: &[[u8; 64]]) {
        let count = out.len().min(pairs.len()) as u64;
        // SAFETY: it reads so many pairs and writes as many parents.
        unsafe { (self.hash)(out.as_mut_ptr().cast(), pairs.as_ptr().cast(), count) }
    }
}

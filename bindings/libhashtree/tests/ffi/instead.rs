//! A function of the program's own, in a process of its own: the choice is for all threads.
#![allow(
    unsafe_code,
    clippy::undocumented_unsafe_blocks,
    reason = "what is called is what C calls, with memory of the test"
)]

use lanesmith_libhashtree::ffi::{hashtree_hash, hashtree_init};

unsafe extern "C" fn count(output: *mut u8, _: *const u8, count: u64) {
    unsafe { output.write(count as u8) };
}

#[test]
fn a_function_of_the_programs_own_is_used_until_it_takes_it_back() {
    let (blocks, mut out) = ([0xab; 128], [0; 64]);
    assert_eq!(hashtree_init(Some(count)), 0);
    unsafe { hashtree_hash(out.as_mut_ptr(), blocks.as_ptr(), 2) };
    assert_eq!(out[..2], [2, 0]);
    assert_eq!(hashtree_init(None), 0);
    unsafe { hashtree_hash(out.as_mut_ptr(), blocks.as_ptr(), 2) };
    assert_eq!(out[..2], [0xec, 0x65]);
}

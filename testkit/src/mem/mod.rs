//! What a value leaves behind in memory when it is dropped.

use std::mem::MaybeUninit;

/// The bytes at the place of a value after its drop: where a secret is looked for.
///
/// ```
/// use lanesmith_testkit::mem::bytes_after_drop;
/// assert_eq!(bytes_after_drop([7_u8; 4]), [7; 4]);
/// ```
pub fn bytes_after_drop<T>(value: T) -> Vec<u8> {
    let mut place = Box::new(MaybeUninit::<T>::zeroed());
    place.write(value);
    // SAFETY: the value has just been written and is not used after this.
    unsafe { place.assume_init_drop() };
    let start: *const u8 = (&raw const *place).cast();
    // SAFETY: every address is inside the box, which is still allocated. Bytes between fields hold whatever the move of
    // the value left there; a volatile read takes them as they are in memory.
    (0..size_of::<T>()).map(|i| unsafe { start.add(i).read_volatile() }).collect()
}

/// Whether four or more bytes of a secret stand in some bytes, at any place and in either byte order of words.
///
/// ```
/// use lanesmith_testkit::mem::shows;
/// assert!(shows(&[0, 0, 1, 2, 3, 4, 0], &[9, 1, 2, 3, 4, 9]));
/// assert!(!shows(&[0; 64], &[1, 2, 3, 4]));
/// ```
pub fn shows(bytes: &[u8], secret: &[u8]) -> bool {
    secret.windows(4).any(|part| {
        let back = [part[3], part[2], part[1], part[0]];
        bytes.windows(4).any(|window| window == part || window == back)
    })
}

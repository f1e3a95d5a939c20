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

/// Where some bytes lie in memory of this process that can be written. Each is given [inverted], so that the pattern itself is not found;
/// whoever asks keeps other threads from writing them meanwhile.
///
/// # Panics
/// If the system doesn't show a process its memory.
///
/// ```
/// use lanesmith_testkit::mem::{find, inverted};
/// let looked_for = inverted(b"a password that is somewhere");
/// let password: Vec<u8> = inverted(&looked_for);
/// assert!(find(&looked_for).contains(&password.as_ptr().addr()));
/// ```
#[cfg(target_os = "linux")]
pub fn find(inverted: &[u8]) -> Vec<usize> {
    find_any(&[inverted]).into_iter().map(|(_, place)| place).collect()
}

/// [`find`] for several at once, each of a byte at least: which one, and where.
///
/// # Panics
/// If the system doesn't show a process its memory.
#[cfg(target_os = "linux")]
pub fn find_any(inverted: &[&[u8]]) -> Vec<(usize, usize)> {
    use std::fs::File;
    use std::io::{Read, Seek, SeekFrom};

    let mut maps = String::new();
    File::open("/proc/self/maps").expect("maps").read_to_string(&mut maps).expect("text");
    let mut memory = File::open("/proc/self/mem").expect("memory");
    let mut found = Vec::new();
    // A fixed buffer, so that no copies of what is looked for are left behind by reading.
    let mut buffer = vec![0; 1 << 16];
    // The first byte by itself: most places end there, and this is compiled with little optimisation.
    let mut begins = [false; 256];
    inverted.iter().for_each(|pattern| begins[usize::from(!pattern[0])] = true);
    let longest = inverted.iter().map(|pattern| pattern.len()).max().unwrap_or_default();
    for line in maps.lines().filter(|line| line.contains(" rw")) {
        let (range, _) = line.split_once(' ').expect("a range");
        let (start, end) = range.split_once('-').expect("two ends");
        let [start, end] = [start, end].map(|n| usize::from_str_radix(n, 16).expect("hexadecimal"));
        let mut at = start;
        while at < end {
            let len = buffer.len().min(end - at);
            let own = (buffer.as_ptr().addr(), buffer.as_ptr().addr() + buffer.len());
            if memory.seek(SeekFrom::Start(at as u64)).is_err()
                || memory.read_exact(&mut buffer[..len]).is_err()
            {
                break;
            }
            // What the next part begins with is looked at there.
            let next = if len == buffer.len() { len - longest } else { len };
            for i in (0..next).filter(|i| begins[usize::from(buffer[*i])]) {
                let place = at + i;
                for (which, pattern) in inverted.iter().enumerate() {
                    let is_own = place + pattern.len() > own.0 && place < own.1;
                    let fits = || (0..pattern.len()).all(|k| buffer[i + k] == !pattern[k]);
                    if i + pattern.len() <= len && !is_own && fits() {
                        found.push((which, place));
                    }
                }
            }
            at += next;
        }
    }
    buffer.fill(0);
    found
}

/// The bytes as [`find`] takes them, and back.
pub fn inverted(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| !byte).collect()
}

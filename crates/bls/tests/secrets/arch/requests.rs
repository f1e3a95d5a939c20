//! Requests to valgrind's memcheck: sequences of instructions that do nothing elsewhere.

/// From `valgrind.h` and `memcheck.h`.
const RUNNING_ON_VALGRIND: usize = 0x1001;
const MAKE_MEM_UNDEFINED: usize = (b'M' as usize) << 24 | (b'C' as usize) << 16 | 1;
const MAKE_MEM_DEFINED: usize = MAKE_MEM_UNDEFINED + 1;

/// Whether requests get through.
pub const REQUESTS: bool = cfg!(all(target_arch = "x86_64", target_os = "linux"));

#[cfg(target_arch = "x86_64")]
fn request(code: usize, first: usize, second: usize) -> usize {
    let arguments = [code, first, second, 0, 0, 0];
    let mut result = 0usize;
    // SAFETY: four rotations by 128 bits together and an exchange of a register with itself change nothing; valgrind, if
    // there is one, reads the arguments and writes the result into `rdx`.
    unsafe {
        std::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") arguments.as_ptr(),
            inout("rdx") result,
            options(nostack),
        );
    }
    result
}

#[cfg(not(target_arch = "x86_64"))]
fn request(_: usize, _: usize, _: usize) -> usize {
    0
}

/// Whether this process runs under valgrind.
pub fn under_valgrind() -> bool {
    request(RUNNING_ON_VALGRIND, 0, 0) != 0
}

/// From now on a branch or an address that depends on these bytes is an error.
pub fn secret<T: ?Sized>(value: &mut T) {
    request(MAKE_MEM_UNDEFINED, (&raw mut *value).cast::<u8>() as usize, size_of_val(value));
}

/// Ends that for these bytes, whatever they were computed from.
pub fn public<T: ?Sized>(value: &mut T) {
    request(MAKE_MEM_DEFINED, (&raw mut *value).cast::<u8>() as usize, size_of_val(value));
}

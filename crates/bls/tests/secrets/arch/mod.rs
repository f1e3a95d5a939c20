//! What depends on the architecture: requests to valgrind's memcheck, which are sequences of instructions that do nothing
//! elsewhere, and the backends.

use lanesmith_bls::hazmat;

use crate::cases::{Backend, field, products};

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

/// The backends: each with what says whether this CPU has it, and with its cases.
pub const BACKENDS: &[Backend] = &[
    Backend {
        name: "scalar",
        runs_here: || true,
        field: field::<hazmat::Scalar>,
        products: products::<hazmat::Scalar>,
    },
    #[cfg(target_arch = "x86_64")]
    Backend {
        name: "bmi2",
        runs_here: || std::arch::is_x86_feature_detected!("bmi2"),
        field: field::<hazmat::Bmi2>,
        products: products::<hazmat::Bmi2>,
    },
    #[cfg(target_arch = "x86_64")]
    Backend {
        name: "adx",
        runs_here: || {
            std::arch::is_x86_feature_detected!("bmi2") && std::arch::is_x86_feature_detected!("adx")
        },
        field: field::<hazmat::Adx>,
        products: products::<hazmat::Adx>,
    },
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    Backend {
        name: "armv8",
        runs_here: || true,
        field: field::<hazmat::Armv8>,
        products: products::<hazmat::Armv8>,
    },
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    Backend {
        name: "armv8_adk",
        runs_here: || true,
        field: field::<hazmat::Armv8Adk>,
        products: products::<hazmat::Armv8Adk>,
    },
];

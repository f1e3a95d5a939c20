//! The engines of each operation. What they cost stands in `costs/`.

use lanesmith_isa::{AnyTable, table};

use crate::arch::*;
use crate::costs::CPUS;
use crate::kernel::block::Layout;
use crate::ops::{Argon2Kernel, Lyra2Kernel, ScryptKernel, TwoCatsKernel, YescryptKernel};

macro_rules! argon2 {
    ($module:ident, $layout:ident) => {
        Argon2Kernel { fill: $module::argon2_fill, layout: Layout::$layout }
    };
}

table! {
    /// The engines of Argon2.
    ///
    /// ```
    /// use lanesmith_pwhash::ARGON2;
    /// use lanesmith_pwhash::{EngineError, Handle};
    /// for engine in ARGON2.available() {
    ///     println!("{}: {}", engine.name(), engine.info.summary);
    /// }
    /// let scalar: Handle<_> = ARGON2.by_name("scalar")?;
    /// assert_eq!(scalar.name(), "scalar");
    /// # Ok::<(), EngineError>(())
    /// ```
    pub static ARGON2: ranked Argon2Kernel, CPUS;
    x86_64 {
        avx512: Avx512, 1, "a block in sixteen registers of 512 bits", argon2!(avx512, Pairs);
        avx2: Avx2, 1, "rows in 256 bits", argon2!(avx2, Rows);
        ssse3: Ssse3, 1, "half rows in 128 bits, byte shuffles", argon2!(ssse3, Rows);
        sse2: Sse2, 1, "half rows in 128 bits", argon2!(sse2, Rows);
    }
    aarch64 {
        neon_sha3: ArmSha3, 1, "half rows in 128 bits, an exclusive or rotated at once", argon2!(neon_sha3, Rows);
        neon: Neon, 1, "half rows in 128 bits", argon2!(neon, Rows);
    }
    portable {
        scalar: Portable, 1, "general registers", argon2!(scalar, Rows);
    }
}

macro_rules! lyra2 {
    ($module:ident) => {
        Lyra2Kernel { run: $module::lyra2_run }
    };
}

table! {
    /// The engines of Lyra2.
    pub static LYRA2: ranked Lyra2Kernel, CPUS;
    x86_64 {
        avx512: Avx512, 2, "rows in 256 bits, rotations", lyra2!(avx512);
        avx2: Avx2, 2, "rows in 256 bits", lyra2!(avx2);
        ssse3: Ssse3, 2, "half rows in 128 bits, byte shuffles", lyra2!(ssse3);
        sse2: Sse2, 2, "half rows in 128 bits", lyra2!(sse2);
    }
    aarch64 {
        neon_sha3: ArmSha3, 2, "half rows in 128 bits, an exclusive or rotated at once", lyra2!(neon_sha3);
        neon: Neon, 2, "half rows in 128 bits", lyra2!(neon);
    }
    portable {
        scalar: Portable, 2, "general registers", lyra2!(scalar);
    }
}

macro_rules! scrypt {
    ($module:ident) => {
        ScryptKernel { mix: $module::scrypt_mix }
    };
}

table! {
    /// The engines of scrypt. One input alone may be best in general registers, several in the widest vectors.
    pub static SCRYPT: planned ScryptKernel, CPUS;
    x86_64 {
        avx512: Avx512, 1..=8, "up to eight inputs in 512 bits", scrypt!(avx512);
        avx2: Avx2, 1..=4, "up to four inputs in 256 bits", scrypt!(avx2);
        sse2: Sse2, 1..=2, "one or two inputs in 128 bits", scrypt!(sse2);
    }
    aarch64 {
        neon: Neon, 1..=2, "one or two inputs in 128 bits", scrypt!(neon);
    }
    portable {
        scalar: Portable, 1, "general registers", scrypt!(scalar);
    }
}

table! {
    /// The engines of yescrypt. Wider vectors and AVX's forms of the instructions gain nothing over SSE2.
    pub static YESCRYPT: ranked YescryptKernel, CPUS;
    x86_64 {
        bmi2: Bmi2, 2, "one hash in general registers, two in lock step in 128 bits", bmi2::YESCRYPT;
        sse2: Sse2, 2, "pwxform in 128 bits, two hashes in lock step", sse2::YESCRYPT;
    }
    aarch64 {
        neon: Neon, 2, "pwxform in 128 bits, two hashes in lock step", neon::YESCRYPT;
    }
    portable {
        scalar: Portable, 2, "general registers", scalar::YESCRYPT;
    }
}

table! {
    /// The engines of TwoCats.
    pub static TWOCATS: ranked TwoCatsKernel, CPUS;
    x86_64 {
        avx512: Avx512, 1, "vectors as wide as the lanes, rotations", avx512::TWOCATS;
        avx2: Avx2, 1, "vectors of 256 bits", avx2::TWOCATS;
        ssse3: Ssse3, 1, "vectors of 128 bits, byte shuffles", ssse3::TWOCATS;
        sse2: Sse2, 1, "vectors of 128 bits", sse2::TWOCATS;
    }
    aarch64 {
        neon: Neon, 1, "vectors of 128 bits", neon::TWOCATS;
    }
    portable {
        scalar: Portable, 1, "general registers", scalar::TWOCATS;
    }
}

/// The tables of every operation of this crate.
pub static TABLES: &[&dyn AnyTable] = &[&ARGON2, &LYRA2, &SCRYPT, &YESCRYPT, &TWOCATS];

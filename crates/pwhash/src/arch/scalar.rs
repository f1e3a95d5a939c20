//! Portable code: arrays in place of vectors.

use lanesmith_isa::arch::scalar::{Words, Words32};
use lanesmith_isa::token::Portable;

use super::lanes::{argon2_engine, lyra2_engine, scrypt_engine, twocats_engine, yescrypt_engine};
use crate::kernel::blamka::{BlockFunction, Early, Rows};
use crate::kernel::block::{Block, Layout};

/// Argon2's block function. In WebAssembly each form of it is compiled once and called: it is eight kilobytes long.
#[derive(Clone, Copy)]
struct Mix64(Portable);

impl BlockFunction for Mix64 {
    const LAYOUT: Layout = <Rows<Words<4>> as BlockFunction>::LAYOUT;

    #[inline(always)]
    fn mix<const XOR: bool>(
        self,
        previous: &Block,
        reference: &Block,
        to: &mut Block,
        scratch: &mut Block,
        early: impl Early,
    ) {
        #[inline(never)]
        fn apart<const XOR: bool>(
            rows: Rows<Words<4>>,
            previous: &Block,
            reference: &Block,
            to: &mut Block,
            scratch: &mut Block,
        ) {
            rows.mix::<XOR>(previous, reference, to, scratch, ());
        }
        if cfg!(target_arch = "wasm32") {
            apart::<XOR>(Rows(self.0), previous, reference, to, scratch);
            early.word(to[0]);
        } else {
            Rows::<Words<4>>(self.0).mix::<XOR>(previous, reference, to, scratch, early);
        }
    }

    #[inline(always)]
    fn prefetch(line: *const u8) {
        <Rows<Words<4>> as BlockFunction>::prefetch(line);
    }
}

argon2_engine!(scalar, Portable, Mix64);
lyra2_engine!(scalar, Portable, Words<4>, two: false);
scrypt_engine!(scalar, Portable, else Words32<4>);
twocats_engine!(scalar, Portable, 4: Words32<4>, 1; 8: Words32<8>, 1; 16: Words32<16>, 1;);
// Lock step is a third of the WebAssembly module, where nothing is gained by it.
yescrypt_engine!(scalar, Portable, Words<2>, alone: Words<2>, pairs: !cfg!(target_arch = "wasm32"));

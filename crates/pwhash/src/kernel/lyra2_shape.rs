//! What the loops of Lyra2 must know of the parameters.

use crate::mem::Interrupt;

/// The permutation of the sponge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sponge {
    /// BLAKE2b's round.
    Blake2b,
    /// The same with multiplications, as in Argon2: what Lyra2 uses since 2016.
    #[default]
    BlaMka,
    /// Half of that round.
    HalfRoundBlaMka,
}

/// The width of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bitrate {
    /// 64 bytes.
    Words8,
    /// 80 bytes.
    Words10,
    /// 96 bytes.
    #[default]
    Words12,
}

impl Bitrate {
    pub(crate) const fn words(self) -> usize {
        match self {
            Bitrate::Words8 => 8,
            Bitrate::Words10 => 10,
            Bitrate::Words12 => 12,
        }
    }
}

/// Which of the functions called Lyra2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edition {
    /// The first submission to the Password Hashing Competition: one thread, BLAKE2b, columns of 12 words.
    April2014,
    /// Versions 2 and 3.
    #[default]
    Final,
}

/// Sizes as the kernel needs them.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    pub(crate) edition: Edition,
    pub(crate) sponge: Sponge,
    pub(crate) bitrate: Bitrate,
    pub(crate) rounds: u32,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) passes: u32,
    pub(crate) threads: usize,
    /// Whether to stop; asked before rows whose number has none of these bits.
    pub(crate) interrupt: Interrupt<'a>,
    pub(crate) every: u64,
}

impl Shape<'_> {
    /// Whether to stop before a row.
    #[inline(always)]
    pub(crate) fn stops(&self, number: u64) -> bool {
        number & self.every == 0 && self.interrupt.asked()
    }

    /// Steps of the wandering.
    pub(crate) fn steps(&self) -> u64 {
        u64::from(self.passes) * self.rows as u64
    }

    /// The rows that two words of the state choose.
    #[inline(always)]
    pub(crate) fn rows_of(&self, (zero, two): (u64, u64)) -> [usize; 2] {
        let rows = self.rows as u64;
        [(zero % rows) as usize, (two % rows) as usize]
    }
}

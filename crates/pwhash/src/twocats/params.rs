//! Parameters.

use super::hash::Hash;
use crate::Error;

/// Which of the functions that have borne the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Edition {
    /// As submitted to the Password Hashing Competition in 2014.
    Phc2014,
    /// The last one, of July 2015.
    Final2015,
}

/// Parameters of TwoCats.
///
/// ```
/// use lanesmith_pwhash::twocats::{Edition, Hash, Params};
/// let params = Params::new(Edition::Final2015, Hash::Blake2s, 16).parallelism(2).multiplies(2);
/// assert_eq!(params.memory(), 64 << 20);
/// params.check()?;
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    pub(crate) edition: Edition,
    pub(crate) hash: Hash,
    pub(crate) start: u8,
    pub(crate) stop: u8,
    pub(crate) time: u8,
    pub(crate) multiplies: u8,
    pub(crate) lanes: u8,
    pub(crate) parallelism: u8,
    pub(crate) block: u32,
    pub(crate) sub_block: u32,
    pub(crate) overwrite: u8,
    pub(crate) resistant: bool,
}

impl Params {
    /// `2^mem_cost` KiB, and the defaults: 2 multiplications, 8 lanes, 1 part, blocks of 16384 bytes in sub-blocks of 64,
    /// overwriting 6 levels before the last.
    pub const fn new(edition: Edition, hash: Hash, mem_cost: u8) -> Self {
        Params {
            edition,
            hash,
            start: mem_cost,
            stop: mem_cost,
            time: 0,
            multiplies: 2,
            lanes: 8,
            parallelism: 1,
            block: 16384,
            sub_block: 64,
            overwrite: 6,
            resistant: false,
        }
    }

    /// SkinnyCat: the smallest function of the family, of 2014. BLAKE2s or SHA-256.
    pub const fn skinny_cat(hash: Hash, mem_cost: u8) -> Self {
        let params = Params { multiplies: 0, overwrite: 0, ..Params::new(Edition::Phc2014, hash, mem_cost) };
        let params = params.with_256_blocks();
        Params { sub_block: params.block, ..params }
    }

    /// With blocks halved until there are 256 for each part, or they have 32 bytes.
    const fn with_256_blocks(self) -> Self {
        let mut block = self.block;
        while block >= 64 && self.memory() / (self.parallelism as u64 * block as u64) < 256 {
            block /= 2;
        }
        let sub_block = if self.sub_block > block { block } else { self.sub_block };
        Params { block, sub_block, ..self }
    }

    /// What the competition's function `PHS` of 2014 chooses for these costs.
    pub const fn phs_2014(time_cost: u8, mem_cost: u8) -> Self {
        let mut params = Params::new(Edition::Phc2014, Hash::Blake2s, mem_cost);
        params.time = time_cost;
        params.parallelism = 2;
        params.multiplies = if mem_cost <= 4 {
            1
        } else if mem_cost < 10 {
            2
        } else {
            3
        };
        params = params.with_256_blocks();
        let memory = params.memory();
        while params.parallelism > 1 && memory / (params.parallelism as u64 * params.block as u64) < 256 {
            params.parallelism -= 1;
        }
        params
    }

    /// With an upgrade at once: levels from this one to the last are all computed.
    #[must_use]
    pub const fn start_mem_cost(self, start: u8) -> Self {
        Params { start, ..self }
    }
    /// With `2^time_cost` passes over each block (edition of 2014).
    #[must_use]
    pub const fn time_cost(self, time: u8) -> Self {
        Params { time, ..self }
    }
    /// With that many multiplications per group of lanes, up to 8.
    #[must_use]
    pub const fn multiplies(self, multiplies: u8) -> Self {
        Params { multiplies, ..self }
    }
    /// With that many lanes of 32 bits.
    #[must_use]
    pub const fn lanes(self, lanes: u8) -> Self {
        Params { lanes, ..self }
    }
    /// With that many parts that can be computed at the same time.
    #[must_use]
    pub const fn parallelism(self, parallelism: u8) -> Self {
        Params { parallelism, ..self }
    }
    /// With blocks and sub-blocks of that many bytes.
    #[must_use]
    pub const fn block_size(self, block: u32, sub_block: u32) -> Self {
        Params { block, sub_block, ..self }
    }
    /// With memory overwritten by larger levels, this many levels before the first one that counts.
    #[must_use]
    pub const fn overwrite_cost(self, overwrite: u8) -> Self {
        Params { overwrite, ..self }
    }
    /// With no address that depends on the password (edition of 2015).
    #[must_use]
    pub const fn side_channel_resistant(self, resistant: bool) -> Self {
        Params { resistant, ..self }
    }

    /// Binary logarithm of the memory in KiB.
    pub const fn mem_cost(&self) -> u8 {
        self.stop
    }

    /// The hash function.
    pub const fn hash(&self) -> Hash {
        self.hash
    }

    /// Bytes of memory that a hash needs at most.
    pub const fn memory(&self) -> u64 {
        1024 << if self.stop > 30 { 30 } else { self.stop }
    }

    /// Bytes that are filled or mixed, each time counted; saturating. What a block is short of 1 KiB is counted too: the digest
    /// behind each block takes about as long.
    pub fn traffic(&self) -> u64 {
        // Levels below the last sum up to less than it.
        let levels = if self.start < self.stop || self.overwrite > 0 { 2 } else { 1 };
        let mixed = self.memory().saturating_mul(2 << self.time.min(32));
        let block = u64::from(self.block.max(1));
        let digests = (self.memory() / block).saturating_mul(1024_u64.saturating_sub(block));
        mixed.saturating_add(digests).saturating_mul(levels)
    }

    /// Below which level memory is filled only to be overwritten.
    pub(super) fn overwrite_until(&self) -> u8 {
        if self.overwrite == 0 || self.overwrite >= self.start { 0 } else { self.start - self.overwrite }
    }

    /// # Errors
    /// [`Error::Parameter`] names the first parameter that is outside of its range.
    pub fn check(&self) -> Result<(), Error> {
        let bad = |name, value: u32, need| Err(Error::Parameter { name, value: value.into(), need });
        let (block, sub_block, lanes) = (self.block, self.sub_block, u32::from(self.lanes));
        if self.stop > 30 {
            return bad("memCost", self.stop.into(), "at most 30");
        }
        if self.start > self.stop {
            return bad("startMemCost", self.start.into(), "at most the last one");
        }
        let time = if self.edition == Edition::Phc2014 { 30 } else { 0 };
        if self.time > time {
            return bad("timeCost", self.time.into(), "at most 30, and 0 in the edition of 2015");
        }
        if self.multiplies > 8 {
            return bad("multiplies", self.multiplies.into(), "at most 8");
        }
        if lanes == 0 || lanes as usize > self.hash.words() || !lanes.is_power_of_two() {
            return bad("lanes", lanes, "a power of two, at most the words of a digest");
        }
        if self.parallelism == 0 {
            return bad("parallelism", 0, "at least 1");
        }
        if !block.is_power_of_two() || block > 1 << 20 || block < 4 * lanes {
            return bad("blockSize", block, "a power of two from 4 times the lanes to 2^20");
        }
        if !sub_block.is_power_of_two() || sub_block > block || sub_block < 4 * lanes {
            return bad("subBlockSize", sub_block, "a power of two from 4 times the lanes to the block size");
        }
        if self.resistant && self.edition == Edition::Phc2014 {
            return bad("sideChannelResistant", 1, "0 in the edition of 2014");
        }
        Ok(())
    }
}

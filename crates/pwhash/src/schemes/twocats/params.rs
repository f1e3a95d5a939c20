//! Parameters.

use super::hash::Hash;
use crate::Error;
use crate::work::{TWOCATS_DIGESTS, TWOCATS_GROUP, TWOCATS_LANE, TWOCATS_MULTIPLY, weigh};

/// Which of the functions that have borne the name.
///
/// ```
/// use lanesmith_pwhash::twocats::{Edition, Hash, Params};
/// // Only the first one has a time cost.
/// assert!(Params::new(Edition::Phc2014, Hash::Blake2s, 10).time_cost(2).check().is_ok());
/// assert!(Params::new(Edition::Final2015, Hash::Blake2s, 10).time_cost(2).check().is_err());
/// ```
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
/// assert_eq!((params.memory(), params.get_parallelism(), params.get_block_size()), (64 << 20, 2, (16384, 64)));
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

/// The error for memory in which no part has four blocks.
#[cfg(feature = "password")]
fn fills_nothing(bytes: u64) -> Error {
    let need = "at least 4 * parallelism * blockSize bytes, or nothing is filled";
    Error::Parameter { name: "memory", value: bytes, need }
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
        while block >= 64 && self.size() / (self.parallelism as u64 * block as u64) < 256 {
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
        let memory = params.size();
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

    /// Which of the functions.
    pub const fn get_edition(&self) -> Edition {
        self.edition
    }

    /// The first level that counts.
    pub const fn get_start_mem_cost(&self) -> u8 {
        self.start
    }

    /// Binary logarithm of the passes over each block.
    pub const fn get_time_cost(&self) -> u8 {
        self.time
    }

    /// Multiplications per group of lanes.
    pub const fn get_multiplies(&self) -> u8 {
        self.multiplies
    }

    /// Lanes of 32 bits.
    pub const fn get_lanes(&self) -> u8 {
        self.lanes
    }

    /// Parts that can be computed at the same time.
    pub const fn get_parallelism(&self) -> u8 {
        self.parallelism
    }

    /// Bytes of a block and of a sub-block.
    pub const fn get_block_size(&self) -> (u32, u32) {
        (self.block, self.sub_block)
    }

    /// How many levels before the first one that counts are overwritten.
    pub const fn get_overwrite_cost(&self) -> u8 {
        self.overwrite
    }

    /// Whether no address depends on the password.
    pub const fn get_side_channel_resistant(&self) -> bool {
        self.resistant
    }

    /// Binary logarithm of the memory in KiB.
    pub const fn mem_cost(&self) -> u8 {
        self.stop
    }

    /// The hash function.
    pub const fn hash(&self) -> Hash {
        self.hash
    }

    /// Bytes of memory that a hash fills: those of the last level, as far as all parts fill equally many blocks. None at all where
    /// a part would have less than four blocks: such a hash takes no memory and no time, whatever its parameters say.
    ///
    /// ```
    /// use lanesmith_pwhash::twocats::{Edition, Hash, Params};
    /// let params = Params::new(Edition::Final2015, Hash::Blake2s, 13);
    /// assert_eq!(params.parallelism(128).memory(), 8 << 20);
    /// assert_eq!(params.parallelism(129).memory(), 0);
    /// ```
    pub const fn memory(&self) -> u64 {
        self.filled(self.stop)
    }

    /// Bytes that a hash fills and mixes, each time counted; saturating.
    pub fn traffic(&self) -> u64 {
        let passes = 2 << self.time.min(32);
        self.levels(0, self.start)
            .fold(0, |sum, level| sum.saturating_add(self.filled(level).saturating_mul(passes)))
    }

    /// The time that a hash takes: in the same time Argon2id fills so many bytes. What limits on stored strings count; saturating.
    pub fn work(&self) -> u64 {
        let (block, lanes) = (u128::from(self.block.max(1)), u128::from(self.lanes.max(1)));
        let group = TWOCATS_GROUP
            + u64::from(self.multiplies) * TWOCATS_MULTIPLY
            + u64::from(self.lanes) * TWOCATS_LANE;
        let digest = TWOCATS_DIGESTS[usize::from(self.hash.bytes() > 32)];
        // The first block of each part is made of digests; each other one is followed by one.
        let first = u128::from(self.parallelism) * (block / self.hash.bytes() as u128);
        self.levels(0, self.start)
            .map(|level| u128::from(self.filled(level)))
            .filter(|bytes| *bytes > 0)
            .map(|bytes| {
                let groups = (bytes / (4 * lanes)) << self.time.min(32);
                weigh(&[(groups, group), (bytes / block + first, digest)])
            })
            .fold(0, u64::saturating_add)
    }

    /// Bytes of the last level, of which not all may be used.
    const fn size(&self) -> u64 {
        1024 << if self.stop > 30 { 30 } else { self.stop }
    }

    /// Bytes that a level fills: four equal slices of whole blocks for each part.
    pub(crate) const fn filled(&self, level: u8) -> u64 {
        let slices = 4 * self.parallelism as u64 * self.block as u64;
        let size = 1024 << if level > 30 { 30 } else { level };
        match u64::checked_div(size, slices) {
            Some(count) => count * slices,
            None => 0,
        }
    }

    /// The levels from `first` on that are computed: those that count, from `start` on, and those below that are filled only
    /// to be overwritten.
    pub(crate) fn levels(&self, first: u8, start: u8) -> impl Iterator<Item = u8> + use<> {
        let until = self.overwrite_until();
        (first..=self.stop).filter(move |level| *level >= start || *level < until)
    }

    /// Whether new hashes should be made with them: they must fill memory.
    #[cfg(feature = "password")]
    pub(crate) fn check_new(&self) -> Result<(), Error> {
        self.check()?;
        if self.memory() > 0 { Ok(()) } else { Err(fills_nothing(self.size())) }
    }

    /// The highest level that fills memory, and no more than so many bytes.
    #[cfg(feature = "password")]
    pub(crate) fn largest_level(&self, bytes: u64) -> Result<u8, Error> {
        let fits = |level: &u8| (1..=bytes).contains(&self.filled(*level));
        (0..=30).rev().find(fits).ok_or(fills_nothing(bytes))
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
        if (block as usize) < self.hash.bytes() {
            return bad("blockSize", block, "at least a digest: 32 bytes, 64 with BLAKE2b and SHA-512");
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

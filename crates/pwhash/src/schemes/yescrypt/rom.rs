//! ROMs: large tables, made once, that every hash of a site reads.

use core::fmt;

use lanesmith_isa::Choice;
use lanesmith_isa::lanes::Line;

use super::kdf::{Job, Run};
use super::params::{Mode, Params};
use crate::Error;
use crate::mem::{Arena, Secret, wipe};
use crate::ops::YescryptKernel;

/// The two words before the digest: "yescrypt", "-ROMhash".
const TAG: [u64; 2] = [u64::from_le_bytes(*b"yescrypt"), u64::from_le_bytes(*b"-ROMhash")];

/// A finished ROM.
///
/// ```
/// use lanesmith_isa::lanes::Line;
/// use lanesmith_pwhash::Choice;
/// use lanesmith_pwhash::mem::Arena;
/// use lanesmith_pwhash::yescrypt::{Mode, Params, Rom, Yescrypt};
///
/// let mut lines = vec![Line([0; 8]); 256];
/// let mut arena = Arena::new();
/// let rom = Rom::make(Choice::AUTO, b"a secret of the site", 8, 1, &mut lines, &mut arena)?;
/// assert_eq!(rom.blocks(8)?, 16);
/// let mut key = [0; 32];
/// let yescrypt = Yescrypt::new(Params::new(Mode::ReadWrite, 64, 8)?).with_rom(rom)?;
/// yescrypt.derive(b"password", b"salt", &mut key, &mut arena)?;
/// # Ok::<(), lanesmith_pwhash::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Rom<'r> {
    lines: &'r [Line],
}

impl fmt::Debug for Rom<'_> {
    // Its contents are a secret of the site.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rom").field("bytes", &(64 * self.lines.len())).finish_non_exhaustive()
    }
}

impl<'r> Rom<'r> {
    /// A ROM that has been made before, from the memory it was made in or a file mapped since.
    ///
    /// # Errors
    /// [`Error::Malformed`] unless it ends in yescrypt's mark.
    pub fn open(lines: &'r [Line]) -> Result<Self, Error> {
        let words = Line::words(lines);
        match words.len().checked_sub(6).map(|start| &words[start..start + 2]) {
            Some(tag) if tag == TAG => Ok(Rom { lines }),
            _ => Err(Error::Malformed { at: 64 * lines.len(), what: "the ROM does not end in its mark" }),
        }
    }

    /// Makes a ROM from a seed, which should be secret, in memory of the caller's: all of `lines`, as blocks of 128 `r`
    /// bytes, in `p` parts.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there is a power of two of blocks, 8 or more, at least four for each part; or if the memory
    /// for states cannot be had.
    pub fn make(
        engine: impl Into<Choice<YescryptKernel>>,
        seed: &[u8],
        r: u32,
        p: u32,
        lines: &'r mut [Line],
        arena: &mut Arena<'_>,
    ) -> Result<Self, Error> {
        let kernel = *engine.into().handle().kernel();
        let blocks = Rom { lines }.blocks(r)?;
        if blocks < 8 {
            return Err(Error::Parameter { name: "NROM", value: blocks, need: "at least 8 blocks" });
        }
        let params = Params::new(Mode::ReadWrite, blocks / 2, r)?.parallelism(p)?;
        let mut digest = Secret::new([0; 32]);
        let run = |rom: &[Line], v: &mut [Line], salt: &[u8], out: &mut [u8], arena: &mut Arena<'_>| {
            let run = Run { kernel, params, rom, keeps_memory: true };
            run.run_in(&mut Job { password: seed, salt, out }, v, arena)
        };
        let mut passes = |digest: &mut Secret<[u8; 32]>, lines: &mut [Line]| {
            let (half1, half2) = lines.split_at_mut(lines.len() / 2);
            run(&[], half1, b"yescrypt-ROMhash", &mut digest[..], arena)?;
            let salt = Secret::new(**digest);
            run(half1, half2, &salt[..], &mut digest[..], arena)?;
            let salt = Secret::new(**digest);
            run(half2, half1, &salt[..], &mut digest[..], arena)
        };
        if let Err(error) = passes(&mut digest, lines) {
            wipe(lines);
            return Err(error);
        }
        let words = Line::words_mut(lines);
        let start = words.len() - 6;
        let (digest_words, _) = digest.as_chunks::<8>();
        words[start..start + 2].copy_from_slice(&TAG);
        for (word, bytes) in words[start + 2..].iter_mut().zip(digest_words) {
            *word = u64::from_le_bytes(*bytes);
        }
        Rom::open(lines)
    }

    /// The digest at the ROM's end, which tells ROMs apart.
    pub fn digest(&self) -> [u8; 32] {
        let words = Line::words(self.lines);
        let mut digest = [0; 32];
        for (bytes, word) in digest.as_chunks_mut::<8>().0.iter_mut().zip(&words[words.len() - 4..]) {
            *bytes = word.to_le_bytes();
        }
        digest
    }

    pub(super) fn lines(&self) -> &'r [Line] {
        self.lines
    }

    /// How many blocks of 128 `r` bytes it has.
    ///
    /// # Errors
    /// [`Error::Parameter`] if that is not a power of two above 1, or `r` is 0 or above 2^30 - 1.
    pub fn blocks(&self, r: u32) -> Result<u64, Error> {
        if r == 0 || r >= 1 << 30 {
            return Err(Error::Parameter { name: "r", value: r.into(), need: "from 1 to 2^30 - 1" });
        }
        let size = 2 * r as usize;
        let (blocks, rest) = (self.lines.len() / size, self.lines.len() % size);
        if rest != 0 || !blocks.is_power_of_two() || blocks < 2 {
            let value = blocks as u64;
            return Err(Error::Parameter {
                name: "NROM",
                value,
                need: "a power of two above 1, and whole blocks",
            });
        }
        Ok(blocks as u64)
    }
}

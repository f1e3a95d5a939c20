//! What is checked before anything is computed, in the order in which libargon2 does it: the first thing that is wrong gives the code.

use lanesmith_pwhash::argon2::{Params, Variant};

use crate::Code;

/// Which function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Argon2d.
    D = 0,
    /// Argon2i.
    I = 1,
    /// Argon2id.
    Id = 2,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::D, Kind::I, Kind::Id];

    /// The one of that number.
    pub fn of(number: i32) -> Result<Kind, Code> {
        Kind::ALL.into_iter().find(|kind| *kind as i32 == number).ok_or(Code::IncorrectType)
    }

    /// Its name in strings.
    pub fn name(self) -> &'static str {
        ["argon2d", "argon2i", "argon2id"][self as usize]
    }
}

/// A pointer and a length, as far as checks look at them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Piece {
    pub null: bool,
    pub len: u32,
}

impl Piece {
    pub fn of(len: usize) -> Piece {
        Piece { null: false, len: u32::try_from(len).unwrap_or(u32::MAX) }
    }

    fn or(self, code: Code) -> Result<(), Code> {
        if self.null && self.len > 0 { Err(code) } else { Ok(()) }
    }
}

/// All that is checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape {
    pub out: Piece,
    pub pwd: Piece,
    pub salt: Piece,
    pub secret: Piece,
    pub ad: Piece,
    pub t_cost: u32,
    pub m_cost: u32,
    pub lanes: u32,
    pub threads: u32,
    /// Which of the two callbacks are there.
    pub allocates: bool,
    pub frees: bool,
}

const SALT_MIN: u32 = 8;
const OUT_MIN: u32 = 4;
const LANES_MAX: u32 = (1 << 24) - 1;

fn need(holds: bool, code: Code) -> Result<(), Code> {
    if holds { Ok(()) } else { Err(code) }
}

impl Shape {
    pub fn check(&self) -> Result<(), Code> {
        need(!self.out.null, Code::OutputPtrNull)?;
        need(self.out.len >= OUT_MIN, Code::OutputTooShort)?;
        self.pwd.or(Code::PwdPtrMismatch)?;
        self.salt.or(Code::SaltPtrMismatch)?;
        need(self.salt.len >= SALT_MIN, Code::SaltTooShort)?;
        self.secret.or(Code::SecretPtrMismatch)?;
        self.ad.or(Code::AdPtrMismatch)?;
        need(self.m_cost >= 8 && u64::from(self.m_cost) >= 8 * u64::from(self.lanes), Code::MemoryTooLittle)?;
        need(self.t_cost > 0, Code::TimeTooSmall)?;
        need(self.lanes > 0, Code::LanesTooFew)?;
        need(self.lanes <= LANES_MAX, Code::LanesTooMany)?;
        need(self.threads > 0, Code::ThreadsTooFew)?;
        need(self.threads <= LANES_MAX, Code::ThreadsTooMany)?;
        need(!self.allocates || self.frees, Code::FreeMemoryCbkNull)?;
        need(self.allocates || !self.frees, Code::AllocateMemoryCbkNull)
    }

    pub fn params(&self, kind: Kind) -> Params {
        let variant = match kind {
            Kind::D => Variant::D,
            Kind::I => Variant::I,
            Kind::Id => Variant::Id,
        };
        Params::default().variant(variant).memory_kib(self.m_cost).passes(self.t_cost).lanes(self.lanes)
    }
}

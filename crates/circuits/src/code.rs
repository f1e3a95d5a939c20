//! The 24 codes of a trit as two bits.

use core::fmt;
use core::str::FromStr;

use crate::Error;

/// A code of a trit as the bits (low, high): three different pairs out of four, for -1, 0 and +1.
///
/// The fourth pair stands for no trit; circuits may do with it whatever they like.
///
/// ```
/// use lanesmith_circuits::TritCode;
/// let andn: TritCode = "andn".parse()?;
/// assert_eq!(andn.to_string(), "101101");
/// assert_eq!(andn.encode(0), 0b11);
/// assert_eq!(andn.decode(0b00), None);
/// assert_eq!(TritCode::all().len(), 24);
/// # Ok::<(), lanesmith_circuits::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TritCode([u8; 3]);

impl TritCode {
    /// PCurl's `PTRIT_CVT_ANDN`: -1 = (1,0), 0 = (1,1), +1 = (0,1).
    pub const ANDN: TritCode = TritCode([0b10, 0b11, 0b01]);
    /// PCurl's `PTRIT_CVT_ORN`: -1 = (0,0), 0 = (0,1), +1 = (1,1).
    pub const ORN: TritCode = TritCode([0b00, 0b01, 0b11]);

    /// The code that writes -1, 0 and +1 as these pairs, each `2 * low + high`.
    ///
    /// # Errors
    /// A pair above 3 or one used twice.
    pub fn new(pairs: [u8; 3]) -> Result<Self, Error> {
        let [a, b, c] = pairs;
        if pairs.iter().any(|&p| p > 3) || a == b || b == c || a == c {
            let mut text = String::new();
            for p in pairs {
                text.push_str(&format!("{:02b}", p));
            }
            return Err(Error::Code { text });
        }
        Ok(TritCode(pairs))
    }

    /// All 24 codes, in the order of their digits.
    pub fn all() -> Vec<TritCode> {
        let mut all = Vec::with_capacity(24);
        for a in 0..4 {
            for b in 0..4 {
                for c in 0..4 {
                    all.extend(TritCode::new([a, b, c]));
                }
            }
        }
        all
    }

    /// The pair `2 * low + high` of the trit, which must be -1, 0 or +1.
    ///
    /// # Panics
    /// On another number.
    pub const fn encode(self, trit: i8) -> u8 {
        match trit {
            -1 => self.0[0],
            0 => self.0[1],
            1 => self.0[2],
            _ => panic!("a trit is -1, 0 or +1"),
        }
    }

    /// The trit that the pair `2 * low + high` stands for, if any.
    pub fn decode(self, pair: u8) -> Option<i8> {
        self.0.iter().position(|&p| p == pair).map(|i| i as i8 - 1)
    }

    /// Rewrites 64 trits, a word of low bits and one of high bits, in another code; what is no trit in this code becomes
    /// the pair (0, 0).
    ///
    /// ```
    /// use lanesmith_circuits::TritCode;
    /// // -1 in every place.
    /// assert_eq!(TritCode::ANDN.recode(TritCode::ORN, [u64::MAX, 0]), [0, 0]);
    /// // 0 in the lowest place, +1 in the others.
    /// assert_eq!(TritCode::ANDN.recode(TritCode::ORN, [1, u64::MAX]), [u64::MAX - 1, u64::MAX]);
    /// ```
    #[must_use]
    pub const fn recode(self, to: TritCode, [low, high]: [u64; 2]) -> [u64; 2] {
        const fn wide(bit: u8) -> u64 {
            if bit & 1 == 1 { u64::MAX } else { 0 }
        }
        let mut out = [0; 2];
        let mut i = 0;
        while i < 3 {
            let (from, to) = (self.0[i], to.0[i]);
            let here = !(low ^ wide(from >> 1)) & !(high ^ wide(from));
            out[0] |= here & wide(to >> 1);
            out[1] |= here & wide(to);
            i += 1;
        }
        out
    }

    /// The same code with low and high exchanged.
    #[must_use]
    pub const fn swapped(self) -> TritCode {
        let [a, b, c] = self.0;
        const fn swap(p: u8) -> u8 {
            p >> 1 | (p & 1) << 1
        }
        TritCode([swap(a), swap(b), swap(c)])
    }

    /// The name that PCurl gives the code, if it has one.
    pub fn name(self) -> Option<&'static str> {
        match self {
            TritCode::ANDN => Some("andn"),
            TritCode::ORN => Some("orn"),
            _ => None,
        }
    }
}

impl fmt::Display for TritCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for p in self.0 {
            write!(f, "{p:02b}")?;
        }
        Ok(())
    }
}

impl FromStr for TritCode {
    type Err = Error;

    /// Reads `andn`, `orn` or six digits: low and high of -1, then of 0, then of +1.
    fn from_str(text: &str) -> Result<Self, Error> {
        let refuse = || Error::Code { text: text.to_string() };
        match text {
            "andn" => return Ok(TritCode::ANDN),
            "orn" => return Ok(TritCode::ORN),
            _ => {}
        }
        let bits: Vec<u8> = text
            .bytes()
            .map(|b| if b == b'0' || b == b'1' { Ok(b - b'0') } else { Err(refuse()) })
            .collect::<Result<_, _>>()?;
        let &[a, b, c, d, e, f] = bits.as_slice() else { return Err(refuse()) };
        TritCode::new([2 * a + b, 2 * c + d, 2 * e + f]).map_err(|_| refuse())
    }
}

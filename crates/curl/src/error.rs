//! What can be wrong with input and with a search, and how a search can end without a nonce.

use core::fmt;

use crate::rounds::RATE;

/// Malformed input. Positions count from 0 in the units of the input.
///
/// ```
/// use lanesmith_curl::{Rounds, hash_trytes};
/// let error = hash_trytes(Rounds::P81, b"ABC+").unwrap_err();
/// assert_eq!(error.to_string(), "tryte 3 is '+', not one of 9 and A to Z");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A value other than -1, 0 and +1.
    Trit {
        /// Where.
        at: usize,
        /// The value found.
        value: i8,
    },
    /// A character other than `9` and `A` to `Z`.
    Tryte {
        /// Where.
        at: usize,
        /// The byte found.
        byte: u8,
    },
    /// A byte that stands for no five trits (0x7a to 0x86), or a last one with more trits than the length allows.
    T5b1 {
        /// Where.
        at: usize,
        /// The byte found.
        byte: u8,
    },
    /// A pair of trytes that stands for no byte.
    B1t6 {
        /// Index of the first tryte of the pair.
        at: usize,
        /// The pair's value, outside -128 to 127.
        value: i16,
    },
    /// A length that the function cannot take.
    Length {
        /// What was measured: `trits`, `trytes`, `bytes`.
        unit: &'static str,
        /// The length found.
        found: usize,
        /// What it should be.
        expected: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Trit { at, value } => write!(f, "trit {at} is {value}, not -1, 0 or 1"),
            Error::Tryte { at, byte } => {
                write!(f, "tryte {at} is '{}', not one of 9 and A to Z", byte.escape_ascii())
            }
            Error::T5b1 { at, byte } => {
                write!(f, "byte {at} is {byte:#04x}, which stands for no group of trits")
            }
            Error::B1t6 { at, value } => {
                write!(f, "trytes {at} and {} stand for {value}, outside -128 to 127", at + 1)
            }
            Error::Length { unit, found, expected } => write!(f, "{found} {unit}, expected {expected}"),
        }
    }
}

impl core::error::Error for Error {}

/// What is wrong with a batch; nothing has been hashed then.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// A message is malformed.
    Message {
        /// Which, counted from 0.
        index: usize,
        /// What is wrong.
        error: Error,
    },
    /// There are not as many places for digests as blocks to be squeezed.
    Places {
        /// Places given.
        given: usize,
        /// Places needed.
        needed: usize,
    },
    /// The digests would not fit into memory.
    TooMany {
        /// How many messages.
        messages: usize,
        /// Blocks to be squeezed from each.
        blocks: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Message { index, error } => write!(f, "message {index}: {error}"),
            BatchError::Places { given, needed } => {
                write!(f, "{given} places for digests given where {needed} are needed")
            }
            BatchError::TooMany { messages, blocks } => {
                write!(f, "{blocks} blocks of each of {messages} messages do not fit into memory")
            }
        }
    }
}

impl core::error::Error for BatchError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            BatchError::Message { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// A search that cannot be made.
///
/// ```
/// use lanesmith_curl::pow::Search;
/// let error = Search::transaction(&[b'9'; 2673], 0).unwrap_err();
/// assert_eq!(error.to_string(), "minimum weight magnitude 0, expected 1 to 243");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PowError {
    /// A minimum weight magnitude that asks for nothing, or for more zeros than a hash has trits.
    Weight {
        /// The one asked for.
        found: usize,
    },
    /// Malformed input: a length, a character that is no tryte, a value that is no trit.
    Input(Error),
    /// No trit may be changed.
    NoFreeTrits,
    /// A free trit outside of the block, or named twice or out of order.
    FreeTrit {
        /// Where in the list.
        at: usize,
        /// The trit named.
        trit: usize,
    },
    /// A search on zero threads.
    NoThreads,
    /// An order that only searches for the nonce of a transaction have.
    Order,
    /// A range that ends before it begins, or begins behind the last nonce.
    Range {
        /// First batch.
        from: u64,
        /// The batch after the last.
        to: u64,
        /// How many batches there are.
        batches: u64,
    },
    /// A score that is no positive number, or that no hash of such a message reaches.
    Score {
        /// The one asked for.
        found: f64,
    },
}

impl fmt::Display for PowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PowError::Weight { found } => {
                write!(f, "minimum weight magnitude {found}, expected 1 to {RATE}")
            }
            PowError::Input(e) => e.fmt(f),
            PowError::NoFreeTrits => write!(f, "no free trits: there is nothing to search"),
            PowError::FreeTrit { at, trit } => {
                write!(f, "free trit {at} of the list is {trit}: expected 0 to {}, ascending", RATE - 1)
            }
            PowError::NoThreads => write!(f, "zero threads"),
            PowError::Order => write!(f, "this order is only for nonces of transactions"),
            PowError::Range { from, to, batches } => {
                write!(f, "batches {from} to {to} are no range of the {batches} that there are")
            }
            PowError::Score { found } => write!(f, "score {} cannot be reached", Number(*found)),
        }
    }
}

/// A number, in six digits where it is none of the whole numbers below 10^15. The standard library's formatting of floats gives every
/// digit that tells them apart; it was a tenth of the WebAssembly module.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.0 < 0.0 { "-" } else { "" }, self.0.abs());
        if size.is_nan() {
            return f.write_str("NaN");
        }
        if size.is_infinite() {
            return write!(f, "{sign}inf");
        }
        let whole = size as u64;
        if size < 1e15 && whole as f64 == size {
            return write!(f, "{sign}{whole}");
        }
        let (mut mantissa, mut exponent) = (size, 0);
        while mantissa >= 10.0 {
            mantissa /= 10.0;
            exponent += 1;
        }
        while mantissa < 1.0 {
            mantissa *= 10.0;
            exponent -= 1;
        }
        let mut digits = (mantissa * 1e5 + 0.5) as u32;
        if digits >= 1_000_000 {
            digits /= 10;
            exponent += 1;
        }
        let (first, mut rest, mut places) = (digits / 100_000, digits % 100_000, 5);
        while places > 0 && rest % 10 == 0 {
            rest /= 10;
            places -= 1;
        }
        write!(f, "{sign}{first}")?;
        if places > 0 {
            write!(f, ".{rest:0places$}")?;
        }
        write!(f, "e{exponent}")
    }
}

impl core::error::Error for PowError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PowError::Input(e) => Some(e),
            _ => None,
        }
    }
}

impl From<Error> for PowError {
    fn from(error: Error) -> Self {
        PowError::Input(error)
    }
}

/// The end of a search that has no nonce.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// The job was cancelled.
    Cancelled {
        /// Everything before this batch has been tried, and so has some of what lies behind. To go on, start here.
        next: u64,
    },
    /// Every nonce of the range was tried.
    Exhausted,
    /// An engine reported a nonce that the plain transform does not confirm: a defect of the engine or the machine.
    Miscomputed {
        /// The engine.
        engine: &'static str,
        /// Where in the order.
        batch: u64,
        /// The lane.
        lane: usize,
    },
    /// The system refused a thread.
    NoThread,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Cancelled { next } => write!(f, "cancelled before batch {next}"),
            Stopped::Exhausted => write!(f, "no nonce in the whole range is good enough"),
            Stopped::Miscomputed { engine, batch, lane } => write!(
                f,
                "engine {engine} reported lane {lane} of batch {batch}, which the plain transform does not confirm"
            ),
            Stopped::NoThread => write!(f, "the system refused a thread"),
        }
    }
}

impl core::error::Error for Stopped {}

#[cfg(test)]
mod tests {
    use super::PowError;
    use alloc::string::ToString;

    #[test]
    fn scores_are_shown_in_few_digits() {
        for (score, shown) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-4000.0, "-4000"),
            (999_999_999_999_999.0, "999999999999999"),
            (1e15, "1e15"),
            (1e300, "1e300"),
            (f64::MAX, "1.79769e308"),
            (-0.5, "-5e-1"),
            (-1.25, "-1.25e0"),
            (-1.000_04, "-1.00004e0"),
            (-9.999_999, "-1e1"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "NaN"),
        ] {
            let error = PowError::Score { found: score };
            assert_eq!(error.to_string(), alloc::format!("score {shown} cannot be reached"));
        }
    }
}

//! Strings of yescrypt and scrypt as crypt(3) has them: `$y$` and `$7$`.

mod base64;
mod setting;
mod string;

pub use setting::Setting;
pub use string::{HashKey, Stored};

use crate::Error;
use crate::mem::{Arena, Secret};
use crate::password::scheme::{Floor, SchemeParams, SchemeString, own_costs};
use crate::password::{Context, Limits, PasswordHash, Policy, Report, Scheme};
use crate::yescrypt::{Mode, Params};

/// Reads bytes in the base64 of crypt(3): how many, if it is that.
#[cfg(feature = "legacy")]
pub(in crate::password) fn from_base64(text: &[u8], out: &mut [u8]) -> Option<usize> {
    base64::decode(text, out).ok()
}

impl SchemeParams for Params {
    fn usual(_: Scheme) -> Self {
        Params::DEFAULT
    }

    fn scheme(&self) -> Scheme {
        Scheme::Yescrypt
    }

    own_costs!();

    fn get_time_cost(&self) -> Option<u32> {
        Some(self.t())
    }

    fn get_parallelism(&self) -> u32 {
        self.p()
    }

    fn with_memory(&self, bytes: u64) -> Result<Policy, Error> {
        let n = bytes / self.block_bytes();
        let n = n.checked_ilog2().map_or(0, |log| 1 << log);
        let changed = Params::new(self.mode(), n, self.r())?;
        Ok(changed.parallelism(self.p())?.time(self.t())?.into())
    }

    fn with_time_cost(&self, cost: u32) -> Result<Policy, Error> {
        Ok(self.time(cost)?.into())
    }

    fn with_parallelism(&self, parts: u32) -> Result<Policy, Error> {
        Ok(self.parallelism(parts)?.into())
    }

    #[cfg(feature = "std")]
    fn cheapest(&self) -> Result<Policy, Error> {
        Policy::from(*self).with_time_cost(0)
    }

    fn at_costs_of(&self, own: &Policy) -> Policy {
        match own {
            Policy::Yescrypt(own) if (own.mode(), own.r(), own.p()) == (self.mode(), self.r(), self.p()) => {
                *own
            }
            _ => *self,
        }
        .into()
    }

    fn check(&self) -> Result<(), Error> {
        // They cannot be made otherwise.
        Ok(())
    }

    /// What distributions of Linux take for `$y$`; the classic modes are scrypt.
    fn floor(&self) -> Floor {
        match self.mode() {
            Mode::ReadWrite => Floor { rows: &[(16, 0)], of_owasp: false },
            _ => Floor { rows: &[(128, 0)], of_owasp: false },
        }
    }

    #[cfg(feature = "password-hash")]
    fn is_phc(&self) -> bool {
        false
    }

    fn hash(
        &self,
        password: &[u8],
        salt: &[u8],
        context: &Context<'_>,
        arena: &mut Arena<'_>,
    ) -> Result<PasswordHash, Error> {
        let mut place = Secret::new([0; 32]);
        Ok(Stored::hash(Setting::new(*self, salt)?, context.mixed(password, &mut place), arena)?.into())
    }
}

impl SchemeString for Stored {
    fn begins(text: &str) -> bool {
        text.starts_with("$y$") || text.starts_with("$7$")
    }

    fn policy(&self) -> Option<Policy> {
        Some((*self.setting().params()).into())
    }

    fn salt(&self) -> &[u8] {
        self.setting().salt()
    }

    fn admit(&self, limits: &Limits) -> Result<(), Error> {
        Self::admit(self, limits)
    }

    fn verify(
        &self,
        password: &[u8],
        context: &Context<'_>,
        limits: &Limits,
        arena: &mut Arena<'_>,
    ) -> Result<(), Error> {
        let mut place = Secret::new([0; 32]);
        Self::verify(self, context.mixed(password, &mut place), limits, arena)
    }

    fn differs(&self, policy: &Policy) -> bool {
        !matches!(policy, Policy::Yescrypt(params) if !self.needs_rehash(params))
    }

    fn describe(&self, report: &mut Report) {
        let params = self.setting().params();
        report.function = Some(match params.mode() {
            Mode::Scrypt => "scrypt",
            Mode::WriteOnce => "write-once",
            Mode::ReadWrite => "read-write",
        });
        report.parameter("N", params.n(), "blocks of memory");
        report.parameter("r", params.r(), "units of 128 bytes in a block");
        report.parameter("p", params.p(), "parts");
        report.parameter("t", params.t(), "more steps for the same memory");
        if let Some(blocks) = self.setting().rom_blocks() {
            report.parameter("NROM", blocks, "blocks of the ROM");
            report.remarks.push("cannot be verified without its ROM");
        }
    }
}

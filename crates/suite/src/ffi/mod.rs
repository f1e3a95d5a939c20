//! Unsafe code: functions of C libraries that races include.

#[cfg(feature = "peers-c")]
pub mod blst;
#[cfg(all(feature = "peers", unix))]
pub mod loaded;
#[cfg(all(feature = "peers", feature = "pwhash", unix))]
pub mod system;

//! Unsafe code: functions of C libraries that the race includes.

#[cfg(feature = "peers-c")]
pub mod blst;

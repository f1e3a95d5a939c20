//! Unsafe code: functions of C libraries that races include.

pub mod blst;

//! Where memory of other owners is touched: Python's buffers and Arrow's arrays. Nothing else here is `unsafe`.

pub mod arrow;
pub mod arrow_out;
pub mod buffer;

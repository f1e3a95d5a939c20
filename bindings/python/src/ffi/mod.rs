//! Where memory of other owners is touched: Python's buffers and Arrow's arrays; and what each process has of its own. Nothing else
//! here is `unsafe`.

pub mod arrow;
pub mod arrow_abi;
pub mod arrow_out;
pub mod buffer;
pub mod process;

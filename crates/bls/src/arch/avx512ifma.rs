//! AVX-512 with 52-bit multiply-add: eight at a time where there are many, one by one on two chains of carries, as Zen 4 likes it.

use super::adx::Adx;
use crate::field::{Backend, Fp, FpDbl};
use crate::tower::{Fp2, Fp6, Fp12};

backend_entries!(avx512ifma, Ifma, Adx, crate::kernel::many::InLanes<crate::arch::Ifma8>);

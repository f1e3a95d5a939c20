/// 4 instructions, depth 4; returns low, high.
pub fn curl_andn_a(al: u64, ah: u64, bl: u64, bh: u64) -> (u64, u64) {
    let x0 = !bl & al;
    let x1 = ah ^ x0;
    let x2 = bh & x1;
    let x3 = al ^ x2;
    (x1, x3)
}
/// 2 instructions, depth 2; returns low, high.
pub fn curl_andn_t(al: u64, ah: u64, bl: u64, bh: u64) -> (u64, u64) {
    let x0 = (!ah & !bl & al) | (ah & !bl & !al) | (ah & bl & !al) | (ah & bl & al);
    let x1 = (!al & bh & x0) | (al & !bh & !x0) | (al & !bh & x0) | (al & bh & !x0);
    (x0, x1)
}

//! The laboratory: tools to study the design space of bit-sliced Curl-P, kept out of ordinary builds by the
//! cargo feature `lab`.

pub mod pcurl;

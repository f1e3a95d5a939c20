//! Arbitrary bytes into every decoder of `lanesmith_curl::trit`: accepted exactly where the reference accepts, with the same
//! trits, and encoded back to the same bytes.
#![no_main]

use lanesmith_curl::trit;
use lanesmith_testkit::reference::curl as reference;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = std::str::from_utf8(data).unwrap_or("!");

    let trits = trit::trytes_to_trits(text.as_bytes()).ok();
    assert_eq!(trits, reference::trytes_to_trits(text));
    if let Some(trits) = trits {
        assert_eq!(trit::trits_to_trytes(&trits).ok().as_deref(), Some(text.as_bytes()));
        assert_eq!(trit::t5b1_encode(&trits).ok(), Some(reference::t5b1_encode(&trits)));
    }

    assert_eq!(trit::b1t6_decode(text.as_bytes()).ok(), reference::b1t6_decode(text));
    assert_eq!(trit::b1t6_encode(data), reference::b1t6_encode(data).into_bytes());
    assert_eq!(trit::t5b1_decode(data, 5 * data.len()).ok(), reference::t5b1_decode(data));

    if let Ok(trits) = trit::t1b1_decode(data) {
        assert_eq!(trit::t1b1_encode(&trits).ok().as_deref(), Some(data));
    }
});

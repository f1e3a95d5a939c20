//! Arbitrary text as hexadecimal and as a case of `lanesmith passwd kdf`: refused, or read as what it says. Nothing is derived.
#![no_main]

use lanesmith_cli::bls::input;
use lanesmith_cli::passwd::case::Case;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    match input::decode(data) {
        Ok(bytes) => {
            let written: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let text = String::from_utf8_lossy(data.trim_ascii()).to_lowercase();
            assert!(text == written || text.strip_prefix("0x") == Some(&written));
        }
        Err(error) => assert!(!error.is_empty()),
    }
    if let Ok(case) = serde_json::from_slice::<Case>(data) {
        // Secrets are not shown.
        let shown = format!("{case:?}");
        assert!(shown.contains("Hex("));
    }
});

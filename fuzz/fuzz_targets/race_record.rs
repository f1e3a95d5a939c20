//! Arbitrary text as the record of a race: every form of report can be made of what is read, and it compares with itself.
#![no_main]

use lanesmith_race::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(record) = serde_json::from_slice::<Record>(data) else { return };
    let written = serde_json::to_string(&record).expect("a record is JSON");
    let again: Record = serde_json::from_str(&written).expect("what was written is read");
    assert_eq!(again.results.len(), record.results.len());
    for case in lanesmith_race::record::cases(&record.results) {
        lanesmith_race::record::bounds(case);
        assert_eq!(lanesmith_race::record::by_speed(case).len(), case.len());
    }
    for entry in &record.results {
        entry.label();
        entry.rate();
        entry.to_baseline();
    }
});

//! The record as CSV.

use std::io::Write;

use crate::Record;
use crate::record::{bounds, cases};

/// Writes the record as CSV, a line per contender.
///
/// # Errors
/// Output that cannot be written.
pub fn write(record: &Record, out: &mut dyn Write) -> csv::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record([
        "op",
        "case",
        "threads",
        "contender",
        "kind",
        "unit",
        "median_ns",
        "low_ns",
        "high_ns",
        "cycles",
        "clock_ghz",
        "rounds",
        "baseline",
        "ratio",
        "ratio_low",
        "ratio_high",
        "of_limit",
        "noisy",
        "partial",
        "units_per_call",
        "calls",
        "seconds",
    ])?;
    for case in cases(&record.results) {
        let limits = bounds(case);
        for e in case {
            let (ratio, [low, high]) = e.to_baseline().unwrap_or((1.0, [1.0, 1.0]));
            csv.write_record([
                e.op.clone(),
                e.case.clone(),
                e.threads.to_string(),
                e.contender.clone(),
                e.kind.name().into(),
                e.unit.clone(),
                e.median.to_string(),
                e.low.to_string(),
                e.high.to_string(),
                e.cycles.to_string(),
                e.clock_ghz.to_string(),
                e.rounds.to_string(),
                e.baseline.clone(),
                ratio.to_string(),
                low.to_string(),
                high.to_string(),
                e.of_limit(&limits).map_or(String::new(), |x| x.to_string()),
                e.noisy.to_string(),
                record.partial.to_string(),
                e.distance.map_or(String::new(), |d| d.units_per_call.to_string()),
                e.distance.map_or(String::new(), |d| d.calls.to_string()),
                e.distance.map_or(String::new(), |d| d.seconds.to_string()),
            ])?;
        }
    }
    Ok(csv.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_line_per_contender() {
        let mut out = Vec::new();
        let record = Record { results: crate::record::tests::made(1), ..Record::default() };
        write(&record, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 4);
        assert!(text.contains("demo.op,n=1,1,auto,engine,thing,100,"), "{text}");
        assert!(text.contains("demo.op,n=1,1,limit,bound,thing,25,"), "{text}");
    }
}

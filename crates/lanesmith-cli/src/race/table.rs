//! The record of a race as text and as CSV.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::report::{Distance, Entry, Report, bounds, by_speed, cases};
use crate::family::{Kind, Layout};

/// A column: its heading, and how early it is given up where there is no room (0: never).
struct Column {
    title: String,
    give_up: u8,
    cell: Box<dyn Fn(&Entry) -> String>,
}

/// Writes a table for every case, no wider than `width`.
///
/// # Errors
/// Output that cannot be written.
pub fn text(report: &Report, width: usize, colour: bool, out: &mut dyn Write) -> io::Result<()> {
    let (bold, plain) = if colour { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    for case in cases(&report.results) {
        let first = &case[0];
        writeln!(out)?;
        writeln!(out, "{bold}{}  {}{plain}", first.op, first.case)?;
        let about = match first.layout {
            Layout::General => format!("ratio: how many times as fast as {}", first.baseline),
            Layout::Distance => speed_up(case),
        };
        for line in wrap(&about, width) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", table(case, width))?;
    }
    let mut notes: Vec<String> = report
        .disqualified
        .iter()
        .map(|d| format!("DISQUALIFIED {} {} {}: {}", d.op, d.case, d.contender, d.reason))
        .collect();
    notes.extend(report.warnings.iter().map(|w| format!("warning: {w}")));
    if report.partial {
        notes.push("PARTIAL: interrupted before every case was raced".into());
    }
    if !notes.is_empty() {
        writeln!(out)?;
    }
    for line in notes.iter().flat_map(|n| wrap(n, width)) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The best speed-up of a case.
fn speed_up(case: &[Entry]) -> String {
    let ratios = case.iter().filter(|e| e.kind != Kind::Bound).filter_map(|e| Some((e, e.to_baseline()?.0)));
    match ratios.max_by(|a, b| a.1.total_cmp(&b.1)) {
        Some((e, ratio)) => format!("Speed-up: {} ({} over {})", times(ratio), e.contender, e.baseline),
        None => String::from("Speed-up: nothing to compare"),
    }
}

fn column(title: &str, give_up: u8, cell: impl Fn(&Entry) -> String + 'static) -> Column {
    Column { title: title.into(), give_up, cell: Box::new(cell) }
}

/// The interval of the ratio to the baseline.
fn interval(e: &Entry) -> String {
    match (e.kind, e.to_baseline()) {
        (Kind::Bound, _) | (_, None) => String::new(),
        (_, Some((_, [low, high]))) => format!("{:.3}-{:.3}{}", low, high, if e.noisy { " !" } else { "" }),
    }
}

/// The columns of PCurl's README, and the speed-up.
fn distance_columns(case: &[Entry]) -> Vec<Column> {
    let unit = &case[0].unit;
    let distance = |cell: fn(Distance, &str) -> String| {
        let unit = unit.clone();
        move |e: &Entry| e.distance.map_or(String::new(), |d| cell(d, &unit))
    };
    let per_second = format!("{unit}/s");
    vec![
        column("Configuration", 0, Entry::label),
        column(&format!("Speed, {unit}/s"), 0, move |e| format!("{:.0} {per_second}", e.rate())),
        column(
            &format!("Distance, {unit}"),
            2,
            distance(|d, unit| format!("{} x {} {unit}", d.units_per_call, d.calls)),
        ),
        column("Time, ms", 1, distance(|d, _| format!("{:.0} ms", d.seconds * 1e3))),
        column("Speed-up", 0, |e| e.to_baseline().map_or("1".into(), |(r, _)| times(r))),
        column("95 %", 3, interval),
    ]
}

fn columns(case: &[Entry]) -> Vec<Column> {
    if case[0].layout == Layout::Distance {
        return distance_columns(case);
    }
    let limits: Vec<String> = bounds(case).into_iter().map(Into::into).collect();
    let unit = case[0].unit.clone();
    let mut columns = vec![
        column("contender", 0, Entry::label),
        column("kind", 6, |e| e.kind.name().into()),
        column(&format!("time/{unit}"), 0, |e| duration(e.median)),
        column(&format!("{unit}/s"), 3, |e| quantity(e.rate())),
        column("cycles", 4, |e| significant(e.cycles)),
        column("ratio", 0, |e| e.to_baseline().map_or("1".into(), |(r, _)| times(r))),
        column("95 %", 5, interval),
    ];
    if !limits.is_empty() {
        let part = move |e: &Entry| {
            let names: Vec<&str> = limits.iter().map(String::as_str).collect();
            e.of_limit(&names).map_or(String::new(), |part| format!("{:.0} %", part * 100.0))
        };
        columns.push(column("of limit", 2, part));
    }
    columns
}

/// The table of one case.
fn table(case: &[Entry], width: usize) -> String {
    let columns = columns(case);
    let mut sorted = by_speed(case);
    if case[0].layout == Layout::Distance {
        // What the baseline is one of, ours, limits.
        sorted.sort_by_key(|e| (e.kind == Kind::Bound, e.kind != Kind::Baseline));
    }
    let rows = sorted.into_iter().map(|entry| columns.iter().map(|c| (c.cell)(entry)).collect()).collect();
    let head: Vec<(&str, u8)> = columns.iter().map(|c| (c.title.as_str(), c.give_up)).collect();
    grid(&head, rows, width)
}

/// A table no wider than `width`: columns are given up, those with the highest number first and those with 0 never,
/// until it fits; then the first one is cut. It and a column headed `kind` are set left, the others right.
pub fn grid(head: &[(&str, u8)], rows: Vec<Vec<String>>, width: usize) -> String {
    let mut kept: Vec<usize> = (0..head.len()).collect();
    let mut name_width = usize::MAX;
    loop {
        let text = render(head, &rows, &kept, name_width);
        let widest = text.lines().map(|l| l.chars().count()).max().unwrap_or(0);
        if widest <= width {
            return text;
        }
        match kept.iter().map(|&i| head[i].1).max() {
            Some(least) if least > 0 => kept.retain(|&i| head[i].1 != least),
            _ if name_width == usize::MAX => {
                let longest = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
                name_width = longest.saturating_sub(widest - width).max(8);
            }
            // Narrower than any terminal: let it wrap.
            _ => return text,
        }
    }
}

fn render(head: &[(&str, u8)], rows: &[Vec<String>], kept: &[usize], name_width: usize) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(kept.iter().map(|&i| head[i].0));
    for row in rows {
        table.add_row(kept.iter().map(|&i| match i {
            0 => shorten(&row[0], name_width),
            _ => row[i].clone(),
        }));
    }
    for (column, &i) in table.column_iter_mut().zip(kept) {
        column.set_padding((if i == 0 { 0 } else { 2 }, 0));
        let left = i == 0 || head[i].0 == "kind";
        column.set_cell_alignment(if left { CellAlignment::Left } else { CellAlignment::Right });
    }
    table.trim_fmt()
}

fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.into();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Breaks a sentence at spaces.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().map_or(0, |l| l.chars().count());
        match lines.last_mut() {
            Some(last) if line == 0 => last.push_str(word),
            Some(last) if line.saturating_add(1 + word.chars().count()) <= width => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// Three significant digits.
pub fn significant(x: f64) -> String {
    match x {
        _ if !x.is_finite() => "-".into(),
        _ if x >= 100.0 => format!("{x:.0}"),
        _ if x >= 10.0 => format!("{x:.1}"),
        _ if x >= 1.0 => format!("{x:.2}"),
        _ => format!("{x:.3}"),
    }
}

/// Nanoseconds as people write them.
pub fn duration(ns: f64) -> String {
    match ns {
        _ if ns < 1e3 => format!("{} ns", significant(ns)),
        _ if ns < 1e6 => format!("{} µs", significant(ns / 1e3)),
        _ if ns < 1e9 => format!("{} ms", significant(ns / 1e6)),
        _ => format!("{} s", significant(ns / 1e9)),
    }
}

/// A number with an SI prefix.
pub fn quantity(x: f64) -> String {
    match x {
        _ if x < 1e3 => significant(x),
        _ if x < 1e6 => format!("{} k", significant(x / 1e3)),
        _ if x < 1e9 => format!("{} M", significant(x / 1e6)),
        _ => format!("{} G", significant(x / 1e9)),
    }
}

/// A ratio.
pub fn times(x: f64) -> String {
    if x < 10.0 { format!("{x:.2}x") } else { format!("{x:.1}x") }
}

/// Writes the record as CSV, a line per contender.
///
/// # Errors
/// Output that cannot be written.
pub fn csv(report: &Report, out: &mut dyn Write) -> csv::Result<()> {
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
    for case in cases(&report.results) {
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
                report.partial.to_string(),
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

    fn entry(contender: &str, kind: Kind, median: f64, ratio: &[(&str, f64)]) -> Entry {
        Entry {
            op: "demo.op".into(),
            case: "n=1".into(),
            contender: contender.into(),
            kind,
            unit: "tx".into(),
            median,
            low: median,
            high: median,
            ratio: ratio.iter().map(|(n, r)| ((*n).to_owned(), *r)).collect(),
            ratio_interval: ratio.iter().map(|(n, r)| ((*n).to_owned(), [*r - 0.01, *r + 0.01])).collect(),
            cycles: median * 3.0,
            clock_ghz: 3.0,
            rounds: 9,
            threads: 1,
            baseline: "64_andn_c5_lut_u1_sd".into(),
            engine: (contender == "auto").then(|| "avx512".into()),
            noisy: false,
            distance: Some(Distance { units_per_call: 512.0, calls: 700, seconds: 1.0034 }),
            layout: Layout::General,
        }
    }

    fn report() -> Report {
        let b = "64_andn_c5_lut_u1_sd";
        let results = vec![
            entry(b, Kind::Baseline, 40_000.0, &[("avx512", 0.07), ("ports", 0.03)]),
            entry("avx512", Kind::Engine, 2_800.0, &[(b, 14.3), ("ports", 0.45)]),
            entry("auto", Kind::Engine, 2_810.0, &[(b, 14.2), ("ports", 0.45)]),
            entry("avx512_andn_c4_ptr_u4_ss", Kind::Baseline, 15_000.0, &[(b, 2.66), ("ports", 0.08)]),
            entry("ports", Kind::Bound, 1_260.0, &[(b, 31.0), ("avx512", 2.2)]),
        ];
        Report { results, ..Report::default() }
    }

    fn printed(width: usize) -> String {
        let mut out = Vec::new();
        text(&report(), width, false, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for width in [40, 60, 80, 120] {
            for line in printed(width).lines() {
                assert!(line.chars().count() <= width, "{width}: {line:?}");
            }
        }
    }

    #[test]
    fn forty_columns_still_show_name_time_and_ratio() {
        let text = printed(40);
        let line = text.lines().find(|l| l.starts_with("avx512 ")).unwrap();
        assert!(line.contains("2.80 µs") && line.contains("14.3x"), "{line}");
    }

    #[test]
    fn a_pipe_gets_every_column() {
        let text = printed(usize::MAX);
        let line = text.lines().find(|l| l.starts_with("avx512 ")).unwrap();
        for part in ["engine", "2.80 µs", "357 k", "8400", "14.3x", "14.290-14.310", "45 %"] {
            assert!(line.contains(part), "{part} in {line}");
        }
    }

    #[test]
    fn fastest_comes_first() {
        let text = printed(usize::MAX);
        let at = |name: &str| text.lines().position(|l| l.starts_with(name)).unwrap();
        assert!(at("ports") < at("avx512 ") && at("avx512 ") < at("auto (avx512)"));
    }

    #[test]
    fn distance_layout_is_the_table_of_the_pcurl_readme_with_the_baseline_before_ours() {
        let mut report = report();
        report.results.retain(|e| e.contender != "auto");
        report.results.iter_mut().for_each(|e| e.layout = Layout::Distance);
        let mut out = Vec::new();
        text(&report, 80, false, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<Vec<&str>> = text
            .lines()
            .skip(2)
            .map(|l| l.split("  ").filter(|c| !c.is_empty()).map(str::trim).collect())
            .collect();
        assert_eq!(lines[0], ["Speed-up: 14.3x (avx512 over 64_andn_c5_lut_u1_sd)"]);
        assert_eq!(lines[1], ["Configuration", "Speed, tx/s", "Distance, tx", "Time, ms", "Speed-up"]);
        assert_eq!(lines[2], ["avx512_andn_c4_ptr_u4_ss", "66667 tx/s", "512 x 700 tx", "1003 ms", "2.66x"]);
        assert_eq!(lines[3][0], "64_andn_c5_lut_u1_sd");
        assert_eq!(lines[4][..2], ["avx512", "357143 tx/s"]);
        assert_eq!(lines[5][0], "ports");
    }

    #[test]
    fn csv_has_a_line_per_contender() {
        let mut out = Vec::new();
        csv(&report(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 6);
        assert!(text.contains("demo.op,n=1,1,avx512,engine,tx,2800,"), "{text}");
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(duration(0.1234), "0.123 ns");
        assert_eq!(duration(12_345.0), "12.3 µs");
        assert_eq!(duration(2.5e9), "2.50 s");
        assert_eq!(quantity(301_900.0), "302 k");
    }
}

//! The record of a race, and the comparison of two, as text.

use std::io::{self, Write};

use crate::compare::{Change, Verdict};
use crate::figures::{self, duration, quantity, ratio, significant, times};
use crate::record::{Distance, bounds, by_speed, cases};
use crate::summary::{self, Line, Standing};
use crate::table::{grid, wrap};
use crate::{Entry, Kind, Layout, Meaning, Record, Traffic};

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
pub fn record(record: &Record, width: usize, colour: bool, out: &mut dyn Write) -> io::Result<()> {
    let (bold, grey, plain) = if colour { ("\x1b[1m", "\x1b[90m", "\x1b[0m") } else { ("", "", "") };
    for case in cases(&record.results) {
        let first = &case[0];
        writeln!(out)?;
        let about = record.about(case);
        let key =
            if about.title == first.case { String::new() } else { format!("  {grey}{}{plain}", first.case) };
        writeln!(out, "{bold}{}  {}{plain}{key}", first.op, about.title)?;
        let about = match first.layout {
            Layout::General => format!("ratio: how many times as fast as {}", first.baseline),
            Layout::Distance => speed_up(case),
        };
        for line in wrap(&about, width) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", table(case, width))?;
        let traffic: Vec<_> =
            record.memory.iter().filter(|t| t.op == first.op && t.case == first.case).collect();
        if !traffic.is_empty() {
            writeln!(out, "\n{}", memory(&traffic, width))?;
        }
    }
    let names: Vec<&str> = record.results.iter().map(|e| e.contender.as_str()).collect();
    meanings(record, &names, width, out)?;
    if !record.warnings.is_empty() {
        writeln!(out)?;
        warnings(record, width, out)?;
    }
    notes(record, width, out)
}

/// What keeps the figures from being trusted.
fn warnings(record: &Record, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let lines = record.warnings.iter().flat_map(|w| wrap(&format!("warning: {w}"), width));
    lines.into_iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// What those of the names mean that need it.
fn meanings(record: &Record, names: &[&str], width: usize, out: &mut dyn Write) -> io::Result<()> {
    for text in Meaning::of(&record.meanings, names) {
        writeln!(out)?;
        for line in wrap(text, width) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Writes what a reader should know besides the warnings, in sentences no wider than `width`.
///
/// # Errors
/// Output that cannot be written.
pub fn notes(record: &Record, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut notes: Vec<String> = record
        .disqualified
        .iter()
        .map(|d| format!("DISQUALIFIED {} {} {}: {}", d.op, d.case, d.contender, d.reason))
        .collect();
    notes.extend(summary::same_but_apart(record).into_iter().map(|n| format!("note: {n}")));
    if record.partial {
        notes.push("PARTIAL: it ended before every case was raced".into());
    }
    if !notes.is_empty() {
        writeln!(out)?;
    }
    for line in notes.iter().flat_map(|n| wrap(n, width)) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Writes the summary, no wider than `width`: one line for each thing that people do. In colour, what is faster is green,
/// what is slower red, and labels are grey.
///
/// # Errors
/// Output that cannot be written.
pub fn summary(record: &Record, width: usize, colour: bool, out: &mut dyn Write) -> io::Result<()> {
    let groups = summary::groups(record);
    if groups.is_empty() {
        return Ok(());
    }
    let (rough, of) = summary::rough(&groups);
    let head = format!("{}{}", summary::machine(record), made(record));
    let noise = if rough > 0 { format!("noisy: {rough} of {of} (~)") } else { String::new() };
    writeln!(out)?;
    for line in wrap([head, noise].join("   ").trim_end(), width) {
        writeln!(out, "{line}")?;
    }
    warnings(record, width, out)?;
    let titles = ["", "you get", "engine", "best other", "faster", "of limit", ""];
    // The order in which columns are given up.
    let give_up = [0, 0, 3, 2, 0, 4, 5];
    let mut rows: Vec<(Option<&Line<'_>>, [String; 7])> = vec![(None, titles.map(Into::into))];
    for (group, lines) in &groups {
        let mut heading = [const { String::new() }; 7];
        heading[0] = group.clone();
        rows.push((None, heading));
        rows.extend(lines.iter().map(|line| (Some(line), cells(line))));
    }
    let mut kept: Vec<usize> = (0..7).collect();
    // A heading may run over what stands beside it.
    let is_heading = |row: &[String; 7]| !row[0].is_empty() && row[1].is_empty();
    let cell_width = |column: usize| {
        let all = rows.iter().filter(|(_, row)| !is_heading(row));
        all.map(|(_, row)| row[column].chars().count()).max().unwrap_or(0)
    };
    while kept.iter().map(|&c| cell_width(c) + 2).sum::<usize>() > width.saturating_add(2) {
        let Some(&last) = kept.iter().filter(|c| give_up[**c] > 0).max_by_key(|c| give_up[**c]) else {
            break;
        };
        kept.retain(|c| *c != last);
    }
    for (line, row) in &rows {
        let mut text = String::new();
        for &column in kept.iter().filter(|c| !is_heading(row) || **c == 0) {
            let (cell, wide) = (&row[column], cell_width(column));
            let padding = " ".repeat(wide.saturating_sub(cell.chars().count()));
            let (on, off) = paint(column, *line, is_heading(row), colour);
            match column {
                0 => text += &format!("{on}{cell}{off}{padding}"),
                // Names and labels are set left.
                2 | 3 | 6 => text += &format!("  {on}{cell}{off}{padding}"),
                _ => text += &format!("  {padding}{on}{cell}{off}"),
            }
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    let lines = rows.iter().filter_map(|(line, _)| *line);
    let names: Vec<&str> = lines.flat_map(|line| line.best_other()).filter(|_| kept.contains(&3)).collect();
    meanings(record, &names, width, out)
}

fn cells(line: &Line<'_>) -> [String; 7] {
    [
        format!("  {}", line.about.title),
        line.you_get(),
        line.engine().into(),
        line.best_other().unwrap_or("-").into(),
        line.faster(),
        line.limit(),
        format!("{} {}", line.about.op, line.about.case),
    ]
}

/// How a cell is coloured.
fn paint(
    column: usize,
    line: Option<&Line<'_>>,
    heading: bool,
    colour: bool,
) -> (&'static str, &'static str) {
    let on = match (column, line.and_then(|l| l.other)) {
        _ if !colour => return ("", ""),
        (0, _) if heading => "\x1b[1m",
        (4, Some(other)) => match other.standing() {
            Standing::Faster => "\x1b[32m",
            Standing::Equal => "\x1b[90m",
            Standing::Slower => "\x1b[31m",
        },
        (6, _) => "\x1b[90m",
        _ if line.is_none() => "\x1b[90m",
        _ => return ("", ""),
    };
    (on, "\x1b[0m")
}

/// Threads, time and versions, as far as they are known.
fn made(record: &Record) -> String {
    let mut text = String::new();
    if let Some(made) = &record.made {
        let most = made.threads.iter().max().copied().unwrap_or(1);
        text += &if most == 1 { ", 1 thread".into() } else { format!(", up to {most} threads") };
        text += &format!(", {:.0} s", made.seconds);
    }
    if !record.version.is_empty() {
        text += &format!(", version {}", record.version);
    }
    text
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
        (_, Some((x, ends))) => {
            format!("{}{}", figures::interval(x, ends), if e.noisy { " !" } else { "" })
        }
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
        column("Speed-up", 0, |e| e.to_baseline().map_or("1".into(), |(r, _)| ratio(r))),
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
        column("ratio", 0, |e| e.to_baseline().map_or("1".into(), |(r, _)| ratio(r))),
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

/// What contenders of one case did with memory, in the figures of the mail of 17 April 2014 to the list of the Password
/// Hashing Competition.
fn memory(traffic: &[&Traffic], width: usize) -> String {
    let head = [
        ("memory", 0),
        ("time", 0),
        ("user", 3),
        ("system", 2),
        ("peak memory/s", 1),
        ("average memory/s", 1),
        ("bandwidth", 4),
    ];
    let rate = |bytes: f64| format!("{} GiB/s", significant(bytes / f64::from(1 << 30)));
    let rows = traffic.iter().map(|t| {
        let split = |ns: Option<f64>| ns.map_or("-".into(), duration);
        vec![
            t.contender.clone(),
            duration(t.ns),
            split(t.system.map(|system| (t.ns - system).max(0.0))),
            split(t.system),
            rate(t.peak_per_second()),
            rate(t.average_per_second()),
            rate(t.bandwidth()),
        ]
    });
    grid(&head, rows.collect(), width)
}

/// Writes a comparison, no wider than `width`: all contenders, or only those that differ.
///
/// # Errors
/// Output that cannot be written.
pub fn comparison(
    changes: &[Change],
    notes: &[String],
    all: bool,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let told = |c: &&Change| all || !matches!(c.verdict, Verdict::Same | Verdict::Noisy);
    let shown: Vec<&Change> = changes.iter().filter(told).collect();
    if !shown.is_empty() {
        let number = |x: Option<f64>| x.map_or("-".into(), ratio);
        let rows = shown.iter().map(|c| {
            let of_change = c.change.zip(c.interval);
            let interval = of_change.map_or(String::new(), |(x, ends)| figures::interval(x, ends));
            let change = number(c.change);
            vec![
                format!("{} {} {}", c.op, c.case, c.contender),
                number(c.a),
                number(c.b),
                change,
                interval,
                c.verdict.name().into(),
            ]
        });
        let head = [("contender", 0), ("A", 3), ("B", 2), ("change", 0), ("95 %", 4), ("", 1)];
        writeln!(out, "{}", grid(&head, rows.collect(), width))?;
        writeln!(out)?;
    }
    for note in notes {
        writeln!(out, "warning: {note}")?;
    }
    let count = |verdict| changes.iter().filter(|c| c.verdict == verdict).count();
    let noisy = count(Verdict::Noisy);
    match changes.len() - count(Verdict::Same) - noisy {
        0 if noisy == 0 => writeln!(out, "no difference in {} comparisons", changes.len()),
        0 => writeln!(
            out,
            "no difference found in {} comparisons; {noisy} cannot be told for noise",
            changes.len()
        ),
        n if noisy == 0 => writeln!(out, "{n} of {} contenders differ", changes.len()),
        n => writeln!(out, "{n} of {} contenders differ; {noisy} cannot be told for noise", changes.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(contender: &str, kind: Kind, median: f64, ratios: &[(&str, f64)]) -> Entry {
        Entry {
            baseline: "64_andn_c5_lut_u1_sd".into(),
            engine: (contender == "auto").then(|| "avx512".into()),
            distance: Some(Distance { units_per_call: 512.0, calls: 700, seconds: 1.0034 }),
            ..Entry::sample(contender, kind, median).against(ratios, |r| [r - 0.01, r + 0.01])
        }
    }

    fn record() -> Record {
        let b = "64_andn_c5_lut_u1_sd";
        let results = vec![
            entry(b, Kind::Baseline, 40_000.0, &[("avx512", 0.07), ("ports", 0.03)]),
            entry("avx512", Kind::Engine, 2_800.0, &[(b, 14.3), ("ports", 0.45)]),
            entry("auto", Kind::Engine, 2_810.0, &[(b, 14.2), ("ports", 0.45)]),
            entry("avx512_andn_c4_ptr_u4_ss", Kind::Baseline, 15_000.0, &[(b, 2.66), ("ports", 0.08)]),
            entry("ports", Kind::Bound, 1_260.0, &[(b, 31.0), ("avx512", 2.2)]),
        ];
        Record { results, ..Record::default() }
    }

    fn printed(width: usize) -> String {
        let mut out = Vec::new();
        super::record(&record(), width, false, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn names_that_only_their_makers_know_are_explained_if_they_stand_in_a_table() {
        let meaning =
            |name: &str, text: &str| crate::Meaning { contenders: vec![name.into()], text: text.into() };
        let meanings =
            vec![meaning("64_andn_c5_lut_u1_sd", "64 is a word"), meaning("absent", "nobody asks")];
        let mut out = Vec::new();
        super::record(&Record { meanings, ..record() }, 80, false, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            (text.matches("64 is a word").count(), text.matches("nobody asks").count()),
            (1, 0),
            "{text}"
        );
    }

    #[test]
    fn summary_has_one_line_for_each_thing_and_gives_up_columns_before_it_is_too_wide() {
        let record = crate::summary::tests::record();
        let print = |width| {
            let mut out = Vec::new();
            super::summary(&record, width, false, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let text = print(usize::MAX);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "A CPU");
        assert_eq!(lines[3], "Sums");
        let cells: Vec<&str> = lines[4].split("  ").filter(|c| !c.is_empty()).map(str::trim).collect();
        assert_eq!(
            cells,
            ["a file of 5 MB", "2.00 GB/s", "fast", "rival", "2.00x", "96 %", "demo.sum size=5MB"]
        );
        assert_eq!(lines.len(), 5);
        for width in [36, 60, 80] {
            let text = print(width);
            assert!(text.lines().all(|l| l.chars().count() <= width), "{width}: {text}");
            assert!(text.contains("2.00 GB/s") && text.contains("2.00x"), "{text}");
        }
    }

    #[test]
    fn summary_names_the_model_and_warns_at_its_head() {
        let made = crate::Made { family: Some(25), model: Some(17), ..crate::Made::default() };
        let warnings = vec!["other programs had this core for 57 % of the time".into()];
        let record = Record { made: Some(made), warnings, ..crate::summary::tests::record() };
        let print = |write: &dyn Fn(&mut Vec<u8>)| {
            let mut out = Vec::new();
            write(&mut out);
            String::from_utf8(out).unwrap()
        };
        let text = print(&|out| super::summary(&record, usize::MAX, false, out).unwrap());
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].starts_with("A CPU (family 25, model 17), 1 thread"), "{text}");
        assert_eq!(lines[2], "warning: other programs had this core for 57 % of the time");
        // Below long tables it stands once more, and in the notes, which follow the summary alone, it need not.
        let tables = print(&|out| super::record(&record, usize::MAX, false, out).unwrap());
        let notes = print(&|out| super::notes(&record, usize::MAX, out).unwrap());
        assert_eq!([tables, notes].map(|text| text.matches("57 %").count()), [1, 0]);
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
        assert!(line.contains("2.80 µs") && line.contains("14.30x"), "{line}");
    }

    #[test]
    fn a_pipe_gets_every_column() {
        let text = printed(usize::MAX);
        let line = text.lines().find(|l| l.starts_with("avx512 ")).unwrap();
        for part in ["engine", "2.80 µs", "357 k", "8400", "14.30x", "14.29-14.31", "45 %"] {
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
        let mut record = record();
        record.results.retain(|e| e.contender != "auto");
        record.results.iter_mut().for_each(|e| e.layout = Layout::Distance);
        let mut out = Vec::new();
        super::record(&record, 80, false, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<Vec<&str>> = text
            .lines()
            .skip(2)
            .map(|l| l.split("  ").filter(|c| !c.is_empty()).map(str::trim).collect())
            .collect();
        assert_eq!(lines[0], ["Speed-up: 14.3x (avx512 over 64_andn_c5_lut_u1_sd)"]);
        assert_eq!(lines[1], ["Configuration", "Speed, tx/s", "Distance, tx", "Time, ms", "Speed-up"]);
        assert_eq!(lines[2], ["avx512_andn_c4_ptr_u4_ss", "66667 tx/s", "512 x 700 tx", "1003 ms", "2.660x"]);
        assert_eq!(lines[3][0], "64_andn_c5_lut_u1_sd");
        assert_eq!(lines[4][..2], ["avx512", "357143 tx/s"]);
        assert_eq!(lines[5][0], "ports");
    }
}

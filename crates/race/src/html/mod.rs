//! The record of a race as one self-contained page: no network, readable on a phone, in dark and light, by keyboard
//! and by screen reader. Every number stands as text; the pictures repeat them.

mod plots;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::figures::{self, duration, quantity, ratio, significant};
use crate::record::{bounds, by_speed, cases};
use crate::summary::{self, Line, Standing};
use crate::{Entry, Kind, Record};

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The page of a record that `program` made.
///
/// # Errors
/// If the record cannot be written as JSON.
pub fn page(record: &Record, program: &str) -> serde_json::Result<String> {
    let json = serde_json::to_string(record)?;
    let list: Vec<&[Entry]> = cases(&record.results).collect();
    let mut operations: Vec<&str> = Vec::new();
    for case in &list {
        if !operations.contains(&case[0].op.as_str()) {
            operations.push(&case[0].op);
        }
    }
    let groups = summary::groups(record);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                // No request for an icon.
                link rel="icon" href="data:,";
                title { (program) " race on " (record.cpu) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to the results" }
                (patterns())
                header {
                    h1 { (program) " race" }
                    p { (machine(record)) }
                    @if record.partial {
                        p.warning role="status" { "Partial: it ended before every case was raced." }
                    }
                    (notes(record))
                }
                nav aria-label="Contents" {
                    ul {
                        @if !groups.is_empty() { li { a href="#summary" { "Summary" } } }
                        @for (at, op) in operations.iter().enumerate() {
                            li {
                                @let of = |op| group(record, &list, op);
                                @if at == 0 || of(operations[at - 1]) != of(op) { span.of { (of(op)) } }
                                // The group stands before it.
                                a href={ "#" (op) } title=(op) { (op.split_once('.').map_or(*op, |(_, name)| name)) }
                            }
                        }
                        li { a href="#method" { "Method" } }
                    }
                }
                main id="main" tabindex="-1" {
                    @if !groups.is_empty() { (summary_table(&groups)) (plots::overview(record, &groups)) }
                    (legend(record))
                    @for op in &operations {
                        @let of_op = || list.iter().copied().filter(|case| case[0].op == *op);
                        section aria-labelledby=(op) {
                            h2 id=(op) { (heading(record, &list, op)) }
                            (plots::scaling(&of_op().collect::<Vec<_>>()))
                            @for case in of_op() { (picture(record, case)) }
                        }
                    }
                    (method(record, program))
                }
                script type="application/json" id="record" { (PreEscaped(embeddable(&json))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(page.into_string())
}

/// The CPU, threads, time, versions and day, as far as they are known.
fn machine(record: &Record) -> String {
    let mut parts = vec![summary::machine(record)];
    if let Some(made) = &record.made {
        let most = made.threads.iter().max().copied().unwrap_or(1);
        parts.push(if most == 1 { "1 thread".into() } else { format!("up to {most} threads") });
        parts.push(format!("{:.0} s{}", made.seconds, if made.quick { ", quick" } else { "" }));
    }
    if !record.version.is_empty() {
        let commit = record.made.as_ref().and_then(|made| made.commit.as_ref());
        parts.push(format!(
            "version {}{}",
            record.version,
            commit.map_or(String::new(), |c| format!(" ({c})"))
        ));
    }
    parts.extend(record.date.get(..10).map(Into::into));
    parts.join(", ")
}

/// What an operation belongs to.
fn group(record: &Record, list: &[&[Entry]], op: &str) -> String {
    list.iter().find(|case| case[0].op == op).map_or_else(String::new, |case| record.about(case).group)
}

/// The name of an operation with what it belongs to.
fn heading(record: &Record, list: &[&[Entry]], op: &str) -> Markup {
    html! { (group(record, list, op)) " " span.key { (op) } }
}

/// What a caller gets, a line for each thing that people do.
fn summary_table(groups: &[(String, Vec<Line<'_>>)]) -> Markup {
    let standing = |line: &Line<'_>| match line.other.map(|other| other.standing()) {
        Some(Standing::Faster) => "faster",
        Some(Standing::Slower) => "slower",
        _ => "equal",
    };
    html! {
        section aria-labelledby="summary" {
            h2 id="summary" { "What you get" }
            table.summary {
                caption {
                    "What a caller gets who names no engine, beside the best of others on one thread: = may be as fast, ~ is \
                     not known to better than 5 %."
                }
                thead {
                    tr {
                        th scope="col" { "What" }
                        th scope="col" { "You get" }
                        th.wide.left scope="col" { "Engine" }
                        th.wide.left scope="col" { "Best other" }
                        th scope="col" { "Faster" }
                        th.wide scope="col" { "Of limit" }
                    }
                }
                @for (group, lines) in groups {
                    tbody {
                        tr.group { th colspan="6" scope="colgroup" { (group) } }
                        @for line in lines {
                            tr {
                                th scope="row" {
                                    (line.about.title) " " span.key.wide { (line.about.op) " " (line.about.case) }
                                    // Where there is no room for a column.
                                    @if let Some(other) = &line.other {
                                        span.key.narrow { "beside " (name(&other.entry.contender)) }
                                    }
                                }
                                td { (line.you_get()) }
                                td.wide.left { (line.engine()) }
                                td.wide.left {
                                    @match line.best_other() { Some(other) => (name(other)), None => "-" }
                                }
                                td class=(standing(line)) { (line.faster()) }
                                td.wide { (line.limit()) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A name that may be broken after an underline and nowhere within its parts.
fn name(name: &str) -> Markup {
    let parts: Vec<&str> = name.split_inclusive('_').collect();
    html! { @for (at, part) in parts.iter().enumerate() { @if at > 0 { wbr; } (part) } }
}

/// JSON that cannot end the script element that it stands in.
fn embeddable(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Fills of the bars: kinds differ by pattern as well as colour.
fn patterns() -> Markup {
    html! {
        svg.defs aria-hidden="true" width="0" height="0" {
            defs {
                pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                    rect.ground width="6" height="6" {}
                    rect.ink width="3" height="6" {}
                }
                pattern id="dotted" width="6" height="6" patternUnits="userSpaceOnUse" {
                    rect.ground width="6" height="6" {}
                    circle.ink cx="3" cy="3" r="1.6" {}
                }
            }
        }
    }
}

fn notes(record: &Record) -> Markup {
    let noisy = record.results.iter().filter(|e| e.noisy).count();
    let apart = summary::same_but_apart(record);
    let all: Vec<&String> = record.warnings.iter().chain(&apart).collect();
    html! {
        @if !record.disqualified.is_empty() {
            section.warning aria-label="Disqualified" {
                h2 { "Disqualified" }
                ul {
                    @for d in &record.disqualified {
                        li { strong { (d.contender) } " in " (d.op) " " (d.case) ": " (d.reason) }
                    }
                }
            }
        }
        @if !all.is_empty() {
            // What keeps the figures from being trusted is not folded away.
            details.badge open[!record.warnings.is_empty()] {
                summary {
                    @if noisy > 0 { "noisy: " (noisy) " of " (record.results.len()) }
                    @else { (all.len()) @if all.len() == 1 { " note" } @else { " notes" } }
                }
                ul { @for note in all { li { (note) } } }
            }
        }
    }
}

fn legend(record: &Record) -> Markup {
    let names: Vec<&str> = record.results.iter().map(|e| e.contender.as_str()).collect();
    let item = |kind: Kind, text: &str| {
        html! { li { svg.swatch aria-hidden="true" { rect class=(kind.name()) width="100%" height="100%" {} } " " (text) } }
    };
    html! {
        section aria-label="Legend" {
            ul.legend {
                (item(Kind::Engine, "engine: ours, one per instruction set; auto is what a caller gets who names none"))
                (item(Kind::Peer, "peer: another library"))
                (item(Kind::Baseline, "baseline: a reference implementation"))
                (item(Kind::Bound, "bound: what the hardware cannot beat; a dashed line marks the nearest"))
            }
            p {
                "Longer is faster, the upright line is 1x. A thin line on a bar is the 95 % interval of its ratio, cut where it \
                 leaves the picture; ! marks a ratio not known to better than 5 %. Each case has a scale of its own."
            }
            @for text in crate::Meaning::of(&record.meanings, &names) { p { (text) } }
        }
    }
}

/// A bar's place in percent of the width.
struct Bar {
    ratio: f64,
    low: f64,
    high: f64,
}

fn bar(entry: &Entry) -> Bar {
    let (ratio, [low, high]) = entry.to_baseline().unwrap_or((1.0, [1.0, 1.0]));
    Bar { ratio, low, high }
}

/// The scale of a case: what fills the width, and its nearest limit.
struct Scale {
    largest: f64,
    limit: Option<f64>,
}

impl Scale {
    fn of(case: &[Entry]) -> Self {
        // The intervals may be cut: one that is wide would make all bars short.
        let largest = case.iter().map(|e| bar(e).ratio).fold(1.0, f64::max) * 1.02;
        // The nearest limit is the slowest of the bounds.
        let limit = case.iter().filter(|e| e.kind == Kind::Bound).map(|e| bar(e).ratio).reduce(f64::min);
        Scale { largest, limit }
    }

    fn percent(&self, x: f64) -> String {
        format!("{:.3}%", 100.0 * (x / self.largest).clamp(0.0, 1.0))
    }
}

fn picture(record: &Record, case: &[Entry]) -> Markup {
    let (about, first) = (record.about(case), &case[0]);
    let ours = summary::ours(case);
    // What a caller gets and what others have; our other engines are folded.
    let is_shown = |e: &&Entry| {
        e.kind != Kind::Engine
            || e.contender == e.baseline
            || ours.is_some_and(|ours| ours.contender == e.contender)
    };
    let (shown, folded): (Vec<&Entry>, Vec<&Entry>) = by_speed(case).into_iter().partition(is_shown);
    let caption = format!("Speed of {} for {}, as a multiple of {}", first.op, first.case, first.baseline);
    html! {
        figure {
            figcaption {
                (about.title) @if about.title != first.case { " " span.key { (first.case) } }
            }
            (table(case, &shown, ours, &caption))
            @if !folded.is_empty() {
                details {
                    summary { (folded.len()) @if folded.len() == 1 { " other engine" } @else { " other engines" } }
                    (table(case, &folded, ours, &format!("{caption}: other engines")))
                }
            }
        }
    }
}

fn table(case: &[Entry], entries: &[&Entry], ours: Option<&Entry>, caption: &str) -> Markup {
    let limits = bounds(case);
    let scale = Scale::of(case);
    let first = &case[0];
    html! {
        table.case {
            caption { (caption) }
            thead {
                tr {
                    th scope="col" { "Contender" }
                    th scope="col" { "Time/" (first.unit) }
                    th.wide scope="col" { (first.unit) "/s" }
                    th.wide scope="col" { "Cycles" }
                    th scope="col" { "Ratio" }
                    th.wide scope="col" { "95 %" }
                    @if !limits.is_empty() { th.wide scope="col" { "Of limit" } }
                }
            }
            tbody {
                @for entry in entries {
                    tr.auto[ours.is_some_and(|ours| ours.contender == entry.contender)] {
                        th scope="row" {
                            span.name { (name(&entry.label())) } " " span.kind { (entry.kind.name()) }
                            (drawing(entry, &scale))
                        }
                        td { (duration(entry.median)) }
                        td.wide { (quantity(entry.rate())) }
                        td.wide { (significant(entry.cycles)) }
                        td { (ratio(bar(entry).ratio)) @if entry.noisy { " !" } }
                        td.wide {
                            @if let (Some((x, ends)), false) = (entry.to_baseline(), entry.kind == Kind::Bound) {
                                (figures::interval(x, ends).replace('-', "–"))
                            }
                        }
                        @if !limits.is_empty() {
                            td.wide { @if let Some(part) = entry.of_limit(&limits) { (format!("{:.0} %", part * 100.0)) } }
                        }
                    }
                }
            }
        }
    }
}

fn drawing(entry: &Entry, scale: &Scale) -> Markup {
    let Bar { ratio, low, high } = bar(entry);
    let percent = |x| scale.percent(x);
    html! {
        svg.bar aria-hidden="true" focusable="false" {
            rect class=(entry.kind.name()) x="0" y="2" width=(percent(ratio)) height="12" {}
            line.one x1=(percent(1.0)) x2=(percent(1.0)) y1="0" y2="16" {}
            @if high > low {
                @for class in ["halo", "interval"] {
                    line class=(class) x1=(percent(low)) x2=(percent(high)) y1="8" y2="8" {}
                    line class=(class) x1=(percent(low)) x2=(percent(low)) y1="5" y2="11" {}
                    @if high <= scale.largest {
                        line class=(class) x1=(percent(high)) x2=(percent(high)) y1="5" y2="11" {}
                    }
                }
            }
            @if let Some(limit) = scale.limit { line.limit x1=(percent(limit)) x2=(percent(limit)) y1="0" y2="16" {} }
        }
    }
}

fn method(record: &Record, program: &str) -> Markup {
    html! {
        section aria-labelledby="method" {
            h2 id="method" { "How it was measured" }
            p {
                "Contenders ran in blocks, in random order and then in its mirror image, round after round in one process, \
                 on " (if record.time == "wall" { "wall" } else { "thread CPU" }) " time (wall time where several threads \
                 ran). The beginning of each block was not counted. A ratio is formed within each round; what is given is \
                 the median over the rounds with a 95 % bootstrap interval. Cycles come from the core clock, measured \
                 beside each block by a chain of dependent instructions. Contenders whose output was wrong were thrown out \
                 before they were timed."
            }
            h2 { "The machine" }
            dl {
                dt { "CPU" } dd { (record.cpu) }
                dt { "Features" } dd { (record.features.join(", ")) }
                dt { (program) } dd { (record.version) }
                @if let Some(made) = &record.made {
                    @if let Some(commit) = &made.commit { dt { "Commit" } dd { (commit) } }
                    @if let Some(compiler) = &made.compiler { dt { "Compiler" } dd { (compiler) } }
                    @if !made.peers.is_empty() {
                        dt { "Others" }
                        dd { @for (at, (name, version)) in made.peers.iter().enumerate() { @if at > 0 { ", " } (name) " " (version) } }
                    }
                }
                @if !record.date.is_empty() { dt { "Date" } dd { (record.date) } }
            }
            p { button type="button" id="download" { "Download the record (JSON)" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Disqualified;

    fn record() -> Record {
        let entry = |contender: &str, kind, ratio: f64| Entry {
            low: 99.0 / ratio,
            high: 101.0 / ratio,
            ..Entry::sample(contender, kind, 100.0 / ratio)
                .against(&[("plain", ratio), ("ports", ratio / 31.0)], |r| [r * 0.9, r * 1.1])
        };
        let mut plain = entry("plain", Kind::Baseline, 1.0);
        plain.ratio.remove("plain");
        let results = vec![
            plain,
            entry("avx512", Kind::Engine, 14.0),
            entry("<rival> & co", Kind::Peer, 0.3),
            entry("ports", Kind::Bound, 31.0),
        ];
        let disqualified = vec![Disqualified {
            op: "demo.op".into(),
            case: "n=1".into(),
            contender: "</script><script>alert(1)</script>".into(),
            reason: "wrong".into(),
        }];
        Record { cpu: "Test CPU".into(), results, disqualified, ..Record::default() }
    }

    #[test]
    fn page_names_every_contender_and_number() {
        let page = page(&record(), "Lanesmith").unwrap();
        for part in ["avx512", "14.00x", "45 %", "&lt;rival&gt; &amp; co", "Test CPU", "demo.op"] {
            assert!(page.contains(part), "{part}");
        }
    }

    #[test]
    fn summary_comes_first_and_other_engines_are_folded() {
        let mut record = crate::summary::tests::record();
        record.warnings.push("loud".into());
        record.results[2].noisy = true;
        let page = page(&record, "Lanesmith").unwrap();
        let at = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part}"));
        assert!(
            at("a file of 5 MB") < at("Everything at once")
                && at("Everything at once") < at("<figcaption>a page")
        );
        assert!(
            at("1 other engine")
                < at("Speed of demo.sum for size=1KiB, as a multiple of plain: other engines")
        );
        assert!(page.contains("<details class=\"badge\" open>"), "a warning is not folded away");
        assert!(page.contains("noisy: 1 of 10") && page.contains("1.000x !"), "{page}");
    }

    #[test]
    fn names_that_only_their_makers_know_are_explained_if_they_stand_in_the_page() {
        let mut record = record();
        let meaning =
            |name: &str, text: &str| crate::Meaning { contenders: vec![name.into()], text: text.into() };
        let there = record.results[0].contender.clone();
        record.meanings = vec![meaning(&there, "what it means"), meaning("absent", "what nobody asks")];
        let page = page(&record, "Program").unwrap();
        // The embedded record has all.
        let (shown, _) = page.split_once("<script").unwrap();
        assert!(shown.contains("<p>what it means</p>") && !shown.contains("what nobody asks"));
    }

    #[test]
    fn page_asks_nothing_of_the_network() {
        let page = page(&record(), "Lanesmith").unwrap();
        for part in ["http://", "https://", "src=", "@import", "url(//"] {
            assert!(!page.contains(part), "{part}");
        }
    }

    #[test]
    fn embedded_record_reads_back_whatever_names_are_in_it() {
        let page = page(&record(), "Lanesmith").unwrap();
        let (_, rest) = page.split_once("id=\"record\">").unwrap();
        let (json, _) = rest.split_once("</script>").unwrap();
        let back: Record = serde_json::from_str(json).unwrap();
        assert_eq!(back.disqualified, record().disqualified);
        assert_eq!(back.results.len(), 4);
        assert!(!json.contains('\n'), "not indented: that makes it three times as long");
    }

    #[test]
    fn kinds_are_told_apart_by_words() {
        let page = page(&record(), "Lanesmith").unwrap();
        for kind in [Kind::Engine, Kind::Peer, Kind::Baseline, Kind::Bound] {
            assert!(page.contains(&format!("<span class=\"kind\">{}</span>", kind.name())));
        }
    }
}

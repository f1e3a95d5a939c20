//! The record of a race as one self-contained page: no network, readable on a phone, in dark and light, by keyboard
//! and by screen reader. Every number stands as text; the pictures repeat them.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::figures::{duration, quantity, significant, times};
use crate::record::{bounds, by_speed, cases};
use crate::{Entry, Kind, Record};

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The page of a record that `program` made.
///
/// # Errors
/// If the record cannot be written as JSON.
pub fn page(record: &Record, program: &str) -> serde_json::Result<String> {
    let json = serde_json::to_string_pretty(record)?;
    let list: Vec<&[Entry]> = cases(&record.results).collect();
    let mut operations: Vec<&str> = list.iter().map(|case| case[0].op.as_str()).collect();
    operations.dedup();
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
                    p { (record.cpu) @if let Some(day) = record.date.get(..10) { ", " (day) } }
                    @if record.partial {
                        p.warning role="status" { "Partial: interrupted before every case was raced." }
                    }
                    nav aria-label="Operations" {
                        ul { @for op in &operations { li { a href={ "#" (op) } { (op) } } } }
                    }
                }
                main id="main" tabindex="-1" {
                    (notes(record))
                    (legend())
                    @for op in &operations {
                        section aria-labelledby=(op) {
                            h2 id=(op) { (op) }
                            @for case in list.iter().filter(|case| case[0].op == *op) { (picture(case)) }
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
        @for warning in &record.warnings { p.warning { "Warning: " (warning) } }
    }
}

fn legend() -> Markup {
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
            p { "Longer is faster. A thin line on a bar is the 95 % interval of its ratio." }
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

fn picture(case: &[Entry]) -> Markup {
    let limits = bounds(case);
    let sorted = by_speed(case);
    let largest = sorted.iter().map(|e| bar(e).ratio.max(bar(e).high)).fold(0.0, f64::max);
    let percent = |x: f64| format!("{:.3}%", if largest > 0.0 { 100.0 * x / largest } else { 0.0 });
    // The nearest limit is the slowest of the bounds.
    let limit = sorted.iter().filter(|e| e.kind == Kind::Bound).map(|e| bar(e).ratio).reduce(f64::min);
    let first = &case[0];
    html! {
        figure {
            figcaption { (first.case) }
            table {
                caption { "Speed of " (first.op) " for " (first.case) ", as a multiple of " (first.baseline) }
                thead {
                    tr {
                        th scope="col" { "Contender" }
                        th scope="col" { "Time/" (first.unit) }
                        th.wide scope="col" { (first.unit) "/s" }
                        th.wide scope="col" { "Cycles" }
                        th scope="col" { "Ratio" }
                        th.wide scope="col" { "95 %" }
                        @if !limits.is_empty() { th scope="col" { "Of limit" } }
                    }
                }
                tbody {
                    @for entry in &sorted {
                        tr {
                            th scope="row" {
                                span.name { (entry.label()) } " " span.kind { (entry.kind.name()) }
                                (drawing(entry, limit, &percent))
                            }
                            td { (duration(entry.median)) }
                            td.wide { (quantity(entry.rate())) }
                            td.wide { (significant(entry.cycles)) }
                            td { (times(bar(entry).ratio)) }
                            td.wide {
                                @if let (Some((_, [low, high])), false) = (entry.to_baseline(), entry.kind == Kind::Bound) {
                                    (format!("{low:.3}–{high:.3}")) @if entry.noisy { " !" }
                                }
                            }
                            @if !limits.is_empty() {
                                td { @if let Some(part) = entry.of_limit(&limits) { (format!("{:.0} %", part * 100.0)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn drawing(entry: &Entry, limit: Option<f64>, percent: &dyn Fn(f64) -> String) -> Markup {
    let Bar { ratio, low, high } = bar(entry);
    html! {
        svg.bar aria-hidden="true" focusable="false" {
            rect class=(entry.kind.name()) x="0" y="2" width=(percent(ratio)) height="12" {}
            @if high > low {
                line.interval x1=(percent(low)) x2=(percent(high)) y1="8" y2="8" {}
                line.interval x1=(percent(low)) x2=(percent(low)) y1="5" y2="11" {}
                line.interval x1=(percent(high)) x2=(percent(high)) y1="5" y2="11" {}
            }
            @if let Some(limit) = limit { line.limit x1=(percent(limit)) x2=(percent(limit)) y1="0" y2="16" {} }
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
            op: "demo.op".into(),
            case: "n=1".into(),
            contender: contender.into(),
            kind,
            unit: "tx".into(),
            median: 100.0 / ratio,
            low: 99.0 / ratio,
            high: 101.0 / ratio,
            ratio: [("plain".to_owned(), ratio), ("ports".to_owned(), ratio / 31.0)].into(),
            ratio_interval: [("plain".to_owned(), [ratio * 0.9, ratio * 1.1])].into(),
            cycles: 300.0 / ratio,
            clock_ghz: 3.0,
            rounds: 9,
            threads: 1,
            baseline: "plain".into(),
            engine: None,
            noisy: false,
            distance: None,
            layout: Default::default(),
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
        for part in ["avx512", "14.0x", "45 %", "&lt;rival&gt; &amp; co", "Test CPU", "demo.op"] {
            assert!(page.contains(part), "{part}");
        }
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
    }

    #[test]
    fn kinds_are_told_apart_by_words() {
        let page = page(&record(), "Lanesmith").unwrap();
        for kind in [Kind::Engine, Kind::Peer, Kind::Baseline, Kind::Bound] {
            assert!(page.contains(&format!("<span class=\"kind\">{}</span>", kind.name())));
        }
    }
}

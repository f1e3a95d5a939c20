//! The pictures of the page: everything on one axis, and how speed goes with size, count or threads.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::figures::{duration, quantity, significant, times};
use crate::record::cases;
use crate::summary::{Line, ours};
use crate::{Entry, Kind, Layout, Record};

/// Ticks of the logarithmic axis.
const TICKS: [f64; 13] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// A logarithmic axis between two ticks.
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    /// One that holds all of these and 1.
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let (low, high) =
            values.filter(|v| *v > 0.0).fold((1.0, 1.0), |(l, h): (f64, f64), v| (l.min(v), h.max(v)));
        let below = TICKS.iter().rev().find(|t| **t < low).copied().unwrap_or(TICKS[0]);
        let above = TICKS.iter().find(|t| **t > high).copied().unwrap_or(TICKS[12]);
        Axis { low: below, high: above }
    }

    /// The place of a value in percent; what lies outside stands at the end.
    fn percent(&self, value: f64) -> String {
        let part = (value / self.low).ln() / (self.high / self.low).ln();
        format!("{:.2}%", 2.0 + 96.0 * part.clamp(0.0, 1.0))
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        TICKS.into_iter().filter(|t| (self.low..=self.high).contains(t))
    }
}

/// How many times as fast as the best other each contender of a line's case is: ours first.
fn dots<'a>(line: &Line<'a>, case: &'a [Entry]) -> Vec<(f64, &'a Entry)> {
    let Some(best) = line.other else { return Vec::new() };
    let others = case.iter().filter(|e| matches!(e.kind, Kind::Peer | Kind::Baseline));
    let of = |e: &Entry| match e.contender == best.entry.contender {
        true => Some(1.0),
        false => e.ratio.get(&best.entry.contender).copied(),
    };
    let mut list = vec![(best.ratio, line.ours)];
    list.extend(others.filter_map(|e| Some((of(e)?, e))));
    list
}

/// Everything on one logarithmic axis: ours filled, others hollow, the best of these at 1.
pub fn overview(record: &Record, groups: &[(String, Vec<Line<'_>>)]) -> Markup {
    let rows: Vec<(&str, Vec<(&Line<'_>, Vec<(f64, &Entry)>)>)> = groups
        .iter()
        .map(|(group, lines)| {
            let of = |line| {
                let of_line = |case: &&[Entry]| case[0].op == about(line).0 && case[0].case == about(line).1;
                let case = cases(&record.results).find(of_line);
                (line, case.map_or_else(Vec::new, |case| dots(line, case)))
            };
            (group.as_str(), lines.iter().map(of).filter(|(_, dots)| !dots.is_empty()).collect())
        })
        .filter(|(_, rows): &(&str, Vec<_>)| !rows.is_empty())
        .collect();
    if rows.is_empty() {
        return html! {};
    }
    let axis = Axis::of(rows.iter().flat_map(|(_, rows)| rows).flat_map(|(_, dots)| dots).map(|(x, _)| *x));
    let scale = html! {
        div.dots aria-hidden="true" {
            span {}
            svg.scale {
                @for tick in axis.ticks() {
                    text x=(axis.percent(tick)) y="14" text-anchor="middle" { (format!("{tick}x")) }
                }
            }
        }
    };
    html! {
        figure.overview {
            figcaption { "Everything at once" }
            p.about {
                "How many times as fast as the best other: filled dots are ours, hollow ones are others, the line is 1x. Each \
                 step of the axis multiplies; a thin line is the 95 % interval."
            }
            (scale)
            @for (group, rows) in &rows {
                p.group { (group) }
                @for (line, dots) in rows {
                    div.dots {
                        span { (line.about.title) }
                        svg role="img" aria-label=(spoken(dots)) {
                            @for tick in axis.ticks() {
                                line class=(if tick == 1.0 { "one" } else { "tick" }) x1=(axis.percent(tick))
                                    x2=(axis.percent(tick)) y1="0" y2="22" {}
                            }
                            @if let Some(other) = &line.other {
                                line.interval x1=(axis.percent(other.interval[0])) x2=(axis.percent(other.interval[1])) y1="11" y2="11" {}
                            }
                            @for (x, entry) in dots.iter().skip(1) {
                                circle.other cx=(axis.percent(*x)) cy="11" r="4" {
                                    title { (entry.contender) ", " (times(*x)) }
                                }
                            }
                            circle.ours cx=(axis.percent(dots[0].0)) cy="11" r="5.5" {
                                title { (dots[0].1.label()) ", " (times(dots[0].0)) }
                            }
                        }
                    }
                }
            }
            (scale)
        }
    }
}

fn about<'a>(line: &'a Line<'_>) -> (&'a str, &'a str) {
    (&line.about.op, &line.about.case)
}

fn spoken(dots: &[(f64, &Entry)]) -> String {
    let all: Vec<String> = dots.iter().map(|(x, e)| format!("{} {}", e.label(), times(*x))).collect();
    all.join(", ")
}

/// One curve: what it is of, and its points.
struct Curve {
    title: String,
    /// What the horizontal axis is.
    key: String,
    /// The vertical axis.
    unit: String,
    /// The value of the key, its label, ours, the best other.
    points: Vec<(f64, String, f64, Option<f64>)>,
}

/// The number in `64KiB` or `1000`.
fn number(text: &str) -> Option<f64> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let factor = match &text[digits..] {
        "" | "B" => 1.0,
        "KB" => 1e3,
        "MB" => 1e6,
        "KiB" => 1024.0,
        "MiB" => 1_048_576.0,
        "GiB" => 1_073_741_824.0,
        _ => return None,
    };
    Some(text[..digits].parse::<f64>().ok()? * factor)
}

/// The curves of an operation: cases that differ in one key alone, in three values of it or more.
fn curves(list: &[&[Entry]]) -> Vec<Curve> {
    let mut found = Vec::new();
    for key in ["n", "size", "leaves", "threads"] {
        let mut series: BTreeMap<String, Vec<(f64, String, &[Entry])>> = BTreeMap::new();
        for case in list {
            let label = &case[0].case;
            let parts: Vec<(&str, &str)> = label.split(',').filter_map(|part| part.split_once('=')).collect();
            // One thread is not in the label.
            let value = match parts.iter().find(|(k, _)| *k == key) {
                Some((_, value)) => *value,
                None if key == "threads" => "1",
                None => continue,
            };
            let rest: Vec<String> =
                parts.iter().filter(|(k, _)| *k != key).map(|(k, v)| format!("{k}={v}")).collect();
            if let Some(x) = number(value) {
                series.entry(rest.join(",")).or_default().push((x, value.into(), case));
            }
        }
        for (rest, mut points) in series.into_iter().filter(|(_, points)| points.len() > 2) {
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            let unit = &list[0][0].unit;
            // Bytes and threads are told by what is done in a second, all else by the time of one.
            let rate = unit == "byte" || key == "threads";
            let value = |e: &Entry| if rate { 1e9 / e.median } else { e.median };
            let best = |case: &&[Entry]| {
                let others = case.iter().filter(|e| matches!(e.kind, Kind::Peer | Kind::Baseline));
                others.min_by(|a, b| a.median.total_cmp(&b.median)).map(value)
            };
            let points = points
                .iter()
                .filter_map(|(x, label, case)| Some((*x, label.clone(), value(ours(case)?), best(case))))
                .collect();
            let of = if rest.is_empty() { String::new() } else { format!(", {rest}") };
            found.push(Curve {
                title: format!("{} by {key}{of}", list[0][0].op),
                key: key.into(),
                unit: if rate { format!("{unit}s/s") } else { format!("time/{unit}") },
                points,
            });
        }
    }
    found
}

/// Size of a picture of a curve, in units of the picture.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 62.0;
const BOTTOM: f64 = 34.0;
const TOP: f64 = 14.0;

/// How the speed of an operation goes with size, count or threads.
pub fn scaling(list: &[&[Entry]]) -> Markup {
    let general: Vec<&[Entry]> =
        list.iter().copied().filter(|case| case[0].layout == Layout::General).collect();
    html! {
        @for curve in curves(&general).iter().filter(|curve| curve.points.len() > 2) { (picture(curve)) }
    }
}

fn picture(curve: &Curve) -> Markup {
    let (first, last) = (curve.points[0].0, curve.points[curve.points.len() - 1].0);
    let x = |v: f64| LEFT + (WIDTH - LEFT - 16.0) * (v / first).ln() / (last / first).ln();
    let top = curve.points.iter().flat_map(|p| [Some(p.2), p.3]).flatten().fold(0.0, f64::max) * 1.05;
    let y = |v: f64| HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * v / top;
    let line = |points: &mut dyn Iterator<Item = (f64, f64)>| {
        points.map(|(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect::<Vec<_>>().join(" ")
    };
    let tell = |v: f64| match curve.unit.as_str() {
        _ if v == 0.0 => "0".into(),
        "bytes/s" => format!("{} GB/s", significant(v / 1e9)),
        unit if unit.starts_with("time/") => duration(v),
        _ => format!("{}/s", quantity(v)),
    };
    // Labels that would touch the one before are left out.
    let mut free = f64::MIN;
    let mut labels = Vec::new();
    for (at, label, ..) in &curve.points {
        let width = 6.0 * label.len() as f64 + 8.0;
        if x(*at) - width / 2.0 >= free {
            free = x(*at) + width / 2.0;
            labels.push((x(*at), label));
        }
    }
    html! {
        figure.curve {
            figcaption { (curve.title) }
            p.about { (curve.unit) ": " b { "ours" } ", dashed the best other; from zero" }
            svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img"
                aria-label=(format!("{}: the figures are in the tables below", curve.title)) {
                @for part in [0.0, 0.5, 1.0] {
                    line.tick x1=(LEFT) x2=(WIDTH - 8.0) y1=(y(top * part)) y2=(y(top * part)) {}
                    text x=(LEFT - 6.0) y=(y(top * part) + 4.0) text-anchor="end" { (tell(top * part)) }
                }
                @for (at, label) in labels { text x=(at) y=(HEIGHT - 16.0) text-anchor="middle" { (label) } }
                text x=((LEFT + WIDTH) / 2.0) y=(HEIGHT - 2.0) text-anchor="middle" { (curve.key) }
                polyline.other points=(line(&mut curve.points.iter().filter_map(|p| Some((p.0, p.3?))))) {}
                @for p in &curve.points { @if let Some(v) = p.3 {
                    circle.other cx=(format!("{:.1}", x(p.0))) cy=(format!("{:.1}", y(v))) r="2.5" { title { (p.1) ": " (tell(v)) } }
                } }
                polyline.ours points=(line(&mut curve.points.iter().map(|p| (p.0, p.2)))) {}
                @for p in &curve.points {
                    circle.ours cx=(format!("{:.1}", x(p.0))) cy=(format!("{:.1}", y(p.2))) r="3" { title { (p.1) ": " (tell(p.2)) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axis_holds_every_value_and_one() {
        let axis = Axis::of([3.0, 0.3, 19.0].into_iter());
        assert_eq!((axis.low, axis.high), (0.2, 20.0));
        assert_eq!((axis.percent(0.2).as_str(), axis.percent(20.0).as_str()), ("2.00%", "98.00%"));
        assert_eq!(axis.percent(500.0), "98.00%", "what lies outside stands at the end");
        assert!(axis.ticks().any(|t| t == 1.0));
    }

    #[test]
    fn sizes_are_read_as_they_are_written() {
        for (text, value) in [("1000", 1000.0), ("64KiB", 65_536.0), ("5MB", 5e6), ("32B", 32.0)] {
            assert_eq!(number(text), Some(value));
        }
        assert_eq!(number("mul"), None);
        assert_eq!(number(""), None);
    }

    #[test]
    fn cases_that_differ_in_one_number_are_a_curve() {
        let mut results = Vec::new();
        for (n, size) in [(1, "8B"), (4, "8B"), (16, "8B"), (4, "1KiB")] {
            let case = crate::summary::tests::record().results;
            results.extend(case.into_iter().filter(|e| e.case == "size=5MB").map(|mut e| {
                e.case = format!("n={n},size={size}");
                e
            }));
        }
        let list: Vec<&[Entry]> = cases(&results).collect();
        let found = curves(&list);
        assert_eq!(found.len(), 1, "two sizes are no curve");
        assert_eq!(found[0].title, "demo.sum by n, size=8B");
        let labels: Vec<&str> = found[0].points.iter().map(|p| p.1.as_str()).collect();
        assert_eq!(labels, ["1", "4", "16"]);
        assert_eq!((found[0].points[0].2, found[0].points[0].3), (2e9, Some(1e9)));
        assert!(scaling(&list).into_string().contains("<polyline"));
    }
}

//! What a caller gets: one line for each thing that people do, with the best that others have for it.

use crate::figures::times;
use crate::record::{bounds, cases};
use crate::sampler::FEW;
use crate::{About, Entry, Kind, Layout, Record};

/// One line of the summary.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// What is done.
    pub about: About,
    /// What a caller gets who names no engine; where no contender is that, the fastest of ours.
    pub ours: &'a Entry,
    /// The fastest of others.
    pub other: Option<Other<'a>>,
    /// Which part of the nearest limit is reached.
    pub of_limit: Option<f64>,
}

/// The best that others have.
#[derive(Clone, Copy, Debug)]
pub struct Other<'a> {
    /// Its entry.
    pub entry: &'a Entry,
    /// How many times as fast ours is.
    pub ratio: f64,
    /// The 95 % interval of that.
    pub interval: [f64; 2],
}

/// What can be said of a ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its interval is above 1.
    Faster,
    /// Its interval holds 1.
    Equal,
    /// Its interval is below 1.
    Slower,
}

impl Standing {
    /// What an interval says.
    pub fn of(interval: [f64; 2]) -> Standing {
        match interval {
            [low, _] if low > 1.0 => Standing::Faster,
            [_, high] if high < 1.0 => Standing::Slower,
            _ => Standing::Equal,
        }
    }
}

impl Other<'_> {
    /// Faster, slower, or neither.
    pub fn standing(&self) -> Standing {
        Standing::of(self.interval)
    }

    /// Whether the ratio is known to no better than 5 %, or rounds were too few to say how well.
    pub fn is_rough(&self) -> bool {
        (1..FEW).contains(&self.entry.rounds)
            || (self.interval[1] - self.interval[0]) / 2.0 / self.ratio > 0.05
    }

    /// The ratio, after `=` where its interval holds 1 and `~` where it is known to no better than 5 %.
    pub fn tell(&self) -> String {
        let mark = match self.standing() {
            Standing::Equal => "= ",
            _ if self.is_rough() => "~ ",
            _ => "",
        };
        format!("{mark}{}", times(self.ratio))
    }
}

impl Line<'_> {
    /// What a caller gets.
    pub fn you_get(&self) -> String {
        self.about.figure.tell(self.ours.median)
    }

    /// The engine that it is.
    pub fn engine(&self) -> &str {
        self.ours.engine.as_deref().unwrap_or(&self.ours.contender)
    }

    /// The name of the best other, if there is one.
    pub fn best_other(&self) -> Option<&str> {
        self.other.map(|other| other.entry.contender.as_str())
    }

    /// How many times as fast as the best other, or a dash.
    pub fn faster(&self) -> String {
        self.other.map_or_else(|| "-".into(), |other| other.tell())
    }

    /// Which part of the nearest limit is reached, or a dash.
    pub fn limit(&self) -> String {
        self.of_limit.map_or_else(|| "-".into(), |part| format!("{:.0} %", part * 100.0))
    }
}

/// The CPU of a record, with its family and model where they are known: several CPUs are sold under one name.
pub fn machine(record: &Record) -> String {
    match record.made.as_ref().and_then(|made| made.family.zip(made.model)) {
        Some((family, model)) => format!("{} (family {family}, model {model})", record.cpu),
        None => record.cpu.clone(),
    }
}

/// What a caller gets who names no engine; where no contender is that, the fastest of ours.
pub fn ours(case: &[Entry]) -> Option<&Entry> {
    let engines = || case.iter().filter(|e| e.kind == Kind::Engine);
    let fastest = || engines().min_by(|a, b| a.median.total_cmp(&b.median));
    engines().find(|e| e.engine.is_some()).or_else(fastest)
}

fn line<'a>(record: &Record, case: &'a [Entry]) -> Option<Line<'a>> {
    let ours = ours(case)?;
    let others = case.iter().filter(|e| matches!(e.kind, Kind::Peer | Kind::Baseline));
    let best = others.min_by(|a, b| a.median.total_cmp(&b.median));
    let other = best.and_then(|entry| {
        let ratio = *ours.ratio.get(&entry.contender)?;
        let interval = ours.ratio_interval.get(&entry.contender).copied().unwrap_or([ratio; 2]);
        Some(Other { entry, ratio, interval })
    });
    Some(Line { about: record.about(case), ours, other, of_limit: ours.of_limit(&bounds(case)) })
}

/// The lines by what they belong to, in the order of the record: those that sum up, or all where none does. Studies have
/// none.
pub fn groups(record: &Record) -> Vec<(String, Vec<Line<'_>>)> {
    let general = cases(&record.results).filter(|case| case[0].layout == Layout::General);
    let lines: Vec<Line<'_>> = general.filter_map(|case| line(record, case)).collect();
    let some = lines.iter().any(|line| line.about.summed_up);
    let mut groups: Vec<(String, Vec<Line<'_>>)> = Vec::new();
    for line in lines.into_iter().filter(|line| !some || line.about.summed_up) {
        match groups.iter_mut().find(|(group, _)| *group == line.about.group) {
            Some((_, lines)) => lines.push(line),
            None => groups.push((line.about.group.clone(), vec![line])),
        }
    }
    groups
}

/// Which contenders that choose an engine (`auto`) are not as fast as that engine, by more than a factor, as intervals say.
pub fn apart(record: &Record, factor: f64) -> Vec<String> {
    let mut list = Vec::new();
    for case in cases(&record.results) {
        let chosen = case.iter().filter_map(|e| Some((e, e.engine.as_ref()?)));
        for (auto, engine) in chosen.filter(|(auto, engine)| auto.contender != **engine) {
            let Some(ratio) = auto.ratio.get(engine) else { continue };
            let [low, high] = auto.ratio_interval.get(engine).copied().unwrap_or([*ratio; 2]);
            if low > factor || high < 1.0 / factor {
                list.push(format!(
                    "{} {}: {} is {ratio:.2} times as fast as {engine}, which it is",
                    auto.op, auto.case, auto.contender
                ));
            }
        }
    }
    list
}

/// What differs by more than 3 % though it is the same code, with the reason.
pub fn same_but_apart(record: &Record) -> Vec<String> {
    let reason = "the same code, so what differs is where it lies in memory and how it is called";
    apart(record, 1.03).into_iter().map(|what| format!("{what}: {reason}")).collect()
}

/// How many of the lines are known to no better than 5 %, and how many there are.
pub fn rough(groups: &[(String, Vec<Line<'_>>)]) -> (usize, usize) {
    let others = || groups.iter().flat_map(|(_, lines)| lines).filter_map(|line| line.other);
    (others().filter(Other::is_rough).count(), others().count())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Figure;

    /// A record whose engine `auto` takes `fast`, with peers, a limit, and a case that does not sum up.
    pub(crate) fn record() -> Record {
        let entry = |case: &str, contender: &str, kind, median: f64, ratios: &[(&str, f64)]| Entry {
            op: "demo.sum".into(),
            case: case.into(),
            unit: "byte".into(),
            engine: (contender == "auto").then(|| "fast".into()),
            ..Entry::sample(contender, kind, median).against(ratios, |r| [r * 0.99, r * 1.02])
        };
        let of = |case: &str| {
            vec![
                entry(
                    case,
                    "auto",
                    Kind::Engine,
                    0.5,
                    &[("plain", 8.0), ("rival", 2.0), ("ports", 0.96), ("fast", 1.0)],
                ),
                entry(
                    case,
                    "fast",
                    Kind::Engine,
                    0.49,
                    &[("plain", 8.1), ("rival", 2.04), ("ports", 0.98), ("auto", 1.0)],
                ),
                entry(case, "plain", Kind::Peer, 4.0, &[("auto", 0.125)]),
                entry(case, "rival", Kind::Peer, 1.0, &[("auto", 0.5), ("plain", 4.0)]),
                entry(case, "ports", Kind::Bound, 0.48, &[("auto", 1.04), ("plain", 8.3)]),
            ]
        };
        let about = |case: &str, title: &str, summed_up| About {
            op: "demo.sum".into(),
            case: case.into(),
            group: "Sums".into(),
            title: title.into(),
            figure: Figure::Bytes,
            summed_up,
        };
        let cases = vec![about("size=1KiB", "a page", false), about("size=5MB", "a file of 5 MB", true)];
        let results = [of("size=1KiB"), of("size=5MB")].concat();
        Record { cpu: "A CPU".into(), results, cases, ..Record::default() }
    }

    #[test]
    fn a_line_is_what_a_caller_gets_beside_the_best_of_others() {
        let record = record();
        let groups = groups(&record);
        assert_eq!((groups.len(), groups[0].0.as_str(), groups[0].1.len()), (1, "Sums", 1));
        let line = &groups[0].1[0];
        assert_eq!((line.ours.contender.as_str(), line.engine()), ("auto", "fast"));
        assert_eq!((line.about.title.as_str(), line.you_get().as_str()), ("a file of 5 MB", "2.00 GB/s"));
        let other = line.other.unwrap();
        assert_eq!((other.entry.contender.as_str(), other.tell().as_str()), ("rival", "2.00x"));
        assert_eq!(line.of_limit, Some(0.96));
    }

    #[test]
    fn a_record_without_titles_is_summed_up_whole() {
        let record = Record { cases: Vec::new(), ..record() };
        let groups = groups(&record);
        assert_eq!((groups[0].0.as_str(), groups[0].1.len()), ("demo", 2));
        assert_eq!(groups[0].1[1].about.title, "size=5MB");
    }

    #[test]
    fn ratios_say_how_far_they_are_known() {
        let record = record();
        let entry = &record.results[0];
        let tell = |ratio, low, high| Other { entry, ratio, interval: [low, high] }.tell();
        assert_eq!(tell(1.01, 0.99, 1.02), "= 1.01x");
        assert_eq!(tell(1.3, 0.9, 1.6), "= 1.30x");
        assert_eq!(tell(19.4, 17.0, 20.0), "~ 19.4x");
        assert_eq!(tell(0.9, 0.89, 0.91), "0.90x");
    }

    #[test]
    fn the_same_code_at_two_speeds_is_told_with_the_reason() {
        let mut record = record();
        assert!(same_but_apart(&record).is_empty());
        record.results[0].ratio.insert("fast".into(), 1.08);
        record.results[0].ratio_interval.insert("fast".into(), [1.06, 1.10]);
        let notes = same_but_apart(&record);
        assert!(
            matches!(&notes[..], [note] if note.starts_with("demo.sum size=1KiB: auto is 1.08 times as fast as fast, which it is: the same code")),
            "{notes:?}"
        );
    }

    #[test]
    fn a_race_without_an_engine_of_ours_has_no_line() {
        let mut record = record();
        record.results.retain(|e| e.kind != Kind::Engine);
        assert!(groups(&record).is_empty());
    }
}

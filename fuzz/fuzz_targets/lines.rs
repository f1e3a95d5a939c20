//! Arbitrary bytes as a file of lines, with any limits: the batches are the lines that a plain splitting gives, until the first
//! that is refused.
#![no_main]

use std::sync::{Mutex, OnceLock};

use lanesmith_parallel::lines::{Done, Empty, Ended, Job};
use libfuzzer_sys::{arbitrary, fuzz_target};

#[derive(Debug, arbitrary::Arbitrary)]
struct Input {
    batch: u8,
    longest: u8,
    taken: bool,
    data: Vec<u8>,
}

/// The lines before the first that is refused, and what is told of that.
fn plain(input: &Input) -> (Vec<&[u8]>, Option<String>) {
    let mut all: Vec<&[u8]> = input.data.split(|byte| *byte == b'\n').collect();
    if all.last().is_some_and(|last| last.is_empty()) {
        all.pop();
    }
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(&all) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > usize::from(input.longest) {
            return (lines, Some(format!("line {number}: longer than {} bytes", input.longest)));
        }
        if line.is_empty() && !input.taken {
            return (lines, Some(format!("line {number}: empty")));
        }
        lines.push(line);
    }
    let none = all.is_empty() && !input.taken;
    (lines, none.then(|| "no lines".into()))
}

fuzz_target!(|input: Input| {
    static FILE: OnceLock<std::path::PathBuf> = OnceLock::new();
    let path = FILE.get_or_init(|| {
        let shared = std::path::Path::new("/dev/shm");
        let folder = if shared.is_dir() { shared.into() } else { std::env::temp_dir() };
        folder.join(format!("lanesmith-fuzz-lines-{}", std::process::id()))
    });
    std::fs::write(path, &input.data).expect("a file can be written");
    let job = Job {
        input: path,
        batch: usize::from(input.batch).max(1),
        threads: 1,
        longest: input.longest.into(),
    };
    let seen = Mutex::new(Vec::<Vec<u8>>::new());
    let empty = if input.taken { Empty::Taken } else { Empty::Refused };
    let result = job.run_with(empty, &mut Vec::new(), None, |first, lines| {
        let mut seen = seen.lock().expect("nobody panics");
        assert_eq!(first, seen.len() as u64 + 1);
        assert!((1..=job.batch).contains(&lines.len()) || lines.is_empty());
        seen.extend(lines.iter().map(|line| line.to_vec()));
        Done { text: Vec::new(), bad: None }
    });
    std::fs::remove_file(path).expect("a file can be removed");
    let (lines, fault) = plain(&input);
    assert_eq!(seen.into_inner().expect("nobody panics"), lines);
    match (result, fault) {
        (Ok(()), None) => {}
        (Err(Ended::Input(error)), Some(fault)) => {
            let told = format!("{error:#}");
            assert!(told.contains(&fault), "{told}: {fault}");
        }
        (result, fault) => panic!("{result:?}: {fault:?}"),
    }
});

//! Races functions against each other on the machine at hand, and says how far the answer can be trusted.
//!
//! Machines move by more between two minutes than most implementations differ: clocks rise and fall, neighbours come and
//! go. So contenders run in short blocks in one process, in random order and then in the mirror image of that order,
//! round after round; a ratio is formed within each round, and what is told is the median of the rounds with its 95 %
//! bootstrap interval. Before anything is timed the outputs are compared, and whoever is wrong is thrown out by name.
//!
//! ```
//! use std::hint::black_box;
//! use std::time::Duration;
//!
//! use lanesmith_race::{Case, Contender, Kind, Race};
//!
//! fn bit_by_bit(words: &[u64]) -> u32 {
//!     words.iter().map(|w| (0..64).map(|i| (w >> i & 1) as u32).sum::<u32>()).sum()
//! }
//!
//! fn by_instruction(words: &[u64]) -> u32 {
//!     words.iter().map(|w| w.count_ones()).sum()
//! }
//!
//! /// A contender that counts the bits of some words.
//! fn counter(name: &str, kind: Kind, count: fn(&[u64]) -> u32) -> Contender {
//!     let words: Vec<u64> = (0..500_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
//!     let again = words.clone();
//!     let run = move || {
//!         black_box(count(black_box(&words)));
//!     };
//!     Contender::new(name, kind, 500.0, run, move || count(&again).to_le_bytes().to_vec())
//! }
//!
//! let case = Case::new("words=500", || {
//!     Ok(vec![
//!         counter("bit by bit", Kind::Baseline, bit_by_bit),
//!         counter("count_ones", Kind::Engine, by_instruction),
//!     ])
//! });
//! let race = Race { op: "bits.count", unit: "word", baseline: "bit by bit", cases: vec![case] };
//! let record = race.run(Duration::from_millis(500))?;
//!
//! let ours = record.results.iter().find(|e| e.contender == "count_ones").unwrap();
//! let (ratio, [low, high]) = ours.to_baseline().unwrap();
//! println!("{ratio:.2} times as fast ({low:.2} to {high:.2})");
//! assert!(low > 1.0);
//! # Ok::<(), lanesmith_race::Error>(())
//! ```
//!
//! `examples/race_your_own.rs` is a whole program to start from.
//!
//! # From one function to a program that races
//!
//! - A [`Race`] is an operation with its [`Case`]s; a case makes its [`Contender`]s, each a name, a [`Kind`] and a
//!   closure. [`Race::run`] runs all cases on one thread.
//! - [`heat::run`] runs chosen cases on any number of threads, with [`Hooks`] that show progress, pick contenders and
//!   stop early. This crate writes to no terminal and installs no signal handler.
//! - A [`Record`] is what came out. It goes through serde (JSON for instance), and is shown by [`text`], [`csv`],
//!   [`markdown`] and [`html`](mod@html).
//! - [`mod@chosen`] tells whether a contender that chooses another one took the fastest.
//! - [`turns`] lets two programs run in turn, [`compare::paired`] tells what changed between them and [`compare::failures`]
//!   what must not have; [`compare()`] does what can be done with records of two moments.
//! - [`sequence`] is for programs that act on ratios at once instead of recording them.
//! - [`sampler`], [`clock`] and [`stats`] are what all of it stands on; the clock is a trait, so that the sampler can be
//!   tested on a machine that drifts as it is told.
//!
//! # Features
//!
//! | feature | brings | default |
//! | --- | --- | --- |
//! | `text` | the record and comparisons as tables for a terminal | yes |
//! | `csv` | the record as CSV | yes |
//! | `html` | the record as a page for a browser (brings `text`) | yes |
//!
//! This crate knows no kernel and depends on none: it is Lanesmith's race, and anybody's.

#![forbid(unsafe_code)]

mod about;
pub mod case;
pub mod chosen;
pub mod clock;
pub mod compare;
pub mod contender;
#[cfg(feature = "csv")]
pub mod csv;
mod error;
pub mod figures;
pub mod heat;
#[cfg(feature = "html")]
pub mod html;
pub mod inference;
pub mod markdown;
pub mod memory;
pub mod record;
pub mod sampler;
pub mod sequence;
pub mod stats;
pub mod summary;
#[cfg(feature = "text")]
pub mod table;
mod team;
#[cfg(feature = "text")]
pub mod text;
pub mod turns;

pub use about::{About, Made, Meaning};
pub use case::{Build, Case, Layout, Race, Shown};
pub use compare::compare;
pub use contender::{Contender, Kind, Work};
pub use error::{BoxError, Error};
pub use figures::Figure;
pub use heat::{Heat, Hooks, Settings};
pub use memory::{Memory, Quoted, Traffic};
pub use record::{Disqualified, Distance, Entry, Record};

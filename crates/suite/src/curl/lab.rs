//! What PCurl's laboratory adds to the races: its configurations, and the nonce search as others have it.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use lanesmith_curl::lab::pcurl::{Bench, Configuration, LAB};
use lanesmith_curl::{Rounds, trit};
use lanesmith_race::{BoxError, Case, Contender, Kind, Layout, Race};

use super::inputs::{
    BASELINE, BLOCK, BLOCKS, SHOWN, WEIGHT, digests_of_lanes, hashes, ternary_bound, transaction,
    transactions,
};

/// PCurl's reference configuration.
const BASIC: &str = BASELINE;
/// The quickest configurations of PCurl's README for each instruction set.
const README_BEST: &[&str] = &[
    BASIC,
    "sse2_andn_c4_ptr_u4_ss",
    "avx2_andn_c4_ptr_u8_sd",
    "avx512_andn_c4_ptr_u4_ss",
    "neon_orn_c4_ptr_u4_ss",
];

/// The configurations in the tables of PCurl's README.
const README: &[&str] = &[
    BASIC,
    "64_andn_c4_ptr_u4_ss",
    "64_andn_c4_ptr_u8_sd",
    "64_orn_c4_ptr_u4_ss",
    "sse2_andn_c4_ptr_u4_ss",
    "avx2_andn_c4_ptr_u2_sd",
    "avx2_andn_c4_ptr_u4_sd",
    "avx2_andn_c4_ptr_u8_sd",
    "avx2_andn_c4_ptr_u4_ss",
    "avx512_andn_c4_ptr_u4_ss",
    "neon_orn_c4_ptr_u4_ss",
    "neon_orn_c4_ptr_u8_sd",
];

/// What the names of designs mean.
pub const DESIGNS: &str = "Names of PCurl's designs, such as 64_andn_c5_lut_u1_sd: word (64 bits or an instruction set), code of \
    a trit, operations of the S-box, how operands are found (table or pointers), S-boxes a loop (u) or rounds a pass (f), scratch \
    (ss half a state, sd a whole one, ip none).";

/// Whether a contender is a design.
pub fn is_design(name: &str) -> bool {
    LAB.by_name(name).is_ok()
}

/// The race of the configurations.
pub fn race() -> Race {
    let laid_out = |case: Case| case.expecting(hashes()).laid_out(Layout::Distance);
    // The README's own, and what it left to do: rounds fused, here in place.
    let readme = || Ok(laboratory(|name| README.contains(&name) || name.ends_with("_ip")));
    let all = || Ok(laboratory(|_| true));
    let cases = vec![
        laid_out(Case::new("set=readme", readme).detail()),
        laid_out(Case::new("set=all", all).by_case()),
    ];
    Race { op: LAB.op(), unit: "tx", baseline: BASIC, cases }
}

/// The quickest configurations, which our engines have to beat.
pub fn best() -> impl Iterator<Item = Contender> {
    let known = README_BEST.iter().filter_map(|name| LAB.by_name(name).ok());
    known.map(|configuration| configuration_of(configuration, Kind::Baseline))
}

/// The reference configuration.
pub fn basic() -> Option<Contender> {
    LAB.by_name(BASIC).map(|basic| configuration_of(basic, Kind::Baseline)).ok()
}

/// A configuration of PCurl on planes that are packed already.
fn configuration_of(configuration: Configuration, kind: Kind) -> Contender {
    let messages: Vec<Vec<i8>> =
        transactions().iter().filter_map(|m| trit::trytes_to_trits(m).ok()).collect();
    let lanes = configuration.info.lanes;
    let bench = Bench::new(configuration);
    let blocks: Vec<Vec<u64>> = (0..BLOCKS)
        .map(|b| bench.block(|lane, trit| messages[lane % messages.len()][3 * BLOCK * b + trit]))
        .collect();
    let count = messages.len();
    let job = Rc::new(RefCell::new((bench, blocks)));
    let hash = |job: &RefCell<(Bench, Vec<Vec<u64>>)>| {
        let (bench, blocks) = &mut *job.borrow_mut();
        bench.reset();
        for block in blocks.iter() {
            bench.absorb(black_box(block), Rounds::P81);
        }
    };
    let again = job.clone();
    let run = move || hash(&job);
    let output = move || {
        hash(&again);
        let bench = &again.borrow().0;
        digests_of_lanes(count, lanes, |lane| {
            let trits = bench.rate(lane);
            trit::trits_to_trytes(&trits).ok().and_then(|t| t.try_into().ok()).unwrap_or([0; BLOCK])
        })
    };
    Contender::new(configuration.name(), kind, lanes as f64, run, output)
}

fn laboratory(wanted: impl Fn(&str) -> bool) -> Vec<Contender> {
    let kind = |name: &str| if README.contains(&name) { Kind::Baseline } else { Kind::Engine };
    let mut list: Vec<_> = LAB
        .available()
        .filter(|configuration| wanted(configuration.name()))
        .map(|configuration| configuration_of(configuration, kind(configuration.name())))
        .collect();
    list.extend(ternary_bound());
    list
}

/// The search as others have it: copy the midstate, transform, look at the last trits, increment. It goes through the
/// nonces in our order, so that it finds the same one.
struct Basic {
    midstate: Bench,
    state: Bench,
    block: Vec<u64>,
}

impl Basic {
    fn new(configuration: Configuration) -> Result<Self, BoxError> {
        let trits = trit::trytes_to_trits(transaction()?.as_bytes())?;
        let mut midstate = Bench::new(configuration);
        let (blocks, _) = trits.as_chunks::<243>();
        let (last, before) = blocks.split_last().ok_or("not a block")?;
        for block in before {
            midstate.absorb(&midstate.block(|_, trit| block[trit]), Rounds::P81);
        }
        // Three inner trits, then four that tell lanes apart, then a counter.
        let block = midstate.block(|lane, trit| match trit {
            165..169 => [0, 1, -1][lane / 3usize.pow(trit as u32 - 165) % 3],
            162.. => 0,
            _ => last[trit],
        });
        Ok(Basic { state: midstate.clone(), midstate, block })
    }

    /// The next attempts of all lanes, and the lanes with so many zeros at the end.
    fn attempt(&mut self, weight: usize) -> Option<usize> {
        let state = &mut self.state;
        state.clone_from(&self.midstate);
        state.absorb(&self.block, Rounds::P81);
        let found = (0..64).find(|lane| (243 - weight..243).rev().all(|trit| state.trit(*lane, trit) == 0));
        if found.is_none() {
            self.increment();
        }
        found
    }

    fn increment(&mut self) {
        for trit in (162..165).chain(169..243) {
            let pair = &mut self.block[2 * trit..][..2];
            let next = match pair {
                // 0 to 1 to -1 and, with a carry, to 0.
                [0, _] => [u64::MAX, 0],
                [_, 0] => [u64::MAX, u64::MAX],
                _ => [0, u64::MAX],
            };
            pair.copy_from_slice(&next);
            if next != [u64::MAX; 2] {
                return;
            }
        }
    }

    fn nonce(&self, lane: usize) -> Vec<u8> {
        let trits: Vec<i8> = self.block[2 * 162..]
            .as_chunks::<2>()
            .0
            .iter()
            .map(|[low, high]| (high >> lane & 1) as i8 - (low >> lane & 1) as i8)
            .collect();
        trit::trits_to_trytes(&trits).unwrap_or_default()
    }
}

/// The search that others have, as a contender.
pub fn search() -> Result<Contender, BoxError> {
    let configuration = LAB.by_name(BASIC)?;
    let mut raced = Basic::new(configuration)?;
    let run = move || {
        black_box(raced.attempt(WEIGHT));
    };
    let output = move || {
        let Ok(mut shown) = Basic::new(configuration) else { return Vec::new() };
        loop {
            if let Some(lane) = shown.attempt(SHOWN) {
                return shown.nonce(lane);
            }
        }
    };
    Ok(Contender::new(BASIC, Kind::Baseline, 64.0, run, output))
}

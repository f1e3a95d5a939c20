//! Medians and their bootstrap intervals.

use fastrand::Rng;

/// A median with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The median.
    pub median: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval relative to the median.
    pub fn spread(&self) -> f64 {
        (self.high - self.low) / 2.0 / self.median
    }
}

/// The median; the samples are reordered. Not a number where there is none.
pub fn median(samples: &mut [f64]) -> f64 {
    let n = samples.len();
    if n == 0 {
        return f64::NAN;
    }
    let (below, middle, _) = samples.select_nth_unstable_by(n / 2, f64::total_cmp);
    let middle = *middle;
    if n % 2 == 1 {
        return middle;
    }
    let before = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (before + middle) / 2.0
}

/// The median of the samples and the percentile bootstrap interval of it (Efron 1979) that covers 95 %.
pub fn bootstrap(samples: &[f64], resamples: usize, rng: &mut Rng) -> Estimate {
    let mut scratch = samples.to_vec();
    let middle = median(&mut scratch);
    if samples.len() < 2 {
        return Estimate { median: middle, low: middle, high: middle };
    }
    let mut medians: Vec<f64> = (0..resamples.max(40))
        .map(|_| {
            for slot in &mut scratch {
                *slot = samples[rng.usize(..samples.len())];
            }
            median(&mut scratch)
        })
        .collect();
    medians.sort_by(f64::total_cmp);
    let at = |q: f64| medians[((medians.len() - 1) as f64 * q).round() as usize];
    // A coarse resampling may miss the median itself when many samples are equal.
    Estimate { median: middle, low: at(0.025).min(middle), high: at(0.975).max(middle) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_an_odd_and_an_even_number() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 3.0, 2.0]), 2.5);
        assert!(median(&mut []).is_nan());
    }

    #[test]
    fn interval_covers_the_true_median_about_19_times_in_20() {
        let mut rng = Rng::with_seed(7);
        let covered = (0..400)
            .filter(|_| {
                let samples: Vec<f64> = (0..25).map(|_| 10.0 + rng.f64() - 0.5).collect();
                let e = bootstrap(&samples, 400, &mut rng);
                e.low <= 10.0 && 10.0 <= e.high
            })
            .count();
        assert!((360..=396).contains(&covered), "{covered} of 400");
    }

    #[test]
    fn one_sample_has_an_interval_of_no_width() {
        let e = bootstrap(&[5.0], 100, &mut Rng::with_seed(1));
        assert_eq!((e.low, e.median, e.high), (5.0, 5.0, 5.0));
    }
}

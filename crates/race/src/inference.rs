//! Whether two sets of figures differ by more than chance: the signed-rank test of pairs, the t test of two groups, and the
//! correction for many comparisons at once.

use std::f64::consts::FRAC_PI_2;

use crate::stats::{Estimate, median};

/// The probability, where neither side is better, of pairs that differ as one-sidedly as these or more so: the two-sided
/// signed-rank test of Wilcoxon (1945), exact for any number of pairs, equal ranks and zeros (which say nothing) included.
/// It takes the differences to be symmetric about zero then, and nothing else: no normal distribution, no common width.
pub fn signed_rank(differences: &[f64]) -> f64 {
    let mut sorted: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    // Twice the rank, so that the mean rank of equal ones is whole.
    let mut ranks = Vec::with_capacity(sorted.len());
    for group in sorted.chunk_by(|a, b| a.abs() == b.abs()) {
        let before = ranks.len();
        ranks.extend(group.iter().map(|_| 2 * before + group.len() + 1));
    }
    let total: usize = ranks.iter().sum();
    // How probable each sum of the ranks of the positive ones is, where every sign is a coin's.
    let mut probability = vec![0.0; total + 1];
    probability[0] = 1.0;
    let mut reached = 0;
    for rank in &ranks {
        for sum in (0..=reached).rev() {
            probability[sum] /= 2.0;
            probability[sum + rank] += probability[sum];
        }
        reached += rank;
    }
    let positive: usize = ranks.iter().zip(&sorted).filter(|(_, d)| **d > 0.0).map(|(rank, _)| rank).sum();
    let tail: f64 = probability[..=positive.min(total - positive)].iter().sum();
    (2.0 * tail).min(1.0)
}

/// The same by the signs alone: what one pair that is far out says counts no more than any other.
pub fn signs(differences: &[f64]) -> f64 {
    let positive = differences.iter().filter(|d| **d > 0.0).count();
    let negative = differences.iter().filter(|d| **d < 0.0).count();
    let n = (positive + negative) as i32;
    let (mut ways, mut tail) = (1.0, 0.0);
    for k in 0..=positive.min(negative) {
        tail += ways;
        ways *= f64::from(n - k as i32) / (k + 1) as f64;
    }
    (2.0 * tail / 2.0_f64.powi(n)).min(1.0)
}

/// The better of [`signed_rank`] and [`signs`], made twice as large for having had the choice: the one is sharp where all
/// pairs are much alike, the other where some of them were disturbed.
pub fn one_sided_pairs(differences: &[f64]) -> f64 {
    (2.0 * signed_rank(differences).min(signs(differences))).min(1.0)
}

/// The middle of differences that are symmetric about it (Hodges and Lehmann 1963): the median of the means of all pairs
/// of them; and the interval that the signed-rank test gives it, which covers at least 95 %. With fewer than six
/// differences there is no such interval, and it is all of them.
pub fn middle(differences: &[f64]) -> Estimate {
    let n = differences.len();
    let mut means: Vec<f64> =
        (0..n).flat_map(|i| (i..n).map(move |j| (differences[i] + differences[j]) / 2.0)).collect();
    means.sort_by(f64::total_cmp);
    let (Some(&first), Some(&last)) = (means.first(), means.last()) else {
        return Estimate { median: f64::NAN, low: f64::NAN, high: f64::NAN };
    };
    // Leave out as many means at either end as the smallest rank sums that come up in 2.5 % of cases.
    let mut counts = vec![1.0_f64];
    for rank in 1..=n {
        let mut next = vec![0.0; counts.len() + rank];
        for (sum, count) in counts.iter().enumerate() {
            next[sum] += count / 2.0;
            next[sum + rank] += count / 2.0;
        }
        counts = next;
    }
    let mut tail = 0.0;
    let out = counts.iter().take_while(|count| {
        tail += **count;
        tail <= 0.025
    });
    let out = out.count();
    let (low, high) = match out {
        0 => (first, last),
        out => (means[out - 1], means[means.len() - out]),
    };
    Estimate { median: median(&mut means), low, high }
}

/// The probability that Student's t with so many degrees of freedom is farther from zero than this (Abramowitz and Stegun
/// 26.7.3 and 26.7.4).
pub fn student(t: f64, freedom: usize) -> f64 {
    if !t.is_finite() {
        return if t.is_nan() { 1.0 } else { 0.0 };
    }
    let angle = (t.abs() / (freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let inside = if freedom.is_multiple_of(2) {
        let (mut term, mut sum) = (1.0, 1.0);
        for k in 1..freedom / 2 {
            term *= cosine * cosine * (2 * k - 1) as f64 / (2 * k) as f64;
            sum += term;
        }
        sine * sum
    } else {
        let (mut term, mut sum) = (cosine, if freedom == 1 { 0.0 } else { cosine });
        for k in 1..freedom.saturating_sub(1) / 2 {
            term *= cosine * cosine * (2 * k) as f64 / (2 * k + 1) as f64;
            sum += term;
        }
        (angle + sine * sum) / FRAC_PI_2
    };
    (1.0 - inside).clamp(0.0, 1.0)
}

/// What 95 % of Student's t with so many degrees of freedom is nearer to zero than.
pub fn quantile(freedom: usize) -> f64 {
    let (mut low, mut high) = (1.9, 13.0);
    while high - low > 1e-9 {
        let t = (low + high) / 2.0;
        if student(t, freedom) > 0.05 { low = t } else { high = t }
    }
    high
}

/// The difference of the means of two groups, the second less the first, with its 95 % interval, and how probable one so
/// large or larger is where there is none (Student's t test, the groups of one width). Neither is known with fewer than two
/// in each.
pub fn two_groups(first: &[f64], second: &[f64]) -> (Estimate, f64) {
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let (a, b) = (mean(first), mean(second));
    if first.len() < 2 || second.len() < 2 {
        return (Estimate { median: b - a, low: f64::NEG_INFINITY, high: f64::INFINITY }, 1.0);
    }
    let squares = |x: &[f64], mean: f64| x.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
    let freedom = first.len() + second.len() - 2;
    let variance = (squares(first, a) + squares(second, b)) / freedom as f64;
    let error = (variance * (1.0 / first.len() as f64 + 1.0 / second.len() as f64)).sqrt();
    let half = quantile(freedom) * error;
    let p = if a == b { 1.0 } else { student((b - a) / error, freedom) };
    (Estimate { median: b - a, low: b - a - half, high: b - a + half }, p)
}

/// The probabilities made larger so that, however many there are, the chance that any of the true ones comes below a level
/// is no more than the level (Holm 1979).
pub fn holm(probabilities: &mut [f64]) {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]));
    let mut least: f64 = 0.0;
    for (place, index) in order.iter().enumerate() {
        let factor = (order.len() - place) as f64;
        least = least.max((probabilities[*index] * factor).min(1.0));
        probabilities[*index] = least;
    }
}

/// How many pairs [`one_sided_pairs`] takes to find anything among so many comparisons at that level: with fewer, not even
/// pairs that all agree would do.
pub fn pairs_needed(comparisons: usize, level: f64) -> usize {
    (4.0 * comparisons.max(1) as f64 / level).log2().ceil() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn near(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    /// Every choice of signs, counted.
    fn by_brute_force(differences: &[f64]) -> f64 {
        let n = differences.len();
        let rank = |d: f64| {
            let below = differences.iter().filter(|x| x.abs() < d.abs()).count();
            let equal = differences.iter().filter(|x| x.abs() == d.abs()).count();
            below as f64 + (equal + 1) as f64 / 2.0
        };
        let ranks: Vec<f64> = differences.iter().map(|d| rank(*d)).collect();
        let all: f64 = ranks.iter().sum();
        let seen: f64 = ranks.iter().zip(differences).filter(|(_, d)| **d > 0.0).map(|(r, _)| r).sum();
        let extreme = |sum: f64| (sum - all / 2.0).abs() >= (seen - all / 2.0).abs();
        let count = (0..1_u32 << n)
            .filter(|signs| extreme((0..n).filter(|i| signs >> i & 1 == 1).map(|i| ranks[i]).sum()))
            .count();
        count as f64 / f64::from(1 << n)
    }

    #[test]
    fn signed_rank_is_what_counting_every_choice_of_signs_gives() {
        let mut rng = Rng::with_seed(3);
        for n in 1..11 {
            for _ in 0..20 {
                // Of few values, so that ranks are often equal.
                let list: Vec<f64> =
                    (0..n).map(|_| f64::from(rng.u32(1..6)) * if rng.bool() { 1.0 } else { -1.0 }).collect();
                near(signed_rank(&list), by_brute_force(&list), 1e-12);
            }
        }
    }

    #[test]
    fn signs_alone_are_counted_whatever_is_behind_them() {
        assert_eq!(signs(&[1.0, 2.0, 3.0, 4.0, 5.0]), 2.0 / 32.0);
        assert_eq!(signs(&[1.0, 2.0, 3.0, 4.0, -900.0, 0.0]), 2.0 * 6.0 / 32.0);
        assert_eq!(signs(&[1.0, -1.0]), 1.0);
        assert_eq!(signs(&[]), 1.0);
    }

    #[test]
    fn pairs_without_a_difference_say_nothing() {
        assert_eq!(signed_rank(&[]), 1.0);
        assert_eq!(signed_rank(&[0.0; 9]), 1.0);
        assert_eq!(signed_rank(&[0.0, 1.0, 2.0, 3.0]), 0.25);
    }

    #[test]
    fn pairs_that_all_agree_are_enough_from_the_number_that_is_needed_on() {
        for (comparisons, level) in [(1, 0.05), (40, 0.005), (300, 0.005)] {
            let n = pairs_needed(comparisons, level);
            let p = |n: usize| one_sided_pairs(&vec![1.0; n]) * comparisons as f64;
            assert!(p(n) <= level && p(n - 1) > level, "{comparisons} {level}: {n}");
        }
    }

    #[test]
    fn interval_of_the_middle_covers_it_at_least_19_times_in_20() {
        let mut rng = Rng::with_seed(5);
        let covered = (0..1000)
            .filter(|_| {
                // A narrow and a wide distribution mixed.
                let sample: Vec<f64> = (0..12)
                    .map(|_| 3.0 + (rng.f64() - 0.5) * if rng.u8(..4) == 0 { 9.0 } else { 1.0 })
                    .collect();
                let e = middle(&sample);
                assert!(e.low <= e.median && e.median <= e.high);
                e.low <= 3.0 && 3.0 <= e.high
            })
            .count();
        assert!(covered >= 940, "{covered} of 1000");
    }

    #[test]
    fn student_agrees_with_the_printed_tables() {
        for (freedom, t) in
            [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (10, 2.228), (30, 2.042)]
        {
            near(student(t, freedom), 0.05, 1e-4);
            near(quantile(freedom), t, 1e-3);
        }
        near(student(63.657, 1), 0.01, 1e-5);
        near(student(5.959, 6), 0.001, 1e-5);
        assert_eq!(student(0.0, 7), 1.0);
        assert_eq!(student(f64::INFINITY, 7), 0.0);
        assert_eq!(student(f64::NAN, 7), 1.0);
    }

    #[test]
    fn two_groups_are_judged_by_their_own_spread() {
        let (e, p) = two_groups(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]);
        near(e.median, 3.0, 1e-12);
        // t = 3 / sqrt(2/3) = 3.674, 4 degrees of freedom.
        near(p, 0.0213, 1e-4);
        assert_eq!(two_groups(&[1.0], &[9.0, 9.0]).1, 1.0);
        assert_eq!(two_groups(&[1.0, 1.0], &[1.0, 1.0]).1, 1.0);
        assert_eq!(two_groups(&[1.0, 1.0], &[2.0, 2.0]).1, 0.0);
    }

    #[test]
    fn holm_raises_the_smallest_most_and_keeps_their_order() {
        let mut p = [0.01, 0.04, 0.03, 0.005];
        holm(&mut p);
        for (p, expected) in p.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            near(*p, expected, 1e-12);
        }
    }
}

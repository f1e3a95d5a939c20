//! Contenders in one process, in random order, in CPU time (user and system).

use std::time::Duration;

/// CPU time of this process.
pub fn cpu() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// What is measured.
pub struct Contender<'a> {
    name: String,
    /// Hashes that one call makes.
    hashes: u32,
    run: Box<dyn FnMut() + 'a>,
}

/// A contender whose call makes that many hashes.
pub fn contender<'a>(name: impl Into<String>, hashes: u32, run: impl FnMut() + 'a) -> Contender<'a> {
    Contender { name: name.into(), hashes, run: Box::new(run) }
}

/// Runs all in random order, round by round; prints minimum, median, and the ratio of minima to the first.
pub fn race(title: &str, rounds: usize, mut contenders: Vec<Contender<'_>>) {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut times = vec![Vec::new(); contenders.len()];
    let mut order: Vec<usize> = (0..contenders.len()).collect();
    contenders.iter_mut().for_each(|contender| (contender.run)());
    for _ in 0..rounds {
        rng.shuffle(&mut order);
        for &i in &order {
            let start = cpu();
            (contenders[i].run)();
            times[i].push((cpu() - start) / contenders[i].hashes);
        }
    }
    times.iter_mut().for_each(|times| times.sort());
    println!("{title}: CPU ms per hash, minimum / median, ratio of minima (of medians) to the first");
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let first = (ms(times[0][0]), ms(times[0][rounds / 2]));
    for (contender, times) in contenders.iter().zip(&times) {
        let (min, median) = (ms(times[0]), ms(times[rounds / 2]));
        let ratios = (min / first.0, median / first.1);
        println!("  {:44} {min:9.3} / {median:9.3}   {:.3} ({:.3})", contender.name, ratios.0, ratios.1);
    }
}

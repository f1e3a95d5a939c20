//! Several threads that run the same contender at the same time, each on data of its own.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;
use std::time::Duration;

use crate::clock::{Clock, SystemClock};
use crate::sampler::{Bench, Block, Pace, Runner};
use crate::{Case, Error, Heat, Work};

/// Wall time throughout: the CPU time of one thread says nothing of what several got done.
struct WallClock(SystemClock);

impl Clock for WallClock {
    fn cpu(&self) -> u64 {
        self.0.wall()
    }
    fn wall(&self) -> u64 {
        self.0.wall()
    }
    fn gigahertz(&self) -> f64 {
        self.0.gigahertz()
    }
}

struct Team {
    orders: Vec<mpsc::Sender<(usize, Pace)>>,
    /// Blocks, or the panic of a contender.
    blocks: mpsc::Receiver<Result<Block, Box<dyn Any + Send>>>,
    contenders: usize,
    clock: SystemClock,
}

impl Bench for Team {
    fn contenders(&self) -> usize {
        self.contenders
    }

    fn block(&mut self, contender: usize, pace: Pace) -> Block {
        for order in &self.orders {
            // A worker that is gone leaves its block out below.
            let _ = order.send((contender, pace));
        }
        // A panic goes on here: the other workers would wait at the barrier for the one that is gone.
        let block = |block: Result<_, _>| block.unwrap_or_else(|panic| resume_unwind(panic));
        let blocks: Vec<Block> =
            self.orders.iter().filter_map(|_| self.blocks.recv().ok().map(block)).collect();
        let n = blocks.len() as f64;
        Block {
            ns: blocks.iter().map(|b| b.ns.recip()).sum::<f64>().recip(),
            gigahertz: blocks.iter().map(|b| b.gigahertz).sum::<f64>() / n,
            stolen: 0.0,
            calls: blocks.iter().map(|b| b.calls).sum(),
            system: None,
        }
    }

    fn now(&self) -> Duration {
        Duration::from_nanos(self.clock.wall())
    }
}

/// Builds the case in every thread and hands a bench of the named contenders to `body`.
///
/// # Errors
/// What kept a thread from starting or building.
pub fn with_team<R>(
    heat: &Heat<'_>,
    names: &[String],
    body: impl FnOnce(&mut dyn Bench) -> R,
) -> Result<R, Error> {
    let (threads, case) = (heat.threads, heat.case);
    let title = heat.title();
    let barrier = Arc::new(Barrier::new(threads));
    thread::scope(|scope| {
        let (ready_in, ready) = mpsc::channel();
        let (blocks_in, blocks) = mpsc::channel();
        let mut orders = Vec::new();
        for index in 0..threads {
            let (order, inbox) = mpsc::channel();
            orders.push(order);
            let (ready_in, blocks_in, barrier) = (ready_in.clone(), blocks_in.clone(), barrier.clone());
            let title = title.clone();
            thread::Builder::new()
                .name(format!("race-{index}"))
                .spawn_scoped(scope, move || {
                    let mut runners = match runners(&title, case, names) {
                        Ok(runners) => runners,
                        Err(e) => return drop(ready_in.send(Err(e))),
                    };
                    let clock = WallClock(SystemClock::default());
                    let _ = ready_in.send(Ok(()));
                    while let Ok((contender, pace)) = inbox.recv() {
                        barrier.wait();
                        let runner: &mut Runner<'_> = &mut runners[contender];
                        let block = catch_unwind(AssertUnwindSafe(|| runner.block(&clock, pace)));
                        if blocks_in.send(block).is_err() {
                            return;
                        }
                    }
                })
                .map_err(Error::Thread)?;
        }
        drop(ready_in);
        drop(blocks_in);
        for _ in 0..threads {
            ready.recv().map_err(|_| Error::EndedEarly)??;
        }
        let mut team = Team { orders, blocks, contenders: names.len(), clock: SystemClock::default() };
        Ok(body(&mut team))
    })
}

/// Runners of the named contenders, in the order of the names.
fn runners(title: &str, case: &Case, names: &[String]) -> Result<Vec<Runner<'static>>, Error> {
    let mut contenders = (case.build)().map_err(|source| Error::SetUp { case: title.into(), source })?;
    names
        .iter()
        .map(|name| {
            let other = || Error::OtherContenders { case: title.into(), contender: name.clone() };
            let at = contenders.iter().position(|c| c.name == *name).ok_or_else(other)?;
            let contender = contenders.swap_remove(at);
            match contender.work {
                Work::Timed { run, .. } => Ok(Runner::new(run, contender.units_per_call)),
                Work::Cycles(_) => Err(other()),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Contender, Kind, Race};

    #[test]
    fn a_contender_that_panics_on_one_thread_ends_the_race_on_all() {
        let (ended, end) = mpsc::channel();
        thread::spawn(move || {
            let build = || {
                let faulty = || assert_ne!(thread::current().name(), Some("race-1"), "on purpose");
                Ok(vec![Contender::new("faulty", Kind::Engine, 1.0, faulty, Vec::new)])
            };
            let race =
                Race { op: "demo", unit: "call", baseline: "faulty", cases: vec![Case::new("n=1", build)] };
            let heat = Heat { race: &race, case: &race.cases[0], threads: 3 };
            let pace = Pace { warm_up: Duration::ZERO, counted: Duration::from_millis(1) };
            let raced = catch_unwind(AssertUnwindSafe(|| {
                with_team(&heat, &["faulty".into()], |bench| {
                    bench.block(0, pace);
                })
            }));
            let _ = ended.send(raced.is_err());
        });
        assert_eq!(
            end.recv_timeout(Duration::from_secs(120)),
            Ok(true),
            "neither waited for nor passed over"
        );
    }
}

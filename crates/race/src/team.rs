//! Several threads that run the same contender at the same time, each on data of its own.

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
    blocks: mpsc::Receiver<Block>,
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
        let blocks: Vec<Block> = self.orders.iter().filter_map(|_| self.blocks.recv().ok()).collect();
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
                        let _ = blocks_in.send(runner.block(&clock, pace));
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

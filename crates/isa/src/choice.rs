//! How a caller names an engine, or none.

use core::fmt;

use crate::any::EngineError;
use crate::costs::Fill;
use crate::engine::Handle;
use crate::plan;
use crate::table::{AUTO, Step, Tabled};

/// Which engine does the work: one that the caller names, or for each count of units the cheapest.
///
/// ```
/// use lanesmith_isa::{Choice, Operation, table};
///
/// /// `demo.negate`: negation.
/// #[derive(Debug)]
/// pub struct Negate(fn(i32) -> i32);
/// impl Operation for Negate {
///     const NAME: &str = "demo.negate";
/// }
/// table! {
///     /// Engines of `demo.negate`.
///     static NEGATE: Negate;
///     portable {
///         scalar: Portable, 1, "general registers", Negate(|a| -a);
///     }
/// }
///
/// let named = Choice::<Negate>::by_name("scalar")?;
/// assert_eq!((named.name(), Choice::<Negate>::AUTO.name()), ("scalar", "auto"));
/// assert_eq!((named.step(1).engine.kernel().0)(5), -5);
/// # Ok::<(), lanesmith_isa::EngineError>(())
/// ```
pub struct Choice<K: 'static>(Option<Handle<K>>);

impl<K> Choice<K> {
    /// No engine in particular.
    pub const AUTO: Self = Choice(None);

    /// The engine, if one is named.
    pub const fn engine(self) -> Option<Handle<K>> {
        self.0
    }

    /// The engine's name, or [`AUTO`].
    pub fn name(self) -> &'static str {
        self.0.map_or(AUTO, Handle::name)
    }
}

impl<K: Tabled> Choice<K> {
    /// The engine of that name; [`AUTO`] is none in particular.
    ///
    /// # Errors
    /// If there is none of the name, or this machine cannot run it.
    pub fn by_name(name: &str) -> Result<Self, EngineError> {
        if name == AUTO { Ok(Self::AUTO) } else { K::table().by_name(name).map(Self::from) }
    }

    /// The engine, or where none is named, the one that [`Table::auto`](crate::Table::auto) gives: for work that is not counted in units.
    #[inline]
    pub fn handle(self) -> Handle<K> {
        match self.0 {
            Some(engine) => engine,
            None => K::table().auto(),
        }
    }

    /// What to do first with `n` units of work. Zero units are a step of zero.
    #[inline(always)]
    pub fn step(self, n: usize) -> Step<K> {
        match self.0 {
            Some(engine) => Step { engine, take: n, singly: is_less_singly(engine, n) },
            None => K::table().step(n.max(1)),
        }
    }

    /// The engine for one unit of work. A named engine costs nothing to find, any other one load.
    #[inline(always)]
    pub fn one(self) -> Handle<K> {
        match self.0 {
            Some(engine) => engine,
            None => K::table().step(1).engine,
        }
    }

    /// The steps in which `n` units are done.
    ///
    /// ```
    /// use lanesmith_isa::{Choice, Operation, table};
    ///
    /// /// `demo.add`: sums of numbers.
    /// #[derive(Debug)]
    /// pub struct Add(fn(u32, u32) -> u32);
    /// impl Operation for Add {
    ///     const NAME: &str = "demo.add";
    /// }
    /// table! {
    ///     /// Engines of `demo.add`.
    ///     static ADD: Add;
    ///     portable {
    ///         scalar: Portable, 1, "general registers", Add(|a, b| a + b);
    ///     }
    /// }
    /// let steps: Vec<_> = Choice::<Add>::AUTO.steps(5).map(|step| (step.engine.name(), step.take)).collect();
    /// assert_eq!(steps, [("scalar", 5)]);
    /// ```
    pub fn steps(self, n: usize) -> impl Iterator<Item = Step<K>> {
        let mut left = n;
        core::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let step = self.step(left);
            left -= step.take;
            Some(step)
        })
    }
}

impl<K> From<Handle<K>> for Choice<K> {
    fn from(engine: Handle<K>) -> Self {
        Choice(Some(engine))
    }
}

impl<K> From<Option<Handle<K>>> for Choice<K> {
    fn from(engine: Option<Handle<K>>) -> Self {
        Choice(engine)
    }
}

impl<K> Default for Choice<K> {
    fn default() -> Self {
        Self::AUTO
    }
}

impl<K> Clone for Choice<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Choice<K> {}

impl<K> PartialEq for Choice<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K> Eq for Choice<K> {}

impl<K> fmt::Debug for Choice<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Choice({})", self.name())
    }
}

/// Whether a named engine does so many units in less time one by one than in a pass.
fn is_less_singly<K>(engine: Handle<K>, n: usize) -> bool {
    // Most engines cannot do both, and this is asked for each call that names an engine.
    engine.info.fill == Fill::AloneOrPass && plan::is_less_singly(&engine.info, engine.costs, n)
}

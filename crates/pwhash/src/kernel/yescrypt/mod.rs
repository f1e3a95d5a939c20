//! What an engine of `pwhash.yescrypt` does, generic over its vectors.

mod forms;
pub(crate) mod lane;
pub(crate) mod pwx;
mod romix;

use lanesmith_isa::lanes::{Line, PwxLanes};

use crate::mem::Interrupt;

use forms::{V1, V05, V05Reduced};
use lane::Engine;
use pwx::{Own, Shared};

/// What the loops of a hash have in common.
#[derive(Clone, Copy)]
pub(crate) struct Course<'a> {
    pub(crate) rom: &'a [Line],
    /// Steps of the second loop.
    pub(crate) steps: u64,
    /// Whether to stop: then the state becomes nothing of use.
    pub(crate) interrupt: Interrupt<'a>,
}

/// Which of the functions that have borne the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// 1.0 and later.
    V1,
    /// 0.5.
    V05,
    /// 0.5 with rounds left out.
    V05Reduced,
}

/// How S-boxes are filled.
const SHORT: Course<'_> = Course { rom: &[], steps: 0, interrupt: Interrupt::NEVER };

/// Fills the S-boxes from the first two lines of a state, which change.
#[inline(always)]
pub(crate) fn boxes<L: PwxLanes>(t: L::Token, form: Form, x: &mut [Line], boxes: &mut [Line]) {
    match form {
        Form::V1 => {
            romix::fill::<L, 4>(t, &SHORT, x, boxes, false);
            // The first third is S2, the last one S0.
            let (s2, rest) = boxes.split_at_mut(64);
            s2.swap_with_slice(&mut rest[64..]);
        }
        Form::V05 => romix::fill::<L, 4>(t, &SHORT, x, &mut boxes[..128], true),
        Form::V05Reduced => romix::fill::<L, 1>(t, &SHORT, x, &mut boxes[..128], true),
    }
}

/// The first loop and the writing steps of the second: [`pwx::own_all`].
#[inline(always)]
pub(crate) fn own<E: Engine>(
    t: <E::Lane as PwxLanes>::Token,
    form: Form,
    course: &Course<'_>,
    parts: &mut [Own<'_>],
) {
    match form {
        Form::V1 => pwx::own_all::<E, V1>(t, course, parts),
        Form::V05 => pwx::own_all::<E, V05>(t, course, parts),
        Form::V05Reduced => pwx::own_all::<E, V05Reduced>(t, course, parts),
    }
}

/// The reading steps of the second loop: [`pwx::shared_all`].
#[inline(always)]
pub(crate) fn shared<E: Engine>(
    t: <E::Lane as PwxLanes>::Token,
    form: Form,
    course: &Course<'_>,
    parts: &mut [Shared<'_>],
) {
    match form {
        Form::V1 => pwx::shared_all::<E, V1>(t, course, parts),
        Form::V05 => pwx::shared_all::<E, V05>(t, course, parts),
        Form::V05Reduced => pwx::shared_all::<E, V05Reduced>(t, course, parts),
    }
}

/// Classic scrypt's two loops, the second with an even number of steps.
#[inline(always)]
pub(crate) fn classic<L: PwxLanes>(
    t: L::Token,
    course: &Course<'_>,
    x: &mut [Line],
    y: &mut [Line],
    v: &mut [Line],
) {
    romix::fill::<L, 4>(t, course, x, v, false);
    romix::read::<L, 4>(t, course, x, y, v);
}

//! The context of a pairing: memory of the caller, which is copied as bytes and moved between calls. It has no pointer into itself, no
//! memory of its own, and no end.

use core::ffi::c_int;
use core::ptr::without_provenance;

use lanesmith_bls::curve::Projective;
use lanesmith_bls::hazmat::{Backend, Fp, Fp2, Fp12};
use lanesmith_bls::pairing::final_exponentiation;
use lanesmith_bls::{G1Affine, G2Affine};

use super::memory::{get, put};
use super::miller::{G1, G2, of_many, of_one};
use super::values::{Canonical as _, Code, Flat, flat, truth};

/// Pairs that wait for a Miller loop of their own.
const MOST: usize = 8;

/// What programs allocate: some declare it themselves.
#[repr(C)]
pub struct Context {
    /// Who made it, and [flags](Context::KEYS_IN_G1).
    mark: u32,
    count: u32,
    dst: *const u8,
    dst_len: usize,
    product: Fp12,
    /// A point of G2, or one of G1 in the first half.
    signature: Projective<Fp2>,
    q: [Flat<Fp2>; MOST],
    p: [Flat<Fp>; MOST],
}

const SIZE: usize = size_of::<Context>();
#[cfg(target_pointer_width = "64")]
const _: () = assert!(SIZE == 3192 && align_of::<Context>() == 8);

/// In place of a pointer to the tag: it stands behind the context, wherever that is.
const BEHIND: usize = 42;

impl Context {
    /// What a context of this library begins with. One of another maker's must never be read as ours.
    const MAKER: u32 = 0x4c53_4d00;
    const MAKERS: u32 = 0xffff_ff00;
    pub const KEYS_IN_G2: u32 = 1;
    pub const KEYS_IN_G1: u32 = 2;
    const SIGNATURE: u32 = 0x10;
    const PRODUCT: u32 = 0x20;
    const UNIFORM: u32 = 0x40;
}

/// The place of a field; nothing is read.
macro_rules! place {
    ($context:expr, $field:ident) => {
        // SAFETY: a context of the caller's has all fields.
        unsafe { &raw mut (*$context).$field }
    };
}

/// A context of the caller's.
#[derive(Clone, Copy)]
pub struct Held(*mut Context);

impl Held {
    /// A context that this library made.
    ///
    /// # Safety
    /// As `ffi` asks; what follows is of the same caller.
    pub unsafe fn of(context: *mut Context) -> Option<Self> {
        // SAFETY: the caller's promise.
        let mark = unsafe { get(place!(context, mark)) };
        (mark & Context::MAKERS == Context::MAKER).then_some(Self(context))
    }

    pub fn has(self, flag: u32) -> bool {
        // SAFETY: a context that is held has its mark.
        unsafe { get(place!(self.0, mark)) & flag != 0 }
    }

    pub fn set(self, flag: u32) {
        // SAFETY: as above.
        unsafe { put(place!(self.0, mark), get(place!(self.0, mark)) | flag) }
    }

    pub fn uniform(self) -> bool {
        self.has(Context::UNIFORM)
    }

    /// The tag.
    pub fn tag(self) -> (*const u8, usize) {
        // SAFETY: a context that is held has these fields.
        let (dst, len) = unsafe { (get(place!(self.0, dst)), get(place!(self.0, dst_len))) };
        (if dst.addr() == BEHIND { self.0.cast::<u8>().wrapping_add(SIZE) } else { dst }, len)
    }

    fn waiting(self) -> usize {
        // SAFETY: as above.
        unsafe { get(place!(self.0, count)) as usize }.min(MOST)
    }

    /// The sum of the signatures so far, in the group of this field.
    pub fn signature<F: Copy>(self) -> Option<Projective<F>> {
        const { assert!(size_of::<F>() <= size_of::<Fp2>()) }
        // SAFETY: it was written as this, since a context has one kind; there is room for it.
        self.has(Context::SIGNATURE).then(|| unsafe { get(place!(self.0, signature).cast()) })
    }

    pub fn set_signature<F: Copy>(self, sum: Projective<F>) {
        const { assert!(size_of::<F>() <= size_of::<Fp2>()) }
        // SAFETY: there is room for it.
        unsafe { put(place!(self.0, signature).cast(), sum) };
        self.set(Context::SIGNATURE);
    }

    fn product(self) -> Option<Fp12> {
        // SAFETY: it was written.
        self.has(Context::PRODUCT).then(|| unsafe { get(place!(self.0, product)) })
    }

    fn multiply<B: Backend>(self, factor: &Fp12) {
        let product = self.product().map_or(*factor, |product| B::fp12_mul(&product, factor).canonical());
        // SAFETY: a context that is held has this field.
        unsafe { put(place!(self.0, product), product) };
        self.set(Context::PRODUCT);
    }

    /// Adds a pair; those that wait are multiplied when there are enough.
    pub fn pair<B: Backend>(self, p: Flat<Fp>, q: Flat<Fp2>) {
        let count = self.waiting();
        // A context that was damaged may be full.
        if count < MOST {
            // SAFETY: there is a place for one more.
            unsafe {
                put(place!(self.0, p).cast::<Flat<Fp>>().add(count), p);
                put(place!(self.0, q).cast::<Flat<Fp2>>().add(count), q);
                put(place!(self.0, count), count as u32 + 1);
            }
        }
        if count + 1 >= MOST {
            self.commit::<B>();
        }
    }

    /// Multiplies the pairs that wait.
    pub fn commit<B: Backend>(self) {
        let count = self.waiting();
        if count == 0 {
            return;
        }
        let mut pairs = [(G1Affine::INFINITY, G2Affine::INFINITY); MOST];
        for (i, pair) in pairs[..count].iter_mut().enumerate() {
            // SAFETY: as many pairs were written as are counted.
            let (p, q) = unsafe {
                (
                    get(place!(self.0, p).cast::<Flat<Fp>>().add(i)),
                    get(place!(self.0, q).cast::<Flat<Fp2>>().add(i)),
                )
            };
            *pair = (p.affine(), q.affine());
        }
        self.multiply::<B>(&of_many(&pairs[..count]));
        // SAFETY: a context that is held has this field.
        unsafe { put(place!(self.0, count), 0) };
    }

    /// Takes in what another context has committed.
    fn merge<B: Backend>(self, other: Self) -> Code {
        let (g1, g2) = (Context::KEYS_IN_G1, Context::KEYS_IN_G2);
        let differ = self.has(g1) && other.has(g2) || self.has(g2) && other.has(g1);
        if differ || self.waiting() + other.waiting() != 0 {
            return Code::TypeMismatch;
        }
        for kind in [g1, g2] {
            if other.has(kind) {
                self.set(kind);
            }
        }
        if self.has(g1) {
            self.merge_signature::<Fp2, B>(other);
        } else if self.has(g2) {
            self.merge_signature::<Fp, B>(other);
        }
        if let Some(product) = other.product() {
            self.multiply::<B>(&product);
        }
        Code::Success
    }

    fn merge_signature<F: super::point::Group, B: Backend>(self, other: Self) {
        match (self.signature::<F>(), other.signature::<F>()) {
            (_, None) => {}
            (None, Some(sum)) => self.set_signature(sum),
            (Some(a), Some(b)) => self.set_signature(a.add_uniform::<B>(&b).canonical()),
        }
    }

    /// Whether the committed pairs are what the signature says, or what is given in its place.
    fn verify<B: Backend>(self, given: Option<Fp12>) -> bool {
        let Some(product) = self.product() else {
            return false;
        };
        let of_signature = if let Some(given) = given {
            given
        } else if !self.has(Context::SIGNATURE) {
            Fp12::ONE
        } else if self.has(Context::KEYS_IN_G1) {
            self.signature::<Fp2>().map_or(Fp12::ONE, |sum| of_one::<B>(&G1, &flat::<Fp2, B>(&sum).affine()))
        } else {
            self.signature::<Fp>().map_or(Fp12::ONE, |sum| of_one::<B>(&flat::<Fp, B>(&sum).affine(), &G2))
        };
        let ratio = B::fp12_mul(&of_signature.conjugate::<B>(), &product);
        final_exponentiation::<B>(&ratio).is_one::<B>()
    }
}

exported! {
    fn blst_pairing_sizeof() -> usize { SIZE }
    fn blst_pairing_init(ctx: *mut Context, hash_or_encode: c_int, dst: *const u8, dst_len: usize) {
        let behind = dst.addr() == ctx.addr().wrapping_add(SIZE);
        put(place!(ctx, mark), Context::MAKER | if hash_or_encode != 0 { Context::UNIFORM } else { 0 });
        put(place!(ctx, count), 0);
        put(place!(ctx, dst), if behind { without_provenance(BEHIND) } else { dst });
        put(place!(ctx, dst_len), dst_len)
    }
    fn blst_pairing_get_dst(ctx: *const Context) -> *const u8 {
        Held::of(ctx.cast_mut()).map_or(core::ptr::null(), |held| held.tag().0)
    }
    fn blst_pairing_commit(ctx: *mut Context) {
        if let Some(held) = Held::of(ctx) {
            held.commit::<B>()
        }
    }
    fn blst_pairing_merge(ctx: *mut Context, other: *const Context) -> Code {
        match (Held::of(ctx), Held::of(other.cast_mut())) {
            (Some(held), Some(other)) => held.merge::<B>(other),
            _ => Code::TypeMismatch,
        }
    }
    fn blst_pairing_finalverify(ctx: *const Context, gtsig: *const Fp12) -> c_int {
        let given = super::memory::get_if(gtsig);
        truth(Held::of(ctx.cast_mut()).is_some_and(|held| held.verify::<B>(given)))
    }
    fn blst_pairing_raw_aggregate(ctx: *mut Context, q: *const Flat<Fp2>, p: *const Flat<Fp>) {
        let (q, p) = (get(q), get(p));
        if let Some(held) = Held::of(ctx)
            && q.infinity_mask() & p.infinity_mask() == 0
        {
            held.pair::<B>(p, q)
        }
    }
    fn blst_pairing_as_fp12(ctx: *mut Context) -> *mut Fp12 {
        let product = place!(ctx, product);
        if let Some(held) = Held::of(ctx) {
            held.commit::<B>();
            if held.product().is_none() {
                put(product, Fp12::ONE)
            }
        }
        product
    }
}

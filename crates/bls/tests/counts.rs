//! Operations of the base field that protocols consist of: counted on a backend that computes as the portable one does, and
//! compared with the table in `docs/kernels/bls.md`. No clock is needed, and no number depends on the machine.

use std::cell::Cell;
use std::fmt::Write;

use lanesmith_bls::curve::{self, Affine, Encoded};
use lanesmith_bls::field::Base;
use lanesmith_bls::hash_to_curve::{self, MapToCurve};
use lanesmith_bls::hazmat::many::{Laned, OneByOne, Together};
use lanesmith_bls::hazmat::{Backend, Fp, Fp2, Fp6, Fp12, FpDbl, GroupKernel, Scalar, SignatureKernel};
use lanesmith_bls::pairing::{self, G2Prepared};
use lanesmith_bls::signature::{Entry, MinPk, Mode, Scheme, SecretKey, Signature, Variant, expand_seed};
use lanesmith_bls::{Fr, G1, G2};
use lanesmith_isa::{Engine, FeatureSet, Handle, Table};

/// How often each was called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    products: u32,
    squares: u32,
    reductions: u32,
    sums: u32,
    inversions: u32,
}

thread_local! {
    static COUNTS: Cell<Counts> = const {
        Cell::new(Counts { products: 0, squares: 0, reductions: 0, sums: 0, inversions: 0 })
    };
}

fn count(change: impl Fn(&mut Counts)) {
    let mut counts = COUNTS.get();
    change(&mut counts);
    COUNTS.set(counts);
}

/// What some work consists of.
fn counted<T>(work: impl FnOnce() -> T) -> Counts {
    COUNTS.set(Counts::default());
    let _ = std::hint::black_box(work());
    COUNTS.get()
}

/// The portable backend, which counts. What is above the base field are the generic texts.
#[derive(Clone, Copy, Debug)]
struct Counting;

thread_local! {
    /// The cube of the Montgomery factor: every inverse is multiplied by it, and nothing else is.
    static OF_INVERSES: [u64; 6] = {
        let times_factor = |x: Fp| Fp::from_canonical::<Scalar>(&x.0);
        let fourth = times_factor(times_factor(times_factor(Fp::ONE)));
        fourth.to_canonical::<Scalar>()
    };
}

impl Backend for Counting {
    fn fp_mul(a: &Fp, b: &Fp) -> Fp {
        let inverse = OF_INVERSES.with(|factor| *factor == b.0);
        count(|c| {
            c.products += 1;
            c.reductions += 1;
            c.inversions += u32::from(inverse);
        });
        Scalar::fp_mul(a, b)
    }
    fn fp_sqr(a: &Fp) -> Fp {
        count(|c| {
            c.squares += 1;
            c.reductions += 1;
        });
        Scalar::fp_sqr(a)
    }
    fn fp_mul_wide(a: &Fp, b: &Fp) -> FpDbl {
        count(|c| c.products += 1);
        Scalar::fp_mul_wide(a, b)
    }
    fn fp_sqr_wide(a: &Fp) -> FpDbl {
        count(|c| c.squares += 1);
        Scalar::fp_sqr_wide(a)
    }
    fn fp_reduce(t: &FpDbl) -> Fp {
        count(|c| c.reductions += 1);
        Scalar::fp_reduce(t)
    }
    fn fp_reduce_tight(t: &FpDbl) -> Fp {
        count(|c| c.reductions += 1);
        Scalar::fp_reduce_tight(t)
    }
    // Doubles and negatives are written by these two.
    fn fp_add(a: &Fp, b: &Fp) -> Fp {
        count(|c| c.sums += 1);
        Scalar::fp_add(a, b)
    }
    fn fp_sub(a: &Fp, b: &Fp) -> Fp {
        count(|c| c.sums += 1);
        Scalar::fp_sub(a, b)
    }
}

const fn group<F: Laned>() -> GroupKernel<F> {
    GroupKernel {
        from_compressed: Affine::from_compressed::<Counting>,
        from_uncompressed: Affine::from_uncompressed::<Counting>,
        in_subgroup: F::in_subgroup::<Counting>,
        mul: curve::mul::<F, Counting>,
        mul_many: OneByOne::mul::<F, Counting>,
        batch_to_affine: curve::batch_to_affine::<F, Counting>,
        in_subgroup_many: OneByOne::in_subgroup::<F, Counting>,
        from_compressed_many: OneByOne::from_compressed::<F, Counting>,
        scale_vartime: OneByOne::scale::<F, Counting>,
        to_affine: curve::Projective::to_affine::<Counting>,
        to_affine_vartime: curve::Projective::to_affine_vartime::<Counting>,
        hash_to_curve: hash_to_curve::hash_to_curve::<F, Counting>,
        map_to_group: hash_to_curve::map_to_group::<F, Counting>,
        fields_of: F::hash_to_field::<Counting, 2>,
        fields_to_group: OneByOne::map_pairs::<F, Counting>,
        msm_vartime: curve::msm_vartime::<F, Counting>,
        sum_scaled_vartime: OneByOne::sum_scaled::<F, Counting>,
        sum_vartime: curve::sum_vartime::<F, Counting>,
    }
}

/// The schemes' own code runs on this.
static ENGINES: Table<SignatureKernel> = Table::new(&[Engine::new(
    "counting",
    "the portable backend, counted",
    FeatureSet::EMPTY,
    1,
    SignatureKernel {
        g1: group(),
        g2: group(),
        miller_loop: pairing::miller_loop::<Counting>,
        product: Counting::fp12_mul,
        is_one: |f| pairing::final_exponentiation::<Counting>(f).is_one::<Counting>(),
    },
)]);

fn engine() -> Handle<SignatureKernel> {
    ENGINES.by_name("counting").expect("the only engine")
}

/// Entries of a batch: a key and a message each.
struct Signed<V: Variant> {
    keys: Vec<lanesmith_bls::signature::PublicKey<V>>,
    messages: Vec<[u8; 32]>,
    signatures: Vec<Signature<V>>,
}

impl<V: Variant> Signed<V> {
    fn new(scheme: &Scheme<'_, V>, count: u8) -> Self {
        let mut signed = Signed { keys: vec![], messages: vec![], signatures: vec![] };
        for i in 0..count {
            let secret = SecretKey::generate(&[i; 32], b"").expect("32 bytes");
            let message = [i; 32];
            signed.keys.push(scheme.public_key(&secret));
            signed.signatures.push(scheme.sign(&secret, &message).expect("a tag"));
            signed.messages.push(message);
        }
        signed
    }

    fn entries(&self) -> Vec<Entry<'_, V>> {
        let of =
            |i: usize| Entry { key: self.keys[i], message: &self.messages[i], signature: self.signatures[i] };
        (0..self.keys.len()).map(of).collect()
    }
}

struct Rows(String);

impl Rows {
    fn row<T>(&mut self, name: &str, work: impl FnOnce() -> T) {
        let Counts { products, squares, reductions, sums, inversions } = counted(work);
        writeln!(self.0, "| {name} | {products} | {squares} | {reductions} | {sums} | {inversions} |")
            .expect("a string");
    }
}

/// The routines that the texts of the kernels give the cost of.
fn routines(rows: &mut Rows) {
    let (one, two) = (G1::GENERATOR, G2::GENERATOR);
    let mut tower = Fp12 { c0: Fp6::ONE, c1: Fp6::ONE };
    tower.c0.c1 = two.x;
    tower.c1.c2 = two.y;
    rows.row("power to `(p - 3)/4` in `Fp`", || one.x.inverse_root::<Counting>());
    rows.row("`Fp2` product", || Counting::fp2_mul(&two.x, &two.y));
    rows.row("`Fp2` square", || Counting::fp2_sqr(&two.x));
    rows.row("`Fp6` product", || tower.c0.mul::<Counting>(&tower.c1));
    rows.row("`Fp12` product", || Counting::fp12_mul(&tower, &tower));
    rows.row("`Fp12` square", || Counting::fp12_sqr(&tower));
    rows.row("`Fp12` cyclotomic square", || Counting::fp12_cyclotomic_sqr(&tower));
    points::<Fp>(rows, "G1", &one);
    points::<Fp2>(rows, "G2", &two);
    rows.row("lines of a point of G2", || G2Prepared::new::<Counting>(&two));
    rows.row("Miller loop, one pair", || pairing::miller_loop::<Counting>(&[(one, two)]));
    rows.row("Miller loop, two pairs", || pairing::miller_loop::<Counting>(&[(one, two); 2]));
    let f = pairing::miller_loop::<Scalar>(&[(one, two)]);
    rows.row("final exponentiation", || pairing::final_exponentiation::<Counting>(&f));
}

fn points<F: Encoded + MapToCurve>(rows: &mut Rows, group: &str, generator: &Affine<F>) {
    let point = generator.to_projective().dbl::<Scalar>();
    let other = point.dbl::<Scalar>();
    let complete = curve::complete::Complete::from_projective::<Scalar>(&point);
    let scalar = Fr::from_bytes_reduced(&[0xa5; 48]);
    rows.row(&format!("{group} double"), || point.dbl::<Counting>());
    rows.row(&format!("{group} sum"), || point.add::<Counting>(&other));
    rows.row(&format!("{group} sum with an affine point"), || other.add_affine::<Counting>(generator));
    rows.row(&format!("{group} complete double"), || complete.dbl::<Counting>());
    rows.row(&format!("{group} complete sum"), || complete.add::<Counting>(&complete));
    rows.row(&format!("{group} secret product"), || curve::mul::<F, Counting>(generator, &scalar));
    rows.row(&format!("{group} membership"), || F::in_subgroup::<Counting>(generator));
    let compressed = generator.to_compressed::<Scalar>();
    rows.row(&format!("{group} decoding, compressed"), || {
        Affine::<F>::from_compressed::<Counting>(compressed.as_ref())
    });
}

fn protocols(rows: &mut Rows) {
    let kernel = engine().kernel();
    let tag = b"QUUX-V01-CS02-with-expander-SHA256-128";
    rows.row("hash to G1", || kernel.g1.hash(b"abc", tag).is_ok());
    rows.row("hash to G2", || kernel.g2.hash(b"abc", tag).is_ok());
    protocol(rows, "min_pk", Scheme::<MinPk>::new(Mode::Basic));
    protocol(rows, "min_sig", Scheme::<lanesmith_bls::signature::MinSig>::new(Mode::Basic));
    sums::<Fp>(rows, "G1", &kernel.g1);
    sums::<Fp2>(rows, "G2", &kernel.g2);
}

fn protocol<V: Variant>(rows: &mut Rows, name: &str, plain: Scheme<'static, V>) {
    let scheme = plain.with_engine(engine());
    let secret = SecretKey::generate(&[7; 32], b"").expect("32 bytes");
    let (key, signature) = (plain.public_key(&secret), plain.sign(&secret, b"abc").expect("a tag"));
    rows.row(&format!("{name} public key"), || scheme.public_key(&secret));
    rows.row(&format!("{name} sign"), || scheme.sign(&secret, b"abc").is_ok());
    rows.row(&format!("{name} verify"), || assert!(scheme.verify(&key, b"abc", &signature).is_ok()));
    let signed = Signed::new(&plain, 128);
    let entries = signed.entries();
    rows.row(&format!("{name} batch of 128"), || {
        assert_eq!(scheme.verify_batch(&entries, &mut expand_seed([9; 32])), Ok(()));
    });
}

fn sums<F: Encoded + MapToCurve>(rows: &mut Rows, group: &str, kernel: &GroupKernel<F>) {
    let points: Vec<_> = (1..=128)
        .map(|k| curve::mul_u64_vartime::<F, Scalar>(&F::GENERATOR.to_projective(), k).to_affine::<Scalar>())
        .collect();
    let scalars: Vec<_> = (0..128u8).map(|i| Fr::from_bytes_reduced(&[i ^ 0x5a; 48])).collect();
    rows.row(&format!("{group} sum of 128 products"), || kernel.msm(&points, &scalars));
}

#[test]
fn counted_operations_are_those_of_the_table() {
    let mut rows = Rows(String::new());
    routines(&mut rows);
    protocols(&mut rows);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/kernels/bls.md");
    let text = std::fs::read_to_string(path).expect("the page");
    let head = "| work | M | S | R | A | I |\n| --- | --- | --- | --- | --- | --- |\n";
    let table = text.split_once(head).map_or("", |(_, rest)| rest);
    let table = table.split("\n\n").next().map_or("", str::trim_end);
    assert!(table == rows.0.trim_end(), "{path} should say\n\n{head}{}", rows.0);
}

#[test]
fn inversions_are_seen() {
    let point = G1::GENERATOR.to_projective();
    assert_eq!(counted(|| point.to_affine::<Counting>()).inversions, 1);
    assert_eq!(counted(|| point.to_affine_vartime::<Counting>()).inversions, 1);
    assert_eq!(counted(|| point.dbl::<Counting>()).inversions, 0);
}

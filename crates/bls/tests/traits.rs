//! The traits of other crates: their laws, and that they do what the crate's own functions do.

use ff::{Field, FromUniformBytes, PrimeField};
use group::prime::PrimeCurve;
use group::{CurveAffine, Group, UncompressedEncoding};
use lanesmith_bls::hazmat::Fp12Kernel;
use lanesmith_bls::signature::{MinPk, MinSig, Scheme, SecretKey, Signature, Variant};
use lanesmith_bls::traits::{Bls12, SigningKey, VerifyingKey};
use lanesmith_bls::{Fr, G1Affine, G1Projective, G2Affine, G2Projective, Gt};
use lanesmith_isa::hit;
use pairing::{MillerLoopResult, MultiMillerLoop, PairingCurveAffine};
use rand_core::{Infallible, TryRng};
use signature::{Keypair, SignatureEncoding, Signer, Verifier};

/// Numbers that need not be secret.
struct Numbers(fastrand::Rng);

impl TryRng for Numbers {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.u32(..))
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.u64(..))
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill(bytes);
        Ok(())
    }
}

fn numbers() -> Numbers {
    Numbers(fastrand::Rng::with_seed(5))
}

#[test]
fn constants_of_the_scalar_field_are_what_the_trait_says() {
    let two = Fr::from(2);
    assert_eq!(two * Fr::TWO_INV, <Fr as Field>::ONE);
    assert_eq!(Fr::MULTIPLICATIVE_GENERATOR, Fr::from(7));
    // (r - 1)/2^32
    let odd_part = [0xfffe5bfeffffffff, 0x09a1d80553bda402, 0x299d7d483339d808, 0x73eda753];
    assert_eq!(Fr::ROOT_OF_UNITY, Fr::MULTIPLICATIVE_GENERATOR.pow_vartime(odd_part));
    assert_eq!(Fr::ROOT_OF_UNITY * Fr::ROOT_OF_UNITY_INV, <Fr as Field>::ONE);
    assert_eq!(Fr::ROOT_OF_UNITY.pow_vartime([1 << Fr::S]), <Fr as Field>::ONE);
    assert_eq!(Fr::ROOT_OF_UNITY.pow_vartime([1 << (Fr::S - 1)]), -<Fr as Field>::ONE);
    assert_eq!(Fr::DELTA, Fr::MULTIPLICATIVE_GENERATOR.pow_vartime([1 << Fr::S]));
    assert_eq!(<Fr as PrimeField>::MODULUS.len(), 2 + 64);
    assert_eq!(<Fr as PrimeField>::MODULUS[2..18], format!("{:016x}", lanesmith_bls::hazmat::Fr::MODULUS[3]));
    assert_eq!(Fr::NUM_BITS, 255);
}

#[test]
fn scalars_are_a_field() {
    let mut numbers = numbers();
    for _ in 0..50 {
        let [a, b, c] = core::array::from_fn(|_| <Fr as Field>::random(&mut numbers));
        assert_eq!((a + b) * c, a * c + b * c);
        assert_eq!(a - b, -(b - a));
        assert_eq!(Field::double(&a), a + a);
        assert_eq!(Field::square(&a), a * a);
        assert_eq!(a.invert().unwrap() * a, <Fr as Field>::ONE);
        assert_eq!(Fr::from_repr(a.to_repr()).unwrap(), a);
        assert_eq!(bool::from(a.is_odd()), a.to_repr()[0] & 1 == 1);
        let root = Field::square(&a).sqrt().unwrap();
        assert!(root == a || root == -a);
        assert!(bool::from((Field::square(&a) * Fr::MULTIPLICATIVE_GENERATOR).sqrt().is_none()));
        assert_eq!([a, b, c].iter().sum::<Fr>(), a + b + c);
        assert_eq!([a, b, c].into_iter().product::<Fr>(), a * b * c);
        let mut d = a;
        d += b;
        d *= &c;
        d -= a;
        assert_eq!(d, (a + b) * c - a);
    }
    assert!(bool::from(<Fr as Field>::ZERO.invert().is_none()));
    assert!(bool::from(Fr::from_repr([0xff; 32]).is_none()));
    assert_eq!(Fr::from_repr(core::array::from_fn(|i| u8::from(i == 0))).unwrap(), <Fr as Field>::ONE);
    let mut wide = [0; 64];
    (wide[0], wide[32]) = (5, 1);
    // 2^256 + 5
    assert_eq!(Fr::from_uniform_bytes(&wide), Fr::from(2).pow_vartime([256]) + Fr::from(5));
}

fn is_a_group<C: PrimeCurve<Scalar = Fr>>()
where
    C::Affine: UncompressedEncoding,
{
    let mut numbers = numbers();
    for _ in 0..3 {
        let (p, q) = (C::random(&mut numbers), C::random(&mut numbers));
        let k = <Fr as Field>::random(&mut numbers);
        assert_eq!(p + q - q, p);
        assert_eq!(p + p, p.double());
        let same = p;
        assert_eq!(p - same, C::identity());
        assert_eq!((p + q) * k, p * k + q * k);
        assert_eq!(p.to_affine() * k, p * k);
        assert_eq!(p + q.to_affine(), p + q);
        assert_eq!(p - q.to_affine(), p - q);
        assert_eq!(C::mul_by_generator(&k), C::generator() * k);
        assert_eq!([p, q].iter().sum::<C>(), p + q);
        assert_eq!(C::from_bytes(&p.to_bytes()).unwrap(), p);
        let affine = p.to_affine();
        assert_eq!(C::Affine::from_uncompressed(&affine.to_uncompressed()).unwrap(), affine);
        assert_eq!(affine.to_curve(), p);
        assert_eq!((-affine).to_curve(), -p);
        let mut normal = [C::Affine::identity(); 3];
        C::batch_normalize(&[p, C::identity(), q], &mut normal);
        assert_eq!(normal, [p.to_affine(), C::Affine::identity(), q.to_affine()]);
    }
    assert!(bool::from(C::identity().is_identity()) && bool::from(C::Affine::identity().is_identity()));
    assert!(!bool::from(C::generator().is_identity()));
    // The order of the group: -1 is r - 1.
    assert_eq!(C::generator() * -<Fr as Field>::ONE, -C::generator());
    let mut wrong = C::generator().to_bytes();
    wrong.as_mut()[0] &= 0x7f;
    assert!(bool::from(C::from_bytes(&wrong).is_none()));
}

#[test]
fn points_are_groups() {
    is_a_group::<G1Projective>();
    is_a_group::<G2Projective>();
}

fn is_bilinear<E: MultiMillerLoop<Fr = Fr>>() {
    let mut numbers = numbers();
    let (a, b) = (<Fr as Field>::random(&mut numbers), <Fr as Field>::random(&mut numbers));
    let (p, q) = (E::G1Affine::generator(), E::G2Affine::generator());
    let pa: E::G1Affine = (p * a).into();
    let qb: E::G2Affine = (q * b).into();
    let one = E::pairing(&p, &q);
    assert_eq!(E::pairing(&pa, &qb), one * (a * b));
    assert_eq!(E::Gt::generator(), one);
    assert_eq!(pa.pairing_with(&qb), one * (a * b));
    assert_eq!(one + one, one.double());
    assert_eq!(one + -one, E::Gt::identity());
    // e(aP, Q) e(-P, aQ) = 1
    let qa: E::G2Affine = (q * a).into();
    let terms = [(&pa, &q.into()), (&-p, &qa.into())];
    let product = E::multi_miller_loop(&terms);
    assert!(bool::from(product.final_exponentiation().is_identity()));
    let apart = E::multi_miller_loop(&terms[..1]) + E::multi_miller_loop(&terms[1..]);
    assert!(bool::from(apart.final_exponentiation().is_identity()));
}

#[test]
fn pairing_is_bilinear() {
    is_bilinear::<Bls12>();
    assert!(bool::from(Gt::identity().is_identity()));
    assert_eq!(G1Affine::generator().pairing_with(&G2Affine::identity()), Gt::identity());
}

#[test]
fn the_group_of_pairings_runs_on_the_chosen_engine() {
    let gt = Gt::generator();
    let chosen = lanesmith_bls::Choice::<Fp12Kernel>::AUTO.step(1).engine.name();
    let work: [(&str, fn(Gt) -> Gt); 4] = [
        ("sum", |gt| gt + gt),
        ("difference", |gt| gt - gt),
        ("double", |gt| gt.double()),
        ("multiple", |gt| gt * Fr::from(3)),
    ];
    for (name, work) in work {
        drop(hit::take());
        work(gt);
        if hit::RECORDS {
            assert_eq!(hit::take(), [("bls.fp12", chosen)], "{name}");
        }
    }
}

fn signs<V: Variant>(scheme: Scheme<'static, V>)
where
    Signature<V>: SignatureEncoding,
{
    let secret = SecretKey::generate(&[7; 32], b"").unwrap();
    let key = SigningKey::new(scheme, secret.clone());
    let signature = key.sign(b"message");
    assert_eq!(signature, scheme.sign(&secret, b"message").unwrap());
    let verifying: VerifyingKey<'_, V> = key.verifying_key();
    assert!(verifying.verify(b"message", &signature).is_ok());
    assert!(verifying.verify(b"another", &signature).is_err());
    let bytes = SignatureEncoding::to_bytes(&signature);
    assert_eq!(Signature::<V>::from_bytes(bytes.as_ref()).unwrap(), signature);
    assert!(Signature::<V>::try_from(&bytes.as_ref()[1..]).is_err());
    let shown = format!("{key:?}");
    assert!(shown.starts_with("SigningKey") && !shown.contains("secret"), "{shown}");
}

#[test]
fn keys_sign_and_verify_by_the_traits() {
    signs::<MinPk>(Scheme::min_pk());
    signs::<MinSig>(Scheme::min_sig());
}

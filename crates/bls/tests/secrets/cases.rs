//! What runs under valgrind.

use std::hint::black_box;

use group::CurveAffine as _;
use lanesmith_bls::curve::{self, Encoded};
use lanesmith_bls::hazmat::many::{self, Fp2x8, Fp8, Laned, Lanes as _};
use lanesmith_bls::hazmat::{Backend as Arithmetic, Field, Fp, Fp2, Scalar, Words8};
use lanesmith_bls::keys::keystore::{Kdf, Keystore, Limits, NewKeystore};
use lanesmith_bls::keys::{self, KeyPath};
use lanesmith_bls::signature::{MinPk, MinSig, Mode, Scheme, SecretKey, Variant};
use lanesmith_bls::{Fr, G1, G1Projective, G2, G2Projective, SIGNATURE};

use crate::arch::{BACKENDS, public, secret};

/// What runs under valgrind.
pub struct Case {
    /// Its name.
    pub name: String,
    /// Whether it leaks, and must be found to.
    pub leaks: bool,
    /// Whether this CPU can run it.
    pub runs_here: fn() -> bool,
    /// Runs it.
    pub run: fn(),
}

/// What is tested of a backend.
pub struct Backend {
    pub name: &'static str,
    pub runs_here: fn() -> bool,
    pub field: fn(),
    pub products: fn(),
}

/// All cases.
pub fn all() -> Vec<Case> {
    let mut all = Vec::new();
    for backend in BACKENDS {
        for (what, run) in [("field", backend.field), ("products", backend.products)] {
            let name = format!("{what} on {}", backend.name);
            all.push(Case { name, leaks: false, runs_here: backend.runs_here, run });
        }
    }
    let sound: [(&str, fn()); 8] = [
        ("the field in lanes", field_in_lanes),
        ("products in lanes", products_in_lanes),
        ("scalars", scalars),
        ("points of secret scalars, normalised together", normalised),
        ("keys and signatures", keys_and_signatures),
        ("derivation", derivation),
        ("keystores", keystores),
        ("shares", shares),
    ];
    let planted: [(&str, fn()); 6] = [
        ("planted branch", planted_branch),
        ("planted address", planted_address),
        ("planted product in variable time", planted_product),
        ("planted inverse in variable time", planted_inverse),
        ("planted inverse of a batch in variable time", planted_batch),
        ("planted table of a password", planted_table),
    ];
    for (cases, leaks) in [(&sound[..], false), (&planted[..], true)] {
        all.extend(cases.iter().map(|&(name, run)| Case {
            name: name.into(),
            leaks,
            runs_here: || true,
            run,
        }));
    }
    all
}

fn scalar(i: u64) -> Fr {
    Fr::from_bytes_reduced(&[i as u8 | 0x55; 48])
}

fn key(i: u8) -> SecretKey {
    SecretKey::generate(&[i; 32], b"").expect("32 bytes")
}

/// The arithmetic below points, where a mask may become a branch.
pub fn field<B: Arithmetic>() {
    let (mut a, mut b) = (Fp::ONE.dbl::<B>(), Fp::ONE);
    for _ in 0..9 {
        a = a.mul::<B>(&a).add::<B>(&b);
        b = b.sub::<B>(&a);
    }
    secret(&mut a);
    secret(&mut b);
    let (mut c, mut d) = (Fp2 { c0: a, c1: b }, Fp2 { c0: b, c1: a });
    for _ in 0..4 {
        (a, b) = (a.add::<B>(&b), a.sub::<B>(&b).neg::<B>());
        (a, b) = (a.mul::<B>(&b), b.sqr::<B>().dbl::<B>().half());
        (c, d) = (c.add::<B>(&d), c.sub::<B>(&d).neg::<B>());
        (c, d) = (c.mul::<B>(&d), d.sqr::<B>().dbl::<B>());
    }
    let mask = a.zero_mask() | c.zero_mask();
    let all = [a.select(&b, mask), a.inv::<B>(), a.mul_b3::<B>()];
    black_box((all, c.select(&d, mask), c.inv::<B>(), c.mul_b3::<B>(), a.to_canonical::<B>()));
}

/// Products with a secret scalar.
pub fn products<B: Arithmetic>() {
    fn one<F: Encoded, B: Arithmetic>(point: &curve::Affine<F>) {
        let mut k = scalar(3);
        secret(&mut k);
        black_box(black_box(curve::mul::<F, B>(point, &k)).to_affine::<B>());
    }
    one::<Fp, B>(&G1::GENERATOR);
    one::<Fp2, B>(&G2::GENERATOR);
}

/// The kernels in lanes, on plain words: valgrind knows no AVX-512.
fn field_in_lanes() {
    let (mut a, mut b) = (Fp8::<Words8>::constant(&Fp::ONE), Fp8::constant(&Fp::ONE.dbl::<Scalar>()));
    let mut numbers = [0, 1, 2, 1, 0, 2, 2, 1];
    secret(&mut a);
    secret(&mut b);
    secret(&mut numbers);
    for _ in 0..3 {
        (a, b) = (a.add::<Scalar>(&b), a.sub::<Scalar>(&b).neg::<Scalar>());
        (a, b) = (a.mul::<Scalar>(&b), b.sqr::<Scalar>().dbl::<Scalar>().half());
    }
    let (c, d) = (Fp2x8 { c0: a, c1: b }, Fp2x8 { c0: b, c1: a });
    let all = [a.select(&b, a.zero_mask()), a.mul_b3::<Scalar>(), Words8::pick(&a, &[&a, &b], &numbers)];
    black_box((all, c.mul::<Scalar>(&d), c.sqr::<Scalar>().mul_b3::<Scalar>(), a.elements()));
}

/// Products with secret scalars, eight at once and more.
fn products_in_lanes() {
    fn many<F: Laned>(point: &curve::Affine<F>) {
        let mut scalars: [Fr; 9] = std::array::from_fn(|i| scalar(i as u64));
        secret(&mut scalars);
        let products = many::mul::<F, Words8, Scalar>(&[*point; 9], &scalars.each_ref());
        let mut affine = vec![*point; 9];
        curve::batch_to_affine::<F, Scalar>(&products, &mut affine);
        black_box(affine);
    }
    many::<Fp>(&G1::GENERATOR);
    many::<Fp2>(&G2::GENERATOR);
}

fn scalars() {
    let (mut a, mut b) = (scalar(1), scalar(9));
    secret(&mut a);
    secret(&mut b);
    let sum = a.add(&b).sub(&a.mul(&b)).neg().sqr();
    black_box((sum.inv(), sum.to_bytes()));
    let mut bytes = [7; 48];
    secret(&mut bytes);
    black_box(Fr::from_bytes_reduced(&bytes));
}

/// The last coordinate of a multiple tells of the scalar.
fn normalised() {
    fn points<P: group::Curve<Scalar = Fr>>() {
        let mut scalars = [scalar(3), scalar(5)];
        secret(&mut scalars);
        let points = scalars.map(|k| P::generator() * k);
        let mut affine = [P::Affine::identity(); 2];
        P::batch_normalize(&points, &mut affine);
        black_box(affine);
    }
    points::<G1Projective>();
    points::<G2Projective>();
    assert_eq!(scalar(3), scalar(3));
    let (mut one, mut other) = (scalar(3), scalar(5));
    secret(&mut one);
    secret(&mut other);
    let mut same = one == other;
    public(&mut same);
    assert!(!same);
}

fn signs<V: Variant>(scheme: Scheme<'_, V>, secret_key: &SecretKey) {
    let mut public_key = scheme.public_key(secret_key);
    public(&mut public_key);
    // With the key at hand, which is public: with augmentation it is hashed, in variable time.
    let mut signature = scheme.sign_with_key(secret_key, &public_key, b"message").expect("a tag");
    public(&mut signature);
    assert!(scheme.verify(&public_key, b"message", &signature).is_ok());
}

fn keys_and_signatures() {
    let mut secret_key = key(1);
    let mut bytes = *secret_key.to_bytes();
    secret(&mut secret_key);
    for engine in SIGNATURE.available() {
        for mode in [Mode::Basic, Mode::Augmented, Mode::Possession] {
            signs(Scheme::<MinPk>::new(mode).with_engine(engine), &secret_key);
            signs(Scheme::<MinSig>::new(mode).with_engine(engine), &secret_key);
        }
    }
    secret(&mut bytes);
    black_box(SecretKey::from_bytes(&bytes).is_ok());
    black_box(secret_key.clone().to_bytes());
}

fn derivation() {
    let mut seed = [5; 64];
    secret(&mut seed);
    let master = SecretKey::derive_master(&seed).expect("64 bytes");
    let signing = master.derive_path(&KeyPath::signing(3)).expect("a path");
    let mut public_key = Scheme::min_pk().public_key(&signing);
    public(&mut public_key);
    black_box(public_key);
}

/// PBKDF2: what scrypt reads depends on the password, by its design. The password is plain ASCII, as most are.
fn keystores() {
    let kdf = Kdf::Pbkdf2 { iterations: 2.try_into().expect("not zero") };
    let new = NewKeystore { kdf, path: None, description: "", random: &[3; 64] };
    let mut secret_key = key(4);
    let text = new.encrypt(&secret_key, "correct horse").expect("a keystore").to_json();

    let mut password = String::from("correct horse");
    secret(&mut *password);
    let read = Keystore::from_json(text.as_bytes()).expect("a keystore");
    let key = read.decrypt_key(&password, &Limits::default()).expect("the right password");
    let mut bytes = *key.to_bytes();
    public(&mut bytes);
    assert_eq!(bytes, *secret_key.to_bytes());

    secret(&mut secret_key);
    black_box(new.encrypt(&secret_key, &password).is_ok());
}

fn shares() {
    let mut secret_key = key(2);
    secret(&mut secret_key);
    let mut counter = 0;
    let mut random = |bytes: &mut [u8]| {
        for byte in &mut *bytes {
            counter += 1;
            *byte = counter as u8;
        }
        secret(bytes);
    };
    let (shares, commitments) = keys::split::<MinPk>(&secret_key, 2, 3, &mut random).expect("two of three");
    black_box(&commitments);
    let recovered = keys::recover_key(&shares[1..]).expect("two");
    let (mut one, mut other) = (*recovered.to_bytes(), *secret_key.to_bytes());
    public(&mut one);
    public(&mut other);
    assert_eq!(one, other);
}

fn planted_branch() {
    let mut k = scalar(3);
    secret(&mut k);
    if k.to_limbs()[0] & 1 == 1 {
        println!("odd");
    }
}

fn planted_address() {
    let table: [u8; 256] = std::array::from_fn(|i| i as u8);
    let mut k = scalar(3);
    secret(&mut k);
    black_box(black_box(&table)[usize::from(k.to_bytes()[31])]);
}

fn planted_product() {
    let mut k = scalar(3);
    secret(&mut k);
    black_box(curve::mul_vartime::<Fp, Scalar>(&G1::GENERATOR.to_projective(), &k));
}

fn planted_inverse() {
    let mut k = scalar(3);
    secret(&mut k);
    black_box(k.inv_vartime());
}

fn planted_batch() {
    let mut k = scalar(3);
    secret(&mut k);
    let product = curve::mul::<Fp, Scalar>(&G1::GENERATOR, &k);
    curve::batch_to_affine_vartime::<Fp, Scalar>(&[product], &mut [G1::GENERATOR]);
}

/// A password that is not plain is looked up in Unicode's tables.
fn planted_table() {
    let kdf = Kdf::Pbkdf2 { iterations: 2.try_into().expect("not zero") };
    let new = NewKeystore { kdf, path: None, description: "", random: &[3; 64] };
    let mut password = String::from("\u{212b}ngstr\u{f6}m");
    secret(&mut *password);
    black_box(new.encrypt(&key(4), &password).is_ok());
}

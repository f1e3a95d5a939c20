//! No branch and no address depends on a secret: what handles them runs under valgrind's memcheck, called as programs call it, with the secret
//! marked as undefined memory. In debug builds every sum has a branch, the one to the panic of an overflow: only a release build is
//! looked at.

use std::path::Path;
use std::process::Command;

use blst::*;
use fastrand::Rng;

use crate::both::ours;
use crate::requests::{REQUESTS, secret, under_valgrind};
use crate::values::*;

/// What may be known of a secret: that it is below the order, and a key not zero; neither happens by chance.
const DECLASSIFIED: [&str; 3] = [
    "Ok(key) if !scalar.is_zero() => key.0 = *scalar,",
    "if below_order(&limbs) {",
    "limbs.iter().fold(0, |any, limb| any | limb) != 0",
];

/// A function of ours with so many arguments, the types of which are those of blst's.
macro_rules! ours {
    ($name:ident $count:tt) => {
        both!($name $count)[1]
    };
}

/// The functions of one group.
macro_rules! group {
    ($key:expr, $module:ident, $mult:ident $unchecked:ident $to_pk:ident $to_pk2:ident $sign:ident $sign2:ident $add:ident $cneg:ident
        $from_jacobian:ident $equal:ident) => {
        let rng = &mut Rng::with_seed(1);
        let (point, mut out) = ($module::point(rng), $module::point(rng));
        let key: &blst_scalar = $key;
        for bits in [64, 128, 255] {
            ours!($mult 4)(&mut out, &point, key.b.as_ptr(), bits);
            ours!($unchecked 4)(&mut out, &point, key.b.as_ptr(), bits);
        }
        ours!($to_pk 2)(&mut out, key);
        ours!($sign 3)(&mut out, &point, key);
        let (mut bytes, mut flat) = ([0u8; 192], $module::affine(&point));
        ours!($to_pk2 3)(bytes.as_mut_ptr(), &mut flat, key);
        ours!($sign2 4)(bytes.as_mut_ptr(), &mut flat, &point, key);
        // Points that are secret themselves.
        let mut hidden = $module::point(rng);
        secret(&mut hidden);
        ours!($add 3)(&mut out, &hidden, &point);
        ours!($add 3)(&mut out, &hidden, &hidden);
        ours!($from_jacobian 2)(&mut out, &hidden);
        ours!($equal 2)(&hidden, &point);
        let mut flag = true;
        secret(&mut flag);
        ours!($cneg 2)(&mut hidden, flag);
    };
}

#[test]
#[ignore = "part: what runs under valgrind; the other test starts it"]
fn run_under_valgrind() {
    assert!(under_valgrind(), "not under valgrind");
    let rng = &mut Rng::with_seed(2);
    let mut key = blst_scalar { b: bytes(rng) };
    key.b[31] = 0x11;
    secret(&mut key);
    let mut out = blst_scalar { b: [0; 32] };
    unsafe {
        group!(&key, g1, blst_p1_mult blst_p1_unchecked_mult blst_sk_to_pk_in_g1 blst_sk_to_pk2_in_g1 blst_sign_pk_in_g2 blst_sign_pk2_in_g2
            blst_p1_add_or_double blst_p1_cneg blst_p1_from_jacobian blst_p1_is_equal);
        group!(&key, g2, blst_p2_mult blst_p2_unchecked_mult blst_sk_to_pk_in_g2 blst_sk_to_pk2_in_g2 blst_sign_pk_in_g1 blst_sign_pk2_in_g1
            blst_p2_add_or_double blst_p2_cneg blst_p2_from_jacobian blst_p2_is_equal);
        ours!(blst_sk_add_n_check 3)(&mut out, &key, &key);
        ours!(blst_sk_sub_n_check 3)(&mut out, &key, &key);
        ours!(blst_sk_mul_n_check 3)(&mut out, &key, &key);
        ours!(blst_sk_inverse 2)(&mut out, &key);
        ours!(blst_sk_check 1)(&key);
        ours!(blst_scalar_fr_check 1)(&key);
        ours!(blst_scalar_from_be_bytes 3)(&mut out, key.b.as_ptr(), 32);
        ours!(blst_bendian_from_scalar 2)(out.b.as_mut_ptr(), &key);
        ours!(blst_keygen 5)(&mut out, key.b.as_ptr(), 32, std::ptr::null(), 0);
        ours!(blst_keygen_v3 5)(&mut out, key.b.as_ptr(), 32, std::ptr::null(), 0);
        ours!(blst_derive_child_eip2333 3)(&mut out, &key, 7);
        let (mut a, mut b) = (fr(rng), fr(rng));
        secret(&mut a);
        for f in [ours!(blst_fr_add 3), ours!(blst_fr_sub 3), ours!(blst_fr_mul 3)] {
            f(&mut b, &a, &a);
        }
        ours!(blst_fr_inverse 2)(&mut b, &a);
        ours!(blst_fr_cneg 3)(&mut b, &a, true);
        ours!(blst_fr_rshift 3)(&mut b, &a, 3);
        ours!(blst_scalar_from_fr 2)(&mut out, &a);
        ours!(blst_fr_from_scalar 2)(&mut b, &key);
        let (mut a, mut b) = (fp(rng), fp(rng));
        secret(&mut a);
        for f in [ours!(blst_fp_add 3), ours!(blst_fp_sub 3), ours!(blst_fp_mul 3)] {
            f(&mut b, &a, &a);
        }
        ours!(blst_fp_inverse 2)(&mut b, &a);
        ours!(blst_fp_sqrt 2)(&mut b, &a);
        ours!(blst_fp_is_square 1)(&a);
        ours!(blst_fp_cneg 3)(&mut b, &a, true);
        let (mut a, mut b) = (fp2(rng), fp2(rng));
        secret(&mut a);
        for f in [ours!(blst_fp2_add 3), ours!(blst_fp2_sub 3), ours!(blst_fp2_mul 3)] {
            f(&mut b, &a, &a);
        }
        ours!(blst_fp2_inverse 2)(&mut b, &a);
        ours!(blst_fp2_sqrt 2)(&mut b, &a);
        let (mut a, mut b) = (fp12(rng), fp12(rng));
        secret(&mut a);
        ours!(blst_fp12_mul 3)(&mut b, &a, &a);
        ours!(blst_fp12_inverse 2)(&mut b, &a);
        ours!(blst_fp12_is_equal 2)(&b, &a);
    }
    // A sum in variable time, which no secret may reach.
    if std::env::var_os("PLANTED").is_some() {
        let points = [g1::affine(&g1::point(rng)), g1::affine(&g1::point(rng))];
        let (points, scalars) = ([&raw const points[0], &raw const points[1]], [key.b.as_ptr(); 2]);
        let mut sum = g1::point(rng);
        let sum_of = ours!(blst_p1s_mult_pippenger 6);
        unsafe { sum_of(&mut sum, points.as_ptr(), 2, scalars.as_ptr(), 255, std::ptr::null_mut()) };
    }
}

/// What memcheck found, each by the first lines that are ours.
fn findings(planted: bool) -> Option<Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new("valgrind");
    command.args([
        "--quiet",
        "--read-inline-info=yes",
        "--num-callers=30",
        "--error-limit=no",
        "--fullpath-after=",
    ]);
    command.arg(std::env::current_exe().ok()?);
    command.args(["--exact", "secrets::run_under_valgrind", "--ignored", "--test-threads=1"]);
    if planted {
        command.env("PLANTED", "1");
    }
    let Ok(output) = command.output() else {
        println!("skipped: no valgrind (apt-get install valgrind)");
        return None;
    };
    let [printed, told] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success() && printed.contains("1 passed"), "it was not run: {printed}{told}");
    let mut found: Vec<Option<String>> = Vec::new();
    for line in told.lines() {
        if line.contains("uninitialised") {
            found.push(None);
        }
        let place = line.rsplit_once('(').and_then(|(_, place)| place.trim_end_matches(')').rsplit_once(':'));
        if let (Some(None), Some((path, number))) = (found.last(), place)
            && let Some(start) = path.find("crates/").or(path.find("bindings/"))
            && let Ok(number) = number.parse::<usize>()
        {
            let text = std::fs::read_to_string(root.join(&path[start..])).unwrap_or_default();
            let text = text.lines().nth(number.saturating_sub(1)).unwrap_or_default().trim().to_owned();
            let known = DECLASSIFIED.contains(&text.as_str());
            *found.last_mut()? = Some(if known { String::new() } else { format!("{path}:{number}: {text}") });
        }
    }
    Some(
        found
            .into_iter()
            .map(|place| place.unwrap_or("somewhere".into()))
            .filter(|place| !place.is_empty())
            .collect(),
    )
}

#[test]
fn no_branch_depends_on_a_secret() {
    if !REQUESTS || cfg!(debug_assertions) {
        println!("skipped: a build with debug assertions, or another architecture");
        return;
    }
    // Loaded here too, so that a library that is not there is told of here.
    assert_ne!(ours::<usize>("blst_p1_mult"), 0);
    let Some(found) = findings(false) else { return };
    assert!(found.is_empty(), "{found:#?}");
    assert!(findings(true).is_none_or(|found| !found.is_empty()), "a planted leak was not found");
}

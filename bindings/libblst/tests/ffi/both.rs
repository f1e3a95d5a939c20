//! Both libraries in one process.

use std::path::PathBuf;
use std::sync::OnceLock;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

/// A library's own names come before those of the program.
const RTLD_DEEPBIND: i32 = 8;

/// Where the library is that stands beside blst; the one that Cargo has built unless somebody says otherwise before its first use.
pub static PLACE: OnceLock<PathBuf> = OnceLock::new();

/// Ours, which Cargo builds before the tests of its package.
fn built() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let names = ["", "../", "../deps/"].map(|folder| format!("{folder}liblanesmith_libblst.so"));
    let mut places = names.map(|name| program.parent().unwrap().join(name)).into_iter();
    places.find(|path| path.is_file()).expect("the shared library was not built")
}

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let place = PLACE.get_or_init(built);
    LIBRARY
        .get_or_init(|| unsafe { Library::open(Some(place), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND) }.unwrap())
}

/// A function or an object of ours.
pub fn ours<F: Copy>(name: &str) -> F {
    let symbol = unsafe { library().get::<F>(name.as_bytes()) };
    *symbol.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A function with so many arguments of both: blst's first.
macro_rules! both {
    (@ $name:ident, $type:ty) => {{
        let peer: $type = blst::$name;
        let ours: $type = crate::both::ours(stringify!($name));
        [peer, ours]
    }};
    ($name:ident 0) => { both!(@ $name, unsafe extern "C" fn() -> _) };
    ($name:ident 1) => { both!(@ $name, unsafe extern "C" fn(_) -> _) };
    ($name:ident 2) => { both!(@ $name, unsafe extern "C" fn(_, _) -> _) };
    ($name:ident 3) => { both!(@ $name, unsafe extern "C" fn(_, _, _) -> _) };
    ($name:ident 4) => { both!(@ $name, unsafe extern "C" fn(_, _, _, _) -> _) };
    ($name:ident 5) => { both!(@ $name, unsafe extern "C" fn(_, _, _, _, _) -> _) };
    ($name:ident 6) => { both!(@ $name, unsafe extern "C" fn(_, _, _, _, _, _) -> _) };
    ($name:ident 7) => { both!(@ $name, unsafe extern "C" fn(_, _, _, _, _, _, _) -> _) };
    ($name:ident 8) => { both!(@ $name, unsafe extern "C" fn(_, _, _, _, _, _, _, _) -> _) };
    ($name:ident 9) => { both!(@ $name, unsafe extern "C" fn(_, _, _, _, _, _, _, _, _) -> _) };
    ($name:ident 11) => { both!(@ $name, unsafe extern "C" fn(_, _, _, _, _, _, _, _, _, _, _) -> _) };
}

/// Does the same with the function of both, and asserts that what it gives is the same.
macro_rules! same {
    ($name:ident $count:tt, |$f:ident| $body:expr) => {{
        let [peer, ours] = both!($name $count).map(|$f| {
            #[allow(unused_unsafe)]
            let result = unsafe { $body };
            result
        });
        assert_eq!(
            crate::values::View::view(&ours),
            crate::values::View::view(&peer),
            "{}",
            stringify!($name)
        );
        ours
    }};
}

/// A function of two or three operands: into a new place, and over each operand.
macro_rules! operation {
    ($name:ident($a:expr)) => {{
        let a = $a.clone();
        same!($name 2, |f| { let mut out = Zero::zero(); f(&mut out, &a); out });
        same!($name 2, |f| { let mut out = a.clone(); let p = &raw mut out; f(p, p); out })
    }};
    ($name:ident($a:expr, $b:expr)) => {{
        let (a, b) = ($a, $b);
        same!($name 3, |f| { let mut out = Zero::zero(); f(&mut out, &a, &b); out });
        same!($name 3, |f| { let mut out = b.clone(); let p = &raw mut out; f(p, &a, p); out });
        same!($name 3, |f| { let mut out = a.clone(); let p = &raw mut out; f(p, p, p); out });
        same!($name 3, |f| { let mut out = a.clone(); let p = &raw mut out; f(p, p, &b); out })
    }};
}

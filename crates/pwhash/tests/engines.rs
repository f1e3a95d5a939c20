//! Every engine of every operation as its own named test.

use std::process::ExitCode;

use lanesmith_pwhash::{ARGON2, LYRA2, SCRYPT, TWOCATS, YESCRYPT};
use lanesmith_suite::{add_tests, pwhash::Pwhash};
use lanesmith_testkit::driver::Suite;

mod argon2_engines;
mod lyra2_engines;
mod scrypt_engines;
mod twocats_engines;
mod yescrypt_engines;

type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let mut suite = Suite::from_args();
    add_tests(&mut suite, &Pwhash, &ARGON2);
    add_tests(&mut suite, &Pwhash, &LYRA2);
    add_tests(&mut suite, &Pwhash, &SCRYPT);
    add_tests(&mut suite, &Pwhash, &YESCRYPT);
    add_tests(&mut suite, &Pwhash, &TWOCATS);
    argon2_engines::add(&mut suite);
    lyra2_engines::add(&mut suite);
    scrypt_engines::add(&mut suite);
    twocats_engines::add(&mut suite);
    yescrypt_engines::add(&mut suite);
    suite.run()
}

//! Every engine of every operation as its own named test.

use std::process::ExitCode;

use lanesmith_testkit::driver::Suite;

mod argon2_engines;
mod lyra2_engines;
mod scrypt_engines;

type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let mut suite = Suite::from_args();
    argon2_engines::add(&mut suite);
    lyra2_engines::add(&mut suite);
    scrypt_engines::add(&mut suite);
    suite.run()
}

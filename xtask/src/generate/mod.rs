//! `cargo xtask generate`: constants of BLS12-381 from the parameter of the curve; the header of the C interface.

mod bls;
pub mod header;
mod number;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Result, exec};

/// What the task takes
#[derive(clap::Args)]
pub struct Args {
    /// Compare with the files in the tree and fail if one differs, instead of writing
    #[arg(long)]
    check: bool,
}

/// Writes or compares every generated file.
pub fn run(args: &Args, root: &Path) -> Result {
    if args.check {
        header::check(root)?;
    } else {
        let path = root.join(header::PATH);
        fs::write(&path, header::text(root)?).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let folder = root.join("crates/bls/src/kernel/generated");
    let draft = root.join("target/generated");
    fs::create_dir_all(&draft).map_err(|e| format!("{}: {e}", draft.display()))?;
    for (name, text) in bls::files()? {
        let path = folder.join(name);
        let draft = draft.join(name);
        fs::write(&draft, text).map_err(|e| format!("{}: {e}", draft.display()))?;
        let config = root.join("rustfmt.toml");
        exec::run(
            Command::new("rustfmt").args(["--edition", "2024", "--config-path"]).arg(config).arg(&draft),
        )?;
        let text = fs::read_to_string(&draft).map_err(|e| format!("{}: {e}", draft.display()))?;
        if args.check {
            let found = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            if found != text {
                return Err(format!("{}: differs from what cargo xtask generate derives", path.display()));
            }
        } else {
            fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    Ok(())
}

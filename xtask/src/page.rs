//! The page of `lanesmith race --html` in a headless Chromium: what it must look like is in `page.mjs`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::ci::Outcome;
use crate::{Result, exec, foreign};

/// The driver of the browser, from npm. Brings no browser of its own.
const DRIVER: &str = "playwright-core@1.65.1";

/// Races for half a minute, opens the page and leaves screenshots in `out/`.
pub fn stage(root: &Path) -> Outcome {
    let Some(chromium) = exec::find(&["chromium", "chromium-browser", "google-chrome"]) else {
        return Outcome::Skipped("no Chromium (Debian: chromium)".into());
    };
    let (Some(node), Some(npm)) = (exec::find(&["node"]), exec::find(&["npm"])) else {
        return Outcome::Skipped("no Node with npm (Debian: nodejs npm)".into());
    };
    let folder = root.join("target/page");
    if let Err(e) = fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join("package.json"), "{}")) {
        return Outcome::Failed(format!("{}: {e}", folder.display()));
    }
    let mut install = Command::new(npm);
    install.current_dir(&folder).args(["install", "--no-save", "--no-audit", "--no-fund", DRIVER]);
    if let Err(e) = exec::run(&mut install) {
        return Outcome::Skipped(format!("{DRIVER} cannot be had: {e}"));
    }
    match foreign::native(root) {
        Ok(program) => look(root, &program, &folder, &chromium, &node).into(),
        Err(outcome) => outcome,
    }
}

fn look(root: &Path, program: &Path, folder: &Path, chromium: &Path, node: &Path) -> Result {
    let page = folder.join("report.html");
    let mut race = Command::new(program);
    race.args(["race", "--all", "--quick", "--time", "30"]);
    race.arg("--html").arg(&page).stdout(Stdio::null());
    exec::run(&mut race)?;
    let screenshots = root.join("out");
    fs::create_dir_all(&screenshots).map_err(|e| format!("{}: {e}", screenshots.display()))?;
    // Node looks for packages beside the script.
    let script = folder.join("page.mjs");
    fs::copy(root.join("xtask/page.mjs"), &script).map_err(|e| format!("{}: {e}", script.display()))?;
    exec::run(Command::new(node).arg(script).arg(chromium).arg(page).arg(screenshots))
}

//! The stages of the native bindings: the C interface, the addon for Node, the package for React Native.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ci::{Outcome, Stage, has_target};
use crate::install::Installed;
use crate::{Result, drop_in, exec, generate, install, npm, prelink};

/// In every run, in this order: the later ones use what the earlier have built.
pub fn stages() -> Vec<Stage> {
    vec![
        Stage::new("c interface", c),
        drop_in::stage(),
        Stage::new("node addon", node),
        Stage::new("react native", react_native),
    ]
}

/// What must not warn.
const STRICT: &[&str] = &["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];

/// The libraries that Rust's own needs on Linux.
const LIBRARIES: &[&str] = prelink::SYSTEM;

/// The header in step; the interface tested from Rust; the example and hostile calls in C and C++, under valgrind too.
fn c(root: &Path) -> Outcome {
    let Some(compiler) = exec::find(&["gcc", "cc"]) else {
        return Outcome::Skipped("a C compiler (Debian: gcc)".into());
    };
    let Some(valgrind) = exec::find(&["valgrind"]) else {
        return Outcome::Skipped("valgrind (Debian: valgrind)".into());
    };
    c_tested(root, &compiler, &valgrind).into()
}

fn c_tested(root: &Path, compiler: &Path, valgrind: &Path) -> Result {
    generate::interface(root, true)?;
    exec::workspace(root)?;
    let (out, bindings) = (root.join("target/native/c"), root.join("bindings/c"));
    std::fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    let archive = root.join("target/debug/liblanesmith_c.a");
    let linked = |source: &str, name: &str, arguments: &[&str], archive: Option<&Path>| -> Result<PathBuf> {
        let program = out.join(name);
        let mut command = Command::new(compiler);
        command.args(["-std=c99", "-g", "-O1"]).args(STRICT).args(arguments);
        command.arg("-I").arg(bindings.join("include")).arg(bindings.join(source)).args(archive);
        exec::run(command.args(LIBRARIES).arg("-o").arg(&program))?;
        Ok(program)
    };
    let example = linked("examples/pearl_diver.c", "pearl_diver", &[], Some(&archive))?;
    exec::run(Command::new(&example).current_dir(&out))?;
    let hostile = linked("tests/hostile.c", "hostile", &[], Some(&archive))?;
    exec::run(Command::new(&hostile).current_dir(&out))?;
    // Under valgrind: nothing is read that nobody wrote, nothing is written beside, nothing is lost.
    let watched = |program: &Path| {
        let mut command = Command::new(valgrind);
        command.args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite"]);
        command.args(["--errors-for-leak-kinds=definite", "--fair-sched=yes"]);
        command.arg(program).current_dir(&out);
        command
    };
    exec::run(&mut watched(&hostile))?;
    let load = linked("tests/load.c", "load", &[], Some(&archive))?;
    exec::run(&mut Command::new(&load))?;
    // In a shared object, which others open: as plugins, JNI and extension modules are linked.
    let plugin = linked("tests/plugin.c", "libplugin.so", &["-shared", "-fPIC"], Some(&archive))?;
    let host = linked("tests/host.c", "host", &[], None)?;
    exec::run(Command::new(&host).arg(&plugin))?;
    let plugin = nim(&bindings, &out, "tests/plugin.nim", "libplugin-nim.so", |build| {
        build.arg("--app:lib").arg(format!("--passC:-I{}", bindings.join("include").display()));
        build.arg(format!("--passL:{} {}", archive.display(), LIBRARIES.join(" ")));
    })?;
    if let Some(plugin) = plugin {
        exec::run(Command::new(&host).arg(&plugin))?;
    }
    // C++ reads the same headers.
    if let Some(compiler) = exec::find(&["g++", "c++"]) {
        let mut command = Command::new(compiler);
        command.args(["-std=c++20", "-fsyntax-only", "-x", "c++"]).args(STRICT);
        exec::run(command.arg(bindings.join("include/lanesmith_err.h")))?;
    }
    let service = linked("examples/service.c", "service", &[], Some(&archive))?;
    exec::run(Command::new(&service).current_dir(&out))?;
    exec::run(&mut watched(&service))?;
    // From here on as it is installed.
    let installed = install::tested(root, compiler, &out)?;
    go(&bindings, &out, &installed)?;
    // Memory from the system's own functions, which valgrind knows.
    let service = nim(&bindings, &out, "examples/service.nim", "service-nim", |build| {
        installed.known(build.args(["--gc:arc", "-d:useMalloc"]));
    })?;
    let Some(service) = service else { return Ok(()) };
    exec::run(&mut installed.program(&service))?;
    let mut watched = watched(&service);
    installed.known(&mut watched);
    exec::run(&mut watched)
}

/// The example in Go, where there is a compiler; pkg-config tells it of the library.
fn go(bindings: &Path, out: &Path, installed: &Installed) -> Result {
    let Some(compiler) = exec::find(&["go"]) else {
        println!("no example in Go: no compiler (Debian: golang-go)");
        return Ok(());
    };
    let program = out.join("service-go");
    let mut build = Command::new(compiler);
    build.current_dir(bindings.join("examples/go")).args(["build", "-o"]).arg(&program).arg(".");
    build.env("CGO_ENABLED", "1").env("GOCACHE", out.join("go"));
    installed.known(build.env("GOFLAGS", "-mod=mod").env("GOTOOLCHAIN", "local"));
    exec::run(&mut build)?;
    exec::run(&mut installed.program(&program))
}

/// Compiles a program of Nim's, where there is a compiler, and gives its path.
fn nim(
    bindings: &Path,
    out: &Path,
    source: &str,
    name: &str,
    options: impl FnOnce(&mut Command),
) -> Result<Option<PathBuf>> {
    let Some(compiler) = exec::find(&["nim"]) else {
        println!("no {name}: no compiler of Nim (Debian: nim)");
        return Ok(None);
    };
    let program = out.join(name);
    let mut build = Command::new(compiler);
    build.args(["c", "--hints:off"]).arg(format!("--nimcache:{}", out.join("nim").join(name).display()));
    options(build.arg(format!("-o:{}", program.display())));
    exec::run(build.arg(bindings.join(source)))?;
    Ok(Some(program))
}

/// A command of Node in a folder.
fn node_command(folder: &Path, node: &Path) -> Command {
    let mut command = Command::new(node);
    command.current_dir(folder);
    command
}

/// The addon: its tests, those of the package over it, and the packages installed into an empty project.
fn node(root: &Path) -> Outcome {
    match (exec::find(&["node"]), exec::find(&["npm"])) {
        (Some(node), Some(npm)) => node_tested(root, &node, &npm).into(),
        _ => Outcome::Skipped("node and npm (Debian: nodejs, npm)".into()),
    }
}

fn node_tested(root: &Path, node: &Path, npm: &Path) -> Result {
    addon(root, node)?;
    let tests =
        ["backend", "build", "load", "overlap"].map(|name| format!("bindings/node/test/{name}.test.mjs"));
    exec::run(node_command(root, node).arg("--test").args(tests))?;
    package_installed(root, node, npm)?;
    over_the_addon(root, node)
}

/// Builds the addon and lays it out.
fn addon(root: &Path, node: &Path) -> Result {
    exec::workspace(root)?;
    exec::run(node_command(root, node).args(["bindings/node/build.mjs", "--profile", "dev", "--built"]))
}

/// What a user has: both packages from their archives, in a folder outside of this checkout's packages.
fn package_installed(root: &Path, node: &Path, npm: &Path) -> Result {
    let project = root.join("target/native/project");
    let _ = std::fs::remove_dir_all(&project);
    std::fs::create_dir_all(&project).map_err(|e| format!("{}: {e}", project.display()))?;
    std::fs::write(project.join("package.json"), "{ \"private\": true }\n").map_err(|e| e.to_string())?;
    let platforms = root.join("target/native/npm");
    let entries = std::fs::read_dir(&platforms).map_err(|e| format!("{}: {e}", platforms.display()))?;
    let mut packages: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    packages.push(root.join("bindings/node"));
    let mut install = Command::new(npm);
    install.current_dir(&project).args([
        "install",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--omit=optional",
    ]);
    for package in &packages {
        let mut pack = Command::new(npm);
        pack.current_dir(&project).args(["pack", "--silent"]).arg(package);
        let name = exec::output(&mut pack)?;
        install.arg(project.join(name.trim()));
    }
    exec::run(&mut install)?;
    let script = "const { kind, sha256 } = require('@lanesmith/node'); const out = new Uint8Array(32); \
        sha256.digest(new Uint8Array(0), out); if (kind !== 'native' || out[0] !== 0xe3) process.exit(1);";
    exec::run(Command::new(node).current_dir(&project).args(["-e", script]))
}

/// The tests of the package `lanesmith` with the addon in the place of WebAssembly.
fn over_the_addon(root: &Path, node: &Path) -> Result {
    let package = root.join(npm::PACKAGE);
    if !package.join("dist/sha256.simd128.wasm").is_file() {
        exec::run(node_command(root, node).arg(package.join("build.mjs")))?;
    }
    let tests = npm::tests(&package.join("test"))?;
    let mut command = node_command(&package, node);
    // The addon as it is installed, found where `require` looks last.
    command.env("NODE_PATH", root.join("target/native/project/node_modules"));
    exec::run(command.env("LANESMITH_TEST", "native").args(["--test", "--test-concurrency=2"]).args(tests))
}

/// The package for React Native: its Rust for Android, its C++ against React Native's headers, its JavaScript over the addon.
fn react_native(root: &Path) -> Outcome {
    for target in ["aarch64-linux-android", "armv7-linux-androideabi"] {
        if !has_target(target) {
            return Outcome::Skipped(format!("target {target} (rustup target add {target})"));
        }
    }
    if !root.join("target/native/rn/node_modules/react-native").is_dir() {
        return Outcome::Skipped("react-native below target/native/rn (.ci/run installs it)".into());
    }
    match (exec::find(&["g++", "c++"]), exec::find(&["node"])) {
        (Some(compiler), Some(node)) => react_native_tested(root, &compiler, &node).into(),
        _ => Outcome::Skipped("node and a C++ compiler (Debian: nodejs, g++)".into()),
    }
}

fn react_native_tested(root: &Path, compiler: &Path, node: &Path) -> Result {
    let (package, home) = (root.join("bindings/react-native"), root.join("target/native/rn"));
    addon(root, node)?;
    exec::run(node_command(root, node).args(["--test", "bindings/react-native/test/pearl-diver.test.mjs"]))?;
    exec::run(
        node_command(root, node).arg(home.join("node_modules/typescript/bin/tsc")).arg("-p").arg(&package),
    )?;

    // The specification through React Native's own generator, and the C++ against what it writes.
    let modules = home.join("node_modules");
    let schema = home.join("generated/schema.json");
    std::fs::create_dir_all(home.join("generated")).map_err(|e| e.to_string())?;
    let mut combine = node_command(root, node);
    combine.arg(modules.join("@react-native/codegen/lib/cli/combine/combine-js-to-schema-cli.js"));
    exec::run(combine.arg(&schema).arg(package.join("src/NativePearlDiver.ts")))?;
    for platform in ["android", "ios"] {
        let mut generate = node_command(root, node);
        generate.arg(modules.join("react-native/scripts/generate-specs-cli.js"));
        generate.args(["--platform", platform, "--libraryName", "PearlDiverSpec"]);
        generate.args(["--javaPackageName", "org.lanesmith.pearldiver", "--schemaPath"]).arg(&schema);
        exec::run(generate.arg("--outputDir").arg(home.join("generated").join(platform)))?;
    }
    let common = modules.join("react-native/ReactCommon");
    let specification = home.join("generated/android/jni/react/renderer/components/PearlDiverSpec");
    let ours = [root.join("bindings/c/include"), package.join("cpp")];
    let theirs = ["", "jsi", "callinvoker", "react/nativemodule/core"].map(|folder| common.join(folder));
    let mut check = Command::new(compiler);
    check.args(["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"]);
    for folder in &ours {
        check.arg("-I").arg(folder);
    }
    for folder in theirs.iter().chain([&specification, &package.join("test/stand-ins")]) {
        check.arg("-isystem").arg(folder);
    }
    exec::run(check.arg(package.join("cpp/NativePearlDiver.cpp")))?;

    // What is below JavaScript runs here too.
    let searches = home.join("searches");
    let mut link = Command::new(compiler);
    link.args(["-std=c++20", "-g", "-O1", "-fsanitize=address,undefined"]).args(STRICT);
    for folder in &ours {
        link.arg("-I").arg(folder);
    }
    link.arg(package.join("cpp/Searches.cpp")).arg(package.join("test/searches.cpp"));
    link.arg(root.join("target/debug/liblanesmith_c.a")).args(LIBRARIES).arg("-o").arg(&searches);
    exec::run(&mut link)?;
    exec::run(&mut Command::new(&searches))?;

    let mut android = Command::new(package.join("scripts/build-android.sh"));
    exec::run(android.args(["--profile", "dev"]).envs([exec::UNOPTIMISED]))
}

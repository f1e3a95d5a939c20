//! How programs link our library in place of blst.

use std::path::Path;
use std::process::Command;

use crate::prelink::SYSTEM;
use crate::{Result, exec};

/// The override of the key `links` in a user's configuration of Cargo.
pub fn cargo(out: &Path) -> Result<String> {
    let rustc = exec::find(&["rustc"]).ok_or("rustc is missing")?;
    let said = exec::output(Command::new(rustc).arg("-vV"))?;
    let triple = said.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc names no host")?;
    let out = out.display();
    // Without the cfg its crate is one for machines without threads, and nothing says so.
    Ok(format!(
        "# In .cargo/config.toml of the program. `cargo clean -p blst` after each change of the library.\n\
         [target.{triple}.blst]\n\
         rustc-link-lib = [\"static=blst\"]\n\
         rustc-link-search = [\"native={out}\"]\n\
         rustc-cfg = ['feature=\"std\"']\n\
         bindings = \"{out}\"\n"
    ))
}

/// How a Go module is built over it, unchanged: a copy of the original's module, whose C is replaced by nothing.
pub fn go(out: &Path) -> String {
    let (out, system) = (out.display(), SYSTEM.join(" "));
    format!(
        r#"# In the folder of the module. The Go files are the original's own; go.mod stays as it is.
copy={out}/go
mkdir -p "$copy" && cp -r "$(go list -m -f '{{{{.Dir}}}}' github.com/supranational/blst)" "$copy/blst" && chmod -R u+w "$copy"
: > "$copy/empty.c"; echo '.section .note.GNU-stack,"",%progbits' > "$copy/empty.S"
cp go.mod "$copy/alt.mod"; cp go.sum "$copy/alt.sum"; echo "replace github.com/supranational/blst => $copy/blst" >> "$copy/alt.mod"
cat > "$copy/overlay.json" <<END
{{"Replace": {{"$copy/blst/bindings/go/cgo_server.c": "$copy/empty.c", "$copy/blst/bindings/go/cgo_assembly.S": "$copy/empty.S"}}}}
END
CGO_LDFLAGS="-L{out} -l:libblst.a {system}" go build -modfile="$copy/alt.mod" -overlay="$copy/overlay.json" ./...
"#
    )
}

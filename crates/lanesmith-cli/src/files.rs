//! Files that are there whole or not at all.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

/// Writes the file under another name in the same folder and renames it when it is whole. What is no regular file
/// (a device, a pipe) is written to as it is.
///
/// # Errors
/// Names the path.
pub fn write(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    write_inner(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Whether [`write()`] has a chance: the folder takes new files.
///
/// # Errors
/// Names the path.
pub fn probe(path: &Path) -> anyhow::Result<()> {
    let probed = if is_special(path) {
        std::fs::File::options().write(true).open(path).map(drop)
    } else if path.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        tempfile::Builder::new().prefix(".lanesmith-").tempfile_in(folder(path)).map(drop)
    };
    probed.with_context(|| format!("cannot write {}", path.display()))
}

fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir())
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn write_inner(path: &Path, contents: &[u8]) -> io::Result<()> {
    if is_special(path) {
        return std::fs::write(path, contents);
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".lanesmith-");
    // As any new file: the umask takes from it what the user wants taken.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder(path))?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Writes a secret: a file of mode 0600 that is there whole or not at all, and that replaces another only if asked.
///
/// # Errors
/// Names the path.
pub fn write_secret(path: &Path, contents: &[u8], replace: bool) -> anyhow::Result<()> {
    let write = || {
        if is_special(path) {
            return std::fs::write(path, contents);
        }
        // Temporary files are of mode 0600 from the start.
        let mut file = tempfile::Builder::new().prefix(".lanesmith-").tempfile_in(folder(path))?;
        file.write_all(contents)?;
        file.as_file().sync_all()?;
        if replace {
            file.persist(path)?
        } else {
            file.persist_noclobber(path)?
        };
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_replaced_and_nothing_else_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("report");
        write(&path, b"old").unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(dir.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn unwritable_path_is_named() {
        let error = write(Path::new("/no/such/folder/report"), b"").unwrap_err();
        assert!(error.to_string().contains("/no/such/folder/report"));
    }
}

//! Files that are there whole or not at all.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Writes the file without a name, gives it one in the same folder, and renames it when it is whole. Links are followed:
/// what is replaced is the file at their end, which keeps its mode and owner. What is no regular file (a device, a
/// pipe), and what is standard output itself, is written to as it is.
///
/// # Errors
/// Names the path.
pub fn write(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    let written = match Target::of(path) {
        Ok(Target::StandardOutput) => {
            let mut out = io::stdout();
            out.write_all(contents).and_then(|()| out.flush())
        }
        Ok(Target::InPlace) => fs::write(path, contents),
        Ok(Target::File { path, old }) => replace(&path, old.as_ref(), contents),
        Err(error) => Err(error),
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// A file that is being written piece by piece, whole or not at all as with [`write()`]: what is no regular file gets all of it at
/// the end.
pub struct Pending {
    path: PathBuf,
    kind: PendingKind,
}

enum PendingKind {
    /// Gets the name when it is whole.
    File { file: Temporary, end: PathBuf },
    /// Is copied when it is whole.
    Copied { file: File, standard_output: bool },
}

impl Pending {
    /// A new file for that path.
    ///
    /// # Errors
    /// Names the path.
    pub fn new(path: &Path) -> anyhow::Result<Pending> {
        let kind = Target::of(path).and_then(|target| {
            let standard_output = matches!(target, Target::StandardOutput);
            match target {
                Target::File { path: end, old } => {
                    let mut file = Temporary::new(folder(&end), PUBLIC)?;
                    if old.as_ref().is_none_or(|old| file.resembles(old)) {
                        return Ok(PendingKind::File { file, end });
                    }
                }
                // Refused now rather than after hours.
                Target::InPlace => drop(File::options().write(true).open(path)?),
                Target::StandardOutput => {}
            }
            Ok(PendingKind::Copied { file: tempfile::tempfile()?, standard_output })
        });
        let kind = kind.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Pending { path: path.into(), kind })
    }

    /// Where it is written, at any place.
    pub fn file(&mut self) -> &mut File {
        match &mut self.kind {
            PendingKind::File { file, .. } => file.file(),
            PendingKind::Copied { file, .. } => file,
        }
    }

    /// It is whole.
    ///
    /// # Errors
    /// Names the path.
    pub fn finish(self) -> anyhow::Result<()> {
        let Pending { path, kind } = self;
        let done = match kind {
            PendingKind::File { file, end } => file.name(&end, true),
            PendingKind::Copied { mut file, standard_output } => {
                io::Seek::rewind(&mut file).and_then(|()| match standard_output {
                    true => {
                        let mut out = io::stdout();
                        io::copy(&mut file, &mut out).and_then(|_| out.flush())
                    }
                    false => {
                        let mut out = File::options().write(true).truncate(true).open(&path)?;
                        io::copy(&mut file, &mut out).map(drop)
                    }
                })
            }
        };
        done.with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Whether [`write()`] has a chance: the folder takes new files.
///
/// # Errors
/// Names the path.
pub fn probe(path: &Path) -> anyhow::Result<()> {
    let probed = match Target::of(path) {
        Ok(Target::StandardOutput) => Ok(()),
        Ok(Target::InPlace) => File::options().write(true).open(path).map(drop),
        Ok(Target::File { path, .. }) => Temporary::new(folder(&path), PUBLIC).map(drop),
        Err(error) => Err(error),
    };
    probed.with_context(|| format!("cannot write {}", path.display()))
}

/// What a path stands for.
enum Target {
    /// The same as standard output: opened again, one would overwrite the other.
    StandardOutput,
    /// A device, a pipe, or a file whose name cannot be had.
    InPlace,
    /// A file, which need not exist.
    File { path: PathBuf, old: Option<Metadata> },
}

/// Most links on the way to a file, as Linux has it.
const LINKS: usize = 40;

impl Target {
    fn of(path: &Path) -> io::Result<Target> {
        let old = match path.metadata() {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(old) = &old {
            if old.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            if standard_output().is_some_and(|out| same(old, &out)) {
                return Ok(Target::StandardOutput);
            }
            if !old.is_file() {
                return Ok(Target::InPlace);
            }
        }
        let mut end = path.to_path_buf();
        for _ in 0..LINKS {
            let Ok(next) = end.read_link() else { break };
            end = folder(&end).join(next);
        }
        // A link of /proc may lead to a file that has no such name, or none at all.
        match (&old, end.symlink_metadata()) {
            (Some(old), Ok(found)) if same(old, &found) => {}
            (None, Err(_)) => {}
            _ => return Ok(Target::InPlace),
        }
        Ok(Target::File { path: end, old })
    }
}

/// Whether both are the same file.
fn same(a: &Metadata, b: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (a.dev(), a.ino()) == (b.dev(), b.ino())
    }
    #[cfg(not(unix))]
    {
        a.file_type() == b.file_type() && a.len() == b.len()
    }
}

fn standard_output() -> Option<Metadata> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        File::from(io::stdout().as_fd().try_clone_to_owned().ok()?).metadata().ok()
    }
    #[cfg(not(unix))]
    None
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn replace(path: &Path, old: Option<&Metadata>, contents: &[u8]) -> io::Result<()> {
    let mut file = Temporary::new(folder(path), PUBLIC)?;
    if !old.is_none_or(|old| file.resembles(old)) {
        // Not ours to give away: better not whole than somebody else's.
        return fs::write(path, contents);
    }
    file.persist(path, contents, true)
}

/// A file that is gone unless it is given a name.
enum Temporary {
    /// Without a name: nothing stays behind even if the process is killed.
    #[cfg(target_os = "linux")]
    Nameless {
        file: File,
        folder: PathBuf,
    },
    Named(tempfile::NamedTempFile),
}

/// How files begin that are not whole.
const PREFIX: &str = ".lanesmith-";

/// As any new file: the umask takes from it what the user wants taken.
const PUBLIC: u32 = 0o666;

/// For its owner alone.
const SECRET: u32 = 0o600;

impl Temporary {
    fn new(folder: &Path, mode: u32) -> io::Result<Temporary> {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{Mode, OFlags, open};
            let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
            if let Ok(file) = open(folder, flags, Mode::from_raw_mode(mode)) {
                return Ok(Temporary::Nameless { file: file.into(), folder: folder.into() });
            }
            // This kind of file system has none.
        }
        // Opened here: what the system says of it then names no file that nobody asked for.
        let open = |path: &Path| {
            let mut options = File::options();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
            #[cfg(not(unix))]
            let _ = mode;
            options.open(path)
        };
        tempfile::Builder::new().prefix(PREFIX).make_in(folder, open).map(Temporary::Named)
    }

    fn file(&mut self) -> &mut File {
        match self {
            #[cfg(target_os = "linux")]
            Temporary::Nameless { file, .. } => file,
            Temporary::Named(file) => file.as_file_mut(),
        }
    }

    /// Gives it mode and owner of another file, and says whether it could.
    fn resembles(&mut self, old: &Metadata) -> bool {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let Ok(new) = self.file().metadata() else { return false };
            let owner = (old.uid(), old.gid());
            if (new.uid(), new.gid()) != owner && fchown(self.file(), Some(owner.0), Some(owner.1)).is_err() {
                return false;
            }
        }
        self.file().set_permissions(old.permissions()).is_ok()
    }

    /// Writes it whole, then gives it the name, which another file may have only if that is to be replaced.
    fn persist(mut self, path: &Path, contents: &[u8], replace: bool) -> io::Result<()> {
        self.file().write_all(contents)?;
        self.name(path, replace)
    }

    /// Gives what has been written the name.
    fn name(mut self, path: &Path, replace: bool) -> io::Result<()> {
        self.file().sync_all()?;
        match self {
            #[cfg(target_os = "linux")]
            Temporary::Nameless { file, folder } => {
                use std::os::fd::AsRawFd;
                let own = format!("/proc/self/fd/{}", file.as_raw_fd());
                let link = |name: &Path| {
                    use rustix::fs::{AtFlags, CWD, linkat};
                    linkat(CWD, own.as_str(), CWD, name, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from)
                };
                if !replace {
                    return link(path);
                }
                // A name can be given to it but not taken from another file, so one that is free comes first.
                let named = tempfile::Builder::new().prefix(PREFIX).make_in(folder, link)?;
                named.persist(path)?;
            }
            Temporary::Named(file) if replace => drop(file.persist(path)?),
            Temporary::Named(file) => drop(file.persist_noclobber(path)?),
        }
        Ok(())
    }
}

/// Writes a secret: a file of mode 0600 that is there whole or not at all, and that replaces another only if asked.
///
/// # Errors
/// Names the path.
pub fn write_secret(path: &Path, contents: &[u8], replace: bool) -> anyhow::Result<()> {
    let write = || {
        if fs::metadata(path).is_ok_and(|old| !old.is_file()) {
            return fs::write(path, contents);
        }
        Temporary::new(folder(path), SECRET)?.persist(path, contents, replace)
    };
    write().with_context(|| {
        let hint = if !replace && path.exists() { " (--force replaces it)" } else { "" };
        format!("cannot write {}{hint}", path.display())
    })
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
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(dir.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn unwritable_path_is_named() {
        let error = write(Path::new("/no/such/folder/report"), b"").unwrap_err();
        assert!(error.to_string().contains("/no/such/folder/report"));
    }

    #[test]
    fn an_error_names_the_file_that_was_asked_for_and_no_hidden_one() {
        let error = format!("{:#}", write(Path::new("/no/such/folder/report"), b"").unwrap_err());
        assert!(error.contains("/report") && !error.contains(PREFIX), "{error}");
    }

    #[test]
    fn a_secret_that_is_there_is_kept_and_the_way_to_replace_it_told() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key");
        write_secret(&path, b"one", false).unwrap();
        let error = write_secret(&path, b"two", false).unwrap_err();
        assert!(error.to_string().contains("--force"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write_secret(&path, b"two", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_to_the_file_that_is_there_or_is_to_be() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("folder")).unwrap();
        fs::write(at("folder/real"), "old").unwrap();
        symlink("folder/real", at("one")).unwrap();
        symlink(at("one"), at("two")).unwrap();
        symlink("folder/missing", at("dangling")).unwrap();
        write(&at("two"), b"new").unwrap();
        write(&at("dangling"), b"made").unwrap();
        for link in ["one", "two", "dangling"] {
            assert!(at(link).symlink_metadata().unwrap().is_symlink(), "{link}");
        }
        assert_eq!(fs::read(at("folder/real")).unwrap(), b"new");
        assert_eq!(fs::read(at("folder/missing")).unwrap(), b"made");
        assert_eq!(fs::read_dir(at("folder")).unwrap().count(), 2);
        symlink("round", at("round")).unwrap();
        assert!(write(&at("round"), b"").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn mode_of_the_file_is_kept() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("private");
        for mode in [0o600, 0o640, 0o444, 0o755] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write(&path, b"new").unwrap();
            assert_eq!(path.metadata().unwrap().mode() & 0o7777, mode, "{mode:o}");
            fs::remove_file(&path).unwrap();
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_without_a_name_of_its_own_is_written_in_place() {
        use std::os::fd::AsRawFd;
        let mut file = tempfile::tempfile().unwrap();
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        write(Path::new(&path), b"text").unwrap();
        let mut text = String::new();
        io::Read::read_to_string(&mut file, &mut text).unwrap();
        assert_eq!(text, "text");
    }
}

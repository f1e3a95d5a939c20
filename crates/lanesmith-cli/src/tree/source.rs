//! A file that is read at any place, and that must not change meanwhile.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Error, anyhow};
use lanesmith::sha256::blocks::stored::ReadAt;

use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::lines::name;
use crate::terminal::ByteCount;

/// A file, its length, and how much of it has been read.
pub struct Source {
    path: PathBuf,
    file: File,
    length: u64,
    modified: Option<SystemTime>,
    /// Whether its length is its own: not of a device, which may be longer than what stands on it.
    regular: bool,
    progress: ByteCount,
}

impl Source {
    /// Opens a file or a device.
    ///
    /// # Errors
    /// One that cannot be opened, or has no length: a pipe, a folder.
    pub fn open(path: &Path) -> anyhow::Result<Source> {
        Self::try_open(path).with_context(|| format!("cannot read {}", name(path)))
    }

    fn try_open(path: &Path) -> anyhow::Result<Source> {
        let mut file = File::open(path)?;
        let data = file.metadata()?;
        if data.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        let length = file
            .seek(SeekFrom::End(0))
            .context("it has no length: a pipe can only be read by `tree root`")?;
        let (modified, regular) = (data.modified().ok(), data.is_file());
        Ok(Source { path: path.into(), file, length, modified, regular, progress: ByteCount::default() })
    }

    /// Bytes of it.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Whether it is a regular file, and no device.
    pub fn is_regular(&self) -> bool {
        self.regular
    }

    /// Its name, to be shown.
    pub fn name(&self) -> String {
        name(&self.path)
    }

    /// Whether it is as it was when it was opened.
    ///
    /// # Errors
    /// One that has grown, shrunk or been written to meanwhile: what was computed is of no use.
    pub fn unchanged(&self) -> Outcome {
        let looked = || -> io::Result<(u64, Option<SystemTime>)> {
            let length = (&self.file).seek(SeekFrom::End(0))?;
            Ok((length, self.file.metadata()?.modified().ok()))
        };
        let (length, modified) = looked().with_context(|| format!("cannot read {}", self.name()))?;
        if length != self.length {
            let (name, before) = (self.name(), self.length);
            return Err(Failure::usage(format!(
                "{name} changed while it was read: it had {before} bytes and has {length} now"
            )));
        }
        if modified != self.modified {
            return Err(Failure::usage(format!("{} was written to while it was read", self.name())));
        }
        Ok(())
    }

    /// What an error of work with it means, where reading it was the only thing that could fail.
    pub fn failed(&self, error: io::Error) -> Failure {
        if interrupt::asked() {
            return Failure::Interrupted;
        }
        match error.kind() {
            // It was longer when it was opened.
            io::ErrorKind::UnexpectedEof => {
                Failure::usage(format!("{} changed while it was read: {error}", self.name()))
            }
            // What cannot be is told by the library, not by the system.
            io::ErrorKind::InvalidData => Failure::Input(anyhow!("{}: {error}", self.name())),
            _ => Failure::Input(Error::new(error).context(format!("cannot read {}", self.name()))),
        }
    }

    /// The count of bytes.
    pub fn progress(&self) -> &ByteCount {
        &self.progress
    }
}

impl ReadAt for Source {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        if interrupt::asked() {
            return Err(io::Error::other("interrupted"));
        }
        let count = self.file.read_at(bytes, offset)?;
        self.progress.add(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_that_grows_shrinks_or_is_written_to_is_told() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&[1; 1000]).unwrap();
        let changed = |change: &dyn Fn(&File)| {
            let source = Source::open(file.path()).unwrap();
            assert!(source.unchanged().is_ok());
            change(file.as_file());
            let Err(Failure::Usage(error)) = source.unchanged() else { panic!("not told") };
            error.to_string()
        };
        assert!(changed(&|file| file.set_len(1001).unwrap()).contains("it had 1000 bytes and has 1001 now"));
        assert!(changed(&|file| file.set_len(5).unwrap()).contains("has 5 now"));
        let later = SystemTime::now() + std::time::Duration::from_secs(100);
        assert!(changed(&|file| file.set_modified(later).unwrap()).contains("was written to"));
    }

    #[test]
    fn a_file_that_ends_early_has_changed_and_is_no_bad_input() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let source = Source::open(file.path()).unwrap();
        let failure = source.failed(io::Error::new(io::ErrorKind::UnexpectedEof, "it ends at byte 5"));
        assert_eq!(failure.status(), 2);
    }
}

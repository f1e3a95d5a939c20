//! Files in folders.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io;

use walkdir::{DirEntry, WalkDir};

use super::hashing::{Input, Item};

/// Items one after another.
pub type Items<'a> = Box<dyn Iterator<Item = Item<'a, ()>> + Send + 'a>;

/// A single one.
pub fn one<'a>(item: Item<'a, ()>) -> Items<'a> {
    Box::new(std::iter::once(item))
}

/// The file of that name or, if it is a folder, all regular files in it and below it, by name. Of what cannot be looked into, the
/// error.
pub fn files(name: &OsStr) -> Items<'_> {
    // What was named is taken whatever it is, a link or a pipe too, as without folders.
    let is_wanted = |entry: &DirEntry| match entry.depth() {
        0 => !entry.path().is_dir(),
        _ => entry.file_type().is_file(),
    };
    let walk = WalkDir::new(name).sort_by_file_name().into_iter();
    Box::new(walk.filter_map(move |entry| match entry {
        Ok(entry) if is_wanted(&entry) => {
            Some(Item { name: Cow::Owned(entry.into_path().into_os_string()), input: Input::File, rest: () })
        }
        Ok(_) => None,
        Err(error) => {
            let name = error.path().map_or_else(|| name.to_owned(), |path| path.as_os_str().to_owned());
            let error = error.into_io_error().unwrap_or_else(|| io::Error::other("a folder in itself"));
            Some(Item { name: Cow::Owned(name), input: Input::Unreadable(error), rest: () })
        }
    }))
}

//! What a torrent of version 2, or a hybrid of both versions, says of its files: BEP 52. Torrents come from strangers, so nothing in
//! one is believed that is not looked at.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use bendy::decoding::{Decoder, DictDecoder, Object};
use lanesmith::sha256::blocks::Node;

/// Most folders that a file is in.
pub const DEEPEST: usize = 64;

/// A file of a torrent.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its folders and its name.
    pub path: Vec<String>,
    pub length: u64,
    /// Root of its tree; a file that is empty has none.
    pub root: Option<Node>,
}

/// A torrent.
#[derive(Debug)]
pub struct Torrent {
    pub name: String,
    pub piece_length: u64,
    pub files: Vec<Entry>,
    /// Of each root the digests of all pieces.
    pub layers: BTreeMap<Node, Vec<u8>>,
}

impl Torrent {
    /// Whether it is one file that lies in no folder.
    pub fn is_single(&self) -> bool {
        matches!(&self.files[..], [file] if file.path.len() == 1 && file.path[0] == self.name)
    }

    /// Reads one.
    ///
    /// # Errors
    /// What is wrong, and where: no version 2, names that lead out of the folder, links, piece layers that are too long, too short,
    /// missing or of no file.
    pub fn read(bytes: &[u8]) -> Result<Torrent> {
        let mut decoder = Decoder::new(bytes).with_max_depth(DEEPEST + 8);
        let mut info = None;
        let mut layers = BTreeMap::new();
        {
            let object = decoder.next_object().map_err(malformed)?;
            let Some(Object::Dict(mut top)) = object else {
                bail!("not a torrent: no dictionary of bencode")
            };
            while let Some((key, value)) = top.next_pair().map_err(malformed)? {
                match (key, value) {
                    (b"info", Object::Dict(dict)) => info = Some(dict.into_raw().map_err(malformed)?),
                    (b"info", _) => bail!("info: not a dictionary"),
                    (b"piece layers", Object::Dict(dict)) => layers = read_layers(dict)?,
                    (b"piece layers", _) => bail!("piece layers: not a dictionary"),
                    _ => {}
                }
            }
        }
        ensure!(
            decoder.next_object().map_err(malformed)?.is_none(),
            "there is more behind the torrent's dictionary"
        );
        let info = info.ok_or_else(|| anyhow!("no info: not a torrent"))?;
        let mut torrent = read_info(info)?;
        torrent.layers = layers;
        torrent.look_at_layers()?;
        Ok(torrent)
    }

    fn look_at_layers(&self) -> Result<()> {
        let mut known = BTreeMap::new();
        for file in &self.files {
            let Some(root) = file.root.filter(|_| file.length > self.piece_length) else { continue };
            known.insert(root, ());
            let name = file.path.join("/");
            let layer = self
                .layers
                .get(&root)
                .ok_or_else(|| anyhow!("piece layers: none for {name}, which has several pieces"))?;
            let needed = file.length.div_ceil(self.piece_length).checked_mul(32);
            ensure!(
                needed == Some(layer.len() as u64),
                "piece layers: {} bytes for {name}, whose {} pieces take 32 each",
                layer.len(),
                file.length.div_ceil(self.piece_length)
            );
        }
        match self.layers.keys().find(|root| !known.contains_key(*root)) {
            Some(root) => {
                bail!("piece layers: of {} there is no file with several pieces", hex::encode(root))
            }
            None => Ok(()),
        }
    }
}

fn malformed(error: bendy::decoding::Error) -> anyhow::Error {
    anyhow!("not a torrent: {error}")
}

fn read_layers(mut dict: DictDecoder<'_, '_>) -> Result<BTreeMap<Node, Vec<u8>>> {
    let mut layers = BTreeMap::new();
    while let Some((key, value)) = dict.next_pair().map_err(malformed)? {
        let root = Node::try_from(key).map_err(|_| anyhow!("piece layers: a root of {} bytes", key.len()))?;
        layers.insert(root, bytes_of(value, "piece layers")?.to_vec());
    }
    Ok(layers)
}

fn bytes_of<'a>(value: Object<'_, 'a>, what: &str) -> Result<&'a [u8]> {
    value.try_into_bytes().map_err(|_| anyhow!("{what}: not a string of bytes"))
}

fn number(value: Object<'_, '_>, what: &str) -> Result<u64> {
    let text = value.try_into_integer().map_err(|_| anyhow!("{what}: not a number"))?;
    match text.parse::<u64>() {
        Ok(number) if number <= i64::MAX as u64 => Ok(number),
        _ => bail!("{what}: {text} is not from 0 to 2^63 - 1"),
    }
}

/// A name of a file or folder that stays where it is put, whatever the system.
pub fn safe(name: &[u8], what: &str) -> Result<String> {
    let text = std::str::from_utf8(name).map_err(|_| anyhow!("{what}: a name that is no UTF-8"))?;
    let reserved = |c: char| c == '/' || c == '\0' || cfg!(windows) && r#"\:*?"<>|"#.contains(c);
    ensure!(!text.is_empty(), "{what}: an empty name");
    ensure!(text != "." && text != "..", "{what}: the name {text:?} leads out of its folder");
    ensure!(!text.contains(reserved), "{what}: the name {text:?} is none of a file");
    Ok(text.to_owned())
}

fn read_info(info: &[u8]) -> Result<Torrent> {
    let mut decoder = Decoder::new(info).with_max_depth(DEEPEST + 8);
    let Some(Object::Dict(mut dict)) = decoder.next_object().map_err(malformed)? else {
        bail!("info: not a dictionary");
    };
    let (mut name, mut piece_length, mut version, mut files) = (None, None, None, Vec::new());
    let (mut old, mut tree) = (None, false);
    let mut hybrid = false;
    while let Some((key, value)) = dict.next_pair().map_err(malformed)? {
        match key {
            b"name" => name = Some(safe(bytes_of(value, "info.name")?, "info.name")?),
            b"piece length" => piece_length = Some(number(value, "info.piece length")?),
            b"meta version" => version = Some(number(value, "info.meta version")?),
            b"file tree" => {
                let Object::Dict(dict) = value else { bail!("info.file tree: not a dictionary") };
                tree = true;
                read_tree(dict, &mut Vec::new(), &mut files)?;
            }
            b"pieces" => hybrid = true,
            b"length" => old = Some(vec![(None, number(value, "info.length")?)]),
            b"files" => old = Some(read_old(value)?),
            _ => {}
        }
    }
    drop(dict);
    let version = version
        .context("info: no meta version; only torrents of version 2, and hybrids, have trees of SHA-256")?;
    ensure!(version == 2, "info.meta version: {version}, not 2");
    ensure!(tree, "info: no file tree");
    let name = name.context("info: no name")?;
    let piece_length = piece_length.context("info: no piece length")?;
    ensure!(
        piece_length.is_power_of_two() && (16 << 10..=1 << 30).contains(&piece_length),
        "info.piece length: {piece_length} is no power of two from 16 KiB to 1 GiB"
    );
    ensure!(!files.is_empty(), "info.file tree: no file");
    if hybrid {
        let old = old.context("info: pieces of version 1 without files")?;
        same_files(&name, &files, &old)?;
    }
    Ok(Torrent { name, piece_length, files, layers: BTreeMap::new() })
}

/// Adds the files of a folder.
fn read_tree(mut dict: DictDecoder<'_, '_>, path: &mut Vec<String>, files: &mut Vec<Entry>) -> Result<()> {
    let here = || format!("info.file tree: {}", path.join("/"));
    ensure!(path.len() < DEEPEST, "{}: folders in more than {DEEPEST} others", here());
    let mut empty = true;
    while let Some((key, value)) = dict.next_pair().map_err(malformed)? {
        empty = false;
        let what = format!("info.file tree: {}", path.join("/"));
        let Object::Dict(below) = value else { bail!("{what}: an entry that is no dictionary") };
        path.push(safe(key, &what)?);
        read_entry(below, path, files)?;
        path.pop();
    }
    ensure!(!empty || path.is_empty(), "info.file tree: {}: an empty folder", path.join("/"));
    Ok(())
}

/// A file, which is a dictionary below an empty name, or a folder.
fn read_entry(mut dict: DictDecoder<'_, '_>, path: &mut Vec<String>, files: &mut Vec<Entry>) -> Result<()> {
    let what = format!("info.file tree: {}", path.join("/"));
    ensure!(path.len() < DEEPEST, "{what}: folders in more than {DEEPEST} others");
    let (mut file, mut below) = (false, false);
    while let Some((key, value)) = dict.next_pair().map_err(malformed)? {
        let Object::Dict(inner) = value else { bail!("{what}: an entry that is no dictionary") };
        if key.is_empty() {
            file = true;
            files.extend(read_file(inner, path, &what)?);
        } else {
            below = true;
            path.push(safe(key, &what)?);
            read_entry(inner, path, files)?;
            path.pop();
        }
    }
    ensure!(file || below, "{what}: an empty folder");
    ensure!(!(file && below), "{what}: a file and a folder at the same time");
    Ok(())
}

fn read_file(mut dict: DictDecoder<'_, '_>, path: &[String], what: &str) -> Result<Option<Entry>> {
    let (mut length, mut root, mut padding) = (None, None, false);
    while let Some((key, value)) = dict.next_pair().map_err(malformed)? {
        match key {
            b"length" => length = Some(number(value, what)?),
            b"pieces root" => {
                let bytes = bytes_of(value, what)?;
                let node = Node::try_from(bytes);
                root = Some(node.map_err(|_| anyhow!("{what}: a pieces root of {} bytes", bytes.len()))?);
            }
            b"attr" => {
                let attributes = bytes_of(value, what)?;
                ensure!(!attributes.contains(&b'l'), "{what}: a symbolic link, which is not followed");
                padding = attributes.contains(&b'p');
            }
            b"symlink path" => bail!("{what}: a symbolic link, which is not followed"),
            _ => {}
        }
    }
    let length = length.with_context(|| format!("{what}: no length"))?;
    ensure!(root.is_some() || length == 0, "{what}: no pieces root");
    ensure!(root.is_none() || length > 0, "{what}: a pieces root, though it is empty");
    Ok((!padding).then(|| Entry { path: path.to_vec(), length, root }))
}

/// Files of version 1: their paths, and lengths; a single one has no path.
type Old = Vec<(Option<Vec<String>>, u64)>;

/// Those of a list but for what fills up pieces.
fn read_old(value: Object<'_, '_>) -> Result<Old> {
    let what = "info.files";
    let mut list = value.try_into_list().map_err(|_| anyhow!("{what}: not a list"))?;
    let mut files = Vec::new();
    while let Some(value) = list.next_object().map_err(malformed)? {
        let Object::Dict(mut dict) = value else { bail!("{what}: an entry that is no dictionary") };
        let (mut length, mut path, mut padding) = (None, Vec::new(), false);
        while let Some((key, value)) = dict.next_pair().map_err(malformed)? {
            match key {
                b"length" => length = Some(number(value, what)?),
                b"path" => {
                    let mut parts =
                        value.try_into_list().map_err(|_| anyhow!("{what}: a path that is no list"))?;
                    while let Some(part) = parts.next_object().map_err(malformed)? {
                        path.push(safe(bytes_of(part, what)?, what)?);
                    }
                }
                b"attr" => padding = bytes_of(value, what)?.contains(&b'p'),
                _ => {}
            }
        }
        let length = length.context("info.files: a file without a length")?;
        if !padding {
            files.push((Some(path), length));
        }
    }
    Ok(files)
}

/// Whether both versions are of the same files, in whatever order: else one client gets what another one does not.
fn same_files(name: &str, files: &[Entry], old: &Old) -> Result<()> {
    let single = [name.to_owned()];
    let mut new: Vec<_> = files.iter().map(|file| (&file.path[..], file.length)).collect();
    let mut old: Vec<_> =
        old.iter().map(|(path, length)| (path.as_deref().unwrap_or(&single), *length)).collect();
    new.sort_unstable();
    old.sort_unstable();
    ensure!(new == old, "a hybrid whose two versions have different files");
    Ok(())
}

//! Leaves in memory: as many as there is memory for, and an error for more.

use std::collections::TryReserveError;
use std::io::{self, Read, Write};

use lanesmith::sha256::merkle::Node;

use crate::terminal::ByteCount;

/// Leaves as they are read, 32 bytes each; as many as there is memory for.
#[derive(Default)]
pub struct Leaves {
    /// Those that there was memory for.
    pub all: Vec<Node>,
    /// Why there are no more.
    pub refused: Option<TryReserveError>,
}

impl Write for Leaves {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (leaves, _) = bytes.as_chunks();
        if let Err(refused) = self.all.try_reserve(leaves.len()) {
            self.refused = Some(refused);
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.all.extend(leaves);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Leaves read at a time, 1 MiB.
const LEAVES_OF_A_READ: usize = 1 << 15;

/// All of a file or of standard input in chunks, the last one filled up with zeros; and the number of bytes.
pub fn read_chunks(mut reader: Box<dyn Read>) -> anyhow::Result<(Vec<Node>, u64)> {
    let progress = ByteCount::default();
    let mut chunks: Vec<Node> = Vec::new();
    let mut length = 0;
    loop {
        chunks.try_reserve(LEAVES_OF_A_READ)?;
        chunks.resize(chunks.len() + LEAVES_OF_A_READ, [0; 32]);
        while length < 32 * chunks.len() {
            match reader.read(&mut chunks.as_flattened_mut()[length..]) {
                Ok(0) => {
                    chunks.truncate(length.div_ceil(32));
                    return Ok((chunks, length as u64));
                }
                Ok(count) => {
                    length += count;
                    progress.add(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

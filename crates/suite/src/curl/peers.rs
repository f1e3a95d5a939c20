//! Other libraries.

pub mod iota_crypto {
    //! The crate `iota-crypto`: 64 messages at a time, or one.

    use lanesmith_race::BoxError;

    use crypto::encoding::ternary::{T1B1Buf, TritBuf, Trits};
    use crypto::hashes::ternary::curl_p::{CurlP, CurlPBatchHasher};

    /// Messages in the form that the crate takes.
    pub struct Messages {
        trits: Vec<TritBuf<T1B1Buf>>,
        hasher: CurlPBatchHasher<T1B1Buf>,
    }

    impl Messages {
        pub fn new(messages: &[Vec<i8>]) -> Result<Self, BoxError> {
            let trits = messages
                .iter()
                .map(|m| TritBuf::from_i8s(m).map_err(|e| format!("{e:?}")))
                .collect::<Result<_, String>>()?;
            Ok(Messages { trits, hasher: CurlPBatchHasher::new(8019) })
        }

        /// All digests, in batches of 64.
        pub fn batches(&mut self) -> Vec<TritBuf> {
            let mut digests = Vec::with_capacity(self.trits.len());
            for batch in self.trits.chunks(64) {
                for message in batch {
                    self.hasher.add(message.clone());
                }
                digests.extend(self.hasher.hash());
            }
            digests
        }

        /// The digest of the first message.
        pub fn one(&self) -> Option<TritBuf> {
            Some(CurlP::new().digest(self.trits.first()?))
        }
    }

    /// A digest as values of trits.
    pub fn values(digest: &Trits) -> Vec<i8> {
        digest.as_i8_slice().to_vec()
    }
}

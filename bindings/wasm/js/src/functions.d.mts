/** Written by xtask from bindings/face (cargo xtask generate): do not edit. */

/** A key or a signature that was decoded once. What it is, is the backend's own business. */
export type Point = object;

export interface Sha256Functions {
  /**
   * SHA-256 of a message: 32 bytes.
   */
  sha256(message: Uint8Array, out: Uint8Array): void;
  /**
   * SHA-256 of many messages at once, several to an instruction: 32 bytes for each, in order.
   */
  sha256Many(messages: Uint8Array, messageLengths: Uint32Array, out: Uint8Array): void;
  /**
   * SHA-256 of the nodes of a level of a tree: each 64 bytes of `pairs` give 32 bytes of `out`.
   */
  sha256Nodes(pairs: Uint8Array, out: Uint8Array): void;
  /**
   * The same over the nodes themselves: each 64 bytes become 32 in the first half of `nodes`, whose length is
   * a multiple of 64. What is behind them afterwards is of no use.
   */
  sha256NodesInPlace(nodes: Uint8Array): void;
}

export interface HmacFunctions {
  /**
   * HMAC-SHA-256 (RFC 2104) of a key and a message: 32 bytes.
   */
  hmacSha256(key: Uint8Array, message: Uint8Array, out: Uint8Array): void;
  /**
   * HKDF-SHA-256 (RFC 5869): as many bytes as `out` has, 8160 at most. Without a salt there are zeros in its
   * place, as the RFC says.
   */
  hkdfSha256(salt: Uint8Array, material: Uint8Array, info: Uint8Array, out: Uint8Array): void;
  /**
   * PBKDF2-HMAC-SHA-256 (RFC 8018): as many bytes as `out` has.
   */
  pbkdf2Sha256(iterations: number, password: Uint8Array, salt: Uint8Array, out: Uint8Array): void;
}

export interface MerkleFunctions {
  /**
   * The root of a tree over leaves (SSZ: merkleize), padded with zeros to the next power of two of `limit`
   * leaves; without a limit, of the number of leaves. Time depends on the leaves and not on the limit, which
   * reaches 2^62.
   */
  merkleRoot(limit: number | bigint | null, leaves: Uint8Array, out: Uint8Array): void;
  /**
   * The proof of leaf `index` of that tree: the siblings on its way to the root, from the bottom. There are
   * as many as the tree has levels: the binary logarithm, rounded up, of the limit, without one of the number
   * of leaves.
   */
  merkleProof(limit: number | bigint | null, index: number | bigint, leaves: Uint8Array): Uint8Array;
  /**
   * Whether a leaf is leaf `index` of the tree with room for `limit` leaves and that root. Index and limit
   * are the caller's to say: a proof that says itself what it proves proves nothing.
   */
  merkleVerify(index: number | bigint, limit: number | bigint, leaf: Uint8Array, proof: Uint8Array, root: Uint8Array): boolean;
  /**
   * The proof of the node at a generalized index of SSZ: 1 is the root, the children of i are 2i and 2i + 1.
   * 32 bytes for each level.
   */
  merkleNodeProof(limit: number | bigint | null, index: number | bigint, leaves: Uint8Array, out: Uint8Array): void;
  /**
   * The root that a node, its proof and its generalized index lead to.
   */
  merkleNodeRoot(index: number | bigint, node: Uint8Array, proof: Uint8Array, out: Uint8Array): void;
  /**
   * The root with a length mixed in: that of a list of SSZ.
   */
  merkleMixInLength(root: Uint8Array, length: number | bigint, out: Uint8Array): void;
  /**
   * The hash of an entry of a log of RFC 6962 (certificate transparency).
   */
  logLeaf(entry: Uint8Array, out: Uint8Array): void;
  /**
   * The head of a log over hashes of entries.
   */
  logRoot(leaves: Uint8Array, out: Uint8Array): void;
  /**
   * The proof that entry `index` is in a log: 64 nodes at most.
   */
  logProof(index: number, leaves: Uint8Array): Uint8Array;
  /**
   * Whether an entry is at `index` of the log of `size` entries with that head.
   */
  logVerify(index: number | bigint, size: number | bigint, leaf: Uint8Array, proof: Uint8Array, root: Uint8Array): boolean;
  /**
   * The proof that the log of the first `size` entries is a beginning of this one: 65 nodes at most.
   */
  logConsistency(size: number, leaves: Uint8Array): Uint8Array;
  /**
   * Whether the log of `size` entries and that head is a beginning of the one of `new_size` entries and
   * `new_root`.
   */
  logVerifyConsistency(size: number | bigint, newSize: number | bigint, proof: Uint8Array, root: Uint8Array, newRoot: Uint8Array): boolean;
  /**
   * The root over transaction ids as Bitcoin's blocks have it, in the order of bytes in memory.
   */
  bitcoinRoot(ids: Uint8Array, out: Uint8Array): void;
  /**
   * The digests of the blocks of such a file, 32 bytes each. `data` may be a part of it that begins at a
   * block, so that a file can be hashed while it is read; blocks that are not full are those at its end.
   */
  blocksDigests(format: string, blockSize: number | bigint, hashBlockSize: number | bigint, salt: Uint8Array, data: Uint8Array, out: Uint8Array): void;
  /**
   * The root of a file of `length` bytes from the digests of its blocks.
   */
  blocksRootOfDigests(format: string, blockSize: number | bigint, hashBlockSize: number | bigint, salt: Uint8Array, length: number | bigint, digests: Uint8Array, out: Uint8Array): void;
}

export interface CurlFunctions {
  /**
   * Curl-P of trytes (the characters 9 and A to Z): 81 trytes, without a zero byte. `rounds` is 27 or 81.
   */
  curlHash(rounds: number, trytes: Uint8Array, out: Uint8Array): void;
  /**
   * The Curl-P hash of trits, which are bytes here: 0, 1 and 255, which is -1. 243 trits.
   */
  curlHashTrits(rounds: number, trits: Uint8Array, out: Uint8Array): void;
  /**
   * One transform of a state of 729 trits, in place.
   */
  curlPermute(rounds: number, state: Uint8Array): void;
  /**
   * Five trits to a byte, the last one filled up with zeros.
   */
  curlT5b1Encode(trits: Uint8Array, out: Uint8Array): void;
  /**
   * The inverse: as many trits as `out` has bytes.
   */
  curlT5b1Decode(bytes: Uint8Array, out: Uint8Array): void;
  /**
   * Two trytes to a byte.
   */
  curlB1t6Encode(bytes: Uint8Array, out: Uint8Array): void;
  /**
   * The bytes of pairs of trytes.
   */
  curlB1t6Decode(trytes: Uint8Array, out: Uint8Array): void;
}

export interface BlsFunctions {
  /**
   * Decodes a public key, compressed or not, with every check: once, for as many calls as there will be.
   * Variant 0 has small keys (48 bytes compressed), 1 small signatures (96).
   */
  blsKeyDecode(variant: number, bytes: Uint8Array): Point;
  /**
   * The compressed key: 48 bytes with variant 0, 96 with variant 1.
   */
  blsKeyBytes(key: Point, out: Uint8Array): void;
  /**
   * The uncompressed key, which is decoded without a square root: 96 bytes with variant 0, 192 with variant
   * 1.
   */
  blsKeyUncompressed(key: Point, out: Uint8Array): void;
  /**
   * Decodes a signature, compressed or not, with every check. Variant 0 has 96 bytes compressed, variant 1
   * has 48.
   */
  blsSignatureDecode(variant: number, bytes: Uint8Array): Point;
  /**
   * The compressed signature: 96 bytes with variant 0, 48 with variant 1.
   */
  blsSignatureBytes(signature: Point, out: Uint8Array): void;
  /**
   * The public key of a secret key.
   */
  blsPublicKey(variant: number, secret: Uint8Array): Point;
  /**
   * Signs a message. The time depends on the message, not on the key.
   */
  blsSign(variant: number, mode: number, tag: Uint8Array, secret: Uint8Array, message: Uint8Array): Point;
  /**
   * Whether a signature is of a message and a key.
   */
  blsVerify(variant: number, mode: number, tag: Uint8Array, key: Point, message: Uint8Array, signature: Point): boolean;
  /**
   * The sum of signatures.
   */
  blsAggregate(variant: number, mode: number, tag: Uint8Array, signatures: Point[]): Point;
  /**
   * The sum of keys, which stands for all of them only where each has proved possession.
   */
  blsAggregateKeys(variant: number, mode: number, tag: Uint8Array, keys: Point[]): Point;
  /**
   * Whether a signature is the sum of signatures of a message by each key.
   */
  blsAggregateVerify(variant: number, mode: number, tag: Uint8Array, keys: Point[], messages: Uint8Array, messageLengths: Uint32Array, signature: Point): boolean;
  /**
   * Whether a signature is the sum of signatures of one message by all keys, of which each has proved
   * possession.
   */
  blsFastAggregateVerify(variant: number, mode: number, tag: Uint8Array, keys: Point[], message: Uint8Array, signature: Point): boolean;
  /**
   * Proves that the owner of a key holds its secret.
   */
  blsProvePossession(variant: number, mode: number, tag: Uint8Array, secret: Uint8Array): Point;
  /**
   * Whether a proof of possession is of a key.
   */
  blsVerifyPossession(variant: number, mode: number, tag: Uint8Array, key: Point, proof: Point): boolean;
  /**
   * Verifies many signatures at once and writes a byte for each row: 1 where key, message and signature
   * belong together, else 0. A row without a key or a signature (null), as where it could not be decoded, is
   * wrong. If a row is wrong, the answer is that it is another signature, of the first such row. A wrong row
   * passes with probability 2^-64.
   */
  blsVerifyBatch(variant: number, mode: number, tag: Uint8Array, keys: (Point | null)[], messages: Uint8Array, messageLengths: Uint32Array, signatures: (Point | null)[], seed: Uint8Array, out: Uint8Array): void;
  /**
   * A secret key, 32 bytes, from material that nobody can guess, 32 bytes or more of it; `info` may be empty.
   */
  blsGenerate(material: Uint8Array, info: Uint8Array, out: Uint8Array): void;
  /**
   * The master key, 32 bytes, of a tree of keys, from a seed of 32 bytes or more (EIP-2333).
   */
  blsDeriveMaster(seed: Uint8Array, out: Uint8Array): void;
  /**
   * The descendant of a key, 32 bytes, along a path such as "m/12381/3600/0/0/0" (EIP-2334).
   */
  blsDerivePath(path: string, secret: Uint8Array, out: Uint8Array): void;
  /**
   * Splits a secret key: any `threshold` of the shares recover it, fewer tell nothing. `out` is 32 bytes for
   * each share, which are numbered from 1; `commitments` (Feldman) is a compressed key for each of the
   * threshold, of which the first is the public key.
   */
  blsSplit(variant: number, threshold: number, shares: number, secret: Uint8Array, seed: Uint8Array, out: Uint8Array, commitments: Uint8Array): void;
  /**
   * Whether share `index` is the one that was dealt, by the commitments.
   */
  blsShareVerify(variant: number, index: number, secret: Uint8Array, commitments: Uint8Array): boolean;
  /**
   * The public key of share `index`, by the commitments.
   */
  blsShareKey(variant: number, index: number, commitments: Uint8Array): Point;
  /**
   * The secret key that was split, from as many shares as the threshold, 32 bytes each, and their numbers;
   * from fewer, another key.
   */
  blsRecoverKey(indices: Uint32Array, shares: Uint8Array, out: Uint8Array): void;
  /**
   * The signature of the key that was split, from signatures by as many shares as the threshold, and their
   * numbers.
   */
  blsRecoverSignature(variant: number, indices: Uint32Array, signatures: Point[]): Point;
  /**
   * Verifies a round of drand and gives its randomness, 32 bytes. The network is "default" or "quicknet",
   * whose keys are known (`key` is empty), or drand's name of a scheme with the key of the network.
   * `previous` is the signature of the round before, which only chained networks read. Another round's
   * signature is a mismatch.
   */
  drandVerify(network: string, key: Uint8Array, round: number | bigint, previous: Uint8Array, signature: Uint8Array, out: Uint8Array): void;
}

export interface PwhashFunctions {
  /**
   * How password hashes of this process are computed from now on: each by so many threads at most (0: as many
   * as there are cores), all of them in so many bytes at most (0: no limit), for which those that come later
   * wait, or with `refuse` 1 are refused. A hash that asks for more than that altogether always is. Without
   * this each takes the thread that asks, and as much memory as it needs. The lanes of Argon2 are what can be
   * cut. Where hashes have several threads, up to 256 MiB of their memory, wiped, stay for the next ones.
   */
  passwordWorkers?(threads: number, memory: number | bigint, refuse: number): void;
  /**
   * A string to store for a password: scheme, costs, salt and hash. The scheme is "argon2id", "yescrypt",
   * "scrypt" or another that the library knows; costs that are 0 are the scheme's own, and `memory` is in
   * bytes. The salt is 16 random bytes, others for each password. `secret` is a key of the service and `data`
   * such as the user's number: they go into the hash, not into the string, and may be empty. The memory of
   * the hash is wiped before this returns.
   */
  passwordHash(scheme: string, memory: number | bigint, timeCost: number, parallelism: number, password: Uint8Array, salt: Uint8Array, secret: Uint8Array, data: Uint8Array): string;
  /**
   * Whether a password is the one that was stored. A malformed string, or one that asks for more than
   * `max_memory` bytes (0 stands for 257 MiB), is refused before anything is computed.
   */
  passwordVerify(stored: string, maxMemory: number | bigint, password: Uint8Array, secret: Uint8Array, data: Uint8Array): boolean;
  /**
   * Whether a stored string is what this scheme with these costs would make: if not, it is to be made anew
   * when its user comes next.
   */
  passwordIsCurrent(stored: string, scheme: string, memory: number | bigint, timeCost: number, parallelism: number): boolean;
  /**
   * An Argon2 tag (RFC 9106): the bytes themselves, as many as `out` has, 4 at least. The variant is 0 (d), 1
   * (i) or 2 (id); memory is in KiB. The salt has 8 bytes or more, as for strings to store.
   */
  argon2(variant: number, memoryKib: number, passes: number, lanes: number, password: Uint8Array, salt: Uint8Array, secret: Uint8Array, data: Uint8Array, out: Uint8Array): void;
  /**
   * A key by scrypt (RFC 7914): as many bytes as `out` has. `n` is a power of two; it takes 128 * n * r bytes
   * of memory.
   */
  scrypt(n: number | bigint, r: number, p: number, password: Uint8Array, salt: Uint8Array, out: Uint8Array): void;
}

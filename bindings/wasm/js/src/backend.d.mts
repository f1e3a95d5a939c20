/**
 * What the public functions stand on: the WebAssembly modules (`wasm.mjs`) and the addon `@lanesmith/node` both implement this.
 *
 * Internal: no promise is made to other programs.
 *
 * Callers have checked types and lengths: every `Uint8Array` is attached, `out` has the size that is said and overlaps no
 * input. A backend must still not crash on anything else: it throws.
 *
 * Errors: whatever is thrown has a string `code` out of `LanesmithErrorCode`, or `CODE@7` where it is about row 7, and a
 * message for people. The public functions make a `LanesmithError` of it. (napi: `Error<Code>` whose status is that text.)
 * Anything without such a code becomes `INTERNAL`.
 */

import type { Family, Rounds, WasmEngine } from './index.mjs';

export type { Family, Rounds, WasmEngine };

export interface Backend {
  readonly kind: 'wasm' | 'native';
  /** The build of WebAssembly; `null` on the addon. */
  readonly engine: WasmEngine | null;
  /** Engines of all operations of the families that are loaded. */
  engines(): EngineRow[];
  /** `operation` may end in `*`. Throws `ENGINE`. */
  use(operation: string, engine: string): void;
  /** Nothing where a family is not loaded. */
  readonly sha256?: Sha256Backend | null;
  readonly merkle?: MerkleBackend | null;
  readonly hmac?: HmacBackend | null;
  readonly curl?: CurlBackend | null;
  readonly bls?: BlsBackend | null;
  readonly pwhash?: PwHashBackend | null;
}

/** What the module `@lanesmith/node` exports: a backend with all families. Its `version` must be that of `lanesmith`. */
export interface NativeModule extends Backend {
  readonly kind: 'native';
  readonly engine: null;
  readonly version: string;
}

export interface EngineRow {
  operation: string;
  name: string;
  lanes: number;
  summary: string;
  /** Why it cannot run here; `null` or `undefined` where it can. */
  reason?: string | null;
  chosen: boolean;
}

/** A place among leaves: limits and generalized indices reach 2^64. */
type U64 = bigint;

/** What SHA-256 and trees both have. */
export interface NodesBackend {
  /** `pairs.length` is `2 * out.length`. */
  nodes(pairs: Uint8Array, out: Uint8Array): void;
  /** The nodes over the first half of their pairs. */
  nodesInPlace(pairs: Uint8Array): void;
}

export interface Sha256Backend extends NodesBackend {
  /** `out`: 32 bytes. */
  digest(data: Uint8Array, out: Uint8Array): void;
  /**
   * `midstate`: 40 bytes, those of `Midstate::to_bytes` (state big-endian, then bytes hashed, big-endian u64), changed in
   * place. `blocks`: a multiple of 64 bytes.
   */
  advance(midstate: Uint8Array, blocks: Uint8Array): void;
  /** The digest after `rest`, less than 64 bytes. `midstate` stays as it is. */
  finish(midstate: Uint8Array, rest: Uint8Array, out: Uint8Array): void;
  /** Messages one after the other, and the length of each. `out`: 32 bytes for each. */
  many(flat: Uint8Array, lengths: Uint32Array, out: Uint8Array): void;
  /** `flat.length` is a multiple of `width`, `width > 0`. */
  manyFixed(flat: Uint8Array, width: number, out: Uint8Array): void;
}

export interface HmacBackend {
  hmac(key: Uint8Array, data: Uint8Array, out: Uint8Array): void;
  /** `out.length` at most 8160. */
  hkdf(salt: Uint8Array, material: Uint8Array, info: Uint8Array, out: Uint8Array): void;
  pbkdf2(password: Uint8Array, salt: Uint8Array, iterations: number, out: Uint8Array): void;
}

export interface MerkleBackend extends NodesBackend {
  /** `leaves`: rows of 32 bytes. Throws `TREE`. */
  merkleRoot(leaves: Uint8Array, limit: U64 | null, out: Uint8Array): void;
  /** The branch of the node at a generalized index, from the bottom; `out`: 32 bytes for each level. */
  merkleProve(leaves: Uint8Array, limit: U64 | null, index: U64, out: Uint8Array): void;
  /** The root that a leaf (32 bytes), a branch (rows of 32) and a generalized index lead to. */
  merkleRootOf(leaf: Uint8Array, branch: Uint8Array, index: U64, out: Uint8Array): void;
  /** RFC 6962. Hashes of entries are rows of 32 bytes; proofs too. */
  logLeaf(entry: Uint8Array, out: Uint8Array): void;
  logRoot(leaves: Uint8Array, out: Uint8Array): void;
  logProve(leaves: Uint8Array, index: number): Uint8Array;
  logConsistency(leaves: Uint8Array, size: number): Uint8Array;
  /** `false` for another root; throws `TREE` for what cannot be. */
  logVerify(leaf: Uint8Array, index: number, size: number, proof: Uint8Array, root: Uint8Array): boolean;
  logVerifyConsistency(
    size: number,
    newSize: number,
    proof: Uint8Array,
    root: Uint8Array,
    newRoot: Uint8Array,
  ): boolean;
  /** Transaction ids: rows of 32 bytes, at least one. */
  bitcoinRoot(ids: Uint8Array, out: Uint8Array): void;
  /**
   * Digests of the blocks of a file; `out`: 32 bytes for each. The name of the format is UTF-8, the sizes are those of a block and of a block of
   * hashes, 0 for the usual ones. Throws `TREE`.
   */
  blocksDigests(name: Uint8Array, salt: Uint8Array, sizes: readonly [U64, U64], data: Uint8Array, out: Uint8Array): void;
  /** The root of a file of so many bytes over the digests of its blocks. */
  blocksRoot(
    name: Uint8Array,
    salt: Uint8Array,
    sizes: readonly [U64, U64],
    length: U64,
    digests: Uint8Array,
    out: Uint8Array,
  ): void;
}

export interface CurlBackend {
  /** Trytes as ASCII; `out`: 81 bytes. Throws `TRYTE`. */
  hash(trytes: Uint8Array, rounds: Rounds, out: Uint8Array): void;
  /** Messages one after the other, and the length of each. `out`: 81 bytes for each. Throws `TRYTE@row`. */
  hashMany(flat: Uint8Array, lengths: Uint32Array, rounds: Rounds, out: Uint8Array): void;
  /** `width > 0` divides `flat.length`. */
  hashManyFixed(flat: Uint8Array, width: number, rounds: Rounds, out: Uint8Array): void;
  /** Trits are bytes: 0, 1 and 255. `out`: 243 of them. */
  hashTrits(trits: Uint8Array, rounds: Rounds, out: Uint8Array): void;
  /** 729 trits, in place. */
  permute(state: Uint8Array, rounds: Rounds): void;
  t5b1Encode(trits: Uint8Array, out: Uint8Array): void;
  t5b1Decode(bytes: Uint8Array, out: Uint8Array): void;
  b1t6Encode(bytes: Uint8Array, out: Uint8Array): void;
  b1t6Decode(trytes: Uint8Array, out: Uint8Array): void;
  /** A search that has threads of its own: the addon. WebAssembly has none and uses Workers over `openSearch`. */
  startSearch?(job: SearchJob, start: number, end: number, threads: number): SearchRun;
  /** A search of this thread, made once and run in parts. */
  openSearch(job: SearchJob): PartialSearch;
  /** Trailing zero trits of a TIP-12 message with its nonce (8 bytes at its end), hashed anew. */
  tip12Zeros(message: Uint8Array): number;
}

export type SearchJob =
  /** 2673 trytes; the nonce is 27 of them. */
  | { kind: 'transaction'; trytes: Uint8Array; weight: number }
  /** A message without its nonce, which is 8 bytes. */
  | { kind: 'tip12'; message: Uint8Array; score: number };

/** Positions are batches of 64 nonces and stay below 2^53. */
export interface SearchHit {
  nonce: Uint8Array;
  weight: number;
  batch: number;
  lane: number;
}

export interface PartialSearch {
  /** The trailing zeros looked for. */
  readonly weight: number;
  /** Searches batches `from` to `to`; the first hit of them, or `null`. Blocks. */
  run(from: number, to: number): SearchHit | null;
  /** Nonces tried so far. */
  attempts(): number;
  free(): void;
}

export interface SearchRun {
  /** Resolves in every case but a defect. `cancelled`: everything before `next` has been tried. */
  readonly done: Promise<
    | ({ end: 'found' } & SearchHit)
    | { end: 'cancelled'; next: number }
    | { end: 'exhausted' }
  >;
  /** Nonces tried so far. */
  attempts(): number;
  /** The trailing zeros looked for. */
  readonly weight: number;
  cancel(): void;
}

/** variant: 0 = min_pk, 1 = min_sig. mode: 0 = basic, 1 = augmented, 2 = possession. tag: empty = the mode's own. */
export interface BlsSchemeRow {
  variant: 0 | 1;
  mode: 0 | 1 | 2;
  tag: Uint8Array;
}

/** A key or a signature that was decoded once. What it is, is the backend's own business. */
export type Point = object;

/** Secrets are 32 bytes; a backend keeps no copy of one after the call. Throws `KEY`, `SIGNATURE`. */
export interface BlsBackend {
  /** Decodes a public key of a variant. */
  key(variant: 0 | 1, bytes: Uint8Array): Point;
  /** Decodes a signature of a variant. */
  signature(variant: 0 | 1, bytes: Uint8Array): Point;
  /** `out`: the compressed encoding, 48 bytes or 96. */
  bytes(point: Point, out: Uint8Array): void;
  /** Lets go of a point at once: where nobody else would. */
  release?(point: Point): void;
  generate(material: Uint8Array, info: Uint8Array, out: Uint8Array): void;
  deriveMaster(seed: Uint8Array, out: Uint8Array): void;
  derivePath(secret: Uint8Array, path: string, out: Uint8Array): void;
  /** `out`: the compressed key, 48 bytes (min_pk) or 96. */
  publicKey(scheme: BlsSchemeRow, secret: Uint8Array, out: Uint8Array): void;
  /** `out`: the compressed signature, 96 bytes (min_pk) or 48. */
  sign(scheme: BlsSchemeRow, secret: Uint8Array, message: Uint8Array, out: Uint8Array): void;
  verify(scheme: BlsSchemeRow, key: Point, message: Uint8Array, signature: Point): boolean;
  aggregate(scheme: BlsSchemeRow, signatures: Point[], out: Uint8Array): void;
  aggregateKeys(scheme: BlsSchemeRow, keys: Point[], out: Uint8Array): void;
  /** Messages one after the other, and the length of each. */
  aggregateVerify(scheme: BlsSchemeRow, keys: Point[], messages: Uint8Array, lengths: Uint32Array, signature: Point): boolean;
  fastAggregateVerify(scheme: BlsSchemeRow, keys: Point[], message: Uint8Array, signature: Point): boolean;
  provePossession(scheme: BlsSchemeRow, secret: Uint8Array, out: Uint8Array): void;
  verifyPossession(scheme: BlsSchemeRow, key: Point, proof: Point): boolean;
  /** `seed`: 32 random bytes. `out`: a byte for each row, 1 = right, 0 = wrong; a row with `null` is wrong. */
  verifyBatch(
    scheme: BlsSchemeRow,
    keys: (Point | null)[],
    messages: Uint8Array,
    lengths: Uint32Array,
    signatures: (Point | null)[],
    seed: Uint8Array,
    out: Uint8Array,
  ): void;
  /** `out`: 32 bytes for each share; `commitments`: a compressed key for each of the threshold. */
  split(
    scheme: BlsSchemeRow,
    threshold: number,
    secret: Uint8Array,
    seed: Uint8Array,
    out: Uint8Array,
    commitments: Uint8Array,
  ): void;
  shareVerify(scheme: BlsSchemeRow, index: number, secret: Uint8Array, commitments: Uint8Array): boolean;
  shareKey(scheme: BlsSchemeRow, index: number, commitments: Uint8Array, out: Uint8Array): void;
  recoverKey(indices: Uint32Array, shares: Uint8Array, out: Uint8Array): void;
  recoverSignature(scheme: BlsSchemeRow, indices: Uint32Array, signatures: Point[], out: Uint8Array): void;
  /** `out`: 32 bytes of randomness. `false` for another round's signature. */
  drandVerify(
    network: string,
    key: Uint8Array,
    round: bigint,
    previous: Uint8Array,
    signature: Uint8Array,
    out: Uint8Array,
  ): boolean;
}

/** Costs: 0 stands for the scheme's own. */
export interface CostsRow {
  scheme: string;
  memory: number;
  timeCost: number;
  parallelism: number;
}

/** Throws `PASSWORD`. A backend wipes its copies of passwords and secrets. */
export interface PwHashBackend {
  /** Threads of each hash (0: all cores) and bytes of all together (0: no limit): the addon. */
  workers?(threads: number, memory: number): void;
  hash(costs: CostsRow, password: Uint8Array, salt: Uint8Array, secret: Uint8Array, data: Uint8Array): string;
  /** `maxMemory`: 0 stands for 257 MiB. */
  verify(
    stored: string,
    password: Uint8Array,
    secret: Uint8Array,
    data: Uint8Array,
    maxMemory: number,
  ): boolean;
  needsRehash(stored: string, costs: CostsRow): boolean;
  /** variant: 0 = d, 1 = i, 2 = id. memory in KiB. */
  argon2(
    variant: 0 | 1 | 2,
    memory: number,
    passes: number,
    lanes: number,
    password: Uint8Array,
    salt: Uint8Array,
    secret: Uint8Array,
    data: Uint8Array,
    out: Uint8Array,
  ): void;
  scrypt(password: Uint8Array, salt: Uint8Array, n: number, r: number, p: number, out: Uint8Array): void;
  /** The same in a thread: the addon. */
  hashAsync?(
    costs: CostsRow,
    password: Uint8Array,
    salt: Uint8Array,
    secret: Uint8Array,
    data: Uint8Array,
  ): Promise<string>;
  verifyAsync?(
    stored: string,
    password: Uint8Array,
    secret: Uint8Array,
    data: Uint8Array,
    maxMemory: number,
  ): Promise<boolean>;
}

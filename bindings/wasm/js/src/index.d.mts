/**
 * Lanesmith: SHA-256, Merkle trees, Curl-P and its proof of work, BLS12-381 and password hashes, on WebAssembly (with SIMD
 * where the engine has it) or on the CPU's own instructions under Node.
 *
 * Everything but {@link init}, {@link initSync} and {@link pearlDiver} is synchronous and needs `await init()` first.
 */

/** Bytes that a function reads: any view of memory, or a whole buffer. Text is not bytes: `new TextEncoder().encode(text)`. */
export type Bytes = ArrayBufferView | ArrayBuffer | SharedArrayBuffer;

/**
 * Bytes that a function gives: a `Uint8Array` over an `ArrayBuffer` of its own. (From TypeScript 5.7 on that is `Uint8Array<ArrayBuffer>`,
 * which `Blob`, `fetch` and `crypto.subtle` take.)
 */
export type ByteArray = ReturnType<typeof Uint8Array.of>;

/** Trits that a function gives: an `Int8Array` of -1, 0 and 1. */
export type TritArray = ReturnType<typeof Int8Array.of>;

/**
 * The type of a global class: that of the program's own types (`lib: ["dom"]`, `@types/node`, React Native). Where it has none of that
 * name, the part that is used.
 */
type Global<Class extends string, Part> = typeof globalThis extends Record<Class, { prototype: infer Own }> ? Own : Part;

/** A `URL`. */
export type Address = Global<'URL', { readonly href: string; readonly protocol: string }>;

/** A `Response` of `fetch`. */
export type Answer = Global<'Response', { readonly ok: boolean; readonly url: string; arrayBuffer(): Promise<ArrayBuffer> }>;

/** An `AbortSignal`. */
export type Signal = Global<
  'AbortSignal',
  {
    readonly aborted: boolean;
    readonly reason?: unknown;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
  }
>;

/** A family of functions: each is one WebAssembly module. */
export type Family = 'sha256' | 'merkle' | 'hmac' | 'curl' | 'bls' | 'pwhash';

/** Which build of WebAssembly: with 128-bit SIMD, or without. */
export type WasmEngine = 'simd128' | 'scalar';

/** What is wrong, for programs. The message says it for people. */
export type LanesmithErrorCode =
  /** A function of a family was called before `init` loaded it. */
  | 'NOT_INITIALISED'
  /** An argument of another type: a number where bytes are wanted. */
  | 'TYPE'
  /** A length that the function cannot take. */
  | 'LENGTH'
  /** A number out of its range. */
  | 'RANGE'
  /** A result that would be written over what is read. */
  | 'OVERLAP'
  /** A buffer whose memory was transferred away, or shrank from under a view. */
  | 'DETACHED'
  /** A character that is no tryte (`9`, `A` to `Z`), a value that is no trit, bytes that encode none. */
  | 'TRYTE'
  /** A tree, place or proof that cannot be. */
  | 'TREE'
  /** A key that is none. */
  | 'KEY'
  /** A signature that is none. */
  | 'SIGNATURE'
  /** A stored password string, or costs, that cannot be read or are refused. */
  | 'PASSWORD'
  /** An operation or engine that does not exist or cannot run here. */
  | 'ENGINE'
  /** Not enough memory. */
  | 'MEMORY'
  /** The search was aborted; `next` says where to go on, `attempts` how many nonces were tried. */
  | 'ABORTED'
  /** Every nonce of the range was tried. */
  | 'EXHAUSTED'
  /** Workers cannot be started, or die as soon as they are. */
  | 'WORKER'
  /** A module cannot be loaded or compiled (a missing file, a content security policy). */
  | 'LOAD'
  /** A defect of Lanesmith or of the machine. */
  | 'INTERNAL';

/** Every error that Lanesmith throws. */
export class LanesmithError extends Error {
  constructor(
    code: LanesmithErrorCode,
    message: string,
    options?: { index?: number; next?: number; cause?: unknown },
  );
  /** What is wrong. */
  readonly code: LanesmithErrorCode;
  /** The row that it is about, where a function takes many: counted from 0. */
  readonly index?: number;
  /** Where a search that was aborted goes on: its option `start`. Ranges that were not done by then are searched again. */
  readonly next?: number;
  /** How many nonces a search that was aborted has tried. */
  readonly attempts?: number;
}

/** A `WebAssembly.Module`. (Its type is of the DOM's library, which programs for Node need not have.) */
export type CompiledModule = object;

/** Where a WebAssembly module comes from, if not from a file beside this one: bytes, an address, an answer of `fetch`, a module. */
export type WasmSource = Bytes | Address | string | Answer | CompiledModule;

/** A function that is asked for the build that is wanted, as files written by `lanesmith-inline` have them. */
export type WasmSupplier = (engine: WasmEngine) => WasmSource | Promise<WasmSource>;

/** Options of {@link init}. */
export interface InitOptions {
  /**
   * `native`: the addon `@lanesmith/node`, an error where it is not installed. `wasm`: WebAssembly. `auto`, which is the
   * default: the addon if it is there, else WebAssembly.
   */
  backend?: 'auto' | 'native' | 'wasm';
  /** Which build of WebAssembly; by default that with SIMD if the engine can run it. */
  engine?: 'auto' | WasmEngine;
  /** What to load: by default what `modules` brings, else `['sha256', 'merkle', 'curl']`. Further calls load more. */
  families?: readonly Family[];
  /** Modules that a program brings itself, by family. Naming any means WebAssembly, not the addon. */
  modules?: Partial<Record<Family, WasmSource | Promise<WasmSource> | WasmSupplier>>;
}

/**
 * Loads what is needed. Call it once at the start; calling it again is cheap, and loads families that were not named before.
 * Naming another backend or engine than before replaces what is loaded.
 *
 * @example
 * ```js
 * import { init, sha256Hex } from 'lanesmith';
 *
 * await init({ families: ['sha256'] });
 * const digest = sha256Hex(new TextEncoder().encode('abc'));   // 'ba7816bf...'
 * ```
 */
export function init(options?: InitOptions): Promise<void>;

/**
 * As {@link init}, at once: under Node, Deno and Bun, where files can be read synchronously, or anywhere if `modules` brings
 * bytes or modules. (Browsers refuse to compile large modules synchronously on the main thread.)
 */
export function initSync(options?: InitOptions): void;

/** Where functions run. */
export interface BackendInfo {
  /** `wasm` or `native`. */
  readonly backend: 'wasm' | 'native';
  /** The build of WebAssembly that is wanted, which families have that gain by it; `null` on the addon. */
  readonly engine: WasmEngine | null;
  /** What is loaded. */
  readonly families: readonly Family[];
  /** The build that each family really has: of `bls` and `pwhash` there is `scalar` alone. Empty on the addon. */
  readonly builds: Readonly<Partial<Record<Family, WasmEngine>>>;
}

/** What is loaded at present; `null` before {@link init}. */
export function backend(): BackendInfo | null;

/** One engine of one operation. */
export interface Engine {
  /** The operation, such as `sha256.nodes`. */
  readonly operation: string;
  /** The engine, such as `simd128`. */
  readonly name: string;
  /** Items that it does at a time. */
  readonly lanes: number;
  /** What it is, in words. */
  readonly summary: string;
  /** Whether it can run here. */
  readonly usable: boolean;
  /** Why it cannot run here; `null` where it can. */
  readonly reason: string | null;
  /** Whether callers get it. Where that depends on the number of items, no engine of the operation is. */
  readonly chosen: boolean;
}

/** Every engine of every operation of the families that are loaded. */
export function engines(): Engine[];

/**
 * Chooses the engine of an operation (`sha256.nodes`), of a family (`sha256.*`) or of all (`*`); `auto` takes it back.
 * Throws `ENGINE` where there is no such operation or engine, or it cannot run here.
 */
export function use(operation: string, engine: string): void;

/** What {@link check} found. */
export interface CheckReport {
  /** Whether every answer was right. */
  readonly ok: boolean;
  /** Answers compared: vectors times engines. */
  readonly checked: number;
  /** What was wrong: operation, engine and case. */
  readonly failures: readonly string[];
}

/**
 * Computes known answers on every usable engine of the families that are loaded: about a second for all of them. The answers are a
 * script of their own, which is loaded at the first call.
 */
export function check(): Promise<CheckReport>;

// --- SHA-256 ---------------------------------------------------------------------------------------------------------------

/**
 * The SHA-256 digest of a message: 32 bytes. For long messages that come in parts there is {@link Sha256}, for many at once
 * {@link sha256Many}.
 */
export function sha256(data: Bytes): ByteArray;

/** The SHA-256 digest of a message in hexadecimal. */
export function sha256Hex(data: Bytes): string;

/** Writes the digest over the first 32 bytes of `out` and returns `out`. */
export function sha256Into<T extends Uint8Array>(data: Bytes, out: T): T;

/**
 * A message that comes in parts. Nothing has to be freed.
 *
 * @example
 * ```js
 * import { Sha256, init } from 'lanesmith';
 *
 * await init({ families: ['sha256'] });
 * const hasher = new Sha256();
 * for await (const part of new Blob(['a', 'bc']).stream()) hasher.update(part);
 * const digest = hasher.hex();   // 'ba7816bf...'
 * ```
 */
export class Sha256 {
  constructor();
  /** Adds bytes to the message. */
  update(data: Bytes): this;
  /** The digest of the message so far; more may be added afterwards. */
  digest(): ByteArray;
  /** The digest so far, in hexadecimal. */
  hex(): string;
  /** Writes the digest so far over the first 32 bytes of `out` and returns `out`. */
  digestInto<T extends Uint8Array>(out: T): T;
  /** A hasher that goes on from here on its own. */
  clone(): Sha256;
  /** Forgets the message. */
  reset(): this;
  /** Bytes added so far. */
  readonly length: number;
}

/**
 * Digests of many messages at once, 32 bytes each, in one array; messages may differ in length.
 *
 * @example
 * ```js
 * import { init, sha256Many } from 'lanesmith';
 *
 * await init({ families: ['sha256'] });
 * const messages = ['one', 'two', 'three'].map((text) => new TextEncoder().encode(text));
 * const digests = sha256Many(messages);
 * const second = digests.subarray(32, 64);
 * ```
 */
export function sha256Many<T extends Uint8Array = ByteArray>(messages: readonly Bytes[], out?: T): T;

/** Digests of many messages of `width` bytes each, which lie one after the other. */
export function sha256Many<T extends Uint8Array = ByteArray>(messages: Bytes, width: number, out?: T): T;

/**
 * Digests of pairs of nodes, 64 bytes each: one level of a Merkle tree. `out` lies apart from `pairs`, or begins where they begin: then
 * the nodes take the place of the first half of their pairs, and what is behind them afterwards is of no use.
 */
export function sha256Nodes<T extends Uint8Array = ByteArray>(pairs: Bytes, out?: T): T;

/**
 * The next level of a tree in the place of this one: each two nodes become one in the first half of `nodes`, which is returned as a view
 * of the same memory. What is behind it afterwards is of no use.
 *
 * @example
 * ```js
 * import { init, sha256NodesInPlace } from 'lanesmith';
 *
 * await init({ families: ['sha256'] });
 * const leaves = new Uint8Array(32 * 8);
 * let level = leaves;
 * while (level.length > 32) level = sha256NodesInPlace(level);
 * const top = leaves.subarray(0, 32);   // the root
 * ```
 */
export function sha256NodesInPlace<T extends Uint8Array>(nodes: T): ReturnType<T['subarray']>;

/** HMAC-SHA-256: 32 bytes. This and what is made of it are the family `hmac`: `await init({ families: ['hmac'] })`. */
export function hmacSha256(key: Bytes, data: Bytes): ByteArray;

/** Whether `tag` is the HMAC-SHA-256 of `data`, in a time that does not depend on where they differ. */
export function hmacSha256Verify(key: Bytes, data: Bytes, tag: Bytes): boolean;

/** Whether bytes are the same, in a time that depends on their lengths alone. */
export function secureEqual(left: Bytes, right: Bytes): boolean;

/** HKDF-SHA-256 (RFC 5869): `length` bytes, at most 8160. Without a `salt` there are zeros in its place, as the RFC says. */
export function hkdfSha256(material: Bytes, options: { salt?: Bytes; info?: Bytes; length: number }): ByteArray;

/**
 * PBKDF2-HMAC-SHA-256 (RFC 8018): `length` bytes. It blocks: a million iterations take most of a second. New programs store
 * passwords by {@link pwhash}.
 */
export function pbkdf2Sha256(
  password: Bytes | string,
  options: { salt: Bytes; iterations: number; length: number },
): ByteArray;

// --- Merkle trees ----------------------------------------------------------------------------------------------------------

/** Where the proved node is: leaf `index` of a tree with room for `limit` leaves, or a generalized index of SSZ. */
export type Place =
  | {
      /** Which leaf. */
      readonly index: number;
      /** For how many leaves the tree has room. */
      readonly limit: number | bigint;
    }
  | {
      /** 1 is the root, and the children of `i` are `2 * i` and `2 * i + 1`. */
      readonly generalizedIndex: number | bigint;
    };

/** Merkle trees of SHA-256. Leaves and nodes are 32 bytes each, one after the other or as an array. */
export interface Merkle {
  /**
   * The root of leaves (`merkleize` of SSZ): padded with zeros to the next power of two of `limit`, of the number of leaves
   * where none is given. Time depends on the leaves and not on the limit, which reaches 2^62.
   */
  root(leaves: Bytes | readonly Bytes[], options?: { limit?: number | bigint }): ByteArray;
  /**
   * The proof of a leaf, or of the node at a generalized index of SSZ: the siblings on the way to the root, 32 bytes each, from the
   * bottom.
   */
  proof(
    leaves: Bytes | readonly Bytes[],
    place: number | { readonly generalizedIndex: number | bigint },
    options?: { limit?: number | bigint },
  ): ByteArray[];
  /**
   * Whether `leaf` is at `place` in the tree with that root. The place is the caller's to say: which leaf, and for how many
   * there is room, or its generalized index. `false` for another root or leaf; an error for a proof of another length.
   */
  verify(leaf: Bytes, proof: readonly Bytes[] | Bytes, place: Place, root: Bytes): boolean;
  /** The root that a leaf at a place and a proof lead to. */
  rootOf(leaf: Bytes, proof: readonly Bytes[] | Bytes, place: Place): ByteArray;
  /** The root with a length mixed in: that of a list of SSZ. */
  mixInLength(root: Bytes, length: number | bigint): ByteArray;
  /** The root of a tree of zeros of so many levels, 0 to 64. */
  zeroHash(height: number): ByteArray;
  /** Logs of RFC 6962: certificate transparency. */
  readonly log: MerkleLog;
  /** The root over transaction ids as Bitcoin's blocks have it, in the order of bytes in memory. */
  bitcoinRoot(ids: Bytes | readonly Bytes[]): ByteArray;
  /** Files as trees: BitTorrent v2, fs-verity, dm-verity, Glacier, S3, RFC 6962 over blocks. */
  readonly file: FileTrees;
}

/** Which tree over a file. Sizes that are left out are the usual ones: 4 KiB, of `s3` parts of 8 MiB. */
export interface FileTree {
  /** The tree that is made, by the name that the command line has for it too. */
  readonly format: 'btv2' | 'fsverity' | 'dm-verity' | 'glacier' | 's3' | 'rfc6962';
  /** Bytes of a block. */
  readonly blockSize?: number;
  /** Bytes of a block of hashes (`dm-verity`). */
  readonly hashBlockSize?: number;
  /** The salt (`fsverity`, `dm-verity`). */
  readonly salt?: Bytes;
}

/**
 * Files as trees.
 *
 * @example
 * ```js
 * import { init, merkle } from 'lanesmith';
 *
 * await init({ families: ['merkle'] });
 * const file = new Blob([new Uint8Array(100_000)]);
 * const digests = [];
 * for (let at = 0; at < file.size; at += 65_536) {
 *   const part = new Uint8Array(await file.slice(at, at + 65_536).arrayBuffer());
 *   digests.push(...merkle.file.digests(part, { format: 'btv2' }));
 * }
 * const root = merkle.file.rootOfDigests(Uint8Array.from(digests), file.size, { format: 'btv2' });
 * ```
 */
export interface FileTrees {
  /** The root of a file, as the tools of the format tell it: of `fsverity` what `fsverity digest` prints. */
  root(data: Bytes, tree: FileTree): ByteArray;
  /** The digests of the blocks, 32 bytes each; `data` may be a part of a file that begins at a block. */
  digests(data: Bytes, tree: FileTree): ByteArray;
  /** The root of a file of `length` bytes from the digests of its blocks. */
  rootOfDigests(digests: Bytes | readonly Bytes[], length: number, tree: FileTree): ByteArray;
  /** The numbers of the blocks that are others; an error for digests that are not those of the root. */
  check(data: Bytes, digests: Bytes | readonly Bytes[], root: Bytes, tree: FileTree): number[];
}

/** Logs of RFC 6962. */
export interface MerkleLog {
  /** The hash of an entry. */
  leafHash(entry: Bytes): ByteArray;
  /** The head of the log over hashes of entries. */
  root(leafHashes: Bytes | readonly Bytes[]): ByteArray;
  /** The proof that the entry of that index is in the log. */
  proof(leafHashes: Bytes | readonly Bytes[], index: number): ByteArray[];
  /** Whether an entry is at `index` of the log of `size` entries with that head. */
  verify(
    leafHash: Bytes,
    proof: readonly Bytes[] | Bytes,
    place: { index: number; size: number },
    root: Bytes,
  ): boolean;
  /** The proof that the log of the first `size` entries is a beginning of this one. */
  consistencyProof(leafHashes: Bytes | readonly Bytes[], size: number): ByteArray[];
  /** Whether the log of `size` entries with head `root` is a beginning of the one of `newSize` entries with `newRoot`. */
  verifyConsistency(
    proof: readonly Bytes[] | Bytes,
    sizes: { size: number; newSize: number },
    root: Bytes,
    newRoot: Bytes,
  ): boolean;
}

/**
 * Merkle trees of SHA-256: roots, proofs and their verification, as SSZ, logs of RFC 6962 and Bitcoin have them.
 *
 * @example
 * ```js
 * import { init, merkle } from 'lanesmith';
 *
 * await init({ families: ['merkle'] });
 * const leaves = Array.from({ length: 5 }, (_, i) => new Uint8Array(32).fill(i));
 * const root = merkle.root(leaves, { limit: 8 });
 * const proof = merkle.proof(leaves, 3, { limit: 8 });
 * const right = merkle.verify(leaves[3], proof, { index: 3, limit: 8 }, root);   // true
 * ```
 */
export const merkle: Merkle;

// --- Curl-P ----------------------------------------------------------------------------------------------------------------

/** Rounds of Curl-P: 81, as transactions are hashed, or 27. */
export type Rounds = 27 | 81;

/** Curl-P. Trytes are the characters `9` and `A` to `Z`; trits are -1, 0 and 1. */
export interface CurlFunctions {
  /** The hash of a message of trytes: 81 trytes. */
  hash(trytes: string, options?: { rounds?: Rounds }): string;
  /** Hashes of many messages at once; they may differ in length, and are fastest where they do not. */
  hashMany(messages: readonly string[], options?: { rounds?: Rounds }): string[];
  /** As `hashMany` over ASCII bytes: messages of `width` trytes each, one after the other; 81 bytes each come out. */
  hashManyBytes<T extends Uint8Array = ByteArray>(
    trytes: Bytes,
    width: number,
    options?: { rounds?: Rounds; out?: T },
  ): T;
  /** The hash of a message of trits: 243 trits. */
  hashTrits(trits: Int8Array, options?: { rounds?: Rounds }): TritArray;
  /** One transform of a state of 729 trits, in place. */
  permute<T extends Int8Array>(state: T, options?: { rounds?: Rounds }): T;
  /** Trailing zero trits of a hash: its weight magnitude. */
  weight(hash: string): number;
  /** Trits of trytes. */
  trytesToTrits(trytes: string): TritArray;
  /** Trytes of trits, of which there must be a multiple of three. */
  tritsToTrytes(trits: Int8Array): string;
  /** Five trits to a byte, the last one filled up with zeros. */
  t5b1Encode(trits: Int8Array): ByteArray;
  /** The first `trits` trits of bytes. */
  t5b1Decode(bytes: Bytes, trits: number): TritArray;
  /** Two trytes to a byte. */
  b1t6Encode(bytes: Bytes): string;
  /** The bytes of pairs of trytes. */
  b1t6Decode(trytes: string): ByteArray;
}

/**
 * Curl-P: hashes of trytes and trits, one and many, and encodings. {@link Curl} is the sponge.
 *
 * @example
 * ```js
 * import { curl, init } from 'lanesmith';
 *
 * await init({ families: ['curl'] });
 * const hash = curl.hash('LANESMITH');   // 81 trytes
 * const hashes = curl.hashMany(['LANESMITH', 'ANVIL']);
 * ```
 */
export const curl: CurlFunctions;

/** A sponge of Curl-P over trits, as `@iota/curl` has it. */
export class Curl {
  constructor(rounds?: Rounds);
  /** Absorbs trits; the last block of 243 is filled up with what the state has. */
  absorb(trits: Int8Array): this;
  /** The next `length` trits, 243 by default. */
  squeeze(length?: number): TritArray;
  /** Back to all zeros. */
  reset(): this;
}

// --- Nonces ----------------------------------------------------------------------------------------------------------------

/** How far a search is. */
export interface SearchProgress {
  /** Nonces tried. */
  readonly attempts: number;
  /** Seconds since the search began. */
  readonly seconds: number;
  /** Attempts per second. */
  readonly rate: number;
  /** Attempts that a search of this kind takes in the mean: 3 to the power of the weight. */
  readonly meanAttempts: number;
  /** Where the search would go on if it were aborted now. */
  readonly next: number;
}

/** Options of a search. */
export interface SearchOptions {
  /** Aborts the search: the promise rejects at once with code `ABORTED` and `next`. */
  signal?: Signal;
  /** Called about ten times a second. */
  onProgress?: (progress: SearchProgress) => void;
  /** Workers (threads on the addon); by default one less than the machine has threads, at least one. */
  threads?: number;
  /** Where to begin, in batches of 64 nonces: `next` of an earlier search. */
  start?: number;
  /** Where to end. */
  end?: number;
}

/** A nonce that is good enough, checked by hashing the transaction again. */
export interface FoundNonce {
  /** 27 trytes. */
  readonly nonce: string;
  /** The transaction with the nonce in it: 2673 trytes. */
  readonly trytes: string;
  /** Its hash: 81 trytes. */
  readonly hash: string;
  /** Trailing zero trits of the hash: what was asked for, or more. */
  readonly weight: number;
  /** Nonces tried. */
  readonly attempts: number;
  /** Seconds that it took. */
  readonly seconds: number;
  /** Where to look for another nonce: the option `start`. */
  readonly next: number;
}

/** A nonce of TIP-12. */
export interface FoundTip12 {
  /** 8 bytes: what to append to the message. */
  readonly nonce: ByteArray;
  /** The message with its nonce. */
  readonly message: ByteArray;
  /** Trailing zero trits. */
  readonly weight: number;
  /** 3^weight divided by the length of the message with its nonce. */
  readonly score: number;
  /** Nonces tried. */
  readonly attempts: number;
  /** Seconds that it took. */
  readonly seconds: number;
  /** Where to look for another nonce: the option `start`. */
  readonly next: number;
}

/**
 * Proof of work: the search for nonces whose Curl-P-81 hash ends in zero trits. Each search runs on a pool of Workers, which
 * take disjoint parts of one fixed order; the nonce found is the first one in that order, however many there are.
 */
export interface PearlDiver {
  /** Searches the nonce (the last 27 trytes) of a transaction of 2673 trytes. Loads the family `curl` if need be. */
  search(trytes: string, minWeightMagnitude: number, options?: SearchOptions): Promise<FoundNonce>;
  /** Searches the nonce of a message of TIP-12, given without it. */
  searchTip12(message: Bytes, score: number, options?: SearchOptions): Promise<FoundTip12>;
  /** Ends idle Workers, which are otherwise kept for the next search. They never keep Node running. */
  close(): void;
}

/**
 * Proof of work on Workers (on threads of the addon).
 *
 * @example
 * ```js
 * import { pearlDiver } from 'lanesmith';
 *
 * const controller = new AbortController();   // controller.abort() ends the search
 * const trytes = '9'.repeat(2673);
 * const { nonce, hash } = await pearlDiver.search(trytes, 5, { signal: controller.signal });
 * ```
 */
export const pearlDiver: PearlDiver;

// --- BLS12-381 -------------------------------------------------------------------------------------------------------------

/** Small keys (48 bytes, signatures 96) or small signatures (48 bytes, keys 96). */
export type BlsVariant = 'min_pk' | 'min_sig';

/** How a scheme keeps rogue keys out. */
export type BlsMode = 'basic' | 'augmented' | 'possession';

/**
 * A public key that was decoded and checked once: every function that takes a key takes this in its place, and spends no time on that any
 * more. It stays right whatever backend is loaded later.
 *
 * @example
 * ```js
 * import { PublicKey, Signature, bls, init } from 'lanesmith';
 *
 * await init({ families: ['bls'] });
 * const [secrets, message] = [[bls.generateKey(), bls.generateKey()], new Uint8Array(32)];
 * const keys = secrets.map((secret) => new PublicKey(bls.publicKey(secret)));
 * const sum = new Signature(bls.aggregate(secrets.map((secret) => bls.sign(secret, message))));
 * const right = bls.fastAggregateVerify(keys, message, sum);   // true
 * ```
 */
export class PublicKey {
  #private;
  /** Decodes a key, compressed or not. Throws `KEY` unless it is on the curve, in the group, and not the identity. */
  constructor(bytes: Bytes, options?: { variant?: BlsVariant });
  /** Which group it is in. */
  readonly variant: BlsVariant;
  /** The compressed encoding: 48 bytes (`min_pk`) or 96. */
  toBytes(): ByteArray;
  /** The uncompressed encoding, which is decoded without a square root: 96 bytes (`min_pk`) or 192. */
  toUncompressed(): ByteArray;
}

/** A signature that was decoded and checked once, as {@link PublicKey} is. */
export class Signature {
  #private;
  /** Decodes a signature, compressed or not. Throws `SIGNATURE` unless it is on the curve and in the group. */
  constructor(bytes: Bytes, options?: { variant?: BlsVariant });
  /** Which group it is in. */
  readonly variant: BlsVariant;
  /** The compressed encoding: 96 bytes (`min_pk`) or 48. */
  toBytes(): ByteArray;
}

/** A public key: bytes, compressed or not, which each call decodes and checks, or one that was decoded before. */
export type Key = Bytes | PublicKey;

/** A signature: bytes, compressed or not, which each call decodes and checks, or one that was decoded before. */
export type Signed = Bytes | Signature;

/** A secret key that was split. */
export interface SplitKey {
  /** The shares, one for each holder. */
  readonly shares: readonly KeyShare[];
  /** Compressed keys for all to know, by which a holder tells whether a share is right. The first is the public key. */
  readonly commitments: readonly ByteArray[];
}

/** A part of a secret key. */
export interface KeyShare {
  /** Which one: from 1. */
  readonly index: number;
  /** 32 bytes: a secret key that signs. */
  readonly secret: ByteArray;
}

/**
 * A signature scheme of draft-irtf-cfrg-bls-signature. What a function gives is bytes, compressed. Bytes that are no key or no signature
 * throw `KEY` or `SIGNATURE`.
 */
export interface BlsScheme {
  /** Which group keys are in. */
  readonly variant: BlsVariant;
  /** How it keeps rogue keys out. */
  readonly mode: BlsMode;
  /** The public key of a secret key of 32 bytes. */
  publicKey(secret: Bytes): ByteArray;
  /** Signs a message. */
  sign(secret: Bytes, message: Bytes): ByteArray;
  /** Whether the signature is of the message and the key. Malformed keys and signatures throw; `verifyBatch` gives `false` for them. */
  verify(key: Key, message: Bytes, signature: Signed): boolean;
  /** The sum of signatures. */
  aggregate(signatures: readonly Signed[]): ByteArray;
  /** The sum of keys, which stands for all of them only where each has proved possession. */
  aggregateKeys(keys: readonly Key[]): ByteArray;
  /** Whether the signature is the sum of signatures of a message by each key. */
  aggregateVerify(keys: readonly Key[], messages: readonly Bytes[], signature: Signed): boolean;
  /** Whether the signature is the sum of signatures of one message by all keys. */
  fastAggregateVerify(keys: readonly Key[], message: Bytes, signature: Signed): boolean;
  /** Proves that the owner of a key holds its secret. */
  provePossession(secret: Bytes): ByteArray;
  /** Whether a proof of possession is of that key. */
  verifyPossession(key: Key, proof: Signed): boolean;
  /** A verdict for each row; a malformed row is wrong. A wrong row passes with probability 2^-64. */
  verifyBatch(keys: readonly Key[], messages: readonly Bytes[], signatures: readonly Signed[]): boolean[];
  /** Throws `KEY` unless the bytes are a public key other than the identity, on the curve and in the group. */
  checkKey(key: Key): void;
  /** Splits a secret key: any `threshold` of the shares recover it, fewer tell nothing. Commitments are for all to know. */
  splitKey(secret: Bytes, options: { threshold: number; shares: number }): SplitKey;
  /** Whether a share is the one that was dealt. */
  verifyShare(share: KeyShare, commitments: Bytes | readonly Bytes[]): boolean;
  /** The public key of a share. */
  shareKey(index: number, commitments: Bytes | readonly Bytes[]): ByteArray;
  /** The signature of the key that was split, from signatures by as many shares as the threshold. */
  recoverSignature(parts: readonly { index: number; signature: Signed }[]): ByteArray;
}

/** BLS12-381: the scheme of Ethereum (`min_pk`, proofs of possession), others, and secret keys. */
export interface Bls extends BlsScheme {
  /** Another scheme; `tag` is its domain separation tag, the standard one of variant and mode unless given. */
  scheme(options?: { variant?: BlsVariant; mode?: BlsMode; tag?: Bytes | string }): BlsScheme;
  /** A secret key from 32 bytes or more that nobody can guess; from the system's randomness if none are given. */
  generateKey(material?: Bytes, info?: Bytes): ByteArray;
  /** The master key of a tree of keys, from a seed of 32 bytes or more (EIP-2333). */
  deriveMaster(seed: Bytes): ByteArray;
  /** The descendant of a key along a path such as `m/12381/3600/0/0/0` (EIP-2334). */
  derivePath(secret: Bytes, path: string): ByteArray;
  /** The secret key that was split, from as many shares as the threshold; from fewer, another key. */
  recoverKey(shares: readonly KeyShare[]): ByteArray;
  /**
   * Verifies a round of drand's randomness: 32 bytes, or `null` where the signature is another round's. Networks are `default` and
   * `quicknet`, or the name of a scheme (`bls-unchained-g1-rfc9380`) with the network's `key`. Chained networks need `previous`, the
   * signature of the round before.
   */
  drandVerify(
    network: string,
    round: number | bigint,
    signature: Bytes,
    options?: { key?: Bytes; previous?: Bytes },
  ): ByteArray | null;
}

/**
 * BLS12-381 signatures. The order of arguments is that of the standard: key, message, signature.
 *
 * @example
 * ```js
 * import { bls, init } from 'lanesmith';
 *
 * await init({ families: ['bls'] });
 * const secret = bls.generateKey();
 * const [key, message] = [bls.publicKey(secret), new TextEncoder().encode('message')];
 * const right = bls.verify(key, message, bls.sign(secret, message));   // true
 * ```
 */
export const bls: Bls;

// --- Passwords -------------------------------------------------------------------------------------------------------------

/** A scheme of stored passwords. */
export type PasswordScheme = 'argon2id' | 'argon2i' | 'argon2d' | 'scrypt' | 'yescrypt';

/** Costs; those that are not given are the scheme's usual ones. */
export interface PasswordCosts {
  /** `argon2id` by default. */
  scheme?: PasswordScheme;
  /** Bytes of memory. */
  memory?: number;
  /** Passes of Argon2, `t` of yescrypt, for scrypt the number of tables that are filled one after the other. */
  timeCost?: number;
  /** Parts that could be computed at the same time: lanes of Argon2, `p` of the others. */
  parallelism?: number;
}

/** What belongs to the service and goes into the hash, not into the string. */
export interface PasswordContext {
  /** A key of the service. */
  secret?: Bytes;
  /** Such as the user's number. */
  data?: Bytes;
}

/** Memory-hard password hashes. Passwords are text (as UTF-8) or bytes. Functions block for as long as the hash takes. */
export interface PwHash {
  /**
   * How hashes are computed on the addon from now on, in the whole process: each by `threads` threads at most (1 by default, 0 for all cores; what
   * can be cut are the lanes of Argon2), all of them in `memory` bytes at most (0, the default: no limit), for which those that come later wait, or
   * with `wait: false` throw `MEMORY`. A service sets it once. On WebAssembly each hash has one thread, and this changes nothing.
   */
  workers(options?: { threads?: number; memory?: number; wait?: boolean }): void;
  /** A string to store: scheme, costs, salt and hash. The salt is random unless given. */
  hash(password: string | Bytes, options?: PasswordCosts & PasswordContext & { salt?: Bytes }): string;
  /**
   * Whether the password is the one that was stored (PHC strings, `$y$`, `$7$`, `$argon2..`). A string that is none, or asks for
   * more than `maxMemory` bytes (257 MiB by default), throws `PASSWORD` before anything is computed.
   */
  verify(stored: string, password: string | Bytes, options?: PasswordContext & { maxMemory?: number }): boolean;
  /** As `hash`, in a Worker (in a thread on the addon). */
  hashAsync(
    password: string | Bytes,
    options?: PasswordCosts & PasswordContext & { salt?: Bytes },
  ): Promise<string>;
  /** As `verify`, in a Worker (in a thread on the addon). */
  verifyAsync(
    stored: string,
    password: string | Bytes,
    options?: PasswordContext & { maxMemory?: number },
  ): Promise<boolean>;
  /** Whether a new string of these costs would be another. */
  needsRehash(stored: string, options?: PasswordCosts): boolean;
  /** An Argon2 tag (RFC 9106): the bytes themselves. `memory` is in KiB here, as in the RFC. */
  argon2(
    password: string | Bytes,
    options: {
      /** 8 bytes or more, another one for each password. */
      salt: Bytes;
      /** `id` by default. */
      variant?: 'id' | 'i' | 'd';
      /** KiB; 65536 by default. */
      memory?: number;
      /** 3 by default. */
      passes?: number;
      /** 4 by default. */
      lanes?: number;
      /** Bytes of the tag; 32 by default. */
      length?: number;
      /** A key of the service. */
      secret?: Bytes;
      /** Such as the user's number. */
      data?: Bytes;
    },
  ): ByteArray;
  /** scrypt (RFC 7914): the bytes themselves, 32 unless `length` says otherwise. `n` is a power of two. */
  scrypt(
    password: string | Bytes,
    options: { salt: Bytes; n: number; r: number; p: number; length?: number },
  ): ByteArray;
}

/**
 * Password hashes: Argon2, scrypt, yescrypt.
 *
 * @example
 * ```js
 * import { init, pwhash } from 'lanesmith';
 *
 * await init({ families: ['pwhash'] });
 * const stored = await pwhash.hashAsync('correct horse');          // '$argon2id$v=19$...'
 * const right = await pwhash.verifyAsync(stored, 'correct horse');   // true
 * ```
 */
export const pwhash: PwHash;

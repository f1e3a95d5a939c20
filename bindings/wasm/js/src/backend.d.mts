/**
 * What the public functions stand on: the WebAssembly modules (`wasm.mjs`) and the addon `@lanesmith/node` both implement this.
 *
 * Internal: no promise is made to other programs.
 *
 * What is written from the one list of functions for all faces (`functions.d.mts`, `bindings/face`) takes its arguments in that order.
 *
 * Callers have checked types and lengths: every `Uint8Array` is attached, `out` has the size that is said and overlaps no
 * input. A backend must still not crash on anything else: it throws.
 *
 * Errors: whatever is thrown has a string `code` out of `LanesmithErrorCode`, or `CODE@7` where it is about row 7, and a
 * message for people. The public functions make a `LanesmithError` of it. (napi: `Error<Code>` whose status is that text.)
 * Anything without such a code becomes `INTERNAL`.
 */

import type { BlsFunctions, CurlFunctions, HmacFunctions, MerkleFunctions, Point, PwhashFunctions } from './functions.mjs';
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
  readonly hmac?: HmacFunctions | null;
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

export interface MerkleBackend extends NodesBackend, MerkleFunctions {}

export interface CurlBackend extends CurlFunctions {
  /** Messages one after the other, and the length of each. `out`: 81 bytes for each. Throws `TRYTE@row`. */
  hashMany(flat: Uint8Array, lengths: Uint32Array, rounds: Rounds, out: Uint8Array): void;
  /** `width > 0` divides `flat.length`. */
  hashManyFixed(flat: Uint8Array, width: number, rounds: Rounds, out: Uint8Array): void;
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

/** Variants are 0 = min_pk, 1 = min_sig; modes 0 = basic, 1 = augmented, 2 = possession; an empty tag is the mode's own. */
export interface BlsBackend extends BlsFunctions {
  /** Lets go of a point at once: where nobody else would. */
  release?(point: Point): void;
}

/** Costs: 0 stands for the scheme's own. A backend wipes its copies of passwords and secrets. */
export interface PwHashBackend extends PwhashFunctions {
  /** The same in a thread: the addon. */
  passwordHashAsync?(...args: Parameters<PwhashFunctions['passwordHash']>): Promise<string>;
  passwordVerifyAsync?(...args: Parameters<PwhashFunctions['passwordVerify']>): Promise<boolean>;
}

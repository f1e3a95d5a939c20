/** The Pearl Diver in apps: nonces of transactions on the phone's own cores. */

/** What is wrong, for programs. The message says it for people. */
export type PearlDiverErrorCode =
  /** An argument of another type. */
  | 'TYPE'
  /** A length that the function cannot take. */
  | 'LENGTH'
  /** A number out of its range. */
  | 'RANGE'
  /** A character that is no tryte: `9`, `A` to `Z`. */
  | 'TRYTE'
  /** The search was aborted or cancelled; `next` says where to go on. */
  | 'ABORTED'
  /** Every nonce of the range was tried. */
  | 'EXHAUSTED'
  /** The system gave no thread or no memory. */
  | 'RESOURCES'
  /** A defect of Lanesmith or of the machine. */
  | 'INTERNAL';

/** Every error that the package throws or rejects with. */
export class PearlDiverError extends Error {
  constructor(code: PearlDiverErrorCode, message: string, options?: { index?: number; next?: number; attempts?: number; cause?: unknown });
  readonly code: PearlDiverErrorCode;
  /** The transaction that it is about: counted from 0. */
  readonly index?: number;
  /** Where a search that was aborted goes on: its option `start`. */
  readonly next?: number;
  /** How many nonces a search that was aborted has tried. */
  readonly attempts?: number;
}

/** How far a search is. */
export interface SearchProgress {
  /** Nonces tried. */
  readonly attempts: number;
  /** Seconds since the search began. */
  readonly seconds: number;
  /** Attempts per second. */
  readonly rate: number;
  /** Attempts that a search of this kind takes in the mean. */
  readonly meanAttempts: number;
}

/** The part of `AbortSignal` that is used: what polyfills have too. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener?(type: 'abort', listener: () => void): void;
}

/** Options of a search. */
export interface SearchOptions {
  /** Aborts the search: the promise rejects with code `ABORTED` and `next`. */
  signal?: AbortSignalLike;
  /** Called about ten times a second. */
  onProgress?: (progress: SearchProgress) => void;
  /** Threads; 0, which is the default, for all of the phone. */
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

/** Searches the nonce (the last 27 trytes) of a transaction of 2673 trytes. */
export function search(trytes: string, minWeightMagnitude: number, options?: SearchOptions): Promise<FoundNonce>;

/**
 * Attaches transactions to the Tangle, as `@iota/pearl-diver-react-native` does: for each one sets trunk, branch and attachment
 * timestamps, searches its nonce, and takes its hash as the trunk of the next; the branch is the same for all. Resolves to the
 * finished transactions in reverse order. Unlike there, a promise comes also for an empty list, and wrong input rejects.
 */
export function attachToTangle(
  trunkTransaction: string,
  branchTransaction: string,
  minWeightMagnitude: number,
  trytes: readonly string[],
  options?: Pick<SearchOptions, 'signal' | 'onProgress' | 'threads'>,
): Promise<string[]>;

/** The hash of trytes by Curl-P-81: 81 trytes. */
export function curlHash(trytes: string): string;

/** The version of the library. */
export function version(): string;

/** The native module as apps know it. */
export const PearlDiver: {
  /** The nonce of a transaction. */
  doPOW(trytes: string, minWeightMagnitude: number, options?: SearchOptions): Promise<string>;
  /** Ends every search: they reject with code `ABORTED`. */
  cancel(): void;
};
export default PearlDiver;

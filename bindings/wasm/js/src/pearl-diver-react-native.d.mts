/** The shape of `@iota/pearl-diver-react-native`, over {@link pearlDiver}: an app changes one import. */

import type { SearchOptions } from './index.mjs';

/**
 * Attaches transactions to the Tangle: for each one sets trunk, branch and attachment timestamps, searches its nonce, and takes
 * its hash as the trunk of the next. Resolves to the finished transactions in reverse order, as the old package does.
 *
 * Unlike there, a promise comes also for an empty list, wrong input rejects with a `LanesmithError`, and a fifth argument takes
 * options of the search. (`start` and `end` do not apply.)
 */
export function attachToTangle(
  trunkTransaction: string,
  branchTransaction: string,
  minWeightMagnitude: number,
  trytes: readonly string[],
  options?: Pick<SearchOptions, 'signal' | 'onProgress' | 'threads'>,
): Promise<string[]>;

/** The native module's part: the nonce of one transaction. */
export const PearlDiver: {
  /** Resolves to the nonce that makes the hash of a transaction end in so many zero trits. */
  doPOW(trytes: string, minWeightMagnitude: number): Promise<string>;
  /** Aborts every search that `doPOW` and `attachToTangle` have begun: they reject with code `ABORTED`. */
  cancel(): void;
};

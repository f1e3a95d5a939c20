import type { TurboModule } from 'react-native';
import { TurboModuleRegistry } from 'react-native';

/** How a search ended. `code` is empty where a nonce was found. */
export type Outcome = {
  code: string;
  message: string;
  nonce: string;
  weight: number;
  attempts: number;
  next: number;
};

export interface Spec extends TurboModule {
  /** The nonce of a transaction, as `@iota/pearl-diver-react-native` has it. Rejects with `CODE: words`. */
  readonly doPOW: (trytes: string, minWeightMagnitude: number) => Promise<string>;
  /** A search under a number of the caller's; an `end` of 0 is that of the order. Resolves in every case. */
  readonly search: (
    id: number,
    trytes: string,
    minWeightMagnitude: number,
    threads: number,
    start: number,
    end: number,
  ) => Promise<Outcome>;
  /** Nonces that a search has tried so far; 0 where it does not run. */
  readonly attempts: (id: number) => number;
  /** Ends a search; all of them for -1. */
  readonly cancel: (id: number) => void;
  /** The hash of trytes by Curl-P-81; throws `CODE: words`. */
  readonly curlHash: (trytes: string) => string;
  /** The version of the library. */
  readonly version: () => string;
}

export default TurboModuleRegistry.getEnforcing<Spec>('PearlDiver');

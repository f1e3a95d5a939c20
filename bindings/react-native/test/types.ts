// What apps write, under strict types: compiled, not run.

import PearlDiver, { PearlDiverError, attachToTangle, search } from '../src/index.js';
import type { FoundNonce } from '../src/index.js';

export async function attach(trunk: string, branch: string, trytes: readonly string[]): Promise<string[]> {
  const attached: string[] = await attachToTangle(trunk, branch, 14, trytes, { threads: 4 });
  return attached;
}

export async function find(trytes: string): Promise<FoundNonce | number> {
  const controller = new AbortController();
  try {
    return await search(trytes, 14, { signal: controller.signal, onProgress: ({ rate }) => rate > 0 || controller.abort() });
  } catch (error) {
    if (error instanceof PearlDiverError && error.code === 'ABORTED') return error.next ?? 0;
    // @ts-expect-error: no such code
    if (error instanceof PearlDiverError && error.code === 'OTHER') return 0;
    throw error;
  }
}

export const nonce: Promise<string> = PearlDiver.doPOW('A'.repeat(2673), 14);

// Without the types of a browser and of Node, as programs for other engines are compiled.

import { init, pearlDiver, sha256 } from '../../dist/index.mjs';
import type { WasmSource } from '../../dist/index.mjs';
import { attachToTangle } from '../../dist/pearl-diver-react-native.mjs';
import { sha256Hex } from '../../dist/sha256.mjs';

await init({ families: ['sha256'], modules: { sha256: new Uint8Array(8) } });
const digest: Uint8Array = sha256(new Uint8Array(3));

// What a polyfill has.
declare const signal: {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};
const { nonce } = await pearlDiver.search('A', 14, { signal });
const attached: string[] = await attachToTangle('A', 'B', 14, [nonce], { signal });

// @ts-expect-error a number is no signal
pearlDiver.search('A', 14, { signal: 7 });
// @ts-expect-error nor a module
const wrong: WasmSource = 7;

export const used: unknown[] = [digest, sha256Hex(digest), attached, wrong];

// Compiled and never run: how the types are meant to be used, and what they must refuse.

import {
  Curl, LanesmithError, PublicKey, Sha256, Signature, backend, bls, check, curl, engines, init, initSync, merkle, pearlDiver, pwhash, sha256, sha256Hex,
  sha256Into, sha256Many, sha256Nodes, sha256NodesInPlace, use,
} from '../../dist/index.mjs';
import type { BlsScheme, Engine, FoundNonce, LanesmithErrorCode, SearchOptions, SearchProgress, WasmSource } from '../../dist/index.mjs';
import { PearlDiver, attachToTangle } from '../../dist/pearl-diver-react-native.mjs';
import type { Backend, NativeModule } from '../../src/backend.mjs';

await init({ backend: 'wasm', engine: 'simd128', families: ['sha256', 'bls'] });
initSync();

const digest: Uint8Array = sha256(new ArrayBuffer(3));
const text: string = sha256Hex(new Uint16Array(4));
const same: Uint8Array = sha256Into(digest, new Uint8Array(32));
const many: Uint8Array = sha256Many([digest, same]);
const rows: Uint8Array = sha256Many(many, 32, new Uint8Array(64));
const nodes: Uint8Array = sha256Nodes(rows);
const above: Uint8Array = sha256NodesInPlace(nodes);
const hasher: Sha256 = new Sha256().update(nodes).clone();
const length: number = hasher.length;

const proof: Uint8Array[] = merkle.proof([digest, same], 1, { limit: 2n ** 40n });
const right: boolean = merkle.verify(same, proof, { index: 1, limit: 2n ** 40n }, digest);
merkle.verify(same, proof, { generalizedIndex: 3n }, digest);

const hash: string = curl.hash('LANESMITH', { rounds: 27 });
const trits: Int8Array = new Curl(81).absorb(curl.trytesToTrits(hash)).squeeze();

const controller = new AbortController();
// What is given lies in an ArrayBuffer of its own, which `crypto.subtle` and `Blob` ask for.
const memory: ArrayBuffer = sha256(digest).buffer;
const nodesMemory: ArrayBuffer = sha256Nodes(rows).buffer;
const into: Uint16Array[] = [new Uint16Array(sha256Into(digest, new Uint8Array(new ArrayBuffer(32))).buffer)];

// Modules of one's own, as files written by `lanesmith-inline` have them.
await init({ modules: { sha256: async (build: string) => new ArrayBuffer(build.length), curl: new URL('file:///x.wasm') } });

const found: FoundNonce = await pearlDiver.search(text, 14, {
  signal: controller.signal,
  threads: 2,
  start: 0,
  onProgress: (progress: SearchProgress) => console.log(progress.rate, progress.next),
});
const nonce: string = found.nonce;
// Where the program has these classes, it gets them back as what they are.
const signal: AbortSignal | undefined = ({} as SearchOptions).signal;
const sources: WasmSource[] = [new URL('file:///x.wasm'), new Response(), new Uint8Array(3)];
const attached: string[] = await attachToTangle(hash, hash, 14, [found.trytes], { signal: controller.signal });
const other: Promise<string> = PearlDiver.doPOW(nonce, 9);

const scheme: BlsScheme = bls.scheme({ variant: 'min_sig', mode: 'basic', tag: 'TAG' });
const verdicts: boolean[] = scheme.verifyBatch([digest], [digest], [digest]);
const decoded: PublicKey = new PublicKey(digest, { variant: 'min_pk' });
const sum: boolean = scheme.fastAggregateVerify([decoded, digest], digest, new Signature(digest));
const dealt = scheme.splitKey(digest, { threshold: 2, shares: 3 });
const joined: Uint8Array = bls.recoverKey(dealt.shares);
const randomness: Uint8Array | null = bls.drandVerify('quicknet', 1, digest);
const stored: string = pwhash.hash('p', { scheme: 'yescrypt', memory: 1 << 20 });
const later: Promise<boolean> = pwhash.verifyAsync(stored, 'p');

const rowsOf: Engine[] = engines();
use('sha256.*', 'scalar');
const ok: boolean = (await check()).ok && backend()?.engine === 'simd128';

try {
  sha256(digest);
} catch (error) {
  if (error instanceof LanesmithError) {
    const code: LanesmithErrorCode = error.code;
    const at: number | undefined = error.index ?? error.next ?? error.attempts;
    console.log(code, at);
  }
}

// What must not compile.
// @ts-expect-error text is no bytes
sha256('abc');
// @ts-expect-error a number is no bytes
sha256(42);
// @ts-expect-error rows of one length need it
sha256Many(digest);
// @ts-expect-error no such number of rounds
curl.hash('A', { rounds: 80 });
// @ts-expect-error a place has a limit
merkle.verify(same, proof, { index: 1 }, digest);
// @ts-expect-error no such family
init({ families: ['sha1'] });
// @ts-expect-error modules are not numbers
init({ modules: { sha256: 7 } });
// @ts-expect-error a signature is no key
scheme.aggregateKeys([new Signature(digest)]);
// @ts-expect-error no such code
new LanesmithError('NO_SUCH_CODE', 'message');
// @ts-expect-error what is read is not written
found.nonce = 'A';

export const used: unknown[] = [length, right, trits, attached, other, verdicts, later, rowsOf, ok, memory, nodesMemory, into, above, signal, sources, backend()?.builds.bls, decoded.toBytes(), sum, joined, randomness];
export type Both = [Backend, NativeModule];

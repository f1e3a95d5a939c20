import { bls, curl, engines, init, initSync, LanesmithError, merkle, pearlDiver, pwhash, Sha256, sha256, sha256Many, use } from 'lanesmith';
import type { CheckReport, Engine, FoundNonce, LanesmithErrorCode, SearchOptions } from 'lanesmith';
import { attachToTangle } from 'lanesmith/pearl-diver-react-native';
import { init as initSha256, sha256Hex } from 'lanesmith/sha256';

await init({ backend: 'wasm', families: ['sha256', 'merkle', 'curl'] });
initSync({ backend: 'wasm', families: ['bls'] });
await initSha256({ backend: 'wasm' });

const digest: Uint8Array = sha256(new Uint8Array(3));
const text: string = sha256Hex(digest);
const many: Uint8Array = sha256Many([digest, digest.buffer as ArrayBuffer]);
const fixed: Uint8Array = sha256Many(many, 32);
const proof: Uint8Array[] = merkle.proof(fixed, 0);
const right: boolean = merkle.verify(fixed.subarray(0, 32), proof, { index: 0, limit: 2 }, merkle.root(fixed));
const trytes: string = curl.hash('ABC');
const hasher: Sha256 = new Sha256().update(digest);
const list: readonly Engine[] = engines();
use('sha256.nodes', 'auto');

let code: LanesmithErrorCode | undefined;
try {
  curl.hash('abc');
} catch (error) {
  if (error instanceof LanesmithError) code = error.code;
}

const options: SearchOptions = { threads: 1, onProgress: ({ attempts }) => void attempts.toFixed() };
const found: FoundNonce = await pearlDiver.search('9'.repeat(2673), 5, options);
const attached: Promise<string[]> = attachToTangle('9'.repeat(81), '9'.repeat(81), 1, []);
pearlDiver.close();

// What must not compile.
export function wrong(report: CheckReport): void {
  // @ts-expect-error bytes are wanted, not a number
  sha256(5);
  // @ts-expect-error no such family
  void init({ families: ['md5'] });
  // @ts-expect-error a place has to be said
  merkle.verify(digest, proof, digest);
  // @ts-expect-error reports are read only
  report.ok = true;
  // @ts-expect-error not a scheme
  pwhash.hash('x', { scheme: 'md5' });
  // @ts-expect-error keys are bytes
  bls.sign('secret', digest);
}

console.log(JSON.stringify({
  right: right && text.length === 64, code, trytes: trytes.length, hasher: hasher.hex().length, engines: list.length > 0, found: found.weight >= 5, attached: (await attached).length,
}));

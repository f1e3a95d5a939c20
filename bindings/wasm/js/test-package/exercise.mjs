// What every project does with the package, whichever way it came by it. The answers are plain values.

/** Not a promise of the package: keeps a failing project from hanging. */
const LIMIT = 60_000;

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The transaction whose nonce is searched. */
export const TRANSACTION = 'ABC9'.repeat(668).slice(0, 2646) + '9'.repeat(27);

export async function exercise(lanesmith) {
  const { backend, bls, check, curl, init, LanesmithError, merkle, pearlDiver, pwhash, sha256, Sha256 } = lanesmith;
  let early;
  try {
    sha256(new Uint8Array(0));
  } catch (error) {
    early = `${error instanceof LanesmithError} ${error.code}`;
  }
  await init({ backend: 'wasm', families: ['sha256', 'merkle', 'hmac', 'curl', 'bls', 'pwhash'] });
  const abc = new TextEncoder().encode('abc');
  const key = bls.generateKey(new Uint8Array(32).fill(7));
  const signature = bls.sign(key, abc);
  const report = await check();
  const found = await pearlDiver.search(TRANSACTION, 6, { threads: 2, signal: AbortSignal.timeout(LIMIT) });
  pearlDiver.close();
  return {
    early,
    backend: backend().backend,
    engine: backend().engine,
    check: report.ok && report.checked > 0,
    digest: hex(sha256(abc)),
    stream: hex(new Sha256().update(abc.subarray(0, 1)).update(abc.subarray(1)).digest()),
    root: hex(merkle.root(new Uint8Array(64))),
    curl: curl.hash('A'.repeat(81)),
    signature: bls.verify(bls.publicKey(key), abc, signature) && !bls.verify(bls.publicKey(key), abc.subarray(1), signature),
    password: pwhash.verify(pwhash.hash('secret', { scheme: 'argon2id', memory: 1 << 20 }), 'secret'),
    found: { trytes: found.trytes, hash: found.hash, nonce: found.nonce },
  };
}

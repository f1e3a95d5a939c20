// Every published vector of the project that the package has a function for, in any engine of JavaScript: it reads the files of
// testkit/vectors by the function that it is given, and gives what was compared and what was wrong.

const unhex = (text) => {
  const digits = text.replace(/^0x/, '');
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16));
};
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const unbase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const concat = (parts) => {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
};
const trits = (text) => Int8Array.from(text, (c) => ({ '-': -1, 0: 0, '+': 1 })[c]);

/** The bytes of the generator that length_sweep.json describes. */
function generated(seed, length) {
  const bytes = new Uint8Array(length);
  for (let at = 0, x = seed; at < length; at++) {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0;
    bytes[at] = x >>> 24;
  }
  return bytes;
}

/**
 * Compares everything with one initialised instance of the library.
 * @param {typeof import('../src/index.mjs')} lanesmith With all families loaded.
 * @param {(path: string) => Promise<string>} read The text of a file of testkit/vectors.
 * @param {{ threads?: number, most?: number }} [options] Workers of searches; the largest weight that is searched.
 */
export async function vectors(lanesmith, read, { threads = 1, most = 9 } = {}) {
  const { bls, curl, merkle, pearlDiver, pwhash } = lanesmith;
  /** @type {Record<string, number>} */
  const counts = {};
  /** @type {string[]} */
  const failures = [];
  const json = async (path) => JSON.parse(await read(path));
  const lines = async (path) => (await read(path)).split('\n').filter((line) => line.trim()).map((line) => JSON.parse(line));

  /** One answer; what is thrown is an answer too. */
  const compare = async (operation, name, make, wanted) => {
    counts[operation] = (counts[operation] ?? 0) + 1;
    let found;
    try {
      found = await make();
    } catch (error) {
      found = `throws ${error.code}: ${error.message}`;
    }
    if (found !== wanted) failures.push(`${operation} ${name}: ${String(found).slice(0, 200)}, where ${String(wanted).slice(0, 200)} is right`);
  };
  /** What must be refused with one of our codes. */
  const refused = async (operation, name, make) => {
    counts[operation] = (counts[operation] ?? 0) + 1;
    try {
      const found = await make();
      if (found !== false) failures.push(`${operation} ${name}: ${String(found).slice(0, 100)}, where it has to be refused`);
    } catch (error) {
      if (!(error instanceof lanesmith.LanesmithError) || error.code === 'INTERNAL') failures.push(`${operation} ${name}: ${error.stack}`);
    }
  };

  // --- SHA-256
  for (const file of ['SHA256ShortMsg.rsp', 'SHA256LongMsg.rsp']) {
    const text = await read(`sha256/${file}`);
    for (const [, bits, message, digest] of text.matchAll(/Len = (\d+)\s+Msg = (\w+)\s+MD = (\w+)/g)) {
      const bytes = Number(bits) === 0 ? new Uint8Array(0) : unhex(message);
      await compare('sha256', `${file} ${bits}`, () => hex(lanesmith.sha256(bytes)), digest);
      await compare('Sha256', `${file} ${bits}`, () => {
        const hasher = new lanesmith.Sha256();
        for (let at = 0, step = 1; at < bytes.length; at += step, step = (step * 7) % 131) hasher.update(bytes.subarray(at, at + step));
        return hasher.hex();
      }, digest);
    }
  }
  {
    const text = await read('sha256/SHA256Monte.rsp');
    let seed = unhex(/Seed = (\w+)/.exec(text)[1]);
    for (const [, count, digest] of [...text.matchAll(/COUNT = (\d+)\s+MD = (\w+)/g)]) {
      await compare('sha256', `Monte ${count}`, () => {
        let [a, b, c] = [seed, seed, seed];
        for (let i = 0; i < 1000; i++) [a, b, c] = [b, c, lanesmith.sha256(concat([a, b, c]))];
        return hex(c);
      }, digest);
      seed = unhex(digest);
    }
  }
  {
    const sweep = await json('sha256/length_sweep.json');
    const messages = sweep.digests.map(({ len }) => generated(sweep.seed, len));
    for (const [at, { len, sha256 }] of sweep.digests.entries()) {
      await compare('sha256', `sweep ${len}`, () => lanesmith.sha256Hex(messages[at]), sha256);
    }
    await compare('sha256Many', 'sweep', () => hex(lanesmith.sha256Many(messages)), sweep.digests.map(({ sha256 }) => sha256).join(''));
  }
  for (const { count, nodes, digests, seed, sha256_of_digests: digest } of await json('sha256/hash64_batches.json')) {
    const pairs = nodes ? unhex(nodes) : generated(seed, 64 * count);
    await compare('sha256Nodes', `${count}`, () => (digests ? hex(lanesmith.sha256Nodes(pairs)) : hex(lanesmith.sha256(lanesmith.sha256Nodes(pairs)))), digests || digest);
    await compare('sha256Many', `${count} of 64`, () => hex(lanesmith.sha256(lanesmith.sha256Many(pairs, 64))), digest);
  }
  for (const [at, { key, msg, tag }] of (await json('sha256/hmac_rfc4231.json')).entries()) {
    await compare('hmac', `RFC 4231 ${at}`, () => hex(lanesmith.hmacSha256(unhex(key), unhex(msg))), tag);
  }
  for (const group of (await json('sha256/wycheproof_hmac_sha256_test.json')).testGroups) {
    for (const one of group.tests) {
      const right = one.result === 'valid';
      await compare('hmac', `Wycheproof ${one.tcId}`, () => hex(lanesmith.hmacSha256(unhex(one.key), unhex(one.msg))).slice(0, group.tagSize / 4) === one.tag, right);
      if (group.tagSize === 256) {
        await compare('hmac verify', `Wycheproof ${one.tcId}`, () => lanesmith.hmacSha256Verify(unhex(one.key), unhex(one.msg), unhex(one.tag)), right);
      }
    }
  }
  for (const [at, one] of (await json('sha256/hkdf_rfc5869.json')).entries()) {
    await compare('hkdf', `RFC 5869 ${at}`, () => hex(lanesmith.hkdfSha256(unhex(one.ikm), { salt: unhex(one.salt), info: unhex(one.info), length: one.length })), one.okm);
  }
  for (const { tests } of (await json('sha256/wycheproof_hkdf_sha256_test.json')).testGroups) {
    for (const one of tests) {
      const make = () => hex(lanesmith.hkdfSha256(unhex(one.ikm), { salt: unhex(one.salt), info: unhex(one.info), length: one.size }));
      if (one.result === 'valid') await compare('hkdf', `Wycheproof ${one.tcId}`, make, one.okm);
      else await refused('hkdf', `Wycheproof ${one.tcId}`, make);
    }
  }
  const derived = [
    ...(await json('sha256/pbkdf2_rfc7914.json')).map((one) => ({ ...one, tcId: 'RFC 7914', iterationCount: one.iterations })),
    ...(await json('sha256/wycheproof_pbkdf2_hmacsha256_test.json')).testGroups.flatMap((group) => group.tests),
  ];
  for (const one of derived.filter((one) => one.iterationCount <= 100_000)) {
    const asked = { salt: unhex(one.salt), iterations: one.iterationCount, length: one.dkLen };
    await compare('pbkdf2', `${one.tcId}`, () => hex(lanesmith.pbkdf2Sha256(unhex(one.password), asked)), one.dk);
  }

  // --- Trees
  {
    const { zero_hashes: zeros, cases } = await json('sha256/ssz_merkleize.json');
    for (const [height, zero] of zeros.entries()) await compare('merkle.zeroHash', `${height}`, () => hex(merkle.zeroHash(height)), zero);
    for (const one of cases) {
      const leaves = one.chunks === null ? generated(one.seed, 32 * one.count) : unhex(one.chunks);
      const options = one.limit === null ? {} : { limit: BigInt(one.limit) };
      const name = `${one.count} of ${one.limit}`;
      await compare('merkle.root', name, () => hex(merkle.root(leaves, options)), one.root);
      await compare('merkle.mixInLength', name, () => hex(merkle.mixInLength(unhex(one.root), one.count)), one.root_mixed_in_length);
      if (one.count > 0) {
        const index = one.count - 1;
        const limit = one.limit ?? 2 ** Math.ceil(Math.log2(one.count));
        await compare('merkle.verify', name, () => {
          const proof = merkle.proof(leaves, index, options);
          return merkle.verify(leaves.subarray(32 * index), proof, { index, limit: BigInt(limit) }, unhex(one.root));
        }, true);
      }
    }
  }
  {
    const log = await json('sha256/rfc6962.json');
    const leaves = concat(log.leaves.map((leaf) => merkle.log.leafHash(unhex(leaf))));
    for (const tree of log.trees) {
      const some = leaves.subarray(0, 32 * tree.size);
      await compare('merkle.log.root', `${tree.size}`, () => hex(merkle.log.root(some)), tree.root);
      for (const [index, proof] of tree.inclusion.entries()) {
        await compare('merkle.log.proof', `${index} of ${tree.size}`, () => merkle.log.proof(some, index).map(hex).join(), proof.join());
      }
      for (const [size, proof] of Object.entries(tree.consistency)) {
        await compare('merkle.log.consistencyProof', `${size} of ${tree.size}`, () => merkle.log.consistencyProof(some, Number(size)).map(hex).join(), proof.join());
      }
    }
    for (const one of log.inclusion_proofs) {
      const make = () => merkle.log.verify(unbase64(one.leafHash ?? ''), (one.proof ?? []).map(unbase64), { index: one.leafIdx, size: one.treeSize }, unbase64(one.root ?? ''));
      if (one.wantErr) await refused('merkle.log.verify', one.name, make);
      else await compare('merkle.log.verify', one.name, make, true);
    }
    // Heads that are no hashes cannot be given to us.
    for (const one of log.consistency_proofs.filter((one) => unbase64(one.root1 ?? '').length === 32)) {
      const make = () => merkle.log.verifyConsistency((one.proof ?? []).map(unbase64), { size: one.size1, newSize: one.size2 }, unbase64(one.root1 ?? ''), unbase64(one.root2 ?? ''));
      if (one.wantErr) await refused('merkle.log.verifyConsistency', one.name, make);
      else await compare('merkle.log.verifyConsistency', one.name, make, true);
    }
  }
  for (const block of await json('sha256/bitcoin_blocks.json')) {
    // In print the bytes stand in reverse.
    const memory = (text) => unhex(text).reverse();
    await compare('merkle.bitcoinRoot', block.block_hash, () => hex(merkle.bitcoinRoot(block.txids.map(memory)).reverse()), block.merkle_root);
  }

  // --- Curl-P
  for (const one of [...(await json('curl/hash.json')), ...(await json('curl/transaction.json'))]) {
    const wanted = one.output ?? one.hash;
    // Longer outputs are asked of the sponge.
    await compare('curl.hash', one.id, () => curl.hash(one.input ?? one.trytes, { rounds: one.rounds }), wanted.slice(0, 81));
    const message = curl.trytesToTrits(one.input ?? one.trytes);
    await compare('Curl', one.id, () => curl.tritsToTrytes(new lanesmith.Curl(one.rounds).absorb(message).squeeze(3 * wanted.length)), wanted);
  }
  {
    const all = (await json('curl/transaction.json')).filter((one) => one.rounds === 81);
    await compare('curl.hashMany', 'transactions', () => curl.hashMany(all.map((one) => one.trytes)).join(), all.map((one) => one.hash).join());
    const flat = new TextEncoder().encode(all.map((one) => one.trytes).join(''));
    await compare('curl.hashManyBytes', 'transactions', () => new TextDecoder().decode(curl.hashManyBytes(flat, 2673)), all.map((one) => one.hash).join(''));
    for (const one of all) await compare('curl.weight', one.id, () => curl.weight(one.hash), one.weight);
  }
  for (const one of await json('curl/hash_trits.json')) {
    await compare('curl.hashTrits', one.id, () => [...curl.hashTrits(trits(one.input_trits), { rounds: one.rounds })].join(), [...trits(one.output_trits)].join());
  }
  for (const one of await json('curl/permutation.json')) {
    await compare('curl.permute', one.id, () => [...curl.permute(trits(one.state_in), { rounds: one.rounds })].join(), [...trits(one.state_out)].join());
  }
  for (const one of await json('curl/collision.json')) {
    for (const [at, input] of one.inputs.entries()) {
      await compare('curl.hash', `${one.id} ${at}`, () => curl.hash(input, { rounds: one.rounds }), one.output);
      if (one.outputs_curl_p_81) await compare('curl.hash', `${one.id} ${at} of 81 rounds`, () => curl.hash(input), one.outputs_curl_p_81[at]);
    }
  }
  for (const one of await json('curl/b1t6.json')) {
    await compare('curl.b1t6Encode', one.id, () => curl.b1t6Encode(unhex(one.bytes_hex)), one.trytes);
    await compare('curl.b1t6Decode', one.id, () => hex(curl.b1t6Decode(one.trytes)), one.bytes_hex);
  }
  for (const one of await json('curl/b1t6_invalid.json')) await refused('curl.b1t6Decode', one.id, () => curl.b1t6Decode(one.trytes));
  for (const one of await json('curl/t5b1.json')) {
    const text = () => (one.trits === undefined ? curl.trytesToTrits(one.trytes) : trits(one.trits));
    await compare('curl.t5b1Encode', one.id, () => hex(curl.t5b1Encode(text())), one.bytes_hex);
    await compare('curl.t5b1Decode', one.id, () => [...curl.t5b1Decode(unhex(one.bytes_hex), text().length)].join(), [...text()].join());
  }
  for (const one of await json('curl/t5b1_invalid.json')) {
    const bytes = unhex(one.bytes_hex);
    await refused('curl.t5b1Decode', one.id, () => curl.t5b1Decode(bytes, one.trits ?? 5 * bytes.length));
  }
  for (const one of await json('curl/tryte.json')) {
    await compare('curl.trytesToTrits', one.tryte, () => [...curl.trytesToTrits(one.tryte)].join(), one.trits.join());
    await compare('curl.tritsToTrytes', one.tryte, () => curl.tritsToTrytes(Int8Array.from(one.trits)), one.tryte);
  }
  for (const one of await json('curl/pow_check.json')) {
    if (one.trytes?.length !== 2673) continue;
    await compare('curl.weight', one.id, () => curl.weight(curl.hash(one.trytes)), one.weight);
  }
  for (const one of (await json('curl/pow_iri_order.json')).filter((one) => one.min_weight_magnitude <= most)) {
    const given = one.trytes_without_nonce.slice(0, 2646) + '9'.repeat(27);
    await compare('pearlDiver.search', one.id, async () => {
      const found = await pearlDiver.search(given, one.min_weight_magnitude, { threads });
      return found.weight >= one.min_weight_magnitude && curl.weight(curl.hash(given.slice(0, 2646) + found.nonce)) === found.weight;
    }, true);
  }
  pearlDiver.close();

  // --- BLS12-381
  const folder = 'bls/eth_bls12_381_tests';
  const list = (texts) => texts.map(unhex);
  for (const { name, input, output } of await json(`${folder}/sign.json`)) {
    const make = () => hex(bls.sign(unhex(input.privkey), unhex(input.message)));
    if (output === null) await refused('bls.sign', name, make);
    else await compare('bls.sign', name, make, output.replace(/^0x/, ''));
  }
  /** A verdict; malformed keys and signatures are errors, which is no either. */
  const verdict = async (operation, name, make, wanted) => (wanted ? compare(operation, name, make, true) : refused(operation, name, make));
  for (const { name, input, output } of await json(`${folder}/verify.json`)) {
    await verdict('bls.verify', name, () => bls.verify(unhex(input.pubkey), unhex(input.message), unhex(input.signature)), output);
  }
  for (const { name, input, output } of await json(`${folder}/aggregate.json`)) {
    const make = () => hex(bls.aggregate(list(input)));
    if (output === null) await refused('bls.aggregate', name, make);
    else await compare('bls.aggregate', name, make, output.replace(/^0x/, ''));
  }
  for (const { name, input, output } of await json(`${folder}/aggregate_verify.json`)) {
    await verdict('bls.aggregateVerify', name, () => bls.aggregateVerify(list(input.pubkeys), list(input.messages), unhex(input.signature)), output);
  }
  for (const { name, input, output } of await json(`${folder}/fast_aggregate_verify.json`)) {
    await verdict('bls.fastAggregateVerify', name, () => bls.fastAggregateVerify(list(input.pubkeys), unhex(input.message), unhex(input.signature)), output);
  }
  for (const { name, input, output } of await json(`${folder}/batch_verify.json`)) {
    await verdict('bls.verifyBatch', name, () => bls.verifyBatch(list(input.pubkeys), list(input.messages), list(input.signatures)).every(Boolean), output);
  }
  for (const { name, input, output } of await json(`${folder}/deserialization_G1.json`)) {
    // The identity is a point and no key.
    const identity = /^c0(00)+$/.test(input.pubkey);
    const make = () => { bls.checkKey(unhex(input.pubkey)); return true; };
    await verdict('bls.checkKey', name, make, output && !identity);
  }
  for (const [at, one] of (await json('bls/keygen/keygen.json')).entries()) {
    // The drafts give different keys; the package has the fourth.
    if (one.draft !== 'v4') continue;
    await compare('bls.generateKey', `${at}`, () => hex(bls.generateKey(unhex(one.ikm), unhex(one.key_info))), one.sk);
  }
  for (const [at, one] of (await json('bls/eip2333/derive.json')).entries()) {
    const decimal = (bytes) => BigInt(`0x${hex(bytes)}`).toString();
    const master = () => bls.deriveMaster(unhex(one.seed));
    await compare('bls.deriveMaster', `${at}`, () => decimal(master()), one.master_SK);
    await compare('bls.derivePath', `${at}`, () => decimal(bls.derivePath(master(), `m/${one.child_index}`)), one.child_SK);
  }

  // --- Passwords
  {
    const argon2 = await json('memhard/argon2.json');
    for (const one of [...argon2.rfc9106, ...argon2.reference_kats, ...argon2.generated].filter((one) => one.version === 19 && one.m_kib <= 1 << 16)) {
      const asked = {
        salt: unhex(one.salt), variant: one.type, memory: one.m_kib, passes: one.t, lanes: one.p, length: one.tag_len, secret: unhex(one.secret), data: unhex(one.ad),
      };
      await compare('pwhash.argon2', one.note, () => hex(pwhash.argon2(unhex(one.password), asked)), one.tag);
    }
    const tag = (string) => unbase64(string.slice(string.lastIndexOf('$') + 1).replaceAll(/[^\w+/]/g, '')).length;
    for (const one of argon2.phc_valid) {
      // Tags have 32 bytes and more, or the 16 of programs of before; others may have been cut off.
      const verify = () => pwhash.verify(one.string, unhex(one.password));
      if (tag(one.string) === 16 || tag(one.string) >= 32) await compare('pwhash.verify', one.string, verify, true);
      else await refused('pwhash.verify', one.string, verify);
    }
    for (const one of argon2.phc_invalid) await refused('pwhash.verify', one.string, () => pwhash.verify(one.string, 'password'));
  }
  {
    const scrypt = await json('memhard/scrypt.json');
    for (const one of [...scrypt.rfc7914, ...scrypt.generated].filter((one) => one.N * one.r * 128 <= 1 << 26)) {
      const asked = { salt: unhex(one.salt), n: one.N, r: one.r, p: one.p, length: one.dk_len };
      await compare('pwhash.scrypt', one.note, () => hex(pwhash.scrypt(unhex(one.password), asked)), one.dk);
    }
    for (const one of [...scrypt.crypt_7_valid, ...scrypt.phc_valid]) await compare('pwhash.verify', one.string, () => pwhash.verify(one.string, unhex(one.password)), true);
    for (const one of [...scrypt.crypt_7_invalid, ...scrypt.phc_invalid]) await refused('pwhash.verify', one.string, () => pwhash.verify(one.string, 'password'));
  }
  for (const one of (await lines('memhard/yescrypt_crypt_published.jsonl')).filter((one) => one.kind === 'plaintext' && one.crypt.startsWith('$y$'))) {
    await compare('pwhash.verify', one.crypt, () => pwhash.verify(one.crypt, unhex(one.password)), true);
    await compare('pwhash.verify', `${one.crypt} of another`, () => pwhash.verify(one.crypt, concat([unhex(one.password), Uint8Array.of(33)])), false);
  }
  return { counts, compared: Object.values(counts).reduce((a, b) => a + b, 0), failures };
}

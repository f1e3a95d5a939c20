/** Written by xtask from bindings/face (cargo xtask generate): do not edit.
 *
 * How the arguments of each function cross, a letter each: b bytes, t text, n a number, l one of 64 bits, o one of those or null, s a scheme
 * (variant, mode, tag), m messages and their lengths, p a point, P points, q points or null, w numbers in an array, r room for a result. Behind the colon
 * what comes back: h short bytes, into the last argument, v bytes, x text, ? yes or no, k a key, g a signature. ! is secret: wiped afterwards. */

export const HMAC = {
  hmacSha256: '!bb:h',
  hkdfSha256: '!bbbr',
  pbkdf2Sha256: '!nbbr',
};

export const MERKLE = {
  merkleRoot: 'ob:h',
  merkleProof: 'olb:v',
  merkleVerify: 'llbbb:?',
  merkleNodeProof: 'olbr',
  merkleNodeRoot: 'lbb:h',
  merkleMixInLength: 'bl:h',
  logLeaf: 'b:h',
  logRoot: 'b:h',
  logProof: 'nb:v',
  logVerify: 'llbbb:?',
  logConsistency: 'nb:v',
  logVerifyConsistency: 'llbbb:?',
  bitcoinRoot: 'b:h',
};

export const BLS = {
  blsKeyDecode: 'nb:k',
  blsKeyBytes: 'p:h',
  blsKeyUncompressed: 'p:h',
  blsSignatureDecode: 'nb:g',
  blsSignatureBytes: 'p:h',
  blsPublicKey: '!nb:k',
  blsSign: '!sbb:g',
  blsVerify: 'spbp:?',
  blsAggregate: 'sP:g',
  blsAggregateKeys: 'sP:k',
  blsAggregateVerify: 'sPmp:?',
  blsFastAggregateVerify: 'sPbp:?',
  blsProvePossession: '!sb:g',
  blsVerifyPossession: 'spp:?',
  blsVerifyBatch: '!sqmqbr',
  blsGenerate: '!bb:h',
  blsDeriveMaster: '!b:h',
  blsDerivePath: '!tb:h',
  blsSplit: '!nnnbbrr',
  blsShareVerify: '!nnbb:?',
  blsShareKey: 'nnb:k',
  blsRecoverKey: '!wb:h',
  blsRecoverSignature: 'nwP:g',
  drandVerify: 'tblbb:h',
};

export const PWHASH = {
  passwordHash: '!tlnnbbbb:x',
  passwordVerify: '!tlbbb:?',
  passwordIsCurrent: 'ttlnn:?',
  argon2: '!nnnnbbbbr',
  scrypt: '!lnnbbr',
};

/** Written by xtask from bindings/face (cargo xtask generate): do not edit. What the letters mean is in functions.mjs. */
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
  blocksDigests: 'tllbbr',
  blocksRootOfDigests: 'tllblb:h',
};

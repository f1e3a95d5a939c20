/** Written by xtask from bindings/face (cargo xtask generate): do not edit. What the letters mean is in functions.mjs. */
export const CURL = {
  curlHash: 'nb:h',
  curlHashTrits: 'nb:h',
  curlPermute: 'ni',
  curlT5b1Encode: 'br',
  curlT5b1Decode: 'br',
  curlB1t6Encode: 'br',
  curlB1t6Decode: 'br',
};

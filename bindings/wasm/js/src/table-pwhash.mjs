/** Written by xtask from bindings/face (cargo xtask generate): do not edit. What the letters mean is in functions.mjs. */
export const PWHASH = {
  passwordHash: '!tlnnbbbb:x',
  passwordVerify: '!tlbbb:?',
  passwordIsCurrent: 'ttlnn:?',
  argon2: '!nnnnbbbbr',
  scrypt: '!lnnbbr',
};

/** Written by xtask from bindings/face (cargo xtask generate): do not edit. What the letters mean is in functions.mjs. */
export const HMAC = {
  hmacSha256: '!bb:h',
  hkdfSha256: '!bbbr',
  pbkdf2Sha256: '!nbbr',
};

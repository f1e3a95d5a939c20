// What the files that `build.mjs` puts beside ours are.
declare module '*/lanesmith/index.mjs' {
  export * from 'lanesmith';
}
declare module '*/lanesmith-plain/index.mjs' {
  export * from 'lanesmith';
}
declare module '*/vendor/@chainsafe/as-sha256/lib/index.js' {
  export * from '@chainsafe/as-sha256';
}
declare module '*/vendor/@noble/curves/bls12-381.js' {
  export * from '@noble/curves/bls12-381.js';
}
declare module '*/vendor/@noble/hashes/argon2.js' {
  export * from '@noble/hashes/argon2.js';
}
declare module '*/vendor/@noble/hashes/pbkdf2.js' {
  export * from '@noble/hashes/pbkdf2.js';
}
declare module '*/vendor/@noble/hashes/scrypt.js' {
  export * from '@noble/hashes/scrypt.js';
}
declare module '*/vendor/@noble/hashes/sha2.js' {
  export * from '@noble/hashes/sha2.js';
}
declare module '*/vendor/hash-wasm/dist/index.esm.min.js' {
  export * from 'hash-wasm';
}

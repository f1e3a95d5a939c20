/** Random bytes of the system. */
export function random(length) {
  return globalThis.crypto.getRandomValues(new Uint8Array(length));
}

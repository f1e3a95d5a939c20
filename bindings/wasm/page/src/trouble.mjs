// What went wrong, for people.

/** The directive that a page needs, by the name that browsers know. */
export const DIRECTIVE = "script-src 'self' 'wasm-unsafe-eval'";

/** Whether an error says that a content security policy kept WebAssembly from being compiled. */
export function isRefused(/** @type {unknown} */ error) {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (/unsafe-eval|Content Security Policy|blocked by CSP/i.test(one.message)) return true;
  }
  return false;
}

/** The sentence of an error; where a policy refuses to compile, what to allow. */
export function describe(/** @type {unknown} */ error) {
  const message = error instanceof Error ? error.message : String(error);
  if (!isRefused(error) || message.includes("'wasm-unsafe-eval'")) return message;
  return `${message} The content security policy of this page has to allow WebAssembly: ${DIRECTIVE}`;
}

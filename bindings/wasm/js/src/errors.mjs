/** Errors: one class, with a code for programs and a sentence for people. */

// (MISMATCH is an answer, which no function of the package throws.)
const CODES = new Set([
  'NOT_INITIALISED', 'TYPE', 'LENGTH', 'RANGE', 'OVERLAP', 'DETACHED', 'TRYTE', 'TREE', 'KEY', 'SIGNATURE', 'PASSWORD', 'ENGINE',
  'MEMORY', 'MISMATCH', 'ABORTED', 'EXHAUSTED', 'WORKER', 'LOAD', 'INTERNAL',
]);

export class LanesmithError extends Error {
  /** What is shown of an error that nobody catches; the class itself has another name when it is minified. */
  static name = 'LanesmithError';

  constructor(code, message, { index, next, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    // What programs that abort look for.
    this.name = code === 'ABORTED' ? 'AbortError' : 'LanesmithError';
    this.code = code;
    if (index !== undefined) this.index = index;
    if (next !== undefined) this.next = next;
  }
}

/** An error of a backend, whose code may name a row: `TRYTE@3`. */
export function coded(code, message, cause) {
  const [name, row] = String(code).split('@');
  if (!CODES.has(name)) return new LanesmithError('INTERNAL', message, { cause });
  return new LanesmithError(name, message, { cause, index: row === undefined ? undefined : Number(row) });
}

/** Whatever a backend threw as an error of ours. */
export function wrapped(error) {
  if (error instanceof LanesmithError) return error;
  return coded(error?.code, error?.message ?? String(error), error);
}

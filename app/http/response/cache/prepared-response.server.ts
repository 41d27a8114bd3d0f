/** A property rather than a WeakSet, which would dominate the cost of sending. */
const PREPARED = Symbol("prepared");

interface Marked extends Response {
  [PREPARED]?: true;
}

/**
 * Marks a response as final: serialised, compressed, headers complete. Its `headers` are never
 * read, so the adapter writes them unparsed.
 */
export function markPrepared(response: Response): Response {
  (response as Marked)[PREPARED] = true;
  return response;
}

export function isPrepared(response: Response): boolean {
  return (response as Marked)[PREPARED] === true;
}

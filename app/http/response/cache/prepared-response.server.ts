/** A mark on the object itself: a WeakSet of every answer would be the costliest part of sending one. */
const PREPARED = Symbol("prepared");

interface Marked extends Response {
  [PREPARED]?: true;
}

/**
 * Marks an answer whose bytes and headers are final: serialised, compressed and complete. The process sends it as it is.
 * Such an answer is built from plain values and nobody reads its `headers`, so the adapter writes it without parsing them.
 */
export function markPrepared(response: Response): Response {
  (response as Marked)[PREPARED] = true;
  return response;
}

export function isPrepared(response: Response): boolean {
  return (response as Marked)[PREPARED] === true;
}

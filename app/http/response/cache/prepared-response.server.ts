/** A WeakSet would dominate the cost of sending. */
const PREPARED = Symbol("prepared");

interface Marked extends Response {
  [PREPARED]?: true;
}

/** Complete and compressed; the adapter writes it unparsed. */
export function markPrepared(response: Response): Response {
  (response as Marked)[PREPARED] = true;
  return response;
}

export function isPrepared(response: Response): boolean {
  return (response as Marked)[PREPARED] === true;
}

/** A WeakSet would dominate the cost of sending. */
const PREPARED = Symbol("prepared");

interface Marked extends Response {
  [PREPARED]?: true;
}

/** For complete, compressed responses, which the adapter writes unparsed. */
export function markPrepared(response: Response): Response {
  (response as Marked)[PREPARED] = true;
  return response;
}

export function isPrepared(response: Response): boolean {
  return (response as Marked)[PREPARED] === true;
}

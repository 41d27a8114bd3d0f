/** A WeakSet would dominate the cost of sending. */
const COMPLETE = Symbol("complete");

interface Marked extends Response {
  [COMPLETE]?: true;
}

/** Complete and compressed; the adapter writes it unparsed. */
export function markComplete(response: Response): Response {
  (response as Marked)[COMPLETE] = true;
  return response;
}

export function isComplete(response: Response): boolean {
  return (response as Marked)[COMPLETE] === true;
}

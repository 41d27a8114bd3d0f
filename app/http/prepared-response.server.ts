const prepared = new WeakSet<Response>();

/**
 * Marks an answer whose bytes and headers are final: serialised, compressed and complete. The process sends it as it is.
 * Such an answer is built from plain values and nobody reads its `headers`, so the adapter writes it without parsing them.
 */
export function markPrepared(response: Response): Response {
  prepared.add(response);
  return response;
}

export function isPrepared(response: Response): boolean {
  return prepared.has(response);
}

/** Runs the work of one key after the other; different keys run side by side. */
export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Lets fifty simultaneous sign-ups for one address hash one password and not fifty. */
export function createOneAtATime(): OneAtATime {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(work, work);
    const tail = result
      .catch(() => undefined)
      .finally(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return result;
  };
}

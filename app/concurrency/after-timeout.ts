/** A busy process runs timers before it reads arrived responses. Returns how to cancel it. */
export function afterTimeout(ms: number, callback: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (immediate = setImmediate(callback)), ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}

interface Deadline {
  ms: number;
  error: () => Error;
  /** The work gets as long again while this is true. */
  isMoving?: () => boolean;
}

/** Rejects with `error()` when the work takes longer; the work continues. */
export async function withinTimeout<Result>(
  work: Promise<Result>,
  { ms, error, isMoving = () => false }: Deadline,
): Promise<Result> {
  let cancel = () => undefined as void;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const wait = () => {
      cancel = afterTimeout(ms, () => (isMoving() ? wait() : reject(error())));
    };
    wait();
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    cancel();
  }
}

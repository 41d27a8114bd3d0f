const CHECK_EVERY_MS = 250;

export interface Starvation {
  failed(part: string, status: number | undefined, isFinal?: boolean): void;
  fed(part: string): void;
  stop: () => void;
}

/**
 * Calls `onStarved` once when the element has nothing to play and parts of its stream fail.
 * Buffered media plays on meanwhile; a `final` failure is reported once that has ended.
 */
export function watchForStarvation(
  getMedia: () => HTMLMediaElement | null,
  {
    stallTimeoutMs,
    onStarved,
  }: {
    stallTimeoutMs: number;
    onStarved: (status: number | undefined) => void;
  },
): Starvation {
  const failures = new Map<string, { status: number | undefined; isFinal: boolean }>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let starvingSince: number | null = null;

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    starvingSince = null;
    failures.clear();
  };
  const check = () => {
    const media = getMedia();
    const isFed = media !== null && media.readyState >= media.HAVE_FUTURE_DATA && !media.seeking;
    if (isFed) {
      starvingSince = null;
      return;
    }
    starvingSince ??= performance.now();
    const all = [...failures.values()];
    const worst = all.find(({ isFinal }) => isFinal) ?? all[0];
    if (worst === undefined) return stop();
    if (!worst.isFinal && performance.now() - starvingSince < stallTimeoutMs) return;
    stop();
    onStarved(worst.status);
  };
  return {
    failed(part, status, isFinal = false) {
      const isNew = failures.size === 0;
      failures.set(part, { status, isFinal: isFinal || failures.get(part)?.isFinal === true });
      if (isNew) timer = setInterval(check, CHECK_EVERY_MS);
    },
    fed(part) {
      failures.delete(part);
      if (failures.size === 0) stop();
    },
    stop,
  };
}

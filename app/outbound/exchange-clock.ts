import { Cancelled, UpstreamFailed } from "~/errors/app-error";

export interface TimeLimits {
  /** To the body's last byte, with DNS, redirects and queueing. */
  deadlineMs?: number;
  /** To the final response's head. */
  firstByteMs?: number;
  /** Paused by the reader's back-pressure. */
  idleMs?: number;
}

export interface WatchedBody {
  bytesRead: () => number;
  isWanted: () => boolean;
}

/** A real AbortSignal is an exchange's costliest part. */
export interface EndSignal {
  readonly aborted: boolean;
  readonly reason: Error;
  addEventListener(type: "abort", listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface ExchangeClock {
  readonly signal: EndSignal;
  watchBody(body: WatchedBody): void;
  stop(): void;
}

const CHECKS_PER_IDLE_LIMIT = 4;

export function startClock(limits: TimeLimits, viewer?: AbortSignal): ExchangeClock {
  const signal = new End();
  const tooLate = () => signal.abort(new UpstreamFailed("source.timeout"));
  const cancel = () => signal.abort(new Cancelled());
  const deadline =
    limits.deadlineMs === undefined ? undefined : setTimeout(tooLate, limits.deadlineMs);
  const firstByte =
    limits.firstByteMs === undefined ? undefined : setTimeout(tooLate, limits.firstByteMs);
  let idle: NodeJS.Timeout | undefined;
  if (viewer?.aborted) cancel();
  else viewer?.addEventListener("abort", cancel, { once: true });

  return {
    signal,
    watchBody({ bytesRead, isWanted }) {
      clearTimeout(firstByte);
      if (limits.idleMs === undefined) return;
      // Polling costs nothing per chunk, unlike a restarted timer.
      let seen = bytesRead();
      let idleChecks = 0;
      idle = setInterval(() => {
        const now = bytesRead();
        idleChecks = now === seen && isWanted() ? idleChecks + 1 : 0;
        seen = now;
        if (idleChecks >= CHECKS_PER_IDLE_LIMIT) tooLate();
      }, limits.idleMs / CHECKS_PER_IDLE_LIMIT);
    },
    stop() {
      clearTimeout(deadline);
      clearTimeout(firstByte);
      clearInterval(idle);
      viewer?.removeEventListener("abort", cancel);
    },
  };
}

class End implements EndSignal {
  aborted = false;
  reason!: Error;
  readonly #listeners = new Set<() => void>();

  addEventListener(_: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(reason: Error): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }
}

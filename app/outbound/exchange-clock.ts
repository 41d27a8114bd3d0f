import { Cancelled, UpstreamFailed } from "~/errors/app-error";

/** How long an exchange may take. Each part is optional; all are milliseconds. */
export interface TimeLimits {
  /** From the call to the last byte of the body: names, redirects and waiting for a connection included. */
  deadlineMs?: number;
  /** From the call to the head of the final answer. */
  firstByteMs?: number;
  /** Between two parts of the body, while its reader wants more. A reader who takes their time is not the source's fault. */
  idleMs?: number;
}

/** What a clock looks at while a body comes. */
export interface WatchedBody {
  bytesRead: () => number;
  /** Whether its reader would take more bytes if there were any. */
  isWanted: () => boolean;
}

/** What ends an exchange: as much of an `AbortSignal` as it takes. A real one for each would be the costliest part of a small exchange. */
export interface EndSignal {
  readonly aborted: boolean;
  /** Set once it is aborted. */
  readonly reason: Error;
  addEventListener(type: "abort", listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Ends an exchange when its time is over or nobody wants it any more. */
export interface ExchangeClock {
  /** Aborted with `Cancelled` or `UpstreamFailed` as its reason. */
  readonly signal: EndSignal;
  /** Tells that the head of the final answer has arrived, and watches the body from here on. */
  watchBody(body: WatchedBody): void;
  /** Ends the watch. Must be called when the exchange is over, however it ended. */
  stop(): void;
}

/** How often per idle limit the body is looked at. More would only notice a stop more exactly. */
const LOOKS_PER_IDLE_LIMIT = 4;

/** Starts the clock of one exchange. `viewer` is the signal of whoever waits for it. */
export function startClock(limits: TimeLimits, viewer?: AbortSignal): ExchangeClock {
  const signal = new End();
  const tooLate = () => signal.abort(new UpstreamFailed("The source did not answer in time."));
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
      // Looking at a counter now and then costs nothing per chunk, unlike a timer that every chunk restarts.
      let seen = bytesRead();
      let quietLooks = 0;
      idle = setInterval(() => {
        const now = bytesRead();
        quietLooks = now === seen && isWanted() ? quietLooks + 1 : 0;
        seen = now;
        if (quietLooks >= LOOKS_PER_IDLE_LIMIT) tooLate();
      }, limits.idleMs / LOOKS_PER_IDLE_LIMIT);
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

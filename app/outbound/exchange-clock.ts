import { LightSignal } from "~/concurrency/light-signal";
import type { WaitSignal } from "~/concurrency/wait-queue";
import { Cancelled, UpstreamFailed } from "~/errors/app-error";

export interface TimeLimits {
  /** The time until the body's last byte, with DNS, redirects and queueing. */
  deadlineMs?: number;
  /** The time until the final response's head. */
  firstByteMs?: number;
  /** Idle milliseconds; the reader's back-pressure pauses them. */
  idleMs?: number;
}

export interface WatchedBody {
  bytesRead: () => number;
  isWanted: () => boolean;
}

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

export function startClock(limits: TimeLimits, viewer?: WaitSignal): ExchangeClock {
  const signal = new LightSignal();
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

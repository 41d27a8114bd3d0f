import { Busy, Cancelled } from "~/errors/app-error";

/** How much memory the sources of images may take while they are fetched and wait for their transform. */
export interface ByteBudget {
  /** Resolves when there is room for one more source. Throws `Busy` when too many wait for it or it takes too long, and `Cancelled`. */
  enter(signal?: AbortSignal): Promise<Share>;
  /** Bytes that are held now. */
  readonly held: number;
}

/** What one source holds. */
export interface Share {
  /** Counts bytes that have arrived. Throws `Busy` when all sources together hold too many. */
  add(bytes: number): void;
  /** Gives everything back. */
  release(): void;
}

interface Limits {
  /** From here on new sources wait until others are done. */
  soft: number;
  /** What has started before that may still arrive, up to here. */
  hard: number;
  maxWaiting: number;
  /** How long one may wait. */
  maxWaitMs: number;
}

const RETRY_AFTER_SECONDS = 2;
/** Each source that is done lets so many in: more than one, so that the flow grows again, and not all, so that it does not burst. */
const LET_IN = 2;

/** Counts what has arrived, not what was announced: a source that announces much and sends nothing holds up nobody. */
export function createByteBudget({ soft, hard, maxWaiting, maxWaitMs }: Limits): ByteBudget {
  const waiting = new Set<() => void>();
  let held = 0;

  const busy = () => new Busy("Too many images are being fetched right now.", RETRY_AFTER_SECONDS);

  function openShare(): Share {
    let mine = 0;
    return {
      add(bytes) {
        if (held + bytes > hard) throw busy();
        mine += bytes;
        held += bytes;
      },
      release() {
        held -= mine;
        mine = 0;
        if (held >= soft) return;
        for (const start of [...waiting].slice(0, LET_IN)) start();
      },
    };
  }

  return {
    enter(signal) {
      if (signal?.aborted) return Promise.reject(new Cancelled());
      if (held < soft) return Promise.resolve(openShare());
      if (waiting.size >= maxWaiting) return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        const end = () => {
          waiting.delete(start);
          clearTimeout(patience);
          signal?.removeEventListener("abort", leave);
        };
        const leave = () => {
          end();
          reject(new Cancelled());
        };
        const start = () => {
          end();
          resolve(openShare());
        };
        const patience = setTimeout(() => {
          end();
          reject(busy());
        }, maxWaitMs);
        signal?.addEventListener("abort", leave, { once: true });
        waiting.add(start);
      });
    },
    get held() {
      return held;
    },
  };
}

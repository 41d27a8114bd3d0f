import type { Socket } from "node:net";

export interface ReaderLimits {
  /** Milliseconds without any progress. */
  silentMs: number;
  /** Milliseconds in which at least `minBytes` are to be read. */
  windowMs: number;
  minBytes: number;
  checkMs: number;
}

/** Slow readers hold memory, slots and connections. */
export interface ReaderWatch {
  /** Called once per connection. */
  watch(connection: Socket): void;
}

/**
 * A late check still ends a silent reader within five minutes. No playable stream is below 2 kB/s.
 */
const READER_LIMITS: ReaderLimits = {
  silentMs: 285_000,
  windowMs: 60_000,
  minBytes: 120 * 1024,
  checkMs: 5_000,
};

/** One timer for all. */
export function createReaderWatch(limits: ReaderLimits = READER_LIMITS): ReaderWatch {
  const watched = new Map<Socket, Reader>();

  setInterval(() => {
    const now = performance.now();
    for (const [connection, reader] of watched)
      if (connection.writableLength === 0) reader.reset();
      else if (reader.isTooSlow(connection.bytesWritten - connection.writableLength, now))
        connection.destroy();
  }, limits.checkMs).unref();

  return {
    watch(connection) {
      watched.set(connection, createReader(limits));
      connection.once("close", () => watched.delete(connection));
    },
  };
}

export interface Reader {
  /** Call regularly while bytes wait; `taken` is the total. */
  isTooSlow(taken: number, now: number): boolean;
  reset(): void;
}

/**
 * The send buffer empties in steps of a megabyte: a window without one is silence, a step enough.
 */
export function createReader({ silentMs, windowMs, minBytes }: ReaderLimits): Reader {
  /** The samples of the window, and the last one before it. */
  let samples: { at: number; taken: number }[] = [];
  let progressAt = 0;
  let slowSince: number | null = null;

  return {
    isTooSlow(taken, now) {
      const last = samples.at(-1);
      if (last === undefined) progressAt = now;
      samples.push({ at: now, taken });
      while (samples[1] !== undefined && samples[1].at <= now - windowMs) samples.shift();
      const isProgress = last !== undefined && taken > last.taken;
      if (isProgress) progressAt = now;
      const isEnough = taken - (samples[0]?.taken ?? taken) >= minBytes;
      if (isEnough) slowSince = null;
      else if (isProgress) slowSince ??= now;
      return now - progressAt >= silentMs || (slowSince !== null && now - slowSince >= windowMs);
    },
    reset() {
      samples = [];
      slowSince = null;
    },
  };
}

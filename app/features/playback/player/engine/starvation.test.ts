import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchForStarvation } from "./starvation";

const FULL = { readyState: 4, HAVE_FUTURE_DATA: 3, seeking: false };
const EMPTY = { ...FULL, readyState: 2 };

function watch(initial: typeof FULL) {
  let media = initial;
  const reported: (number | undefined)[] = [];
  const starvation = watchForStarvation(() => media as unknown as HTMLMediaElement, {
    stallTimeoutMs: 3_000,
    onStarved: (status) => reported.push(status),
  });
  return { starvation, reported, become: (next: typeof FULL) => (media = next) };
}

describe("a stream whose parts fail", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is reported as failed within five seconds after playback stops", () => {
    const { starvation, reported } = watch(EMPTY);
    starvation.failed("main", 404);
    vi.advanceTimersByTime(2_900);
    expect(reported).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(reported).toEqual([404]);
  });

  it("plays what is buffered first, and a final failure is reported at its end", () => {
    const { starvation, reported, become } = watch(FULL);
    starvation.failed("main", 403, true);
    vi.advanceTimersByTime(60_000);
    expect(reported).toEqual([]);
    become(EMPTY);
    vi.advanceTimersByTime(300);
    expect(reported).toEqual([403]);
  });

  it("is not failed when the part arrives after all, but is when only another one does", () => {
    const { starvation, reported } = watch(EMPTY);
    starvation.failed("main", 500);
    starvation.fed("main");
    vi.advanceTimersByTime(10_000);
    expect(reported).toEqual([]);
    starvation.failed("main", 500);
    starvation.fed("audio");
    vi.advanceTimersByTime(10_000);
    expect(reported).toEqual([500]);
  });
});

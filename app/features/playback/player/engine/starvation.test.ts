import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchForStarvation } from "./starvation";

const FULL = { readyState: 4, HAVE_FUTURE_DATA: 3, seeking: false };
const EMPTY = { ...FULL, readyState: 2 };

function watch(initial: typeof FULL) {
  let media = initial;
  const told: (number | undefined)[] = [];
  const starvation = watchForStarvation(() => media as unknown as HTMLMediaElement, {
    patienceMs: 3_000,
    onStarved: (status) => told.push(status),
  });
  return { starvation, told, become: (next: typeof FULL) => (media = next) };
}

describe("a stream whose parts fail", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is told as failed within five seconds after playback stops", () => {
    const { starvation, told } = watch(EMPTY);
    starvation.failed("main", 404);
    vi.advanceTimersByTime(2_900);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual([404]);
  });

  it("plays what is buffered first, and a final failure is told at its end", () => {
    const { starvation, told, become } = watch(FULL);
    starvation.failed("main", 403, true);
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([]);
    become(EMPTY);
    vi.advanceTimersByTime(300);
    expect(told).toEqual([403]);
  });

  it("is not failed when the part arrives after all, but is when only another one does", () => {
    const { starvation, told } = watch(EMPTY);
    starvation.failed("main", 500);
    starvation.fed("main");
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
    starvation.failed("main", 500);
    starvation.fed("audio");
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([500]);
  });
});

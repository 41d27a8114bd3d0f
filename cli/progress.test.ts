import { describe, expect, it } from "vitest";
import { createProgressDisplay, formatDuration, formatProgress } from "./progress";

describe("progressLine", () => {
  it("shows the progress, the rate and the remaining time", () => {
    expect(formatProgress({ label: "animes", fraction: 0.25, rows: 7_500, elapsedMs: 5_000 })).toBe(
      "animes     ██████░░░░░░░░░░░░░░░░░░  25 %  7,500 rows  1,500/s  15 s left",
    );
  });

  it("omits the end while it is unknown", () => {
    expect(formatProgress({ label: "animes", fraction: null, rows: 12, elapsedMs: 4_000 })).toBe(
      "animes     12 rows  3.0/s",
    );
  });

  it("stays within the bar when a file grows while it is read", () => {
    expect(formatProgress({ label: "animes", fraction: 1.2, rows: 1, elapsedMs: 1_000 })).toContain(
      "100 %",
    );
  });
});

describe("duration", () => {
  it.each([
    [400, "1 s"],
    [59_000, "59 s"],
    [60_000, "1 min 00 s"],
    [3_599_000, "59 min 59 s"],
    [3_660_000, "1 h 01 min"],
  ])("formats %d ms as %s", (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});

describe("createProgressDisplay", () => {
  function display(isTTY: boolean) {
    const written: string[] = [];
    const clock = { now: 0 };
    return {
      written,
      clock,
      shown: createProgressDisplay(
        "rows",
        { write: (text) => written.push(text), isTTY, columns: 200 },
        () => clock.now,
      ),
    };
  }

  it("writes occasional plain lines without a terminal", () => {
    const { written, clock, shown } = display(false);
    for (let step = 1; step <= 12; step += 1) {
      clock.now = step * 1_000;
      shown.update({ fraction: step / 12, rows: step });
    }
    shown.finish();
    expect(written.map((line) => line.endsWith("\n"))).toEqual([true, true, true]);
    expect(written.join("")).not.toContain("\r");
  });

  it("rewrites one line on a terminal and leaves the last state", () => {
    const { written, clock, shown } = display(true);
    clock.now = 50;
    shown.update({ fraction: 0.1, rows: 1 });
    clock.now = 150;
    shown.update({ fraction: 0.2, rows: 2 });
    shown.update({ fraction: 1, rows: 3 });
    shown.finish();
    expect(written).toHaveLength(3);
    expect(written[0]).toContain("\r");
    expect(written[1]).toContain("100 %");
    expect(written[2]).toBe("\n");
  });
});

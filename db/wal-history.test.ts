import { describe, expect, it } from "vitest";
import { WalHistory } from "./wal-history";

describe("the history of the primary's log", () => {
  it("finds no lag in a replica that has everything, however long the primary was idle", () => {
    const history = new WalHistory();
    history.record(100, 0);
    history.record(100, 60_000);
    expect(history.freshUntil(100, 60_000)).toBe(60_000);
    expect(history.freshUntil(101, 60_000)).toBe(60_000);
  });

  it("counts from when the primary was last at the replica's position", () => {
    const history = new WalHistory();
    history.record(100, 0);
    history.record(100, 5_000);
    history.record(200, 6_000);
    history.record(300, 7_000);
    expect(history.freshUntil(100, 7_000)).toBe(5_000);
    expect(history.freshUntil(199, 7_000)).toBe(5_000);
    expect(history.freshUntil(200, 7_000)).toBe(6_000);
    expect(history.freshUntil(99, 7_000)).toBeNull();
  });

  it("begins anew when another primary lacks the end", () => {
    const history = new WalHistory();
    expect(history.freshUntil(0, 0)).toBeNull();
    expect(history.record(300, 0)).toBe(false);
    expect(history.record(250, 1_000)).toBe(true);
    expect(history.freshUntil(250, 1_000)).toBe(1_000);
    expect(history.freshUntil(249, 1_000)).toBeNull();
  });

  it("forgets after two hours", () => {
    const history = new WalHistory();
    history.record(100, 0);
    history.record(200, 1_000);
    history.record(300, 7_201_000);
    expect(history.freshUntil(100, 7_201_000)).toBe(0);
    history.record(400, 7_201_001);
    expect(history.freshUntil(100, 7_201_001)).toBeNull();
    expect(history.freshUntil(200, 7_201_001)).toBe(1_000);
  });
});

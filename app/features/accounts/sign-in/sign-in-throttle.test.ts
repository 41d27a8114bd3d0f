import { describe, expect, it } from "vitest";
import { createFailureCounts, type AttemptOutcome } from "./failure-counts";
import { createSignInThrottle, delayAfter } from "./sign-in-throttle";

function recorded(start = 0) {
  const waits: number[] = [];
  const clock = { now: start };
  const throttle = createSignInThrottle({
    counts: createFailureCounts(() => clock.now),
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  const attempt = async (
    outcome: AttemptOutcome,
    account = "faye@akari.test",
    client = "192.0.2.1",
  ) => (await throttle.enter(account, client))(outcome);
  const fail = async (times: number, client?: string) => {
    for (let count = 0; count < times; count += 1) await attempt("failed", undefined, client);
  };
  return { throttle, waits, clock, attempt, fail };
}

describe("the slow-down per account", () => {
  it.each([
    [4, 0],
    [5, 200],
    [99, 200],
    [100, 400],
    [103, 3_200],
    [104, 4_000],
    [1_000_000, 4_000],
  ])("waits after %i failures for %i ms", (failures, delay) => {
    expect(delayAfter(failures)).toBe(delay);
  });

  it("allows five mistyped passwords from any clients", async () => {
    const { waits, attempt, fail } = recorded();
    await fail(4);
    await attempt("failed", undefined, "198.51.100.7");
    expect(waits).toEqual([]);
    await attempt("failed", undefined, "203.0.113.9");
    expect(waits).toEqual([200]);
    await attempt("failed", "spike@akari.test");
    expect(waits).toEqual([200]);
  });

  it("resets after a success, and fifteen minutes after the last failure", async () => {
    const { waits, clock, attempt, fail } = recorded();
    await fail(5);
    await attempt("succeeded");
    await fail(5);
    clock.now += 15 * 60_000;
    await attempt("failed");
    expect(waits).toEqual([200]);
  });

  it("does not count an attempt without a verdict", async () => {
    const { waits, attempt } = recorded();
    for (let count = 0; count < 20; count += 1) await attempt("unknown");
    expect(waits).toEqual([]);
  });

  it("counts pending attempts, so that concurrency gains nothing", async () => {
    const { waits, throttle } = recorded();
    await Promise.all(
      Array.from({ length: 110 }, () => throttle.enter("faye@akari.test", "192.0.2.1")),
    );
    expect(waits.filter((wait) => wait === 200)).toHaveLength(95);
    expect(waits.at(-1)).toBe(4_000);
  });

  it("queues a guesser's attempts five deep without delaying the owner", async () => {
    const { throttle, fail, attempt } = recorded();
    await fail(100);
    const entered: number[] = [];
    const turns = Array.from({ length: 5 }, (_, index) =>
      throttle.enter("faye@akari.test", "198.51.100.7").then((leave) => {
        entered.push(index);
        return leave;
      }),
    );
    await expect(throttle.enter("faye@akari.test", "198.51.100.7")).rejects.toMatchObject({
      code: "busy",
    });
    await attempt("failed", undefined, "192.0.2.1");
    const first = await turns[0];
    expect(entered).toEqual([0]);
    await first?.("failed");
    await (
      await turns[1]
    )?.("failed");
    for (const turn of turns.slice(2)) await (await turn)("failed");
    expect(entered).toEqual([0, 1, 2, 3, 4]);
    await attempt("succeeded", undefined, "198.51.100.7");
  });
});

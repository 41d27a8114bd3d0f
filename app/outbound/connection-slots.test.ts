import { describe, expect, it } from "vitest";
import { Busy } from "~/errors/app-error";
import { createConnectionSlots } from "./connection-slots";

const never = new AbortController().signal;
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("connection slots", () => {
  it("are given in order of arrival, but a full host does not hold up another", async () => {
    const slots = createConnectionSlots({ perHost: 1, total: 2, queue: 8 });
    const order: string[] = [];
    const first = await slots.acquire("a", never);
    const waiting = ["a", "a", "b"].map((host, index) =>
      slots.acquire(host, never).then((release) => (order.push(`${host}${index}`), release)),
    );
    await settle();
    expect(order).toEqual(["b2"]);
    expect(slots.active).toBe(2);
    first();
    first();
    await settle();
    expect(order).toEqual(["b2", "a0"]);
    (await waiting[0])?.();
    (await waiting[2])?.();
    (await waiting[1])?.();
    expect(order).toEqual(["b2", "a0", "a1"]);
    expect(slots.active).toBe(0);
  });

  it("refuse who comes to a full queue, and only them", async () => {
    const slots = createConnectionSlots({ perHost: 8, total: 1, queue: 1 });
    const first = await slots.acquire("a", never);
    const second = slots.acquire("b", never);
    await expect(slots.acquire("c", never)).rejects.toBeInstanceOf(Busy);
    first();
    (await second)();
    expect(slots.active).toBe(0);
  });

  it("forget who stops waiting", async () => {
    const slots = createConnectionSlots({ perHost: 1, total: 1, queue: 1 });
    const first = await slots.acquire("a", never);
    const leaving = new AbortController();
    const left = slots.acquire("a", leaving.signal);
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    const next = slots.acquire("a", never);
    first();
    (await next)();
    await expect(slots.acquire("a", AbortSignal.abort(new Error("gone before")))).rejects.toThrow(
      "gone before",
    );
    expect(slots.active).toBe(0);
  });
});

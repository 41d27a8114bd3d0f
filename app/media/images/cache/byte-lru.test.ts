import { expect, it } from "vitest";
import { createByteLru } from "./byte-lru";

it("forgets what was used longest ago once the bytes are used up", () => {
  const evicted: string[] = [];
  const lru = createByteLru<number>({ maxBytes: 100, onEvict: (key) => evicted.push(key) });
  for (const [index, key] of ["a", "b", "c", "d"].entries()) lru.set(key, index, 25);
  expect([lru.bytes, evicted]).toEqual([100, []]);
  expect(lru.get("a")).toBe(0);
  lru.set("e", 4, 1);
  expect([lru.bytes, evicted]).toEqual([76, ["b"]]);
  expect(lru.get("b")).toBeUndefined();
});

it("counts a value that is set again once", () => {
  const lru = createByteLru<number>({ maxBytes: 100 });
  lru.set("a", 1, 20);
  lru.set("a", 2, 10);
  expect([lru.get("a"), lru.bytes]).toEqual([2, 10]);
  lru.delete("a");
  lru.delete("a");
  expect([lru.get("a"), lru.bytes]).toEqual([undefined, 0]);
});

it("does not keep a value of more than a quarter of the room", () => {
  const evicted: string[] = [];
  const lru = createByteLru<number>({ maxBytes: 100, onEvict: (key) => evicted.push(key) });
  expect([lru.fits(25), lru.fits(26)]).toEqual([true, false]);
  lru.set("a", 1, 25);
  lru.set("a", 2, 26);
  expect([lru.get("a"), lru.bytes, evicted]).toEqual([undefined, 0, ["a"]]);
});

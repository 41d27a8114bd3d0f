import { expect, it } from "vitest";
import { createCircuitBreaker } from "./circuit-breaker";

const MINUTE = 60_000;
const image = (name: string, host = "a.example") => `https://${host}/${name}.jpg`;

it("opens for ten minutes for a URL that failed, and for no other", () => {
  const clock = { now: 0 };
  const breaker = createCircuitBreaker(() => clock.now);
  breaker.recordFailure(image("1"));
  expect([breaker.isOpen(image("1")), breaker.isOpen(image("2"))]).toEqual([true, false]);
  clock.now = 10 * MINUTE;
  expect(breaker.isOpen(image("1"))).toBe(false);
});

it("opens for a host for a minute after four failures in a row", () => {
  const clock = { now: 0 };
  const breaker = createCircuitBreaker(() => clock.now);
  for (const name of ["1", "2", "3"]) breaker.recordFailure(image(name));
  expect(breaker.isOpen(image("new"))).toBe(false);
  breaker.recordFailure(image("4"));
  expect([breaker.isOpen(image("new")), breaker.isOpen(image("new", "b.example"))]).toEqual([
    true,
    false,
  ]);
  clock.now = MINUTE;
  expect(breaker.isOpen(image("new"))).toBe(false);
  breaker.recordFailure(image("5"));
  expect(breaker.isOpen(image("new"))).toBe(true);
});

it("resets its count after a success", () => {
  const breaker = createCircuitBreaker(() => 0);
  for (const name of ["1", "2", "3"]) breaker.recordFailure(image(name));
  breaker.recordSuccess(image("4"));
  breaker.recordFailure(image("5"));
  expect(breaker.isOpen(image("new"))).toBe(false);
});

it("is bounded", () => {
  const breaker = createCircuitBreaker(() => 0);
  for (let index = 0; index < 10_000; index += 1)
    breaker.recordFailure(image("x", `h${index}.example`));
  expect([
    breaker.isOpen(image("x", "h0.example")),
    breaker.isOpen(image("x", "h9999.example")),
  ]).toEqual([false, true]);
});

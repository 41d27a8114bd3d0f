import { expect, it } from "vitest";
import { createHostRest } from "./host-rest";

const MINUTE = 60_000;
const picture = (name: string, host = "a.example") => `https://${host}/${name}.jpg`;

it("leaves an address alone for ten minutes after it failed, and no other", () => {
  const clock = { now: 0 };
  const rest = createHostRest(() => clock.now);
  rest.failed(picture("1"));
  expect([rest.isResting(picture("1")), rest.isResting(picture("2"))]).toEqual([true, false]);
  clock.now = 10 * MINUTE;
  expect(rest.isResting(picture("1"))).toBe(false);
});

it("lets a host rest for a minute after four failures in a row", () => {
  const clock = { now: 0 };
  const rest = createHostRest(() => clock.now);
  for (const name of ["1", "2", "3"]) rest.failed(picture(name));
  expect(rest.isResting(picture("new"))).toBe(false);
  rest.failed(picture("4"));
  expect([rest.isResting(picture("new")), rest.isResting(picture("new", "b.example"))]).toEqual([
    true,
    false,
  ]);
  clock.now = MINUTE;
  expect(rest.isResting(picture("new"))).toBe(false);
  rest.failed(picture("5"));
  expect(rest.isResting(picture("new"))).toBe(true);
});

it("begins to count anew with a success", () => {
  const rest = createHostRest(() => 0);
  for (const name of ["1", "2", "3"]) rest.failed(picture(name));
  rest.succeeded(picture("4"));
  rest.failed(picture("5"));
  expect(rest.isResting(picture("new"))).toBe(false);
});

it("remembers only so much", () => {
  const rest = createHostRest(() => 0);
  for (let index = 0; index < 5_001; index += 1) rest.failed(picture("x", `h${index}.example`));
  expect([
    rest.isResting(picture("x", "h0.example")),
    rest.isResting(picture("x", "h1.example")),
  ]).toEqual([false, true]);
});

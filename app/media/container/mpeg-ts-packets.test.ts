import { expect, it } from "vitest";
import { CLOCK, readPesHead, unwrapTicks } from "./mpeg-ts-packets";

const WRAP = 2 ** 33;
const pes = (...bytes: number[]) => Buffer.from([0, 0, 1, ...bytes]);

it("counts on where times wrap, and back before a file's first time", () => {
  const first = (WRAP - 10 * CLOCK) / CLOCK;
  expect(unwrapTicks(WRAP - 5 * CLOCK, first)).toBe(first + 5);
  expect(unwrapTicks(20 * CLOCK, first)).toBe(first + 30);
  expect(unwrapTicks(WRAP - 12 * CLOCK, first)).toBe(first - 2);
  // A clock that starts just before a wrap is told as one that starts below zero.
  expect(unwrapTicks(WRAP - CLOCK, -3)).toBe(-1);
  expect(unwrapTicks(7 * CLOCK, -3)).toBe(7);
});

it("reads the time and the length of a packet's content", () => {
  const timed = pes(0xc0, 0, 20, 0x80, 0x80, 5, 0x21, 0x00, 0x05, 0xbf, 0x21, 1, 2, 3);
  expect(readPesHead(timed, 0, timed.length)).toEqual({ ticks: 90_000, content: 14, length: 12 });
  const endless = pes(0xe0, 0, 0, 0x80, 0, 0, 9);
  expect(readPesHead(endless, 0, endless.length)).toEqual({
    ticks: null,
    content: 9,
    length: Infinity,
  });
});

it.each([
  ["no start code", Buffer.from([0, 1, 1, 0xe0, 0, 0, 0x80, 0, 0])],
  ["padding", pes(0xbe, 0, 4, 0x80, 0, 0)],
  ["a head that is cut off", pes(0xe0, 0, 0, 0x80, 0x80, 5, 0x21, 0x00)],
  ["a time that its head has no room for", pes(0xe0, 0, 0, 0x80, 0x80, 0, 1, 2, 3, 4, 5, 6, 7)],
])("finds no head in %s", (_name, bytes) => {
  expect(readPesHead(bytes, 0, bytes.length)).toBeNull();
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { narrowOffset, toServerTime, type ClockOffset } from "./room-clock";

const delay = fc.integer({ min: 0, max: 4_000 });

it("contains the offset of the clocks, whatever the delays", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.array(fc.record({ pause: delay, there: delay, back: delay }), {
        minLength: 1,
        maxLength: 20,
      }),
      (offset, trips) => {
        let time = 0;
        let known: ClockOffset | null = null;
        let shortest = Infinity;
        for (const { pause, there, back } of trips) {
          const sentAt = time + pause;
          const receivedAt = sentAt + there + back;
          known = narrowOffset(known, { sentAt, serverAt: sentAt + there + offset, receivedAt });
          time = receivedAt;
          shortest = Math.min(shortest, there + back);
          expect(known.low).toBeLessThanOrEqual(offset);
          expect(known.high).toBeGreaterThanOrEqual(offset);
          expect(Math.abs(toServerTime(known, time) - (time + offset))).toBeLessThanOrEqual(
            shortest / 2 + 1,
          );
        }
      },
    ),
  );
});

it("starts again when a clock was asleep", () => {
  const before = narrowOffset(null, { sentAt: 0, serverAt: 50_000, receivedAt: 10 });
  const after = narrowOffset(before, { sentAt: 100, serverAt: 90_000, receivedAt: 110 });
  expect(toServerTime(after, 105)).toBe(90_000);
});

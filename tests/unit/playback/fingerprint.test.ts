import { describe, expect, it } from "vitest";
import { seededRandom } from "../../support/random";
import { chooseSegment } from "~/media/playback/fingerprint/choose-segment";
import { findCommonSegment } from "~/media/playback/fingerprint/common-segment";
import {
  createFingerprint,
  FINGERPRINT_RATE,
  SILENCE,
} from "~/media/playback/fingerprint/fingerprint";

type Sound = (second: number) => number;

/** Three notes at a time, others every quarter of a second. */
function melody(seed: number): Sound {
  const random = seededRandom(seed);
  const chords = Array.from({ length: 1_000 }, () =>
    [1, 2, 3].map(() => 250 + random.below(1_700)),
  );
  return (second) =>
    (chords[Math.floor(second * 4) % chords.length] ?? []).reduce(
      (sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * second) * 5_000,
      0,
    );
}

/** Sounds one after the other, with their lengths in seconds, and noise over all. */
function record(parts: readonly [Sound, number][], { noise = 0, volume = 1, seed = 1 } = {}) {
  const random = seededRandom(seed);
  const samples: number[] = [];
  for (const [sound, seconds] of parts)
    for (let index = 0; index < seconds * FINGERPRINT_RATE; index += 1)
      samples.push(sound(index / FINGERPRINT_RATE) * volume + random.below(noise + 1) - noise / 2);
  return Int16Array.from(samples);
}

const common = async (one: Int16Array, other: Int16Array) =>
  findCommonSegment(await createFingerprint(one), await createFingerprint(other));
const silence: Sound = () => 0;
const opening = melody(99);

describe("a sound that two episodes have in common", () => {
  it("is found wherever it is, louder, with noise, and off the grid of steps", async () => {
    const segment = await common(
      record(
        [
          [melody(1), 20.06],
          [opening, 30],
          [melody(2), 20],
        ],
        { noise: 600 },
      ),
      record(
        [
          [melody(3), 7.33],
          [opening, 30],
          [melody(4), 15],
        ],
        { volume: 0.4, seed: 2, noise: 300 },
      ),
    );
    expect(segment?.start).toBeCloseTo(20.06, 0);
    expect(segment?.end).toBeCloseTo(50.06, 0);
  });

  it("starts at 0 when both start with it", async () => {
    const segment = await common(
      record([
        [opening, 20],
        [melody(1), 20],
      ]),
      record([
        [opening, 20],
        [melody(2), 20],
      ]),
    );
    expect(segment?.start).toBe(0);
  });

  it.each([
    [13, null],
    [17, "found"],
    [148, "found"],
    [154, null],
  ])("of %d seconds is %s", { timeout: 60_000 }, async (seconds, expected) => {
    const segment = await common(
      record([
        [melody(1), 5],
        [opening, seconds],
        [melody(2), 5],
      ]),
      record([
        [melody(3), 9],
        [opening, seconds],
        [melody(4), 5],
      ]),
    );
    expect(segment === null ? null : "found").toBe(expected);
  });

  it("is not silence", async () => {
    const quiet = record([
      [melody(1), 10],
      [silence, 40],
    ]);
    expect([...(await createFingerprint(quiet))].slice(-100)).toEqual(Array(100).fill(SILENCE));
    expect(
      await common(
        quiet,
        record([
          [silence, 40],
          [melody(2), 10],
        ]),
      ),
    ).toBeNull();
  });

  it("is not there between unrelated ones, or in one that is empty", async () => {
    expect(await common(record([[melody(1), 60]]), record([[melody(2), 60]]))).toBeNull();
    expect(await common(record([[melody(1), 60]]), new Int16Array())).toBeNull();
  });

  it("is not searched for any longer when interrupted", async () => {
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(createFingerprint(record([[opening, 5]]), stopped)).rejects.toThrow("stopped");
  });
});

describe("the segment of an episode", () => {
  const at = (start: number, end: number) => ({ start, end });

  it("is the one that it has in common with most others", () => {
    expect(chooseSegment([at(60, 150), at(61, 150.5), at(300, 420), null])).toEqual(at(60, 150));
    expect(chooseSegment([at(60, 150), at(10, 30), at(10.5, 31), at(60, 149)])).toEqual(
      at(60, 149),
    );
  });

  it("needs one other of two, and two of three", () => {
    expect(chooseSegment([])).toBeNull();
    expect(chooseSegment([at(0, 90)])).toEqual(at(0, 90));
    expect(chooseSegment([at(0, 90), null])).toEqual(at(0, 90));
    expect(chooseSegment([at(0, 90), null, null])).toBeNull();
    expect(chooseSegment([at(0, 90), at(1, 91), null])).toEqual(at(0, 90));
    expect(chooseSegment([at(0, 90), at(3.1, 91), null])).toBeNull();
  });
});

// @module-tag rest
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../support/random";
import { chooseSegment } from "~/media/playback/fingerprint/choose-segment";
import { findCommonSegment } from "~/media/playback/fingerprint/common-segment";
import { findSeasonSegment, type SearchedSound } from "~/media/playback/fingerprint/season-segment";
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

  const isFound = async (seconds: number, expected: string | null) => {
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
  };
  it.each([
    [13, null],
    [17, "found"],
  ])("of %d seconds is %s", isFound);
  it.each([[148, "found"]])("of %d seconds is %s", { tags: "nightly" }, isFound);
  it.each([[154, null]])("of %d seconds is %s", { tags: "rest" }, isFound);

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

describe("the segment of an episode in a season", () => {
  const episode = async (seed: number, before: number, covered = 0) => {
    const samples = record([
      [melody(seed), before],
      [opening, 40],
      [melody(seed + 50), 20],
    ]);
    // Dialogue over the start of the opening.
    const speech = melody(seed + 70);
    for (let at = 0; at < covered * FINGERPRINT_RATE; at += 1)
      samples[before * FINGERPRINT_RATE + at] = speech(at / FINGERPRINT_RATE);
    return withChapters(await createFingerprint(samples));
  };

  it("is as long as in the others where dialogue covers its start", { tags: "rest" }, async () => {
    const own = await episode(1, 12, 6);
    const others = [await episode(2, 5), await episode(3, 20), await episode(4, 9)];
    const alone = await findCommonSegment(own.fingerprint, (others[0] ?? own).fingerprint);
    expect(alone?.start).toBeGreaterThan(16);
    const segment = await findSeasonSegment(own, others, findCommonSegment);
    expect(Math.abs((segment?.start ?? 0) - 12)).toBeLessThan(1);
    expect(Math.abs((segment?.end ?? 0) - 52)).toBeLessThan(1);
  });

  it("is not longer than what all of them have", { tags: "nightly" }, async () => {
    const own = await episode(1, 12);
    const others = [await episode(2, 5), await episode(3, 20, 6), await episode(4, 9)];
    const segment = await findSeasonSegment(own, others, findCommonSegment);
    expect(Math.abs((segment?.start ?? 0) - 12)).toBeLessThan(1);
    expect(Math.abs((segment?.end ?? 0) - 52)).toBeLessThan(1);
  });
});

describe("the openings of five episodes", () => {
  /** Where each opening of 40 seconds starts, and what is over its last seconds. */
  const EPISODES: { start: number; dialogue?: number; fade?: number; edge?: number }[] = [
    { start: 6 },
    { start: 15.3 },
    { start: 9.6, dialogue: 7 },
    { start: 20, fade: 6 },
    { start: 3.4, edge: 5 },
  ];
  const SECONDS = 40;

  async function listen(index: number): Promise<Uint32Array> {
    const { start, dialogue = 0, fade = 0, edge = 0 } = EPISODES[index] ?? { start: 0 };
    const speech = melody(index + 60);
    const heard: Sound = (second) => {
      const left = SECONDS - second;
      if (left < dialogue) return speech(second);
      if (left < fade) return opening(second) * 0.1 * (left / fade) + speech(second);
      return opening(second) * (second < edge ? 0.1 : 1) + (second < edge ? speech(second) : 0);
    };
    const samples = record([
      [melody(index + 1), start],
      [heard, SECONDS],
      [melody(index + 30), 12],
    ]);
    return createFingerprint(samples);
  }

  it(
    "start and end within two seconds, whatever covers those of one",
    { tags: "rest" },
    async () => {
      const sounds: SearchedSound[] = [];
      for (const index of EPISODES.keys()) sounds.push(withChapters(await listen(index)));
      for (const [index, { start }] of EPISODES.entries()) {
        const own = sounds[index];
        if (own === undefined) throw new Error("no episode");
        const others = sounds.filter((sound) => sound !== own);
        const segment = await findSeasonSegment(own, others, findCommonSegment);
        expect(Math.abs((segment?.start ?? Infinity) - start)).toBeLessThan(2);
        expect(Math.abs((segment?.end ?? Infinity) - start - SECONDS)).toBeLessThan(2);
      }
    },
  );
});

const withChapters = (
  fingerprint: Uint32Array,
  chapters: Partial<SearchedSound> = {},
): SearchedSound => ({ fingerprint, named: null, boundaries: [], ...chapters });

describe("chapters of a season", () => {
  // What the two have in common is heard five seconds short.
  const heard = { start: 17, end: 90, otherStart: 7 };
  const find = (own: Partial<SearchedSound>, other: Partial<SearchedSound>) =>
    findSeasonSegment(
      withChapters(new Uint32Array(1), own),
      [withChapters(new Uint32Array(2), other)],
      () => Promise.resolve(heard),
    );

  it("tell where the segment starts and ends by name, in another episode", async () => {
    expect(await find({}, {})).toEqual({ start: 17, end: 90 });
    expect(await find({}, { named: { start: 2, end: 82 } })).toEqual({ start: 12, end: 92 });
    // A chapter may also be shorter than what is heard.
    expect(await find({}, { named: { start: 9, end: 78 } })).toEqual({ start: 19, end: 88 });
  });

  it("tell nothing by a name for another part", async () => {
    expect(await find({}, { named: { start: 200, end: 290 } })).toEqual({ start: 17, end: 90 });
    // What is named starts 16 seconds earlier: that is another sound.
    expect(await find({}, { named: { start: -9, end: 80 } })).toEqual({ start: 17, end: 90 });
  });

  it("tell without names where the segment starts and ends, when they are close", async () => {
    expect(await find({ boundaries: [11, 96, 300] }, {})).toEqual({ start: 11, end: 96 });
    expect(await find({ boundaries: [10.9, 96.1] }, {})).toEqual({ start: 17, end: 90 });
    expect(await find({ boundaries: [12, 88, 89.5] }, {})).toEqual({ start: 12, end: 89.5 });
  });

  it("do not make a segment shorter than half of what is heard", async () => {
    const [own, other] = [new Uint32Array(1), new Uint32Array(2)];
    const short = { start: 20, end: 30, otherStart: 0 };
    const segment = await findSeasonSegment(
      withChapters(own, { boundaries: [25] }),
      [withChapters(other)],
      () => Promise.resolve(short),
    );
    expect(segment).toEqual({ start: 20, end: 30 });
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

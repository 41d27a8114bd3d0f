import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FANATIC_LEVELS,
  GENDERS,
  genreName,
  PREFERRED_FORMATS,
  readFanaticLevel,
  readGender,
  readPreferredFormat,
  readWatchFrequency,
  WATCH_FREQUENCIES,
} from "./profile-enumerations";

/** A label in some casing, its words joined in some way. */
const spelling = (label: string) =>
  fc
    .tuple(
      fc.constantFrom("_", "-", " ", "  "),
      fc.array(fc.boolean(), { minLength: label.length, maxLength: label.length }),
    )
    .map(([joint, upper]) =>
      [...label]
        .map((letter, index) =>
          upper[index] === true ? letter.toUpperCase() : letter.toLowerCase(),
        )
        .join("")
        .replaceAll(" ", joint),
    );

describe("the enumerations of a profile", () => {
  it.each([
    ["gender", GENDERS, readGender],
    ["watch frequency", WATCH_FREQUENCIES, readWatchFrequency],
    ["fanatic level", FANATIC_LEVELS, readFanaticLevel],
    ["preferred format", PREFERRED_FORMATS, readPreferredFormat],
  ] as const)(
    "read any spelling of a %s as its label",
    (_, labels, read: (text: string) => string | null) => {
      fc.assert(
        fc.property(
          fc
            .constantFrom<string>(...labels)
            .chain((label) => fc.tuple(fc.constant(label), spelling(label))),
          ([label, written]) => read(written) === label,
        ),
      );
    },
  );

  it("give a label of the set or nothing for any text at all", () => {
    fc.assert(
      fc.property(fc.string(), (text) =>
        [null, ...FANATIC_LEVELS].includes(readFanaticLevel(text)),
      ),
    );
  });

  it.each(["robot", "", "constructor", "__proto__", "male\0", "regular fan club"])(
    "do not know %j",
    (text) => {
      expect([
        readGender(text),
        readWatchFrequency(text),
        readFanaticLevel(text),
        readPreferredFormat(text),
      ]).toEqual([null, null, null, null]);
    },
  );

  it("spell a genre as the catalog does, and leave one alone that they do not know", () => {
    expect(genreName("sci_fi")).toBe("Sci-Fi");
    expect(genreName(" Isekai ")).toBe("Isekai");
  });
});

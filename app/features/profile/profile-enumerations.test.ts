import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FANATIC_LEVELS,
  GENDERS,
  genreName,
  PREFERRED_FORMATS,
  parseFanaticLevel,
  parseGender,
  parsePreferredFormat,
  parseWatchFrequency,
  WATCH_FREQUENCIES,
} from "./profile-enumerations";

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
    ["gender", GENDERS, parseGender],
    ["watch frequency", WATCH_FREQUENCIES, parseWatchFrequency],
    ["fanatic level", FANATIC_LEVELS, parseFanaticLevel],
    ["preferred format", PREFERRED_FORMATS, parsePreferredFormat],
  ] as const)(
    "parse any spelling of a %s as its label",
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

  it("return a label of the set or nothing for any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) =>
        [null, ...FANATIC_LEVELS].includes(parseFanaticLevel(text)),
      ),
    );
  });

  it.each(["robot", "", "constructor", "__proto__", "male\0", "regular fan club"])(
    "reject %j",
    (text) => {
      expect([
        parseGender(text),
        parseWatchFrequency(text),
        parseFanaticLevel(text),
        parsePreferredFormat(text),
      ]).toEqual([null, null, null, null]);
    },
  );

  it("use the catalog's spelling of a genre, and leave unknown ones unchanged", () => {
    expect(genreName("sci_fi")).toBe("Sci-Fi");
    expect(genreName(" Isekai ")).toBe("Isekai");
  });
});

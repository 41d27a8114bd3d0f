import { describe, expect, it } from "vitest";
import { fromScale, scaleBounds, toScale } from "~/features/catalog/score-scale";
import { serverI18n } from "~/i18n/i18n.server";
import { scoreOnScale } from "./entry-form";
import { formatTypedScore, nameScore, scoreOptions } from "./score-choices";

const i18n = serverI18n("en");

describe("the options of a score", () => {
  it.each([
    ["10", "10", "1"],
    ["5", "5 ★", "1 ★"],
    ["3", "🙂 Like", "🙁 Dislike"],
  ] as const)("on the scale %s begin with %s and end with %s", (scale, first, last) => {
    const options = scoreOptions(i18n, scale) ?? [];
    expect([options.at(0)?.[1], options.at(-1)?.[1]]).toEqual([first, last]);
    expect(options).toHaveLength(Number(scale));
  });

  it("are none where a number is entered", () => {
    expect([scoreOptions(i18n, "100"), scoreOptions(i18n, "10.0")]).toEqual([null, null]);
  });

  it("have names in words", () => {
    expect(nameScore(i18n, 4, "5")).toBe("4 of 5 stars");
    expect([1, 2, 3].map((face) => nameScore(i18n, face, "3"))).toEqual([
      "Dislike",
      "Neutral",
      "Like",
    ]);
    expect(nameScore(serverI18n("es"), 4, "5")).toBe("4 de 5 estrellas");
  });
});

it.each(["en", "es"] as const)("a score that is typed is shown again as typed in %s", (locale) => {
  const page = serverI18n(locale);
  for (const [scale, unit] of [
    ["100", 1],
    ["10.0", 10],
  ] as const) {
    const [min, max] = scaleBounds(scale);
    for (let step = min * unit; step <= max * unit; step += 1) {
      const typed = page.formatNumber(step / unit);
      const value = scoreOnScale.parse(typed);
      if (value === null) throw new Error(`No score was read of ${typed}.`);
      const shown = toScale(fromScale(value, scale), scale);
      expect(formatTypedScore(page, String(shown))).toBe(typed);
    }
  }
  expect(formatTypedScore(page, "")).toBe("");
});

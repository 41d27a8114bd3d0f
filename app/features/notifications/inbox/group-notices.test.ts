import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { i18nFor } from "~/i18n/i18n";
import { serverI18n } from "~/i18n/i18n.server";
import { LOCALES } from "~/i18n/locales";
import { NOTIFICATION_KINDS } from "~/features/notifications/notification-kinds";
import { episodeSpans } from "./group-notices";
import { parseNoticeRange } from "./notice-input";
import { aroundTitle, noticeText } from "./notice-text";

const english = i18nFor("en");
const text = (episodes: number[], { kind = NOTIFICATION_KINDS[0], isOnly = false } = {}) =>
  noticeText(english, { kind, episodes, isOnly }, "Frieren");

describe("episodeSpans", () => {
  it("has every number once, in as few spans as possible", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 })), (numbers) => {
        const spans = episodeSpans(numbers);
        const covered = spans.flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
        );
        expect(covered).toEqual([...new Set(numbers)].sort((one, other) => one - other));
        for (const [index, [first]] of spans.entries())
          if (index > 0) expect(first).toBeGreaterThan((spans[index - 1]?.[1] ?? 0) + 1);
      }),
    );
  });
});

describe("the text of notifications", () => {
  it.each([
    [[5], "Episode 5 of Frieren has aired"],
    [[3, 4], "Episodes 3–4 of Frieren have aired"],
    [[1, 3, 4, 9], "Episodes 1, 3–4 and 9 of Frieren have aired"],
    [[1, 3, 5, 7], "4 episodes of Frieren have aired"],
    [[], "Frieren has aired"],
  ])("of episodes %j is %s", (episodes, expected) => {
    expect(text(episodes)).toBe(expected);
  });

  it("says of a film that it plays here, and of a season which episodes do", () => {
    expect(text([1], { kind: "episode.available", isOnly: true } as never)).toBe(
      "Frieren plays here",
    );
    const season = Array.from({ length: 12 }, (_, index) => index + 3);
    expect(text(season, { kind: "episode.available" } as never)).toBe(
      "Episodes 3–14 of Frieren play here",
    );
  });

  it.each(LOCALES)("is split around the title, whatever that is: %s", (locale) => {
    const i18n = serverI18n(locale);
    for (const kind of NOTIFICATION_KINDS)
      for (const episodes of [[], [1], [1, 2], [1, 3, 5, 7]]) {
        const [before, after] = aroundTitle(i18n, { kind, episodes, isOnly: false });
        const title = "{count} <b>'";
        expect(noticeText(i18n, { kind, episodes, isOnly: false }, title)).toBe(
          `${before}${title}${after}`,
        );
      }
  });
});

describe("parseNoticeRange", () => {
  it.each(["", "1", "-", "1-", "-1", "1-2-3", "01-2", "0-1", "1-x", "1-90071992547409920"])(
    "refuses %j",
    (given) => {
      expect(parseNoticeRange(given)).toBeNull();
    },
  );

  it("takes the largest id", () => {
    expect(parseNoticeRange("1-9007199254740991")).toEqual({
      first: "1",
      last: "9007199254740991",
    });
    expect(parseNoticeRange("1-9007199254740992")).toBeNull();
  });
});

import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import { ERROR_MESSAGES } from "./error-text.server";
import { createFormatMessage } from "./format-message";
import { MESSAGES } from "./i18n.server";
import { LOCALES } from "./locales";

const say = (text: string, values = {}, tag = "en-GB") =>
  createFormatMessage(tag)(compileMessage(text), values);

describe("messages", () => {
  it("fill in values, and leave out those that are not given", () => {
    expect(say("“{title}” by {name}", { title: "{x} #", name: null })).toBe("“{x} #” by ");
    expect(say("# is no number here")).toBe("# is no number here");
  });

  it("write numbers as the locale does", () => {
    expect(say("{count, number}", { count: 12_345.6 })).toBe("12,345.6");
    expect(say("{count, number}", { count: 12_345.6 }, "es")).toBe("12.345,6");
  });

  it("take the case of a plural by its number before that by its category", () => {
    const text = "{count, plural, =0 {none} one {# title} other {# titles}}";
    const shown = [0, 1, 2, 1_000].map((count) => say(text, { count }));
    expect(shown).toEqual(["none", "1 title", "2 titles", "1,000 titles"]);
  });

  it("count with the innermost plural", () => {
    const text = "{a, plural, other {# of {b, plural, one {# title} other {# titles}}, #}}";
    expect(say(text, { a: 5, b: 1 })).toBe("5 of 1 title, 5");
  });

  it.each(LOCALES)("in %s use no format but plural and number", (locale) => {
    const used = new Set<unknown>();
    const visit = (tokens: unknown): void => {
      if (!Array.isArray(tokens)) return;
      for (const token of tokens) {
        if (!Array.isArray(token)) continue;
        const [, type, choices] = token as unknown[];
        used.add(type === "plural" || choices === undefined ? type : [type, choices]);
        if (type === "plural") {
          expect(choices).not.toHaveProperty("offset", expect.any(Number));
          Object.values(choices as object).forEach(visit);
        }
      }
    };
    for (const texts of [MESSAGES[locale], ERROR_MESSAGES[locale]])
      for (const text of Object.values(texts)) visit(compileMessage(text));
    expect([...used].sort()).toEqual(["number", "plural", undefined]);
  });
});

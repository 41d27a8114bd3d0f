import { describe, expect, it } from "vitest";
import { parseLocale } from "./locales";
import { negotiateLocale } from "./negotiate-locale.server";

describe("the negotiated locale", () => {
  it.each([
    ["es", "es"],
    ["es-MX,es;q=0.9,en;q=0.8", "es"],
    ["en-GB,en;q=0.9,es;q=0.8", "en"],
    ["fr, es;q=0.5, en;q=0.7", "en"],
    ["de, ES;q=0.1", "es"],
    ["es;q=0, en;q=0.1", "en"],
    ["en;q=0.5, es;q=0.5", "en"],
    ["es;q=nonsense, en;q=0.1", "en"],
  ])("of %j is %s", (header, locale) => {
    expect(negotiateLocale(header)).toBe(locale);
  });

  it.each([null, "", "*", "fr-FR, de", "español", ",,;;==", `${"x,".repeat(500)}es`])(
    "of %j is none of ours",
    (header) => {
      expect(negotiateLocale(header)).toBeNull();
    },
  );

  it("is parsed strictly when a user chose it", () => {
    expect([parseLocale("es"), parseLocale("ES"), parseLocale("es-MX"), parseLocale(null)]).toEqual(
      ["es", null, null, null],
    );
  });
});

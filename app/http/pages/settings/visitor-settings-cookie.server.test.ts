import { describe, expect, it } from "vitest";
import { readVisitorSettings, visitorSettingsCookie } from "./visitor-settings-cookie.server";
import { DEFAULT_VISITOR_SETTINGS, applyChoices, type VisitorSettings } from "./visitor-settings";

const chosen: VisitorSettings = {
  theme: "light",
  titleLanguage: "native",
  locale: "es",
  parentalControl: false,
  accent: "#ff8800",
  trackSearchHistory: false,
};

describe("the visitor's cookie", () => {
  it("brings back what it keeps", () => {
    const pair = visitorSettingsCookie(chosen, { secure: true }).split(";")[0] ?? "";
    expect(readVisitorSettings(`other=1; ${pair}; more=2`)).toEqual(chosen);
  });

  it("says nothing of a language that was not chosen", () => {
    expect(visitorSettingsCookie({ ...chosen, locale: null }, { secure: true })).not.toContain(
      "locale",
    );
  });

  it("is marked secure only over an encrypted connection", () => {
    expect(visitorSettingsCookie(chosen, { secure: true })).toContain("; Secure");
    expect(visitorSettingsCookie(chosen, { secure: false })).not.toContain("Secure");
  });

  it.each([
    null,
    "",
    "akari_visitor=",
    "akari_visitor=%%%",
    "akari_visitor=parental_control=no~theme=pink~accent=red~locale=fr",
    `akari_visitor=parental_control=false~x=${"y".repeat(600)}`,
  ])("falls back to the defaults, parental control on, for %j", (header) => {
    expect(readVisitorSettings(header)).toEqual(DEFAULT_VISITOR_SETTINGS);
  });
});

describe("withChoices", () => {
  it("changes only what a form names", () => {
    expect(applyChoices(chosen, new URLSearchParams({ theme: "system" }))).toEqual({
      ...chosen,
      theme: "system",
    });
    expect(
      applyChoices(chosen, new URLSearchParams({ parental_control: "true" })).parentalControl,
    ).toBe(true);
  });

  it("takes an empty accent as the site's own and refuses what is no colour", () => {
    expect(applyChoices(chosen, new URLSearchParams({ accent: "" })).accent).toBeNull();
    expect(applyChoices(chosen, new URLSearchParams({ accent: "#ff88001" })).accent).toBe(
      "#ff8800",
    );
    expect(applyChoices(chosen, new URLSearchParams({ accent: "#00FF00" })).accent).toBe("#00ff00");
  });
});

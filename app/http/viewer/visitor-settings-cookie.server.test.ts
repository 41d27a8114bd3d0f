import { MASK_NOTHING } from "~/features/catalog/spoilers/spoiler-settings";
import { describe, expect, it } from "vitest";
import { readVisitorSettings, visitorSettingsCookie } from "./visitor-settings-cookie.server";
import {
  DEFAULT_VISITOR_SETTINGS,
  applyChoices,
  type VisitorSettings,
} from "~/pages/viewer/visitor-settings";

const chosen: VisitorSettings = {
  theme: "light",
  titleLanguage: "native",
  locale: "es",
  parentalControl: false,
  accent: "#ff8800",
  trackSearchHistory: false,
  masks: MASK_NOTHING,
  skipsFiller: false,
};

describe("the visitor's cookie", () => {
  it("round-trips", () => {
    const pair = visitorSettingsCookie(chosen, { secure: true }).split(";")[0] ?? "";
    expect(readVisitorSettings(`other=1; ${pair}; more=2`)).toEqual(chosen);
  });

  it("has no locale unless one was chosen", () => {
    expect(visitorSettingsCookie({ ...chosen, locale: null }, { secure: true })).not.toContain(
      "locale",
    );
  });

  it("is Secure only over HTTPS", () => {
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
  ])("defaults, with parental control on, for %j", (header) => {
    expect(readVisitorSettings(header)).toEqual(DEFAULT_VISITOR_SETTINGS);
  });
});

describe("withChoices", () => {
  it("changes only the form's fields", () => {
    expect(applyChoices(chosen, new URLSearchParams({ theme: "system" }))).toEqual({
      ...chosen,
      theme: "system",
    });
    expect(
      applyChoices(chosen, new URLSearchParams({ parental_control: "true" })).parentalControl,
    ).toBe(true);
  });

  it("accepts an empty accent as the default and rejects an invalid color", () => {
    expect(applyChoices(chosen, new URLSearchParams({ accent: "" })).accent).toBeNull();
    expect(applyChoices(chosen, new URLSearchParams({ accent: "#ff88001" })).accent).toBe(
      "#ff8800",
    );
    expect(applyChoices(chosen, new URLSearchParams({ accent: "#00FF00" })).accent).toBe("#00ff00");
  });
});

import { describe, expect, it } from "vitest";
import { changedVisitorSettings, writeLocalSettings, type LocalSettings } from "./local-settings";

function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    all: () => Object.fromEntries(kept),
  };
}

const shown: LocalSettings = { accent: null, parentalControl: true, trackSearchHistory: true };

describe("local copies of settings", () => {
  it("have the keys and formats of specification 2.2", () => {
    const kept = storage();
    writeLocalSettings(
      kept,
      { accent: "#c2255c", parentalControl: false, trackSearchHistory: false },
      "visitor",
    );
    expect(kept.all()).toMatchObject({
      enfasis: "#c2255c",
      parental_control: "false",
      trackSearchHistory: "false",
    });
    writeLocalSettings(kept, shown, "visitor");
    expect(kept.all()).toMatchObject({
      enfasis: "#0057E7",
      parental_control: "true",
      trackSearchHistory: "true",
    });
  });

  it("restore a visitor's settings that differ from the page's", () => {
    const kept = storage({
      enfasis: "#F80",
      parental_control: "false",
      trackSearchHistory: "true",
    });
    expect(changedVisitorSettings(kept, shown)).toEqual({
      accent: "#ff8800",
      parental_control: "false",
    });
  });

  it("are dropped after their account has signed out", () => {
    const kept = storage();
    writeLocalSettings(kept, { ...shown, parentalControl: false }, "account");
    expect(changedVisitorSettings(kept, shown)).toBeNull();
  });

  it.each<Record<string, string>>([
    {},
    { enfasis: "red", parental_control: "off", trackSearchHistory: "null" },
    { enfasis: "#0057e7", parental_control: "true" },
  ])("are empty for %j", (entries) => {
    expect(changedVisitorSettings(storage(entries), shown)).toBeNull();
  });
});

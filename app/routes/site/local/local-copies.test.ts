import { describe, expect, it } from "vitest";
import { visitorChoices, writeLocalChoices, type LocalChoices } from "./local-copies";

function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    all: () => Object.fromEntries(kept),
  };
}

const shown: LocalChoices = { accent: null, parentalControl: true, trackSearchHistory: true };

describe("the copies of choices in a browser", () => {
  it("stand under the names and in the forms of specification 2.2", () => {
    const kept = storage();
    writeLocalChoices(
      kept,
      { accent: "#c2255c", parentalControl: false, trackSearchHistory: false },
      "visitor",
    );
    expect(kept.all()).toMatchObject({
      enfasis: "#c2255c",
      parental_control: "false",
      trackSearchHistory: "false",
    });
    writeLocalChoices(kept, shown, "visitor");
    expect(kept.all()).toMatchObject({
      enfasis: "#0057E7",
      parental_control: "true",
      trackSearchHistory: "true",
    });
  });

  it("bring a visitor's choices back where they differ from what is shown", () => {
    const kept = storage({
      enfasis: "#F80",
      parental_control: "false",
      trackSearchHistory: "true",
    });
    expect(visitorChoices(kept, shown)).toEqual({ accent: "#ff8800", parental_control: "false" });
  });

  it("are nobody's choices after the account that they are of has signed out", () => {
    const kept = storage();
    writeLocalChoices(kept, { ...shown, parentalControl: false }, "account");
    expect(visitorChoices(kept, shown)).toBeNull();
  });

  it.each<Record<string, string>>([
    {},
    { enfasis: "red", parental_control: "off", trackSearchHistory: "null" },
    { enfasis: "#0057e7", parental_control: "true" },
  ])("say nothing in %j", (entries) => {
    expect(visitorChoices(storage(entries), shown)).toBeNull();
  });
});

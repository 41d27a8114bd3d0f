import { describe, expect, it } from "vitest";
import {
  toAccountPreferences,
  mergePreferences,
  writePlayerPreferences,
} from "./player-preferences";

const stored = (text: string | null) => mergePreferences({ getItem: () => text }, null);

const storage = (value: string | null) => ({ getItem: () => value });
const kept = (fields: object) => storage(JSON.stringify(fields));

const DEFAULTS = {
  volume: 1,
  muted: false,
  speed: 1,
  subtitles: "auto",
  audio: undefined,
  subtitleSize: "medium",
  subtitleBackground: "soft",
  plainSubtitles: false,
  autoplayNext: true,
  autoSkip: false,
  theater: false,
};

describe("a browser's player preferences", () => {
  it("default when nothing readable is stored", () => {
    for (const text of [null, "{}", "{", "null", "[]", "7"]) expect(stored(text)).toEqual(DEFAULTS);
    expect(mergePreferences(null, null)).toEqual(DEFAULTS);
  });

  it("round-trip", () => {
    const chosen = {
      volume: 0,
      muted: true,
      speed: 2,
      subtitles: null,
      audio: "ja",
      subtitleSize: "large",
      subtitleBackground: "none",
      plainSubtitles: true,
      autoplayNext: false,
      autoSkip: true,
      theater: true,
    } as const;
    let text = "";
    writePlayerPreferences({ setItem: (_key, value) => void (text = value) }, chosen);
    expect(stored(text)).toEqual(chosen);
  });

  it("default for each invalid value, and preserve the others", () => {
    expect(
      stored(
        '{"volume":1.1,"speed":0.49,"subtitles":7,"audio":null,"subtitleSize":"huge","muted":"yes","subtitleBackground":"solid"}',
      ),
    ).toEqual({ ...DEFAULTS, subtitleBackground: "solid" });
    expect(
      stored(
        JSON.stringify({ volume: 0, speed: 0.5, subtitles: "x".repeat(40), audio: "x".repeat(41) }),
      ),
    ).toEqual({ ...DEFAULTS, volume: 0, speed: 0.5, subtitles: "x".repeat(40) });
  });

  it("survive a browser without storage", () => {
    const forbidding = {
      setItem: () => {
        throw new Error("forbidden");
      },
    };
    expect(() => writePlayerPreferences(forbidding, stored(null))).not.toThrow();
  });
});

describe("the effective preferences", () => {
  it("are the account's if it has any, else this browser's", () => {
    const preferences = mergePreferences(kept({ speed: 1.5, subtitles: "en", autoSkip: true }), {
      speed: 1.25,
      subtitles: null,
      autoplayNext: false,
    });
    expect(preferences).toMatchObject({
      speed: 1.25,
      subtitles: null,
      autoplayNext: false,
      autoSkip: true,
    });
    expect(mergePreferences(kept({ speed: 1.5 }), null)).toMatchObject({ speed: 1.5 });
  });

  it("take the volume from the device if it has one", () => {
    expect(mergePreferences(kept({ volume: 0.3 }), { volume: 0.8, muted: true })).toMatchObject({
      volume: 0.3,
      muted: false,
    });
    expect(mergePreferences(storage(null), { volume: 0.8, muted: true })).toMatchObject({
      volume: 0.8,
      muted: true,
    });
  });

  it("ignore invalid values of an account", () => {
    expect(
      mergePreferences(kept({ speed: 1.5 }), { speed: 40, subtitleSize: 3, audio: 7 }),
    ).toMatchObject({ speed: 1.5, subtitleSize: "medium" });
    expect(mergePreferences(kept({ speed: 1.5 }), "nonsense")).toMatchObject({ speed: 1.5 });
  });
});

describe("the preferences saved in an account", () => {
  it("are all except the device's own", () => {
    expect(toAccountPreferences({ speed: 2, volume: 0.4 })).toEqual({ speed: 2 });
    expect(toAccountPreferences({ subtitles: null })).toEqual({ subtitles: null });
    expect(toAccountPreferences({ volume: 0.4, muted: false })).toBeNull();
  });
});

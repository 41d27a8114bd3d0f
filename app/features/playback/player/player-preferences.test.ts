import { describe, expect, it } from "vitest";
import { readPlayerPreferences, writePlayerPreferences } from "./player-preferences";

const stored = (text: string | null) => readPlayerPreferences({ getItem: () => text });

const DEFAULTS = { volume: 1, muted: false, speed: 1, subtitles: undefined, audio: undefined, subtitleSize: "medium", subtitleBackground: "soft", autoplayNext: true, autoSkip: false };

describe("a browser's player preferences", () => {
  it("are the defaults where nothing is stored, or nothing that can be read", () => {
    for (const text of [null, "{}", "{", "null", "[]", "7"]) expect(stored(text)).toEqual(DEFAULTS);
    expect(readPlayerPreferences(null)).toEqual(DEFAULTS);
  });

  it("come back as they were kept", () => {
    const kept = { volume: 0, muted: true, speed: 2, subtitles: null, audio: "ja", subtitleSize: "large", subtitleBackground: "none", autoplayNext: false, autoSkip: true } as const;
    let text = "";
    writePlayerPreferences({ setItem: (_key, value) => void (text = value) }, kept);
    expect(stored(text)).toEqual(kept);
  });

  it("take the default for each value that cannot be used, and keep the others", () => {
    expect(stored('{"volume":1.1,"speed":0.49,"subtitles":7,"audio":null,"subtitleSize":"huge","muted":"yes","subtitleBackground":"solid"}')).toEqual({ ...DEFAULTS, subtitleBackground: "solid" });
    expect(stored(JSON.stringify({ volume: 0, speed: 0.5, subtitles: "x".repeat(40), audio: "x".repeat(41) }))).toEqual({ ...DEFAULTS, volume: 0, speed: 0.5, subtitles: "x".repeat(40) });
  });

  it("survive a browser that forbids storing", () => {
    const forbidding = { setItem: () => { throw new Error("forbidden"); } };
    expect(() => writePlayerPreferences(forbidding, stored(null))).not.toThrow();
  });
});

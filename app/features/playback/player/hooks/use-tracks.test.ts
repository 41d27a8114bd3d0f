import { describe, expect, it } from "vitest";
import { automaticSubtitle } from "./use-tracks";

const tracks = (...all: [label: string, language: string | null][]) =>
  all.map(([label, language], index) => ({ index, label, language }));

describe("automatic subtitles", () => {
  const all = tracks(
    ["Deutsch", "de"],
    ["Signs & Songs", "en"],
    ["English", "en"],
    ["Other", null],
  );

  it("are in a viewer's language, in the order of preference, whatever its region", () => {
    expect(automaticSubtitle(all, "ja", ["en-GB", "de"])).toBe(2);
    expect(automaticSubtitle(all, "ja", ["fr", "de-AT", "en"])).toBe(0);
  });

  it("translate signs only where nothing else is there", () => {
    expect(automaticSubtitle(tracks(["Forced", "en"], ["Deutsch", "de"]), "ja", ["en"])).toBe(0);
  });

  it("know languages by either of their codes", () => {
    expect(automaticSubtitle(tracks(["English", "eng"]), "jpn", ["en"])).toBe(0);
    expect(automaticSubtitle(tracks(["English", "eng"]), "jpn", ["en", "ja"])).toBeNull();
  });

  it("are the stream's own for sound that a viewer understands, or whose language is unknown", () => {
    expect(automaticSubtitle(all, "en", ["en-US"])).toBeNull();
    expect(automaticSubtitle(all, null, ["en-US"])).toBeNull();
  });

  it("are the stream's own without any in a viewer's language", () => {
    expect(automaticSubtitle(all, "ja", ["fr"])).toBeNull();
    expect(automaticSubtitle(tracks(["Other", null]), "ja", ["en"])).toBeNull();
    expect(automaticSubtitle(tracks(["Bad", "x_y"]), "ja", ["en"])).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { subtitleKind } from "~/media/playback/subtitles/subtitle-kind";
import { automaticSubtitle, chosenSubtitle, preferredSubtitle } from "./use-tracks";

const tracks = (...all: [label: string, language: string | null, isDefault?: boolean][]) =>
  all.map(([label, language, isDefault = false], index) => ({
    index,
    label,
    language,
    kind: subtitleKind(label),
    isDefault,
  }));

const all = tracks(
  ["Deutsch", "de"],
  ["Signs & Songs", "en"],
  ["English", "en"],
  ["Other", null],
  ["English SDH", "en"],
);

describe("automatic subtitles", () => {
  it("are in a viewer's language, in the order of preference, whatever its region", () => {
    expect(automaticSubtitle(all, "ja", ["en-GB", "de"])).toBe(2);
    expect(automaticSubtitle(all, "ja", ["fr", "de-AT", "en"])).toBe(0);
  });

  it("translate signs only where nothing else is there", () => {
    expect(automaticSubtitle(tracks(["Forced", "en"], ["Deutsch", "de"]), "ja", ["en"])).toBe(0);
    const german = tracks(["Forced", "en"], ["Deutsch", "de"]);
    expect(automaticSubtitle(german, "ja", ["en", "de"])).toBe(1);
  });

  it("are those that a file prefers, are for the deaf without others, and never a commentary", () => {
    const three = tracks(["SDH", "en", true], ["A", "en"], ["B", "en", true]);
    expect(automaticSubtitle(three, "ja", ["en"])).toBe(2);
    expect(automaticSubtitle(tracks(["Signs", "en"], ["SDH", "en"]), "ja", ["en"])).toBe(1);
    expect(automaticSubtitle(tracks(["Commentary", "en", true]), "ja", ["en"])).toBeNull();
  });

  it("know languages by either of their codes", () => {
    expect(automaticSubtitle(tracks(["English", "eng"]), "jpn", ["en"])).toBe(0);
    expect(automaticSubtitle(tracks(["English", "eng"]), "jpn", ["en", "ja"])).toBe(-1);
  });

  it("translate the signs of a dub in its language, and are none otherwise", () => {
    expect(automaticSubtitle(all, "en", ["en-US"])).toBe(1);
    expect(automaticSubtitle(all, "de", ["de", "en"])).toBe(-1);
    expect(automaticSubtitle(tracks(["English", "en", true]), "en", ["en"])).toBe(-1);
  });

  it("are the stream's own for sound whose language is unknown", () => {
    expect(automaticSubtitle(all, null, ["en-US"])).toBeNull();
  });

  it("are the stream's own without any in a viewer's language", () => {
    expect(automaticSubtitle(all, "ja", ["fr"])).toBeNull();
    expect(automaticSubtitle(tracks(["Other", null]), "ja", ["en"])).toBeNull();
    expect(automaticSubtitle(tracks(["Bad", "x_y"]), "ja", ["en"])).toBeNull();
  });
});

describe("chosen subtitles", () => {
  const choose = (subtitleLabel?: string, subtitleKind?: "signs" | "hearing_impaired") => ({
    subtitles: "en",
    subtitleLabel,
    subtitleKind,
  });

  it("are found in another episode by name, then by kind, and are full ones otherwise", () => {
    expect(chosenSubtitle(all, choose("English SDH", "hearing_impaired"), -1)).toBe(4);
    expect(chosenSubtitle(all, choose("S&S", "signs"), 2)).toBe(1);
    expect(chosenSubtitle(all, choose("English SDH (2)", "hearing_impaired"), -1)).toBe(4);
    expect(chosenSubtitle(all, choose("Other group"), 1)).toBe(2);
    expect(chosenSubtitle(all, choose(), -1)).toBe(2);
    expect(chosenSubtitle(tracks(["Signs", "en"], ["SDH", "en"]), choose(), -1)).toBe(1);
  });

  it("are in the language with another region, or none", () => {
    const regions = tracks(["Portugal", "pt-PT"], ["Brazil", "pt-BR"]);
    expect(chosenSubtitle(regions, { subtitles: "pt-BR" }, -1)).toBe(1);
    expect(chosenSubtitle(regions, { subtitles: "pt" }, -1)).toBe(0);
    expect(chosenSubtitle(regions, { subtitles: "fr" }, 0)).toBe(-1);
    expect(chosenSubtitle(all, { subtitles: null }, 0)).toBe(-1);
    expect(chosenSubtitle(all, { subtitles: "" }, 0)).toBe(3);
  });

  it("are full ones when they are only turned on", () => {
    expect(preferredSubtitle(all, ["en"])).toBe(2);
    expect(preferredSubtitle(tracks(["Signs", "en"], ["Full", "de"]), ["fr"])).toBe(1);
  });
});

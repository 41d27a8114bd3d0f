import { beforeEach, describe, expect, it } from "vitest";
import { readSeriesChoice, writeSeriesChoice } from "./series-choice";

let stored: string | null = null;
const storage = {
  getItem: () => stored,
  setItem: (_key: string, value: string) => void (stored = value),
};

describe("the choice for a series", () => {
  beforeEach(() => void (stored = null));

  it("is stored per series, and a change leaves the rest", () => {
    writeSeriesChoice(storage, 1, {
      subtitles: "en",
      subtitleLabel: "Signs",
      subtitleKind: "signs",
    });
    writeSeriesChoice(storage, 2, { subtitles: null });
    writeSeriesChoice(storage, 1, { subtitleDelay: -1.5 });
    expect(readSeriesChoice(storage, 1)).toEqual({
      subtitles: "en",
      subtitleLabel: "Signs",
      subtitleKind: "signs",
      subtitleDelay: -1.5,
    });
    expect(readSeriesChoice(storage, 2)).toEqual({ subtitles: null });
    expect(readSeriesChoice(storage, 3)).toEqual({});
  });

  it("is evicted for the oldest of more than 300 series", () => {
    for (let id = 0; id <= 300; id += 1) writeSeriesChoice(storage, id, { audio: "ja" });
    expect(readSeriesChoice(storage, 0)).toEqual({});
    expect(readSeriesChoice(storage, 1)).toEqual({ audio: "ja" });
  });

  it.each([
    "{",
    "{}",
    "[1]",
    '[[1,"x"]]',
    '[[1,{"subtitles":5,"audio":[],"subtitleDelay":61,"subtitleKind":"x"}]]',
  ])("is empty when the browser has %s", (text) => {
    stored = text;
    expect(readSeriesChoice(storage, 1)).toEqual({});
  });
});

import { describe, expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import { playMark } from "./play-mark.server";

const en = serverI18n("en");

describe("playMark", () => {
  it.each([
    [[], [], "", "Plays here."],
    [["ja"], [], "JA", "Plays here. Audio: Japanese."],
    [
      ["en", "ja"],
      ["es", "pt-BR"],
      "JA EN · CC ES PT",
      "Plays here. Audio: English and Japanese. Subtitles: Spanish and Brazilian Portuguese.",
    ],
    [[], ["en"], "CC EN", "Plays here. Subtitles: English."],
  ])("of audio %j and subtitles %j is %j", (audio, subtitles, codes, text) => {
    expect(playMark(en, { audio, subtitles })).toEqual({ codes, text });
  });

  it("counts further languages, and names them all", () => {
    const { codes, text } = playMark(en, { audio: ["de", "en", "es", "ja"], subtitles: [] });
    expect(codes).toBe("JA DE +2");
    expect(text).toContain("German, English, Spanish and Japanese");
  });

  it("counts the regions of a language once", () => {
    expect(playMark(en, { audio: ["es", "es-419"], subtitles: [] }).codes).toBe("ES");
  });

  it("is in the page's language", () => {
    expect(playMark(serverI18n("es"), { audio: ["ja"], subtitles: [] }).text).toBe(
      "Se reproduce aquí. Audio: japonés.",
    );
  });
});

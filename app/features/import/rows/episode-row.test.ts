import { describe, expect, it } from "vitest";
import { parseEpisodeRow } from "./episode-row";

function read(fields: Record<string, unknown>) {
  const parsed = parseEpisodeRow({ mal_id: 7, number: 1, ...fields });
  if ("reason" in parsed) throw new Error(parsed.reason);
  return parsed.row;
}

function reason(fields: Record<string, unknown>): string {
  const parsed = parseEpisodeRow({ mal_id: 7, number: 1, ...fields });
  return "reason" in parsed ? parsed.reason : "";
}

describe("parseEpisodeRow", () => {
  it("maps the source's fields to ours", () => {
    const row = read({
      title_romaji: "Hajimari",
      aired: "1998-04-03",
      minutes: 25,
      image: "https://images.test/1.jpg",
      tvdb_season: 2,
      tvdb_episode: 13,
    });
    expect(row).toEqual({
      anime_mal_id: 7,
      number: 1,
      title: null,
      title_japanese: null,
      title_romanji: "Hajimari",
      description: null,
      image_url: "https://images.test/1.jpg",
      aired: "1998-04-03T00:00:00.000Z",
      duration: 25,
      score: null,
      filler: null,
      recap: null,
      video_source: null,
      tvdb_season: 2,
      tvdb_episode: 13,
    });
  });

  it("reads a place on TheTVDB as a whole or not at all", () => {
    const none = { tvdb_season: null, tvdb_episode: null };
    expect(read({ tvdb_season: 2 })).toMatchObject(none);
    expect(read({ tvdb_season: 2, tvdb_episode: -1 })).toMatchObject(none);
    expect(read({ tvdb_season: "two", tvdb_episode: 1 })).toMatchObject(none);
  });

  it("says of a place that cannot be read that it cannot, and reads the rest", () => {
    expect(parseEpisodeRow({ mal_id: 7, number: 1, tvdb_season: "two", tvdb_episode: 1 })).toEqual({
      row: read({}),
      unreadable: ["tvdb_season cannot be read: two"],
    });
  });

  it("replaces AniDB's backtick with an apostrophe and decodes entities", () => {
    expect(read({ title: "The Captain`s Log &amp; More", title_romaji: "Jun`ichi" })).toMatchObject(
      { title: "The Captain's Log & More", title_romanji: "Jun'ichi" },
    );
  });

  it.each([
    [24.4, 24],
    [0.3, 1],
    [0, null],
    [6000, 6000],
  ])("rounds %d minutes to %j", (minutes, duration) => {
    expect(read({ minutes }).duration).toBe(duration);
  });

  it("accepts a URL or one of our own paths as the video", () => {
    expect(read({ video_source: "/demo/1/master.m3u8" }).video_source).toBe("/demo/1/master.m3u8");
    expect(reason({ video_source: "file:///etc/passwd" })).toContain(
      "video_source must be an http or https address",
    );
  });

  it.each([
    [{ number: -1 }, "number"],
    [{ number: 100_001 }, "number must be a whole number from 0 to 100000"],
    [{ number: "1" }, "number"],
    [{ mal_id: null }, "mal_id"],
    [{ minutes: 6001 }, "minutes must be a number of minutes from 0 to 6000"],
    [{ score: 10.1 }, "score must be a number from 0 to 10"],
    [{ filler: 1 }, "filler must be true or false"],
  ])("rejects %j", (fields, why) => {
    expect(reason(fields)).toContain(why);
  });
});

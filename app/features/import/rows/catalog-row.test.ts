import { describe, expect, it } from "vitest";
import { parseCatalogRow } from "./catalog-row";

function read(fields: Record<string, unknown>) {
  const parsed = parseCatalogRow({ mal_id: 7, title: "Paper Lanterns", ...fields });
  if ("reason" in parsed) throw new Error(parsed.reason);
  return parsed.row;
}

function reason(fields: Record<string, unknown>): string {
  const parsed = parseCatalogRow({ mal_id: 7, title: "Paper Lanterns", ...fields });
  return "reason" in parsed ? parsed.reason : "";
}

describe("parseCatalogRow", () => {
  it("treats missing fields as unknown, and missing lists as empty", () => {
    expect(read({})).toMatchObject({
      title_english: null,
      score: null,
      year: null,
      season: null,
      airing: false,
      approved: false,
      genres: [],
      title_synonyms: [],
    });
  });

  it("treats empty and blank texts as unknown", () => {
    expect(read({ synopsis: "", background: "  ", image_url: "", aired_from: "" })).toMatchObject({
      synopsis: null,
      background: null,
      image_url: null,
      aired_from: null,
    });
  });

  it.each([
    ["Love &amp; Peace", "Love & Peace"],
    ["Q&amp;A &#039;s &lt;3 &eacute;", "Q&A 's <3 é"],
    ["AT&T R&D", "AT&T R&D"],
    ["&amp;lt;", "&lt;"],
  ])("decodes the entities of %j once", (given, decoded) => {
    expect(
      read({ title: given, synopsis: given, title_synonyms: [given], studios: [given] }),
    ).toMatchObject({
      title: decoded,
      synopsis: decoded,
      title_synonyms: [decoded],
      studios: [decoded],
    });
  });

  it("leaves what looks like an entity in a URL alone", () => {
    expect(read({ trailer_embed_url: "https://player.test/?a=1&amp;b=2" }).trailer_embed_url).toBe(
      "https://player.test/?a=1&amp;b=2",
    );
  });

  it("removes what Postgres cannot store: NUL, also as an entity, and lone surrogates", () => {
    expect(read({ title: "A\u0000B", synopsis: "x\uD800y", source: "\u0000" })).toMatchObject({
      title: "AB",
      synopsis: "x\uFFFDy",
      source: null,
    });
    expect(read({ title: "A&#0;B" }).title).not.toContain("\u0000");
  });

  it("accepts characters beyond the basic plane", () => {
    expect(read({ title: "𠮷野家 🍜" }).title).toBe("𠮷野家 🍜");
  });

  it("trims names and drops duplicates, preserving the order", () => {
    expect(
      read({ studios: [" Gallop ", "AIC", "Gallop", ""], title_synonyms: ["B", "A", "B"] }),
    ).toMatchObject({ studios: ["Gallop", "AIC"], title_synonyms: ["B", "A"] });
  });

  it.each([
    ["Mondays", "Monday"],
    ["SUNDAY", "Sunday"],
    ["Not scheduled once per week", null],
    ["Unknown", null],
  ])("parses the broadcast day %j as %j", (given, day) => {
    expect(read({ broadcast_day: given })).toMatchObject({ broadcast_day: day, unreadable: [] });
  });

  it.each([
    ["1:05", "01:05"],
    ["23:59", "23:59"],
    ["23:59:30", "23:59"],
    ["01:30 (JST)", "01:30"],
    ["２５：３０", "01:30"],
    ["Unknown", null],
    ["?", null],
  ])("parses the broadcast time %j as %j", (given, time) => {
    expect(read({ broadcast_time: given })).toMatchObject({
      broadcast_time: time,
      unreadable: [],
    });
  });

  it.each([
    ["Saturdays", "25:30", "Sunday", "01:30"],
    ["Saturdays", "24:00", "Sunday", "00:00"],
    ["Sundays", "29:59", "Monday", "05:59"],
    ["Sundays", "23:59", "Sunday", "23:59"],
    [null, "25:30", null, "01:30"],
  ])("parses the slot %s %s as %s %s", (givenDay, givenTime, day, time) => {
    const slot = { broadcast_day: givenDay, broadcast_time: givenTime };
    expect(read(slot)).toMatchObject({
      broadcast_day: day,
      broadcast_time: time,
      unreadable: [],
    });
  });

  it.each([
    ["broadcast_time", "23:60"],
    ["broadcast_time", "48:00"],
    ["broadcast_time", "late"],
    ["broadcast_day", "Caturday"],
    ["broadcast_timezone", "Asia/Atlantis"],
    ["youtube_id", "gY5nDXOtv_"],
  ])("names %s %j as unreadable, and keeps the rest", (field, value) => {
    expect(parseCatalogRow({ mal_id: 7, title: "T", score: 8, [field]: value })).toMatchObject({
      row: { score: 8, [field]: null, unreadable: [field] },
      unreadable: [`${field} cannot be read: ${value}`],
    });
  });

  it.each([
    ["spring", "Spring"],
    ["autumn", "Fall"],
    ["FALL", "Fall"],
  ])("normalises the season %j to %j", (given, season) => {
    expect(read({ season: given }).season).toBe(season);
  });

  it.each([
    ["2020-01-01", 2020, "Winter"],
    ["2020-03-31T23:59:59+00:00", 2020, "Winter"],
    ["2020-04-01T00:00:00+00:00", 2020, "Spring"],
    ["2020-07-01", 2020, "Summer"],
    ["2020-10-01", 2020, "Fall"],
    ["2020-12-31", 2020, "Fall"],
  ])("derives year and season from the first airing on %s", (aired, year, season) => {
    expect(read({ aired_from: aired })).toMatchObject({ year, season });
  });

  it("prefers the source's own year and season", () => {
    expect(read({ aired_from: "2019-12-29", year: 2020, season: "winter" })).toMatchObject({
      year: 2020,
      season: "Winter",
    });
  });

  it.each(["rx", "RX - hentai", "Rx", "Rx - Hentai"])(
    "stores the rating %j in the spelling that parental control expects",
    (rating) => {
      expect(read({ rating }).rating).toBe("Rx - Hentai");
    },
  );

  it.each([
    ["pg-13", "PG-13 - Teens 13 or older"],
    ["R - 17+ (violence & profanity)", "R - 17+ (violence & profanity)"],
    ["R - 17+ (violence &amp; profanity)", "R - 17+ (violence & profanity)"],
    ["r+", "R+ - Mild Nudity"],
    ["None", null],
  ])("normalises the rating %j to %j", (given, rating) => {
    expect(read({ rating: given }).rating).toBe(rating);
  });

  it("stores known genres in the spelling that parental control expects, and others unchanged", () => {
    expect(
      read({ genres: ["hentai", "EROTICA", "sci fi", "Sci-Fi", "Cooking Duel"] }).genres,
    ).toEqual(["Hentai", "Erotica", "Sci-Fi", "Cooking Duel"]);
  });

  it("derives from the status whether a title airs, unless the source says so", () => {
    expect(read({ status: "currently airing" })).toMatchObject({
      status: "Currently Airing",
      airing: true,
    });
    expect(read({ status: "Currently Airing", airing: false }).airing).toBe(false);
  });

  it.each([
    ["2020-02-29T12:30:00+09:00", "2020-02-29T03:30:00.000Z"],
    ["2020-02-29", "2020-02-29T00:00:00.000Z"],
    ["2020-02-29 12:30:00+0900", "2020-02-29T03:30:00.000Z"],
  ])("parses the instant %s as %s", (given, instant) => {
    expect(read({ aired_to: given }).aired_to).toBe(instant);
  });

  it("accepts an end before the start, as sources have it", () => {
    expect(read({ aired_from: "2000-01-02", aired_to: "2000-01-01" }).aired_to).toBe(
      "2000-01-01T00:00:00.000Z",
    );
  });

  it("accepts video ids only in a valid form", () => {
    expect(read({ youtube_id: "gY5nDXOtv_o" }).youtube_id).toBe("gY5nDXOtv_o");
    expect(read({ youtube_id: "gY5nDXOtv_" }).youtube_id).toBeNull();
  });

  it.each([
    ["score", 0, 10],
    ["episodes", 0, 2_147_483_647],
    ["members", 0, 2_147_483_647],
    ["year", 1850, 2150],
  ])("accepts %s from %d to %d and rejects values outside", (field, min, max) => {
    expect(read({ [field]: min })).toMatchObject({ [field]: min });
    expect(read({ [field]: max })).toMatchObject({ [field]: max });
    expect(reason({ [field]: min - 1 })).toMatch(
      new RegExp(`^${field} must be a (whole )?number from ${min} to ${max}$`),
    );
    expect(reason({ [field]: max + 1 })).toContain(field);
  });

  it("accepts a title of 600 characters and rejects 601", () => {
    expect(read({ title: "長".repeat(600) }).title).toHaveLength(600);
    expect(reason({ title: "長".repeat(601) })).toBe(
      "title must not be longer than 600 characters",
    );
  });

  it.each([
    [{ mal_id: 0 }, "mal_id must be a whole number from 1 to 2147483647"],
    [{ mal_id: 2_147_483_648 }, "mal_id must be a whole number from 1 to 2147483647"],
    [{ mal_id: "7" }, "mal_id must be a whole number from 1 to 2147483647"],
    [{ title: "  " }, "title is missing"],
    [{ title: 5 }, "title must be text"],
    [{ score: "9" }, "score must be a number from 0 to 10"],
    [{ episodes: 1.5 }, "episodes must be a whole number from 0 to 2147483647"],
    [{ genres: "Action, Drama" }, "genres must be a list of texts"],
    [{ genres: ["Action", 5] }, "genres.1 must be text"],
    [{ type: "Podcast" }, "type is not a known type: Podcast"],
    [{ rating: "18+" }, "rating is not a known age rating: 18+"],
    [{ aired_from: "2020-02-30" }, "aired_from must be an ISO 8601 date of the years 1850 to 2150"],
    [{ aired_from: "yesterday" }, "aired_from must be an ISO 8601 date of the years 1850 to 2150"],
    [{ airing: "yes" }, "airing must be true or false"],
  ])("rejects %j with a reason", (fields, why) => {
    expect(reason(fields)).toBe(why);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//host.test/x.jpg",
    "/\\host.test",
    "ftp://host.test/x",
    "https://",
    "x.jpg",
  ])("rejects the URL %j", (address) => {
    expect(reason({ image_url: address, trailer_embed_url: address })).toContain(
      "image_url must be an http or https address",
    );
  });

  it("accepts http, https and our own paths as URLs", () => {
    expect(
      read({ image_url: "http://host.test/a.jpg", banner_image: "/demo/banner.webp" }),
    ).toMatchObject({ image_url: "http://host.test/a.jpg", banner_image: "/demo/banner.webp" });
  });

  it("names every invalid field", () => {
    expect(reason({ score: 11, year: 1 })).toBe(
      "score must be a number from 0 to 10; year must be a whole number from 1850 to 2150",
    );
  });

  it.each([null, 5, "text", [[]]])("rejects %j, which is not an object", (value) => {
    expect(parseCatalogRow(value)).toEqual({ reason: "must be an object" });
  });
});

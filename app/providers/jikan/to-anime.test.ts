import { describe, expect, it } from "vitest";
import { findUnreadableField, toAnimeRow, toEpisodeRow, toRelationRows } from "./to-anime";

const PLAYER =
  "https://www.youtube-nocookie.com/embed/27OZc-ku6is?enablejsapi=1&wmode=opaque&autoplay=1";

describe("toAnimeRow", () => {
  it("flattens the nested object", () => {
    const row = toAnimeRow({
      mal_id: 9,
      title: "Gate",
      rank: 5,
      images: {
        jpg: { image_url: "j" },
        webp: { image_url: "w", small_image_url: "ws", large_image_url: "wl" },
      },
      aired: { from: "2011-04-06T00:00:00+00:00", to: null },
      broadcast: { day: "Wednesdays", time: "02:05", timezone: "Asia/Tokyo" },
      season: "spring",
      studios: [{ name: "White Fox" }],
      genres: [{ name: "Drama" }],
      explicit_genres: [{ name: "Erotica" }],
    });
    expect(row).toMatchObject({
      mal_id: 9,
      title: "Gate",
      image_url: "j",
      image_webp: "w",
      image_small_webp: "ws",
      image_large_webp: "wl",
      aired_from: "2011-04-06T00:00:00+00:00",
      aired_to: null,
      broadcast_day: "Wednesdays",
      season: "spring",
      studios: ["White Fox"],
      genres: ["Drama", "Erotica"],
      producers: [],
    });
    expect(row).not.toHaveProperty("rank");
  });

  it("reads the trailer of the current format, which only has the embed URL", () => {
    expect(
      toAnimeRow({
        trailer: {
          youtube_id: null,
          url: null,
          embed_url: PLAYER,
          images: { large_image_url: null },
        },
      }),
    ).toMatchObject({
      youtube_id: "27OZc-ku6is",
      trailer_url: "https://www.youtube.com/watch?v=27OZc-ku6is",
      trailer_embed_url: PLAYER,
      trailer_image_url: "https://img.youtube.com/vi/27OZc-ku6is/hqdefault.jpg",
    });
  });

  it("reads the trailer of the older format", () => {
    const trailer = {
      youtube_id: "gY5nDXOtv_o",
      url: "https://y.test/w",
      embed_url: "https://y.test/e",
      images: { large_image_url: "https://y.test/l.jpg" },
    };
    expect(toAnimeRow({ trailer })).toMatchObject({
      youtube_id: "gY5nDXOtv_o",
      trailer_url: "https://y.test/w",
      trailer_embed_url: "https://y.test/e",
      trailer_image_url: "https://y.test/l.jpg",
    });
  });

  it.each([
    [{ trailer: null }],
    [{}],
    [{ trailer: { embed_url: "https://www.youtube-nocookie.com/embed/27OZc-ku6i?autoplay=1" } }],
  ])("has no trailer for %j", (anime) => {
    expect(toAnimeRow(anime)).toMatchObject({
      youtube_id: null,
      trailer_url: null,
      trailer_image_url: null,
    });
  });

  it("passes invalid input on, so that it is rejected with the usual messages", () => {
    expect(toAnimeRow("nothing")).toBe("nothing");
    expect(toAnimeRow({ mal_id: 1, genres: "Drama" })).toEqual({ mal_id: 1, genres: "Drama" });
  });
});

describe("findUnreadableField", () => {
  it.each(["images", "trailer", "aired", "broadcast"])("names %s that are no object", (name) => {
    expect(findUnreadableField({ mal_id: 1, [name]: "Saturdays at 01:30 (JST)" })).toBe(name);
    expect(findUnreadableField({ mal_id: 1, [name]: null })).toBeNull();
  });

  it("leaves flat fields to the row", () => {
    expect(findUnreadableField({ mal_id: 1, genres: "Drama" })).toBeNull();
    expect(findUnreadableField("nothing")).toBeNull();
  });
});

describe("toEpisodeRow", () => {
  it("uses Jikan's id as the number", () => {
    expect(
      toEpisodeRow(9, {
        mal_id: 2,
        title: "Stray",
        title_romanji: "Nora\u00A0",
        score: 4.3,
        filler: true,
        forum_url: "x",
      }),
    ).toMatchObject({
      mal_id: 9,
      number: 2,
      title: "Stray",
      title_romanji: "Nora\u00A0",
      score: 4.3,
      filler: true,
    });
  });
});

describe("toRelationRows", () => {
  it("drops manga", () => {
    const relations = [
      { relation: "Adaptation", entry: [{ mal_id: 1, type: "manga" }] },
      {
        relation: "Side Story",
        entry: [
          { mal_id: 2, type: "anime" },
          { mal_id: 3, type: "anime" },
        ],
      },
    ];
    expect(toRelationRows(9, relations)).toEqual([
      { mal_id: 9, related_mal_id: 2, relation: "Side Story" },
      { mal_id: 9, related_mal_id: 3, relation: "Side Story" },
    ]);
  });
});

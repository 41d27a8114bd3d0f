import { describe, expect, it } from "vitest";
import { animePath, genrePath, parseAnimeId, studioPath, titleSlug } from "./anime-path";

describe("titleSlug", () => {
  it.each([
    ["Cowboy Bebop", "cowboy-bebop"],
    ["Re:ZERO -Starting Life in Another World-", "re-zero-starting-life-in-another-world"],
    ["Kaguya-sama wa Kokurasetai?", "kaguya-sama-wa-kokurasetai"],
    ["Pokémon", "pokemon"],
    ["JoJo's Bizarre Adventure", "jojos-bizarre-adventure"],
    ["進撃の巨人", ""],
    ["_(:3」∠)_", "3"],
  ])("turns %j into %j", (title, slug) => {
    expect(titleSlug(title)).toBe(slug);
  });

  it("ends at a whole word within its length", () => {
    const slug = titleSlug("word ".repeat(60));
    expect(slug.length).toBeLessThanOrEqual(80);
    expect(slug.endsWith("word")).toBe(true);
  });
});

describe("parseAnimeId", () => {
  it("parses integers up to the largest in the database", () => {
    expect(parseAnimeId("1")).toBe(1);
    expect(parseAnimeId("2147483647")).toBe(2_147_483_647);
  });

  it.each(["0", "-1", "01", "1.5", "2147483648", "12345678901", "1e3", "", "one", "１"])(
    "rejects %j",
    (text) => {
      expect(parseAnimeId(text)).toBeNull();
    },
  );
});

describe("paths", () => {
  it("omit an empty slug", () => {
    expect(animePath({ mal_id: 1, title: "Cowboy Bebop" })).toBe("/anime/1/cowboy-bebop");
    expect(animePath({ mal_id: 7, title: "進撃の巨人" })).toBe("/anime/7");
  });

  it("encode reserved characters in names", () => {
    expect(genrePath("Sci-Fi")).toBe("/genre/Sci-Fi");
    expect(studioPath("Studio 4°C / A?")).toBe("/studio/Studio%204%C2%B0C%20%2F%20A%3F");
  });
});

import { describe, expect, it } from "vitest";
import { parseCharacterRow } from "./character-row";
import { parseStaffRow } from "./staff-row";
import { parseThemeSong } from "./theme-song-text";
import { parseThemesRow } from "./themes-row";

const character = { mal_id: 1, character_id: 2, name: "Spiegel, Spike", role: "main" };
const person = { person_id: 3, name: "Yamadera, Kouichi", language: "Japanese" };
const staff = { mal_id: 1, person_id: 3, name: "Watanabe, Shinichirou", roles: ["Director"] };
const reasonOf = (parsed: object) => ("reason" in parsed ? parsed.reason : null);

describe("parseCharacterRow", () => {
  it("writes names in reading order and fills what is missing", () => {
    expect(parseCharacterRow({ ...character, voice_actors: [person] })).toEqual({
      row: {
        mal_id: 1,
        character_id: 2,
        name: "Spike Spiegel",
        name_japanese: null,
        image: null,
        about: null,
        role: "Main",
        favorites: null,
        voice_actors: [
          {
            person_id: 3,
            name: "Kouichi Yamadera",
            name_japanese: null,
            image: null,
            about: null,
            language: "Japanese",
          },
        ],
      },
    });
  });

  it.each([
    [{ name: "" }, "name must not be empty"],
    [{ name: "x".repeat(301) }, "name must not be longer than 300 characters"],
    [{ character_id: 0 }, "character_id must be a whole number from 1 to 2147483647"],
    [{ role: "Extra" }, "role must be Main or Supporting"],
    [{ role: null }, "role must be Main or Supporting"],
    [{ voice_actors: "none" }, "voice_actors must be a list"],
    [{ voice_actors: [{ ...person, person_id: "3" }] }, "voice_actors.0.person_id"],
    [{ voice_actors: Array.from({ length: 101 }, () => person) }, "more than 100 entries"],
    [{ image: "javascript:alert(1)" }, "image must be an http or https address"],
    [{ favorites: -1 }, "favorites must be a whole number"],
  ])("rejects %j", (change, reason) => {
    expect(reasonOf(parseCharacterRow({ ...character, ...change }))).toContain(reason);
  });

  it("takes a name of 300 characters and 100 voice actors", () => {
    const row = {
      ...character,
      name: "x".repeat(300),
      voice_actors: Array.from({ length: 100 }, () => person),
    };
    expect(reasonOf(parseCharacterRow(row))).toBeNull();
  });

  it.each([null, 1, "text", []])("rejects %j, which is no object", (value) => {
    expect(reasonOf(parseCharacterRow(value))).toBeTruthy();
    expect(reasonOf(parseStaffRow(value))).toBeTruthy();
    expect(reasonOf(parseThemesRow(value))).toBeTruthy();
  });
});

describe("parseStaffRow", () => {
  it("keeps each role once", () => {
    const parsed = parseStaffRow({ ...staff, roles: ["Director", " Director", "Script"] });
    expect(parsed).toMatchObject({
      row: { name: "Shinichirou Watanabe", roles: ["Director", "Script"] },
    });
  });

  it.each([
    [{ roles: [] }, "roles must not be empty"],
    [{ roles: ["x".repeat(101)] }, "must not be longer than 100"],
    [{ roles: Array.from({ length: 61 }, String) }, "more than 60 entries"],
    [{ roles: "Director" }, "roles must be a list of texts"],
  ])("rejects %j", (change, reason) => {
    expect(reasonOf(parseStaffRow({ ...staff, ...change }))).toContain(reason);
  });

  it("takes 60 roles of 100 characters", () => {
    const roles = Array.from({ length: 60 }, (_, index) => `${index}`.padEnd(100, "x"));
    expect(reasonOf(parseStaffRow({ ...staff, roles }))).toBeNull();
  });
});

describe("parseThemesRow", () => {
  it("takes objects and texts", () => {
    expect(
      parseThemesRow({
        mal_id: 1,
        openings: [{ title: "Tank!", artist: "The Seatbelts" }],
        endings: ['1: "The Real Folk Blues" by Mai Yamane (eps 1-12)'],
      }),
    ).toEqual({
      row: {
        mal_id: 1,
        openings: [{ title: "Tank!", artist: "The Seatbelts", episodes: null }],
        endings: [{ title: "The Real Folk Blues", artist: "Mai Yamane", episodes: "1-12" }],
      },
    });
  });

  it.each([
    [{ openings: [""] }, "openings.0.title must not be empty"],
    [{ openings: [{ artist: "Unknown" }] }, "openings.0.title must not be empty"],
    [{ endings: [7] }, "endings.0"],
    [{ endings: Array.from({ length: 201 }, () => "x") }, "more than 200 entries"],
    [{ openings: [{ title: "x".repeat(501) }] }, "must not be longer than 500"],
  ])("rejects %j", (change, reason) => {
    expect(reasonOf(parseThemesRow({ mal_id: 1, ...change }))).toContain(reason);
  });

  it("takes 200 songs with titles of 500 characters", () => {
    const openings = Array.from({ length: 200 }, () => "x".repeat(500));
    expect(reasonOf(parseThemesRow({ mal_id: 1, openings }))).toBeNull();
  });
});

describe("parseThemeSong", () => {
  it.each([
    [
      '1: "Yuusha (勇者)" by YOASOBI (eps 1-16)',
      { title: "Yuusha (勇者)", artist: "YOASOBI", episodes: "1-16" },
    ],
    [
      'S1: "bliss" by milet (eps Special Broadcast: 1-4)',
      { title: "bliss", artist: "milet", episodes: "Special Broadcast: 1-4" },
    ],
    [
      '"Haru (晴る)" by Yorushika (ヨルシカ) (ep 28)',
      { title: "Haru (晴る)", artist: "Yorushika (ヨルシカ)", episodes: "28" },
    ],
    ['#1: "Say "Hello""', { title: 'Say "Hello"', artist: null, episodes: null }],
    ["An untitled melody", { title: "An untitled melody", artist: null, episodes: null }],
    ["", { title: "", artist: null, episodes: null }],
  ])("reads %j", (text, song) => {
    expect(parseThemeSong(text)).toEqual(song);
  });
});

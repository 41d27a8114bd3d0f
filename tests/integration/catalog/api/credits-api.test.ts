import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAnimes, indexForSearch } from "../../../factories/anime";
import {
  addCredits,
  characterRow,
  generateCredits,
  staffRow,
  voiceActor,
} from "../../../factories/credits";
import { createApiCaller } from "../../../support/server/call-api";
import { testDatabase } from "../../../support/database/test-database";
import {
  createSignedInClient,
  dataOf,
  type SignedInClient,
} from "../../../support/server/signed-in";

const database = await testDatabase();
const { get } = createApiCaller(database);

beforeAll(async () => {
  await addAnimes(
    database.db,
    { mal_id: 1, title: "Lantern", year: 2001, studios: ["Lantern Works"] },
    { mal_id: 2, title: "Velvet", year: 2002, genres: ["Erotica"], studios: ["Lantern Velvet"] },
  );
  await addCredits(database.db, {
    characters: [
      characterRow(1, 10, {
        name: "Lanta, Aya",
        about: "She keeps a lighthouse.",
        voice_actors: [voiceActor(50), voiceActor(51, { language: "English" })],
      }),
      characterRow(2, 20, { name: "Lanto", voice_actors: [voiceActor(50), voiceActor(52)] }),
    ],
    staff: [staffRow(1, 60, { name: "Lantos, Jun" }), staffRow(2, 61, { name: "Lanti" })],
    themes: [{ mal_id: 1, openings: ["Light"] }],
  });
  await indexForSearch(database.db);
});

const person = (id: number) => ({
  id,
  name: `Person ${id}`,
  name_japanese: null,
  image_url: null,
});

describe("the credits of a title", () => {
  it("have characters with all voice actors, staff and songs", async () => {
    expect((await get("/api/animes/credits?id=1")).json).toEqual({
      data: {
        characters: [
          {
            id: 10,
            name: "Aya Lanta",
            name_japanese: null,
            image_url: null,
            role: "Main",
            voice_actors: [
              { ...person(50), language: "Japanese" },
              { ...person(51), language: "English" },
            ],
          },
        ],
        staff: [{ ...person(60), name: "Jun Lantos", roles: ["Director"] }],
        songs: [{ kind: "opening", title: "Light", artist: null, episodes: null }],
      },
    });
  });

  it("are refused like the title's", async () => {
    expect((await get("/api/animes/credits?id=2")).status).toBe(403);
    expect((await get("/api/animes/credits?id=2&parental_control=false")).status).toBe(200);
    expect((await get("/api/animes/credits?id=9")).status).toBe(404);
    expect(await get("/api/animes/credits?id=x")).toMatchObject({
      status: 400,
      json: { issues: [{ path: "id" }] },
    });
    expect((await get("/api/animes/credits")).status).toBe(400);
  });
});

describe("a character and a person", () => {
  it("have the titles that parental control allows", async () => {
    expect((await get("/api/characters?id=10")).json).toMatchObject({
      data: {
        name: "Aya Lanta",
        about: "She keeps a lighthouse.",
        titles: [{ mal_id: 1, role: "Main" }],
      },
    });
    expect((await get("/api/people?id=50")).json).toMatchObject({
      data: {
        about: null,
        titles: [{ mal_id: 1, characters: [{ id: 10, language: "Japanese" }], roles: [] }],
      },
    });
    const free = await get("/api/people?id=50&parental_control=false");
    expect((free.json as { data: { titles: unknown[] } }).data.titles).toHaveLength(2);
  });

  it("are 404 when unknown or of mature titles only, and 400 without an id", async () => {
    for (const path of ["characters?id=20", "characters?id=99", "people?id=52", "people?id=61"])
      expect((await get(`/api/${path}`)).status).toBe(404);
    expect((await get("/api/characters?id=20&parental_control=false")).status).toBe(200);
    for (const path of ["characters", "people?id=0", "people?id=2147483648"])
      expect((await get(`/api/${path}`)).status).toBe(400);
  });
});

describe("suggestions of all kinds", () => {
  const suggested = async (query: string) =>
    ((await get(`/api/suggest${query}`)).json as { data: Record<string, unknown>[] }).data.map(
      ({ type, id, path }) => [type, id, path],
    );

  it("name their type and page", async () => {
    expect(await suggested("?q=lant")).toEqual([
      ["anime", 1, "/anime/1/lantern"],
      ["character", 10, "/character/10/aya-lanta"],
      ["person", 60, "/person/60/jun-lantos"],
      ["studio", null, "/studio/Lantern%20Works"],
    ]);
    expect(await suggested("?q=lant&parental_control=false")).toHaveLength(7);
    expect(await suggested("")).toEqual([]);
    expect(await suggested("?q=%25")).toEqual([]);
  });

  it("reject 257 characters but not 256, and NUL", async () => {
    expect((await get(`/api/suggest?q=${"x".repeat(256)}`)).status).toBe(200);
    for (const text of ["x".repeat(257), "%00"])
      expect(await get(`/api/suggest?q=${text}`)).toMatchObject({
        status: 400,
        json: { issues: [{ path: "q" }] },
      });
  });

  it("leave the suggestions of titles as they are", async () => {
    expect((await get("/api/animes/suggest?q=lant")).json).toEqual({
      data: [{ mal_id: 1, title: "Lantern", year: 2001, type: "TV", image_webp: null }],
    });
  });
});

describe("the favorites of a user", () => {
  let user: SignedInClient;
  const PATH = "/api/user/favorites";
  const NO_FAVORITES = { characters: [], people: [], studios: [] };

  beforeEach(async () => {
    user = await createSignedInClient(database);
  });

  it("are added, read and removed", async () => {
    for (const body of [
      { type: "character", id: 10 },
      { type: "person", id: "60" },
      { type: "studio", name: "lantern works" },
    ])
      expect((await user.send("POST", PATH, body)).status).toBe(200);
    expect(dataOf(await user.send("GET", PATH))).toMatchObject({
      characters: [{ id: 10, name: "Aya Lanta" }],
      people: [{ id: 60 }],
      studios: ["Lantern Works"],
    });
    expect(dataOf(await user.send("GET", "/api/user/profile"))).toMatchObject({
      favorite_studios: ["Lantern Works"],
    });
    for (const body of [
      { type: "character", id: 10 },
      { type: "person", id: 60 },
      { type: "studio", name: "Lantern Works" },
    ])
      expect((await user.send("DELETE", PATH, body)).status).toBe(200);
    expect(dataOf(await user.send("GET", PATH))).toEqual(NO_FAVORITES);
  });

  it.each([
    [{ type: "character" }, 400],
    [{ type: "character", id: 0 }, 400],
    [{ type: "character", id: true }, 400],
    [{ type: "person", id: 2_147_483_648 }, 400],
    [{ type: "film", id: 1 }, 400],
    [{ type: "studio", name: "" }, 400],
    [{ type: "studio", name: "Unknown" }, 404],
    [{ type: "character", id: 20 }, 404],
    [{ type: "person", id: 61 }, 404],
    [{ type: "studio", name: "Lantern Velvet" }, 404],
  ])("refuse %j with %i", async (body, status) => {
    expect((await user.send("POST", PATH, body)).status).toBe(status);
    expect(dataOf(await user.send("GET", PATH))).toEqual(NO_FAVORITES);
  });
});

describe("generateCredits", () => {
  it("makes the same credits for the same titles", () => {
    const rows = generateCredits([1, 2]);
    expect(generateCredits([2]).characters).toEqual(
      rows.characters.filter(({ mal_id }) => mal_id === 2),
    );
    expect(rows.characters.length).toBeGreaterThan(5);
  });
});

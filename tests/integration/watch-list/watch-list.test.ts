import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { watchListEntries } from "~db/schema";
import { addAnimeId } from "../../factories/anime-id";
import { dataOf, createSignedInClient, signUpClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const PATH = "/api/user/watchList";

describe("the watch list", () => {
  it("returns entries with the fields of their title", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db, {
      title: "Cowboy Bebop",
      score: 8.75,
      episodes: 26,
      genres: ["Action", "Sci-Fi"],
      year: 1998,
      status: "Finished Airing",
      image_url: "https://img.test/1.jpg",
      image_webp: "https://img.test/1.webp",
    });
    const put = await api.send("POST", PATH, { animeId: String(id), type: "Watching" });
    expect(put.body).toEqual({
      success: true,
      data: { message: "Cowboy Bebop is in your list as Watching." },
    });
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
    expect((await api.send("GET", PATH)).body).toEqual({
      success: true,
      data: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          user_id: api.userId,
          anime_id: String(id),
          type: "Watching",
          title: "Cowboy Bebop",
          imageUrl: "https://img.test/1.jpg",
          rating: 8.75,
          episodes: 26,
          genres: ["Action", "Sci-Fi"],
          mal_id: id,
          year: 1998,
          status: "Finished Airing",
          image_webp: "https://img.test/1.webp",
          state: "watching",
          episodes_seen: 0,
          score: null,
          started_on: null,
          finished_on: null,
          rewatches: [],
          notes: null,
          tags: [],
          priority: 0,
          private: false,
          imported_state: null,
          watched_episodes: null,
          own_score: null,
          added_at: moment,
          updated_at: moment,
        },
      ],
    });
  });

  it("shows artwork for a title without an image", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    await api.send("POST", PATH, { animeId: id, type: "Watching" });
    expect(dataOf<{ imageUrl: string }[]>(await api.send("GET", PATH))[0]?.imageUrl).toBe(
      `${api.origin}/media/cover/${id}/360.webp`,
    );
  });

  it("VALID-S05 moves an anime instead of listing it twice", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    await api.send("POST", PATH, { animeId: id, type: "Watching" });
    await api.send("POST", PATH, { animeId: id, type: "to_watch" });
    expect(
      dataOf<{ type: string }[]>(await api.send("GET", PATH)).map((entry) => entry.type),
    ).toEqual(["To Watch"]);
  });

  it.each([
    ["an unknown type", { animeId: 1, type: "Foo" }, "type"],
    ["no anime", { type: "Watching" }, "animeId"],
    ["no type", { animeId: 1 }, "type"],
    ["an anime that is no number", { animeId: "x", type: "Watching" }, "animeId"],
    ["an anime of a fraction", { animeId: 1.5, type: "Watching" }, "animeId"],
    ["an anime that is empty", { animeId: "", type: "Watching" }, "animeId"],
    ["an anime past every number", { animeId: 1e20, type: "Watching" }, "animeId"],
    ["a negative anime", { animeId: -1, type: "Watching" }, "animeId"],
    ["an anime that is null", { animeId: null, type: "Watching" }, "animeId"],
    ["a type that is a list", { animeId: 1, type: ["Watching"] }, "type"],
  ])("VALID-S04 rejects %s and names it", async (_, body, path) => {
    const api = await createSignedInClient(database);
    const response = await api.send("POST", PATH, body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      status: 400,
      issues: [
        {
          path,
          message: expect.stringMatching(
            /^(animeId must be a whole number|type must be one of .+)\.$/,
          ) as string,
        },
      ],
    });
  });

  it.each([
    ["one that the catalog lacks", 2_000_000_000],
    ["one that no catalog can hold", "99999999999999999999"],
  ])("responds 404 to %s", async (_, animeId) => {
    const api = await createSignedInClient(database);
    expect((await api.send("POST", PATH, { animeId, type: "Watching" })).status).toBe(404);
    expect(
      (await api.send("PUT", "/api/user/watchlist/update", { animeId, type: "Watching" })).status,
    ).toBe(404);
    expect((await api.send("DELETE", PATH, { animeId })).status).toBe(200);
  });

  it("VALID-S06 creates one entry from fifty concurrent writes with different types", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    const types = ["Watching", "Completed", "To Watch", "Collection"];
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        api.send("POST", PATH, { animeId: id, type: types[index % 4] }),
      ),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(50).fill(200));
    expect(
      await db.select().from(watchListEntries).where(eq(watchListEntries.userId, api.userId)),
    ).toHaveLength(1);
  });

  it("VALID-S07 survives concurrent adding and removing, and removing an absent entry", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 2 === 0
          ? api.send("POST", PATH, { animeId: id, type: "Watching" })
          : api.send("DELETE", PATH, { animeId: id }),
      ),
    );
    expect(responses.every((response) => response.status === 200)).toBe(true);
    await api.send("DELETE", PATH, { animeId: id });
    expect((await api.send("DELETE", PATH, { animeId: id })).status).toBe(200);
    expect(dataOf(await api.send("GET", PATH))).toEqual([]);
  });

  it("lists the newest change first, and one collection on request", async () => {
    const api = await createSignedInClient(database);
    const [first, second] = [await addAnimeId(db), await addAnimeId(db)];
    await api.send("POST", PATH, { animeId: first, type: "Watching" });
    await api.send("POST", PATH, { animeId: second, type: "Completed" });
    const ids = async (query = "") =>
      dataOf<{ mal_id: number }[]>(await api.send("GET", PATH + query)).map(
        (entry) => entry.mal_id,
      );
    expect(await ids()).toEqual([second, first]);
    await api.send("POST", PATH, { animeId: first, type: "Watching" });
    expect(await ids()).toEqual([first, second]);
    expect(await ids("?type=completed")).toEqual([second]);
    expect((await api.send("GET", `${PATH}?type=Foo`)).status).toBe(400);
  });

  it("has the same responses at its aliases", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    expect(
      (await api.send("PUT", "/api/user/watchlist/update", { animeId: id, type: "Watching" }))
        .status,
    ).toBe(404);
    expect(
      (await api.send("POST", "/api/user/watchlist/add", { animeId: id, type: "Watching" })).body,
    ).toMatchObject({ success: true });
    expect(
      (await api.send("PUT", "/api/user/watchlist/update", { animeId: id, type: "completed" }))
        .body,
    ).toMatchObject({ success: true });
    expect(dataOf(await api.send("GET", "/api/user/watchlist"))).toMatchObject([
      { mal_id: id, type: "Completed" },
    ]);
    expect(
      (await api.send("DELETE", "/api/user/watchlist/remove", { animeId: id })).body,
    ).toMatchObject({ success: true });
    expect(dataOf(await api.send("GET", "/api/user/watchlist"))).toEqual([]);
  });

  it("reads the anime of a DELETE from the URL without a body", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    await api.send("POST", PATH, { animeId: id, type: "Watching" });
    expect(
      (await api.send("DELETE", PATH, undefined, { "content-type": "application/json" })).status,
    ).toBe(400);
    expect((await api.send("DELETE", `${PATH}?animeId=${id}`)).status).toBe(200);
    expect(dataOf(await api.send("GET", PATH))).toEqual([]);
  });

  it("hides mature titles under parental control, and other users' lists always", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db, { rating: "Rx - Hentai" });
    await api.send("POST", PATH, { animeId: id, type: "Watching" });
    expect(dataOf(await api.send("GET", PATH))).toEqual([]);
    await api.send("POST", "/api/saveUserPreferences", { parentalControl: false });
    expect(dataOf(await api.send("GET", PATH))).toHaveLength(1);
    expect(dataOf(await (await signUpClient(api.origin)).send("GET", PATH))).toEqual([]);
  });

  it("works as a browser's form", async () => {
    const api = await createSignedInClient(database);
    const id = String(await addAnimeId(db));
    const response = await api.send(
      "POST",
      PATH,
      new URLSearchParams({ animeId: id, type: "Watching", returnTo: `/anime/${id}` }),
    );
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`/anime/${id}`);
    expect(dataOf(await api.send("GET", PATH))).toHaveLength(1);
  });
});

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { playbackPositions } from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { createApiClient } from "../../support/server/api-client";
import {
  dataOf,
  createSignedInClient,
  signUpClient,
  type SignedInClient,
} from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const PATH = "/api/user/progress";
const database = await testDatabase();
const { db } = database;

interface Stored {
  episode: number;
  position: number;
  duration: number | null;
  watched: boolean;
}

async function series(
  episodes: number,
  fields: Parameters<typeof addAnime>[1] = {},
): Promise<number> {
  const { mal_id: id } = await addAnime(db, { episodes, ...fields });
  await addEpisodes(db, id, 1, episodes);
  return id;
}

const saved = (api: SignedInClient, entry: object) => api.send("POST", PATH, entry);
const stored = async (api: SignedInClient, id: number) =>
  dataOf<Stored[]>(await api.send("GET", `${PATH}?animeId=${id}`)).map(
    ({ episode, position, watched }) => ({ episode, position, watched }),
  );
const continued = async (api: SignedInClient) =>
  dataOf<{ anime_id: string; episode: number; position: number }[]>(
    await api.send("GET", `${PATH}/continue`),
  ).map(({ anime_id, episode, position }) => ({ anime_id: Number(anime_id), episode, position }));

describe("playback progress", () => {
  it("is saved per user and episode, and available on another device", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    expect(
      (await saved(api, { animeId: String(id), episode: 2, position: 300.5, duration: 1400 }))
        .status,
    ).toBe(200);
    const device = createApiClient(api.origin);
    await device.send("POST", "/api/auth/signin", api.credentials);
    expect(
      await stored(Object.assign(device, { userId: "", credentials: api.credentials }), id),
    ).toEqual([{ episode: 2, position: 300.5, watched: false }]);
    expect(await stored(await signUpClient(api.origin), id)).toEqual([]);
  });

  it("is in the export of the user's data", async () => {
    const api = await createSignedInClient(database);
    const id = await series(1);
    await saved(api, { animeId: id, episode: 1, position: 30, duration: 1000 });
    const { body } = await api.send("GET", "/api/user/export");
    expect(JSON.stringify(body)).toContain(
      `"playback":[{"mal_id":${id},"episode":1,"position_seconds":30,"duration_seconds":1000,"watched":false`,
    );
  });

  it("is completed at ninety per cent and stays so until it is unmarked", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await saved(api, { animeId: id, episode: 1, position: 899, duration: 1000 });
    expect(await stored(api, id)).toEqual([{ episode: 1, position: 899, watched: false }]);
    await saved(api, { animeId: id, episode: 1, position: 900, duration: 1000 });
    await saved(api, { animeId: id, episode: 1, position: 10, duration: 1000 });
    expect(await stored(api, id)).toEqual([{ episode: 1, position: 10, watched: true }]);
    await saved(api, { animeId: id, episode: 1, watched: false });
    expect(await stored(api, id)).toEqual([{ episode: 1, position: 0, watched: false }]);
    await saved(api, { animeId: id, episode: 3, watched: true });
    expect(await stored(api, id)).toContainEqual({ episode: 3, position: 0, watched: true });
  });

  it("takes the newer of two devices' updates, whichever arrives first", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await saved(api, { animeId: id, episode: 1, position: 500, duration: 1000, age: 60 });
    await saved(api, { animeId: id, episode: 1, position: 200, duration: 1000, age: 3600 });
    expect(await stored(api, id)).toEqual([{ episode: 1, position: 500, watched: false }]);
    await saved(api, { animeId: id, episode: 1, position: 950, duration: 1000, age: 3600 });
    expect(await stored(api, id)).toEqual([{ episode: 1, position: 500, watched: true }]);
  });

  it("is not completed again by an update older than its unmarking", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await saved(api, {
      animeId: id,
      episode: 1,
      position: 950,
      duration: 1000,
      watched: true,
      age: 600,
    });
    await saved(api, { animeId: id, episode: 1, watched: false, age: 300 });
    for (const late of [
      { position: 950, duration: 1000, age: 600 },
      { position: 950, duration: 1000, watched: true, age: 400 },
    ])
      await saved(api, { animeId: id, episode: 1, ...late });
    expect(await stored(api, id)).toEqual([{ episode: 1, position: 0, watched: false }]);
    await saved(api, { animeId: id, episode: 1, position: 40, duration: 1000, age: 100 });
    await saved(api, { animeId: id, episode: 1, position: 920, duration: 1000, age: 200 });
    expect(await stored(api, id)).toEqual([{ episode: 1, position: 40, watched: true }]);
  });

  it("is not unmarked by a mark older than its completion", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await saved(api, { animeId: id, episode: 1, position: 950, duration: 1000, age: 60 });
    await saved(api, { animeId: id, episode: 1, watched: false, age: 120 });
    expect(await stored(api, id)).toEqual([{ episode: 1, position: 950, watched: true }]);
  });

  it("takes new updates when the clock was set back after the last one", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await saved(api, { animeId: id, episode: 1, position: 950, duration: 1000 });
    const tomorrow = new Date(Date.now() + 24 * 3_600_000);
    await db
      .update(playbackPositions)
      .set({ updatedAt: tomorrow, markedAt: tomorrow })
      .where(eq(playbackPositions.userId, api.userId));
    await saved(api, { animeId: id, episode: 1, position: 30, duration: 1000 });
    expect(await stored(api, id)).toEqual([{ episode: 1, position: 30, watched: true }]);
    await saved(api, { animeId: id, episode: 1, watched: false });
    expect(await stored(api, id)).toEqual([{ episode: 1, position: 0, watched: false }]);
  });

  it("accepts up to five hundred entries, and skips unknown episodes", async () => {
    const api = await createSignedInClient(database);
    const id = await series(500);
    const entries = Array.from({ length: 500 }, (_, index) => ({
      animeId: id,
      episode: index + 1,
      watched: true,
    }));
    expect(
      (await saved(api, { entries: [...entries, { animeId: id, episode: 1, watched: true }] }))
        .status,
    ).toBe(400);
    expect((await saved(api, { entries })).status).toBe(200);
    expect(await stored(api, id)).toHaveLength(500);
    expect(
      (
        await saved(api, {
          entries: [
            { animeId: id, episode: 600, watched: true },
            { animeId: id, episode: 7, position: 12 },
          ],
        })
      ).status,
    ).toBe(200);
  });

  it.each([
    [{ animeId: 1, episode: 1 }, "position"],
    [{ animeId: 1, episode: 1, position: -1 }, "position"],
    [{ animeId: 1, episode: 1, position: 86_401 }, "position"],
    [{ animeId: 1, episode: 1, position: 1, duration: -1 }, "duration"],
    [{ animeId: 1, episode: 1.5, position: 1 }, "episode"],
    [{ animeId: "x", episode: 1, position: 1 }, "animeId"],
    [{ episode: 1, position: 1 }, "animeId"],
    [{ animeId: 1, episode: 1, watched: "yes" }, "watched"],
    [{ entries: [] }, "entries"],
    [{ entries: "all" }, "entries"],
    [
      {
        entries: [
          { animeId: 1, episode: 1, position: 1 },
          { animeId: 1, episode: -1, position: 1 },
        ],
      },
      "entries.1.episode",
    ],
    [[], ""],
  ])("rejects %j with 400 and names %j", async (body, path) => {
    const api = await createSignedInClient(database);
    const response = await saved(api, body);
    expect(response.status).toBe(400);
    expect(
      (response.body as { issues: { path: string }[] }).issues.map((issue) => issue.path),
    ).toEqual([path]);
  });

  it("names an invalid anime in a body and in a URL", async () => {
    const api = await createSignedInClient(database);
    for (const response of [
      await saved(api, { animeId: "x", episode: 1, position: 1 }),
      await api.send("GET", "/api/user/progress?animeId=x"),
      await api.send("GET", "/api/user/progress?animeId=2147483648"),
    ]) {
      expect([response.status, response.body]).toEqual([
        400,
        {
          error: "animeId must be a whole number.",
          status: 400,
          issues: [{ path: "animeId", message: "animeId must be a whole number." }],
        },
      ]);
    }
  });

  it("responds 404 for an unknown episode", async () => {
    const api = await createSignedInClient(database);
    expect((await saved(api, { animeId: 2_000_000_999, episode: 1, position: 1 })).status).toBe(
      404,
    );
  });

  it("is rejected without a session, from another site, and as plain text", async () => {
    const api = await createSignedInClient(database);
    const id = await series(1);
    const entry = JSON.stringify({ animeId: id, episode: 1, position: 5 });
    expect(
      (
        await createApiClient(api.origin).send("POST", PATH, entry, {
          "content-type": "application/json",
        })
      ).status,
    ).toBe(401);
    expect(
      (
        await api.send("POST", PATH, entry, {
          "content-type": "application/json",
          origin: "https://evil.test",
        })
      ).status,
    ).toBe(403);
    expect((await api.send("POST", PATH, entry, { "content-type": "text/plain" })).status).toBe(
      415,
    );
    expect(await stored(api, id)).toEqual([]);
  });
});

describe("playback and the list", () => {
  const type = async (api: SignedInClient, id: number) =>
    dataOf<{ mal_id: number; type: string }[]>(await api.send("GET", "/api/user/watchList")).find(
      (entry) => entry.mal_id === id,
    )?.type;

  it("adds a title as Watching with its first play, and only then", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    expect(
      dataOf(await saved(api, { animeId: id, episode: 1, position: 1, duration: 1000 })),
    ).toMatchObject({ watching: [String(id)], finished: [] });
    expect(await type(api, id)).toBe("Watching");
    await api.send("DELETE", `/api/user/watchList?animeId=${id}`);
    expect(
      dataOf(await saved(api, { animeId: id, episode: 1, position: 20, duration: 1000 })),
    ).toMatchObject({ watching: [] });
    expect(await type(api, id)).toBeUndefined();
  });

  it("moves a planned title, and leaves a completed one", async () => {
    const api = await createSignedInClient(database);
    const [planned, seen] = [await series(2), await series(2)];
    await api.send("POST", "/api/user/watchList", { animeId: planned, type: "To Watch" });
    await api.send("POST", "/api/user/watchList", { animeId: seen, type: "Completed" });
    for (const id of [planned, seen])
      await saved(api, { animeId: id, episode: 1, position: 9, duration: 1000 });
    expect(await type(api, planned)).toBe("Watching");
    expect(await type(api, seen)).toBe("Completed");
  });

  it("reports once that the last episode has been watched", async () => {
    const api = await createSignedInClient(database);
    const id = await series(2);
    expect(
      dataOf(await saved(api, { animeId: id, episode: 1, position: 950, duration: 1000 })),
    ).toMatchObject({ finished: [] });
    expect(
      dataOf(await saved(api, { animeId: id, episode: 2, position: 950, duration: 1000 })),
    ).toMatchObject({ finished: [String(id)] });
    expect(
      dataOf(await saved(api, { animeId: id, episode: 2, position: 960, duration: 1000 })),
    ).toMatchObject({ finished: [] });
  });

  it("offers a score for a completed title once, and none for a title with a score", async () => {
    const api = await createSignedInClient(database);
    const [plain, scored] = [await series(1), await series(1)];
    await api.send("PATCH", "/api/user/watchlist/entry", { animeId: scored, score: 80 });
    const play = async (id: number) => {
      await saved(api, { animeId: id, episode: 1, position: 1, duration: 1000 });
      return dataOf(await saved(api, { animeId: id, episode: 1, position: 950, duration: 1000 }));
    };
    expect(await play(plain)).toMatchObject({
      finished: [String(plain)],
      unrated: [String(plain)],
    });
    expect(await play(scored)).toMatchObject({ finished: [String(scored)], unrated: [] });
    await api.send("POST", "/api/user/watchlist/seen", { animeId: plain, episodes: "-1" });
    expect(await play(plain)).toMatchObject({ finished: [String(plain)], unrated: [] });
  });

  it("does not complete a series that is airing with an unknown length", async () => {
    const api = await createSignedInClient(database);
    const id = await series(2, { status: "Currently Airing" });
    await database.sql`UPDATE animes SET episodes = NULL WHERE mal_id = ${id}`;
    expect(
      dataOf(await saved(api, { animeId: id, episode: 2, position: 950, duration: 1000 })),
    ).toMatchObject({ finished: [] });
  });
});

describe("continue watching", () => {
  it("shows the episode in progress, then the next unwatched one, and nothing after the last", async () => {
    const api = await createSignedInClient(database);
    const id = await series(3);
    await saved(api, { animeId: id, episode: 2, watched: true });
    await saved(api, { animeId: id, episode: 1, position: 100, duration: 1000 });
    expect(await continued(api)).toEqual([{ anime_id: id, episode: 1, position: 100 }]);
    await saved(api, { animeId: id, episode: 1, position: 950, duration: 1000 });
    expect(await continued(api)).toEqual([{ anime_id: id, episode: 3, position: 0 }]);
    await saved(api, { animeId: id, episode: 3, position: 950, duration: 1000 });
    expect(await continued(api)).toEqual([]);
  });

  it("hides a title on request without changing its progress, until it is played again", async () => {
    const api = await createSignedInClient(database);
    const id = await series(3);
    await saved(api, { animeId: id, episode: 1, position: 950, duration: 1000 });
    await saved(api, { animeId: id, episode: 2, position: 50, duration: 1000 });
    const before = await stored(api, id);
    expect((await api.send("DELETE", `${PATH}/continue?animeId=${id}`)).status).toBe(200);
    expect(await continued(api)).toEqual([]);
    expect(await stored(api, id)).toEqual(before);
    expect((await api.send("PUT", `${PATH}/continue?animeId=${id}`)).status).toBe(200);
    expect(await continued(api)).toHaveLength(1);
    await api.send("DELETE", `${PATH}/continue?animeId=${id}`);
    await saved(api, { animeId: id, episode: 2, position: 60, duration: 1000 });
    expect(await continued(api)).toEqual([{ anime_id: id, episode: 2, position: 60 }]);
  });

  it("keeps a title removed when an older position arrives late, also of another episode", async () => {
    const api = await createSignedInClient(database);
    const id = await series(3);
    await saved(api, { animeId: id, episode: 1, position: 100, duration: 1000, age: 600 });
    await api.send("DELETE", `${PATH}/continue?animeId=${id}`);
    await saved(api, { animeId: id, episode: 1, position: 200, duration: 1000, age: 300 });
    await saved(api, { animeId: id, episode: 2, position: 300, duration: 1000, age: 60 });
    expect(await continued(api)).toEqual([]);
    await saved(api, { animeId: id, episode: 2, position: 400, duration: 1000 });
    expect(await continued(api)).toEqual([{ anime_id: id, episode: 2, position: 400 }]);
  });

  it("hides mature titles while parental control is on", async () => {
    const api = await createSignedInClient(database);
    const id = await series(3, { rating: "Rx - Hentai" });
    await saved(api, { animeId: id, episode: 1, position: 100, duration: 1000 });
    expect(await continued(api)).toEqual([]);
    await api.send("POST", "/api/saveUserPreferences", { parentalControl: false });
    expect(await continued(api)).toHaveLength(1);
  });
});

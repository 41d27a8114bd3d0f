import { unlinkSync } from "node:fs";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { decideGroup } from "~/features/library/decide-group.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import { deleteOldEvents } from "~/features/notifications/delete-old-events.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { putSource } from "~/features/playback/sources/put-source.server";
import { sourceInputSchema } from "~/features/playback/sources/source-input";
import { moveEntries } from "~/features/watch-list/tracking/move-entries.server";
import { addToOutbox } from "~db/outbox.server";
import { mutedTitles, notifications, outboxEvents, seenEpisodes } from "~db/schema";
import { addAnime, addAnimes, addEpisodes, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createMediaFolder } from "../../support/media/media-folder";
import { createSignedInClient } from "../../support/server/signed-in";
import { addEvent, addReader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
const TITLE = 1;

beforeEach(async () => {
  await sql`TRUNCATE animes, users, outbox_events, media_folders, merged_titles, catalog_state CASCADE`;
  await addAnime(db, { mal_id: TITLE, title: "Kami no Tourou", episodes: 12 });
});

const listEvents = () => db.select().from(outboxEvents).orderBy(outboxEvents.key);
/** The episodes that were recorded as available. */
const arrived = async () => (await listEvents()).map(({ episode }) => episode);
const isRead = async (userId: string, eventId: number) => {
  const [row] = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.eventId, eventId)));
  return row === undefined ? null : row.readAt !== null;
};
const notify = (userId: string, eventId: number, animeMalId = TITLE) =>
  db.insert(notifications).values({ userId, eventId, animeMalId, dueAt: new Date() });

describe("the outbox", () => {
  const event = { kind: "episode.aired", key: "aired:1:1", animeId: TITLE, episode: 1 } as const;

  it("has nothing of a cause that is rolled back", async () => {
    const failure = db.transaction(async (tx) => {
      await addToOutbox(tx, [event]);
      throw new Error("the cause fails");
    });
    await expect(failure).rejects.toThrow("the cause fails");
    expect(await listEvents()).toEqual([]);
  });

  it("has each key once, also within one call", async () => {
    const add = (episode: number) =>
      db.transaction((tx) => addToOutbox(tx, [event, { ...event, episode }]));
    expect(await add(1)).toBe(1);
    expect(await add(2)).toBe(1);
    expect(await listEvents()).toMatchObject([{ key: event.key, episode: 2 }]);
    await db.update(outboxEvents).set({ spreadAt: new Date() });
    expect(await add(3)).toBe(0);
    expect(await listEvents()).toMatchObject([{ episode: 2 }]);
    expect(await db.transaction((tx) => addToOutbox(tx, []))).toBe(0);
  });
});

describe("a source", () => {
  const source = (episode: number, name: string) =>
    sourceInputSchema.parse({ anime: TITLE, episode, url: `https://example.test/${name}.mp4` });

  it("makes an episode available, if it is the first one", async () => {
    await putSource(db, source(3, "a"), null);
    await putSource(db, source(3, "b"), null);
    await putSource(db, source(3, "a"), null);
    const [event] = await listEvents();
    expect(event).toMatchObject({ kind: "episode.available", key: "available:1:3", episode: 3 });
    expect((event?.dueAt.getTime() ?? 0) - (event?.at.getTime() ?? 0)).toBe(2 * 60_000);
    expect(await arrived()).toEqual([3]);
  });

  it("is no news beside the catalog's own, nor as one of a list", async () => {
    await addEpisodes(db, TITLE, 1, 1, { videoSource: "https://example.test/own.mp4" });
    await putSource(db, source(1, "a"), null);
    await putSource(db, source(2, "a"), null, { isBulk: true });
    expect(await arrived()).toEqual([]);
  });

  it("leaves nothing when what records it fails", async () => {
    const failure = putSource(db, source(3, "a"), null, {
      record: () => Promise.reject(new Error("the audit fails")),
    });
    await expect(failure).rejects.toThrow("the audit fails");
    expect(await arrived()).toEqual([]);
    await expect(putSource(db, { ...source(3, "a"), anime: 99 }, null)).rejects.toThrow();
    expect(await arrived()).toEqual([]);
  });
});

describe("a scan", () => {
  async function createFolder() {
    await indexForSearch(db);
    const folder = createMediaFolder();
    onTestFinished(() => folder.remove());
    await addMediaFolder(db, folder.path, "shows");
    return folder;
  }
  const scan = async (rematch = true) => {
    const [result] = await scanLibrary(database, { names: ["shows"], rematch });
    expect(result?.problem).toBeNull();
  };

  it("tells nothing the first time, and then what is new", async () => {
    const folder = await createFolder();
    folder.add("Kami no Tourou - 01.mkv");
    folder.add("Kami no Tourou - 02.mkv");
    await scan();
    expect(await sql`SELECT FROM episode_sources`).toHaveLength(2);
    expect(await arrived()).toEqual([]);
    await scan();
    expect(await arrived()).toEqual([]);
    folder.add("Kami no Tourou - 03.mkv");
    folder.add("Kami no Tourou - 04.mkv");
    await scan();
    expect(await arrived()).toEqual([3, 4]);
  });

  it("tells nothing of a further file of an episode", async () => {
    const folder = await createFolder();
    folder.add("A/Kami no Tourou - 01.mkv");
    await scan();
    folder.add("B/Kami no Tourou - 01.mkv");
    await scan();
    expect(await arrived()).toEqual([]);
  });

  it("tells nothing when the first one could not read the folder", async () => {
    const folder = await createFolder();
    await sql`UPDATE media_folders SET scanned_at = now(), problem = 'away'`;
    folder.add("Kami no Tourou - 01.mkv");
    await scan();
    expect(await arrived()).toEqual([]);
  });

  it("tells nothing of files that were away or are replaced", async () => {
    const folder = await createFolder();
    folder.add("Kami no Tourou - 01.mkv");
    folder.add("Kami no Tourou - 02.mkv");
    await scan();
    await sql`UPDATE media_files SET status = 'missing'`;
    await sql`DELETE FROM episode_sources`;
    await scan();
    expect(await sql`SELECT FROM episode_sources`).toHaveLength(2);
    expect(await arrived()).toEqual([]);
    unlinkSync(join(folder.path, "Kami no Tourou - 02.mkv"));
    await scan();
    expect(await sql`SELECT FROM episode_sources`).toHaveLength(1);
    folder.add("[Other] Kami no Tourou - 02 (1080p).mkv");
    await scan();
    expect(await sql`SELECT FROM episode_sources`).toHaveLength(2);
    expect(await arrived()).toEqual([]);
  });

  it("leaves it to an owner's decision what a doubtful file is", async () => {
    const folder = await createFolder();
    folder.add("Kami no Tourou - 01.mkv");
    await scan();
    folder.add("Mystery/Some Show - 05.mkv");
    await scan();
    expect(await arrived()).toEqual([]);
    const [file] = await sql<{ group_key: string }[]>`
      SELECT group_key FROM media_files WHERE path LIKE 'Mystery%'`;
    await decideGroup(db, {
      folder: "shows",
      groupKey: file?.group_key ?? "",
      animeId: TITLE,
      episodeOffset: 0,
    });
    expect(await arrived()).toEqual([5]);
  });
});

describe("what is seen meanwhile", () => {
  it("is read, by a click, a count, playback or an import, and nothing else is", async () => {
    await addEpisodes(db, TITLE, 1, 12);
    const client = await createSignedInClient(database);
    const { userId } = client;
    const other = await addReader(db, TITLE);
    const ids = new Map<number, number>();
    for (let episode = 1; episode <= 6; episode += 1) {
      const id = await addEvent(db, { animeMalId: TITLE, episode });
      ids.set(episode, id);
      await notify(userId, id);
      await notify(other, id);
    }
    const unread = async (user: string) => {
      const found: number[] = [];
      for (const [episode, id] of ids) if ((await isRead(user, id)) === false) found.push(episode);
      return found;
    };
    const post = async (path: string, body: unknown) => {
      const response = await client.send("POST", path, body);
      expect(response.status).toBeLessThan(300);
    };
    await post("/api/user/watchlist/seen", { animeId: TITLE, episode: 3, seen: true });
    expect(await unread(userId)).toEqual([1, 2, 4, 5, 6]);
    await post("/api/user/watchlist/seen", { animeId: TITLE, episodes: "+1" });
    expect(await unread(userId)).toEqual([1, 2, 5, 6]);
    await post("/api/user/watchlist/seen", { animeId: TITLE, episode: 3, seen: false });
    expect(await unread(userId)).toEqual([1, 2, 5, 6]);
    await post("/api/user/progress", { animeId: TITLE, episode: 1, watched: true });
    expect(await unread(userId)).toEqual([2, 5, 6]);
    await post("/api/user/watchlist/import?policy=replace", [
      { mal_id: TITLE, state: "watching", episodes: [[1, 5]] },
    ]);
    expect(await unread(userId)).toEqual([6]);
    expect(await unread(other)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe("the end of events", () => {
  it("comes after 60 days, with their notifications", async () => {
    const now = new Date("2026-11-30T12:00:00Z");
    const ago = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);
    const userId = await addReader(db, TITLE);
    const old = await addEvent(db, { animeMalId: TITLE, episode: 1, at: ago(60.01) });
    const kept = await addEvent(db, { animeMalId: TITLE, episode: 2, at: ago(59.99) });
    await notify(userId, old);
    await notify(userId, kept);
    await deleteOldEvents(db, now);
    expect((await listEvents()).map(({ id }) => id)).toEqual([kept]);
    expect((await db.select().from(notifications)).map(({ eventId }) => eventId)).toEqual([kept]);
  });

  it("comes with the title's or the account's", async () => {
    const userId = await addReader(db, TITLE);
    await notify(userId, await addEvent(db, { animeMalId: TITLE, episode: 1 }));
    await db.insert(mutedTitles).values({ userId, animeMalId: TITLE });
    await sql`DELETE FROM watch_list_entries`;
    await sql`DELETE FROM users`;
    expect(await db.select().from(notifications)).toEqual([]);
    expect(await db.select().from(mutedTitles)).toEqual([]);
    await sql`DELETE FROM animes`;
    expect(await listEvents()).toEqual([]);
  });
});

describe("a merge of titles", () => {
  it("moves events with their notifications, and muted titles", async () => {
    await addAnimes(db, { mal_id: 2, title: "Duplicate" });
    const userId = await addReader(db, 2, { muted: true });
    const add = (animeMalId: number, episode: number, key: string) =>
      addEvent(db, { kind: "episode.available", animeMalId, episode, key });
    const own = await add(TITLE, 1, "available:1:1");
    const double = await add(2, 1, "available:2:1");
    const moved = await add(2, 4, "available:2:4");
    const seen = await add(2, 5, "available:2:5");
    const week = await addEvent(db, { animeMalId: TITLE, episode: 7, key: "aired:1:6" });
    await addEvent(db, { animeMalId: 2, episode: 6, key: "aired:2:6" });
    for (const id of [own, double, moved, seen]) await notify(userId, id, 2);
    await db.insert(seenEpisodes).values({ userId, animeMalId: TITLE, episodes: "{[5,6)}" });
    await mergeTitles(db, { from: 2, into: TITLE }, moveEntries);
    expect((await listEvents()).map(({ id, key, animeMalId }) => [id, key, animeMalId])).toEqual([
      [week, "aired:1:6", TITLE],
      [own, "available:1:1", TITLE],
      [moved, "available:1:4", TITLE],
      [seen, "available:1:5", TITLE],
    ]);
    expect(await isRead(userId, moved)).toBe(false);
    expect(await isRead(userId, seen)).toBe(true);
    expect(await isRead(userId, double)).toBeNull();
    expect(await db.select().from(mutedTitles)).toMatchObject([{ userId, animeMalId: TITLE }]);
  });
});

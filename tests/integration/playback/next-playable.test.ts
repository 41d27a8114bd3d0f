import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { getEpisodePosition } from "~/features/playback/episode-position.server";
import { loader as watchPage } from "~/routes/watch/episode";
import { episodes, episodeSources, mediaFiles, mediaFolders } from "~db/schema";
import { addEpisodes } from "../../factories/anime";
import { addAnimeId } from "../../factories/anime-id";
import { testDatabase } from "../../support/database/test-database";
import { createPageCaller } from "../../support/server/call-page";

const database = await testDatabase();
const { db } = database;
const call = createPageCaller(database);
let id: number;

/** Twelve episodes, of which 4 to 6 have a source. */
beforeEach(async () => {
  id = await addAnimeId(db, { episodes: 12 });
  await addEpisodes(db, id, 1, 12);
  await addSource(4);
  await addSource(5);
  await addSource(6);
});

async function addSource(number: number): Promise<void> {
  const url = `https://video.akari.test/${id}/${number}.m3u8`;
  await db.insert(episodeSources).values({ animeMalId: id, number, url, kind: "sub" });
}

async function around(number: number): Promise<[number | undefined, number | undefined]> {
  const { previous, next } = await call(watchPage, `/watch/${id}/${number}`, {
    params: { id: String(id), number: String(number) },
  });
  return [previous?.number, next?.number];
}

describe("the watch page", () => {
  it("leads to the next episode that plays here, and back to none that does not", async () => {
    expect(await around(4)).toEqual([undefined, 5]);
    expect(await around(6)).toEqual([5, undefined]);
    expect(await around(1)).toEqual([undefined, 4]);
    expect(await around(9)).toEqual([6, undefined]);
  });

  it("leads past all episodes of a file, unless one of them has a file of its own", async () => {
    await db.insert(mediaFolders).values({ name: "shows", path: "/srv/shows" });
    const [file] = await db
      .insert(mediaFiles)
      .values({
        folder: "shows",
        path: "Lanterns - S01E07E08.mkv",
        size: 1,
        modifiedAt: new Date(),
        groupKey: "Lanterns",
        animeMalId: id,
        firstEpisode: 7,
        lastEpisode: 8,
      })
      .returning({ id: mediaFiles.id });
    const url = `https://video.akari.test/${id}/both.mkv`;
    for (const number of [7, 8])
      await db
        .insert(episodeSources)
        .values({ animeMalId: id, number, url, kind: "raw", mediaFileId: file?.id ?? null });
    await addSource(9);
    expect(await around(7)).toEqual([6, 9]);
    expect(await around(8)).toEqual([7, 9]);
    await addSource(7);
    expect(await around(7)).toEqual([6, 8]);
    await db.delete(mediaFolders);
  });

  it("knows the last episode of all from the last one that plays here", async () => {
    const isLast = async (number: number) =>
      (await getEpisodePosition(db, id, number, { skipsFiller: false })).isLast;
    expect([await isLast(6), await isLast(11), await isLast(12)]).toEqual([false, false, true]);
  });

  it("passes over a gap between what plays here", async () => {
    await addSource(11);
    expect(await around(6)).toEqual([5, 11]);
  });

  it("shows a synopsis in its paragraphs, without the note about its source", async () => {
    await db
      .update(episodes)
      .set({ description: "A fight begins.\n\nIt ends.\n\n(Source: Crunchyroll)" })
      .where(eq(episodes.animeMalId, id));
    const { episode } = await call(watchPage, `/watch/${id}/4`, {
      params: { id: String(id), number: "4" },
    });
    expect(episode.synopsis).toBe("A fight begins.\n\nIt ends.");
  });

  it("leads to every episode of a title of which nothing plays here", async () => {
    await db.delete(episodeSources);
    expect(await around(6)).toEqual([5, 7]);
  });
});

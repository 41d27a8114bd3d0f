import { setInterval } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { percentile } from "../../../bench/support/percentiles";
import { scanLibrary } from "~/features/library/scan-library.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { mediaFiles } from "~db/schema";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { LIES, lyingFilms } from "../../support/media/lying-films";
import { createMediaFolder } from "../../support/media/media-folder";
import { playAll } from "../../support/media/play-all";
import { startProcess } from "../../support/server/process";

const database = await testDatabase();
const { db, sql } = database;

/** A site with a folder of lying films; `watch` scans it and is then several viewers at once. */
async function siteOfLies(lies: readonly number[]) {
  const folder = createMediaFolder();
  onTestFinished(() => folder.remove());
  const names: string[] = [];
  for (const { name, bytes, subtitles } of lyingFilms(lies)) {
    names.push(name);
    folder.write(name, bytes);
    for (const { name: beside, text } of subtitles) folder.write(beside, text);
  }
  await sql`TRUNCATE animes, media_folders CASCADE`;
  await addAnimes(db, { title: "Kami no Tourou", episodes: 12 });
  await indexForSearch(db);
  await addMediaFolder(db, folder.path, "lies");
  const { origin, services } = await startProcess({ database });
  onTestFinished(async () => {
    await services.media.filePlayer.close();
    await services.media.fileReaders.close();
    await services.media.mediaProber.close();
  });
  const probe = services.media.mediaProber.run;
  const watch = async () => {
    await scanLibrary(database, { names: ["lies"], rematch: true, probe });
    const left = names.map((name) => `${folder.path}/${name}`);
    const viewer = async (client: string) => {
      for (let path = left.pop(); path !== undefined; path = left.pop())
        await playAll(services.media.filePlayer, path, client);
    };
    await Promise.all(["a", "b", "c"].map(viewer));
  };
  return { names, origin, watch };
}

/** How long the site takes to say that it is healthy, until `work` is done. */
async function healthDuring(origin: string, work: Promise<void>): Promise<number[]> {
  const done = new AbortController();
  const times: number[] = [];
  const checking = (async () => {
    for await (const _ of setInterval(50, null, { signal: done.signal })) {
      const started = performance.now();
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
      times.push(performance.now() - started);
    }
  })();
  const ended = checking.catch((error: unknown) => {
    if (!done.signal.aborted) throw error;
  });
  await work.finally(() => done.abort());
  await ended;
  return times;
}

const timeout = 300_000;

it("names lying films, and plays or refuses each", { tags: "rest", timeout }, async () => {
  const { names, watch } = await siteOfLies(LIES.slice(0, 1));
  await watch();
  const found = await db.select().from(mediaFiles);
  expect(found.map(({ path }) => path).sort()).toEqual(names.sort());
  const refused = found.filter(({ status }) => status === "unreadable");
  expect(refused.length).toBeGreaterThan(20);
  expect(refused.filter(({ problem }) => problem === null)).toEqual([]);
});

it(
  "serves others while hundreds of lying films are watched",
  { tags: "nightly", timeout: 4 * timeout },
  async () => {
    const { names, origin, watch } = await siteOfLies(LIES);
    expect(names.length).toBeGreaterThan(200);
    expect(percentile(await healthDuring(origin, watch()), 99)).toBeLessThan(100);
  },
);

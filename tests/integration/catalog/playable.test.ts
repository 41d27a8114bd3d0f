import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listPlayableTitles } from "~/features/catalog/episodes/playable-titles.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { parseListing } from "~/features/listing/parse-listing.server";
import { removeMediaFolder } from "~/features/playback/media-files/remove-media-folder.server";
import { putSource } from "~/features/playback/sources/put-source.server";
import { removeSources } from "~/features/playback/sources/remove-sources.server";
import { lockCatalogForWriting } from "~/features/catalog/catalog-version.server";
import { loader as browse } from "~/routes/catalog/browse";
import { loader as titlePage } from "~/routes/catalog/anime";
import { loader as list } from "~/routes/watch-list/list";
import {
  animes,
  episodes,
  episodeSources,
  listingBitmaps,
  listingEntries,
  mediaFiles,
  mediaFolders,
} from "~db/schema";
import { addAnimes, addEpisodes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db, sql } = database;

const ALL = [1, 2, 3, 4];
const SOURCE = { kind: "sub", url: "https://video.akari.test/1.m3u8" };
const FILE = { kind: "dub", url: "/media/files/shows/1.mkv", audio: ["en", "ja"], language: "en" };

beforeAll(async () => {
  await sql`TRUNCATE animes CASCADE`;
  await addAnimes(
    db,
    ...ALL.map((mal_id) => ({ mal_id, title: `Harbor ${mal_id}`, score: 9 - mal_id / 10 })),
  );
  for (const id of ALL) await addEpisodes(db, id, 1, 2);
});

beforeEach(async () => {
  await db.delete(episodeSources);
  await db.update(episodes).set({ videoSource: null });
});

async function attach(animeMalId: number, source: Partial<typeof episodeSources.$inferInsert>) {
  await db.insert(episodeSources).values({ ...SOURCE, animeMalId, number: 1, ...source });
}

async function listed(search: string): Promise<number[]> {
  const query = parseListing(new URLSearchParams(search));
  const { items, total } = await listAnime(database, query);
  expect(total).toBe(items.length);
  return items.map(({ mal_id }) => mal_id);
}

async function marked(): Promise<number[]> {
  const rows = await db
    .select({ id: listingEntries.malId })
    .from(listingEntries)
    .where(eq(listingEntries.playsHere, true))
    .orderBy(listingEntries.malId);
  return rows.map(({ id }) => id);
}

async function countWaiting(): Promise<number> {
  const rows = await sql`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length;
}

describe("what the listing knows to play here", () => {
  it("follows sources", async () => {
    await attach(2, {});
    await attach(2, { number: 2 });
    await attach(3, {});
    expect(await marked()).toEqual([2, 3]);
    await db
      .delete(episodeSources)
      .where(and(eq(episodeSources.animeMalId, 2), eq(episodeSources.number, 1)));
    expect(await marked()).toEqual([2, 3]);
    await db.delete(episodeSources).where(eq(episodeSources.animeMalId, 2));
    expect(await marked()).toEqual([3]);
  });

  it("follows the catalog's own URLs, and episodes that go", async () => {
    await db
      .update(episodes)
      .set({ videoSource: "https://v.test/1" })
      .where(eq(episodes.number, 2));
    expect(await marked()).toEqual(ALL);
    await db.delete(episodes).where(and(eq(episodes.number, 2), eq(episodes.animeMalId, 1)));
    expect(await marked()).toEqual([2, 3, 4]);
    await addEpisodes(db, 1, 2, 2, { videoSource: "https://v.test/1" });
    expect(await marked()).toEqual(ALL);
    await db.update(episodes).set({ videoSource: "" });
    expect(await marked()).toEqual([]);
  });

  it("follows a folder that is removed while another source goes", async () => {
    await db.insert(mediaFolders).values({ name: "shows", path: "/shows" });
    const [file] = await db
      .insert(mediaFiles)
      .values({ folder: "shows", path: "1.mkv", size: 1, modifiedAt: new Date(), groupKey: "1" })
      .returning();
    await attach(2, { ...FILE, mediaFileId: file?.id ?? 0 });
    await attach(2, {});
    let removing: Promise<string> | undefined;
    await db.transaction(async (tx) => {
      await lockCatalogForWriting(tx);
      await tx.delete(episodeSources).where(eq(episodeSources.url, SOURCE.url));
      removing = removeMediaFolder(db, "shows");
      await expect.poll(countWaiting, { interval: 10 }).toBe(1);
    });
    await removing;
    expect(await marked()).toEqual([]);
  });

  it("survives a change of the title, and a title that was withdrawn and is back", async () => {
    await attach(2, {});
    await db.update(animes).set({ popularity: 77 }).where(eq(animes.malId, 2));
    expect(await marked()).toEqual([2]);
    await db.update(animes).set({ withdrawn: true }).where(eq(animes.malId, 2));
    expect(await marked()).toEqual([]);
    await db.update(animes).set({ withdrawn: false }).where(eq(animes.malId, 2));
    expect(await marked()).toEqual([2]);
  });

  it("leaves the bitmaps alone where no title begins or ends to play", async () => {
    await attach(2, {});
    await rebuildListingBitmaps(db);
    const areCurrent = async () => {
      const [all] = await db.select().from(listingBitmaps).where(eq(listingBitmaps.key, "all"));
      return typeof all?.bits === "string";
    };
    await attach(2, { number: 2 });
    expect(await areCurrent()).toBe(true);
    await attach(3, {});
    expect(await areCurrent()).toBe(false);
  });
});

describe("playable_filter", () => {
  it.each(["counting rows", "with bitmaps"])(
    "lists what plays here, or the rest, %s",
    async (how) => {
      await attach(2, {});
      await attach(4, {});
      if (how === "with bitmaps") await rebuildListingBitmaps(db);
      expect(await listed("playable_filter=true")).toEqual([2, 4]);
      expect(await listed("playable_filter=false")).toEqual([1, 3]);
      expect(await listed("playable_filter=true,false")).toEqual(ALL);
      expect(await listed("playable_filter=true&score_filter=8.7")).toEqual([2]);
    },
  );

  it("lists nothing, or all, of a site where nothing plays", async () => {
    await rebuildListingBitmaps(db);
    expect(await listed("playable_filter=true")).toEqual([]);
    expect(await listed("playable_filter=false")).toEqual(ALL);
  });

  it("knows a source as soon as it is attached or removed", async () => {
    const source = { anime: 3, episode: 1, url: SOURCE.url, kind: "sub", order: 0 } as const;
    await putSource(db, { ...source, language: null, label: null, intro: null, outro: null }, null);
    expect(await listed("playable_filter=true")).toEqual([3]);
    await removeSources(db, { anime: 3 });
    expect(await listed("playable_filter=true")).toEqual([]);
  });
});

describe("the titles that a viewer can play", () => {
  it("have the languages of all their sources", async () => {
    await attach(1, { language: "es" });
    await attach(1, { ...FILE, subtitles: ["de"], number: 2 });
    await attach(2, { kind: "raw" });
    const titles = await listPlayableTitles(db, { parentalControl: true, mayOpenFiles: true });
    expect(titles.get(1)).toMatchObject({ audio: ["en", "ja"], subtitles: ["de", "es"] });
    expect(titles.get(2)).toMatchObject({ audio: [], subtitles: [] });
    expect(titles.has(3)).toBe(false);
  });

  it("are none with only files for who may not open them", async () => {
    await attach(1, FILE);
    await attach(2, FILE);
    await attach(2, {});
    const titles = await listPlayableTitles(db, { parentalControl: true, mayOpenFiles: false });
    expect([...titles.keys()]).toEqual([2]);
    expect(titles.get(2)).toMatchObject({ audio: [] });
  });
});

describe("pages", () => {
  const marksOf = async (environment: Record<string, string>, cookie?: string) => {
    const call = createPageCaller(database, environment);
    const { cards } = await call(browse, "/browse", {
      ...(cookie === undefined ? {} : { init: { headers: { cookie } } }),
    });
    return Object.fromEntries(cards.map(({ id, plays }) => [id, plays?.codes]));
  };

  it("mark cards and episodes that play here", async () => {
    await attach(2, FILE);
    expect(await marksOf({})).toEqual({ 1: undefined, 2: "JA EN", 3: undefined, 4: undefined });
    const call = createPageCaller(database);
    const slug = "harbor-2";
    const page = await call(titlePage, `/anime/2/${slug}`, { params: { id: "2", slug } });
    expect(page.anime.plays?.text).toBe("Plays here. Audio: English and Japanese.");
    expect(page.episodes.map(({ plays }) => plays?.codes)).toEqual(["JA EN", undefined]);
  });

  it("mark files for members only where no others may open them", async () => {
    await attach(2, FILE);
    const members = { MEDIA_ACCESS: "members" };
    expect((await marksOf(members))[2]).toBeUndefined();
    const user = await createSignedInClient(database);
    expect((await marksOf(members, user.cookie))[2]).toBe("JA EN");
  });

  it("offer visitors to sign in instead of an episode that only members may watch", async () => {
    await attach(2, FILE);
    const user = await createSignedInClient(database);
    const slug = "harbor-2";
    const open = async (environment: Record<string, string>, cookie?: string) => {
      const call = createPageCaller(database, environment);
      const { playable, playsForMembers } = await call(titlePage, `/anime/2/${slug}`, {
        params: { id: "2", slug },
        ...(cookie === undefined ? {} : { init: { headers: { cookie } } }),
      });
      return { playable, playsForMembers };
    };
    const members = { MEDIA_ACCESS: "members" };
    expect(await open(members)).toEqual({ playable: [], playsForMembers: true });
    expect(await open(members, user.cookie)).toEqual({ playable: [1], playsForMembers: false });
    expect(await open({})).toEqual({ playable: [1], playsForMembers: false });
    await db.delete(episodeSources);
    expect(await open(members)).toEqual({ playable: [], playsForMembers: false });
  });

  it("list what of a user's titles does not play here yet", async () => {
    await attach(2, {});
    const user = await createSignedInClient(database);
    for (const animeId of [1, 2])
      await user.send("POST", "/api/user/watchList", { animeId, type: "To Watch" });
    const call = createPageCaller(database);
    const shown = async (filter: string) => {
      const page = await call(list, `/list?state=all&playable_filter=${filter}`, {
        init: { headers: { cookie: user.cookie } },
      });
      return page.entries.map(({ card }) => [card.id, card.plays !== undefined]);
    };
    expect(await shown("false")).toEqual([[1, false]]);
    expect(await shown("true")).toEqual([[2, true]]);
  });
});

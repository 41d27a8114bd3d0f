// @module-tag rest
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { moveEntries } from "~/features/watch-list/tracking/move-entries.server";
import { importRelations } from "~/features/import/import-catalog.server";
import { countTabs } from "~/features/watch-list/count-tabs.server";
import { getListVersion } from "~/features/watch-list/list-version.server";
import { listMissedSequels } from "~/features/watch-list/missed-sequels.server";
import { getTrackingStatistics } from "~/features/watch-list/statistics/tracking-statistics.server";
import { listSearchNames } from "~/features/watch-list/search-names.server";
import {
  getYearReview,
  listActiveYears,
} from "~/features/watch-list/statistics/year-review.server";
import { countHistory, listEvents } from "~/features/watch-list/tracking/list-events.server";
import {
  changeInBulk,
  removeEntry,
  setCollectionType,
  setEntryFields,
  setSeen,
} from "~/features/watch-list/tracking/track-entries.server";
import { trackPlayback } from "~/features/watch-list/tracking/track-playback.server";
import { undoEvent } from "~/features/watch-list/tracking/undo-event.server";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import { parseList } from "~/features/watch-list/transfer/parse-list.server";
import { openCachedList } from "~/pages/parts/cached-list.server";
import { createMemoryBudget } from "~/caching/memory-budget";
import { createKindCaches } from "~/caching/kind-caches";
import { users } from "~db/schema";
import { indexForSearch } from "../../factories/anime";
import { addAnimeId } from "../../factories/anime-id";
import { testDatabase } from "../../support/database/test-database";
import { chunks } from "../catalog/import-support";

const { db } = await testDatabase();
const VIEWER = { parentalControl: false };
const YEAR = new Date().getUTCFullYear();
const SEQUELS = 12;

async function addTracker() {
  const email = `${randomUUID()}@akari.test`;
  const [user] = await db
    .insert(users)
    .values({ email, emailKey: email, userName: "Ed" })
    .returning({ id: users.id });
  const userId = user?.id ?? "";
  return { userId, timeZone: "UTC", via: "site" as const, listeners: [], ...VIEWER };
}
type Tracker = Awaited<ReturnType<typeof addTracker>>;

const READERS = [false, true].flatMap((parentalControl) =>
  [false, true].map((hidePrivate) => ({ parentalControl, hidePrivate })),
);

const createCaches = () => createKindCaches(createMemoryBudget(8_000_000));

/** What every reader gets, and how much of it was read anew. */
async function readAll(userId: string, cache = createCaches()) {
  let made = 0;
  const listCaches: typeof cache = {
    ...cache,
    get: (kind, key, make) =>
      cache.get(kind, key, () => {
        made += 1;
        return make();
      }),
  };
  const reader = await openCachedList({ db, listCaches }, userId);
  const values = [];
  for (const one of READERS)
    values.push(
      await reader.getStatistics({ ...one, timeZone: "UTC" }),
      await reader.getStatistics({ ...one, timeZone: "UTC", year: YEAR }),
      await reader.listYears(one),
      await reader.getReview({ ...one, year: YEAR }),
      await reader.countTabs(one),
      await reader.countHistory({ ...one, watchedOnly: false }),
      await reader.countHistory({ ...one, watchedOnly: true }),
      await reader.listMissedSequels({ ...one, limit: SEQUELS }),
      await reader.listSearchNames(one),
    );
  return { values, made };
}

async function countAll(userId: string) {
  const values = [];
  for (const one of READERS)
    values.push(
      await getTrackingStatistics(db, userId, { ...one, timeZone: "UTC" }),
      await getTrackingStatistics(db, userId, { ...one, timeZone: "UTC", year: YEAR }),
      await listActiveYears(db, userId, one),
      await getYearReview(db, userId, { ...one, year: YEAR }),
      await countTabs(db, userId, one),
      await countHistory(db, userId, { ...one, watchedOnly: false }),
      await countHistory(db, userId, { ...one, watchedOnly: true }),
      await listMissedSequels(db, userId, { ...one, limit: SEQUELS }),
      await listSearchNames(db, userId, one),
    );
  return values;
}

const importText = (tracker: Tracker, value: unknown) => {
  const list = parseList(Buffer.from(JSON.stringify(value)));
  return importList(db, tracker, list.entries, { ...list, policy: "replace", dryRun: false });
};

describe("what is cached of a list", () => {
  let tracker: Tracker;
  let [plain, mature, other, sequel]: number[] = [];

  beforeEach(async () => {
    tracker = await addTracker();
    plain = await addAnimeId(db, { genres: ["Drama"], studios: ["Bones"] });
    mature = await addAnimeId(db, { rating: "Rx - Hentai" });
    other = await addAnimeId(db, { genres: ["Action"], year: 2001 });
    sequel = await addAnimeId(db, { status: "Finished Airing" });
    await setSeen(db, tracker, plain, { kind: "step", by: 1 });
    await setEntryFields(db, tracker, plain, { score: 70, private: true });
    await setSeen(db, tracker, mature, { kind: "step", by: 1 });
    await setSeen(db, tracker, other, { kind: "upTo", episode: 3 });
    await indexForSearch(db);
  });

  const ids = () => ({
    plain: plain ?? 0,
    mature: mature ?? 0,
    other: other ?? 0,
    sequel: sequel ?? 0,
  });

  it("is counted once for each reader until the list changes", async () => {
    const cache = createCaches();
    const first = await readAll(tracker.userId, cache);
    expect(first.values).toEqual(await countAll(tracker.userId));
    // History, sequels and searches are the user's own, whoever else may see the list.
    expect(first.made).toBe(READERS.length * 5 + 8);
    expect(new Set(first.values.map((value) => JSON.stringify(value))).size).toBeGreaterThan(8);
    expect(await readAll(tracker.userId, cache)).toEqual({ values: first.values, made: 0 });
  });

  const WRITES: Record<string, () => Promise<unknown>> = {
    "one more episode": () => setSeen(db, tracker, ids().other, { kind: "step", by: 1 }),
    "one episode less": () => setSeen(db, tracker, ids().other, { kind: "step", by: -1 }),
    "a mark": () => setSeen(db, tracker, ids().other, { kind: "mark", episode: 9, seen: true }),
    "a score": () => setEntryFields(db, tracker, ids().other, { score: 55 }),
    "a date": () => setEntryFields(db, tracker, ids().other, { startedOn: `${YEAR - 9}-01-02` }),
    privacy: () => setEntryFields(db, tracker, ids().plain, { private: false }),
    "a collection type": () => setCollectionType(db, tracker, ids().other, "Completed"),
    "a bulk change": () => changeInBulk(db, tracker, [ids().plain, ids().other], { score: 30 }),
    removal: () => removeEntry(db, tracker, ids().other),
    playback: () =>
      db.transaction((tx) =>
        trackPlayback(tx, tracker, {
          started: [],
          marks: [{ animeId: ids().other, episode: 7, seen: true, again: false, age: 0 }],
        }),
      ),
    "an undo": async () => {
      const { items } = await listEvents(db, tracker.userId, { ...VIEWER, page: 1, perPage: 1 });
      await undoEvent(db, tracker, items[0]?.id ?? "");
    },
    "an import": () =>
      importText(tracker, [{ mal_id: ids().other, state: "dropped", score: 20, rewatches: [] }]),
    "an import of history alone": async () => {
      const { userId } = tracker;
      const entry = { mal_id: ids().other, state: "watching" };
      await importText(tracker, [entry]);
      await readAll(userId, shared);
      const event = { mal_id: ids().other, at: `${YEAR - 5}-01-01T12:00:00Z`, watched: 4 };
      await importText(tracker, {
        entries: [entry],
        history: [{ ...event, through: "site", before: {}, after: { score: 5 } }],
      });
    },
    "a sequel": async () => {
      await setCollectionType(db, tracker, ids().other, "Completed");
      await readAll(tracker.userId, shared);
      const relation = { mal_id: ids().other, related_mal_id: ids().sequel, relation: "SEQUEL" };
      await importRelations(db, chunks([relation]));
      const { values } = await readAll(tracker.userId, shared);
      expect(values).toContainEqual(expect.objectContaining({ total: 1 }));
    },
    "a merge of titles": () =>
      mergeTitles(db, { from: ids().other, into: ids().plain }, moveEntries),
    "a title that the site hides": () => setTitleWithdrawn(db, ids().other, true),
  };
  let shared = createCaches();

  it.each(Object.keys(WRITES))("is counted anew after %s", async (name) => {
    shared = createCaches();
    const before = await readAll(tracker.userId, shared);
    await WRITES[name]?.();
    const after = await readAll(tracker.userId, shared);
    expect(after.values).toEqual(await countAll(tracker.userId));
    expect(after.values).not.toEqual(before.values);
  });

  it("of one user does not depend on another's list", async () => {
    const stranger = await addTracker();
    const [own, theirs] = [
      await getListVersion(db, tracker.userId),
      await getListVersion(db, stranger.userId),
    ];
    await setSeen(db, tracker, ids().other, { kind: "step", by: 1 });
    expect(await getListVersion(db, tracker.userId)).not.toBe(own);
    expect(await getListVersion(db, stranger.userId)).toBe(theirs);
  });
});

describe("the version of a list", () => {
  const TABLES: Record<string, { insert: (id: number) => string; update: string }> = {
    watch_list_entries: {
      insert: (id) => `(user_id, anime_mal_id) VALUES ($user, ${id})`,
      update: "score = 1",
    },
    seen_episodes: {
      insert: (id) => `(user_id, anime_mal_id, episodes) VALUES ($user, ${id}, '{[1,2)}')`,
      update: "episodes = '{[1,3)}'",
    },
    rewatches: {
      insert: (id) => `(user_id, anime_mal_id, number, finished) VALUES ($user, ${id}, 1, true)`,
      update: "score = 1",
    },
    list_events: {
      insert: (id) =>
        `(user_id, anime_mal_id, at, day, through, before, after) VALUES ($user, ${id}, now(), now(), 'site', '{}', '{}')`,
      update: "undone_at = now()",
    },
  };

  it.each(Object.keys(TABLES))("changes with every row of %s", async (table) => {
    const { userId } = await addTracker();
    const id = await addAnimeId(db);
    const run = async (statement: string) => {
      await db.execute(sql.raw(statement.replaceAll("$user", `'${userId}'`)));
      return getListVersion(db, userId);
    };
    if (table === "rewatches")
      await run(`INSERT INTO watch_list_entries (user_id, anime_mal_id) VALUES ($user, ${id})`);
    const versions = [await getListVersion(db, userId)];
    const { insert, update } = TABLES[table] ?? { insert: () => "", update: "" };
    versions.push(await run(`INSERT INTO ${table} ${insert(id)}`));
    versions.push(await run(`UPDATE ${table} SET ${update} WHERE user_id = $user`));
    versions.push(await run(`DELETE FROM ${table} WHERE user_id = $user`));
    expect(new Set(versions).size).toBe(4);
    // Nothing changes without a row.
    expect(await run(`DELETE FROM ${table} WHERE user_id = $user`)).toBe(versions.at(-1));
  });
});

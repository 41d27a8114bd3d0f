// @module-tag rest
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { preferences, profiles, users } from "~db/schema";
import { Conflict } from "~/errors/app-error";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import { countEpisodes } from "~/features/catalog/episodes/episode-set";
import {
  changeInBulk,
  removeEntry,
  setEntryFields,
  setSeen,
} from "~/features/watch-list/tracking/track-entries.server";
import { listEvents } from "~/features/watch-list/tracking/list-events.server";
import { undoEvent } from "~/features/watch-list/tracking/undo-event.server";
import { exportAccount } from "~/features/accounts/export-account.server";
import { exportHistory } from "~/features/watch-list/transfer/export-history.server";
import { exportList } from "~/features/watch-list/transfer/export-list.server";
import { exportOwnFormat } from "~/features/watch-list/transfer/export-own-format.server";
import type { ExportedEntry } from "~/features/watch-list/transfer/exported-entry";
import { toHistoryRecord } from "~/features/watch-list/transfer/history-format";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import { toMalXml } from "~/features/watch-list/transfer/mal-xml";
import { toOwnCsv } from "~/features/watch-list/transfer/own-format";
import { parseList } from "~/features/watch-list/transfer/parse-list.server";
import { addAnimeId } from "../../factories/anime-id";
import { testDatabase } from "../../support/database/test-database";

const { db } = await testDatabase();
const VIEWER = { parentalControl: false };
/** Numbers of episodes; null is unknown. */
const TOTALS = [1, 12, 13, 24, null, null] as const;
const ids = await Promise.all(
  TOTALS.map((episodes) => addAnimeId(db, { episodes, status: "Currently Airing" })),
);

async function addTracker() {
  const email = `${randomUUID()}@akari.test`;
  const [user] = await db
    .insert(users)
    .values({ email, emailKey: email, userName: "Faye" })
    .returning({ id: users.id });
  const userId = user?.id ?? "";
  await db.insert(profiles).values({ userId, name: "Faye" });
  await db.insert(preferences).values({ userId });
  return { userId, timeZone: "UTC", listeners: [], ...VIEWER };
}
type User = Awaited<ReturnType<typeof addTracker>>;
const onSite = (user: User) => ({ ...user, via: "site" as const });

const day = fc.option(fc.constantFrom("2019", "2019-05", "2019-05-17"));
const score = fc.option(fc.integer({ min: 1, max: 100 }));
const fields = fc.record(
  {
    state: fc.option(fc.constantFrom(...ENTRY_STATES)),
    score,
    startedOn: day,
    notes: fc.option(fc.constantFrom("hm", '=1+1\n]]> "x"', "a, b")),
    tags: fc.uniqueArray(fc.constantFrom("a", "b", "slice of life")),
    priority: fc.integer({ min: 0, max: 2 }),
    private: fc.boolean(),
  },
  { requiredKeys: [] },
);
const rewatches = fc.array(
  fc.record({ started_on: day, finished_on: day, score, finished: fc.constant(true) }),
  { minLength: 1, maxLength: 2 },
);
const place = fc.nat(ids.length - 1);
const act = fc.oneof(
  fc.record({ kind: fc.constant("fields" as const), place, fields }),
  fc.record({ kind: fc.constant("step" as const), place }),
  fc.record({
    kind: fc.constant("mark" as const),
    place,
    episode: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ kind: fc.constant("remove" as const), place }),
  fc.record({ kind: fc.constant("import" as const), place, rewatches }),
  fc.record({ kind: fc.constant("bulk" as const), place, fields: fc.constant({ priority: 1 }) }),
);
const acts = fc.array(act, { minLength: 3, maxLength: 12 });
type Act = (typeof acts extends fc.Arbitrary<infer List> ? List : never) extends (infer One)[]
  ? One
  : never;

/** Acts that the rules reject change nothing. */
async function perform(user: User, one: Act): Promise<void> {
  const id = ids[one.place] ?? 0;
  const tracker = onSite(user);
  if (one.kind === "import") {
    const entry = { mal_id: id, state: "completed", rewatches: one.rewatches };
    await importText(user, JSON.stringify([entry]));
    return;
  }
  const done =
    one.kind === "fields"
      ? setEntryFields(db, tracker, id, one.fields)
      : one.kind === "step"
        ? setSeen(db, tracker, id, { kind: "step", by: 1 })
        : one.kind === "mark"
          ? setSeen(db, tracker, id, { kind: "mark", episode: one.episode, seen: true })
          : one.kind === "remove"
            ? removeEntry(db, tracker, id)
            : changeInBulk(db, tracker, [id, ids[0] ?? 0], one.fields);
  await done.catch(() => undefined);
}

async function listOf(user: User): Promise<ExportedEntry[]> {
  return (await exportList(db, user.userId, VIEWER)).sort((a, b) => a.malId - b.malId);
}

async function importText(user: User, text: string) {
  const list = parseList(Buffer.from(text));
  return importList(db, user, list.entries, { ...list, policy: "replace", dryRun: false });
}

/** Exports all data of an account. */
async function exportOf(user: User): Promise<string> {
  const data = await exportAccount(db, user.userId);
  return JSON.stringify({ success: true, data });
}

const FORMATS = {
  account: exportOf,
  json: async (user: User) =>
    JSON.stringify({ data: await exportOwnFormat(db, user.userId, VIEWER) }),
  csv: async (user: User) => toOwnCsv(await listOf(user)),
  "mal-xml": async (user: User) => toMalXml(await listOf(user), "Faye"),
};
type Format = keyof typeof FORMATS;

/** What a format can express of an entry. */
const SAID: Record<Format, (entry: ExportedEntry) => unknown> = {
  account: (entry) => entry,
  json: (entry) => entry,
  csv: (entry) => entry,
  "mal-xml": ({
    malId,
    state,
    score: own,
    startedOn,
    finishedOn,
    notes,
    tags,
    priority,
    ...entry
  }) => ({
    ...{ malId, state, score: own, startedOn, finishedOn, notes, tags, priority },
    seen: countEpisodes(entry.seen),
    rewatched: entry.rewatches.filter(({ finished }) => finished).length,
  }),
};

describe("an export", () => {
  it.each(Object.keys(FORMATS) as Format[])(
    "as %s gives a second account the same list, and changes nothing when imported again",
    async (format) => {
      await fc.assert(
        fc.asyncProperty(acts, async (list) => {
          const [first, second] = [await addTracker(), await addTracker()];
          for (const one of list) await perform(first, one);
          const file = await FORMATS[format](first);
          await importText(second, file);
          const [ours, theirs] = [await listOf(first), await listOf(second)];
          expect(theirs.map(SAID[format])).toEqual(ours.map(SAID[format]));

          const history = await exportHistory(db, second.userId);
          for (const user of [first, second]) {
            const before = await exportHistory(db, user.userId);
            const { report, events } = await importText(user, file);
            expect([report.added, report.changed, events]).toEqual([[], [], 0]);
            expect(await exportHistory(db, user.userId)).toEqual(before);
          }
          if (format !== "json" && format !== "account") return;
          const wanted = (await exportHistory(db, first.userId)).map(toHistoryRecord);
          const times = new Set(wanted.map(({ at }) => at));
          // The import itself is a change of the second account.
          expect(history.map(toHistoryRecord).filter(({ at }) => times.has(at))).toEqual(wanted);
        }),
        { numRuns: 12 },
      );
    },
  );
});

describe("a long history", () => {
  it.each([1_999, 2_000, 2_001, 4_001])(
    "of %i changes is exported whole and in order",
    async (n) => {
      const { userId } = await addTracker();
      // Most share their instant with others, as those of an import do.
      const written = await db.execute<{ watched: number }>(sql`
      INSERT INTO list_events (user_id, anime_mal_id, at, day, through, before, after, watched)
      SELECT ${userId}::uuid, ${ids[0]}, timestamptz '2024-05-17 12:00Z' + (n / 700) * interval '1 microsecond',
        '2024-05-17', 'site', '{}', '{}', n
      FROM generate_series(1, ${n}::int) AS n RETURNING watched`);
      const exported = await exportHistory(db, userId);
      const numbers = exported.map(({ watched }) => watched);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(written.map(({ watched }) => watched));
      expect(exported.map(({ at }) => at)).toEqual(exported.map(({ at }) => at).toSorted());
    },
  );
});

describe("the history of an imported list", () => {
  it("goes with the undo of the import, and comes again with the next", async () => {
    const [first, second] = [await addTracker(), await addTracker()];
    const [, id = 0] = ids;
    await setSeen(db, onSite(first), id, { kind: "step", by: 1 });
    await setEntryFields(db, onSite(first), id, { score: 80, notes: "hm" });
    const file = await FORMATS.json(first);
    const changes = async () =>
      (await exportHistory(db, second.userId)).filter(({ undoneAt }) => undoneAt === null).length;
    for (let round = 0; round < 2; round += 1) {
      expect((await importText(second, file)).events).toBe(2);
      expect(await changes()).toBe(3);
      const { items } = await listEvents(db, second.userId, { ...VIEWER, page: 1, perPage: 1 });
      await undoEvent(db, onSite(second), items[0]?.id ?? "");
      expect(await listOf(second)).toEqual([]);
      expect(await changes()).toBe(0);
    }
  });

  it("has all changes of a title in one microsecond, in their order, and once", async () => {
    const [first, second] = [await addTracker(), await addTracker()];
    const [, id = 0] = ids;
    await setSeen(db, onSite(first), id, { kind: "step", by: 1 });
    const scores = Array.from({ length: 25 }, (_, index) => index + 1);
    await db.execute(sql`
      INSERT INTO list_events (id, user_id, anime_mal_id, at, day, through, before, after)
      SELECT lpad(n::text, 32, '0')::uuid, ${first.userId}::uuid, ${id}, '2024-05-17 12:00:00.123456Z',
        '2024-05-17', 'site', json_build_object('score', n - 1), json_build_object('score', n)
      FROM generate_series(1, 25) AS n`);
    const scoresOf = async ({ userId }: typeof first) =>
      (await exportHistory(db, userId)).flatMap(({ after }) => after.score ?? []);
    expect(await scoresOf(first)).toEqual(scores);
    const file = await FORMATS.json(first);
    expect((await importText(first, file)).events).toBe(0);
    expect((await importText(second, file)).events).toBe(26);
    expect(await scoresOf(second)).toEqual(scores);
    expect((await importText(second, file)).events).toBe(0);
    const pages: unknown[] = [];
    for (let page = 1; page <= 9; page += 1) {
      const { items } = await listEvents(db, second.userId, { ...VIEWER, page, perPage: 3 });
      pages.push(
        ...items.flatMap(({ changes }) => changes.filter(({ field }) => field === "score")),
      );
    }
    expect(pages).toMatchObject(scores.toReversed().map((to) => ({ from: to - 1, to })));
  });

  it("can be undone change by change, unless something later contradicts it", async () => {
    const [first, second] = [await addTracker(), await addTracker()];
    const [, id = 0] = ids;
    await setSeen(db, onSite(first), id, { kind: "count", count: 3 });
    await setEntryFields(db, onSite(first), id, { score: 80 });
    await setEntryFields(db, onSite(first), id, { score: 90 });
    await importText(second, await FORMATS.json(first));
    const { items } = await listEvents(db, second.userId, { ...VIEWER, page: 1, perPage: 10 });
    expect(items.map(({ through }) => through)).toEqual(["import", "site", "site", "site"]);
    await expect(undoEvent(db, onSite(second), items[2]?.id ?? "")).rejects.toBeInstanceOf(
      Conflict,
    );
    await undoEvent(db, onSite(second), items[1]?.id ?? "");
    expect(await listOf(second)).toMatchObject([{ malId: id, score: 80, seen: [[1, 3]] }]);
  });

  it("leaves out titles whose stored entry is kept, and those the catalog lacks", async () => {
    const [first, second] = [await addTracker(), await addTracker()];
    const [, id = 0, other = 0] = ids;
    await setEntryFields(db, onSite(first), id, { score: 80 });
    await setEntryFields(db, onSite(first), other, { score: 70 });
    await setEntryFields(db, onSite(second), id, { score: 10 });
    const list = parseList(Buffer.from(await FORMATS.json(first)));
    const lost = list.history.events.map((event) => ({ ...event, malId: 2_000_000_000 }));
    const { events } = await importList(db, second, list.entries, {
      policy: "keep",
      dryRun: false,
      history: { ...list.history, events: [...list.history.events, ...lost] },
    });
    expect(events).toBe(1);
    const scores = (await listOf(second)).map(({ malId, score: own }) => [malId, own]);
    expect(scores.sort()).toEqual([[id, 10] as const, [other, 70] as const].sort());
  });
});

describe("a list without ids", () => {
  it("finds titles by their name and year, if there is one", async () => {
    const user = await addTracker();
    const name = `Neon ${randomUUID()}`;
    const id = await addAnimeId(db, { title: name, year: 2022 });
    await addAnimeId(db, { title: name, year: 2023 });
    const csv = (year: string) =>
      `SIMKL_ID,Title,Type,Year,Watchlist\n1,${name.toUpperCase()},anime,${year},watching\n`;
    expect((await importText(user, csv(""))).report).toMatchObject({
      added: [],
      notFound: [{ mal_id: null, reason: "list.noId" }],
    });
    expect((await importText(user, csv("2022"))).report.added).toMatchObject([{ mal_id: id }]);
  });
});

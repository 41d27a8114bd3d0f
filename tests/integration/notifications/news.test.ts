import { and, asc, eq, sql as raw } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { askForTitle, withdrawAskedTitle } from "~/features/accounts/household/child-titles.server";
import { AgeLimit } from "~/features/catalog/parental-control";
import { declineWish } from "~/features/wishes/decide-wishes.server";
import { addWish, announceAdded } from "~/features/wishes/wishes.server";
import { addToOutbox } from "~db/outbox.server";
import { incrementCatalogVersion } from "~/features/catalog/catalog-version.server";
import { announceSequels } from "~/features/notifications/announce/sequels.server";
import { deleteOldEvents } from "~/features/notifications/delete-old-events.server";
import { listNotices } from "~/features/notifications/inbox/list-notifications.server";
import { spreadDueEvents } from "~/features/notifications/spread/spread-events.server";
import { compareFollowed } from "~/features/saved-search/compare-followed.server";
import {
  animeRelations,
  animes,
  episodes,
  jobs,
  outboxEvents,
  savedSearches,
  users,
  watchListEntries,
} from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts } from "../../support/jobs/job-parts";
import { addReader, type Reader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
const [FIRST, SEQUEL, OLD, OLD_SEQUEL] = [1, 2, 3, 4];
const TO_COME = { status: "Not yet aired", aired_from: null, aired_to: null };

beforeEach(async () => {
  await sql`TRUNCATE animes, users, outbox_events, jobs, job_runs CASCADE`;
  await addAnime(db, { mal_id: FIRST, title: "Frieren" });
});

const inBell = async (userId: string) => {
  const { notices } = await listNotices(db, userId, { unreadOnly: true, page: 1, perPage: 50 });
  return notices.map(({ kind, title, isDated }) => [kind, title, isDated]);
};
const listEvents = () => db.select().from(outboxEvents).orderBy(asc(outboxEvents.id));

describe("a sequel", () => {
  const addSequel = async (malId: number, before = FIRST, fields = {}) => {
    await addAnime(db, { mal_id: malId, title: `Sequel ${malId}`, ...TO_COME, ...fields });
    await db
      .insert(animeRelations)
      .values({ malId: before, relatedMalId: malId, relation: "SEQUEL" });
  };
  /** What the catalog has at the first time is no news. */
  const begin = async () => {
    await addAnime(db, { mal_id: OLD });
    await addSequel(OLD_SEQUEL, OLD);
    await announceSequels(db);
  };
  const announce = async () => {
    const count = await announceSequels(db);
    await spreadDueEvents(db);
    return count;
  };
  const told: [kind: string, title: string, isDated: boolean][] = [
    ["sequel.announced", "Sequel 2", false],
    ["sequel.announced", "Sequel 2", true],
  ];

  it("is told once to those who watched what it follows, and once that it has a day", async () => {
    await begin();
    const reader = await addReader(db, FIRST, { state: "completed" });
    await addSequel(SEQUEL);
    expect(await announce()).toBe(1);
    expect(await announce()).toBe(0);
    expect(await inBell(reader)).toEqual(told.slice(0, 1));
    await db.update(animes).set({ airedFrom: new Date("2099-01-01") });
    expect(await announce()).toBe(0);
    await db
      .update(animes)
      .set({ airedFrom: new Date("2099-04-05") })
      .where(eq(animes.malId, SEQUEL));
    expect(await announce()).toBe(1);
    expect(await announce()).toBe(0);
    expect((await inBell(reader)).toReversed()).toEqual(told);
  });

  it("that comes with its day is announced, and its day is no news later", async () => {
    await begin();
    const reader = await addReader(db, FIRST, { state: "completed" });
    await addSequel(SEQUEL, FIRST, { aired_from: "2099-04-05T00:00:00.000Z" });
    expect(await announce()).toBe(1);
    expect(await announce()).toBe(0);
    expect(await inBell(reader)).toEqual(told.slice(0, 1));
  });

  it.each<[string, Reader, boolean]>([
    ["who watches it", { state: "watching" }, true],
    ["who watches it again", { state: "rewatching" }, true],
    ["who plans to", { state: "planned" }, false],
    ["who dropped it", { state: "dropped" }, false],
    ["who turned it off", { site: { notificationsOff: ["sequel.announced"] } }, false],
    ["who is disabled", { disabled: true }, false],
    ["whose age limit withholds it", { limit: "g" }, false],
  ])("is told to those alone: %s", async (_, reader, isTold) => {
    await begin();
    const userId = await addReader(db, FIRST, reader);
    await addSequel(SEQUEL);
    await announce();
    expect(await inBell(userId)).toHaveLength(isTold ? 1 : 0);
  });

  it("is told by what it says of itself, and not to who dropped it", async () => {
    await begin();
    const [reader, other] = [await addReader(db, FIRST), await addReader(db, FIRST)];
    await addAnime(db, { mal_id: SEQUEL, title: "Sequel 2", ...TO_COME });
    await db
      .insert(animeRelations)
      .values({ malId: SEQUEL, relatedMalId: FIRST, relation: "PREQUEL" });
    await db
      .insert(watchListEntries)
      .values({ userId: other, animeMalId: SEQUEL, state: "dropped" });
    await announce();
    expect([await inBell(reader), await inBell(other)]).toEqual([told.slice(0, 1), []]);
  });

  it("is no news at the first time, in bulk, or when it airs", async () => {
    const reader = await addReader(db, FIRST);
    await addSequel(SEQUEL);
    expect(await announce()).toBe(0);
    for (let id = 100; id <= 150; id += 1) await addSequel(id);
    expect(await announce()).toBe(0);
    for (let id = 200; id < 250; id += 1) await addSequel(id);
    await addSequel(300, FIRST, { status: "Finished Airing" });
    expect(await announce()).toBe(50);
    expect(await inBell(reader)).toHaveLength(50);
  });

  it("is kept as told until it airs", async () => {
    await begin();
    await db.update(outboxEvents).set({ at: raw`now() - interval '90 days'` });
    await deleteOldEvents(db);
    expect(await announce()).toBe(0);
    await db.update(animes).set({ status: "Finished Airing" });
    await deleteOldEvents(db);
    expect(await listEvents()).toEqual([]);
  });
});

describe("a followed search", () => {
  const signal = new AbortController().signal;
  const follow = async (reader: Reader = {}) => {
    const userId = await addReader(db, FIRST, reader);
    const [search] = await db
      .insert(savedSearches)
      .values({ userId, name: "Films", query: "genre_filter=drama", position: 0, known: [] })
      .returning({ id: savedSearches.id });
    return { userId, id: search?.id ?? "" };
  };
  /** A change of the catalog, as an import makes it. */
  const compare = async () => {
    await db.transaction(incrementCatalogVersion);
    await compareFollowed(database, signal);
    await spreadDueEvents(db);
  };
  const addFilm = (id: number, fields = {}) =>
    addAnime(db, { mal_id: id, title: `Film ${id}`, genres: ["Drama"], ...fields });

  it("is told of what is new, until that was seen, and of nothing twice", async () => {
    const { userId, id } = await follow();
    await addFilm(10);
    await compare();
    await compare();
    expect(await inBell(userId)).toEqual([["search.matched", "Films", false]]);
    await db
      .update(savedSearches)
      .set({ known: [10], fresh: [] })
      .where(eq(savedSearches.id, id));
    expect(await inBell(userId)).toEqual([]);
    await compare();
    expect(await listEvents()).toHaveLength(1);
  });

  it.each<[string, Reader, object]>([
    ["a title that parental control hides", { parentalControl: true }, { rating: "Rx - Hentai" }],
    ["a title above an age limit", { limit: "g" }, { rating: "R - 17+ (violence & profanity)" }],
    ["a kind that is off", { site: { notificationsOff: ["search.matched"] } }, {}],
  ])("tells nothing of %s", async (_, reader, fields) => {
    const { userId } = await follow(reader);
    await addFilm(10, fields);
    await compare();
    expect(await inBell(userId)).toEqual([]);
  });

  it("tells nothing of an import", async () => {
    const { userId } = await follow();
    for (let id = 100; id <= 150; id += 1) await addFilm(id);
    await compare();
    expect(await inBell(userId)).toEqual([]);
    for (let id = 200; id < 250; id += 1) await addFilm(id);
    await sql`UPDATE saved_searches SET known = known || fresh, fresh = '{}'`;
    await compare();
    expect(await inBell(userId)).toHaveLength(1);
  });
});

describe("a job that fails", () => {
  const parts = createJobParts(database.options);
  const fail = (fields: Partial<typeof jobs.$inferInsert>) =>
    db
      .insert(jobs)
      .values({ name: "backup", enabled: true, ...fields })
      .onConflictDoUpdate({ target: jobs.name, set: fields });
  const announce = async () => {
    await parts.run("announce");
    await spreadDueEvents(db);
  };

  it("is told to owners at the second time in a row, once until it works again", async () => {
    const [owner, member] = [await addReader(db, FIRST), await addReader(db, FIRST)];
    await db.update(users).set({ role: "owner" }).where(eq(users.id, owner));
    const failingSince = new Date("2026-10-01T00:00:00.000Z");
    await fail({ failures: 1, failingSince, error: "the disk is full" });
    await announce();
    expect(await inBell(owner)).toEqual([]);
    for (const failures of [2, 3]) {
      await fail({ failures });
      await announce();
      expect(await inBell(owner)).toEqual([["job.failed", "backup", false]]);
    }
    expect(await inBell(member)).toEqual([]);
    await fail({ failures: 2, failingSince: new Date("2026-11-01T00:00:00.000Z") });
    await announce();
    expect(await inBell(owner)).toHaveLength(2);
    await db.update(users).set({ role: "member" }).where(eq(users.id, owner));
    expect(await inBell(owner)).toEqual([]);
    await parts.close();
  });
});

describe("what a child asks for", () => {
  const TITLE = 5;
  const child = async (household: string) => {
    const id = await addReader(db, FIRST, { limit: "pg" });
    await db
      .update(users)
      .set({ householdId: household, email: null, emailKey: null })
      .where(eq(users.id, id));
    return { id, preferences: { parentalControl: new AgeLimit("pg") } } as never;
  };
  const parent = async (household: string | null, reader: Reader = {}) => {
    const id = await addReader(db, FIRST, reader);
    await db.update(users).set({ householdId: household }).where(eq(users.id, id));
    return id;
  };
  const ask = async (of: Awaited<ReturnType<typeof child>>) => {
    await askForTitle(db, of, TITLE);
    await spreadDueEvents(db);
  };

  it("is told once to the accounts of its household, until one decides", async () => {
    await addAnime(db, { mal_id: TITLE, title: "Akira", rating: "R - 17+ (violence & profanity)" });
    const household = await parent(null);
    const of = await child(household);
    const parents = [household, await parent(household)];
    const off = await parent(household, { site: { notificationsOff: ["child.asked"] } });
    const others = [await parent(null), (of as { id: string }).id, off];
    await ask(of);
    await ask(of);
    for (const id of parents) expect(await inBell(id)).toEqual([["child.asked", "Akira", false]]);
    for (const id of others) expect(await inBell(id)).toEqual([]);
    await withdrawAskedTitle(db, of, TITLE);
    expect(await inBell(parents[0] ?? "")).toEqual([]);
  });
});

describe("a wish", () => {
  const TITLE = 5;
  const play = (number: number) =>
    db
      .update(episodes)
      .set({ videoSource: "https://example.test/a.mp4" })
      .where(and(eq(episodes.animeMalId, TITLE), eq(episodes.number, number)));
  const wish = async (episode: number | null, reader: Reader = {}) => {
    const userId = await addReader(db, FIRST, reader);
    await addWish(db, userId, { animeId: TITLE, episode, parentalControl: false });
    return userId;
  };
  const announce = async () => {
    const count = await announceAdded(db);
    await spreadDueEvents(db);
    return count;
  };
  const decline = (episode: number | null, reason = "No source") =>
    declineWish(db, { animeId: TITLE, episode, reason }, () => Promise.resolve());
  beforeEach(async () => {
    await addAnime(db, { mal_id: TITLE, title: "Akira", episodes: 12 });
    await addEpisodes(db, TITLE, 1, 12);
  });

  it("that comes true is told once to those who asked for it", async () => {
    const [whole, second] = [await wish(null), await wish(2)];
    const third = await wish(3);
    const muted = await wish(2, { site: { notificationsOff: ["wish.added"] } });
    expect(await announce()).toBe(0);
    await play(2);
    expect(await announce()).toBe(3);
    expect(await announce()).toBe(0);
    const told = [["wish.added", "Akira", false]];
    expect(await Promise.all([whole, second, third, muted].map(inBell))).toEqual([
      ...[told, told],
      ...[[], []],
    ]);
  });

  it("is not told to who was told that the episode plays here", async () => {
    const userId = await wish(2);
    await play(2);
    await db.insert(watchListEntries).values({ userId, animeMalId: TITLE, state: "watching" });
    const event = { kind: "episode.available", animeId: TITLE, episode: 2, key: "a" } as const;
    await addToOutbox(db, [event]);
    await spreadDueEvents(db);
    expect(await announce()).toBe(1);
    expect(await inBell(userId)).toEqual([["episode.available", "Akira", false]]);
  });

  it("that is declined is told to those who asked, not again with another reason", async () => {
    const [whole, second] = [await wish(null), await wish(2)];
    await decline(2);
    await decline(2, "Another reason");
    await spreadDueEvents(db);
    expect(await inBell(second)).toEqual([["wish.declined", "Akira", false]]);
    expect(await inBell(whole)).toEqual([]);
  });
});

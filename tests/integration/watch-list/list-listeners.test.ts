import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { enqueue } from "~/jobs/queue.server";
import { followList } from "~/features/suggestions/suggestion-state.server";
import type { Tracker } from "~/features/watch-list/tracking/change-entries.server";
import { correctCounts } from "~/features/watch-list/tracking/correct-counts.server";
import type { ListChange, ListListener } from "~/features/watch-list/tracking/save-changes.server";
import {
  changeInBulk,
  moveEntry,
  removeEntry,
  setEntryFields,
  setSeen,
} from "~/features/watch-list/tracking/track-entries.server";
import { trackPlayback } from "~/features/watch-list/tracking/track-playback.server";
import { redoEvent, undoEvent } from "~/features/watch-list/tracking/undo-event.server";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import { parseList } from "~/features/watch-list/transfer/parse-list.server";
import { animes, jobRuns, listEvents, suggestionStates, watchListEntries } from "~db/schema";
import { addAnimeId } from "../../factories/anime-id";
import { testDatabase } from "../../support/database/test-database";
import { effectJob } from "../../support/jobs/effect-job";
import { createSignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const ids = [await addAnimeId(db), await addAnimeId(db), await addAnimeId(db)] as const;
const [first, second, third] = ids;
const job = effectJob(() => Promise.resolve());

let tracker: Tracker;
let changes: ListChange[];

beforeEach(async () => {
  const { userId } = await createSignedInClient(database);
  changes = [];
  const listener: ListListener = (_tx, change) => {
    changes.push(change);
    return Promise.resolve();
  };
  const viewer = { parentalControl: false, timeZone: "UTC" };
  tracker = { userId, via: "api", ...viewer, listeners: [listener] };
});

const following = (...listeners: ListListener[]): Tracker => ({ ...tracker, listeners });
const heard = () =>
  changes.map(({ entries, via }) => [
    via,
    entries.map(({ malId, before, after }) => [malId, before.state, after.state]),
  ]);
const list = () =>
  db
    .select({ id: watchListEntries.animeMalId })
    .from(watchListEntries)
    .orderBy(watchListEntries.id);

describe("a listener of lists", () => {
  it("is told of a change, of its undo and of its redo, with the entry before and after", async () => {
    await setEntryFields(db, tracker, first, { state: "planned" });
    const { eventId } = await setEntryFields(db, tracker, first, { state: "paused" });
    await undoEvent(db, tracker, eventId ?? "");
    await redoEvent(db, { ...tracker, via: "site" }, eventId ?? "");
    await removeEntry(db, tracker, first);
    expect(heard()).toEqual([
      ["api", [[first, null, "planned"]]],
      ["api", [[first, "planned", "paused"]]],
      ["api", [[first, "paused", "planned"]]],
      ["site", [[first, "planned", "paused"]]],
      ["api", [[first, "paused", null]]],
    ]);
    expect(changes.every(({ userId }) => userId === tracker.userId)).toBe(true);
    expect(changes.at(-1)?.entries[0]).toMatchObject({
      before: { listed: true },
      after: { listed: false },
    });
  });

  it("is told once of a bulk change and of its undo, with all entries that differ", async () => {
    await setEntryFields(db, tracker, first, { state: "dropped" });
    changes = [];
    const { eventId } = await changeInBulk(db, tracker, ids, { state: "dropped" });
    await undoEvent(db, tracker, eventId ?? "");
    expect(heard()).toEqual([
      [
        "api",
        [
          [second, null, "dropped"],
          [third, null, "dropped"],
        ],
      ],
      ["api", expect.arrayContaining([[second, "dropped", null]])],
    ]);
    expect(changes[1]?.entries).toHaveLength(2);
  });

  it("is told once of an import, and not of a look at what it would do", async () => {
    const text = `mal_id,state\r\n${first},planned\r\n${second},paused\r\n`;
    const { entries } = parseList(new TextEncoder().encode(text));
    await importList(db, tracker, entries, { policy: "replace", dryRun: true });
    expect(changes).toEqual([]);
    await importList(db, tracker, entries, { policy: "replace", dryRun: false });
    expect(heard()).toEqual([
      [
        "import",
        [
          [first, null, "planned"],
          [second, null, "paused"],
        ],
      ],
    ]);
  });

  it("is told of what a player reports", async () => {
    await db.transaction((tx) =>
      trackPlayback(tx, { ...tracker, via: "player" }, { started: [first], marks: [] }),
    );
    expect(heard()).toEqual([["player", [[first, null, "watching"]]]]);
  });

  it("is not told when nothing differs", async () => {
    await setEntryFields(db, tracker, first, { state: "completed" });
    changes = [];
    await setEntryFields(db, tracker, first, { state: "completed" });
    await moveEntry(db, tracker, first, "Completed");
    expect(changes).toEqual([]);
  });

  it("takes the change and what it wrote back when it throws, undo included", async () => {
    const { eventId } = await setEntryFields(db, tracker, first, { state: "planned" });
    const failing = following(
      (tx) => enqueue(tx, job, { number: 1, subject: "a" }),
      () => Promise.reject(new Error("no")),
    );
    const events = await db.$count(listEvents);
    for (const change of [
      () => setEntryFields(db, failing, second, { state: "planned" }),
      () => changeInBulk(db, failing, [second, third], { state: "planned" }),
      () => removeEntry(db, failing, first),
      () => undoEvent(db, failing, eventId ?? ""),
    ])
      await expect(change()).rejects.toThrow("no");
    expect(await list()).toContainEqual({ id: first });
    expect(await db.$count(listEvents)).toBe(events);
    expect(await db.$count(jobRuns)).toBe(0);
    await undoEvent(db, tracker, eventId ?? "");
  });

  it("sees what was written, and enqueues a run that is there with the change", async () => {
    const seen: unknown[] = [];
    const enqueueing = following(async (tx, { userId, entries }) => {
      const rows = await tx.$count(watchListEntries);
      seen.push([rows, entries.length]);
      await enqueue(tx, job, { number: 1, subject: userId });
    });
    await db.delete(watchListEntries);
    await changeInBulk(db, enqueueing, ids, { state: "planned" });
    expect(seen).toEqual([[3, 3]]);
    expect(await db.select().from(jobRuns)).toMatchObject([{ subject: tracker.userId }]);
    await db.delete(jobRuns);
  });
});

it("has suggestions computed again when the catalog changes a state, but not for a count", async () => {
  const isDue = () => db.$count(suggestionStates);
  const airing = await addAnimeId(db, { status: "Currently Airing", episodes: null });
  await setEntryFields(db, tracker, airing, { state: "watching" });
  await db.delete(suggestionStates);
  await setSeen(db, following(followList), airing, { kind: "count", count: 12 });
  expect(await isDue()).toBe(0);
  const ended = { episodes: 10, status: "Finished Airing" };
  await db.update(animes).set(ended).where(eq(animes.malId, airing));
  expect(await correctCounts(db)).toBe(1);
  expect(await isDue()).toBe(1);
});

import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { animes, users, watchListEntries } from "~db/schema";
import { parseCollectionType, type CollectionType } from "~/features/watch-list/collection-types";
import type { EntryValues } from "./entry-values";
import type { ImportedEntry } from "./imported-entry";
import { mergeValues, hasSameValues, shouldReplace, type MergePolicy } from "./merge-policy";
import { saveLastImport, type ImportReport, type SkipReason } from "./last-import.server";
import type { ListFormat } from "./list-format";
import { parseImportedState } from "./mal-states";

interface ImportOptions {
  policy: MergePolicy;
  dryRun: boolean;
  /** If given, the report is stored as the user's last import. */
  format?: ListFormat;
}

interface Row extends EntryValues {
  anime_mal_id: number;
  addedAt: Date;
  updatedAt: Date;
}

const ROWS_PER_STATEMENT = 2_000;

/**
 * Merges entries into a user's list in one transaction. Idempotent. With `dryRun` it only reports.
 */
export function importList(
  db: Database,
  userId: string,
  entries: readonly ImportedEntry[],
  { policy, dryRun, format }: ImportOptions,
): Promise<ImportReport> {
  const now = new Date();
  return db.transaction(async (tx) => {
    // Serializes imports of one user.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    const report: ImportReport = { added: [], changed: [], unchanged: [], notFound: [] };
    const wanted = collectUsable(entries, report);
    const titles = await selectTitles(tx, [...wanted.keys()]);
    const ours = await selectEntries(tx, userId, [...wanted.keys()]);
    const added: Row[] = [];
    const changed: Row[] = [];
    for (const [malId, theirs] of wanted) {
      const title = titles.get(malId);
      if (title === undefined) {
        report.notFound.push({
          mal_id: malId,
          title: theirs.title,
          reason: "list.notInCatalog" satisfies SkipReason,
        });
        continue;
      }
      const known = ours.get(malId) ?? null;
      const values = mergeValues(theirs, known?.values ?? null);
      const row = {
        ...values,
        anime_mal_id: malId,
        addedAt: theirs.addedAt ?? theirs.updatedAt ?? now,
        updatedAt: theirs.updatedAt ?? now,
      };
      if (known === null) {
        added.push(row);
        report.added.push({ mal_id: malId, title, type: values.type });
      } else if (
        hasSameValues(values, known.values) ||
        !shouldReplace(policy, theirs, known.updatedAt)
      ) {
        report.unchanged.push({ mal_id: malId, title, type: known.values.type });
      } else {
        changed.push(row);
        report.changed.push({
          mal_id: malId,
          title,
          type: values.type,
          previous_type: known.values.type,
        });
      }
    }
    if (!dryRun) {
      for (const rows of chunks(added)) await insertRows(tx, userId, rows, sql`DO NOTHING`);
      for (const rows of chunks(changed)) await insertRows(tx, userId, rows, REPLACE);
      if (format !== undefined) await saveLastImport(tx, userId, { format, policy, report });
    }
    return report;
  });
}

/** Entries by MyAnimeList id, the last of duplicates; invalid ones are added to the report. */
function collectUsable(
  entries: readonly ImportedEntry[],
  report: ImportReport,
): Map<number, ImportedEntry & { type: CollectionType }> {
  const wanted = new Map<number, ImportedEntry & { type: CollectionType }>();
  for (const entry of entries) {
    const { malId, title, type } = entry;
    if (malId === null)
      report.notFound.push({
        mal_id: null,
        title,
        reason: "list.noId" satisfies SkipReason,
      });
    else if (type === null)
      report.notFound.push({
        mal_id: malId,
        title,
        reason: "list.invalidState" satisfies SkipReason,
      });
    else wanted.set(malId, { ...entry, type });
  }
  return wanted;
}

async function selectTitles(tx: Transaction, ids: number[]): Promise<Map<number, string>> {
  const rows = await tx.execute<{ mal_id: number; title: string }>(
    sql`SELECT mal_id, title FROM ${animes} WHERE mal_id = ANY(${sql.param(ids)}::integer[])`,
  );
  return new Map(rows.map((row) => [row.mal_id, row.title]));
}

async function selectEntries(
  tx: Transaction,
  userId: string,
  ids: number[],
): Promise<Map<number, { values: EntryValues; updatedAt: Date }>> {
  const found = new Map<number, { values: EntryValues; updatedAt: Date }>();
  for (const some of chunks(ids)) {
    const rows = await tx
      .select()
      .from(watchListEntries)
      .where(and(eq(watchListEntries.userId, userId), inArray(watchListEntries.animeMalId, some)))
      .for("update");
    for (const {
      animeMalId,
      type,
      importedState,
      updatedAt,
      watchedEpisodes,
      ownScore,
      startedOn,
      finishedOn,
      timesRewatched,
      notes,
      tags,
    } of rows) {
      const place = {
        type: parseCollectionType(type) ?? "Collection",
        importedState: parseImportedState(importedState ?? ""),
      };
      found.set(animeMalId, {
        updatedAt,
        values: {
          ...place,
          watchedEpisodes,
          ownScore,
          startedOn,
          finishedOn,
          timesRewatched,
          notes,
          tags,
        },
      });
    }
  }
  return found;
}

const REPLACE = sql`DO UPDATE SET
  type = excluded.type, imported_state = excluded.imported_state, watched_episodes = excluded.watched_episodes, own_score = excluded.own_score,
  started_on = excluded.started_on, finished_on = excluded.finished_on, times_rewatched = excluded.times_rewatched, notes = excluded.notes,
  tags = excluded.tags, updated_at = excluded.updated_at`;

async function insertRows(
  tx: Transaction,
  userId: string,
  rows: Row[],
  onConflict: typeof REPLACE,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${watchListEntries}
      (user_id, anime_mal_id, type, imported_state, watched_episodes, own_score, started_on, finished_on, times_rewatched, notes, tags, added_at, updated_at)
    SELECT ${userId}::uuid, anime_mal_id, type, "importedState", "watchedEpisodes", "ownScore", "startedOn", "finishedOn", "timesRewatched", notes, tags, "addedAt", "updatedAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
      anime_mal_id integer, type text, "importedState" text, "watchedEpisodes" integer, "ownScore" integer, "startedOn" date, "finishedOn" date,
      "timesRewatched" integer, notes text, tags text, "addedAt" timestamptz, "updatedAt" timestamptz)
    ON CONFLICT (user_id, anime_mal_id) ${onConflict}`);
}

function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += ROWS_PER_STATEMENT)
    yield list.slice(start, start + ROWS_PER_STATEMENT);
}

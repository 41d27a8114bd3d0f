import type { Database, Transaction } from "~db/client.server";
import { listMergedInto } from "~/features/catalog/merged-titles.server";
import { hideTitles } from "~/features/catalog/visibility.server";
import { typeOfState } from "~/features/watch-list/entry-states";
import {
  changeTracked,
  type EntryRule,
  type Tracker,
} from "~/features/watch-list/tracking/change-entries.server";
import { diffEntries } from "~/features/watch-list/tracking/entry-diff";
import { NO_EPISODES, subtractSet, type EpisodeSet } from "~/features/catalog/episodes/episode-set";
import { MAX_EPISODES } from "~/features/watch-list/tracking/extra-episodes";
import {
  loadTracked,
  lockTracking,
  type Tracked,
} from "~/features/watch-list/tracking/load-tracked.server";
import { findById } from "./find-by-id.server";
import { findByName } from "./find-by-name.server";
import { furtherRecord, isSameRecord, type UsableEntry } from "./further-record";
import { NO_HISTORY, type ParsedHistory } from "./history-format";
import { insertEvents, selectNewEvents } from "./import-history.server";
import { describeUnread, type ImportedEntry, type UnreadValue } from "./imported-entry";
import { saveLastImport, type ImportReport, type SkipReason } from "./last-import.server";
import type { ListFormat } from "./list-format";
import { clipSeen, mergeEntry } from "./merge-entry";
import { shouldReplace, type MergePolicy } from "./merge-policy";
import { describeRecord, toImportedRecord } from "./own-format";

interface ImportOptions {
  policy: MergePolicy;
  dryRun: boolean;
  /** The file's format. If given, the report is stored as the user's last import. */
  format?: ListFormat;
  history?: ParsedHistory;
}

/** The stored report has all names; they are hidden on reading. */
const EVERYTHING = { parentalControl: false };

interface ImportResult {
  report: ImportReport;
  events: number;
}

/**
 * Merges entries and their history in one transaction; one undo reverts it. Idempotent. History of
 * titles whose stored entry is kept is not imported. Of several records of a title, the one that is
 * further counts. `dryRun` only reports. The report does not name titles that are hidden from the
 * tracker.
 */
export function importList(
  db: Database,
  tracker: Omit<Tracker, "via">,
  entries: readonly ImportedEntry[],
  { policy, dryRun, format, history = NO_HISTORY }: ImportOptions,
): Promise<ImportResult> {
  const { userId } = tracker;
  return db.transaction(async (tx) => {
    await lockTracking(tx, userId);
    const report: ImportReport = {
      added: [],
      changed: [],
      unchanged: [],
      notFound: [],
      notices: [],
    };
    const known = await findById(tx, await findByName(tx, entries));
    const wanted = collectUsable(await withMergedIds(tx, known), report);
    const tracked = await loadTracked(tx, userId, [...wanted.keys()], EVERYTHING);
    const merged = new Map<number, Tracked["entry"]>();
    const kept = new Set<number>();
    for (const [malId, theirs] of wanted) {
      const title = tracked.get(malId);
      if (title === undefined) skip(report, theirs, "list.notInCatalog");
      else {
        const { entry, title: facts } = title;
        const seen = clipSeen(theirs.seen, entry.seen, facts.total);
        noteUnread(report, theirs);
        noteUnread(report, { ...theirs, unread: listExtras(theirs, seen, facts.total) });
        if (theirs.otherMalIds !== undefined)
          report.notices.push({
            ...{ mal_id: malId, title: facts.name, kind: "ambiguous", field: "mal_id" },
            value: theirs.otherMalIds.join(", "),
          });
        merge(title, { ...theirs, seen }, policy, report, { merged, kept });
      }
    }
    for (const { malId, ...value } of history.unread)
      report.notices.push({ mal_id: malId, title: null, kind: "unreadable", ...value });
    for (const notice of report.notices)
      notice.title = tracked.get(notice.mal_id ?? 0)?.title.name ?? notice.title;
    const events = await selectNewEvents(
      tx,
      userId,
      history.events.filter(({ malId }) => !kept.has(malId)),
    );
    const shown = { report: await hideTitles(tx, report, tracker), events: events.length };
    if (dryRun) return shown;
    const rule: EntryRule = ({ malId, entry }) => merged.get(malId) ?? entry;
    const changed = [...merged.keys()].flatMap((id) => tracked.get(id) ?? []);
    const { eventId } = await changeTracked(tx, { ...tracker, via: "import" }, changed, rule, {
      isBatch: true,
      stamps: new Map(
        [...wanted].map(([id, { addedAt, updatedAt }]) => [id, { addedAt, updatedAt }]),
      ),
    });
    await insertEvents(tx, userId, events, eventId);
    if (format !== undefined) await saveLastImport(tx, userId, { format, policy, report });
    return shown;
  });
}

/** Lists from before a merge have the duplicate's id. */
async function withMergedIds(
  tx: Transaction,
  entries: readonly ImportedEntry[],
): Promise<ImportedEntry[]> {
  const merged = await listMergedInto(
    tx,
    entries.flatMap(({ malId }) => malId ?? []),
  );
  return entries.map((entry) => ({
    ...entry,
    malId: entry.malId === null ? null : (merged.get(entry.malId) ?? entry.malId),
  }));
}

/** Reports a record that is not imported, with the values that its row lacks. */
function skip(report: ImportReport, entry: ImportedEntry, reason: SkipReason): void {
  const { malId, title } = entry;
  report.notFound.push({ mal_id: malId, title, reason, row: toImportedRecord(entry) });
  noteUnread(report, entry);
}

function noteUnread(
  { notices }: ImportReport,
  { malId, title, unread = [] }: Pick<ImportedEntry, "malId" | "title" | "unread">,
): void {
  for (const value of unread) notices.push({ mal_id: malId, title, ...value });
}

/** Episodes that the catalog's title does not have, which are left out. */
function listExtras(
  { seen, episodesSeen }: ImportedEntry,
  clipped: EpisodeSet | undefined,
  total: number | null,
): UnreadValue[] {
  const kind = "shortened";
  if (seen !== undefined) {
    const extras = subtractSet(seen, clipped ?? NO_EPISODES);
    return extras.length === 0 ? [] : [{ kind, field: "episodes", value: describeUnread(extras) }];
  }
  return (episodesSeen ?? 0) > (total ?? MAX_EPISODES)
    ? [{ kind, field: "episodes_seen", value: String(episodesSeen) }]
    : [];
}

function merge(
  { malId, title, entry, stamps }: Tracked,
  theirs: UsableEntry,
  policy: MergePolicy,
  report: ImportReport,
  { merged, kept }: { merged: Map<number, Tracked["entry"]>; kept: Set<number> },
): void {
  const after = mergeEntry(entry, title, theirs, policy);
  const line = { mal_id: malId, title: title.name, type: typeOfState(after.state) };
  if (!entry.listed) report.added.push(line);
  else if (diffEntries(entry, after) === null) return void report.unchanged.push(line);
  else if (!shouldReplace(policy, theirs, new Date(stamps.updatedAt ?? 0))) {
    kept.add(malId);
    return void report.unchanged.push({ ...line, type: typeOfState(entry.state) });
  } else report.changed.push({ ...line, previous_type: typeOfState(entry.state) });
  merged.set(malId, after);
}

/** Returns entries by MyAnimeList id, the furthest of several; reports these and invalid ones. */
function collectUsable(
  entries: readonly ImportedEntry[],
  report: ImportReport,
): Map<number, UsableEntry> {
  const records = new Map<number, UsableEntry[]>();
  for (const entry of entries) {
    const { malId, state } = entry;
    if (malId === null) skip(report, entry, "list.noId");
    else if (state === undefined) skip(report, entry, "list.invalidState");
    else {
      const same = records.get(malId) ?? [];
      same.push({ ...entry, state });
      records.set(malId, same);
    }
  }
  return new Map([...records].map(([malId, same]) => [malId, takeFurthest(malId, same, report)]));
}

function takeFurthest(
  malId: number,
  records: readonly UsableEntry[],
  report: ImportReport,
): UsableEntry {
  const furthest = records.reduce(furtherRecord);
  for (const record of records)
    if (!isSameRecord(record, furthest))
      report.notices.push({
        mal_id: malId,
        title: record.title,
        kind: "repeated",
        field: null,
        value: describeRecord(record),
      });
  return furthest;
}

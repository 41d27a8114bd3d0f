import type { Database } from "~db/client.server";
import { hideTitles } from "~/features/catalog/visibility.server";
import { typeOfState, type EntryState } from "~/features/watch-list/entry-states";
import {
  changeTracked,
  type EntryRule,
  type Tracker,
} from "~/features/watch-list/tracking/change-entries.server";
import { diffEntries } from "~/features/watch-list/tracking/entry-diff";
import {
  loadTracked,
  lockTracking,
  type Tracked,
} from "~/features/watch-list/tracking/load-tracked.server";
import type { ImportedEntry } from "./imported-entry";
import { saveLastImport, type ImportReport, type SkipReason } from "./last-import.server";
import type { ListFormat } from "./list-format";
import { mergeEntry } from "./merge-entry";
import { shouldReplace, type MergePolicy } from "./merge-policy";

interface ImportOptions {
  policy: MergePolicy;
  dryRun: boolean;
  /** If given, the report is stored as the user's last import. */
  format?: ListFormat;
}

/** The stored report has all names: hiding is for its readers. */
const EVERYTHING = { parentalControl: false };

type UsableEntry = ImportedEntry & { state: EntryState | null };

/**
 * Merges entries into a user's list in one transaction, and one undo takes all back. Idempotent.
 * With `dryRun` it only reports. The report does not name titles that are hidden from the tracker.
 */
export function importList(
  db: Database,
  tracker: Omit<Tracker, "through">,
  entries: readonly ImportedEntry[],
  { policy, dryRun, format }: ImportOptions,
): Promise<ImportReport> {
  const { userId } = tracker;
  return db.transaction(async (tx) => {
    await lockTracking(tx, userId);
    const report: ImportReport = { added: [], changed: [], unchanged: [], notFound: [] };
    const wanted = collectUsable(entries, report);
    const tracked = await loadTracked(tx, userId, [...wanted.keys()], EVERYTHING);
    const merged = new Map<number, Tracked["entry"]>();
    for (const [malId, theirs] of wanted) {
      const title = tracked.get(malId);
      if (title === undefined)
        report.notFound.push({
          mal_id: malId,
          title: theirs.title,
          reason: "list.notInCatalog" satisfies SkipReason,
        });
      else merge(title, theirs, policy, report, merged);
    }
    const shown = await hideTitles(tx, report, tracker);
    if (dryRun) return shown;
    const rule: EntryRule = ({ malId, entry }) => merged.get(malId) ?? entry;
    const changed = [...merged.keys()].flatMap((id) => tracked.get(id) ?? []);
    await changeTracked(tx, { ...tracker, through: "import" }, changed, rule, {
      isBatch: true,
      stamps: new Map(
        [...wanted].map(([id, { addedAt, updatedAt }]) => [id, { addedAt, updatedAt }]),
      ),
    });
    if (format !== undefined) await saveLastImport(tx, userId, { format, policy, report });
    return shown;
  });
}

/** Adds the outcome to the report, and the entry to `merged` if it changes. */
function merge(
  { malId, title, entry, stamps }: Tracked,
  theirs: UsableEntry,
  policy: MergePolicy,
  report: ImportReport,
  merged: Map<number, Tracked["entry"]>,
): void {
  const after = mergeEntry(entry, title, theirs);
  const line = { mal_id: malId, title: title.name, type: typeOfState(after.state) };
  if (!entry.listed) report.added.push(line);
  else if (
    diffEntries(entry, after) === null ||
    !shouldReplace(policy, theirs, new Date(stamps.updatedAt ?? 0))
  ) {
    report.unchanged.push({ ...line, type: typeOfState(entry.state) });
    return;
  } else report.changed.push({ ...line, previous_type: typeOfState(entry.state) });
  merged.set(malId, after);
}

/** Entries by MyAnimeList id, the last of duplicates; invalid ones are added to the report. */
function collectUsable(
  entries: readonly ImportedEntry[],
  report: ImportReport,
): Map<number, UsableEntry> {
  const wanted = new Map<number, UsableEntry>();
  for (const entry of entries) {
    const { malId, title, state } = entry;
    if (malId === null)
      report.notFound.push({ mal_id: null, title, reason: "list.noId" satisfies SkipReason });
    else if (state === undefined)
      report.notFound.push({
        mal_id: malId,
        title,
        reason: "list.invalidState" satisfies SkipReason,
      });
    else wanted.set(malId, { ...entry, state });
  }
  return wanted;
}

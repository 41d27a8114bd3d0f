import { Invalid, NotFound, type Issue } from "~/errors/app-error";
import type { CollectionType } from "~/features/watch-list/collection-types";
import { isPossibleAnimeId } from "~/features/watch-list/entry-input";
import type { Database } from "~db/client.server";
import { changeEntries, type ChangeResult, type Tracker } from "./change-entries.server";
import { diffEntries } from "./entry-diff";
import { MAX_TAGS } from "./entry-limits";
import type { TrackedEntry } from "./tracked-entry";
import {
  changeFields,
  changeSeen,
  changeType,
  type EntryFields,
  type SeenChange,
} from "./tracking-rules";

/** Adds the title to the list. Throws `Invalid` and `NotFound`. */
export function setEntryFields(
  db: Database,
  tracker: Tracker,
  animeId: number,
  fields: EntryFields,
): Promise<ChangeResult> {
  return changeEntries(db, tracker, [animeId], ({ entry, title }, today) =>
    changeFields(entry, title, fields, today),
  );
}

/** Changes or sets the count, or marks episodes. Throws `Invalid` and `NotFound`. */
export function setSeen(
  db: Database,
  tracker: Tracker,
  animeId: number,
  change: SeenChange,
): Promise<ChangeResult> {
  const names = change.kind === "mark" || change.kind === "upTo";
  const field = names ? "episode" : "episodes";
  return changeEntries(db, tracker, [animeId], ({ entry, title }, today) =>
    changeSeen(entry, title, change, { today, field }),
  );
}

export function setCollectionType(
  db: Database,
  tracker: Tracker,
  animeId: number,
  type: CollectionType,
): Promise<ChangeResult> {
  return changeEntries(
    db,
    tracker,
    [animeId],
    ({ entry, title }, today) => changeType(entry, title, type, today),
    { touch: true },
  );
}

/**
 * Adds titles that were watched at some earlier time as completed, without a finish date. Passes
 * over those that are on the list, have not aired or are unknown.
 */
export function addWatched(
  db: Database,
  tracker: Tracker,
  animeIds: readonly number[],
): Promise<ChangeResult> {
  return changeEntries(
    db,
    tracker,
    animeIds,
    ({ entry, title }, today) =>
      entry.listed || !title.aired
        ? entry
        : changeFields(entry, title, { state: "completed", finishedOn: null }, today),
    { isBatch: animeIds.length > 1, allowUnknown: true, watchedEarlier: true },
  );
}

/** Throws `NotFound` unless the title is on the list. */
export function moveEntry(
  db: Database,
  tracker: Tracker,
  animeId: number,
  type: CollectionType,
): Promise<ChangeResult> {
  if (!isPossibleAnimeId(animeId)) return Promise.reject(new NotFound("list.notOnList"));
  return changeEntries(
    db,
    tracker,
    [animeId],
    ({ entry, title }, today) => {
      if (!entry.listed) throw new NotFound("list.notOnList");
      return changeType(entry, title, type, today);
    },
    { touch: true },
  );
}

/**
 * Deletes all that is recorded about the title. Ignores unknown titles, and merged ones, whose
 * successor may have been on the list before.
 */
export async function removeEntry(
  db: Database,
  tracker: Tracker,
  animeId: number,
): Promise<ChangeResult> {
  if (!isPossibleAnimeId(animeId)) return { entries: [], eventId: null };
  return changeEntries(db, tracker, [animeId], ({ entry }) => (entry.listed ? null : entry), {
    allowUnknown: true,
    followMerged: false,
  });
}

/** Tags are added to or removed from each entry's own. */
export interface BulkFields extends EntryFields {
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
}

/**
 * Sets or removes (`set: null`), all or nothing. Returns how many changed and the event that undoes
 * all. Throws `Invalid` and `NotFound`.
 */
export async function changeInBulk(
  db: Database,
  tracker: Tracker,
  animeIds: readonly number[],
  set: BulkFields | null,
): Promise<{ changed: number; eventId: string | null }> {
  const refused: Issue[] = [];
  const { entries, eventId } = await changeEntries(
    db,
    tracker,
    animeIds,
    ({ malId, entry, title }, today) => {
      let next: TrackedEntry | null = entry.listed ? null : entry;
      try {
        if (set !== null) next = changeFields(entry, title, withOwnTags(entry, set), today);
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        refused.push(...error.issues.map((issue) => ofTitle(issue, title.name ?? `${malId}`)));
      }
      return next;
    },
    {
      isBatch: true,
      followMerged: set !== null,
      beforeSave() {
        // All titles that refuse are named.
        if (refused.length > 0) throw new Invalid(refused);
      },
    },
  );
  const changed = entries.filter(({ before, after }) => diffEntries(before, after) !== null).length;
  return { changed, eventId };
}

function ofTitle({ path, message }: Issue, title: string): Issue {
  const values = { title, reason: { message } };
  return { path: `set.${path}`, message: { key: "list.refusedTitle", values } };
}

function withOwnTags(
  { tags: own }: TrackedEntry,
  { addTags = [], removeTags = [], ...fields }: BulkFields,
): EntryFields {
  if (addTags.length === 0 && removeTags.length === 0) return fields;
  const kept = own.filter((tag) => !removeTags.includes(tag));
  const tags = [...new Set([...kept, ...addTags])];
  if (tags.length > MAX_TAGS)
    throw new Invalid([
      {
        path: "tags",
        message: { key: "field.maxItems", values: { field: "tags", max: MAX_TAGS } },
      },
    ]);
  return { ...fields, tags };
}

import { z } from "zod";
import { ENTRY_FIELD_NAMES, ENTRY_FIELDS, type EntryFieldName } from "./entry-fields";
import { storedFieldShape } from "./entry-fields.server";
import {
  countEpisodes,
  isSameSet,
  NO_EPISODES,
  type EpisodeSet,
} from "~/features/catalog/episodes/episode-set";
import { isAfter, type PartialDate } from "./partial-date";
import { UNLISTED, type Rewatch, type TrackedEntry } from "./tracked-entry";

const span = z.tuple([z.int(), z.int()]);
const storedFieldsSchema = z
  .object({
    ...storedFieldShape,
    listed: z.boolean(),
    seen: z.array(span),
    skipped: z.array(span),
    rewatches: z.array(
      z.object({
        startedOn: z.string().nullable(),
        finishedOn: z.string().nullable(),
        score: z.int().nullable(),
        finished: z.boolean(),
      }),
    ),
    id: z.string().nullable(),
    addedAt: z.string().nullable(),
    updatedAt: z.string().nullable(),
  })
  .partial();
export type StoredFields = z.output<typeof storedFieldsSchema>;

export function parseStoredFields(value: unknown): StoredFields {
  return storedFieldsSchema.parse(value);
}

const FIELDS = Object.keys(UNLISTED) as (keyof TrackedEntry)[];

export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function diffEntries(
  before: TrackedEntry,
  after: TrackedEntry,
): { before: StoredFields; after: StoredFields } | null {
  const changed = FIELDS.filter((field) => !isSameValue(before[field], after[field]));
  if (changed.length === 0) return null;
  const pick = (entry: TrackedEntry) =>
    Object.fromEntries(changed.map((field) => [field, entry[field]])) as StoredFields;
  return { before: pick(before), after: pick(after) };
}

/**
 * The number of episodes watched on the `day` of a change, negative for those taken back. A rewatch
 * that begins, or is recorded as finished on that day, counts from none. What is recorded with an
 * earlier finish date was not watched on it.
 */
export function countWatched(before: TrackedEntry, after: TrackedEntry, day: PartialDate): number {
  if (!after.listed) return 0;
  const { finishedOn } = after;
  if (finishedOn !== null && finishedOn !== before.finishedOn && isAfter(day, finishedOn)) return 0;
  return countEpisodes(after.seen) - countEpisodes(seenBefore(before, after, day));
}

/**
 * The episodes that were seen before a change on a `day`: none if it begins a rewatch, or records
 * one that was finished on that day.
 */
export function seenBefore(
  before: TrackedEntry,
  after: TrackedEntry,
  day: PartialDate,
): EpisodeSet {
  const hasBegunAgain =
    before.listed &&
    after.rewatches.length > before.rewatches.length &&
    after.rewatches.some(
      (rewatch) =>
        (!rewatch.finished || rewatch.finishedOn === day) &&
        !before.rewatches.some((other) => isSameValue(rewatch, other)),
    );
  return hasBegunAgain ? NO_EPISODES : before.seen;
}

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Omits marks that the count already shows. */
export function toFieldChanges(before: StoredFields, after: StoredFields): FieldChange[] {
  const changes: FieldChange[] = [];
  const push = (field: string, from: unknown, to: unknown) => changes.push({ field, from, to });
  const pushField = (name: EntryFieldName) => {
    if (name in after || name in before)
      push(ENTRY_FIELDS[name].column, before[name] ?? null, after[name] ?? null);
  };
  if (before.listed !== after.listed) push("on_list", before.listed, after.listed);
  pushField("state");
  if (before.seen !== undefined && after.seen !== undefined) {
    if (
      countEpisodes(before.seen) === countEpisodes(after.seen) &&
      !isSameSet(before.seen, after.seen)
    )
      push("episodes", toText(before.seen), toText(after.seen));
    else push("episodes_seen", countEpisodes(before.seen), countEpisodes(after.seen));
  } else if (before.skipped !== undefined && after.skipped !== undefined)
    push("skipped_episodes", toText(before.skipped), toText(after.skipped));
  ENTRY_FIELD_NAMES.filter((name) => name !== "state").forEach(pushField);
  if (before.rewatches !== undefined && after.rewatches !== undefined)
    push("rewatches", before.rewatches.map(toRewatchJson), after.rewatches.map(toRewatchJson));
  return changes;
}

function toRewatchJson({ startedOn, finishedOn, score }: Rewatch) {
  return { started_on: startedOn, finished_on: finishedOn, score };
}

function toText(set: EpisodeSet): string {
  return set.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

import { Invalid } from "~/errors/app-error";
import type { ErrorMessage } from "~/i18n/error-message";
import { stateOfType, type EntryState } from "~/features/watch-list/entry-states";
import type { CollectionType } from "~/features/watch-list/collection-types";
import type { SomeEntryFields } from "./entry-fields";
import {
  addEpisode,
  addLowest,
  countEpisodes,
  firstEpisodes,
  lastEpisode,
  NO_EPISODES,
  removeEpisode,
  removeHighest,
  subtractSet,
  uniteSets,
  type EpisodeSet,
} from "~/features/catalog/episodes/episode-set";
import { nextEpisode, type WatchHistory } from "~/features/catalog/episodes/next-episode";
import { isExtra, MAX_EPISODES } from "./extra-episodes";
import { isAfter, type PartialDate } from "./partial-date";
import type { Rewatch, TrackedEntry, TrackedTitle } from "./tracked-entry";

export type SeenChange =
  | { kind: "count"; count: number }
  | { kind: "step"; by: 1 | -1 }
  /** `again`: watched once more, whether marked or not. */
  | { kind: "mark"; episode: number; seen: boolean; again?: boolean }
  | { kind: "upTo"; episode: number };

export interface RewatchInput {
  startedOn: PartialDate | null;
  finishedOn: PartialDate | null;
  /** The user's score, from 0 to 100. */
  score: number | null;
  /**
   * Whether the rewatch is under way. When none says so, the last one is, if it has no finish date.
   */
  open?: boolean | undefined;
}

export interface EntryFields extends SomeEntryFields {
  episodesSeen?: number | undefined;
  /** All of them. Null is one that is left out, so that errors keep the places of a form. */
  rewatches?: readonly (RewatchInput | null)[] | undefined;
}

const invalid = (path: string, message: ErrorMessage) => new Invalid([{ path, message }]);

function isAllSeen({ seen }: TrackedEntry, { total }: TrackedTitle): boolean {
  return total !== null && countEpisodes(seen) >= total;
}

/**
 * Counts episodes that are no filler. Returns null without filler, or while the number of episodes
 * is unknown.
 */
export function countWithoutFiller({
  seen,
  total,
  filler,
}: WatchHistory): { seen: number; total: number } | null {
  if (total === null) return null;
  const all = firstEpisodes(total);
  const rest = subtractSet(all, filler);
  const count = countEpisodes(rest);
  if (count === total) return null;
  return { seen: count - countEpisodes(subtractSet(rest, seen)), total: count };
}

/**
 * Throws `Invalid` naming the field. Dates and state that follow from other fields are set unless
 * given.
 */
export function changeFields(
  entry: TrackedEntry,
  title: TrackedTitle,
  fields: EntryFields,
  today: PartialDate,
): TrackedEntry {
  checkDates(fields, today);
  let next: TrackedEntry = { ...entry, listed: true };
  if (fields.state !== undefined) next = changeState(next, title, fields.state, today);
  if (fields.episodesSeen !== undefined) {
    const counted = changeSeen(
      next,
      title,
      { kind: "count", count: fields.episodesSeen },
      { today, field: "episodesSeen", keepState: fields.state !== undefined },
    );
    // Completed means all episodes, whatever number comes with it.
    if (!(fields.state === "completed" && isAllSeen(next, title))) next = counted;
  }
  if (fields.rewatches !== undefined)
    next = changeRewatches(next, entry, title, fields.rewatches, today);
  const { state: _, episodesSeen: __, rewatches: ___, ...plain } = fields;
  const named = Object.entries(plain).filter(([, value]) => value !== undefined);
  next = { ...next, ...Object.fromEntries(named) };
  return withOrderedDates(next, entry, fields);
}

function checkDates(fields: EntryFields, today: PartialDate): void {
  for (const path of ["startedOn", "finishedOn"] as const) {
    const date = fields[path];
    if (typeof date === "string" && isAfter(date, today))
      throw invalid(path, { key: "list.futureDate", values: { field: path } });
  }
}

/** A start that was not given yields to a finish that was. Finishes that follow are never early. */
function withOrderedDates(
  next: TrackedEntry,
  before: TrackedEntry,
  { startedOn, finishedOn }: EntryFields,
): TrackedEntry {
  if (startedOn === undefined && finishedOn === undefined) return next;
  if (next.startedOn === null || next.finishedOn === null) return next;
  if (!isAfter(next.startedOn, next.finishedOn)) return next;
  if (startedOn === undefined && next.startedOn !== before.startedOn)
    return { ...next, startedOn: before.startedOn };
  throw invalid(finishedOn === undefined ? "startedOn" : "finishedOn", "list.finishBeforeStart");
}

/**
 * Replaces the rewatches. Ending or leaving out the one under way completes the title, unless it is
 * paused or dropped. Throws `Invalid` naming the rewatch.
 */
function changeRewatches(
  entry: TrackedEntry,
  before: TrackedEntry,
  title: TrackedTitle,
  inputs: readonly (RewatchInput | null)[],
  today: PartialDate,
): TrackedEntry {
  checkRewatches(inputs, today);
  const given = inputs.filter((rewatch) => rewatch !== null);
  const namesOpen = given.some(({ open }) => open !== undefined);
  const openInput = given.find(
    ({ open = false, finishedOn }, index) =>
      finishedOn === null && (namesOpen ? open : index === given.length - 1),
  );
  const toFinished = ({ startedOn, finishedOn, score }: RewatchInput): Rewatch => ({
    ...{ startedOn, finishedOn, score },
    finished: true,
  });
  const finished: Rewatch[] = given.filter((rewatch) => rewatch !== openInput).map(toFinished);
  const current = openRewatch(entry);
  const hadOpen = openRewatch(before) !== undefined;
  let open: Rewatch | undefined;
  if (current !== undefined && openInput !== undefined)
    open = { ...toFinished(openInput), finished: false };
  // The state that came with them began it.
  else if (current !== undefined && !hadOpen) open = current;
  else if (openInput !== undefined && !hadOpen) finished.push(toFinished(openInput));
  else if (openInput !== undefined && entry.state === "completed")
    finished.push({ ...toFinished(openInput), finishedOn: finishDay(openInput.startedOn, today) });
  const rewatches = [...byDate(finished), ...(open === undefined ? [] : [open])];
  const hasEnded = entry.state === "rewatching" && open === undefined;
  return hasEnded
    ? {
        ...complete({ ...entry, rewatches: [] }, title, today),
        finishedOn: entry.finishedOn,
        rewatches,
      }
    : { ...entry, rewatches };
}

function checkRewatches(inputs: readonly (RewatchInput | null)[], today: PartialDate): void {
  for (const [index, rewatch] of inputs.entries()) {
    if (rewatch === null) continue;
    const { startedOn, finishedOn } = rewatch;
    const path = (field: string) => `rewatches.${index}.${field}`;
    for (const [field, date] of Object.entries({ startedOn, finishedOn }))
      if (date !== null && isAfter(date, today))
        throw invalid(path(field), { key: "list.futureDate", values: { field } });
    if (startedOn !== null && finishedOn !== null && isAfter(startedOn, finishedOn))
      throw invalid(path("finishedOn"), "list.finishBeforeStart");
  }
}

function openRewatch({ rewatches }: TrackedEntry): Rewatch | undefined {
  return rewatches.find(({ finished }) => !finished);
}

/** Sorts rewatches, oldest first; those without dates come before all. */
function byDate(rewatches: readonly Rewatch[]): Rewatch[] {
  const date = ({ startedOn, finishedOn }: Rewatch) => startedOn ?? finishedOn ?? "";
  return rewatches.toSorted((one, other) => date(one).localeCompare(date(other)));
}

/** Today, or a later start, which another time zone allows. */
function finishDay(startedOn: PartialDate | null, today: PartialDate): PartialDate {
  return startedOn !== null && isAfter(startedOn, today) ? startedOn : today;
}

export function changeType(
  entry: TrackedEntry,
  title: TrackedTitle,
  type: CollectionType,
  today: PartialDate,
): TrackedEntry {
  const state = stateOfType(type, entry.listed ? entry.state : null);
  const next = { ...entry, listed: true };
  return entry.listed && state === entry.state
    ? next
    : changeState(next, title, state, today, "type");
}

function changeState(
  entry: TrackedEntry,
  title: TrackedTitle,
  state: EntryState | null,
  today: PartialDate,
  field = "state",
): TrackedEntry {
  if (state === entry.state) return entry;
  if ((state === "completed" || state === "rewatching") && !title.aired)
    throw invalid(field, "list.notAired");
  if (state === "completed") return complete(entry, title, today);
  if (state === "rewatching") return beginRewatch(entry, today);
  // Paused and dropped rewatches can be continued; other unfinished ones are discarded.
  const rewatches =
    state === "paused" || state === "dropped"
      ? entry.rewatches
      : entry.rewatches.filter(({ finished }) => finished);
  return { ...entry, state, rewatches };
}

function complete(entry: TrackedEntry, { total }: TrackedTitle, today: PartialDate): TrackedEntry {
  const isRewatch = openRewatch(entry) !== undefined;
  return {
    ...entry,
    state: "completed",
    seen: total === null ? entry.seen : uniteSets(entry.seen, firstEpisodes(total)),
    skipped: total === null ? entry.skipped : NO_EPISODES,
    finishedOn: isRewatch
      ? entry.finishedOn
      : (entry.finishedOn ?? finishDay(entry.startedOn, today)),
    rewatches: entry.rewatches.map((rewatch) =>
      rewatch.finished
        ? rewatch
        : { ...rewatch, finished: true, finishedOn: finishDay(rewatch.startedOn, today) },
    ),
  };
}

/** Completes what is being watched and is all seen, as after a catalog change. */
export function completeIfAllSeen(
  entry: TrackedEntry,
  title: TrackedTitle,
  today: PartialDate,
): TrackedEntry {
  const isUnderWay = entry.state === "watching" || entry.state === "rewatching";
  return entry.listed && isUnderWay && title.aired && isAllSeen(entry, title)
    ? complete(entry, title, today)
    : entry;
}

function beginRewatch(entry: TrackedEntry, today: PartialDate): TrackedEntry {
  if (openRewatch(entry) !== undefined) return { ...entry, state: "rewatching" };
  return {
    ...entry,
    state: "rewatching",
    seen: NO_EPISODES,
    skipped: NO_EPISODES,
    rewatches: [
      ...entry.rewatches,
      { startedOn: today, finishedOn: null, score: null, finished: false },
    ],
  };
}

interface SeenOptions {
  today: PartialDate;
  field: string;
  /** Keeps a state that the user has set and that does not follow from the episodes. */
  keepState?: boolean;
}

/**
 * Marks episodes and updates the state: the first one starts the title, the last completes it, and
 * watching a completed title again starts a rewatch. Throws `Invalid` for more than the title has.
 */
export function changeSeen(
  entry: TrackedEntry,
  title: TrackedTitle,
  change: SeenChange,
  options: SeenOptions,
): TrackedEntry {
  const { today, field, keepState = false } = options;
  const listed = { ...entry, listed: true };
  const isWatchedAgain =
    (change.kind === "step" && change.by === 1) ||
    (change.kind === "mark" && change.again === true);
  const wasAllSeen = isAllSeen(entry, title);
  const hasEnded =
    entry.state === "completed"
      ? wasAllSeen || title.total === null
      : entry.state === "rewatching" && wasAllSeen;
  if (isWatchedAgain && hasEnded) {
    const emptied = { ...listed, seen: NO_EPISODES, skipped: NO_EPISODES };
    return changeSeen(beginRewatch(emptied, today), title, change, options);
  }
  const marks = applyChange(listed, title, change, options);
  const next = { ...listed, ...marks };
  const [before, after] = [countEpisodes(entry.seen), countEpisodes(next.seen)];
  const isAll = isAllSeen(next, title);
  if (after < before && entry.state === "completed" && !isAll && !keepState) return reopen(next);
  const completes = change.kind === "count" && isAll;
  // Taking back what was not seen lists nothing.
  if (after <= before && !completes && (entry.listed || after === 0))
    return { ...next, listed: entry.listed };
  const begun = begin(next, before, today);
  if (keepState) return { ...begun, state: next.state };
  if (!isAll || begun.state === "completed") return begun;
  if (!title.aired) throw invalid(field, "list.notAired");
  return complete(begun, title, today);
}

/** A completed title of which episodes were taken back: its last rewatch, or the first time. */
function reopen(entry: TrackedEntry): TrackedEntry {
  const last = entry.rewatches.at(-1);
  // The event of the change keeps the finish date, which its undo gives back.
  if (last === undefined) return { ...entry, state: "watching", finishedOn: null };
  const reopened = { ...last, finishedOn: null, finished: false };
  return { ...entry, state: "rewatching", rewatches: [...entry.rewatches.slice(0, -1), reopened] };
}

function begin(entry: TrackedEntry, before: number, today: PartialDate): TrackedEntry {
  const begins = entry.state === null || entry.state === "planned";
  const canStart =
    before === 0 &&
    entry.startedOn === null &&
    entry.state !== "rewatching" &&
    (entry.finishedOn === null || !isAfter(today, entry.finishedOn));
  return {
    ...entry,
    state: begins ? "watching" : entry.state,
    startedOn: canStart ? today : entry.startedOn,
  };
}

function applyChange(
  { seen, skipped }: TrackedEntry,
  title: TrackedTitle,
  change: SeenChange,
  { field }: SeenOptions,
): Pick<TrackedEntry, "seen" | "skipped"> {
  const total = title.total;
  const tooMany = () =>
    invalid(field, { key: "list.tooManyEpisodes", values: { field, max: total ?? MAX_EPISODES } });
  if (change.kind === "mark" || change.kind === "upTo") {
    const { episode } = change;
    const isSeen = change.kind === "upTo" || change.seen;
    const max = total ?? MAX_EPISODES;
    if (isSeen && isExtra(episode, title))
      throw episode < 1
        ? invalid(field, { key: "field.integerBetween", values: { field, min: 1, max } })
        : tooMany();
    if (change.kind === "upTo") {
      const first = firstEpisodes(episode);
      return withoutTail(uniteSets(seen, first), subtractSet(skipped, first));
    }
    return change.seen
      ? withoutTail(addEpisode(seen, episode), removeEpisode(skipped, episode))
      : withoutTail(removeEpisode(seen, episode), addEpisode(skipped, episode));
  }
  if (change.kind === "step" && change.by === 1) {
    const { halfWatched = null, lastAired = null } = title;
    const next = nextEpisode({ seen, halfWatched, total, lastAired, filler: NO_EPISODES });
    if (next === null || next > MAX_EPISODES) throw tooMany();
    return withoutTail(addEpisode(seen, next), removeEpisode(skipped, next));
  }
  const count = countEpisodes(seen);
  const wanted = change.kind === "step" ? Math.max(0, count - 1) : change.count;
  // One step back is possible from more than the title has.
  if (change.kind === "count" && wanted > (total ?? MAX_EPISODES)) throw tooMany();
  return withCount({ seen, skipped }, total, wanted);
}

/**
 * Sets the number of seen episodes: fills up from the first, except those marked as skipped;
 * removes those after the last.
 */
export function withCount(
  { seen, skipped }: Pick<TrackedEntry, "seen" | "skipped">,
  total: number | null,
  wanted: number,
): Pick<TrackedEntry, "seen" | "skipped"> {
  const count = countEpisodes(seen);
  if (wanted <= count) return withoutTail(removeHighest(seen, count - wanted), skipped);
  const filled = addLowest(seen, wanted - count, skipped);
  // Skipped ones are seen as well when the count leaves no others.
  const fits =
    total === null || (lastEpisode(filled) ?? 0) <= Math.max(total, lastEpisode(seen) ?? 0);
  const chosen = fits ? filled : addLowest(seen, wanted - count, NO_EPISODES);
  return withoutTail(chosen, subtractSet(skipped, chosen));
}

/** Skipped episodes lie below the last seen one. */
export function withoutTail(
  seen: EpisodeSet,
  skipped: EpisodeSet,
): Pick<TrackedEntry, "seen" | "skipped"> {
  const last = lastEpisode(seen) ?? 0;
  return {
    seen,
    skipped: skipped.filter(([first]) => first < last),
  };
}

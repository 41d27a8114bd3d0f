import { Invalid } from "~/errors/app-error";
import { animePath } from "~/features/catalog/view/anime-path";
import { fromScale, scaleBounds, type ScoreScale } from "~/features/catalog/score-scale";
import { typeOfState } from "~/features/watch-list/entry-states";
import type { ChangeResult, Tracker } from "./change-entries.server";
import {
  changeInBulk,
  removeEntry,
  setCollectionType,
  setEntryFields,
  setSeen,
  type BulkFields,
} from "./track-entries.server";
import { listRatingOffers } from "./rating-offers.server";
import { NO_TITLES } from "./track-input";
import { redoEvent, undoEvent } from "./undo-event.server";
import { countEpisodes } from "~/features/catalog/episodes/episode-set";
import type { I18n } from "~/i18n/i18n";
import type { PageChange } from "~/ui/changes/page-change";
import type { Database } from "~db/client.server";
import { formatOwnScore } from "~/features/watch-list/view/format-entry";
import { entryEditorPath } from "~/features/watch-list/view/entry-editor-path";
import type { EpisodeForm, RewatchRow } from "~/features/watch-list/view/entry-form";
import { parseStateChoice, type EntryForm } from "~/features/watch-list/view/list-form";
import { LEAVE, NO_SCORE, REMOVE } from "~/features/watch-list/view/list-view";

type FormOf<Intent extends EntryForm["intent"]> = Extract<EntryForm, { intent: Intent }>;

/** Throws `NotFound`, `Invalid` and `Conflict`. */
export async function changeList(
  db: Database,
  tracker: Tracker,
  form: EntryForm,
  { i18n, scale }: { i18n: I18n; scale: ScoreScale },
): Promise<PageChange> {
  const { t, label } = i18n;
  switch (form.intent) {
    case "undo":
    case "redo":
      return replay(db, tracker, form, i18n);
    case "remove": {
      const result = await removeEntry(db, tracker, form.animeId);
      const [entry] = result.entries;
      return entry?.before.listed === true
        ? change(result, t("listDone.off", { title: shownName(entry.title.name, i18n) }))
        : { message: t("listDone.notThere"), undo: undoOf(result) };
    }
    case "put": {
      const result = await setCollectionType(db, tracker, form.animeId, form.type);
      const { title, before } = requireEntry(result);
      const values = {
        title: shownName(title.name, i18n),
        collection: label("collection", form.type),
      };
      const isSame = before.listed && typeOfState(before.state) === form.type;
      return isSame
        ? { message: t("listDone.already", values), undo: null }
        : changeOf(db, tracker, result, i18n, () => t("listDone.now", values));
    }
    case "state": {
      const state = parseStateChoice(form.state);
      const result = await setEntryFields(db, tracker, form.animeId, { state });
      const collection = label("entryState", form.state);
      return changeOf(db, tracker, result, i18n, ({ title }) =>
        t("listDone.now", { title: shownName(title.name, i18n), collection }),
      );
    }
    case "rate":
      return rate(db, tracker, form, { i18n, scale });
    case "seen":
      return countUp(db, tracker, form, i18n);
    case "mark":
    case "unmark":
    case "upTo":
      return markEpisodes(db, tracker, form, i18n);
    case "edit": {
      const { intent: _, animeId, score, rewatches, ...fields } = form;
      const result = await setEntryFields(db, tracker, animeId, {
        ...fields,
        ...(score === undefined
          ? {}
          : { score: score === null ? null : parseOwnScore(score, scale) }),
        ...(rewatches === undefined ? {} : { rewatches: toRewatches(rewatches, scale) }),
      });
      return changeOf(db, tracker, result, i18n, ({ title }) =>
        t("listDone.saved", { title: shownName(title.name, i18n) }),
      );
    }
    case "bulk": {
      const set = bulkFields(form, scale);
      const { animeIds } = form;
      if (animeIds === undefined) throw new Invalid([{ path: "animeIds", message: NO_TITLES }]);
      const { changed, eventId } = await changeInBulk(db, tracker, animeIds, set);
      return {
        message: t("listDone.bulk", { count: changed }),
        undo: undoOf({ eventId }),
      };
    }
  }
}

/** Undoes a change or makes it again, which the other button takes back. */
async function replay(
  db: Database,
  tracker: Tracker,
  { intent, eventId }: FormOf<"undo" | "redo">,
  i18n: I18n,
): Promise<PageChange> {
  const { t } = i18n;
  const isUndo = intent === "undo";
  const { titles, canRedo } = await (isUndo ? undoEvent : redoEvent)(db, tracker, eventId);
  const title = shownName(titles[0], i18n);
  const message =
    titles.length > 1
      ? t(isUndo ? "listDone.undoneAll" : "listDone.redoneAll", { count: titles.length })
      : t(isUndo ? "listDone.undone" : "listDone.redone", { title });
  const undo = { intent: isUndo ? "redo" : "undo", eventId };
  return { message, undo: canRedo ? undo : null };
}

/** Reads what the form sets for all selected titles; null removes them from the list. */
function bulkFields(
  { state, score, addTags, removeTags }: FormOf<"bulk">,
  scale: ScoreScale,
): BulkFields | null {
  if (state === REMOVE) return null;
  return {
    ...(state === LEAVE ? {} : { state: parseStateChoice(state) }),
    ...(score === null ? {} : { score: score === NO_SCORE ? null : parseOwnScore(score, scale) }),
    addTags,
    removeTags,
  };
}

/**
 * Converts a score from the user's scale. Throws `Invalid` for a value that the scale does not
 * have.
 */
function parseOwnScore(value: number, scale: ScoreScale, path = "score"): number {
  const [min, max] = scaleBounds(scale);
  if (value >= min && value <= max && (scale !== "3" || Number.isInteger(value)))
    return fromScale(value, scale);
  throw new Invalid([
    { path, message: { key: "field.numberBetween", values: { field: "score", min, max } } },
  ]);
}

/** An unchanged score keeps what is stored, which the scale may show rounded. */
function toRewatches(rows: readonly (RewatchRow | null)[], scale: ScoreScale) {
  return rows.map((row, index) => {
    if (row === null) return null;
    const { score, stored, ...rest } = row;
    return {
      ...rest,
      score: score === null ? stored : parseOwnScore(score, scale, `rewatches.${index}.score`),
    };
  });
}

async function rate(
  db: Database,
  tracker: Tracker,
  { animeId, score: value, was }: FormOf<"rate">,
  { i18n, scale }: { i18n: I18n; scale: ScoreScale },
): Promise<PageChange> {
  // An unchanged score keeps what is stored, which the scale may show rounded.
  const changed =
    value === was ? {} : { score: value === null ? null : parseOwnScore(value, scale) };
  const result = await setEntryFields(db, tracker, animeId, changed);
  const { score } = requireEntry(result).after;
  const title = shownName(requireEntry(result).title.name, i18n);
  const message =
    score === null
      ? i18n.t("listDone.unrated", { title })
      : i18n.t("listDone.rated", { title, score: formatOwnScore(i18n, score, scale) });
  return change(result, message);
}

async function countUp(
  db: Database,
  tracker: Tracker,
  { animeId, by }: FormOf<"seen">,
  i18n: I18n,
): Promise<PageChange> {
  const result = await setSeen(db, tracker, animeId, { kind: "step", by: by === "1" ? 1 : -1 });
  return changeOf(db, tracker, result, i18n, ({ title, after }) =>
    i18n.t("listDone.seen", {
      title: shownName(title.name, i18n),
      count: countEpisodes(after.seen),
    }),
  );
}

async function markEpisodes(
  db: Database,
  tracker: Tracker,
  { intent, animeId, episode }: EpisodeForm,
  i18n: I18n,
): Promise<PageChange> {
  const result = await setSeen(
    db,
    tracker,
    animeId,
    intent === "upTo"
      ? { kind: "upTo", episode }
      : { kind: "mark", episode, seen: intent === "mark" },
  );
  return changeOf(db, tracker, result, i18n, ({ title }) =>
    i18n.t(`listDone.${intent}`, { title: shownName(title.name, i18n), episode }),
  );
}

/** Completing a title offers to rate it, once. */
async function changeOf(
  db: Database,
  { userId }: Tracker,
  result: ChangeResult,
  i18n: I18n,
  message: (entry: ChangeResult["entries"][number]) => string,
): Promise<PageChange> {
  const entry = requireEntry(result);
  const { malId, title, before, after } = entry;
  if (before.state === "completed" || after.state !== "completed")
    return change(result, message(entry));
  const done = change(result, i18n.t("listDone.completed", { title: shownName(title.name, i18n) }));
  const offers = await listRatingOffers(db, userId, result.entries);
  return offers.includes(malId) && title.name !== null
    ? { ...done, rate: entryEditorPath(animePath({ mal_id: malId, title: title.name })) }
    : done;
}

/** Messages do not name hidden titles. */
function shownName(name: string | null | undefined, { t }: I18n): string {
  return name ?? t("list.hiddenTitle");
}

/** The entry of a change of one title. */
function requireEntry({ entries: [entry] }: ChangeResult): ChangeResult["entries"][number] {
  if (entry === undefined) throw new Error("A change of one title returned none.");
  return entry;
}

function change(result: ChangeResult, message: string): PageChange {
  return { message, undo: undoOf(result) };
}

function undoOf({ eventId }: { eventId: string | null }): PageChange["undo"] {
  return eventId === null ? null : { intent: "undo", eventId };
}

import type { ParentalControl } from "~/features/catalog/parental-control";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animePath } from "~/features/catalog/view/anime-path";
import type { ScoreScale } from "~/features/catalog/score-scale";
import type { FieldChange } from "~/features/watch-list/tracking/entry-diff";
import {
  listHistory,
  type HistoryChange,
  type HistoryFinish,
} from "~/features/watch-list/tracking/list-events.server";
import { groupByDay, type DayGroup } from "~/i18n/group-by-day";
import type { I18n } from "~/i18n/i18n";
import type { Database } from "~db/client.server";
import { formatChanges } from "~/features/watch-list/view/format-entry";
import type { ChangeRow } from "~/features/watch-list/view/history-days";

const CHANGES_PER_PAGE = 50;

interface HistoryView {
  page: number;
  language: TitleLanguage;
  parentalControl: ParentalControl;
  scale: ScoreScale;
  zone: string;
  now: Date;
  i18n: I18n;
  /** What was watched, or every change. */
  watchedOnly: boolean;
  /** The entries on all pages. */
  countHistory: () => Promise<number>;
}

/**
 * Groups changes by day in the user's zone; what was watched has finish dates too. A page past the
 * end is the last one.
 */
export async function listHistoryPage(
  db: Database,
  userId: string,
  view: HistoryView,
): Promise<{ days: DayGroup<ChangeRow>[]; page: number; last: number; total: number }> {
  const read = (page: number) =>
    listHistory(db, userId, {
      parentalControl: view.parentalControl,
      page,
      perPage: CHANGES_PER_PAGE,
      watchedOnly: view.watchedOnly,
    });
  const [total, wanted] = await Promise.all([view.countHistory(), read(view.page)]);
  const last = Math.max(1, Math.ceil(total / CHANGES_PER_PAGE));
  const page = Math.min(view.page, last);
  const days = groupByDay(
    page === view.page ? wanted : await read(page),
    (entry) => ("event" in entry ? entry.event.at : entry.finishedOn),
    (entry, time) => ("event" in entry ? toChangeRow(entry, time, view) : toFinishRow(entry, view)),
    view,
  );
  // Events may have been recorded in another time zone than that of the headings.
  if (view.watchedOnly) days.sort((one, other) => (one.date < other.date ? 1 : -1));
  return { days, page, last, total };
}

function toChangeRow(
  { event, names, batchSize, watched }: HistoryChange,
  time: string | null,
  { language, scale, i18n, watchedOnly }: HistoryView,
): ChangeRow {
  const isImport = event.through === "import";
  return {
    id: event.id,
    isChange: true,
    title:
      batchSize === null
        ? { ...displayTitle(names, language), id: event.mal_id, path: animePath(event) }
        : null,
    summary:
      batchSize === null
        ? watchedOnly
          ? formatWatched(i18n, event.changes, watched)
          : formatChanges(i18n, event.changes, scale)
        : i18n.t(isImport ? "listHistory.imported" : "listHistory.bulk", { count: batchSize }),
    leftOutNotes:
      event.through === "catalog" ? leftOutNotes(event.changes, event.undone_at !== null) : null,
    source: i18n.label("listSource", event.through),
    at: event.at,
    time,
    undone: event.undone_at !== null,
    canRedo: !isImport,
  };
}

function toFinishRow(
  { malId, number, names, episodes, finishedOn }: HistoryFinish,
  { language, i18n: { t } }: HistoryView,
): ChangeRow {
  return {
    id: `${malId}-${number}`,
    isChange: false,
    title: {
      ...displayTitle(names, language),
      id: malId,
      path: animePath({ mal_id: malId, title: names.title }),
    },
    summary: t(number === 0 ? "watchHistory.finished" : "watchHistory.rewatched", {
      count: episodes,
    }),
    leftOutNotes: null,
    source: t("formField.finishedOn"),
    at: finishedOn,
    time: null,
    undone: false,
    canRedo: false,
  };
}

/**
 * The notes of a merged title that did not fit into the entry of the other one; once the merge is
 * undone, the ones that made room for them.
 */
function leftOutNotes(changes: readonly FieldChange[], isUndone: boolean): string | null {
  const change = changes.find(({ field }) => field === "notes");
  const notes = isUndone ? change?.to : change?.from;
  return typeof notes === "string" ? notes : null;
}

/** `Episode 4`, `Episodes 2–4`, or `3 episodes` when they do not follow one another. */
function formatWatched({ t }: I18n, changes: readonly FieldChange[], watched: number): string {
  const seen = changes.find(({ field }) => field === "episodes_seen");
  const [from, to] = [Number(seen?.from ?? 0), Number(seen?.to)];
  if (to - from !== watched) return t("stats.episodeCount", { count: watched });
  return watched === 1
    ? t("watchHistory.episode", { number: to })
    : t("watchHistory.episodes", { from: from + 1, to });
}

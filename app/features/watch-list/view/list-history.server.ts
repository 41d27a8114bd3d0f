import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animePath } from "~/features/catalog/view/anime-path";
import type { ScoreScale } from "~/features/catalog/score-scale";
import { listHistory, type HistoryEntry } from "~/features/watch-list/tracking/list-events.server";
import { groupByDay, type DayGroup } from "~/i18n/group-by-day";
import type { I18n } from "~/i18n/i18n";
import type { Database } from "~db/client.server";
import { formatChanges } from "./format-entry";

const CHANGES_PER_PAGE = 50;

export interface ChangeRow {
  id: string;
  title: { text: string; lang: string; path: string } | null;
  summary: string;
  source: string;
  at: string;
  time: string;
  undone: boolean;
}

interface HistoryView {
  page: number;
  language: TitleLanguage;
  parentalControl: boolean;
  scale: ScoreScale;
  zone: string;
  now: Date;
  i18n: I18n;
}

/** By day in the user's zone. A page past the end is the last one. */
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
    });
  let { items, total } = await read(view.page);
  const last = Math.max(1, Math.ceil(total / CHANGES_PER_PAGE));
  const page = Math.min(view.page, last);
  if (page !== view.page) ({ items, total } = await read(page));
  const days = groupByDay(
    items,
    ({ event }) => event.at,
    (entry, time) => toRow(entry, time, view),
    view,
  );
  return { days, page, last, total };
}

function toRow(
  { event, names, batchSize }: HistoryEntry,
  time: string,
  { language, scale, i18n }: HistoryView,
): ChangeRow {
  const isImport = event.through === "import";
  return {
    id: event.id,
    title: batchSize === null ? { ...displayTitle(names, language), path: animePath(event) } : null,
    summary:
      batchSize === null
        ? formatChanges(i18n, event.changes, scale)
        : i18n.t(isImport ? "listHistory.imported" : "listHistory.bulk", { count: batchSize }),
    source: i18n.label("listSource", event.through),
    at: event.at,
    time,
    undone: event.undone_at !== null,
  };
}

import type { ScoreScale } from "~/features/catalog/score-scale";
import type { TitleLanguage } from "~/features/catalog/title-language";
import type { Viewer } from "~/features/catalog/visibility.server";
import { ENTRY_TABS } from "~/features/watch-list/entry-tabs";
import { countViews, listFacets } from "~/features/watch-list/list-facets.server";
import {
  LIST_PER_PAGE,
  listViewIds,
  loadViewEntries,
} from "~/features/watch-list/list-view-entries.server";
import { searchNames } from "~/features/watch-list/search-names.server";
import { isNarrowed, type ListView } from "~/features/watch-list/view/list-view";
import type { NameFormatter } from "~/pages/parts/applied-filters.server";
import type { I18n } from "~/i18n/i18n";
import { openCachedList } from "~/pages/parts/cached-list.server";
import type { ListCacheTools } from "~/pages/parts/list-cache.server";
import { listFilters } from "./list-filters.server";

interface ListPageOptions extends Viewer {
  language: TitleLanguage;
  formatName: NameFormatter;
  scale: ScoreScale;
  i18n: I18n;
  now: Date;
  skipsFiller: boolean;
  /** The ids of what the viewer can play here. */
  playable: readonly number[];
  /** The user's choice of one entry per franchise; the URL may say so too. */
  collapses: boolean;
}

/** Returns what the view's search finds; null without one. */
async function findNames(
  open: () => ReturnType<typeof openCachedList>,
  { search }: ListView,
  viewer: Viewer,
): Promise<readonly number[] | null> {
  return search === "" ? null : searchNames(await (await open()).listSearchNames(viewer), search);
}

/** Lists the titles of all pages of a view. */
export async function listEntryIds(
  services: ListCacheTools,
  userId: string,
  view: ListView,
  viewer: Viewer,
): Promise<number[]> {
  const found = await findNames(() => openCachedList(services, userId), view, viewer);
  return listViewIds(services.db, userId, view, { found, ...viewer });
}

/**
 * Parental control hides mature titles; `hidden` is their number. A page past the end is the last
 * one. Without results, `relaxations` are filters to remove.
 */
export async function loadListEntries(
  services: ListCacheTools,
  userId: string,
  asked: ListView,
  options: ListPageOptions,
) {
  const { language, scale, formatName, i18n, now, skipsFiller, playable } = options;
  const { collapses, parentalControl } = options;
  const collapse = (view: ListView): ListView =>
    collapses ? { ...view, filters: { ...view.filters, collapsed: true } } : view;
  const view = collapse(asked);
  const viewer = { parentalControl };
  const { db } = services;
  const opening = openCachedList(services, userId);
  const found = await findNames(() => opening, view, viewer);
  const load = (page: number) =>
    loadViewEntries(db, userId, view, page, {
      ...viewer,
      language,
      now,
      skipsFiller,
      found,
      playable,
    });
  const [{ counts, hidden }, matching, facets, wanted] = await Promise.all([
    opening.then((list) => list.countTabs({ ...viewer, hidePrivate: false })),
    isNarrowed(view) ? countViews(db, userId, [view], { found, ...viewer }) : null,
    view.isOpen ? listFacets(db, userId, view, viewer) : null,
    load(view.page),
  ]);
  const total = matching?.[0] ?? counts[view.tab];
  const last = Math.max(1, Math.ceil(total / LIST_PER_PAGE));
  const page = Math.min(view.page, last);
  const entries = page === view.page ? wanted : await load(page);
  const filters = listFilters(asked, { formatName, scale, i18n });
  const relaxed =
    total > 0
      ? []
      : await countViews(
          db,
          userId,
          filters.map(({ without }) => collapse(without)),
          { found, ...viewer },
        );
  return {
    tabs: ENTRY_TABS.map((tab) => ({ tab, count: counts[tab] })),
    entries,
    collapsed: view.filters.collapsed,
    facets,
    filters,
    relaxations: filters
      .map((filter, index) => ({ ...filter, count: relaxed[index] ?? 0 }))
      .filter(({ count }) => count > 0),
    found: total,
    page,
    last,
    hidden,
    total: counts.all,
  };
}

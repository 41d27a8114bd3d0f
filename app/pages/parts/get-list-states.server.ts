import type { ListStates } from "~/features/catalog/view/cards/card-states";
import {
  getEntrySummaries,
  type EntrySummary,
} from "~/features/watch-list/get-entry-summaries.server";
import { toListStates } from "~/features/watch-list/view/list-states";
import type { Database } from "~db/client.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";

type ListViewer = Pick<PageViewer, "user" | "i18n" | "skipsFiller">;

/** Returns states by title id. Empty for visitors and on failure. */
export async function getListStates(
  db: Database,
  viewer: ListViewer,
  cards: readonly { id: number }[],
): Promise<ListStates> {
  const summaries = await getOwnEntries(
    db,
    viewer,
    cards.map(({ id }) => id),
  );
  return showListStates(viewer, summaries);
}

/** Returns entries by title id. Empty for visitors and on failure. */
export async function getOwnEntries(
  db: Database,
  { user, skipsFiller }: Pick<ListViewer, "user" | "skipsFiller">,
  ids: readonly number[],
): Promise<Map<number, EntrySummary>> {
  if (user === null) return new Map();
  try {
    return await getEntrySummaries(db, user.id, [...new Set(ids)], { skipsFiller });
  } catch {
    return new Map();
  }
}

/** Returns how cards show the user's entries, by title id. */
export function showListStates(
  { user, i18n }: Pick<ListViewer, "user" | "i18n">,
  summaries: ReadonlyMap<number, EntrySummary>,
): ListStates {
  return user === null || summaries.size === 0
    ? {}
    : toListStates(summaries, i18n, user.preferences.scoreScale);
}

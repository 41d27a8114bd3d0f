import type { ListStates } from "~/features/catalog/view/cards/card-states";
import {
  getEntrySummaries,
  type EntrySummary,
} from "~/features/watch-list/get-entry-summaries.server";
import { toListStates } from "~/features/watch-list/view/list-states";
import { i18nContext, servicesContext, type RouterContext } from "~/http/context";
import { visitorSettingsContext } from "~/pages/viewer/visitor-settings";
import { getSession } from "~/http/session/get-session.server";

/** Returns states by title id. Empty for visitors and on failure. */
export async function getListStates(
  request: Request,
  context: RouterContext,
  cards: readonly { id: number }[],
): Promise<ListStates> {
  const summaries = await getOwnEntries(
    request,
    context,
    cards.map(({ id }) => id),
  );
  return showListStates(request, context, summaries);
}

/** Returns entries by title id. Empty for visitors and on failure. */
export async function getOwnEntries(
  request: Request,
  context: RouterContext,
  ids: readonly number[],
): Promise<Map<number, EntrySummary>> {
  const { db } = context.get(servicesContext);
  try {
    const session = await getSession(request, context);
    if (session === null) return new Map();
    const { skipsFiller } = context.get(visitorSettingsContext);
    return await getEntrySummaries(db, session.user.id, [...new Set(ids)], { skipsFiller });
  } catch {
    return new Map();
  }
}

export async function showListStates(
  request: Request,
  context: RouterContext,
  summaries: ReadonlyMap<number, EntrySummary>,
): Promise<ListStates> {
  if (summaries.size === 0) return {};
  const session = await getSession(request, context);
  return session === null
    ? {}
    : toListStates(summaries, context.get(i18nContext), session.user.preferences.scoreScale);
}

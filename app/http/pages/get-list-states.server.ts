import { servicesContext, type RouterContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import { getCollectionTypes } from "~/features/watch-list/get-collection-types.server";

/** Per title id. Empty for visitors, and on failure, as pages work without it. */
export async function getListStates(
  request: Request,
  context: RouterContext,
  cards: readonly { id: number }[],
): Promise<Record<number, string>> {
  const { db } = context.get(servicesContext);
  try {
    const session = await getSession(request, context);
    if (session === null) return {};
    return Object.fromEntries(
      await getCollectionTypes(db, session.user.id, [...new Set(cards.map(({ id }) => id))]),
    );
  } catch {
    return {};
  }
}

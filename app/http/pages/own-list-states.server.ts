import type { RequestScope } from "~/http/context";
import { currentSession } from "~/http/session/current-session.server";
import { listStates } from "~/features/watch-list/list-states.server";

/**
 * The collections in which the signed-in person has some of these titles, by id; nothing for a visitor, and nothing while that cannot be
 * read: a page is there without its dots too.
 */
export async function ownListStates(
  request: Request,
  scope: RequestScope,
  cards: readonly { id: number }[],
): Promise<Record<number, string>> {
  try {
    const session = await currentSession(request, scope);
    if (session === null) return {};
    return Object.fromEntries(
      await listStates(scope.services.db, session.user.id, [...new Set(cards.map(({ id }) => id))]),
    );
  } catch {
    return {};
  }
}

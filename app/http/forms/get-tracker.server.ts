import type { Viewer } from "~/features/catalog/visibility.server";
import type { Tracker } from "~/features/watch-list/tracking/change-entries.server";
import { type RouterContext, watchListContext } from "~/http/context";
import { userZone } from "~/http/viewer/user-zone.server";

interface TrackedUser {
  id: string;
  preferences: Viewer & { site: unknown };
}

/** Dates are in the browser's time zone, else in the account's, or UTC. */
export function getTracker(
  request: Request,
  context: RouterContext,
  { id, preferences }: TrackedUser,
): Tracker {
  const { headers } = request;
  const isBrowser = headers.has("sec-fetch-site") || headers.has("origin");
  return {
    userId: id,
    parentalControl: preferences.parentalControl,
    via: isBrowser ? "site" : "api",
    timeZone: userZone(request, { preferences }),
    listeners: context.get(watchListContext).listListeners,
  };
}

export function getPageTracker(
  request: Request,
  context: RouterContext,
  user: TrackedUser,
): Tracker {
  return { ...getTracker(request, context, user), via: "site" };
}

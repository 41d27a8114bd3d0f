import type { Viewer } from "~/features/catalog/visibility.server";
import type { Tracker } from "~/features/watch-list/tracking/change-entries.server";
import { userZone } from "~/pages/viewer/user-zone.server";

interface TrackedUser {
  id: string;
  preferences: Viewer & { site: unknown };
}

/** Dates are in the browser's time zone, else in the account's, or UTC. */
export function getTracker(request: Request, { id, preferences }: TrackedUser): Tracker {
  const { headers } = request;
  const isBrowser = headers.has("sec-fetch-site") || headers.has("origin");
  return {
    userId: id,
    parentalControl: preferences.parentalControl,
    via: isBrowser ? "site" : "api",
    timeZone: userZone(request, { preferences }),
  };
}

export function getPageTracker(request: Request, user: TrackedUser): Tracker {
  return { ...getTracker(request, user), via: "site" };
}

import type { Viewer } from "~/features/catalog/visibility.server";
import { canonicalZone } from "~/features/schedule/time-zone";
import type { Tracker } from "~/features/watch-list/tracking/change-entries.server";
import { readTimeZoneCookie } from "~/http/pages/settings/time-zone-cookie.server";

interface TrackedUser {
  id: string;
  preferences: Viewer;
}

/** Dates are in the browser's time zone, or UTC. */
export function getTracker(request: Request, { id, preferences }: TrackedUser): Tracker {
  const { headers } = request;
  const isBrowser = headers.has("sec-fetch-site") || headers.has("origin");
  const zone = readTimeZoneCookie(headers.get("cookie"));
  return {
    userId: id,
    parentalControl: preferences.parentalControl,
    through: isBrowser ? "site" : "api",
    timeZone: (zone === null ? null : canonicalZone(zone)) ?? "UTC",
  };
}

export function getPageTracker(request: Request, user: TrackedUser): Tracker {
  return { ...getTracker(request, user), through: "site" };
}

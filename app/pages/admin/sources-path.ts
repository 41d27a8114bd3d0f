import { href } from "react-router";
import type { SourceEntry } from "~/features/playback/sources/browse-sources.server";
import { withQuery } from "~/ui/with-query";

export interface SourceFilters {
  status: SourceEntry["status"] | null;
  anime: number | null;
  page: number;
}

export const SOURCE_OUTCOMES = ["added", "removed", "alive", "dead"] as const;

/** Builds the path of the list with its filters, and with what was done. */
export function sourcesPath(
  { status, anime, page }: SourceFilters,
  done?: (typeof SOURCE_OUTCOMES)[number],
): string {
  return withQuery(href("/admin/sources"), {
    ...(status === null ? {} : { status }),
    ...(anime === null ? {} : { anime: String(anime) }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...(done === undefined ? {} : { done }),
  });
}

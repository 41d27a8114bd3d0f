import { href } from "react-router";
import type { SourceEntry } from "~/features/playback/sources/browse-sources.server";

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
  const query = new URLSearchParams({
    ...(status === null ? {} : { status }),
    ...(anime === null ? {} : { anime: String(anime) }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...(done === undefined ? {} : { done }),
  }).toString();
  return query === "" ? href("/admin/sources") : `${href("/admin/sources")}?${query}`;
}

import { getSeenEpisodes } from "~/features/catalog/spoilers/get-seen-episodes.server";
import type { EpisodeViewer } from "~/features/catalog/spoilers/guard-episodes";
import { parseRevealed } from "~/features/catalog/spoilers/reveal";
import type { Database } from "~db/client.server";
import type { PageViewer } from "./page-viewer";

const NONE: ReadonlySet<number> = new Set();

/** Counts no episode as seen when there is no user. */
export async function getEpisodeViewer(
  db: Database,
  { user, masks }: Pick<PageViewer, "user" | "masks">,
  { animeId, parameters }: { animeId: number; parameters: URLSearchParams },
): Promise<EpisodeViewer> {
  const isNeeded = masks.episodeTitles || masks.episodeSynopses || masks.episodeImages;
  const seen = isNeeded && user !== null ? await getSeenEpisodes(db, user.id, animeId) : NONE;
  return { masks, seen, revealed: parseRevealed(parameters) };
}

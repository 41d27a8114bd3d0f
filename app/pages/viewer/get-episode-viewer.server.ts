import { getSeenEpisodes } from "~/features/catalog/spoilers/get-seen-episodes.server";
import type { EpisodeViewer } from "~/features/catalog/spoilers/guard-episodes";
import { parseRevealed } from "~/features/catalog/spoilers/reveal";
import { servicesContext, type RouterContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import { visitorSettingsContext } from "./visitor-settings";

const NONE: ReadonlySet<number> = new Set();

/** Without a readable session no episode counts as seen. */
export async function getEpisodeViewer(
  request: Request,
  context: RouterContext,
  animeId: number,
): Promise<EpisodeViewer> {
  const { masks } = context.get(visitorSettingsContext);
  const revealed = parseRevealed(new URL(request.url).searchParams);
  const isNeeded = masks.episodeTitles || masks.episodeSynopses || masks.episodeImages;
  const session = isNeeded ? await getSession(request, context).catch(() => null) : null;
  const { db } = context.get(servicesContext);
  const seen = session === null ? NONE : await getSeenEpisodes(db, session.user.id, animeId);
  return { masks, seen, revealed };
}

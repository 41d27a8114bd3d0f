import { SITE_NAMES, type ExternalSite } from "~/features/catalog/external-sites";
import type { MediaPathName } from "~/features/library/names/media-path";
import type { TitleIds } from "~/features/library/names/ids";
import type { Reason } from "~/features/library/reason";
import type { ErrorMessage } from "~/i18n/error-message";
import { placeEpisode } from "./place-episode";
import { placeOnTvdb } from "./place-tvdb";
import { seasonLine } from "./season-line";
import type { IdHit, TitleFacts, TitleSource } from "./title-facts";

export interface MediaMatch {
  malId: number;
  title: string;
  episode: { first: number; last: number } | null;
  confidence: number;
  reason: Reason;
}

/** The most specific first: one id of TheTVDB and TMDB spans the seasons of a series. */
const SITES: readonly { of: keyof TitleIds; sites: readonly ExternalSite[] }[] = [
  { of: "anilist", sites: ["anilist"] },
  { of: "anidb", sites: ["anidb"] },
  { of: "tvdb", sites: ["tvdb"] },
  { of: "tmdb", sites: ["tmdb_tv", "tmdb_movie"] },
];

/**
 * Matches by ids in the names of files and folders and in `.nfo` files. Returns null when they
 * decide nothing.
 */
export async function matchByIds(
  source: TitleSource,
  name: MediaPathName,
): Promise<MediaMatch | null> {
  if (name.ids.mal !== null) {
    const match = await matchById(source, name, name.ids.mal);
    if (match !== null) return match;
  }
  for (const { of, sites } of SITES) {
    const id = name.ids[of];
    const [site] = sites;
    if (id === null || site === undefined) continue;
    const said: ErrorMessage = {
      key: "match.siteId",
      values: { site: SITE_NAMES[site], id: String(id) },
    };
    const hits = await source.findByIds(
      of === "tmdb" && name.kind === "movie" ? ["tmdb_movie"] : sites,
      id,
    );
    const match = await matchHits(source, name, { site, hits, said });
    if (match !== null) return match;
  }
  return null;
}

/** The title of the name's season among those that share the id. */
async function matchHits(
  source: TitleSource,
  name: MediaPathName,
  { site, hits, said }: { site: ExternalSite; hits: readonly IdHit[]; said: ErrorMessage },
): Promise<MediaMatch | null> {
  const [only] = hits;
  if (only === undefined) return null;
  if (site === "tvdb") {
    const match = await matchOnTvdb(source, name, only.malId, said);
    if (match !== null) return match;
  }
  const isSpecial = name.kind === "special" || name.kind === "ova";
  if (hits.length === 1 && (only.season === null || !isSpecial))
    return matchById(source, name, only.malId, said);
  if (hits.every(({ season }) => season === null))
    return isSpecial ? null : matchById(source, name, await firstOf(source, hits), said);
  const season = isSpecial ? 0 : (name.season ?? 1);
  const ofSeason = hits.filter((hit) => hit.season === season);
  if (ofSeason.length === 0 || (isSpecial && ofSeason.length > 1)) return null;
  const first = await firstOf(source, ofSeason);
  const match = await matchById(source, { ...name, season: null }, first, said);
  // Numbers that count across seasons are for the names to place.
  return ofSeason.some(({ malId }) => malId === match?.malId) ? match : null;
}

/** The episode with the name's season and number on TheTVDB. */
async function matchOnTvdb(
  source: TitleSource,
  name: MediaPathName,
  id: number,
  said: ErrorMessage,
): Promise<MediaMatch | null> {
  const facts = (await source.facts([id])).get(id);
  if (facts === undefined || name.episode === null || name.kind !== "episode") return null;
  const place = await placeOnTvdb(source, facts, { season: name.season ?? 1, ...name.episode });
  if (place === null || !name.isJoint) return null;
  const { malId, title } = place.facts;
  return { malId, title, episode: place.episode, confidence: place.certainty, reason: [said] };
}

/** The first series by broadcast, or the first title where none is a series. */
async function firstOf(source: TitleSource, hits: readonly IdHit[]): Promise<number> {
  const facts = [...(await source.facts(hits.map(({ malId }) => malId))).values()];
  const series = facts.filter(({ type }) => type === "TV" || type === "ONA");
  const [first] = (series.length === 0 ? facts : series).sort(byBroadcast);
  return first?.malId ?? 0;
}

async function matchById(
  source: TitleSource,
  name: MediaPathName,
  id: number,
  said: ErrorMessage = { key: "match.id", values: { id: String(id) } },
): Promise<MediaMatch | null> {
  const facts = (await source.facts([id])).get(id);
  if (facts === undefined) return null;
  const line = await seasonLine(source, facts);
  // A folder's id is its first season's when the file names another one.
  const placed = placeEpisode({
    line,
    at: 0,
    season: name.season === null || name.season <= 1 ? null : name.season,
    part: null,
    episode: episodeOf(name, facts),
  });
  if (placed === null) return null;
  const isSpecial =
    (name.kind === "special" || name.kind === "ova") && /^(?:TV|ONA)$/.test(facts.type ?? "");
  return {
    malId: placed.facts.malId,
    title: placed.facts.title,
    episode: placed.episode,
    confidence:
      placed.isOutside || isSpecial ? 0.5 : placed.facts.malId === id ? 1 : 0.9 * placed.certainty,
    reason: placed.isOutside
      ? [{ key: "match.idOutside", values: { id: String(id) } }]
      : isSpecial
        ? ["match.special"]
        : [said, ...placed.reasons],
  };
}

export function byBroadcast(a: TitleFacts, b: TitleFacts): number {
  return (a.airedFrom ?? Infinity) - (b.airedFrom ?? Infinity);
}

export function episodeOf(
  name: Pick<MediaPathName, "episode" | "kind">,
  { type, episodes }: TitleFacts,
): { first: number; last: number } | null {
  if (name.episode !== null) return name.episode;
  return type === "Movie" || episodes === 1 ? { first: 1, last: 1 } : null;
}

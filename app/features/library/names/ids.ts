export interface TitleIds {
  mal: number | null;
  anilist: number | null;
  anidb: number | null;
  tvdb: number | null;
  tmdb: number | null;
}

export const NO_IDS: TitleIds = { mal: null, anilist: null, anidb: null, tvdb: null, tmdb: null };

const IN_NAME =
  /[[({]\s*(?<site>mal|myanimelist|anilist|anidb2?|(?:the)?tvdb|tmdb|themoviedb)(?:[\s_-]?id)?\s*[-=:_]\s*(?<id>\d{1,9})\s*[\])}]/giu;
const SITES: Readonly<Record<string, keyof TitleIds>> = {
  mal: "mal",
  myanimelist: "mal",
  anilist: "anilist",
  anidb: "anidb",
  anidb2: "anidb",
  tvdb: "tvdb",
  thetvdb: "tvdb",
  tmdb: "tmdb",
  themoviedb: "tmdb",
};

/** Removes ids such as `[mal-5114]` and `{tvdbid-81797}` from a name. */
export function takeIds(name: string): { rest: string; ids: TitleIds } {
  const ids = { ...NO_IDS };
  const rest = name.replace(IN_NAME, (_match, site: string, id: string) => {
    const key = SITES[site.toLowerCase()];
    if (key !== undefined) ids[key] = toId(id);
    return " ";
  });
  return { rest, ids };
}

export function toId(text: string): number | null {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
}

export function mergeIds(first: TitleIds, second: TitleIds): TitleIds {
  return {
    mal: first.mal ?? second.mal,
    anilist: first.anilist ?? second.anilist,
    anidb: first.anidb ?? second.anidb,
    tvdb: first.tvdb ?? second.tvdb,
    tmdb: first.tmdb ?? second.tmdb,
  };
}

/** Sites whose ids for a title are stored, in the order of their links. */
export const EXTERNAL_SITES = [
  "anilist",
  "kitsu",
  "anidb",
  "tvdb",
  "tmdb_tv",
  "tmdb_movie",
  "imdb",
] as const;
export type ExternalSite = (typeof EXTERNAL_SITES)[number];

/** Names of sites, which are not translated. */
export const SITE_NAMES: Readonly<Record<ExternalSite, string>> = {
  anilist: "AniList",
  kitsu: "Kitsu",
  anidb: "AniDB",
  tvdb: "TheTVDB",
  tmdb_tv: "TMDB",
  tmdb_movie: "TMDB",
  imdb: "IMDb",
};

const URLS: Readonly<Record<ExternalSite, string>> = {
  anilist: "https://anilist.co/anime/",
  kitsu: "https://kitsu.app/anime/",
  anidb: "https://anidb.net/anime/",
  tvdb: "https://thetvdb.com/dereferrer/series/",
  tmdb_tv: "https://www.themoviedb.org/tv/",
  tmdb_movie: "https://www.themoviedb.org/movie/",
  imdb: "https://www.imdb.com/title/",
};

export function externalUrl(site: ExternalSite, id: string): string {
  return URLS[site] + encodeURIComponent(id);
}

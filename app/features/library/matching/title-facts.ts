import type { ExternalSite } from "~/features/catalog/external-sites";

export interface TitleFacts {
  malId: number;
  title: string;
  names: string[];
  officialNames: number;
  type: string | null;
  year: number | null;
  airedFrom: number | null;
  /** How many episodes the title has; null while unknown. */
  episodes: number | null;
  isAired: boolean;
  members: number;
}

export interface Relation {
  from: number;
  to: number;
  kind: string;
}

export interface KeyHit {
  malId: number;
  key: string;
  kind: number;
}

export interface IdHit {
  malId: number;
  season: number | null;
}

/** An episode of a title with its season and number on TheTVDB; season 0 has specials. */
export interface TvdbEpisode {
  number: number;
  season: number;
  episode: number;
}

/** What TheTVDB says of a title. */
export interface TvdbFacts {
  /** Ids of the title's series on TheTVDB, which seasons share; usually one or none. */
  series: string[];
  episodes: TvdbEpisode[];
}

export interface TitleSource {
  search(query: string): Promise<number[]>;
  /** Titles with an equal key of the title index, nicknames included. */
  findByKeys(keys: readonly string[]): Promise<KeyHit[]>;
  /** Titles with that id on any of the sites. */
  findByIds(sites: readonly ExternalSite[], id: number): Promise<IdHit[]>;
  facts(ids: readonly number[]): Promise<ReadonlyMap<number, TitleFacts>>;
  /** Titles that TheTVDB has nothing of are left out. */
  tvdb(ids: readonly number[]): Promise<ReadonlyMap<number, TvdbFacts>>;
  relations(id: number): Promise<readonly Relation[]>;
}

import type { ExternalSite } from "~/features/catalog/external-sites";

export interface TitleFacts {
  malId: number;
  title: string;
  names: string[];
  officialNames: number;
  type: string | null;
  year: number | null;
  airedFrom: number | null;
  /** Null while their number is unknown. */
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

export interface TitleSource {
  search(query: string): Promise<number[]>;
  /** Titles with an equal key of the title index, nicknames included. */
  findByKeys(keys: readonly string[]): Promise<KeyHit[]>;
  /** Titles with that id on any of the sites. */
  findByIds(sites: readonly ExternalSite[], id: number): Promise<IdHit[]>;
  facts(ids: readonly number[]): Promise<ReadonlyMap<number, TitleFacts>>;
  relations(id: number): Promise<readonly Relation[]>;
}

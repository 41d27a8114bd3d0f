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

export interface TitleSource {
  search(query: string): Promise<number[]>;
  /** Titles with an equal key of the title index, nicknames included. */
  findByKeys(keys: readonly string[]): Promise<KeyHit[]>;
  facts(ids: readonly number[]): Promise<ReadonlyMap<number, TitleFacts>>;
  relations(id: number): Promise<readonly Relation[]>;
}

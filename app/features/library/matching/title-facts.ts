export interface TitleFacts {
  malId: number;
  title: string;
  /** Title, English and Japanese title, then synonyms. */
  names: string[];
  /** How many of `names` are official. */
  officialNames: number;
  type: string | null;
  year: number | null;
  /** Milliseconds since 1970; null if unknown. */
  airedFrom: number | null;
  episodes: number | null;
  /** Whether it may have more episodes than the catalog knows. */
  isOpenEnded: boolean;
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
  /** As in `KEY_KINDS` of the title index. */
  kind: number;
}

export interface TitleSource {
  /** Ids, best match first. */
  search(query: string): Promise<number[]>;
  /** Titles with an equal key of the title index, nicknames included. */
  findByKeys(keys: readonly string[]): Promise<KeyHit[]>;
  facts(ids: readonly number[]): Promise<ReadonlyMap<number, TitleFacts>>;
  /** In both directions. */
  relations(id: number): Promise<readonly Relation[]>;
}

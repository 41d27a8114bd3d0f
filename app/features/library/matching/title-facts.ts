/** What matching needs of a title of the catalog. */
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
  /** Upper snake case, as SEQUEL. */
  kind: string;
}

/** A title found by one of the names that were looked up. */
export interface KeyHit {
  malId: number;
  key: string;
  /** As in `KEY_KINDS` of the title index. */
  kind: number;
}

/** Where titles come from: the product's search and its catalog. */
export interface TitleSource {
  /** Ids of matches, best first. */
  search(query: string): Promise<number[]>;
  /** Titles with an equal key of the title index, nicknames included. */
  findByKeys(keys: readonly string[]): Promise<KeyHit[]>;
  facts(ids: readonly number[]): Promise<ReadonlyMap<number, TitleFacts>>;
  /** The relations from and to a title. */
  relations(id: number): Promise<readonly Relation[]>;
}

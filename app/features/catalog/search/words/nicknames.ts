import { normaliseTitle, type NormalisedTitle } from "./normalise-title";

/** One line of the curated data: what people call an anime, and the names that its sequels begin with. */
export interface NicknameEntry {
  mal_id: number;
  nicknames: readonly string[];
  /** Beginnings of the titles that share the nicknames: `attack on titan` lets `aot 2` mean the second season. */
  stems?: readonly string[];
}

/** The curated nicknames, arranged for looking them up by anime and by the first word of a title. */
export interface NicknameTable {
  byMalId: ReadonlyMap<number, readonly string[]>;
  byFirstWord: ReadonlyMap<
    string,
    readonly { stem: readonly string[]; nicknames: readonly string[] }[]
  >;
}

/** Arranges the curated entries. */
export function nicknameTable(entries: readonly NicknameEntry[]): NicknameTable {
  const byMalId = new Map<number, string[]>();
  const byFirstWord = new Map<
    string,
    { stem: readonly string[]; nicknames: readonly string[] }[]
  >();
  for (const { mal_id: malId, nicknames, stems = [] } of entries) {
    byMalId.set(malId, [...(byMalId.get(malId) ?? []), ...nicknames]);
    for (const text of stems) {
      const stem = normaliseTitle(text).words;
      const first = stem[0];
      if (first !== undefined)
        byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { stem, nicknames }]);
    }
  }
  return { byMalId, byFirstWord };
}

/** Normalised nicknames of one anime: its own, and those of its franchise followed by what its title adds to the stem. */
export function nicknamesOf(
  malId: number,
  titles: readonly NormalisedTitle[],
  table: NicknameTable,
): NormalisedTitle[] {
  const found = new Map<string, NormalisedTitle>();
  const add = (text: string) => {
    const title = normaliseTitle(text);
    if (!found.has(title.key)) found.set(title.key, title);
  };
  for (const nickname of table.byMalId.get(malId) ?? []) add(nickname);
  for (const { words } of titles) {
    for (const { stem, nicknames } of table.byFirstWord.get(words[0] ?? "") ?? []) {
      const rest = words.slice(stem.length);
      if (rest.length === 0 || !stem.every((word, index) => word === words[index])) continue;
      for (const nickname of nicknames) add(`${nickname} ${rest.join(" ")}`);
    }
  }
  return [...found.values()];
}

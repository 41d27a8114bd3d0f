import { normaliseTitle, type NormalisedTitle } from "./normalise-title";

export interface NicknameEntry {
  mal_id: number;
  nicknames: readonly string[];
  /** Prefixes of titles: with `attack on titan`, `aot 2` is the second season. */
  stems?: readonly string[];
}

export interface NicknameIndex {
  byMalId: ReadonlyMap<number, readonly string[]>;
  byFirstToken: ReadonlyMap<
    string,
    readonly { stem: readonly string[]; nicknames: readonly string[] }[]
  >;
}

export function buildNicknameIndex(entries: readonly NicknameEntry[]): NicknameIndex {
  const byMalId = new Map<number, string[]>();
  const byFirstToken = new Map<
    string,
    { stem: readonly string[]; nicknames: readonly string[] }[]
  >();
  for (const { mal_id: malId, nicknames, stems = [] } of entries) {
    byMalId.set(malId, [...(byMalId.get(malId) ?? []), ...nicknames]);
    for (const text of stems) {
      const stem = normaliseTitle(text).tokens;
      const first = stem[0];
      if (first !== undefined)
        byFirstToken.set(first, [...(byFirstToken.get(first) ?? []), { stem, nicknames }]);
    }
  }
  return { byMalId, byFirstToken };
}

/** Lists the nicknames of a title, and those of its franchise with the rest of its title. */
export function expandNicknames(
  malId: number,
  titles: readonly NormalisedTitle[],
  table: NicknameIndex,
): NormalisedTitle[] {
  const found = new Map<string, NormalisedTitle>();
  const add = (text: string) => {
    const title = normaliseTitle(text);
    if (!found.has(title.key)) found.set(title.key, title);
  };
  for (const nickname of table.byMalId.get(malId) ?? []) add(nickname);
  for (const { tokens } of titles) {
    for (const { stem, nicknames } of table.byFirstToken.get(tokens[0] ?? "") ?? []) {
      const rest = tokens.slice(stem.length);
      if (rest.length === 0 || !stem.every((word, index) => word === tokens[index])) continue;
      for (const nickname of nicknames) add(`${nickname} ${rest.join(" ")}`);
    }
  }
  return [...found.values()];
}

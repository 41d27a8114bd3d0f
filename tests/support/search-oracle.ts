import type { Anime } from "~/features/catalog/anime";
import { isMature } from "~/features/catalog/maturity";
import {
  isOneWord,
  isWord,
  MAX_NAMED,
  MIN_PREFIX_LENGTH,
  type Candidates,
  type ShortCandidates,
  type TitleLookups,
  type VocabularyTerm,
} from "~/features/search/candidates.server";
import type { KeyCandidate, NameCandidate, QueryForm } from "~/features/search/candidate-lines";
import { isPrefixScored } from "~/features/search/rank-titles";
import { buildExactTsQuery, buildTolerantTsQuery } from "~/features/search/build-ts-query";
import { searchTitles } from "~/features/search/search-titles.server";
import { fuzzyCandidates, fuzzyHashes } from "~/features/search/text/fuzzy-hashes";
import { loadNicknames } from "~/features/search/text/load-nicknames.server";
import {
  buildTitleIndex,
  KEY_KINDS,
  type TitleIndexEntry,
} from "~/features/search/title-index/build-title-index";
import { allowsTypos } from "~/features/search/title-index/title-index-store.server";
import { expectedListing, type ListingCriteria } from "./listing-oracle";

const NO_POPULARITY = 2_147_483_647;

export interface SearchOracle {
  search(query: string, parentalControl: boolean): Promise<number[]>;
  /** Searches as if the catalog had these titles alone. */
  searchAmong(shown: readonly Anime[], query: string): Promise<number[]>;
  /** Lists in the criteria's order unless by relevance. */
  list(
    query: string,
    criteria: ListingCriteria,
    isByRelevance: boolean,
  ): Promise<{ ids: number[]; total: number }>;
}

interface Title {
  anime: Anime;
  entry: TitleIndexEntry;
  popularity: number;
  keyHashes: ReadonlySet<number>[];
}

export function createSearchOracle(catalog: readonly Anime[]): SearchOracle {
  const nicknames = loadNicknames();
  const titles = catalog.map((anime): Title => {
    const entry = buildTitleIndex(anime, nicknames);
    return {
      anime,
      entry,
      popularity: anime.popularity ?? NO_POPULARITY,
      keyHashes: entry.keys.map(
        ({ key, kind }) => new Set(kind === KEY_KINDS.initials ? [] : fuzzyHashes(key)),
      ),
    };
  });
  const vocabulary = countTerms(titles);
  const visible = titles.filter(({ anime }) => !isMature(anime));
  const searchIn = async (among: readonly Title[], query: string): Promise<number[]> =>
    (await searchTitles(scanningLookups(among, vocabulary), query)).map(({ malId }) => malId);
  const search = (query: string, parentalControl: boolean) =>
    searchIn(parentalControl ? visible : titles, query);
  return {
    search,
    searchAmong(shown, query) {
      const ids = new Set(shown.map((anime) => anime.mal_id));
      return searchIn(
        titles.filter(({ anime }) => ids.has(anime.mal_id)),
        query,
      );
    },
    async list(query, criteria, isByRelevance) {
      const found = await search(query, !criteria.mature);
      const ranks = new Map(found.map((id, index) => [id, index]));
      const hits = catalog.filter(({ mal_id: id }) => ranks.has(id));
      if (!isByRelevance) return expectedListing(hits, criteria);
      const all = expectedListing(hits, { ...criteria, page: 1, limit: hits.length }).ids;
      const ordered = all.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
      const start = (criteria.page - 1) * criteria.limit;
      return { ids: ordered.slice(start, start + criteria.limit), total: ordered.length };
    },
  };
}

function countTerms(titles: readonly Title[]): (VocabularyTerm & { hashes: number[] })[] {
  const counts = new Map<string, number>();
  for (const { entry } of titles)
    for (const term of entry.terms)
      if (allowsTypos(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].map(([term, count]) => ({ term, titles: count, hashes: fuzzyHashes(term) }));
}

function scanningLookups(
  titles: readonly Title[],
  vocabulary: readonly (VocabularyTerm & { hashes: number[] })[],
): TitleLookups {
  const byKey = (
    form: QueryForm,
    isHit: (key: string, kind: number, hashes: ReadonlySet<number>) => boolean,
  ): KeyCandidate[] =>
    titles.flatMap(({ anime, entry, popularity, keyHashes }) =>
      entry.keys
        .filter(({ key, kind }, index) => isHit(key, kind, keyHashes[index] ?? new Set()))
        .map((key) => ({ form, malId: anime.mal_id, popularity, key })),
    );
  const byTerms = (form: QueryForm, isHit: TermsTest) =>
    titles
      .filter(({ entry }) => isHit(entry.terms))
      .map(({ anime, entry, popularity }): NameCandidate => {
        return { form, malId: anime.mal_id, popularity, names: entry.names.join("\t") };
      });
  const beginsWith = (form: QueryForm, isBeginning: (key: string) => boolean) =>
    byKey(form, (key, kind) => kind < KEY_KINDS.initials && isBeginning(key));
  const exactOf = (form: QueryForm) => byKey(form, (key) => key === form.title.key);
  const whole = (form: QueryForm) => {
    const { indexed, rechecked } = buildExactTsQuery(form.terms);
    return rechecked ?? indexed;
  };
  return {
    findExact: (forms) =>
      Promise.resolve<Candidates>({
        exact: forms.flatMap(exactOf),
        prefix: forms.flatMap((form) =>
          [...form.title.key].length < MIN_PREFIX_LENGTH
            ? []
            : beginsWith(
                form,
                (key) => key !== form.title.key && key.startsWith(form.title.key),
              ).map(({ key: { kind, key, strict }, ...title }) => ({
                ...title,
                key: {
                  kind,
                  length: [...key].length,
                  isAlike: strict.startsWith(form.title.strict),
                },
              })),
        ),
        terms: forms.flatMap((form) => {
          const found = byTerms(form, termsTest(whole(form)));
          return isOneWord(form) ? withoutUnpopularNames(found) : found;
        }),
      }),
    findShort: (form) => {
      const { key: prefix, strict } = form.title;
      return Promise.resolve<ShortCandidates>({
        exact: exactOf(form),
        prefix: beginsWith(form, (key) => key.startsWith(prefix)).filter(({ key }) =>
          key.strict.startsWith(strict),
        ),
        terms:
          form.scorePiece !== null || isWord(form.title)
            ? byTerms(form, termsTest(whole(form)))
            : [],
      });
    },
    findAlike: (forms) =>
      Promise.resolve(
        forms.flatMap((form) => {
          const wanted = fuzzyCandidates(form.title.key).flat();
          return byKey(form, (_, __, hashes) => wanted.some((hash) => hashes.has(hash)));
        }),
      ),
    findVocabulary: (forms) => {
      const wanted = new Set(
        forms
          .flatMap(({ terms }) => terms.map(({ term }) => term))
          .filter(allowsTypos)
          .flatMap((term) => fuzzyCandidates(term).flat()),
      );
      return Promise.resolve(
        vocabulary.filter(({ hashes }) => hashes.some((hash) => wanted.has(hash))),
      );
    },
    findByTerms: (forms, { found, ...options }) =>
      Promise.resolve(
        forms.flatMap((form) => {
          const tolerant = buildTolerantTsQuery(form.terms, {
            ...options,
            isPrefixScored: isPrefixScored(form.title),
          });
          return byTerms(form, termsTest(tolerant)).filter(({ malId }) => !found.has(malId));
        }),
      ),
  };
}

function withoutUnpopularNames(found: readonly NameCandidate[]): NameCandidate[] {
  return found
    .toSorted((one, other) => one.popularity - other.popularity || one.malId - other.malId)
    .map((title, index) => (index < MAX_NAMED ? title : { ...title, names: "" }));
}

type TermsTest = (terms: readonly string[]) => boolean;

/** Parses a tsquery of quoted terms, `:*`, `&`, `|` and parentheses. Null holds for no title. */
function termsTest(tsQuery: string | null): TermsTest {
  if (tsQuery === null) return () => false;
  const tokens = tsQuery.match(/'[^']*'(?::\*)?|[()&|]/g) ?? [];
  let at = 0;
  const operands = (operator: string, operand: () => TermsTest): TermsTest[] => {
    const tests = [operand()];
    while (tokens[at] === operator) {
      at += 1;
      tests.push(operand());
    }
    return tests;
  };
  const any = (): TermsTest => {
    const tests = operands("|", all);
    return (terms) => tests.some((test) => test(terms));
  };
  const all = (): TermsTest => {
    const tests = operands("&", one);
    return (terms) => tests.every((test) => test(terms));
  };
  const one = (): TermsTest => {
    const token = tokens[at] ?? "";
    at += 1;
    if (token === "(") {
      const test = any();
      at += 1;
      return test;
    }
    const term = token.slice(1, token.lastIndexOf("'"));
    return token.endsWith("*")
      ? (terms) => terms.some((other) => other.startsWith(term))
      : (terms) => terms.includes(term);
  };
  return any();
}

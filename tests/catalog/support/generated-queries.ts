import type { CatalogTitle } from "./read-titles";
import { seededRandom, type Random } from "../../support/random";

/** A query and its `accepted` titles; none if it should find nothing. */
export interface EvaluatedQuery {
  kind: string;
  query: string;
  accept: number[];
}

type Writer = (name: string, random: Random) => string | null;

const PARTICLES = /\s(?:no|wa|ga|o|wo|ni|to|de|the|of|a|an|in|on|and|&)(?=\s)/giu;
const SEASON = /\b(?:(\d)(?:st|nd|rd|th) Season|Season (\d)|Part (\d)|(II|III|IV)(?=$|:))/u;
const KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

const OF_TITLE: Record<string, Writer> = {
  exact: (name, random) => random.pick([name, name.toLowerCase(), name.toUpperCase()]),
  punctuation: (name, random) => {
    const written = random.pick([
      name.replace(/[^\p{L}\p{N}\s]/gu, ""),
      name.replace(/[^\p{L}\p{N}\s]/gu, " "),
      name.replace(/[^\p{L}\p{N}]/gu, ""),
      name.replace(/\s+/gu, "-"),
      name.replace(/\s+/gu, ""),
      name.replace(/\s+/gu, " - "),
    ]);
    return written.toLowerCase().trim() === name.toLowerCase() ? null : written.toLowerCase();
  },
  season: (name, random) => {
    const match = SEASON.exec(name);
    if (match === null) return null;
    const number =
      match[1] ??
      match[2] ??
      match[3] ??
      String(["", "", "II", "III", "IV"].indexOf(match[4] ?? ""));
    const ordinal =
      ["", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th"][Number(number)] ?? "";
    const roman =
      ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"][Number(number)] ?? "";
    if (number === "1" || number === "0") return null;
    const other = random.pick([
      `season ${number}`,
      `s${number}`,
      `${ordinal} season`,
      number,
      roman,
      `Part ${number}`,
    ]);
    return name.slice(0, match.index) + other + name.slice(match.index + match[0].length);
  },
  "typo 1": (name, random) => (letters(name) < 5 ? null : misspelt(name.toLowerCase(), 1, random)),
  "typo 2": (name, random) => (letters(name) < 10 ? null : misspelt(name.toLowerCase(), 2, random)),
  "typo 3": (name, random) => (letters(name) < 18 ? null : misspelt(name.toLowerCase(), 3, random)),
  order: (name, random) => {
    const words = name.toLowerCase().split(/[\s:]+/u);
    if (words.length < 3 || words.length > 7) return null;
    const written = random
      .pick([
        random.shuffled(words),
        [...words.slice(1), ...words.slice(0, 1)],
        [...words].reverse(),
      ])
      .join(" ");
    return written === words.join(" ") ? null : written;
  },
  particle: (name) => {
    const written = name.toLowerCase().replace(PARTICLES, "");
    return written === name.toLowerCase() ? null : written;
  },
  prefix: (name, random) => {
    const lower = name.toLowerCase();
    if (lower.length < 8) return null;
    return lower
      .slice(0, Math.max(5, Math.ceil(lower.length * (0.4 + random.below(50) / 100))))
      .trim();
  },
  width: (name, random) =>
    random.pick([
      name.replace(/[!-~]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
      name.replace(/ou/gu, "ō").replace(/uu/gu, "ū"),
      name.replace(/ou/gu, "o").replace(/uu/gu, "u").replace(/oo/gu, "o"),
      name.replace(/[aeiou]/gu, (vowel) =>
        random.below(3) === 0
          ? `${vowel}${random.pick(["\u0301", "\u0302", "\u0308"])}`.normalize("NFC")
          : vowel,
      ),
    ]),
};

const OF_NATIVE: Record<string, Writer> = {
  native: (name, random) => {
    const written = random.pick([
      name,
      name.replace(/[^\p{L}\p{N}]/gu, ""),
      name.replace(/\s/gu, "\u3000"),
    ]);
    return /[\u3040-\u30ff\u4e00-\u9fff]/u.test(written) ? written : null;
  },
  "native prefix": (name) =>
    /^[\u3040-\u30ff\u4e00-\u9fff]{8}/u.test(name)
      ? name.slice(0, Math.max(5, Math.ceil(name.length * 0.6)))
      : null,
  kana: (name, random) => {
    if (!/[\u30a1-\u30f6]{4}/u.test(name)) return null;
    const toHiragana = name.replace(/[\u30a1-\u30f6]/gu, (kana) =>
      String.fromCharCode(kana.charCodeAt(0) - 0x60),
    );
    return random.pick([toHiragana, name, name.replace(/・/gu, " "), name.replace(/ー/gu, "")]);
  },
};

/** Makes `each` of a kind; half of them from the 2,000 most popular titles. */
export function generateQueries(
  rows: readonly CatalogTitle[],
  seed: number,
  each: number,
): EvaluatedQuery[] {
  const random = seededRandom(seed);
  const namesakes = namesakeIndex(rows);
  const visible = rows.filter((row) => !row.mature);
  const popular = visible.filter((row) => row.popularity <= 2_000);
  const queries: EvaluatedQuery[] = [];
  const write = (
    kind: string,
    writer: Writer,
    namesOf: (row: CatalogTitle) => (string | null)[],
  ) => {
    for (let count = 0, tries = 0; count < each && tries < each * 200; tries += 1) {
      const row = random.pick(count % 2 === 0 ? popular : visible);
      const names = namesOf(row).filter((name): name is string => name !== null && name !== "");
      if (names.length === 0) continue;
      const name = random.pick(names);
      const query = writer(name, random);
      if (query === null || query.trim() === "" || query.length > 120) continue;
      const accept = new Set([
        ...(namesakes.get(plain(name)) ?? []),
        ...(namesakes.get(plain(query)) ?? []),
        row.mal_id,
      ]);
      if (kind.includes("prefix"))
        for (const better of morePopularWithPrefix(visible, plain(query), row.popularity))
          accept.add(better);
      queries.push({ kind, query, accept: [...accept] });
      count += 1;
    }
  };
  const official = (row: CatalogTitle) =>
    [row.title, row.title_english].filter((name) => name !== null && /^[\x20-\x7e]+$/u.test(name));
  for (const [kind, writer] of Object.entries(OF_TITLE)) write(kind, writer, official);
  for (const [kind, writer] of Object.entries(OF_NATIVE))
    write(kind, writer, (row) => [row.title_japanese]);
  write(
    "english",
    (name) => name.toLowerCase(),
    (row) => [row.title_english],
  );
  write(
    "synonym",
    (name) => name.toLowerCase(),
    (row) => row.title_synonyms.filter((name) => plain(name).length > 3),
  );
  for (let count = 0; count < each; count += 1)
    queries.push({ kind: "nonsense", query: nonsense(random), accept: [] });
  return queries;
}

function letters(name: string): number {
  return name.replace(/[^a-z0-9]/giu, "").length;
}

/** Deliberately not the search's own normaliser. */
function plain(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function namesakeIndex(rows: readonly CatalogTitle[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const row of rows)
    for (const name of new Set(
      [row.title, row.title_english, row.title_japanese, ...row.title_synonyms].map((text) =>
        plain(text ?? ""),
      ),
    ))
      if (name !== "") index.set(name, [...(index.get(name) ?? []), row.mal_id]);
  return index;
}

function morePopularWithPrefix(
  rows: readonly CatalogTitle[],
  prefix: string,
  popularity: number,
): number[] {
  return rows
    .filter(
      (row) =>
        row.popularity < popularity &&
        [row.title, row.title_english, row.title_japanese].some((name) =>
          plain(name ?? "").startsWith(prefix),
        ),
    )
    .map((row) => row.mal_id);
}

/** The neighbouring key, an omission, an insertion, a transposition or a doubled letter. */
function misspelt(name: string, errors: number, random: Random): string {
  let text = name;
  for (let count = 0; count < errors; count += 1) {
    const indexes = [...text].flatMap((letter, index) => (/[a-z]/u.test(letter) ? [index] : []));
    const at = random.pick(indexes);
    const letter = text[at] ?? "";
    const after = text[at + 1] ?? "";
    const wrong = neighbour(letter, random);
    const written = random.pick([
      text.slice(0, at) + wrong + text.slice(at + 1),
      text.slice(0, at) + text.slice(at + 1),
      text.slice(0, at) + wrong + text.slice(at),
      text.slice(0, at) + letter + text.slice(at),
      /[a-z]/u.test(after)
        ? text.slice(0, at) + after + letter + text.slice(at + 2)
        : text.slice(0, at) + wrong + text.slice(at + 1),
    ]);
    text = written;
  }
  return text;
}

function neighbour(letter: string, random: Random): string {
  const row = KEYS.find((keys) => keys.includes(letter)) ?? "aeiou";
  const at = row.indexOf(letter);
  const near = [row[at - 1], row[at + 1]].filter((key): key is string => key !== undefined);
  return random.below(3) === 0 ? random.pick([..."abcdefghijklmnopqrstuvwxyz"]) : random.pick(near);
}

function nonsense(random: Random): string {
  const word = (alphabet: string, length: number) =>
    Array.from({ length }, () => random.pick([...alphabet])).join("");
  return random.pick([
    () => word("abcdefghijklmnopqrstuvwxyz", 6 + random.below(10)),
    () =>
      [
        word("bcdfghjklmnpqrstvwxz", 4 + random.below(5)),
        word("bcdfghjklmnpqrstvwxz", 3 + random.below(5)),
      ].join(" "),
    () => word(random.pick(KEYS), 7 + random.below(6)),
    () => word("qxzjvw", 5 + random.below(6)),
    () =>
      Array.from({ length: 3 }, () => word("abcdefghijklmnopqrstuvwxyz", 5 + random.below(4))).join(
        " ",
      ),
  ])();
}

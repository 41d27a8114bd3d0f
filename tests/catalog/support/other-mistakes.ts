import type { CatalogTitle } from "./read-titles";
import type { EvaluatedQuery } from "./generated-queries";
import { seededRandom, type Random } from "../../support/random";

type Writer = (name: string, random: Random) => string | null;

/** The rows above and below included. */
const NEIGHBOURS: Record<string, string> = {
  ...{
    q: "wa",
    w: "qeas",
    e: "wrsd",
    r: "etdf",
    t: "ryfg",
    y: "tugh",
    u: "yihj",
    i: "uojk",
    o: "ipkl",
    p: "ol",
  },
  ...{
    a: "qwsz",
    s: "awedxz",
    d: "serfcx",
    f: "drtgvc",
    g: "ftyhbv",
    h: "gyujnb",
    j: "huikmn",
    k: "jiolm",
    l: "kop",
  },
  ...{ z: "asx", x: "zsdc", c: "xdfv", v: "cfgb", b: "vghn", n: "bhjm", m: "njk" },
};
/** Other ways to write Japanese sounds in Latin letters. */
const ROMANISATIONS: readonly (readonly [RegExp, string])[] = [
  [/shi/gu, "si"],
  [/sh(?=[auo])/gu, "sy"],
  [/chi/gu, "ti"],
  [/ch(?=[auo])/gu, "ty"],
  [/tsu/gu, "tu"],
  [/ji/gu, "zi"],
  [/j(?=[auo])/gu, "zy"],
  [/fu/gu, "hu"],
  [/ou/gu, "o"],
  [/ou/gu, "oh"],
  [/ou/gu, "oo"],
  [/uu/gu, "u"],
  [/\bwo\b/gu, "o"],
  [/\bo\b/gu, "wo"],
  [/\bwa\b/gu, "ha"],
  [/\be\b/gu, "he"],
  [/n(?=[bmp])/gu, "m"],
  [/m(?=[bp])/gu, "n"],
  [/zu/gu, "dzu"],
  [/cch/gu, "tch"],
];
const HALF_WIDTH: Record<string, string> = Object.fromEntries(
  Array.from("ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝｧｨｩｪｫｬｭｮｯｰｦ").map((half) => [
    half.normalize("NFKC"),
    half,
  ]),
);
const NUMERALS = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
const ORDINALS = ["", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th"];
const SEASON = /\s*\b(?:(\d)(?:st|nd|rd|th) Season|Season (\d)|(II|III|IV))$/u;
const SUBJECTS = [
  "my neighbour",
  "the tax office",
  "a cheap laptop",
  "our kitchen sink",
  "this invoice",
  "the quarterly report",
  "yesterday's weather",
  "his dentist",
];
const VERBS = [
  "needs a refund from",
  "was parked behind",
  "cannot pay",
  "forgot to email",
  "is allergic to",
  "downloaded drivers for",
  "complains about",
];
const OBJECTS = [
  "the bus driver",
  "a printer cable",
  "the mortgage broker",
  "stainless pipes",
  "the gym membership",
  "two parking tickets",
  "chicken salad",
];

const words = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
const lettersIn = (text: string): number => text.replace(/[^a-z]/giu, "").length;

const OF_LATIN: Record<string, Writer> = {
  "near key": (name, random) =>
    lettersIn(name) < 6 ? null : slips(name.toLowerCase(), 1, random, [nearKey]),
  "near keys": (name, random) =>
    lettersIn(name) < 16 ? null : slips(name.toLowerCase(), 2, random, [nearKey]),
  "dropped or doubled": (name, random) =>
    lettersIn(name) < 8
      ? null
      : slips(name.toLowerCase(), 1 + random.below(lettersIn(name) > 15 ? 2 : 1), random, [
          drop,
          double,
        ]),
  "several slips": (name, random) =>
    lettersIn(name) < 26
      ? null
      : slips(name.toLowerCase(), 4, random, [nearKey, drop, double, swap]),
  "order and slip": (name, random) => {
    const own = words(name.replace(/[:,]/gu, " "));
    if (own.length < 3 || own.length > 6) return null;
    const long = own.filter((word) => lettersIn(word) >= 5);
    if (long.length === 0) return null;
    const bad = random.pick(long);
    return random
      .shuffled(own)
      .map((word) => (word === bad ? slips(word, 1, random, [nearKey, drop, double, swap]) : word))
      .join(" ");
  },
  merged: (name, random) => {
    const own = words(name.replace(/[^\p{L}\p{N}\s]/gu, ""));
    if (own.length < 2) return null;
    if (own.length === 2 || random.below(3) === 0) return own.join("");
    const at = random.below(own.length - 1);
    return [...own.slice(0, at), `${own[at] ?? ""}${own[at + 1] ?? ""}`, ...own.slice(at + 2)].join(
      " ",
    );
  },
  split: (name, random) => {
    const own = words(name);
    const long = own.filter((word) => /^[a-z]{6,}$/u.test(word));
    if (long.length === 0) return null;
    const chosen = random.pick(long);
    const at = 2 + random.below(chosen.length - 3);
    return own
      .map((word) => (word === chosen ? `${word.slice(0, at)} ${word.slice(at)}` : word))
      .join(" ");
  },
  hyphens: (name, random) => {
    const lower = name.toLowerCase();
    const written = random.pick([
      lower.replace(/\s+/gu, "-"),
      lower.replace(/-/gu, " "),
      lower.replace(/-/gu, ""),
      lower.replace(/\s+/gu, "_"),
      lower.replace(/[\s:]+/gu, "."),
    ]);
    return written === lower ? null : written;
  },
  romanisation: (name, random) => {
    const lower = name.toLowerCase();
    const fitting = ROMANISATIONS.filter(([pattern]) => lower.search(pattern) >= 0);
    if (fitting.length === 0 || /\b(?:the|of|and|season|movie)\b/u.test(lower)) return null;
    return random
      .shuffled([...fitting])
      .slice(0, 2)
      .reduce((text, [pattern, other]) => text.replace(pattern, other), lower);
  },
  "first part and slip": (name, random) =>
    name.length < 25
      ? null
      : slips(
          name
            .toLowerCase()
            .slice(0, Math.ceil(name.length * 0.6))
            .trim(),
          1,
          random,
          [nearKey, drop, double, swap],
        ),
  "short word": (name, random) => {
    const own = words(name.replace(/[:,]/gu, " "));
    const short = own.filter((word) => /^[a-z]{2,4}$/u.test(word));
    if (own.length < 2 || short.length === 0) return null;
    const bad = random.pick(short);
    const slip = random.pick([nearKey, drop, double, swap]);
    const written = slip(bad, random.below(bad.length), random);
    return own.map((word) => (word === bad ? written : word)).join(" ");
  },
  "short name": (name, random) =>
    /^[a-z]{4,6}$/iu.test(name)
      ? slips(name.toLowerCase(), 1, random, [nearKey, double, swap])
      : null,
  "without article": (name) => {
    const written = name.toLowerCase().replace(/\b(?:the|a|an)\s+/gu, "");
    return written === name.toLowerCase() || lettersIn(written) < 5 ? null : written;
  },
  "and or numeral": (name, random) => {
    const written = random.pick([
      name.replace(/&/gu, "and"),
      name.replace(/\band\b/gu, "&"),
      name.replace(
        / (II|III|IV|VI|VII|VIII)\b/gu,
        (_, roman: string) => ` ${NUMERALS.indexOf(roman)}`,
      ),
      name.replace(/ ([2-9])$/gu, (_, digit: string) => ` ${NUMERALS[Number(digit)] ?? ""}`),
      name.replace(/×/gu, "x"),
    ]);
    return written === name ? null : written.toLowerCase();
  },
  "season typed": (name, random) => {
    const match = SEASON.exec(name);
    const number = Number(match?.[1] ?? match?.[2] ?? NUMERALS.indexOf(match?.[3] ?? ""));
    if (match === null || !(number > 1)) return null;
    const base = name
      .slice(0, match.index)
      .toLowerCase()
      .replace(/[:\s]+$/u, "");
    return `${base} ${random.pick([`s${number}`, `s0${number}`, ORDINALS[number] ?? "", `${number}`, `season${number}`, `seson ${number}`, `${ORDINALS[number] ?? ""} seasn`, (NUMERALS[number] ?? "").toLowerCase()])}`;
  },
};

const OF_NATIVE: Record<string, Writer> = {
  "native beginning": (name, random) =>
    /^[\u3040-\u30ff\u4e00-\u9fff]{6}/u.test(name)
      ? [...name]
          .slice(0, Math.max(4, Math.ceil([...name].length * (0.4 + random.below(40) / 100))))
          .join("")
      : null,
  "half width": (name) =>
    /[\u30a1-\u30f6]{4}/u.test(name)
      ? name
          .normalize("NFD")
          .replace(/[\u3099]/gu, "ﾞ")
          .replace(/[\u309a]/gu, "ﾟ")
          .replace(/[\u30a1-\u30fc]/gu, (kana) => HALF_WIDTH[kana] ?? kana)
      : null,
  "native one wrong": (name, random) => {
    const signs = [...name];
    if (!/^[\u3040-\u30ff\u4e00-\u9fff]{8,}$/u.test(name)) return null;
    const at = 1 + random.below(signs.length - 2);
    return [
      ...signs.slice(0, at),
      ...(random.below(2) === 0 ? [] : ["の"]),
      ...signs.slice(at + 1),
    ].join("");
  },
};

/** Other titles that contain the phrase count as well. */
const FRAGMENTS: Record<string, Writer> = {
  middle: (name, random) => {
    const own = words(name.replace(/[^\p{L}\p{N}\s'-]/gu, " "));
    if (own.length < 5) return null;
    const length = 3 + random.below(2);
    const at = 1 + random.below(own.length - length);
    const written = own.slice(at, at + length).join(" ");
    return lettersIn(written) < 12 ? null : written;
  },
  subtitle: (name) => {
    const subtitle = /(?::|\s-)\s+(.{6,})$/u.exec(name)?.[1]?.toLowerCase() ?? null;
    return subtitle === null ||
      lettersIn(subtitle) < 8 ||
      /\b(?:season|part|movie|specials?|\d(?:st|nd|rd|th))\b/u.test(subtitle)
      ? null
      : subtitle;
  },
};

/**
 * Mistakes that `generateQueries` does not make: neighbouring keys, other romanisations, merged and
 * split words, fragments of names. `each` of a kind, half of them from the 2,000 most popular
 * titles.
 */
export function generateOtherMistakes(
  rows: readonly CatalogTitle[],
  seed: number,
  each: number,
): EvaluatedQuery[] {
  const random = seededRandom(seed);
  const visible = rows.filter((row) => !row.mature);
  const popular = visible.filter((row) => row.popularity <= 2_000);
  const flat = visible.map((row) => ({
    row,
    names: namesOf(row)
      .map(plain)
      .filter((name) => name !== ""),
  }));
  const queries: EvaluatedQuery[] = [];
  const write = (
    kind: string,
    writer: Writer,
    candidates: (row: CatalogTitle) => (string | null)[],
    accepted: (query: string, name: string, row: CatalogTitle) => number[],
  ) => {
    for (let count = 0, tries = 0; count < each && tries < each * 300; tries += 1) {
      const row = random.pick(count % 2 === 0 ? popular : visible);
      const names = candidates(row).filter((name): name is string => name !== null && name !== "");
      if (names.length === 0) continue;
      const name = random.pick(names);
      const query = writer(name, random);
      if (query === null || query.trim() === "" || query.length > 120) continue;
      queries.push({
        kind,
        query,
        accept: [...new Set([row.mal_id, ...accepted(query, name, row)])],
      });
      count += 1;
    }
  };
  const ids = new Map<string, number[]>();
  for (const { row, names } of flat)
    for (const name of names) ids.set(name, [...(ids.get(name) ?? []), row.mal_id]);
  const namesakes = (query: string, name: string) =>
    [name, query].flatMap((text) => ids.get(plain(text)) ?? []);
  const better = (query: string, _: string, { popularity }: CatalogTitle) => {
    const start = plain(query);
    return flat
      .filter(
        ({ row, names }) =>
          row.popularity < popularity && names.some((name) => name.startsWith(start)),
      )
      .map(({ row }) => row.mal_id);
  };
  const holders = (query: string) => {
    const phrase = plain(query);
    return flat
      .filter(({ names }) => names.some((name) => name.includes(phrase)))
      .map(({ row }) => row.mal_id);
  };
  const latin = (row: CatalogTitle) =>
    [row.title, row.title_english].filter((name) => name !== null && /^[\x20-\x7e]+$/u.test(name));
  for (const [kind, writer] of Object.entries(OF_LATIN))
    write(kind, writer, latin, (query, name, row) => [
      ...namesakes(query, name),
      ...(kind.startsWith("first")
        ? better(name.slice(0, Math.ceil(name.length * 0.6)), name, row)
        : []),
      // A slip in a short name is often the beginning of a better known one.
      ...(kind === "short name" ? better(query, name, row) : []),
    ]);
  for (const [kind, writer] of Object.entries(OF_NATIVE))
    write(
      kind,
      writer,
      (row) => [row.title_japanese],
      (query, name, row) => [...namesakes(query, name), ...better(query, name, row)],
    );
  for (const [kind, writer] of Object.entries(FRAGMENTS))
    write(kind, writer, latin, (query) => holders(query));
  write(
    "synonym slip",
    (name, choice) =>
      lettersIn(name) < 10
        ? null
        : slips(name.toLowerCase(), 1, choice, [nearKey, drop, double, swap]),
    (row) => row.title_synonyms.filter((name) => /^[\x20-\x7e]+$/u.test(name)),
    namesakes,
  );
  for (let count = 0; count < each; count += 1)
    queries.push({ kind: "nonsense", query: nonsense(random), accept: [] });
  return queries;
}

type Slip = (text: string, at: number, random: Random) => string;

const nearKey: Slip = (text, at, random) =>
  text.slice(0, at) + random.pick([...(NEIGHBOURS[text[at] ?? ""] ?? "e")]) + text.slice(at + 1);
const drop: Slip = (text, at) => text.slice(0, at) + text.slice(at + 1);
const double: Slip = (text, at) => text.slice(0, at) + (text[at] ?? "") + text.slice(at);
const swap: Slip = (text, at) =>
  /[a-z]/u.test(text[at + 1] ?? "")
    ? text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2)
    : text.slice(0, at) + text.slice(at + 1);

/** Makes slips in different places, inside words of four letters and more. */
function slips(name: string, count: number, random: Random, kinds: readonly Slip[]): string {
  let text = name;
  for (let done = 0; done < count; done += 1) {
    const indexes = [...text.matchAll(/[a-z]{4,}/gu)].flatMap((word) =>
      Array.from(word[0], (_, index) => word.index + index),
    );
    if (indexes.length === 0) return text;
    text = random.pick(kinds)(text, random.pick(indexes), random);
  }
  return text;
}

function nonsense(random: Random): string {
  const mash = (hand: string) =>
    Array.from({ length: 6 + random.below(9) }, () => random.pick([...hand])).join("");
  return random.pick([
    () => mash("asdfjklgh"),
    () => `${mash("qwertyuiop")} ${mash("zxcvbnm")}`,
    () => `${random.pick(SUBJECTS)} ${random.pick(VERBS)} ${random.pick(OBJECTS)}`,
    () =>
      Array.from({ length: 8 }, () => random.pick([..."bcdfghjklmnpqrstvwxyz0123456789"])).join(""),
    () => mash("ぬぺゎゐゑょぅぷへ"),
  ])();
}

function namesOf(row: CatalogTitle): string[] {
  return [row.title, row.title_english, row.title_japanese, ...row.title_synonyms].filter(
    (name): name is string => name !== null,
  );
}

/** Deliberately not the search's own normaliser. */
function plain(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

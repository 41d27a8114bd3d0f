import { splitSeason, tidy } from "~/features/library/names/season";
import { INNER_PART, normalised } from "./name-similarity";
import type { TitleFacts, TitleSource } from "./title-facts";

export interface LineEntry {
  facts: TitleFacts;
  season: number;
  part: number;
  /** Whether the title's name has the season, which otherwise follows from its place. */
  isNumbered: boolean;
}

const MAX_LINE = 40;
const SERIES_TYPES = new Set(["TV", "ONA"]);

/** A film that was shown in cinemas as several episodes. */
export function isEpisodicFilm({ type, episodes }: TitleFacts): boolean {
  return type === "Movie" && (episodes ?? 1) >= 4;
}

/**
 * `root` and its sequels, through films too, in the order of broadcast. Parts and cours with a
 * title of their own share their season's number.
 */
export async function seasonLine(source: TitleSource, root: TitleFacts): Promise<LineEntry[]> {
  const related = await source.facts([root.malId, ...(await sequelsOf(source, root.malId))]);
  const facts = new Map([...related, ...(await sameSeason(source, related))]);
  // A short net animation between two seasons is none, unless its name says so.
  const isCalled = (title: TitleFacts) =>
    title.type === "TV" || numberOf(title, root).season !== null;
  const isSeries = (title: TitleFacts) =>
    title.malId === root.malId ||
    isEpisodicFilm(title) ||
    (SERIES_TYPES.has(title.type ?? "") && (title.episodes ?? 12) >= (isCalled(title) ? 3 : 6));
  const members = [...facts.values()]
    .filter(isSeries)
    .filter(
      ({ malId, airedFrom }) =>
        malId === root.malId || (airedFrom ?? Infinity) >= (root.airedFrom ?? 0),
    )
    .sort((a, b) => (a.airedFrom ?? Infinity) - (b.airedFrom ?? Infinity) || a.malId - b.malId);
  const others = new Set(
    members.filter(({ malId }) => malId !== root.malId).map(({ title }) => tidy(title)),
  );
  const numbers = members.map((title) => {
    const number = numberOf(title, root);
    // `MF Ghost 2nd Season` is no second season of what `MF Ghost` is a sequel of.
    const isOfSequel = title.names.some((name) => {
      const { base, season } = splitSeason(name);
      return season !== null && season === number.season && others.has(base);
    });
    return isOfSequel && title.malId !== root.malId ? { ...number, season: null } : number;
  });
  const arcs = members.map(arcOf);
  const line: LineEntry[] = [];
  members.forEach((facts, index) => {
    const previous = line.at(-1);
    const isSameArc = (arcs[index] ?? null) !== null && arcs[index] === arcs[index - 1];
    const { season, part } = numbers[index] ?? { season: null, part: null };
    if (previous === undefined)
      return void line.push({
        facts,
        season: season ?? 1,
        part: part ?? 1,
        isNumbered: season !== null,
      });
    const next = numbers.slice(index + 1).find((number) => number.season !== null)?.season ?? null;
    // `Third Plate`, an arc without a number and `Season 4`: the arc belongs to season 3.
    const isArcOfRoot = previous.part > 1 && facts.title.startsWith(`${root.title} - `);
    const continues =
      season === null &&
      (isSameArc ||
        isArcOfRoot ||
        (part ?? 1) > 1 ||
        (next !== null && next <= previous.season + 1));
    const number = season ?? (continues ? previous.season : previous.season + 1);
    line.push({
      facts,
      season: number,
      part: number === previous.season ? Math.max(part ?? 1, previous.part + 1) : (part ?? 1),
      isNumbered: season !== null,
    });
  });
  return line;
}

/** Titles that share the name of a season, as `Title 2nd Season`, where no relation says so. */
async function sameSeason(
  source: TitleSource,
  related: ReadonlyMap<number, TitleFacts>,
): Promise<ReadonlyMap<number, TitleFacts>> {
  const names = new Map(
    [...related.values()].flatMap(({ malId, names }) =>
      names.filter(isSeasonName).map((name) => [normalised(name).raw, malId] as const),
    ),
  );
  if (names.size === 0) return new Map();
  const hits = await source.findByKeys([...names.keys()].map((name) => normalised(name).key));
  const others = await source.facts(
    [...new Set(hits.map(({ malId }) => malId))].filter((id) => !related.has(id)),
  );
  return new Map(
    [...others].filter(([, other]) =>
      other.names.some((name) => {
        const first = related.get(names.get(normalised(name).raw) ?? 0)?.airedFrom ?? Infinity;
        return (other.airedFrom ?? 0) > first;
      }),
    ),
  );
}

function isSeasonName(name: string): boolean {
  const { season, part } = splitSeason(name);
  return season !== null && season > 1 && part === null;
}

/** Lists sequels, the nearest first. */
export function sequelsOf(source: TitleSource, id: number): Promise<number[]> {
  return follow(source, id, { forwards: "SEQUEL", backwards: "PREQUEL" });
}

/** Lists prequels, the nearest first. */
export function prequelsOf(source: TitleSource, id: number): Promise<number[]> {
  return follow(source, id, { forwards: "PREQUEL", backwards: "SEQUEL" });
}

/**
 * The titles that a chain of relations leads to, nearest first. A relation may be stored at either
 * of its titles, under opposite kinds.
 */
async function follow(
  source: TitleSource,
  start: number,
  { forwards, backwards }: { forwards: string; backwards: string },
): Promise<number[]> {
  const found: number[] = [];
  const queue = [start];
  for (let id = queue.shift(); id !== undefined && found.length < MAX_LINE; id = queue.shift())
    for (const { from, to, kind } of await source.relations(id)) {
      const next =
        from === id && kind === forwards ? to : to === id && kind === backwards ? from : null;
      if (next !== null && next !== start && !found.includes(next)) {
        found.push(next);
        queue.push(next);
      }
    }
  return found;
}

/** The arc that the title's name numbers. */
function arcOf({ names }: TitleFacts): string | null {
  return INNER_PART.exec(names[0] ?? "")?.groups?.["arc"] ?? null;
}

export function numberOf(
  title: TitleFacts,
  root: TitleFacts,
): { season: number | null; part: number | null } {
  let part: number | null = null;
  // Synonyms write the arc's number in other ways.
  const names = arcOf(title) === null ? title.names : title.names.slice(0, 1);
  for (const name of names) {
    const found = splitSeason(name.replace(INNER_PART, "$1"));
    part ??= found.part;
    if (found.season !== null) return { season: found.season, part: found.part ?? part };
    const number = trailingNumber(found.base, root);
    if (number !== null) return { season: number, part: found.part ?? part };
  }
  return { season: null, part };
}

/** Whether the title is called that season of `root`, not of another name as arcs have. */
export function isCalledSeason(title: TitleFacts, root: TitleFacts, season: number): boolean {
  if (title.malId === root.malId) return numberOf(title, root).season === season;
  const keys = new Set(root.names.map((name) => normalised(name).key));
  return title.names.some((name) => {
    const found = splitSeason(name.replace(INNER_PART, "$1"));
    return found.season === null
      ? trailingNumber(found.base, root) === season
      : found.season === season && keys.has(normalised(found.base).key);
  });
}

function trailingNumber(name: string, root: TitleFacts): number | null {
  const { tokens } = normalised(name);
  const last = tokens.at(-1) ?? "";
  if (!/^\d{1,2}$/u.test(last) || Number(last) < 2) return null;
  const base = tokens.slice(0, -1).join(" ");
  return root.names.some((other) => normalised(other).tokens.join(" ") === base)
    ? Number(last)
    : null;
}

import { sql } from "drizzle-orm";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { loadTasteCatalog } from "~/features/suggestions/load-taste-catalog.server";
import { rankSuggestions, type RankOptions } from "~/features/suggestions/rank-suggestions";
import type { TasteCatalog } from "~/features/suggestions/taste-catalog";
import type { Database } from "~db/client.server";
import { benchDatabases, hasFullCatalog } from "./support/databases";
import { createLatentUsers, type LatentFacts, type LatentUser } from "./support/latent-lists";
import { printTable } from "./support/tables";
import { seededRandom } from "../tests/support/random";

const USERS = 400;
const SEED = 2_024;
const SHOWN = 10;
const FRACTION = 2 ** 30;
/** How much liking decides what users watch, of what they come across. */
const PICKINESS = { "not picky": 2, picky: 6 };

/**
 * Measures held-out entries of made-up lists; docs/decisions/suggestions.md says what that means.
 */
export default async function suggestions(flags: ReadonlySet<string>): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases();
  try {
    const { client } = await databases.open();
    await rebuildFranchises(client.db);
    const catalog = await loadTasteCatalog(client.db);
    await evaluate(catalog, await loadFacts(client.db, catalog), flags.has("--tune") ? 7 : SEED);
  } finally {
    await databases.close();
  }
}

async function loadFacts(db: Database, { titles }: TasteCatalog): Promise<LatentFacts[]> {
  const rows = await db.execute<{
    mal_id: number;
    synopsis: string;
    members: number;
    year: number | null;
  }>(sql`
    SELECT mal_id, coalesce(synopsis, '') AS synopsis, coalesce(members, 0) AS members,
      extract(year FROM aired_from)::int4 AS year FROM animes`);
  const byId = new Map(rows.map((row) => [row.mal_id, row]));
  return titles.map(({ malId }) => byId.get(malId) ?? { synopsis: "", members: 0, year: null });
}

type Method = (user: LatentUser, options: RankOptions) => Promise<number[]>;

async function evaluate(
  catalog: TasteCatalog,
  facts: readonly LatentFacts[],
  seed: number,
): Promise<void> {
  for (const [name, pickiness] of Object.entries(PICKINESS)) {
    const source = seededRandom(seed);
    const random = () => source.below(FRACTION) / FRACTION;
    const users = createLatentUsers(catalog, facts, { count: USERS, pickiness, random });
    process.stdout.write(`Users who are ${name}. `);
    await compareMethods(catalog, facts, users);
  }
}

async function compareMethods(
  catalog: TasteCatalog,
  facts: readonly LatentFacts[],
  users: readonly LatentUser[],
): Promise<void> {
  const methods: Record<string, Method> = {
    popularity: (_, options) => Promise.resolve(popular(catalog, options)),
    "genre counting": (user, options) => Promise.resolve(byGenres(catalog, user, options, 0)),
    "genre counting, of the 300 most popular": (user, options) =>
      Promise.resolve(byGenres(catalog, user, options, 300)),
    suggestions: async (_, options) =>
      (await rankSuggestions(catalog, options)).map(({ malId }) => malId),
  };
  const lengths = users.map(({ history }) => history.length).sort((a, b) => a - b);
  process.stdout.write(
    `${USERS} with ${lengths[0]} to ${lengths.at(-1)} entries, median ${lengths[USERS / 2]}.\n\n`,
  );
  const rows = [];
  for (const [name, method] of Object.entries(methods))
    rows.push([name, ...(await measure(catalog, facts, users, method))]);
  printTable(
    [
      "",
      "hit rate at 10",
      "± (95 %)",
      "found of 10",
      "different titles",
      "novelty, bits",
      "median rank",
    ],
    rows,
  );
}

async function measure(
  catalog: TasteCatalog,
  facts: readonly LatentFacts[],
  users: readonly LatentUser[],
  method: Method,
): Promise<(string | number)[]> {
  const shown = new Map<number, number>();
  const most = Math.max(...facts.map(({ members }) => members));
  let hits = 0;
  let found = 0;
  let bits = 0;
  let total = 0;
  const ranks: number[] = [];
  for (const user of users) {
    const top = (await method(user, optionsOf(user))).slice(0, SHOWN);
    const right = top.filter((id) => user.heldOut.has(id)).length;
    hits += right > 0 ? 1 : 0;
    found += right;
    for (const id of top) {
      shown.set(id, (shown.get(id) ?? 0) + 1);
      const title = catalog.indexOf.get(id) ?? 0;
      bits += Math.log2((most + 1) / ((facts[title]?.members ?? 0) + 1));
      ranks.push(catalog.titles[title]?.popularity ?? catalog.titles.length);
      total += 1;
    }
  }
  const rate = hits / users.length;
  const error = 1.96 * Math.sqrt((rate * (1 - rate)) / users.length);
  return [
    `${(100 * rate).toFixed(1)} %`,
    (100 * error).toFixed(1),
    (found / users.length).toFixed(2),
    shown.size,
    (bits / total).toFixed(2),
    ranks.sort((a, b) => a - b)[ranks.length >> 1] ?? 0,
  ];
}

function optionsOf({ history }: LatentUser): RankOptions {
  return {
    signals: history,
    namedTerms: [],
    ownTitles: new Set(history.map(({ malId }) => malId)),
    completed: new Set(
      history.filter(({ state }) => state === "completed").map(({ malId }) => malId),
    ),
    refused: new Set(),
    likedByOthers: new Map(),
    allowsMature: false,
    limit: SHOWN,
  };
}

/** Lists the titles that the rules of suggestions allow, most popular first. */
function allowed({ titles }: TasteCatalog, { ownTitles, completed }: RankOptions): number[] {
  return titles
    .filter(
      ({ malId, hasAired, mature, isMinor, prequels }) =>
        hasAired &&
        !mature &&
        !isMinor &&
        !ownTitles.has(malId) &&
        prequels.every((id) => completed.has(id)),
    )
    .sort((one, other) => (one.popularity ?? Infinity) - (other.popularity ?? Infinity))
    .map(({ malId }) => malId);
}

function popular(catalog: TasteCatalog, options: RankOptions): number[] {
  return allowed(catalog, options);
}

/** The share of the list with each of a title's genres, on average; ties by fame. */
function byGenres(
  catalog: TasteCatalog,
  { history }: LatentUser,
  options: RankOptions,
  best: number,
): number[] {
  const counts = new Map<string, number>();
  const genresOf = (id: number) =>
    (catalog.titles[catalog.indexOf.get(id) ?? -1]?.termKeys ?? []).filter((key) =>
      key.startsWith("genre:"),
    );
  for (const { malId, state } of history)
    if (state !== "dropped")
      for (const genre of genresOf(malId)) counts.set(genre, (counts.get(genre) ?? 0) + 1);
  const candidates = allowed(catalog, options).slice(0, best === 0 ? undefined : best);
  const value = new Map(
    candidates.map((id) => {
      const genres = genresOf(id);
      const sum = genres.reduce((total, genre) => total + (counts.get(genre) ?? 0), 0);
      return [id, sum];
    }),
  );
  return candidates.sort((one, other) => (value.get(other) ?? 0) - (value.get(one) ?? 0));
}

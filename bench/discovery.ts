import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { computeSuggestions } from "~/features/suggestions/compute-suggestions.server";
import { loadTasteCatalog } from "~/features/suggestions/load-taste-catalog.server";
import { MOODS } from "~/features/suggestions/mood";
import { addCredits, generateCredits } from "../tests/factories/credits";
import {
  benchDatabases,
  hasFullCatalog,
  openWithoutTimeouts,
  type BenchDatabase,
} from "./support/databases";
import { readChildrenCpuMicros, startBuiltServer } from "./support/programs";
import { percentile } from "./support/percentiles";
import { ms, printTable } from "./support/tables";
import { TIMED_COLUMNS, timeRequest } from "./support/timed-requests";
import { createUser, fillList, readPostmasterPid, readUserId, type Client } from "./support/user";

const ENTRIES = 2_000;
/** About as many as the job reads from Jikan in the end. */
const TITLES_WITH_CREDITS = 3_000;
const COMPUTATIONS = 20;
const BUILDS = 3;
/** Milliseconds; the last one of p95. */
const AIMS = { build: 10_000, computation: 200, page: 30 };

/**
 * Building franchises and computing suggestions, then the pages for finding titles, for a user with
 * 2,000 entries in the catalog of 30,014 titles.
 */
export default async function discovery(): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases();
  try {
    const full = await databases.open();
    const build = await timeBuilds(full);
    await addGeneratedCredits(full);
    const server = await startBuiltServer({ ...full.env, JOBS: "off" });
    try {
      const client = { server, cookie: await createUser(server) };
      const userId = await readUserId(client);
      await fillList(full, userId, ENTRIES);
      const work = [build, ...(await timeComputations(full, userId))];
      printTable(["work of a job", "times", "p50 ms", "p95 ms", "aim", "CPU ms", "Postgres"], work);
      const rows = [];
      const timed = { ...client, postmaster: await readPostmasterPid(full) };
      for (const { name, paths } of await listPages(full)) {
        const canonical = await Promise.all(paths.map((path) => resolvePath(timed, path)));
        const request = (round: number) => ({ path: canonical[round % canonical.length] ?? "" });
        rows.push(await timeRequest(timed, { name, aim: AIMS.page, request }));
      }
      printTable(TIMED_COLUMNS, rows);
    } finally {
      await server.stop();
      await removeCredits(full);
    }
  } finally {
    await databases.close();
  }
}

/** Builds the index from nothing, as the first import does. */
async function timeBuilds(full: BenchDatabase) {
  const client = openWithoutTimeouts(full);
  try {
    return await timeWork(`franchises of ${full.titles} titles`, AIMS.build, BUILDS, {
      before: () => client.sql`TRUNCATE franchise_members`,
      work: () => rebuildFranchises(client.db),
      postmaster: await readPostmasterPid(full),
    });
  } finally {
    await client.close();
  }
}

async function timeComputations(full: BenchDatabase, userId: string) {
  const { db } = full.client;
  const postmaster = await readPostmasterPid(full);
  const catalog = await loadTasteCatalog(db);
  return [
    await timeWork("catalog of tastes, once per change", null, BUILDS, {
      work: () => loadTasteCatalog(db),
      postmaster,
    }),
    await timeWork(`suggestions, ${ENTRIES} entries`, AIMS.computation, COMPUTATIONS, {
      work: () => computeSuggestions(db, catalog, userId),
      postmaster,
    }),
  ];
}

interface Work {
  before?: () => PromiseLike<unknown>;
  work: () => Promise<unknown>;
  postmaster: number;
}

async function timeWork(
  name: string,
  aim: number | null,
  times: number,
  { before, work, postmaster }: Work,
): Promise<(string | number)[]> {
  const walls: number[] = [];
  const spent = { own: [] as number[], database: [] as number[] };
  for (let time = 0; time < times; time += 1) {
    await before?.();
    const database = readChildrenCpuMicros(postmaster) ?? 0;
    const cpu = process.cpuUsage();
    const started = performance.now();
    await work();
    walls.push(performance.now() - started);
    const { user, system } = process.cpuUsage(cpu);
    spent.own.push((user + system) / 1000);
    spent.database.push(((readChildrenCpuMicros(postmaster) ?? 0) - database) / 1000);
  }
  return [
    name,
    times,
    ms(percentile(walls, 50)),
    ms(percentile(walls, 95)),
    aim ?? "",
    ms(percentile(spent.own, 50)),
    ms(percentile(spent.database, 50)),
  ];
}

async function addGeneratedCredits(full: BenchDatabase): Promise<void> {
  const client = openWithoutTimeouts(full);
  try {
    const existing = await client.sql`SELECT 1 FROM anime_characters LIMIT 1`;
    if (existing.length > 0) return;
    const titles = await client.sql<{ mal_id: number }[]>`
      SELECT mal_id FROM animes ORDER BY popularity NULLS LAST LIMIT ${TITLES_WITH_CREDITS}`;
    await addCredits(client.db, generateCredits(titles.map(({ mal_id }) => mal_id)));
    await client.sql`VACUUM (ANALYZE)`;
  } finally {
    await client.close();
  }
}

/** Redirects to slugs are not timed. */
async function resolvePath({ server, cookie }: Client, path: string): Promise<string> {
  const response = await fetch(server.url + path, { headers: { cookie } });
  await response.body?.cancel();
  const { pathname, search } = new URL(response.url);
  return pathname + search;
}

interface Page {
  name: string;
  paths: readonly string[];
}

/** Removes made-up credits, which other benchmarks' suggestions would not know. */
async function removeCredits(full: BenchDatabase): Promise<void> {
  const client = openWithoutTimeouts(full);
  await client.sql`TRUNCATE characters, people, theme_songs CASCADE`;
  await client.close();
}

async function listPages({ client: { sql } }: BenchDatabase): Promise<Page[]> {
  const ids = async (rows: Promise<{ id: number }[]>) => (await rows).map(({ id }) => id);
  const titles = await ids(sql<{ id: number }[]>`
    SELECT mal_id AS id FROM animes WHERE NOT mature ORDER BY popularity NULLS LAST LIMIT 100`);
  const franchises = await ids(sql<{ id: number }[]>`
    SELECT franchise_id AS id FROM franchise_members JOIN animes USING (mal_id) WHERE NOT mature
    GROUP BY 1 HAVING count(*) > 1 ORDER BY md5(franchise_id::text) LIMIT 100`);
  const large = await ids(sql<{ id: number }[]>`
    SELECT franchise_id AS id FROM franchise_members GROUP BY 1 ORDER BY count(*) DESC LIMIT 20`);
  const people = await ids(sql<{ id: number }[]>`
    SELECT id FROM people ORDER BY credits DESC LIMIT 100`);
  const characters = await ids(sql<{ id: number }[]>`
    SELECT c.id FROM characters c JOIN anime_characters a ON a.character_id = c.id
    JOIN animes ON animes.mal_id = a.anime_mal_id WHERE NOT mature
    ORDER BY c.favorites DESC LIMIT 100`);
  const page = (name: string, paths: readonly string[]): Page => ({ name, paths });
  const pages = (name: string, path: string, of: readonly number[], query = "") =>
    page(
      name,
      of.map((id) => `/${path}/${id}${query}`),
    );
  return [
    pages("franchise", "franchise", franchises),
    pages("franchise, the 20 largest", "franchise", large),
    pages("the same, by story", "franchise", large, "?order=story"),
    page("suggestions", ["/discover"]),
    page(
      "suggestions, by mood",
      MOODS.map(({ name, choice }) => `/discover?${name}=${choice}`),
    ),
    page("missed sequels", ["/discover/sequels"]),
    page("Home", ["/"]),
    page("season", ["/season/2024/fall"]),
    page("season by day", ["/season/2024/fall?by=day"]),
    page("upcoming titles", ["/season/upcoming"]),
    pages("title with credits", "anime", titles),
    pages("whole cast", "credits", titles),
    pages("character", "character", characters),
    pages("person", "person", people),
    page("search", ["/browse?search_query=sato", "/browse?search_query=mori"]),
    page("search suggestions", ["/suggest?q=sa", "/suggest?q=mori", "/suggest?q=kanda+rin"]),
  ];
}

import { randomUUID } from "node:crypto";
import { openDatabase } from "~db/client.server";
import { benchDatabases, hasFullCatalog, type BenchDatabase } from "./support/databases";
import { startBuiltServer, type Program } from "./support/programs";
import { countStatements, type StatementCounter } from "./support/statement-counter";
import { ms, percentile, printTable } from "./support/tables";

const ENTRIES = 5_000;
const SEEN_EPISODES = 60_000;
const EVENTS = 60_000;
const ROUNDS = 100;
const WARM_UP_ROUNDS = 10;
const IMPORT_ROUNDS = 3;

interface Bench {
  server: Program;
  counter: StatementCounter;
  cookie: string;
}

/** Milliseconds of p95 that the project aims for. */
interface Measured {
  name: string;
  aim: number | null;
  rounds?: number;
  request: (round: number) => { method?: string; path: string; body?: unknown };
}

/**
 * 5,000 entries, 60,000 seen episodes and as many events: times of requests and the statements of
 * each, session included.
 */
export default async function list(): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases();
  try {
    const full = await databases.open();
    const counter = await countStatements(full.env);
    const server = await startBuiltServer(counter.env);
    try {
      const cookie = await createUser(server);
      const ids = await fillList(full, server, cookie);
      await measure({ server, counter, cookie }, ids);
    } finally {
      await server.stop();
      await counter.close();
    }
  } finally {
    await databases.close();
  }
}

async function createUser({ url }: Program): Promise<string> {
  const name = `bench-${randomUUID()}`;
  const response = await fetch(`${url}/api/auth/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      username: "Bench",
      email: `${name}@akari.test`,
      password: "Bebop-71x!",
    }),
  });
  if (!response.ok) throw new Error(`Signing up failed with ${response.status}.`);
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** By SQL, as years of use would; returns the ids of titles not on the list. */
async function fillList({ env }: BenchDatabase, { url }: Program, cookie: string) {
  const session = (await (
    await fetch(`${url}/api/auth/session`, { headers: { cookie } })
  ).json()) as { data: { id: string } };
  const userId = session.data.id;
  const client = openDatabase(
    {
      host: env["PGHOST"] ?? "",
      port: Number(env["PGPORT"]),
      user: env["PGUSER"] ?? "",
      password: env["PGPASSWORD"] ?? "",
      database: (env["DATABASE_URL"] ?? "").replace("postgres:///", ""),
    },
    { applicationName: "akari-bench", poolSize: 1, patient: true },
  );
  const { sql } = client;
  const perEntry = SEEN_EPISODES / ENTRIES;
  await sql`
    INSERT INTO watch_list_entries (user_id, anime_mal_id, state, score, started_on, finished_on, tags, updated_at)
    SELECT ${userId}, mal_id, (ARRAY['watching', 'planned', 'completed', 'completed', 'paused', 'dropped'])[1 + rank % 6],
      nullif(rank % 101, 0), to_char(now() - rank * interval '1 day', 'YYYY-MM-DD'),
      CASE WHEN rank % 6 IN (2, 3) THEN to_char(now() - rank * interval '12 hours', 'YYYY-MM-DD') END,
      ARRAY['tag ' || rank % 20], now() - rank * interval '1 hour'
    FROM (SELECT mal_id, (row_number() OVER (ORDER BY popularity))::int AS rank FROM animes
      WHERE popularity IS NOT NULL ORDER BY popularity LIMIT ${ENTRIES}) AS top`;
  await sql`
    INSERT INTO seen_episodes (user_id, anime_mal_id, episodes)
    SELECT user_id, anime_mal_id, int4multirange(int4range(1, ${perEntry + 1}::int4))
    FROM watch_list_entries WHERE user_id = ${userId}`;
  await sql`
    INSERT INTO rewatches (user_id, anime_mal_id, number, finished)
    SELECT user_id, anime_mal_id, 1, true FROM watch_list_entries
    WHERE user_id = ${userId} AND anime_mal_id % 10 = 0`;
  await sql`
    INSERT INTO list_events (user_id, anime_mal_id, at, day, through, before, after, watched)
    SELECT user_id, anime_mal_id, at, at::date, 'site', jsonb_build_object('seen', '[]'::jsonb),
      jsonb_build_object('seen', '[[1, 1]]'::jsonb), 1
    FROM (SELECT user_id, anime_mal_id, now() - (row_number() OVER ()) * interval '45 minutes' AS at
      FROM watch_list_entries, generate_series(1, ${EVENTS / ENTRIES}) WHERE user_id = ${userId}) AS events`;
  await sql`ANALYZE watch_list_entries, seen_episodes, rewatches, list_events`;
  const others = await sql<{ mal_id: number }[]>`
    SELECT mal_id FROM animes WHERE status <> 'Not yet aired' ORDER BY popularity DESC NULLS LAST LIMIT ${ENTRIES}`;
  // Long enough to count up and down.
  const ours = await sql<{ mal_id: number }[]>`
    SELECT anime_mal_id AS mal_id FROM watch_list_entries JOIN animes ON mal_id = anime_mal_id
    WHERE user_id = ${userId} AND state = 'watching' AND episodes > ${perEntry}::int4
    ORDER BY anime_mal_id LIMIT ${ROUNDS + WARM_UP_ROUNDS}`;
  await client.close();
  return { listed: ours.map((row) => row.mal_id), others: others.map((row) => row.mal_id) };
}

async function measure(bench: Bench, ids: { listed: number[]; others: number[] }): Promise<void> {
  const animeId = (round: number) => ids.listed[round % ids.listed.length];
  const list = (policy: string, score: number) => ({
    method: "POST",
    path: `/api/user/watchlist/import?policy=${policy}`,
    body: ids.others.map((mal_id) => ({ mal_id, state: "completed", score, rewatches: [] })),
  });
  const measured: Measured[] = [
    { name: "My list", aim: 30, request: () => ({ path: "/list?type=completed&sort=title" }) },
    {
      name: "entry",
      aim: null,
      request: (round) => ({ path: `/api/user/watchlist/entry?animeId=${animeId(round)}` }),
    },
    {
      name: "whole list (API)",
      aim: null,
      rounds: 20,
      request: () => ({ path: "/api/user/watchlist" }),
    },
    { name: "statistics", aim: 30, request: () => ({ path: "/api/user/statistics" }) },
    {
      name: "statistics of a year",
      aim: 30,
      request: () => ({ path: `/api/user/statistics?year=${new Date().getFullYear()}` }),
    },
    {
      name: "history",
      aim: 30,
      request: (round) => ({ path: `/api/user/watchlist/events?page=${1 + (round % 50)}` }),
    },
    {
      name: "+1",
      aim: 10,
      request: (round) => ({
        method: "POST",
        path: "/api/user/watchlist/seen",
        // Up and down in turn, so that no title runs out of episodes.
        body: { animeId: animeId(round >> 1), episodes: round % 2 === 0 ? "-1" : "+1" },
      }),
    },
    {
      name: "score",
      aim: 10,
      request: (round) => ({
        method: "PATCH",
        path: "/api/user/watchlist/entry",
        body: { animeId: animeId(round), score: round % 100 },
      }),
    },
    {
      name: `import of ${ENTRIES}`,
      aim: 2_000,
      rounds: IMPORT_ROUNDS,
      request: (round) => list("replace", 1 + round),
    },
    {
      name: "the same import again",
      aim: 2_000,
      rounds: IMPORT_ROUNDS,
      request: () => list("replace", 50),
    },
  ];
  const rows = [];
  for (const one of measured) {
    const rounds = one.rounds ?? ROUNDS;
    const warmUp = rounds === ROUNDS ? WARM_UP_ROUNDS : 0;
    const times: number[] = [];
    let statements = 0;
    for (let round = 0; round < warmUp + rounds; round += 1) {
      bench.counter.take();
      const time = await send(bench, one.request(round));
      if (round < warmUp) continue;
      times.push(time);
      statements = Math.max(statements, bench.counter.take());
    }
    rows.push([
      one.name,
      ms(percentile(times, 50)),
      ms(percentile(times, 95)),
      one.aim ?? "",
      statements,
    ]);
  }
  printTable(["request", "p50 ms", "p95 ms", "aim", "statements"], rows);
}

async function send(
  { server, cookie }: Bench,
  { method = "GET", path, body }: { method?: string; path: string; body?: unknown },
): Promise<number> {
  const started = performance.now();
  const response = await fetch(server.url + path, {
    method,
    headers: {
      cookie,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} responded ${response.status}`);
  return performance.now() - started;
}

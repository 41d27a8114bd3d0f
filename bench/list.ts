import { benchDatabases, hasFullCatalog } from "./support/databases";
import { ENTRIES, fillLongList, type LongList } from "./support/long-list";
import { startBuiltServer } from "./support/programs";
import { countStatements } from "./support/statement-counter";
import { printTable } from "./support/tables";
import {
  ALL_ROUNDS,
  send,
  TIMED_COLUMNS,
  timeRequest,
  type TimedRequest,
  warmUp,
} from "./support/timed-requests";
import { createUser, readPostmasterPid, readUserId, type Client } from "./support/user";

const IMPORT_ROUNDS = 3;

/**
 * 5,000 entries, 60,000 seen episodes and as many events: times of requests, the processor time of
 * the server and of Postgres, and the statements of each, session included.
 */
export default async function list(flags: ReadonlySet<string>): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases();
  try {
    const full = await databases.open();
    const server = await startBuiltServer(full.env);
    try {
      const client = { server, cookie: await createUser(server) };
      const ids = await fillLongList(full, {
        userId: await readUserId(client),
        countable: ALL_ROUNDS,
      });
      await saveSearches(client);
      // Pages alone with `--pages`.
      const measured = listMeasured(ids).filter(
        ({ request }) => !flags.has("--pages") || !request(0).path.startsWith("/api/"),
      );
      await warmUp(client, measured);
      const timed = [];
      const postmaster = await readPostmasterPid(full);
      for (const one of measured) timed.push(await timeRequest({ ...client, postmaster }, one));
      await server.stop();
      const statements = await countEach(full.env, client.cookie, measured);
      printTable(
        [...TIMED_COLUMNS, "statements"],
        timed.map((columns, index) => [...columns, statements[index] ?? ""]),
      );
    } finally {
      await server.stop();
    }
  } finally {
    await databases.close();
  }
}

const SEARCHES = 50;
const PINNED = 8;

/** Saves as many searches as a user may have: some are on Home, all are followed. */
async function saveSearches({ server, cookie }: Client): Promise<void> {
  for (let index = 0; index < SEARCHES; index += 1) {
    const body = new URLSearchParams({
      intent: "save",
      name: `Search ${index}`,
      url: `/browse?year_filter=${1980 + index}&order_by=popularity`,
      followed: "on",
      ...(index < PINNED ? { pinned: "on" } : {}),
    });
    const response = await fetch(`${server.url}/searches`, {
      method: "POST",
      headers: { cookie, origin: server.url },
      body,
      redirect: "manual",
    });
    if (response.status !== 303) throw new Error(`Saving a search failed: ${response.status}.`);
    await response.body?.cancel();
  }
}

/** The second time, when caches are filled, by a relay that would slow the timed requests. */
async function countEach(
  env: Record<string, string>,
  cookie: string,
  measured: readonly TimedRequest[],
): Promise<number[]> {
  const counter = await countStatements(env);
  const server = await startBuiltServer({ ...counter.env, JOBS: "off" });
  try {
    const statements = [];
    for (const { request } of measured) {
      await send({ server, cookie }, request(0));
      counter.take();
      await send({ server, cookie }, request(1));
      statements.push(counter.take());
    }
    return statements;
  } finally {
    await server.stop();
    await counter.close();
  }
}

const SEASON_NAMES = ["winter", "spring", "summer", "fall"] as const;

function listMeasured(ids: LongList): TimedRequest[] {
  const animeId = (round: number) => ids.listed[round % ids.listed.length];
  const list = (policy: string, score: number) => ({
    method: "POST",
    path: `/api/user/watchlist/import?policy=${policy}`,
    body: ids.others.map((mal_id) => ({ mal_id, state: "completed", score, rewatches: [] })),
  });
  return [
    { name: "My list", aim: 30, request: () => ({ path: "/list?type=completed&sort=title" }) },
    { name: "My list, latest change", aim: 30, request: () => ({ path: "/list?state=all" }) },
    {
      name: "My list as a table",
      aim: 30,
      request: (round) => ({ path: `/list?state=all&view=table&page=${1 + (round % 80)}` }),
    },
    { name: "statistics page", aim: 30, request: () => ({ path: "/profile/statistics" }) },
    {
      name: "history page",
      aim: 30,
      request: (round) => ({ path: `/list/history?page=${1 + (round % 50)}` }),
    },
    { name: "Home, 8 pinned searches", aim: 30, request: () => ({ path: "/" }) },
    { name: "season", aim: 30, request: () => ({ path: "/season/2024/fall" }) },
    { name: "season by day", aim: 30, request: () => ({ path: "/season/2024/fall?by=day" }) },
    {
      name: "seasons, each once",
      aim: null,
      request: (round) => ({
        path: `/season/${1990 + (round >> 2)}/${SEASON_NAMES[round % 4] ?? ""}`,
      }),
    },
    { name: "upcoming titles", aim: 30, request: () => ({ path: "/season/upcoming" }) },
    { name: "saved searches", aim: 30, request: () => ({ path: "/searches" }) },
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
    { name: "statistics (API)", aim: 30, request: () => ({ path: "/api/user/statistics" }) },
    {
      name: "statistics of a year (API)",
      aim: 30,
      request: () => ({ path: `/api/user/statistics?year=${new Date().getFullYear()}` }),
    },
    {
      name: "history (API)",
      aim: 30,
      request: (round) => ({ path: `/api/user/watchlist/events?page=${1 + (round % 50)}` }),
    },
    {
      name: "+1",
      aim: 10,
      request: (round) => ({
        method: "POST",
        path: "/api/user/watchlist/seen",
        // Progress goes up and down in turn, so that no title runs out of episodes.
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
}

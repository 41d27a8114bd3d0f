import { HIDE_KINDS } from "~/features/listing/hidden/hide-choices";
import { benchDatabases, hasFullCatalog } from "./support/databases";
import { readChildrenCpuMicros, readCpuMicros, startBuiltServer } from "./support/programs";
import { median } from "./support/percentiles";
import { ms, printTable } from "./support/tables";
import { send, type TimedClient } from "./support/timed-requests";
import { createUser, fillList, readPostmasterPid, readUserId } from "./support/user";

const ENTRIES = 2_000;
const BLOCKS = 6;
const ROUNDS_PER_BLOCK = 20;
const AIM = 1.3;

const PAGES = [
  ["Browse", "/browse"],
  ["by genre", "/browse?genre_filter=Action"],
  ["by many filters", "/browse?genre_filter=Drama&year_min=2000&score_filter=7&order_by=newest"],
  ["page 300", "/browse?page_number=300"],
  ["search", "/browse?search_query=no"],
] as const;

/** The processor time of Browse for a user with and without what the list hides. */
export default async function hide(): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases();
  try {
    const full = await databases.open();
    const server = await startBuiltServer({ ...full.env, JOBS: "off" });
    try {
      const client = { server, cookie: await createUser(server) };
      await fillList(full, await readUserId(client), ENTRIES);
      await measure({ ...client, postmaster: await readPostmasterPid(full) });
    } finally {
      await server.stop();
    }
  } finally {
    await databases.close();
  }
}

async function measure(client: TimedClient): Promise<void> {
  const rows = [];
  for (const [name, path] of PAGES) {
    const hiding = `${path}${path.includes("?") ? "&" : "?"}hide=${HIDE_KINDS.join(",")}`;
    const spent = { all: [] as Spent[], hiding: [] as Spent[] };
    await spend(client, path);
    await spend(client, hiding);
    // The two alternate, as the machine's load changes.
    for (let block = 0; block < BLOCKS; block += 1) {
      spent.all.push(await spend(client, path));
      spent.hiding.push(await spend(client, hiding));
    }
    const all = total(spent.all);
    const without = total(spent.hiding);
    rows.push([
      name,
      ...[all, without].flatMap(({ site, database }) => [ms(site), ms(database)]),
      ((without.site + without.database) / (all.site + all.database)).toFixed(2),
      `≤ ${AIM}`,
    ]);
  }
  process.stdout.write(
    `A list of ${ENTRIES}, milliseconds of processor time per page, site and Postgres:\n\n`,
  );
  printTable(["page", "all: site", "Postgres", "hiding: site", "Postgres", "ratio", "aim"], rows);
}

interface Spent {
  site: number;
  database: number;
}

function total(spent: readonly Spent[]): Spent {
  return {
    site: median(spent.map(({ site }) => site)),
    database: median(spent.map(({ database }) => database)),
  };
}

async function spend(client: TimedClient, path: string): Promise<Spent> {
  const site = readCpuMicros(client.server.pid) ?? 0;
  const database = readChildrenCpuMicros(client.postmaster) ?? 0;
  for (let round = 0; round < ROUNDS_PER_BLOCK; round += 1) await send(client, { path });
  const perRound = (micros: number) => micros / 1000 / ROUNDS_PER_BLOCK;
  return {
    site: perRound((readCpuMicros(client.server.pid) ?? 0) - site),
    database: perRound((readChildrenCpuMicros(client.postmaster) ?? 0) - database),
  };
}

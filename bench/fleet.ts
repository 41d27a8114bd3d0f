import { cpus } from "node:os";
import { animePath } from "~/features/catalog/view/anime-path";
import { seededRandom } from "../tests/support/random";
import { benchDatabases, hasFullCatalog, type BenchDatabase } from "./support/databases";
import {
  PARTS,
  readMemory,
  startFleet,
  type Fleet,
  type KindOfRequest,
  type MixedResult,
} from "./support/fleet-parts";
import {
  addUsers,
  chooseTitles,
  signUpUsers,
  watchTwoEpisodes,
  type FleetUser,
} from "./support/fleet-users";
import { timeReferenceWork } from "./support/reference-work";
import { recordCost } from "./support/results";
import { percentile } from "./support/percentiles";
import { ms, printTable } from "./support/tables";
import { fillList, readUserId } from "./support/user";

const SIZES = [1, 2, 4];
const LOADING_USERS = 24;
const LISTED = 200;
const STORED_USERS = 200;
/** The number exceeds the titles that are opened within a minute, for which a page is cached. */
const TITLES = 2_000;
const COVERS = 120;
const LOAD = { seconds: 8, connections: 24 };
/** Fills nginx's cache and lets every instance compile the code that it runs. */
const WARM_UP = { seconds: 14, connections: 24 };
const CACHE_WARM_UP = { seconds: 1, connections: 24 };
/** The load, as a share of what one instance can do at most. */
const PACED_SHARE = 0.5;
const KIND_LOAD = { seconds: 3, connections: 8 };
/** The share of a core, or of all, that counts as full; the rest is the kernel's own work. */
const FULL = 0.85;
const MAX_CONNECTIONS = 120;
const MIB = 1024 * 1024;
const RANGE_BYTES = MIB;
const SEGMENT_BYTES = 6 * MIB;

/**
 * One, two and four instances behind nginx with Postgres, PgBouncer and Valkey, under a load of
 * visitors, users, programs and viewers. All of it and the load share this machine's cores, so what
 * carries over to others is the processor time of a request.
 */
export default async function fleet(): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases(MAX_CONNECTIONS);
  try {
    await databases.open();
    await databases.withCopy(undefined, async (database) => {
      const running = await startFleet(database, Math.max(...SIZES));
      try {
        for (const name of running.missing)
          process.stdout.write(`Without ${name}: not installed.\n`);
        await measureFleet(database, running);
      } finally {
        await running.stop();
      }
    });
  } finally {
    await databases.close();
  }
}

async function measureFleet(database: BenchDatabase, running: Fleet): Promise<void> {
  const [first] = running.instances;
  if (first === undefined) throw new Error("no instance runs");
  const { long, popular } = await chooseTitles(database, TITLES);
  const [model, ...users] = await signUpUsers(first, 1 + LOADING_USERS);
  if (model === undefined) throw new Error("no user signed up");
  const userId = await watchTwoEpisodes(first, model, long[0] ?? 0);
  await measureStorage(database, userId);
  for (const { cookie } of users)
    await fillList(database, await readUserId({ server: first, cookie }), LISTED);
  const kinds = buildKinds({ users, long, popular, videoOrigin: running.videoOrigin });
  await running.warmUp(kinds, WARM_UP);
  await measureSizes(running, kinds);
  await measureKinds(running, kinds);
}

async function measureStorage(database: BenchDatabase, userId: string): Promise<void> {
  const tables = await addUsers(database, { count: STORED_USERS, userId });
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  process.stdout.write(
    `\nBytes per user in the database, indexes included, of ${STORED_USERS} users with 5 to 870 titles (200 on average):\n\n`,
  );
  printTable(
    ["table", "rows per user", "kB per user"],
    [
      ...tables.map(({ table, rows, bytes }) => [
        table,
        (rows / STORED_USERS).toFixed(1),
        (bytes / STORED_USERS / 1000).toFixed(1),
      ]),
      ["all", "", (total / STORED_USERS / 1000).toFixed(1)],
    ],
  );
}

/** Each alone, on one instance. */
async function measureKinds(running: Fleet, kinds: readonly KindOfRequest[]): Promise<void> {
  const rows = await running.withInstances(1, async ({ run }) => {
    const measured: (string | number)[][] = [];
    for (const kind of kinds) {
      await run([kind], CACHE_WARM_UP);
      const reference = timeReferenceWork();
      const result = await run([kind], KIND_LOAD);
      const requests = countRequests(result);
      recordCost(`fleet: ${kind.name}`, [result.spent.site / requests], [reference]);
      const bytes = result.kinds.reduce((sum, one) => sum + one.bytes, 0);
      measured.push([
        kind.name,
        kind.weight,
        (requests / result.seconds).toFixed(0),
        (bytes / requests / 1000).toFixed(1),
        ...PARTS.map((part) => ms(result.spent[part] / 1000 / requests)),
        (result.spent.site / 1e6 / result.seconds).toFixed(2),
      ]);
    }
    return measured;
  });
  process.stdout.write(
    `Each kind of request alone, one instance, ${KIND_LOAD.connections} connections, processor milliseconds per request:\n\n`,
  );
  printTable(["requests", "share %", "requests/s", "kB each", ...PARTS, "cores of the site"], rows);
}

async function measureSizes(running: Fleet, kinds: readonly KindOfRequest[]): Promise<void> {
  const speed: (string | number)[][] = [];
  const used: (string | number)[][] = [];
  let paced = 0;
  // nginx caches them.
  const images = kinds.filter(({ name }) => name.includes("images"));
  for (const size of SIZES)
    await running.withInstances(size, async ({ run }) => {
      await run(images, CACHE_WARM_UP);
      await run(kinds, CACHE_WARM_UP);
      const result = await run(kinds, LOAD);
      const requests = countRequests(result);
      const perSecond = requests / result.seconds;
      if (size === SIZES[0]) paced = perSecond * PACED_SHARE;
      const calm = await run(kinds, { ...LOAD, perSecond: paced });
      speed.push([
        size,
        perSecond.toFixed(0),
        latency(result, 99),
        (countRequests(calm) / calm.seconds).toFixed(0),
        latency(calm, 50),
        latency(calm, 99),
        ...PARTS.map((part) => ms(result.spent[part] / 1000 / requests)),
        Math.max(...running.instances.slice(0, size).map(readMemory)).toFixed(0),
      ]);
      const cores = (part: keyof MixedResult["spent"]) => result.spent[part] / 1e6 / result.seconds;
      const all = [...PARTS, "load" as const];
      const sum = all.reduce((total, part) => total + cores(part), 0);
      used.push([
        size,
        ...all.map((part) => cores(part).toFixed(2)),
        sum.toFixed(2),
        (cores("site") / size).toFixed(2),
        describeFull(cores("site") / size, sum),
      ]);
    });
  process.stdout.write(
    `The mixed load, ${LOAD.connections} connections: as fast as responses come, then at half of what one instance can do; processor milliseconds per request at full speed:\n\n`,
  );
  printTable(
    [
      "instances",
      "requests/s",
      "p99 ms",
      "paced at",
      "p50 ms",
      "p99 ms",
      ...PARTS,
      "MB per instance",
    ],
    speed,
  );
  process.stdout.write(
    "Cores in use at full speed. An instance has one thread for its requests, so it is full at about one; the machine is full at the number of its cores. The load includes the origin of its videos:\n\n",
  );
  printTable(["instances", ...PARTS, "load", "all", "each instance", "full first"], used);
}

function describeFull(instance: number, all: number): string {
  if (instance >= FULL) return "the instance's thread";
  return all >= FULL * cpus().length ? "the machine's cores" : "neither";
}

const countRequests = ({ kinds }: MixedResult): number =>
  kinds.reduce((sum, { requests }) => sum + requests, 0);

const latency = ({ kinds }: MixedResult, percent: number): string =>
  percentile(
    kinds.flatMap(({ latencies }) => latencies),
    percent,
  ).toFixed(0);

interface Shapes {
  users: readonly FleetUser[];
  long: readonly number[];
  popular: readonly { mal_id: number; title: string }[];
  videoOrigin: string;
}

/**
 * Builds requests that vary enough for the caches of instances to matter, in an order that repeats.
 */
function buildKinds({ users, long, popular, videoOrigin }: Shapes): KindOfRequest[] {
  const random = seededRandom(19);
  const times = (count: number, build: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => build(index));
  const visitor = (path: string) =>
    get(path, { address: `10.1.${random.below(250)}.${random.below(250)}` });
  const asUser = (build: (user: FleetUser, address: string) => string) => (index: number) => {
    const user = users[index % users.length];
    if (user === undefined) throw new Error("no user signed up");
    return build(user, `10.2.0.${1 + (index % users.length)}`);
  };
  const title = () => random.pick(popular);
  const covers = popular.slice(0, COVERS);
  const suggest = (text: string) => `/api/animes/suggest?q=${encodeURIComponent(text)}`;
  const listing = () =>
    `/api/animes/full?page=${1 + random.below(40)}&genre_filter=${random.pick(["Action", "Drama", "Comedy", "Fantasy"])}`;
  const source = (path: string) => `/api/videoProxy?url=${encodeURIComponent(videoOrigin + path)}`;
  const viewer = (path: string, headers = "") =>
    get(source(path), { address: `10.3.0.${1 + random.below(250)}`, headers });
  const ranges = Math.floor(SEGMENT_BYTES / RANGE_BYTES);
  return [
    {
      name: "visitors: pages",
      weight: 15,
      requests: times(1_600, (index) =>
        visitor(
          index % 4 === 0
            ? random.pick(["/", "/browse", "/schedule", "/genre/Drama", "/genre/Action"])
            : animePath(title()),
        ),
      ),
    },
    {
      name: "visitors: images",
      weight: 35,
      requests: times(COVERS, (index) =>
        visitor(`/media/cover/${covers[index]?.mal_id ?? 0}/240.webp`),
      ),
    },
    {
      name: "visitors: listings and suggestions",
      weight: 10,
      requests: times(400, (index) =>
        visitor(
          index % 2 === 0
            ? listing()
            : suggest(random.pick(["fri", "one p", "naru", "attack", "ghib"])),
        ),
      ),
    },
    {
      name: "users: My list and titles",
      weight: 12,
      requests: times(
        240,
        asUser(({ cookie }, address) =>
          get(random.pick(["/list", animePath(title()), animePath(title()), "/"]), {
            address,
            headers: `cookie: ${cookie}\r\n`,
          }),
        ),
      ),
    },
    {
      name: "users: +1",
      weight: 4,
      requests: times(
        240,
        asUser(({ cookie }, address) => {
          const body = JSON.stringify({ animeId: random.pick(long), episodes: "+1" });
          return `POST /api/user/watchlist/seen HTTP/1.1\r\n${common(address)}cookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
        }),
      ),
    },
    {
      name: "programs",
      weight: 14,
      requests: times(
        240,
        asUser(({ token }, address) =>
          get(
            random.pick([
              listing(),
              `/api/animes/getAnime?id=${title().mal_id}`,
              "/api/user/watchlist?page=1",
            ]),
            { address, headers: `authorization: Bearer ${token}\r\n` },
          ),
        ),
      ),
    },
    {
      name: "viewers: playlists",
      weight: 2,
      requests: times(50, () => viewer("/list-240.m3u8")),
    },
    {
      name: "viewers: ranges of 1 MiB",
      weight: 8,
      requests: times(60, (index) => {
        const from = (index % ranges) * RANGE_BYTES;
        return viewer("/segment.ts", `range: bytes=${from}-${from + RANGE_BYTES - 1}\r\n`);
      }),
    },
  ];
}

function get(path: string, { address, headers = "" }: { address: string; headers?: string }) {
  return `GET ${path} HTTP/1.1\r\n${common(address)}${headers}\r\n`;
}

/** Writes common headers. The address makes a client of its own, since a proxy is trusted. */
function common(address: string): string {
  return `host: $HOST\r\nx-forwarded-for: ${address}\r\naccept: */*\r\naccept-encoding: gzip\r\n`;
}

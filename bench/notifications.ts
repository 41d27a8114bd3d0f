import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { mapLimited } from "~/concurrency/map-limited";
import { loadConfig } from "~/config/config.server";
import { LOCK_AFTER_MS } from "~/features/accounts/household/session-lock.server";
import { createLiveHub } from "~/features/notifications/live/live-hub.server";
import { addPushChannel } from "~/features/notifications/channels/push-channels.server";
import { deliverDue } from "~/features/notifications/delivery/deliver-due.server";
import { createNotificationServices } from "~/features/notifications/notification-services.server";
import { spreadDueEvents } from "~/features/notifications/spread/spread-events.server";
import { createKeyring } from "~/secrets/keyring.server";
import { deliveryReader } from "~/services/delivery-reader.server";
import type { DatabaseClient } from "~db/client.server";
import { sampleProcess } from "../scripts/support/soak";
import { createPushBrowser } from "../tests/fakes/push-browser";
import {
  benchDatabases,
  hasFullCatalog,
  openWithoutTimeouts,
  type BenchDatabase,
} from "./support/databases";
import { runLoad } from "./support/load";
import { median } from "./support/percentiles";
import { startBuiltServer, type Program } from "./support/programs";
import { printTable } from "./support/tables";
import { createUser } from "./support/user";

const WATCHERS = 10_000;
const BROWSERS = 2_000;
const STREAMS = 1_000;
const PARALLEL_CHANGES = 50;
/** The changes of each user, which together take longer than a page waits between two looks. */
const CHANGES_EACH = 400;
const ROUNDS = 5;
/** What deliveries send at once. */
const CONCURRENCY = 64;
const CONNECTIONS = 16;
const TITLE = 1;

/** Compares what notifications cost with the least that could do the same, in one run. */
export default async function notifications(): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases();
  try {
    await databases.open();
    await databases.withCopy(async (copy) => {
      const client = openWithoutTimeouts(copy, CONNECTIONS);
      const server = await startBuiltServer({ ...copy.env, JOBS: "off" });
      const rows: Row[] = [];
      try {
        rows.push(...(await compareTelling(client, server)), ...(await comparePushes(client)));
      } finally {
        await server.stop();
        await client.close();
      }
      rows.push(await compareChanges(copy));
      printTable(["what", "ratio", "aim"], rows);
      await measureStreams(copy);
    });
  } finally {
    await databases.close();
  }
}

type Row = [what: string, ratio: string, aim: string];

async function addWatchers({ sql }: DatabaseClient, count: number): Promise<void> {
  await sql`
    WITH added AS (
      INSERT INTO users (user_name, email, email_key)
      SELECT name, name, name FROM (
        SELECT 'watcher-' || gen_random_uuid() AS name FROM generate_series(1, ${count}::int)) names
      RETURNING id),
    preferred AS (
      INSERT INTO preferences (user_id, parental_control) SELECT id, false FROM added)
    INSERT INTO watch_list_entries (user_id, anime_mal_id, state)
    SELECT id, ${TITLE}::int, 'watching' FROM added`;
  await sql`ANALYZE watch_list_entries, users, preferences`;
}

async function addEvent({ sql }: DatabaseClient, episode: number): Promise<void> {
  await sql`
    INSERT INTO outbox_events (kind, key, anime_mal_id, episode, at, due_at)
    VALUES ('episode.aired', ${randomUUID()}, ${TITLE}, ${episode}, now(), now())`;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Telling all watchers, and pages of the list beside it. */
async function compareTelling(client: DatabaseClient, server: Program): Promise<Row[]> {
  const { sql, db } = client;
  await addWatchers(client, WATCHERS);
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await addEvent(client, round);
    const insert = () => sql`
      INSERT INTO notifications (user_id, event_id, anime_mal_id, due_at)
      SELECT user_id, (SELECT max(id) FROM outbox_events), anime_mal_id, now()
      FROM watch_list_entries WHERE anime_mal_id = ${TITLE}`;
    const bare = await timeOf(insert);
    await sql`DELETE FROM notifications WHERE event_id = (SELECT max(id) FROM outbox_events)`;
    ratios.push((await timeOf(() => spreadDueEvents(db))) / bare);
  }
  const load = { paths: ["/browse?sort=score"], seconds: 5, connections: 4, headers: {} };
  const alone = await runLoad(server, load);
  let isOver = false;
  const spreading = (async () => {
    for (let episode = ROUNDS + 1; !isOver; episode += 1) {
      await addEvent(client, episode);
      await spreadDueEvents(db);
      await pause(200);
    }
  })();
  const beside = await runLoad(server, load);
  isOver = true;
  await spreading;
  return [
    [`telling ${WATCHERS} ÷ INSERT … SELECT`, median(ratios).toFixed(2), "≤ 3"],
    ["p99 of Browse beside it ÷ alone", (beside.p99 / alone.p99).toFixed(2), "≤ 2"],
  ];
}

/** Pushes to a local receiver, and bare requests of the same client. */
async function comparePushes(client: DatabaseClient): Promise<Row[]> {
  const { sql, db } = client;
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(201).end());
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const keyring = createKeyring([], ["a secret of benchmarks alone"]);
  const { outbound } = createNotificationServices(loadConfig({ LOCAL_HOSTS: host }), keyring);
  try {
    const users = await sql<{ id: string }[]>`
      SELECT user_id AS id FROM watch_list_entries WHERE anime_mal_id = ${TITLE} LIMIT ${BROWSERS}`;
    const { keys } = createPushBrowser();
    await mapLimited(users, CONCURRENCY, async ({ id: userId }) => {
      const sessionHash = randomUUID();
      await sql`
        INSERT INTO sessions (id_hash, user_id, device, address, expires_at)
        VALUES (${sessionHash}, ${userId}, 'Browser', '192.0.2.1', now() + interval '1 day')`;
      const subscriber = { userId, sessionHash, device: "Browser" };
      const url = `http://${host}/push/${userId}`;
      await addPushChannel(db, keyring, subscriber, { kind: "push", url, ...keys });
    });
    const body = Buffer.alloc(400);
    const bare = await timeOf(() =>
      mapLimited(users, CONCURRENCY, async ({ id }) => {
        const response = await outbound.fetch(`http://${host}/push/${id}`, {
          ...{ method: "POST", body, deadlineMs: 10_000 },
        });
        response.discard();
      }),
    );
    await addEvent(client, 500);
    await spreadDueEvents(db);
    const before = process.memoryUsage().rss;
    const site = { name: "Akari", defaultLocale: null, origin: "https://anime.example.org" };
    const tools = {
      ...{ db, keyring, outbound, mailer: null, origin: site.origin, lockAfterMs: LOCK_AFTER_MS },
      visitors: { parentalControl: true },
      readerOf: (stored: unknown) => deliveryReader(stored, site),
    };
    let sent = 0;
    const took = await timeOf(async () => {
      while (sent < BROWSERS) {
        const run = await deliverDue(tools);
        sent += run.sent;
      }
    });
    const memory = (process.memoryUsage().rss - before) / 1024 ** 2;
    return [
      [`${BROWSERS} pushes a second ÷ bare requests`, (bare / took).toFixed(2), "≥ 0.4"],
      ["memory of the pushes in MB", memory.toFixed(0), "≤ 50"],
    ];
  } finally {
    outbound.close();
    // No server opens what this run has sealed.
    await sql`DELETE FROM channels`;
    await sql`DELETE FROM push_keys`;
    receiver.closeAllConnections();
    receiver.close();
  }
}

/** Changes of lists in parallel, while the pages of all these users are open and while none is. */
async function compareChanges(copy: BenchDatabase): Promise<Row> {
  const client = openWithoutTimeouts(copy, PARALLEL_CHANGES + 1);
  const { sql, db } = client;
  try {
    const users = await sql<{ id: string }[]>`
      SELECT user_id AS id FROM watch_list_entries WHERE anime_mal_id = ${TITLE}
      LIMIT ${PARALLEL_CHANGES}`;
    await sql`
      INSERT INTO sessions (id_hash, user_id, device, address, expires_at)
      SELECT id, id, 'Browser', '192.0.2.1', now() + interval '1 day'
      FROM unnest(${users.map(({ id }) => id)}::uuid[]) AS id`;
    const changeAll = () =>
      Promise.all(
        users.map(async ({ id }) => {
          for (let count = 0; count < CHANGES_EACH; count += 1)
            await sql`UPDATE watch_list_entries SET updated_at = now()
              WHERE user_id = ${id} AND anime_mal_id = ${TITLE}`;
        }),
      );
    await changeAll();
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const without = await timeOf(changeAll);
      let told = 0;
      const hub = createLiveHub({ db, onError: (error) => console.error(error) });
      for (const { id } of users)
        hub.subscribe({
          ...{ sessionHash: id, state: { listVersion: "", unread: 0 } },
          ...{ send: () => (told += 1), beat: () => undefined, end: () => undefined },
        });
      ratios.push(without / (await timeOf(changeAll)));
      hub.close();
      if (told <= users.length) throw new Error("The pages were told nothing.");
    }
    return [
      `${PARALLEL_CHANGES} parallel changes a second with open pages ÷ without`,
      median(ratios).toFixed(2),
      "≥ 0.9",
    ];
  } finally {
    await client.close();
  }
}

/** The memory of pages that follow changes. */
async function measureStreams(copy: BenchDatabase): Promise<void> {
  const server = await startBuiltServer({
    ...copy.env,
    ...{ JOBS: "off", CLIENT_LIMITS: `live=${STREAMS}` },
  });
  const stopping = new AbortController();
  try {
    const cookie = await createUser(server);
    const open = async () => {
      const response = await fetch(`${server.url}/live`, {
        headers: { cookie },
        signal: stopping.signal,
      });
      if (!response.ok) throw new Error(`A stream was refused with ${response.status}.`);
      await response.body?.getReader().read();
    };
    for (let count = 0; count < 20; count += 1) await open();
    await pause(2_000);
    const before = sampleProcess(server.pid).rssMb;
    for (let count = 0; count < STREAMS - 20; count += 1) await open();
    await pause(2_000);
    const grown = sampleProcess(server.pid).rssMb - before;
    printTable(
      ["what", "kB each", "aim"],
      [[`${STREAMS} streams`, ((grown * 1024) / (STREAMS - 20)).toFixed(1), "≤ 40"]],
    );
  } finally {
    stopping.abort();
    await server.stop();
  }
}

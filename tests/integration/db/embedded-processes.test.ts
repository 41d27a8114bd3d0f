// @module-tag nightly
import { chownSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "~db/embedded.server";
import { unprivilegedAccount, findObstacle } from "~db/embedded/placement.server";
import { runningPostmaster } from "~db/embedded/postmaster.server";
import { waitUntil } from "~db/embedded/process.server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { startEmbeddedProcess } from "../../support/database/embedded-process";

let dataDir: string;
beforeEach(() => {
  dataDir = createDataDir();
  const otherFolder = dataDir;
  onTestFinished(() => removeDataDir(otherFolder));
});

const quiet = () => undefined;
const data = () => join(dataDir, "postgres");

async function count(embedded: EmbeddedPostgres): Promise<number> {
  const sql = postgres({ ...embedded.options, max: 1 });
  try {
    const [row] = await sql<{ notes: number }[]>`SELECT count(*)::int AS notes FROM notes`;
    return row?.notes ?? -1;
  } finally {
    await sql.end();
  }
}

test("a second start finds the first one's data, and a stop leaves no server running", async () => {
  const first = startEmbeddedProcess(dataDir);
  expect((await first.started).owned).toBe(true);
  await first.write();
  await first.stop();
  expect(runningPostmaster(data())).toBeNull();

  const second = await startEmbeddedPostgres({ dataDir, log: quiet });
  expect(await count(second)).toBe(1);
  await second.stop();
});

test("after kill -9 of the program its server runs on, and the next start joins and stops it", async () => {
  const killed = startEmbeddedProcess(dataDir);
  await killed.started;
  await killed.write();
  const before = runningPostmaster(data());
  await killed.kill();

  const next = await startEmbeddedPostgres({ dataDir, log: quiet });
  expect(next.owned).toBe(false);
  expect(runningPostmaster(data())?.pid).toBe(before?.pid);
  expect(await count(next)).toBe(1);
  await next.stop();
  expect(runningPostmaster(data())).toBeNull();
});

test("after kill -9 of the program and its server no written data is lost", async () => {
  const killed = startEmbeddedProcess(dataDir);
  await killed.started;
  for (let i = 0; i < 20; i++) await killed.write();
  const server = runningPostmaster(data());
  await killed.kill();
  process.kill(server?.pid ?? 0, "SIGKILL");

  const next = await startEmbeddedPostgres({ dataDir, log: quiet });
  expect(next.owned).toBe(true);
  expect(await count(next)).toBe(20);
  await next.stop();
});

test("a server killed under a running program comes back at the same socket", async () => {
  const embedded = await startEmbeddedPostgres({ dataDir, log: quiet });
  const sql = postgres({ ...embedded.options, max: 2, backoff: false });
  onTestFinished(() => sql.end());
  await sql`CREATE TABLE notes (id serial)`;
  const killed = runningPostmaster(data());
  process.kill(killed?.pid ?? 0, "SIGKILL");

  const back = await waitUntil(
    () => ![null, killed?.pid].includes(runningPostmaster(data())?.pid ?? null),
    60_000,
  );
  expect(back).toBe(true);
  await expect.poll(() => count(embedded).catch(() => -1)).toBe(0);
  await embedded.stop();
  expect(runningPostmaster(data())).toBeNull();
});

test("a second program joins the server, and the last one to exit stops it", async () => {
  const first = startEmbeddedProcess(dataDir);
  await first.started;
  const second = startEmbeddedProcess(dataDir);
  expect((await second.started).owned).toBe(false);

  await first.stop();
  await second.write();
  expect(runningPostmaster(data())).not.toBeNull();
  await second.stop();
  expect(runningPostmaster(data())).toBeNull();
});

test("programs that start concurrently on an empty folder share one server", async () => {
  const programs = [1, 2, 3].map(() => startEmbeddedProcess(dataDir));
  const started = await Promise.all(programs.map((program) => program.started));
  expect(started.filter(({ owned }) => owned)).toHaveLength(1);
  await Promise.all(programs.map((program) => program.write()));
  await Promise.all(programs.map((program) => program.stop()));
  expect(runningPostmaster(data())).toBeNull();
});

test("a stop leaves the server to a client of another Akari, and to no other", async () => {
  const embedded = await startEmbeddedPostgres({ dataDir, log: quiet });
  const otherClient = postgres({
    ...embedded.options,
    max: 1,
    connection: { application_name: "psql" },
  });
  const friend = postgres({
    ...embedded.options,
    max: 1,
    connection: { application_name: "akari-report" },
  });
  await otherClient`select 1`;
  await friend`select 1`;
  await embedded.stop();
  expect(runningPostmaster(data())).not.toBeNull();

  await friend.end();
  const restarted = await startEmbeddedPostgres({ dataDir, log: quiet });
  await restarted.stop();
  expect(runningPostmaster(data())).toBeNull();
  await otherClient.end({ timeout: 0 });
});

const projectFolder = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const asRoot = process.getuid?.() === 0;
/** Another account cannot run programs in a project that it cannot enter; there our own is used. */
const canSwitch =
  asRoot &&
  findObstacle(projectFolder, unprivilegedAccount()) === null &&
  findObstacle(process.execPath, unprivilegedAccount()) === null;

test("the account that owns a folder runs its server, and root can use that folder without taking it over", async () => {
  const account = canSwitch ? unprivilegedAccount() : null;
  if (account !== null) chownSync(dataDir, account.uid, account.gid);
  const ordinary = startEmbeddedProcess(dataDir, account);
  await ordinary.started;
  await ordinary.write();
  await ordinary.stop();

  const later = await startEmbeddedPostgres({ dataDir, log: quiet });
  expect(await count(later)).toBe(1);
  await later.stop();

  const restarted = startEmbeddedProcess(dataDir, account);
  await restarted.started;
  await restarted.write();
  await restarted.stop();
});

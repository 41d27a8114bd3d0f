// @module-tag rest
import { expect, it, onTestFinished } from "vitest";
import { loadConfig } from "~/config/config.server";
import { createLog } from "~/observability/log.server";
import { joinInstances, uploadsPlace } from "~/process/instances.server";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { IMPATIENCE } from "../../support/server/impatience";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";

const database = await testDatabase({ template: STARTER_TEMPLATE });
const S3 = {
  STORAGE: "s3",
  S3_ENDPOINT: "https://s3.example.org",
  S3_BUCKET: "uploads",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
  S3_PUBLIC_URL: "https://images.example.org",
};

async function join(environment: Record<string, string> = {}) {
  const instance = await joinInstances(database.options, {
    place: uploadsPlace(loadConfig(environment)),
    log: createLog("silent"),
    waitMs: 0,
  });
  onTestFinished(() => instance.leave());
  return instance;
}

const MESSAGE =
  "Another instance of this site keeps its uploads elsewhere. For several, set DATA_SHARED=true on each if they share one DATA_DIR, or the same STORAGE=s3 or ipfs";

it("refuses a second instance on disk unless all declare their folder shared", async () => {
  const first = await join();
  await expect(join()).rejects.toThrow(MESSAGE);
  await expect(join({ DATA_SHARED: "true" })).rejects.toThrow(MESSAGE);
  await first.leave();
  await join({ DATA_SHARED: "true" });
  await join({ DATA_SHARED: "true" });
  await expect(join()).rejects.toThrow(MESSAGE);
});

it("lets instances with one bucket run together, and no other storage beside them", async () => {
  await join(S3);
  await join(S3);
  await expect(join({ ...S3, S3_BUCKET: "others" })).rejects.toThrow(MESSAGE);
  await expect(join({ DATA_SHARED: "true" })).rejects.toThrow(MESSAGE);
});

it("lets one of two that start together run", async () => {
  const starts = await Promise.allSettled([join(), join()]);
  expect(starts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

it("waits for an instance that is about to end", async () => {
  const first = await join();
  const second = joinInstances(database.options, {
    place: uploadsPlace(loadConfig({})),
    log: createLog("silent"),
    waitMs: 60_000,
  });
  await first.leave();
  const instance = await second;
  await instance.leave();
});

it("registers again after its connection is lost", async () => {
  await join();
  const sessions = () => database.sql<{ pid: number }[]>`
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
      AND classid = 4210572::oid
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  const [before] = await sessions();
  await database.sql`SELECT pg_terminate_backend(${before?.pid ?? 0})`;
  await expect
    .poll(async () => {
      const [after] = await sessions();
      return after !== undefined && after.pid !== before?.pid;
    })
    .toBe(true);
});

it("ends a second process with what is wrong, and the first serves on", async () => {
  const launch = async (environment: Record<string, string> = {}) => {
    const dataDir = createDataDir();
    const server = await startBuiltServer({
      ...databaseEnvironment(database.options),
      SESSION_SECRET: "a secret for tests only",
      DATA_DIR: dataDir,
      DATA_SHARED: "false",
      ...environment,
    });
    onTestFinished(async () => {
      server.signal("SIGTERM");
      await server.exited;
      await removeDataDir(dataDir);
    });
    return server;
  };
  const first = await launch();
  await first.ready;
  const second = await launch(IMPATIENCE);
  expect(await second.exited).toBe(1);
  expect(second.output().stderr).toContain(MESSAGE);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

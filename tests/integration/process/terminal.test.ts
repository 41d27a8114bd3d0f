// @module-tag rest
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import { startEmbeddedPostgres } from "~db/embedded.server";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { listMigrations } from "../../support/database/earlier-schema";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { createCommandRunner } from "../../support/server/operator-commands";

const ROOT = join(import.meta.dirname, "../../..");
/** Runs its arguments on a terminal of their own. */
const ON_TERMINAL = ["sh", "-c", 'exec script -qefc "$*" /dev/null', "--"];

it.skipIf(!existsSync("/usr/bin/script"))(
  "a start counts the migrations in one line, and ends with the owner's link (needs script)",
  async () => {
    const { options } = await testDatabase({ template: "template1" });
    const dataDir = createDataDir();
    onTestFinished(() => removeDataDir(dataDir));
    const server = await startBuiltServer(
      {
        DATA_DIR: dataDir,
        ...databaseEnvironment(options),
        LOG_LEVEL: "info",
        SIGNUP: "closed",
        SESSION_SECRET: "a-secret-for-this-test-alone-0123456789",
      },
      "build/server/index.js",
      { wrapper: ON_TERMINAL },
    );
    onTestFinished(() => server.signal("SIGTERM"));
    await server.ready;
    await expect.poll(() => server.output().stdout).toContain("Akari is ready");
    const lines = server
      .output()
      .stdout.split("\n")
      .map((line) => line.trim());
    // The looks of this test at whether the site is ready.
    const shown = lines.filter((line) => line !== "" && !line.startsWith("not ready"));
    expect(shown[0]).toMatch(/SIGNUP/);
    expect(shown[1]).toBe(`Preparing the database: ${listMigrations().length} migrations`);
    expect(shown[2]).toMatch(/^No backup yet/);
    expect(shown[3]).toBe(`Akari is ready at ${server.url}/`);
    expect(shown.filter((line) => line.startsWith("{"))).toEqual([]);
    expect(shown.slice(-2)).toEqual([
      expect.stringMatching(/^http:\/\/.*\/invitation\?invitation=/),
      expect.stringContaining("prints a new one"),
    ]);
    await fetch(server.url);
    await expect.poll(() => server.output().stdout).toContain('"msg":"request"');
  },
);

it("a command tells only when asked that it joined a running database", async () => {
  const dataDir = createDataDir();
  onTestFinished(() => removeDataDir(dataDir));
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  onTestFinished(() => embedded.stop());
  const run = createCommandRunner(inject("postgres"), ROOT);
  const listPeople = async (...args: string[]) =>
    (await run("people-list", args, { DATA_DIR: dataDir, DATABASE_URL: "" })).err;
  expect(await listPeople()).toMatch(/^The database is set up: \d+ migrations \([\d.]+ s\)\n$/);
  expect(await listPeople()).toBe("");
  expect(await listPeople("--verbose")).toMatch(
    /^Joining the running database \(process \d+\)\.\nLeaving the database running: .*\n$/,
  );
});

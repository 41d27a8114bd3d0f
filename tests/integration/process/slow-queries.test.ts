// @module-tag rest
import { expect, it, onTestFinished } from "vitest";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { startSite } from "../../support/server/site";

const database = await testDatabase({ template: STARTER_TEMPLATE });

async function start(environment: Record<string, string>) {
  const server = await startSite({ ...databaseEnvironment(database.options), ...environment });
  onTestFinished(() => server.stop());
  const slowQueries = () =>
    server
      .output()
      .stdout.split("\n")
      .filter((line) => line.includes('"slow query"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { url: server.url, slowQueries };
}

/** A request that waits for a lock for 100 ms and more. */
async function readSlowly(url: string): Promise<Response> {
  const responses: Promise<Response>[] = [];
  await database.withConnection((client) =>
    client.begin(async (sql) => {
      await sql`LOCK TABLE animes IN ACCESS EXCLUSIVE MODE`;
      responses.push(fetch(`${url}/api/animes/getAnime?id=987654321`));
      const isWaiting = async () =>
        (
          await database.sql`
            SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`
        ).length > 0;
      await expect.poll(isWaiting).toBe(true);
      await sql`SELECT pg_sleep(0.1)`;
    }),
  );
  const [response] = await Promise.all(responses);
  if (response === undefined) throw new Error("no request was sent");
  return response;
}

it("logs a slow statement with its request's id and without its values", async () => {
  const { url, slowQueries } = await start({ SLOW_QUERY_MS: "100" });
  const response = await readSlowly(url);
  expect(response.status).toBe(404);
  const requestId = response.headers.get("x-request-id");
  const ofRequest = () => slowQueries().filter((line) => line["requestId"] === requestId);
  await expect.poll(ofRequest).not.toEqual([]);
  const [line] = ofRequest();
  expect(line?.["ms"]).toBeGreaterThanOrEqual(100);
  expect(line?.["statement"]).toMatch(/animes.*\$1/);
  expect(JSON.stringify(line)).not.toContain("987654321");
});

it("logs none below the limit, and none without one", async () => {
  for (const environment of [{ SLOW_QUERY_MS: "60000" }, { SLOW_QUERY_MS: "" }]) {
    const { url, slowQueries } = await start(environment);
    expect((await readSlowly(url)).status).toBe(404);
    expect(slowQueries()).toEqual([]);
  }
});

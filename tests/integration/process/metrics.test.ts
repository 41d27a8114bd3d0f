// @module-tag rest
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { toVersion } from "~/config/version";
import { airing } from "~/jobs/definitions/airing.server";
import { readRecords, recordEnd, recordStart } from "~/jobs/job-records.server";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { createJobParts } from "../../support/jobs/job-parts";
import { startSite } from "../../support/server/site";

const database = await testDatabase({ template: STARTER_TEMPLATE });
const TOKEN = "0123456789abcdef";

async function start(environment: Record<string, string> = {}): Promise<string> {
  const server = await startSite({ ...databaseEnvironment(database.options), ...environment });
  onTestFinished(() => server.stop());
  return server.url;
}

const read = (origin: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/metrics`, { headers });

it("counts requests by kind and status for this machine", async () => {
  const origin = await start();
  await fetch(`${origin}/api/genres`);
  await fetch(`${origin}/api/animes/getAnime?id=nothing`);
  await fetch(`${origin}/no-such-page`);
  const response = await read(origin);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain");
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  const text = await response.text();
  expect(text).toContain('akari_http_requests_total{kind="api",status="200"} 1');
  expect(text).toContain('akari_http_requests_total{kind="api",status="400"} 1');
  expect(text).toContain('akari_http_requests_total{kind="page",status="404"} 1');
  expect(text).toContain('akari_http_request_duration_seconds_count{kind="api"} 2');
  expect(text).toContain('akari_slots_active{slots="database"}');
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
});

it("tells its version in every place alike", async () => {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const origin = await start();
  const metrics = await (await read(origin)).text();
  // A build outside of a repository has no commit.
  const [, commit = ""] = /akari_build_info\{[^}]*commit="([^"]*)"/.exec(metrics) ?? [];
  const { version } = toVersion(manifest.version, commit || null);
  expect(metrics).toContain(`akari_build_info{version="${version}",`);
  const health = await fetch(`${origin}/healthz`);
  expect(await health.json()).toEqual({ status: "ok", version, commit: commit || null });
  const document = await fetch(`${origin}/api/openapi.json`);
  expect(await document.json()).toMatchObject({ info: { version } });
});

it("is no page for clients behind a proxy on this machine", async () => {
  const origin = await start();
  for (const name of ["forwarded", "via", "x-forwarded-for", "x-real-ip"])
    expect((await read(origin, { [name]: "203.0.113.9" })).status, name).toBe(404);
  expect((await fetch(`${origin}/metrics`, { method: "POST" })).status).toBeGreaterThanOrEqual(400);
});

it("needs the token where one is set, from anywhere", async () => {
  const origin = await start({ METRICS_TOKEN: TOKEN });
  expect((await read(origin)).status).toBe(404);
  expect((await read(origin, { authorization: `Bearer ${TOKEN}x` })).status).toBe(404);
  expect((await read(origin, { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  const proxied = { authorization: `Bearer ${TOKEN}`, "x-forwarded-for": "203.0.113.9" };
  expect((await read(origin, proxied)).status).toBe(200);
});

it("tells of each job that is on when it succeeded, how long it took and whether it fails or is late", async () => {
  const parts = createJobParts(database.options);
  onTestFinished(() => parts.close());
  const { db, sql } = database;
  const origin = await start();
  await readRecords(db);
  await parts.schedule("airing", new Date(Date.now() - 7_210_000));
  await parts.schedule("episodes", new Date(Date.now() - 7_190_000));
  await recordStart(db, airing);
  await recordEnd(db, "airing", { outcome: "succeeded", result: {} });
  for (let time = 0; time < 2; time += 1) {
    await recordStart(db, airing);
    await recordEnd(db, "airing", { outcome: "failed", error: "Jikan is away" });
  }
  await sql`
    UPDATE jobs SET succeeded_at = to_timestamp(1700000000), started_at = to_timestamp(1700000100),
      ended_at = to_timestamp(1700000102.5) WHERE name = 'airing'`;
  const text = await (await read(origin)).text();
  for (const line of [
    'akari_job_last_success_timestamp_seconds{name="airing"} 1700000000',
    'akari_job_last_duration_seconds{name="airing"} 2.5',
    'akari_job_failures{name="airing"} 2',
    'akari_job_failures{name="episodes"} 0',
    'akari_job_late{name="airing"} 1',
    'akari_job_late{name="episodes"} 0',
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).not.toContain('name="backup"');
  expect(text).not.toContain('akari_job_last_duration_seconds{name="episodes"}');

  await sql`UPDATE jobs SET enabled = false WHERE name = 'airing'`;
  expect(await (await read(origin)).text()).not.toContain('name="airing"');
});

/** The metric of an instance that is set to share limits. */
const WITH_LIMITS_URL = "akari_shared_limits_up";

it.each(["docs/grafana-dashboard.json", "deploy/prometheus/alerts.yaml"])(
  "has every metric of %s, which names its job",
  async (path) => {
    const origin = await start();
    await read(origin);
    const text = await (await read(origin)).text();
    const file = readFileSync(join(import.meta.dirname, "../../..", path), "utf8");
    const used = [...file.matchAll(/((?:akari|nodejs|process)_\w+)(?:\{job=\\?"(.*?)\\?")?/g)];
    expect(used.length).toBeGreaterThan(8);
    for (const [, name = "", job] of used) {
      if (name !== WITH_LIMITS_URL) expect(text, name).toContain(name.replace(/_bucket$/, ""));
      // The dashboard's variable asks which jobs there are.
      if (name !== "akari_build_info") expect(job, name).toMatch(/^(?:akari|\$job)$/);
    }
  },
);

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { startSite } from "../../support/server/site";

const database = await testDatabase();
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

it("has every metric that the dashboard shows", async () => {
  const origin = await start();
  await read(origin);
  const text = await (await read(origin)).text();
  const dashboard = readFileSync(
    join(import.meta.dirname, "../../../docs/grafana-dashboard.json"),
    "utf8",
  );
  const shown = new Set(dashboard.match(/(?:akari|nodejs|process)_\w+/g));
  expect(shown.size).toBeGreaterThan(8);
  for (const name of shown) expect(text, name).toContain(name.replace(/_bucket$/, ""));
});

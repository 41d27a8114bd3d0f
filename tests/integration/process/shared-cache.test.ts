// @module-tag nightly
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { NGINX, startNginx } from "../../support/fleet/nginx";
import { isPublic } from "../../support/server/crawl-every-request";
import { ANIME } from "../../support/server/every-request";
import { signUpClient } from "../../support/server/signed-in";
import { startSite } from "../../support/server/site";

const database = await testDatabase({ template: STARTER_TEMPLATE });

/** What `every-response.test.ts` holds of all responses makes these kinds stand for the others. */
const SHARED = [
  "/opensearch.xml",
  "/sitemap.xml",
  "/schedule.ics",
  "/feed/episodes.atom",
  "/api/animes/full",
  `/media/cover/${ANIME}/240.webp`,
  serverI18n("en").messagesUrl,
];
const OWN = [
  "/",
  "/_root.data",
  "/browse",
  `/anime/${ANIME}`,
  "/profile",
  "/list",
  "/api/user/profile",
  "/api/auth/session",
];

interface Client {
  name: string;
  headers: Record<string, string>;
  /** What no other client may get. */
  secrets: readonly string[];
}

describe.skipIf(NGINX === undefined)("a shared cache in front (needs nginx)", () => {
  let origin: string;
  const stops: (() => Promise<void>)[] = [];
  const clients: Client[] = [];

  beforeAll(async () => {
    const environment = {
      ...databaseEnvironment(database.options),
      TRUSTED_PROXIES: "127.0.0.1",
    };
    const first = await startSite(environment);
    const sites = [first, await startSite(environment)];
    const nginx = await startNginx(sites.map(({ url }) => url));
    stops.push(() => nginx.stop(), ...sites.map((site) => () => site.stop()));
    origin = nginx.origin;
    for (const name of ["Faye", "Spike"]) {
      const { cookie, userId, credentials } = await signUpClient(first.url);
      const session = cookie.slice(cookie.indexOf("=") + 1);
      clients.push({ name, headers: { cookie }, secrets: [userId, credentials.email, session] });
    }
    clients.push({ name: "visitor", headers: {}, secrets: [] });
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  it("has what all may share, and gives no client a byte of another", async () => {
    const hits = new Set<string>();
    for (const client of [...clients, ...clients])
      for (const url of [...SHARED, ...OWN]) {
        const response = await fetch(origin + url, { headers: client.headers, redirect: "manual" });
        const text = JSON.stringify([...response.headers]) + (await response.text());
        const foreign = clients.flatMap((other) => (other === client ? [] : other.secrets));
        const where = `${client.name}: ${url} → ${response.status}`;
        expect([where, foreign.filter((secret) => text.includes(secret))]).toEqual([where, []]);
        expect([where, isPublic(response)]).toEqual([where, SHARED.includes(url)]);
        if (response.headers.get("x-cache") === "HIT") hits.add(url);
      }
    expect([...hits].sort()).toEqual([...SHARED].sort());
  });
});

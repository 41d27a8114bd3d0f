// @module-tag nightly
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPrivateResponse } from "~/http/response/cache/shared-cache";
import { serverI18n } from "~/i18n/i18n.server";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { NGINX, startNginx } from "../../support/fleet/nginx";
import { ANIME, EVERY_REQUEST } from "../../support/server/every-request";
import { signUpClient } from "../../support/server/signed-in";
import { startSite } from "../../support/server/site";

const database = await testDatabase({ template: STARTER_TEMPLATE });

interface Client {
  name: string;
  headers: Record<string, string>;
  /** What no other client may get. */
  secrets: readonly string[];
}

interface Received {
  url: string;
  status: number;
  cache: string | null;
  isPrivate: boolean;
  /** All headers and the body. */
  text: string;
}

const URLS = EVERY_REQUEST.filter(([method]) => method === "GET").map(([, url]) => url);
const CONCURRENT = 8;
/** Written into responses, it would reach others. */
const HOSTILE = "hostile.example";

describe.skipIf(NGINX === undefined)("a shared cache in front (needs nginx)", () => {
  let origin: string;
  const stops: (() => Promise<void>)[] = [];
  const clients: Client[] = [];

  beforeAll(async () => {
    const environment = {
      ...databaseEnvironment(database.options),
      TRUSTED_PROXIES: "127.0.0.1",
      RATE_LIMITS: "signup=100000/60,signin=100000/60,animesFull=100000/60,videoProxy=100000/60",
    };
    const first = await startSite(environment);
    const sites = [first, await startSite(environment)];
    const nginx = await startNginx(sites.map(({ url }) => url));
    stops.push(() => nginx.stop(), ...sites.map((site) => () => site.stop()));
    origin = nginx.origin;
    clients.push({ name: "visitor", headers: {}, secrets: [] });
    for (const name of ["Faye", "Spike"]) {
      const api = await signUpClient(first.url);
      await api.send("POST", "/api/user/profile", {
        name: `${name}-the-marker`,
        last_name: "Akari",
        gender: "female",
        favorite_studios: [`${name}-studio`],
      });
      const { cookie } = api;
      clients.push({
        name,
        headers: { cookie },
        secrets: [
          api.userId,
          api.credentials.email,
          `${name}-the-marker`,
          `${name}-studio`,
          cookie.slice(cookie.indexOf("=") + 1),
        ],
      });
    }
    clients.push({
      name: "hostile",
      headers: {
        "accept-language": "es",
        authorization: `Bearer ${HOSTILE}`,
        origin: `https://${HOSTILE}`,
        "x-forwarded-host": HOSTILE,
        forwarded: `host=${HOSTILE}`,
      },
      secrets: [HOSTILE],
    });
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  async function get(url: string, { headers }: Client): Promise<Received> {
    const response = await fetch(origin + url, { headers, redirect: "manual" });
    const body = Buffer.from(await response.arrayBuffer()).toString("latin1");
    return {
      url,
      status: response.status,
      cache: response.headers.get("x-cache"),
      isPrivate: isPrivateResponse(response.headers.get("cache-control")),
      text: `${JSON.stringify([...response.headers])}${body}`,
    };
  }

  async function crawl(client: Client): Promise<Received[]> {
    const received: Received[] = [];
    for (let next = 0; next < URLS.length; next += CONCURRENT)
      received.push(
        ...(await Promise.all(URLS.slice(next, next + CONCURRENT).map((url) => get(url, client)))),
      );
    return received;
  }

  it("gives no client a byte of another, in any order", async () => {
    const [visitor, faye, spike, hostile] = clients;
    if (!visitor || !faye || !spike || !hostile) throw new Error("clients are missing");
    const hits = new Set<string>();
    const ownPages = new Set<string>();
    for (const client of [hostile, faye, spike, visitor, faye, hostile]) {
      const foreign = clients.flatMap((other) => (other === client ? [] : other.secrets));
      for (const { url, cache, isPrivate, text, status } of await crawl(client)) {
        const where = `${client.name}: ${url} → ${status}`;
        expect([where, foreign.filter((secret) => text.includes(secret))]).toEqual([where, []]);
        if (isPrivate) expect([where, cache]).not.toEqual([where, "HIT"]);
        if (cache === "HIT") hits.add(url);
        if (client.secrets.some((secret) => text.includes(secret))) ownPages.add(url);
      }
    }
    // Both kinds occur.
    expect([...hits]).toEqual(
      expect.arrayContaining([
        "/opensearch.xml",
        "/sitemap.xml",
        "/schedule.ics",
        "/api/animes/full",
        `/media/cover/${ANIME}/240.webp`,
        serverI18n("en").messagesUrl,
      ]),
    );
    expect([...ownPages]).toEqual(expect.arrayContaining(["/profile", "/api/user/profile"]));
  });

  it("keeps no page, signed in or not", async () => {
    const [visitor] = clients;
    for (const path of ["/", "/browse", `/anime/${ANIME}`, "/_root.data"])
      for (let count = 0; count < 2; count += 1) {
        const response = await fetch(origin + path, { headers: visitor?.headers ?? {} });
        await response.arrayBuffer();
        expect([path, response.headers.get("x-cache")]).toEqual([path, "MISS"]);
      }
  });
});

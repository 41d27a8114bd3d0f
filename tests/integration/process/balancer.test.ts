// @module-tag nightly
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { NGINX, startNginx } from "../../support/fleet/nginx";

/** Nothing else helps while a lock is held. */
const waitForLocks = (config: string) =>
  config.replace(
    "proxy_cache_lock on;",
    "proxy_cache_lock on; proxy_cache_lock_timeout 1h; proxy_cache_lock_age 1h;",
  );

/** Holds responses back until they are ended. */
async function startInstance(cacheControl: string) {
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/healthz") return void response.end();
    response.setHeader("cache-control", cacheControl);
    held.push(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const nginx = await startNginx(
    [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
    waitForLocks,
  );
  onTestFinished(async () => {
    await nginx.stop();
    server.closeAllConnections();
    server.close();
  });
  return { origin: nginx.origin, held };
}

const readText = async (url: string) => (await fetch(url)).text();

describe.skipIf(NGINX === undefined)("the load balancer (needs nginx)", () => {
  it.each(["/list", "/", "/api/user/watchlist"])(
    "passes requests of two users for %s on together",
    async (path) => {
      const { origin, held } = await startInstance("private, no-store");
      const texts = [readText(origin + path), readText(origin + path)];
      await expect.poll(() => held.length).toBe(2);
      held.forEach((response, index) => response.end(`own ${index}`));
      expect((await Promise.all(texts)).sort()).toEqual(["own 0", "own 1"]);
    },
  );

  it.each(["/media/cover/1/240.webp", "/api/animes/full?page=2", "/sitemap/titles-0.xml"])(
    "asks for a public object once: %s",
    async (path) => {
      const { origin, held } = await startInstance("public, max-age=60");
      const texts = Array.from({ length: 5 }, () => readText(origin + path));
      await expect.poll(() => held.length).toBe(1);
      held[0]?.end("shared");
      expect(new Set(await Promise.all(texts))).toEqual(new Set(["shared"]));
      expect(held).toHaveLength(1);
    },
  );
});

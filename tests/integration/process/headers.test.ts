import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildUser } from "../../factories/user";
import { gradient } from "../../factories/image";
import { createApiClient } from "../../support/server/api-client";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { startSite, type Site } from "../../support/server/site";
import { rawExchange } from "../../support/server/raw-http";

const { options } = await testDatabase({ template: STARTER_TEMPLATE });
let server: Site;
beforeAll(async () => {
  server = await startSite({
    ...databaseEnvironment(options),
    LOG_LEVEL: "debug",
    TRUSTED_PROXIES: "127.0.0.1",
  });
});
afterAll(() => server.stop());

const behindTls = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };
const pages = [
  "/",
  "/browse",
  "/schedule",
  "/signin",
  "/signup",
  "/anime/52991",
  "/watch/52991/1",
  "/no-such-page",
];
const others = [
  "/api/animes/full",
  "/api/openapi.json",
  "/api/user/profile",
  "/api/nothing",
  "/healthz",
  "/robots.txt",
  "/media/cover/52991/240.webp",
  "/favicon.ico",
];

describe("the built server's responses", () => {
  it.each([
    "/schedule.ics",
    "/feed/episodes.atom",
    "/feed/episodes.json",
    "/feed/browse.atom?genre_filter=action",
  ])("varies %s alike in a 200, a 304 and a response to HEAD", async (path) => {
    const url = server.url + path;
    const whole = await fetch(url);
    const vary = whole.headers.get("vary");
    expect(vary).toMatch(/accept-encoding/i);
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("vary")]).toEqual([200, vary]);
    const headers = { "if-none-match": whole.headers.get("etag") ?? "" };
    const unchanged = await fetch(url, { headers });
    expect([unchanged.status, unchanged.headers.get("vary")]).toEqual([304, vary]);
  });

  it.each(pages)("HEADERS-S01 %s runs only scripts with its nonce or hashes", async (path) => {
    const response = await fetch(server.url + path);
    const policy = Object.fromEntries(
      (response.headers.get("content-security-policy") ?? "").split(";").map((part) => {
        const [name = "", ...values] = part.trim().split(/\s+/);
        return [name, values];
      }),
    );
    expect(policy).toMatchObject({
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "frame-ancestors": ["'none'"],
    });
    const scripts = policy["script-src"] ?? policy["default-src"] ?? [];
    expect(
      scripts.filter(
        (source) => /unsafe|^\*|^https?:$|^data:/.test(source) && source !== "'wasm-unsafe-eval'",
      ),
    ).toEqual([]);
    const nonce = /'nonce-([^']+)'/.exec(scripts.join(" "))?.[1];
    const html = await response.text();
    const inline = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)].filter(
      ([, attributes = ""]) => !/ src=|type="application\/ld\+json"/.test(attributes),
    );
    expect(inline.length).toBeGreaterThan(0);
    for (const [, attributes, text = ""] of inline)
      if (nonce === undefined) expect(scripts).toContain(`'sha256-${sha256(text)}'`);
      else expect(attributes).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/\son[a-z]+="/);
    if (nonce === undefined) return;
    const repeated = await fetch(server.url + path);
    expect(repeated.headers.get("content-security-policy")).not.toContain(nonce);
  });

  it.each([...pages, ...others])("HEADERS-S02 %s has nosniff and HSTS", async (path) => {
    const { headers } = await fetch(server.url + path, { headers: behindTls });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(
      Number(/max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "")?.[1]),
    ).toBeGreaterThanOrEqual(31_536_000);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("server")).toBeNull();
  });

  it("HEADERS-S03 HEADERS-S04 are 400, 404 or 405 in the API's shape for unknown requests", async () => {
    const api = createApiClient(server.url);
    const port = Number(new URL(server.url).port);
    expect((await api.send("GET", "/api/no/such/thing")).body).toMatchObject({ status: 404 });
    const method = await api.send("DELETE", "/api/animes/full");
    expect([method.status, method.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const garbled = await api.send("POST", "/api/auth/signin", "{", {
      "content-type": "application/json",
    });
    expect(garbled.status).toBe(400);
    for (const path of ["/%", "/%zz", "/api/%zz", "/api/animes/full%"]) {
      const response = await rawExchange(
        port,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).not.toMatch(/\bat .*\.js|node_modules/);
    }
    expect(
      await rawExchange(port, "GET // HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
    ).toMatch(/^HTTP\/1\.1 (?:2|3|4)\d\d /);
    for (const { body } of [method, garbled])
      expect(JSON.stringify(body)).not.toMatch(/\bat |node_modules|\.ts|\.js/);
  });

  it.each(["/api/animes/full", "/api/animes?limit=1"])(
    "HEADERS-S04 has the listing's shape for requests to %s that reach no endpoint",
    async (path) => {
      const port = Number(new URL(server.url).port);
      for (const [head, status] of [
        [`PROPFIND ${path} HTTP/1.1\r\nHost: x`, 405],
        [`TRACE ${path} HTTP/1.1\r\nHost: x`, 405],
        [`GET ${path} HTTP/1.1\r\nHost: a/b`, 400],
        [`NONE ${path} HTTP/1.1\r\nHost: x`, 400],
      ] as const) {
        const response = await rawExchange(port, `${head}\r\nConnection: close\r\n\r\n`);
        expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
        expect(response).toMatch(
          new RegExp(
            `\\{"error":\\{"message":"[^"]+","type":"validation","statusCode":${status}\\}\\}`,
          ),
        );
      }
    },
  );

  it.each([
    "/.env",
    "/.env.example",
    "/.git/HEAD",
    "/build/server/index.js",
    "/package.json",
    "/package-lock.json",
    "/db/schema/index.ts",
    "/../package.json",
    "/assets/../../server/index.js",
    "/data/postgres/PG_VERSION",
  ])("HEADERS-S05 %s is not served", async (path) => {
    const response = await rawExchange(
      Number(new URL(server.url).port),
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 (?:404|400) /);
  });

  it("HEADERS-S05 include no source maps", async () => {
    const html = await (await fetch(server.url)).text();
    const scripts = [...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path);
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of new Set(scripts)) {
      expect((await fetch(`${server.url}${path}.map`)).status).toBe(404);
      expect(await (await fetch(server.url + path)).text()).not.toContain("sourceMappingURL");
    }
  });

  it("HEADERS-S06 leave no secret in the log", { tags: "rest" }, async () => {
    const api = createApiClient(server.url);
    const user = buildUser();
    const image = (await gradient({ width: 64, height: 64 })).toString("base64");
    const secrets = [
      user.password,
      "Wr0ng!password-of-theirs",
      "bearer-token-of-theirs",
      "code-of-theirs",
      image.slice(40, 90),
      "query-of-theirs",
    ];
    expect((await api.send("POST", "/api/auth/signup", user)).status).toBeLessThan(300);
    await api.send("POST", "/api/saveImage", { image: `data:image/png;base64,${image}` });
    await api.send("POST", "/api/auth/signin", {
      email: user.email,
      password: "Wr0ng!password-of-theirs",
    });
    await api.send("GET", "/api/user/profile", undefined, {
      authorization: "Bearer bearer-token-of-theirs",
    });
    await fetch(`${server.url}/api/auth/callback?code=code-of-theirs&state=x`, {
      redirect: "manual",
    });
    await fetch(`${server.url}/api/animes/full?search_query=query-of-theirs`);
    await fetch(`${server.url}/signin?email=${user.email}`, {
      method: "POST",
      body: new URLSearchParams({ email: user.email, password: user.password }),
      redirect: "manual",
      headers: { origin: server.url },
    });
    await expect.poll(() => server.output().stdout).toContain("/signin");
    const log = server.output().stdout + server.output().stderr;
    expect(log).toContain("/api/auth/signup");
    for (const secret of [...secrets, user.email, api.cookie.split("=")[1]!.slice(0, 40)])
      expect(log).not.toContain(secret);
  });

  it("HEADERS-S07 come from packages without known vulnerabilities", () => {
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { version?: string; dev?: boolean }>;
    };
    const atLeast = (version: string, floor: string) =>
      version.localeCompare(floor, undefined, { numeric: true }) >= 0;
    const versions = (name: string) =>
      Object.entries(lock.packages).flatMap(([path, { version, dev }]) =>
        path.endsWith(`node_modules/${name}`) && version !== undefined && !dev ? [version] : [],
      );
    for (const [name, floor] of [
      ["react-router", "7.18.5"],
      ["sharp", "0.35.4"],
    ] as const) {
      expect(versions(name)).not.toEqual([]);
      for (const version of versions(name))
        expect({ name, version, isNew: atLeast(version, floor) }).toEqual({
          name,
          version,
          isNew: true,
        });
    }
    for (const version of versions("undici")) expect(atLeast(version, "7.18.2")).toBe(true);
    expect(atLeast(process.versions["undici"] ?? "0", "6.23")).toBe(true);
  });
});

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

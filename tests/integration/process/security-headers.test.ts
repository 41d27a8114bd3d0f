import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BASE_HEADERS, pageHeaders } from "~/http/response/security-headers";
import { startSite, type Site } from "../../support/server/site";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { expectKindHeaders, OVER_HTTPS } from "../../support/server/kind-headers";
import { rawExchange } from "../../support/server/raw-http";

const { options } = await testDatabase({ template: STARTER_TEMPLATE });
let server: Site;
beforeAll(async () => {
  server = await startSite({
    ...databaseEnvironment(options),
    TRUSTED_PROXIES: "127.0.0.1",
  });
});
afterAll(() => server.stop());

describe("security headers", () => {
  it("are on scripts of the build, which may be workers", async () => {
    const html = await (await fetch(server.url)).text();
    const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? "";
    const response = await fetch(server.url + script, { headers: OVER_HTTPS });
    await response.arrayBuffer();
    expectKindHeaders("GET", response);
    expect(response.headers.get("content-security-policy")).toContain("connect-src 'self'");
  });

  it("are on what is refused before it reaches a route", async () => {
    const port = Number(new URL(server.url).port);
    for (const request of [
      "GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      "TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      "nonsense\r\n\r\n",
    ]) {
      const response = (await rawExchange(port, request)).toLowerCase();
      for (const [name, value] of Object.entries(BASE_HEADERS))
        expect(response).toContain(`\r\n${name}: ${value}\r\n`.toLowerCase());
    }
  });

  it("require HTTPS over HTTPS only", async () => {
    expect((await fetch(server.url)).headers.get("strict-transport-security")).toBeNull();
  });
});

describe("a page's policy", () => {
  const directives = new Map(
    (pageHeaders("n0nce", ["https://id.test"])["content-security-policy"] ?? "")
      .split("; ")
      .map((part) => [part.split(" ")[0], part.split(" ").slice(1).join(" ")]),
  );

  it("denies what it does not name, and names no host but the trailers'", () => {
    expect(directives.get("default-src")).toBe("'none'");
    for (const name of ["object-src", "base-uri", "frame-ancestors"])
      expect(directives.get(name)).toBe("'none'");
    expect(directives.get("script-src")).toBe("'self' 'nonce-n0nce'");
    expect(directives.get("require-trusted-types-for")).toBe("'script'");
    const hosts = [...directives.values()].join(" ").match(/https?:\/\/\S+/g);
    expect(hosts).toEqual(["https://www.youtube-nocookie.com", "https://id.test"]);
  });

  it("lets forms go to the site and to the provider's origins", () => {
    expect(directives.get("form-action")).toBe("'self' https://id.test");
  });

  it("is reported to the site", () => {
    expect(directives.get("report-uri")).toBe("/api/cspReport");
    expect(pageHeaders("n")["reporting-endpoints"]).toBe('csp="/api/cspReport"');
  });
});

describe("reports of violations", () => {
  const send = (body: string, type: string) =>
    fetch(`${server.url}/api/cspReport`, {
      method: "POST",
      body,
      headers: { "content-type": type, origin: server.url },
    });
  const logged = () => server.output().stdout;

  it("of both kinds are logged once, without queries", async () => {
    const legacy = JSON.stringify({
      "csp-report": {
        "document-uri": `${server.url}/browse?q=secret-search`,
        "violated-directive": "img-src 'self'",
        "blocked-uri": "https://legacy.test/a.png?token=secret-token",
      },
    });
    const modern = JSON.stringify([
      {
        type: "csp-violation",
        body: {
          documentURL: `${server.url}/list?x=secret-search`,
          effectiveDirective: "script-src-elem",
          blockedURL: "inline",
        },
      },
      { type: "deprecation", body: { id: "x" } },
      { type: "csp-violation", body: null },
    ]);
    for (let n = 0; n < 3; n += 1) {
      expect((await send(legacy, "application/csp-report")).status).toBe(204);
      expect((await send(modern, "application/reports+json")).status).toBe(204);
    }
    await expect.poll(logged).toContain("script-src-elem");
    const lines = logged()
      .split("\n")
      .filter((line) => line.includes('"CSP violation"'));
    expect(lines.map((line) => (JSON.parse(line) as { violation: unknown }).violation)).toEqual([
      { page: "/browse", directive: "img-src", blocked: "https://legacy.test" },
      { page: "/list", directive: "script-src-elem", blocked: "inline" },
    ]);
    expect(logged()).not.toContain("secret-");
  });

  it.each([
    ["no JSON", "{", "application/csp-report", 400],
    ["something else", "7", "application/json", 400],
    ["an unknown type", "{}", "text/plain", 415],
    ["a report of the wrong type", '{"csp-report":{"blocked-uri":7}}', "application/json", 400],
    [
      "21 reports at once",
      JSON.stringify(Array.from({ length: 21 }, () => ({ type: "x" }))),
      "application/reports+json",
      400,
    ],
    ["more than 16 kB", `[${" ".repeat(16 * 1024 - 1)}]`, "application/reports+json", 413],
  ])("are refused when they are %s", async (_, body, type, status) => {
    expect((await send(body, type)).status).toBe(status);
  });

  it.each([
    ["20 reports at once", JSON.stringify(Array.from({ length: 20 }, () => ({ type: "x" })))],
    ["16 kB", `[${" ".repeat(16 * 1024 - 2)}]`],
  ])("are accepted up to %s", async (_, body) => {
    expect((await send(body, "application/reports+json")).status).toBe(204);
  });

  it("are limited to 30 a minute and client", async () => {
    const sendAs = (client: string) =>
      fetch(`${server.url}/api/cspReport`, {
        method: "POST",
        body: "[]",
        headers: { "content-type": "application/reports+json", "x-forwarded-for": client },
      });
    for (let n = 0; n < 30; n += 1) expect((await sendAs("203.0.113.77")).status).toBe(204);
    expect((await sendAs("203.0.113.77")).status).toBe(429);
    expect((await sendAs("203.0.113.78")).status).toBe(204);
  });

  it("from another site are refused", async () => {
    const response = await fetch(`${server.url}/api/cspReport`, {
      method: "POST",
      body: "[]",
      headers: { "content-type": "application/reports+json", origin: "https://evil.test" },
    });
    expect(response.status).toBe(403);
  });
});

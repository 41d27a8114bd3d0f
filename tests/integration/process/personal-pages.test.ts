import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { startSite, type Site } from "../../support/server/site";
import { rawExchange } from "../../support/server/raw-http";
import { signUpClient, type SignedInClient } from "../../support/server/signed-in";

const HOSTILE = "</script><script>alert(1)</script>";

const { options } = await testDatabase({ template: STARTER_TEMPLATE });
let server: Site;
let api: SignedInClient;
beforeAll(async () => {
  server = await startSite(databaseEnvironment(options));
  api = await signUpClient(server.url);
  await api.send("POST", "/api/user/profile", {
    name: HOSTILE,
    last_name: HOSTILE,
    gender: "female",
    bio: HOSTILE,
    favorite_studios: [HOSTILE],
  });
});
afterAll(() => server.stop());

const page = (path: string, cookie = api.cookie) =>
  fetch(server.url + path, { headers: { cookie, accept: "text/html" }, redirect: "manual" });

describe("a signed-in user's pages", () => {
  it.each([
    "/",
    "/browse",
    "/list",
    "/history",
    "/settings/searches",
    "/settings/notifications",
    "/profile",
    "/profile/statistics",
    "/profile/2026",
    "/settings",
    "/signup/profile",
    "/_.data",
    "/list.data",
    "/history.data",
    "/profile.data",
    "/settings.data",
    "/anime/52991",
    "/anime/52991.data",
    "/no-such-page.data",
  ])("SESSION-S11 are not cached on the way: %s", async (path) => {
    const { headers } = await page(path);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("vary")?.split(/,\s*/)).toContain("Cookie");
    expect(headers.get("etag")).toBeNull();
  });

  it.each(["/list", "/list.data", "/settings.data"])(
    "SESSION-S11 do not cache the redirect to sign-in either: %s",
    async (path) => {
      const { headers } = await page(path, "");
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("vary")?.split(/,\s*/)).toContain("Cookie");
    },
  );
});

describe("a name that closes a script and opens another", () => {
  it.each(["/", "/profile", "/settings", "/signup/profile"])(
    "VALID-S16 stays a text in %s, and CSP runs no script without a nonce",
    async (path) => {
      const response = await page(path);
      const html = await response.text();
      expect(html).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");
      expect(html).toContain(String.raw`\u003c/script\u003e\u003cscript\u003ealert(1)`);
      expect(html).not.toContain("<script>");
      for (const [tag] of html.matchAll(/<script\b[^>]*>/g))
        expect(tag).toMatch(/ nonce="|type="application\/ld\+json"/);
      const scripts =
        /(?:^|;)\s*script-src ([^;]*)/.exec(
          response.headers.get("content-security-policy") ?? "",
        )?.[1] ?? "";
      expect(scripts).toMatch(/'nonce-/);
      expect(scripts).not.toContain("unsafe");
    },
  );

  it("VALID-S16 reaches scripts as data that no browser renders as a page", async () => {
    const response = await page("/profile.data");
    expect(await response.text()).toContain(HOSTILE);
    expect(response.headers.get("content-type")).toBe("text/x-script");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});

describe("an invalid id", () => {
  it.each([
    "%2e%2e%2f",
    "1;x",
    "999999999999999999999",
    "2147483648",
    "NaN",
    "1.0",
    "1e3",
    "-1",
    "0",
    "%00",
    "1'--",
  ])("VALID-S17 is 404 or 400 everywhere: %s", async (id) => {
    for (const path of [
      `/anime/${id}`,
      `/anime/${id}.data`,
      `/watch/${id}/1`,
      `/watch/52991/${id}`,
      `/media/cover/${id}/240.webp`,
      `/api/animes/getAnime?id=${id}`,
      `/api/episodes?id=${id}`,
      `/api/episodes/getEpisode?mal_id=52991&ep=${id}`,
    ]) {
      const response = await rawExchange(
        Number(new URL(server.url).port),
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect({ path, status: response.slice(0, 12) }).toEqual({
        path,
        status: expect.stringMatching(/^HTTP\/1\.1 40[04]$/) as string,
      });
    }
  });
});

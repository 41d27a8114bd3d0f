// @module-tag rest
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPrivateResponse } from "~/http/response/cache/shared-cache";
import { serverI18n } from "~/i18n/i18n.server";
import { sessions } from "~db/schema";
import { startSite, type Site } from "../../support/server/site";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { ANIME, EVERY_REQUEST } from "../../support/server/every-request";
import { signUpClient, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase({ template: STARTER_TEMPLATE });
const { db, options } = database;
let server: Site;
beforeAll(async () => {
  server = await startSite({
    ...databaseEnvironment(options),
    RATE_LIMITS: "signup=100000/60,signin=100000/60,animesFull=100000/60,videoProxy=100000/60",
  });
});
afterAll(() => server.stop());

/** Its session was last used two hours ago, which makes its renewal due. */
async function oldSession(client: SignedInClient | null): Promise<SignedInClient> {
  const isSignedIn = client !== null && (await age(client.userId));
  const signedIn = isSignedIn ? client : await signUpClient(server.url);
  if (!isSignedIn) await age(signedIn.userId);
  return signedIn;
}

const usedBefore = () => new Date(Date.now() - 2 * 60 * 60 * 1000);

async function age(userId: string): Promise<boolean> {
  const aged = await db
    .update(sessions)
    .set({ lastUsedAt: usedBefore() })
    .where(eq(sessions.userId, userId))
    .returning({ key: sessions.idHash });
  return aged.length > 0;
}

async function send(client: SignedInClient, method: string, url: string, etag?: string) {
  const response = await fetch(server.url + url, {
    method,
    redirect: "manual",
    headers: {
      cookie: client.cookie,
      "accept-encoding": "identity",
      ...(etag === undefined ? {} : { "if-none-match": etag }),
    },
  });
  await response.arrayBuffer();
  return response;
}

describe("a session whose renewal is due", () => {
  it("is never renewed by a public response, and by the next private one", async () => {
    let client: SignedInClient | null = null;
    const publicUrls = new Set<string>();
    const renewing = new Set<string>();
    for (const [method, url] of EVERY_REQUEST) {
      const variants: [string, string | undefined][] = [[method, undefined]];
      for (const [variant, etag] of variants) {
        client = await oldSession(client);
        const response: Response = await send(client, variant, url, etag);
        const where = `${variant} ${url} → ${response.status}`;
        const isPublic = !isPrivateResponse(response.headers.get("cache-control"));
        const isRenewed = response.headers.getSetCookie().some((line) => line.startsWith("akari="));
        if (isPublic) {
          if (variant === "GET" && response.status === 200) {
            expect([where, response.headers.get("etag")]).toEqual([
              where,
              expect.stringMatching(/^"/),
            ]);
            expect([where, null, "Accept-Encoding"]).toContain(response.headers.get("vary"));
          }
          expect([where, response.headers.getSetCookie()]).toEqual([where, []]);
          publicUrls.add(url);
          const next = await send(client, "GET", "/api/auth/session");
          expect([where, next.headers.getSetCookie().length]).toEqual([where, 1]);
        } else if (isRenewed) renewing.add(url);
        if (variant === "GET" && etag === undefined) {
          variants.push(["HEAD", undefined]);
          const tag = response.headers.get("etag");
          if (tag !== null) variants.push(["GET", tag]);
        }
      }
    }
    // Both kinds occur: public responses, and private ones that renew.
    expect([...publicUrls]).toEqual(
      expect.arrayContaining([
        "/robots.txt",
        "/sitemap.xml",
        "/schedule.ics",
        "/opensearch.xml",
        `/media/cover/${ANIME}/240.webp`,
        "/api/animes/full",
        "/favicon.svg",
        serverI18n("en").messagesUrl,
      ]),
    );
    expect([...renewing]).toEqual(
      expect.arrayContaining(["/", "/browse", "/list", "/settings", "/api/user/profile"]),
    );
  });
});

it("responds to every URL as page data without an error, compressed too", async () => {
  const failures: string[] = [];
  for (const [method, url] of EVERY_REQUEST) {
    if (method !== "GET") continue;
    const { pathname, search } = new URL(url, server.url);
    const data = `${pathname === "/" ? "/_root" : pathname}.data${search}`;
    const response = await fetch(server.url + data, {
      headers: { "accept-encoding": "br" },
      redirect: "manual",
    });
    await response.arrayBuffer();
    if (response.status >= 500) failures.push(`${data}: ${response.status}`);
  }
  expect(failures).toEqual([]);
});

import { eq } from "drizzle-orm";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPrivateResponse } from "~/http/response/cache/shared-cache";
import { serverI18n } from "~/i18n/i18n.server";
import routes from "~/routes";
import { endpoints } from "~/routes/api/endpoints.server";
import { sessions } from "~db/schema";
import { startBuiltServer, type BuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { testDatabase } from "../../support/database/test-database";
import { signUpClient, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db, options } = database;
const dataDir = createDataDir();
let server: BuiltServer;
beforeAll(async () => {
  server = await startBuiltServer({
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres:///${options.database}`,
    PGHOST: options.host,
    PGPORT: String(options.port),
    PGUSERNAME: options.user,
    PGPASSWORD: options.password,
    SESSION_SECRET: "a secret for tests only",
    RATE_LIMITS: "signup=100000/60,signin=100000/60,animesFull=100000/60,videoProxy=100000/60",
    BCRYPT_COST: "10",
  });
  await server.ready;
});
afterAll(async () => {
  server.signal("SIGTERM");
  await server.exited;
  await removeDataDir(dataDir);
});

const ANIME = "52991";
/** A URL of each route with parameters; a route that is missing here fails the test. */
const SAMPLES: Record<string, string[]> = {
  "anime/:id/:slug?": [`/anime/${ANIME}`],
  "genre/:name": ["/genre/Action"],
  "studio/:name": ["/studio/Madhouse"],
  "watch/:id/:number": [`/watch/${ANIME}/1`],
  "user/:id": ["/user/00000000-0000-4000-8000-000000000000"],
  "media/files/:folder/*": ["/media/files/none/a.mp4"],
  "ipfs/:cid": ["/ipfs/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"],
  "media/:kind/:id/:size": [
    `/media/cover/${ANIME}/240.webp`,
    `/media/banner/${ANIME}/1600.webp`,
    `/media/social/${ANIME}/1200.jpg`,
  ],
  "words/:file": ["/words/en.000000000000.json", serverI18n("en").messagesUrl],
  "sitemap/:part": ["/sitemap/pages.xml", "/sitemap/names.xml", "/sitemap/titles-0.xml"],
  "api/*": ["/api/no-such-endpoint"],
  "*": ["/no-such-page"],
};
/** Queries that make an endpoint succeed. */
const QUERIES: Record<string, string> = {
  "/api/animes/getAnime": `?id=${ANIME}`,
  "/api/animes/similar": `?id=${ANIME}`,
  "/api/animes/suggest": "?q=frieren",
  "/api/episodes": `?id=${ANIME}`,
  "/api/animes/episodes": `?id=${ANIME}`,
  "/api/episodes/getEpisode": `?mal_id=${ANIME}&ep=1`,
  "/api/animes/episode": `?mal_id=${ANIME}&ep=1`,
};
const STATIC_FILES = ["/favicon.svg", "/manifest.webmanifest", "/healthz", "/readyz"];

function pageUrls(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path = "", file, children = [] }) => {
    if (file.startsWith("routes/workbench/")) return [];
    const sample = SAMPLES[path];
    if (sample === undefined && /[:*]/.test(path)) throw new Error(`No sample URL for ${path}`);
    return [...(sample ?? [`/${path}`]), ...pageUrls(children)];
  });
}

const requests = [
  ...STATIC_FILES.map((url) => ["GET", url] as const),
  ...pageUrls(routes).flatMap((url) => [
    ["GET", url] as const,
    ["GET", `${url === "/" ? "/_root" : url}.data`] as const,
  ]),
  ...endpoints.flatMap(({ path, methods }) =>
    Object.keys(methods).map((method) => [method, path + (QUERIES[path] ?? "")] as const),
  ),
];

/** A user whose session was last used two hours ago, which makes its renewal due. */
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
    headers: { cookie: client.cookie, ...(etag === undefined ? {} : { "if-none-match": etag }) },
  });
  await response.arrayBuffer();
  return response;
}

describe("a session whose renewal is due", () => {
  it("is never renewed by a public response, and by the next private one", async () => {
    let client: SignedInClient | null = null;
    const publicUrls = new Set<string>();
    const renewing = new Set<string>();
    for (const [method, url] of requests) {
      const variants: [string, string | undefined][] = [[method, undefined]];
      for (const [variant, etag] of variants) {
        client = await oldSession(client);
        const response: Response = await send(client, variant, url, etag);
        const where = `${variant} ${url} → ${response.status}`;
        const isPublic = !isPrivateResponse(response.headers.get("cache-control"));
        const isRenewed = response.headers.getSetCookie().some((line) => line.startsWith("akari="));
        if (isPublic) {
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
    // The walk meets public responses, and private ones that renew.
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

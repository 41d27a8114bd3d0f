// @module-tag rest
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPrivateResponse } from "~/http/response/cache/shared-cache";
import { serverI18n } from "~/i18n/i18n.server";
import { sessions } from "~db/schema";
import { gradient } from "../../factories/image";
import { startMediaOrigin } from "../../fakes/media-origin";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { ANIME, EVERY_REQUEST } from "../../support/server/every-request";
import { expectKindHeaders, OVER_HTTPS } from "../../support/server/kind-headers";
import { dataOf, signUpClient, type SignedInClient } from "../../support/server/signed-in";
import { startSite, type Site } from "../../support/server/site";

const database = await testDatabase({ template: STARTER_TEMPLATE });
const { db, options } = database;
let server: Site;
beforeAll(async () => {
  server = await startSite({
    ...databaseEnvironment(options),
    RATE_LIMITS: "signup=100000/60,signin=100000/60,animesFull=100000/60,videoProxy=100000/60",
    OUTBOUND_ALLOW: "127.0.0.1",
    TRUSTED_PROXIES: "127.0.0.1",
  });
});
afterAll(() => server.stop());

interface Exchange {
  method: string;
  path: string;
  /** What the request has besides the viewer's own headers. */
  sent: Record<string, string>;
  response: Response;
  /** The response to GET in the same coding, of HEAD and of conditional requests. */
  whole: Response | null;
  /** The response to the private request that follows. */
  next: Response | null;
}

/** Throws for an exchange that breaks it. */
type Rule = (exchange: Exchange) => void;

/** What a cache stores a response under, and for how long. */
const STORED = ["etag", "last-modified", "cache-control", "vary"] as const;
/** RFC 9110 section 15.4.5. */
const REVALIDATED = ["etag", "cache-control", "vary"] as const;
/** Responses that no cache stores may differ between two requests. */
const NOT_STORED = ["cache-control", "vary"] as const;
const pick = (response: Response, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const value = response.headers.get(name);
      // The ETags of all codings are equal here; HEAD may have that of the plain body.
      return [name, name === "etag" ? value?.replace(/-(?:br|gzip)"$/, '"') : value];
    }),
  );

const isPublic = ({ headers }: Response) => !isPrivateResponse(headers.get("cache-control"));

/** An upload, a proxied image, a playlist and a segment, which the tables of routes do not name. */
const media: string[] = [];

/** What holds for a visitor over HTTPS. */
const VISITOR_RULES: Record<string, Rule> = {
  "has the security headers of its kind, in every method and for a 304": ({ method, response }) =>
    expectKindHeaders(method, response),
  "has the headers of the 200 for HEAD": ({ method, sent, response, whole }) => {
    if (method !== "HEAD" || "if-none-match" in sent || whole?.status !== 200) return;
    const isStored = whole.headers.get("cache-control")?.includes("no-store") !== true;
    const compared = [...(isStored ? STORED : NOT_STORED), "content-type"];
    expect({ status: response.status, ...pick(response, compared) }).toEqual({
      status: 200,
      ...pick(whole, compared),
    });
  },
  "is a 304 with the headers of the 200 for what is known, before a range": (exchange) => {
    const { sent, response, whole } = exchange;
    if (!("if-none-match" in sent) || whole?.status !== 200) return;
    expect({ status: response.status, ...pick(response, REVALIDATED) }).toEqual({
      status: 304,
      ...pick(whole, REVALIDATED),
    });
    expect(response.headers.get("content-range")).toBeNull();
  },
  "lets other sites show proxied and uploaded media": ({ method, path, sent, response }) => {
    if (method !== "GET" || "if-none-match" in sent || !media.includes(path)) return;
    expect(response.status).toBe(200);
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  },
  "is no error as page data, compressed too": ({ path, response }) => {
    if (path.split("?", 1)[0]?.endsWith(".data") === true)
      expect(response.status).toBeLessThan(500);
  },
};

/** What holds for a user whose session was last used two hours ago, so that its renewal is due. */
const USER_RULES: Record<string, Rule> = {
  "has a tag and varies by the coding alone if it is public": ({ method, sent, response }) => {
    if (!isPublic(response) || method !== "GET" || response.status !== 200) return;
    if ("if-none-match" in sent) return;
    expect(response.headers.get("etag")).toMatch(/^"/);
    expect([null, "Accept-Encoding"]).toContain(response.headers.get("vary"));
  },
  "does not renew the session if it is public": ({ response }) => {
    if (isPublic(response)) expect(response.headers.getSetCookie()).toEqual([]);
  },
  "leaves the renewal to the next private response if it is public": ({ response, next }) => {
    if (isPublic(response)) expect(next?.headers.getSetCookie()).toHaveLength(1);
  },
};

interface Crawl {
  exchanges: Exchange[];
  failures: Map<string, string[]>;
}

function judge(exchanges: readonly Exchange[], rules: Record<string, Rule>): Crawl["failures"] {
  const failuresOf = (rule: Rule) =>
    exchanges.flatMap((exchange) => {
      try {
        rule(exchange);
        return [];
      } catch (error) {
        const { method, path, sent, response } = exchange;
        return [`${method} ${path} ${JSON.stringify(sent)} → ${response.status}: ${String(error)}`];
      }
    });
  return new Map(Object.entries(rules).map(([name, rule]) => [name, failuresOf(rule)]));
}

async function send(method: string, path: string, headers: Record<string, string>) {
  const response = await fetch(server.url + path, { method, redirect: "manual", headers });
  await response.arrayBuffer();
  return response;
}

/** The URL's page data, whatever the URL is. */
function dataUrl(url: string): string {
  const { pathname, search } = new URL(url, server.url);
  return `${pathname === "/" ? "/_root" : pathname}.data${search}`;
}

async function addMedia(): Promise<void> {
  const image = await gradient({ width: 64, height: 64 });
  const segment = Buffer.alloc(188 * 4, 0x47);
  const origin = await startMediaOrigin({
    "/image.png": (_request, response) => response.writeHead(200).end(image),
    "/list.m3u8": (_request, response) =>
      response
        .writeHead(200, { "content-type": "application/vnd.apple.mpegurl" })
        .end("#EXTM3U\n#EXTINF:4,\nsegment.ts\n#EXT-X-ENDLIST\n"),
    "/segment.ts": (_request, response) =>
      response.writeHead(200, { "content-type": "video/mp2t", etag: '"segment"' }).end(segment),
  });
  const client = await signUpClient(server.url);
  const upload = await client.send("POST", "/api/uploadImage", {
    image: `data:image/png;base64,${image.toString("base64")}`,
    filename: "picture.png",
  });
  const through = (proxy: string, file: string) =>
    `${proxy}?url=${encodeURIComponent(origin.url + file)}`;
  media.push(
    new URL(dataOf<string>(upload), server.url).pathname,
    through("/api/proxy", "/image.png"),
    through("/api/videoProxy", "/list.m3u8"),
    through("/api/videoProxy", "/segment.ts"),
  );
}

/** Every request, in both codings, and what a cache asks afterwards. */
async function crawlAsVisitor(): Promise<Crawl> {
  await addMedia();
  const exchanges: Exchange[] = [];
  const visit = async (
    method: string,
    path: string,
    sent: Record<string, string>,
    whole: Response | null = null,
  ) => {
    const response = await send(method, path, { ...OVER_HTTPS, ...sent });
    exchanges.push({ method, path, sent, response, whole, next: null });
    return response;
  };
  for (const [method, path] of [...EVERY_REQUEST, ...media.map((url) => ["GET", url] as const)]) {
    if (method !== "GET") {
      await visit(method, path, {});
      continue;
    }
    if (!media.includes(path)) await visit("GET", dataUrl(path), { "accept-encoding": "br" });
    for (const encoding of ["identity", "br"]) {
      const accept = { "accept-encoding": encoding };
      const whole = await visit("GET", path, accept);
      await visit("HEAD", path, accept, whole);
      const etag = whole.headers.get("etag");
      if (etag === null) continue;
      for (const range of ["", "bytes=0-0", "bytes=900000000-"])
        for (const known of ["GET", "HEAD"])
          await visit(
            known,
            path,
            { ...accept, "if-none-match": etag, ...(range === "" ? {} : { range }) },
            whole,
          );
    }
  }
  return { exchanges, failures: judge(exchanges, VISITOR_RULES) };
}

async function age(userId: string): Promise<boolean> {
  const aged = await db
    .update(sessions)
    .set({ lastUsedAt: new Date(Date.now() - 2 * 60 * 60 * 1000) })
    .where(eq(sessions.userId, userId))
    .returning({ key: sessions.idHash });
  return aged.length > 0;
}

/** A new one where a request has ended the session. */
async function oldSession(client: SignedInClient | null): Promise<SignedInClient> {
  const isSignedIn = client !== null && (await age(client.userId));
  const signedIn = isSignedIn ? client : await signUpClient(server.url);
  if (!isSignedIn) await age(signedIn.userId);
  return signedIn;
}

/** Each request comes with a session whose renewal is due. */
async function crawlWithOldSession(): Promise<Crawl> {
  const exchanges: Exchange[] = [];
  let client: SignedInClient | null = null;
  const visit = async (method: string, path: string, sent: Record<string, string>) => {
    client = await oldSession(client);
    const viewer = { cookie: client.cookie, "accept-encoding": "identity" };
    const response = await send(method, path, { ...viewer, ...sent });
    const next = isPublic(response) ? await send("GET", "/api/auth/session", viewer) : null;
    exchanges.push({ method, path, sent, response, whole: null, next });
    return response;
  };
  for (const [method, path] of EVERY_REQUEST) {
    const { headers } = await visit(method, path, {});
    if (method !== "GET") continue;
    await visit("HEAD", path, {});
    const etag = headers.get("etag");
    if (etag !== null) await visit("GET", path, { "if-none-match": etag });
  }
  return { exchanges, failures: judge(exchanges, USER_RULES) };
}

/** Starts with the first test that asks for it, and ends within that. */
function once(crawl: () => Promise<Crawl>): () => Promise<Crawl> {
  let result: Promise<Crawl> | undefined;
  return () => (result ??= crawl());
}

describe("every response to a visitor", () => {
  const crawl = once(crawlAsVisitor);

  it.each(Object.keys(VISITOR_RULES))("%s", async (rule) =>
    expect((await crawl()).failures.get(rule)).toEqual([]),
  );

  it("includes pages, and what caches ask for again", async () => {
    const { exchanges } = await crawl();
    const pages = exchanges.filter(({ response }) => response.headers.has("reporting-endpoints"));
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/", "/browse", "/signin", "/docs", "/offline", "/no-such-page"]),
    );
    const revalidated = exchanges.filter(({ response }) => response.status === 304);
    expect(revalidated.map(({ path }) => path.replace(/\?.*/, ""))).toEqual(
      expect.arrayContaining([
        "/schedule.ics",
        "/sitemap.xml",
        "/favicon.svg",
        "/api/animes/full",
        "/api/videoProxy",
        media[0],
      ]),
    );
  });
});

describe("every response to a user whose session is due for renewal", () => {
  const crawl = once(crawlWithOldSession);

  it.each(Object.keys(USER_RULES))("%s", async (rule) =>
    expect((await crawl()).failures.get(rule)).toEqual([]),
  );

  it("is public or renews the session, and both occur", async () => {
    const { exchanges } = await crawl();
    const shared = exchanges.filter(({ response }) => isPublic(response));
    expect(shared.map(({ path }) => path)).toEqual(
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
    const renewing = exchanges.filter(
      ({ response }) =>
        !isPublic(response) &&
        response.headers.getSetCookie().some((line) => line.startsWith("akari=")),
    );
    expect(renewing.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/", "/browse", "/list", "/settings", "/api/user/profile"]),
    );
  });
});

import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { mapLimited } from "~/concurrency/map-limited";
import { bodyExample } from "~/http/api/request-examples";
import { isPrivateResponse } from "~/http/response/cache/shared-cache";
import { sessions, users } from "~db/schema";
import { gradient } from "../../factories/image";
import { startMediaOrigin } from "../../fakes/media-origin";
import { startFakeOtlp, type ReceivedSpan } from "../../fakes/otlp";
import { databaseEnvironment, type TestDatabase } from "../database/test-database";
import { EVERY_REQUEST } from "./every-request";
import { OVER_HTTPS } from "./kind-headers";
import { PATIENCE } from "./patience";
import { dataOf, signUpClient, type SignedInClient } from "./signed-in";
import { startSite } from "./site";

export interface Exchange {
  method: string;
  path: string;
  /** What the request has besides the viewer's own headers. */
  sent: Record<string, string>;
  response: Response;
  /** Secrets of the client, and of others, in the response's headers and body. */
  own: string[];
  foreign: string[];
  /** The response to GET in the same coding, of HEAD and of conditional requests. */
  whole: Response | null;
  /** The response to the private request that follows. */
  next: Response | null;
  /** What the server's trace of the request has. */
  spans: ReceivedSpan[];
}

export interface Crawls {
  /** Every request of a visitor over HTTPS, in both codings, and what a cache asks afterwards. */
  visitor: Exchange[];
  /** Every request of an owner, with a session whose renewal is due. */
  user: Exchange[];
  /** Every URL for other clients, before and after these. */
  others: Exchange[];
  /** An upload, a proxied image, a playlist and a segment, which no table of routes names. */
  media: string[];
}

/** Whether a shared cache may store the response. */
export const isPublic = ({ headers }: Response) => !isPrivateResponse(headers.get("cache-control"));

/** A host that would reach others if it were written into responses. */
const HOSTILE = "hostile.example";
const HOSTILE_HEADERS = {
  "accept-language": "es",
  authorization: `Bearer ${HOSTILE}`,
  origin: `https://${HOSTILE}`,
  "x-forwarded-host": HOSTILE,
  forwarded: `host=${HOSTILE}`,
};

/** Requests that end the session or count as sign-ins have no body, and come last. */
const ABOUT_SESSIONS = /signout|user\/account|user\/password|user\/email|auth\//i;
const FILTERS = new URLSearchParams({
  search_query: "frieren",
  genre_filter: "Drama",
  type_filter: "TV",
  status_filter: "Finished Airing",
  season_filter: "Fall",
});
/** A request that reads more than the page without filters. */
const FILTERED = ["GET", `/browse?${FILTERS.toString()}`] as const;
const URLS = EVERY_REQUEST.filter(([method]) => method === "GET").map(([, url]) => url);
const CONCURRENT = 4;

/** Writes come first, so that pages have something to show. */
const USER_REQUESTS = [...EVERY_REQUEST, FILTERED].sort((one, other) => rank(one) - rank(other));

function rank([method, url]: readonly [string, string]): number {
  if (ABOUT_SESSIONS.test(url)) return 3;
  return method === "GET" ? 1 : method === "DELETE" ? 2 : 0;
}

interface Client {
  headers: Record<string, string>;
  /** What no other client may get. */
  secrets: readonly string[];
}

/** Sends every request to one server, as each kind of client. */
export async function crawlEveryRequest(database: TestDatabase): Promise<Crawls> {
  const otlp = await startFakeOtlp();
  const site = await startSite({
    ...databaseEnvironment(database.options),
    ...PATIENCE,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${otlp.url}/otel/`,
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OTEL_BSP_MAX_QUEUE_SIZE: "100000",
    RATE_LIMITS: "signup=100000/60,signin=100000/60,animesFull=100000/60,videoProxy=100000/60",
    OUTBOUND_ALLOW: "127.0.0.1",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  const spansOf = new Map<string, ReceivedSpan[]>();
  try {
    return await createCrawler(site.url, database, spansOf).crawl();
  } finally {
    // Sends the last spans.
    await site.stop();
    for (const span of otlp.spans) spansOf.get(span.traceId)?.push(span);
  }
}

function createCrawler(
  origin: string,
  { db }: TestDatabase,
  spansOf: Map<string, ReceivedSpan[]>,
): { crawl(): Promise<Crawls> } {
  const clients: Client[] = [];
  const visitor = addClient({}, []);
  const hostile = addClient(HOSTILE_HEADERS, [HOSTILE]);

  function addClient(headers: Client["headers"], secrets: Client["secrets"]): Client {
    const client = { headers, secrets };
    clients.push(client);
    return client;
  }

  async function send(
    client: Client,
    method: string,
    path: string,
    sent: Exchange["sent"],
    body?: unknown,
  ): Promise<Exchange> {
    const traceId = randomBytes(16).toString("hex");
    const spans: ReceivedSpan[] = [];
    spansOf.set(traceId, spans);
    const response = await fetch(origin + path, {
      method,
      redirect: "manual",
      headers: {
        ...client.headers,
        ...sent,
        traceparent: `00-${traceId}-0000000000000001-01`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = JSON.stringify([...response.headers]) + bytes.toString("latin1");
    const foundOf = ({ secrets }: Client) => secrets.filter((secret) => text.includes(secret));
    return {
      method,
      path,
      sent,
      response,
      own: foundOf(client),
      foreign: clients.flatMap((other) => (other === client ? [] : foundOf(other))),
      whole: null,
      next: null,
      spans,
    };
  }

  /** The URL's page data, whatever the URL is. */
  function dataUrl(url: string): string {
    const { pathname, search } = new URL(url, origin);
    return `${pathname === "/" ? "/_root" : pathname}.data${search}`;
  }

  async function addMedia(): Promise<string[]> {
    const image = await gradient({ width: 64, height: 64 });
    const segment = Buffer.alloc(188 * 4, 0x47);
    const files = await startMediaOrigin({
      "/image.png": (_request, response) => response.writeHead(200).end(image),
      "/list.m3u8": (_request, response) =>
        response
          .writeHead(200, { "content-type": "application/vnd.apple.mpegurl" })
          .end("#EXTM3U\n#EXTINF:4,\nsegment.ts\n#EXT-X-ENDLIST\n"),
      "/segment.ts": (_request, response) =>
        response.writeHead(200, { "content-type": "video/mp2t", etag: '"segment"' }).end(segment),
    });
    const client = await signUpClient(origin);
    const upload = await client.send("POST", "/api/uploadImage", {
      image: `data:image/png;base64,${image.toString("base64")}`,
      filename: "picture.png",
    });
    const through = (proxy: string, file: string) =>
      `${proxy}?url=${encodeURIComponent(files.url + file)}`;
    return [
      new URL(dataOf<string>(upload), origin).pathname,
      through("/api/proxy", "/image.png"),
      through("/api/videoProxy", "/list.m3u8"),
      through("/api/videoProxy", "/segment.ts"),
    ];
  }

  async function crawlAsVisitor(media: readonly string[]): Promise<Exchange[]> {
    const exchanges: Exchange[] = [];
    const visit = async (
      method: string,
      path: string,
      sent: Exchange["sent"],
      whole: Response | null = null,
    ) => {
      const exchange = await send(visitor, method, path, { ...OVER_HTTPS, ...sent });
      exchanges.push({ ...exchange, sent, whole });
      return exchange.response;
    };
    const requests = [...EVERY_REQUEST, ...media.map((url) => ["GET", url] as const)];
    await mapLimited(requests, CONCURRENT, async ([method, path]) => {
      if (method !== "GET") {
        await visit(method, path, {});
        return;
      }
      if (!media.includes(path)) await visit("GET", dataUrl(path), { "accept-encoding": "br" });
      for (const encoding of ["identity", "br"]) {
        const accept = { "accept-encoding": encoding };
        const whole = await visit("GET", path, accept);
        await visit("HEAD", path, accept, whole);
        const etag = whole.headers.get("etag");
        if (etag === null) continue;
        // The coding of a body that is not sent makes no difference to a range of it.
        for (const range of encoding === "br" ? [""] : ["", "bytes=0-0", "bytes=900000000-"])
          for (const known of ["GET", "HEAD"])
            await visit(
              known,
              path,
              { ...accept, "if-none-match": etag, ...(range === "" ? {} : { range }) },
              whole,
            );
      }
    });
    return exchanges;
  }

  async function signUp(): Promise<{ signedIn: SignedInClient; client: Client }> {
    const name = `user-${clients.length}`;
    const signedIn = await signUpClient(origin);
    await signedIn.send("POST", "/api/user/profile", {
      name: `${name}-the-marker`,
      last_name: "Akari",
      gender: "female",
      favorite_studios: [`${name}-studio`],
    });
    const { cookie, userId, credentials } = signedIn;
    const client = addClient({ cookie, "accept-encoding": "identity" }, [
      userId,
      credentials.email,
      `${name}-the-marker`,
      `${name}-studio`,
      cookie.slice(cookie.indexOf("=") + 1),
    ]);
    return { signedIn, client };
  }

  async function age(userId: string): Promise<boolean> {
    const aged = await db
      .update(sessions)
      .set({ lastUsedAt: new Date(Date.now() - 2 * 60 * 60 * 1000) })
      .where(eq(sessions.userId, userId))
      .returning({ key: sessions.idHash });
    return aged.length > 0;
  }

  /** Each request comes with a session whose renewal is due. */
  async function crawlWithOldSession(): Promise<Exchange[]> {
    const exchanges: Exchange[] = [];
    let user = await signUp();
    await db.update(users).set({ role: "owner" }).where(eq(users.id, user.signedIn.userId));
    const visit = async (method: string, path: string, sent: Exchange["sent"], body?: unknown) => {
      // A request may have ended the session.
      if (!(await age(user.signedIn.userId))) {
        user = await signUp();
        await age(user.signedIn.userId);
      }
      const exchange = await send(user.client, method, path, sent, body);
      const next = isPublic(exchange.response)
        ? (await send(user.client, "GET", "/api/auth/session", {})).response
        : null;
      exchanges.push({ ...exchange, next });
      return exchange.response;
    };
    for (const [method, path] of USER_REQUESTS) {
      const body = ABOUT_SESSIONS.test(path)
        ? undefined
        : bodyExample(`${method} ${path.split("?")[0] ?? ""}`);
      const { headers } = await visit(method, path, {}, body);
      if (method !== "GET") continue;
      await visit("HEAD", path, {});
      const etag = headers.get("etag");
      if (etag !== null) await visit("GET", path, { "if-none-match": etag });
      // A title's page has its name in its path.
      const location = headers.get("location") ?? "";
      if (location.startsWith("/")) await visit("GET", location, {});
    }
    return exchanges;
  }

  const crawlAs = (client: Client): Promise<Exchange[]> =>
    mapLimited(URLS, CONCURRENT, (url) => send(client, "GET", url, {}));

  return {
    async crawl() {
      const other = await signUp();
      const before = [...(await crawlAs(hostile)), ...(await crawlAs(other.client))];
      const user = await crawlWithOldSession();
      const media = await addMedia();
      const exchanges = await crawlAsVisitor(media);
      const after = [...(await crawlAs(other.client)), ...(await crawlAs(hostile))];
      return { visitor: exchanges, user, others: [...before, ...after], media };
    },
  };
}

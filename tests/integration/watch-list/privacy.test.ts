// @module-tag rest
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mapLimited } from "~/concurrency/map-limited";
import { RATE_LIMIT_DEFAULTS } from "~/config/rate-limits";
import { startBuiltServer, type BuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { crawlSite, fetchVisit, type Visit } from "../../support/crawl/crawl-site";
import { endpointRequests } from "../../support/crawl/endpoint-requests";
import { fillPattern, routePatterns } from "../../support/crawl/route-paths";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { PATIENCE } from "../../support/server/patience";
import { signUpClient, type SignedInClient } from "../../support/server/signed-in";

/** A word in the notes and tags of every entry. */
const NOTE = "qzxnoteqzx";
const TAG = "qzxtagqzx";
/** A word in the names, genres and studios of titles with private entries, and in nothing else. */
const PRIVATE = "qzxprivateqzx";
const PUBLIC_IDS = [1_001, 1_002, 1_003] as const;
const PRIVATE_IDS = [1_101, 1_102, 1_103] as const;
const YEAR = String(new Date().getUTCFullYear());

const database = await testDatabase();
const dataDir = createDataDir();
let server: BuiltServer;
let owner: SignedInClient;
let other: SignedInClient;
let token: string;

beforeAll(async () => {
  await addAnimes(
    database.db,
    ...PUBLIC_IDS.map((mal_id) => ({ mal_id, title: `Harbor ${mal_id}`, genres: ["Drama"] })),
    ...PRIVATE_IDS.map((mal_id) => ({
      mal_id,
      title: `${PRIVATE} ${mal_id}`,
      genres: [`${PRIVATE} genre`],
      studios: [`${PRIVATE} studio`],
      year: 1931,
    })),
  );
  await indexForSearch(database.db);
  server = await startBuiltServer({
    DATA_DIR: dataDir,
    ...databaseEnvironment(database.options),
    ...PATIENCE,
    SESSION_SECRET: "a secret for these tests only",
    BCRYPT_COST: "10",
    RATE_LIMITS: Object.keys(RATE_LIMIT_DEFAULTS)
      .map((limit) => `${limit}=1000000/60`)
      .join(","),
  });
  await server.ready;
  owner = await signUpClient(server.url);
  other = await signUpClient(server.url);
  await fillAccount();
  token = await shareYear();
});
afterAll(async () => {
  server.signal("SIGTERM");
  await server.exited;
  await removeDataDir(dataDir);
});

/** Private entries lead every order: score, time, and the latest change. */
async function fillAccount(): Promise<void> {
  const send = async (method: string, path: string, body: unknown) => {
    const response = await owner.send(method, path, body);
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
  };
  await send("POST", "/api/user/sitePreferences", { publicProfile: true, publicList: true });
  for (const animeId of [...PUBLIC_IDS, ...PRIVATE_IDS]) {
    const isPrivate = (PRIVATE_IDS as readonly number[]).includes(animeId);
    await send("PATCH", "/api/user/watchlist/entry", {
      animeId,
      state: animeId % 10 === 1 ? "completed" : "watching",
      score: isPrivate ? 100 : 70,
      notes: `${NOTE} ${animeId}`,
      tags: [TAG],
      private: isPrivate,
    });
    await send("POST", "/api/user/watchlist/seen", { animeId, episodes: "+1" });
  }
}

async function shareYear(): Promise<string> {
  const path = `/profile/${YEAR}`;
  const { cookie } = owner;
  const init = { method: "POST", body: new URLSearchParams({ intent: "share" }) };
  expect(await fetchVisit(server.url, { path, cookie, init })).toMatchObject({ status: 303 });
  const { text } = await fetchVisit(server.url, { path, cookie });
  return /\/review\/([\w-]{24})/.exec(text)?.[1] ?? "";
}

/** What shows the owner's list to others, including new routes under these names. */
function publicPaths(): string[] {
  const patterns = routePatterns().filter((pattern) => /^\/(?:user|review)\//.test(pattern));
  const paths = patterns.flatMap((pattern) =>
    fillPattern(pattern, {
      id: [owner.userId],
      token: [token],
      code: ["none"],
      image: ["wide.svg", "square.svg"],
    }),
  );
  const tabs = ["watching", "completed", "collection"];
  return [
    ...paths,
    `/user/${owner.userId}.data`,
    `/user/${owner.userId}/list.data`,
    `/review/${token}.data`,
    ...tabs.map((tab) => `/user/${owner.userId}/list?state=${tab}`),
  ];
}

const CONCURRENT = 4;
const visitAll = (cookie?: string): Promise<Visit[]> =>
  mapLimited(publicPaths(), CONCURRENT, (path) => fetchVisit(server.url, { path, cookie }));

const naming = (visits: readonly Visit[], marker: string) =>
  visits.filter(({ text }) => text.toLowerCase().includes(marker)).map(({ request }) => request);

describe("private entries, notes and tags", { timeout: 120_000 }, () => {
  it("are on their owner's pages, so that the markers are found", async () => {
    const paths = ["/list?state=all", "/profile/statistics", `/profile/${YEAR}`, "/profile"];
    const visits = await Promise.all(
      paths.map((path) => fetchVisit(server.url, { path, cookie: owner.cookie })),
    );
    expect(naming(visits, PRIVATE)).toEqual(paths.map((path) => `GET ${path}`));
    const { text } = await fetchVisit(server.url, {
      path: "/api/user/watchlist",
      cookie: owner.cookie,
    });
    for (const marker of [NOTE, TAG, PRIVATE]) expect(text).toContain(marker);
  });

  it.each(["a visitor", "another user"])("are on no public page or picture for %s", async (who) => {
    const visits = await visitAll(who === "a visitor" ? undefined : other.cookie);
    expect(visits.filter(({ status }) => status !== 200)).toEqual([]);
    expect(naming(visits, "harbor").length).toBeGreaterThan(4);
    for (const marker of [NOTE, TAG, PRIVATE]) expect(naming(visits, marker)).toEqual([]);
    // The release year of private titles only; pictures contain other numbers.
    const pages = visits.filter(({ contentType }) => contentType.startsWith("text/"));
    expect(naming(pages, "1931")).toEqual([]);
    for (const id of PRIVATE_IDS)
      expect(
        pages.filter(({ text }) => new RegExp(`\\b${id}\\b`).test(text)).map((v) => v.request),
      ).toEqual([]);
  });

  it("are not even in the owner's own pictures", async () => {
    for (const shape of ["wide", "square"]) {
      const own = `/profile/${YEAR}/${shape}.svg`;
      const [mine, theirs] = await Promise.all([
        fetchVisit(server.url, { path: own, cookie: owner.cookie }),
        fetchVisit(server.url, { path: `/review/${token}/${shape}.svg` }),
      ]);
      expect(mine.status).toBe(200);
      expect(mine.text).toBe(theirs.text);
    }
  });

  it("change nothing that others see when they are removed", async () => {
    const before = await visitAll();
    const removed = await owner.send("POST", "/api/user/watchlist/bulk", {
      animeIds: PRIVATE_IDS,
      remove: true,
    });
    expect(removed.status).toBe(200);
    expect(comparable(await visitAll())).toEqual(comparable(before));
    const { event_id } = (removed.body as { data: { event_id: string } }).data;
    expect(
      (await owner.send("POST", "/api/user/watchlist/undo", { eventId: event_id })).status,
    ).toBe(200);
    expect(comparable(await visitAll())).toEqual(comparable(before));
  });

  it("leave notes and tags on no page and in no response to others", { tags: "rest" }, async () => {
    const calls = endpointRequests({
      id: [owner.userId, ...PRIVATE_IDS],
      userId: [owner.userId],
      animeId: [...PRIVATE_IDS, ...PUBLIC_IDS],
      mal_id: [...PRIVATE_IDS],
      q: [NOTE],
      search_query: ["Harbor"],
      year: [YEAR],
    }).filter(({ method, path }) => method === "GET" && !/[?&]q=|signout|Proxy|\/oauth/.test(path));
    const visits = await crawlSite({
      origin: server.url,
      cookie: other.cookie,
      seeds: [...publicPaths(), "/", "/list", "/profile", ...calls.map(({ path }) => path)],
      skips: /^\/(?:assets|api\/(?:proxy|videoProxy|auth)|media\/files)|signout/,
    });
    for (const marker of [NOTE, TAG]) expect(naming(visits, marker)).toEqual([]);
  });
});

/** Removes what differs between responses. */
const comparable = (visits: readonly Visit[]) =>
  visits.map(({ request, status, text }) => ({
    request,
    status,
    text: text.replaceAll(/nonce="[^"]*"/g, "").replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ""),
  }));

describe("a shared year", () => {
  it("is kept from search engines and caches, and runs nothing", async () => {
    const page = await fetch(`${server.url}/review/${token}`);
    expect(await page.text()).toContain('<meta name="robots" content="noindex"');
    const picture = await fetch(`${server.url}/review/${token}/wide.svg`);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
    });
    const policy = picture.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("sandbox");
    expect(policy).not.toContain("unsafe");
    const styles = [...(await picture.text()).matchAll(/<style>(.*?)<\/style>/gs)];
    expect(styles).toHaveLength(1);
    const hash = createHash("sha256")
      .update(styles[0]?.[1] ?? "")
      .digest("base64");
    expect(policy.split("; ")).toContain(`style-src 'sha256-${hash}'`);
  });

  it("keeps its link while it is shared, and loses it for good when it is not", async () => {
    expect(await shareYear()).toBe(token);
    const init = { method: "POST", body: new URLSearchParams({ intent: "revoke" }) };
    const { cookie } = owner;
    await fetchVisit(server.url, { path: `/profile/${YEAR}`, cookie, init });
    for (const path of [`/review/${token}`, `/review/${token}/wide.svg`])
      expect((await fetchVisit(server.url, { path })).status).toBe(404);
    const next = await shareYear();
    expect(next).toMatch(/^[\w-]{24}$/);
    expect(next).not.toBe(token);
    expect((await fetchVisit(server.url, { path: `/review/${token}` })).status).toBe(404);
    token = next;
  });

  it.each(["", "x", "a".repeat(24), "a".repeat(25), "%00", `${randomUUID()}`])(
    "is not found by the link %j",
    async (guess) => {
      expect((await fetchVisit(server.url, { path: `/review/${guess}` })).status).toBe(404);
    },
  );

  it.each(["1899", "10000", "20266", "2001", "abc"])(
    "has no page and cannot be shared for the year %s",
    async (year) => {
      const path = `/profile/${year}`;
      const { cookie } = owner;
      const init = { method: "POST", body: new URLSearchParams({ intent: "share" }) };
      expect((await fetchVisit(server.url, { path, cookie })).status).toBe(404);
      expect((await fetchVisit(server.url, { path, cookie, init })).status).toBe(404);
    },
  );

  it("is refused for an unknown form", async () => {
    const path = `/profile/${YEAR}`;
    const init = { method: "POST", body: new URLSearchParams({ intent: "publish" }) };
    expect((await fetchVisit(server.url, { path, cookie: owner.cookie, init })).status).toBe(400);
    expect(
      (await fetchVisit(server.url, { path: `${path}/tall.svg`, cookie: owner.cookie })).status,
    ).toBe(404);
  });

  it("is the own one under /profile: without entries, an empty page", async () => {
    const path = `/profile/${YEAR}`;
    const own = await fetchVisit(server.url, { path, cookie: other.cookie });
    expect(own.status).toBe(200);
    const ownersTitles = await fetchVisit(server.url, { path, cookie: owner.cookie });
    const links = (text: string) => text.match(/\/anime\/\d+/g) ?? [];
    expect(links(ownersTitles.text)).not.toEqual([]);
    expect(links(own.text)).toEqual([]);
  });
});

describe("the public list", () => {
  it("is as missing as the profile until both are opened", async () => {
    const path = `/user/${owner.userId}/list`;
    const set = (choices: object) => owner.send("POST", "/api/user/sitePreferences", choices);
    const open = async (at: string) => (await fetchVisit(server.url, { path: at })).status;
    await set({ publicList: false });
    expect([await open(path), await open(`/user/${owner.userId}`)]).toEqual([404, 200]);
    const { text } = await fetchVisit(server.url, { path: `/user/${owner.userId}` });
    expect(text).not.toContain("Recent activity");
    await set({ publicList: true, publicProfile: false });
    expect([await open(path), await open(`/user/${owner.userId}/banner.svg`)]).toEqual([404, 404]);
    await set({ publicProfile: true });
    expect([await open(path), await open(`/user/${owner.userId}/banner.svg`)]).toEqual([200, 200]);
  });
});

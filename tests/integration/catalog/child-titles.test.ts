// @module-tag rest
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { RATE_LIMIT_DEFAULTS } from "~/config/rate-limits";
import { createCalendarLink } from "~/features/accounts/tokens/calendar-link.server";
import { TOKEN_SCOPES } from "~/features/accounts/tokens/token-scopes";
import { createToken } from "~/features/accounts/tokens/tokens.server";
import type { Anime } from "~/features/catalog/anime";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { VISITOR_COOKIE } from "~/pages/viewer/visitor-cookies";
import { childLimits, childTitles } from "~db/schema";
import { crawlSite, visit, type CrawlViewer, type Visit } from "../../support/crawl/crawl-site";
import {
  fillAccount,
  fillFavorites,
  followDramas,
  shareYear,
  type Member,
} from "../../support/crawl/marked-accounts";
import {
  OTHERS,
  readCalls,
  seeds,
  valuesFor,
  type CrawledSite,
} from "../../support/crawl/marked-requests";
import {
  FIRST_MARKED,
  markedIds,
  MARKER,
  plantTitles,
  VISIBLE_IDS,
} from "../../support/crawl/marked-titles";
import { failed, identified, leaks, named, NO_LEAKS } from "../../support/crawl/marked-visits";
import { callWrites, submitForms, writeEverywhere } from "../../support/crawl/marked-writes";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { createApiClient, type ApiResponse } from "../../support/server/api-client";
import { PATIENCE } from "../../support/server/patience";
import { dataOf, signUpClient, type SignedInClient } from "../../support/server/signed-in";
import { startSite, type Site } from "../../support/server/site";

/** Why a title is withheld from a child whose limit is PG. Visitors' limit is G. */
const KINDS: readonly Partial<Anime>[] = [
  { rating: "R - 17+ (violence & profanity)" },
  { rating: "R+ - Mild Nudity" },
  { rating: null },
  { rating: "XX - Unheard of" },
  { rating: "G - All Ages", genres: ["Erotica"] },
  // Blocked.
  { rating: "PG - Children" },
  // The child asks for it.
  { rating: "PG-13 - Teens 13 or older" },
];
const MARKED_IDS = markedIds(72 * KINDS.length);
const kindOf = (id: number) => (id - FIRST_MARKED) % KINDS.length;
const BLOCKED_IDS = MARKED_IDS.filter((id) => kindOf(id) === 5);
const ASKED_IDS = MARKED_IDS.filter((id) => kindOf(id) === 6).slice(0, 10);
const LISTED = MARKED_IDS.slice(0, 4 * KINDS.length);
const SEED_IDS = MARKED_IDS.slice(0, KINDS.length);
/** Rated within the child's limit, and above it but allowed. */
const [WITHIN, ALLOWED] = [1_023, 1_024] as const;

const database = await testDatabase();
const { db } = database;
let site: Site;
/** The site of an operator who limits visitors. */
let limited: Site;
let parent: SignedInClient;
let child: Member;
/** A child whose data the writes change. */
let writer: Member;
let token = "";
let crawled: CrawledSite;

const TURNED_OFF = "parental_control=false&parentalControl=false";
const OFF_COOKIE = `${VISITOR_COOKIE}=parental_control=false`;
const asChild = (): CrawlViewer => ({ origin: site.url, cookie: child.cookie });
const asTurnedOff = ({ cookie }: Member): CrawlViewer => ({
  origin: site.url,
  cookie: `${cookie}; ${OFF_COOKIE}`,
  query: TURNED_OFF,
});
const asToken = (): CrawlViewer => ({
  origin: site.url,
  headers: { authorization: `Bearer ${token}` },
});
const asVisitor = (): CrawlViewer => ({
  origin: limited.url,
  cookie: OFF_COOKIE,
  query: TURNED_OFF,
});
const asParent = (): CrawlViewer => ({ origin: site.url, cookie: parent.cookie });

beforeAll(async () => {
  await plantTitles(db, {
    ids: MARKED_IDS,
    listed: LISTED,
    markedFields: (index) => KINDS[index % KINDS.length] ?? {},
    visibleFields(index) {
      const rated = { rating: "G - All Ages" };
      if (VISIBLE_IDS[index] === WITHIN) return { rating: "PG - Children", title: "Velvet Within" };
      return VISIBLE_IDS[index] === ALLOWED
        ? { rating: "R - 17+ (violence & profanity)", title: "Velvet Allowed" }
        : rated;
    },
  });
  await rebuildListingBitmaps(db);
  const environment = {
    ...databaseEnvironment(database.options),
    ...PATIENCE,
    RATE_LIMITS: Object.keys(RATE_LIMIT_DEFAULTS)
      .map((limit) => `${limit}=1000000/60`)
      .join(","),
  };
  [site, limited] = await Promise.all([
    startSite(environment),
    startSite({ ...environment, VISITOR_RATING: "g" }),
  ]);
  parent = await signUpClient(site.url);
  await fill(parent);
  child = await addChild("Edward");
  writer = await addChild("Ein");
  crawled = {
    seedIds: SEED_IDS,
    listed: LISTED,
    users: [child.userId, parent.userId],
    reviews: [await shareYear(child), await shareYear(parent)],
    calendars: [await createCalendarLink(db, child.userId)],
  };
  ({ token } = await createToken(db, child.userId, { name: "App", scopes: [...TOKEN_SCOPES] }));
  for (const { userId } of [child, writer]) await limit(userId);
}, 300_000);
afterAll(() => Promise.all([site.stop(), limited.stop()]));

async function fill(member: Member): Promise<void> {
  await fillAccount(database, member, LISTED);
  await fillFavorites(member, LISTED);
  await followDramas(database, member);
}

/** A profile of the parent's household that has watched what it may not see. */
async function addChild(name: string): Promise<Member> {
  const added = await parent.send("POST", "/api/user/profiles", { name });
  const { id } = dataOf<{ id: string }>(added);
  const client = createApiClient(site.url);
  const { email, password } = parent.credentials;
  await client.send("POST", "/api/auth/signin", { email, password });
  expect((await client.send("POST", "/api/session/profile", { id })).status).toBe(200);
  const member = Object.assign(client, { userId: id });
  await fill(member);
  return member;
}

async function limit(userId: string): Promise<void> {
  await db.insert(childLimits).values({ userId, maxRating: "pg" });
  const exceptions = [
    { userId, malId: ALLOWED, state: "allowed" },
    ...BLOCKED_IDS.map((malId) => ({ userId, malId, state: "blocked" })),
    ...ASKED_IDS.map((malId) => ({ userId, malId, state: "asked" })),
  ];
  await db.insert(childTitles).values(exceptions);
}

/** Finds nothing of titles that are withheld. `toleratesOpened` are requests that may succeed. */
function expectNoLeaks(visits: readonly Visit[], toleratesOpened: readonly string[] = []): void {
  const { opened = [], ...others } = leaks(visits, MARKED_IDS);
  const found = {
    ...others,
    opened: opened.filter((line) => !toleratesOpened.some((start) => line.startsWith(start))),
    identified: identified(visits, MARKED_IDS),
  };
  expect(found).toEqual({ ...NO_LEAKS, identified: [] });
}

const offCalls = () => readCalls(valuesFor(crawled, false));
const crawl = (viewer: CrawlViewer) =>
  crawlSite({ ...viewer, seeds: [...seeds(crawled), ...offCalls()], skips: OTHERS });

const json = async <T>(viewer: CrawlViewer, path: string): Promise<T> => {
  const { status, text } = await visit(viewer, path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return JSON.parse(text.split("\n", 1)[0] ?? "") as T;
};

const UNTIL_CRAWLED = { timeout: 300_000 };

describe("a title that an age limit withholds", UNTIL_CRAWLED, () => {
  it("is named to the parent, of each kind", async () => {
    const visits = await crawlSite({
      ...asParent(),
      seeds: [...seeds(crawled), ...offCalls()],
      skips: OTHERS,
      followsLinks: false,
    });
    expect(failed(visits)).toEqual([]);
    const kinds = visits.flatMap(({ text }) =>
      [...text.matchAll(new RegExp(`${MARKER}title (\\d+)`, "g"))].map(([, id]) =>
        kindOf(Number(id)),
      ),
    );
    expect([...new Set(kinds)].sort()).toEqual(KINDS.map((_, kind) => kind));
    expect(named(visits).length).toBeGreaterThan(200);
  });

  it("is nowhere for the child", async () => {
    expectNoLeaks(await crawl(asChild()));
  });

  it("is nowhere for the child whose URLs and cookie turn parental control off", async () => {
    expectNoLeaks(await crawl(asTurnedOff(child)));
  });

  it("is nowhere for a token of the child", async () => {
    const calls = [...readCalls(valuesFor(crawled)), ...offCalls()];
    const visits = await crawlSite({ ...asToken(), seeds: calls, followsLinks: false });
    expect(visits.filter(({ status }) => status === 200).length).toBeGreaterThan(50);
    expectNoLeaks(visits);
  });

  it("is nowhere for a visitor of a site that limits visitors", async () => {
    expectNoLeaks(await crawl(asVisitor()));
  });

  it("is not named by the response to any write of the child", async () => {
    const values = valuesFor(crawled, false);
    // One may take a character or a person out of one's favourites.
    const removes = [`POST /character/${FIRST_MARKED}/any`, `POST /person/${FIRST_MARKED}/any`];
    expectNoLeaks(await writeEverywhere(asTurnedOff(writer), crawled, values), removes);
    expectNoLeaks(await callWrites({ ...asToken(), query: TURNED_OFF }, values));
  });

  it("is not named by the response to any form of the child", async () => {
    const viewer = asTurnedOff(writer);
    const pages = await crawlSite({
      ...viewer,
      seeds: seeds(crawled).filter((path) => !path.startsWith("/api/")),
      skips: OTHERS,
      followsLinks: false,
    });
    const submitted = await submitForms(viewer, pages);
    expect(submitted.length).toBeGreaterThan(20);
    expectNoLeaks(submitted);
  });

  it("is not named when the child asks for it, nor does it open", async () => {
    for (const [kind, expected] of [303, 303, 303, 303, 403, 403, 303].entries())
      for (const intent of ["ask", "withdraw", "ask"]) {
        const animeId = String(SEED_IDS[kind]);
        const body = new URLSearchParams({ animeId, intent });
        const sent = await visit(asTurnedOff(writer), "/profiles/ask", { method: "POST", body });
        expect([kind, intent, sent.status]).toEqual([
          kind,
          intent,
          intent === "ask" ? expected : 303,
        ]);
        const page = await visit(asTurnedOff(writer), `/anime/${animeId}`);
        expect(named([sent, page])).toEqual([]);
        expect([page.status, page.text.includes("This is not for this profile")]).toEqual([
          403,
          true,
        ]);
      }
  });

  it.each<[string, () => CrawlViewer]>([
    ["the child", asChild],
    ["the child with parental control off", () => asTurnedOff(child)],
    ["a token of the child", asToken],
    ["a visitor of a site that limits visitors", asVisitor],
  ])("is forbidden to %s", async (_, viewer) => {
    for (const id of SEED_IDS)
      for (const path of [
        `/api/animes/getAnime?id=${id}&parental_control=false`,
        `/api/episodes?id=${id}&parental_control=false`,
        `/api/animes/similar?id=${id}&parental_control=false`,
        `/api/characters?id=${id}&parental_control=false`,
      ])
        expect({ path, ...(await visit(viewer(), path)) }).toMatchObject({
          path,
          status: path.includes("characters") ? 404 : 403,
        });
  });
});

describe("a child's calendar link", () => {
  const code = () => crawled.calendars[0] ?? "";

  it.each(["", `&${TURNED_OFF}`])("has the child's titles alone%s", async (query) => {
    const path = `/schedule/mine.ics?code=${code()}${query}`;
    const found = await visit({ origin: site.url }, path);
    expect(found.status).toBe(200);
    expect(found.text).toContain("Velvet Harbor 1003");
    expectNoLeaks([found]);
  });

  it.each(["atom", "json"])("is a feed of no others as %s", async (format) => {
    const path = `/feed/mine.${format}?code=${code()}&${TURNED_OFF}`;
    const found = await visit({ origin: site.url }, path);
    expect(found.status).toBe(200);
    expect(found.text).toContain("Velvet Harbor 1003");
    expectNoLeaks([found]);
  });
});

const counts = (viewer: CrawlViewer) =>
  Promise.all([
    json<{ meta: { total_items: number } }>(viewer, "/api/animes/full?parental_control=false"),
    json<{ meta: { total_items: number } }>(viewer, "/api/animes?parental_control=false"),
    json<{ data: Record<"genres" | "ratings", { name: string; count: number }[]> }>(
      viewer,
      "/api/animes/facets?parental_control=false",
    ),
  ]);

describe("what an age limit lets a viewer see", UNTIL_CRAWLED, () => {
  it("is found by the child", async () => {
    for (const viewer of [asChild(), asTurnedOff(child)])
      for (const [id, title] of [
        [WITHIN, "Velvet Within"],
        [ALLOWED, "Velvet Allowed"],
      ] as const)
        for (const path of [
          "/browse?order_by=title_asc",
          `/browse?search_query=${title}`,
          `/suggest?q=${title}`,
          `/anime/${id}/${title.toLowerCase().replace(" ", "-")}`,
        ])
          expect({ path, text: (await visit(viewer, path)).text }).toMatchObject({
            text: expect.stringContaining(title) as string,
          });
  });

  it.each<[string, () => CrawlViewer, Record<string, number>]>([
    [
      "the child",
      asChild,
      { "G - All Ages": 22, "PG - Children": 1, "R - 17+ (violence & profanity)": 1 },
    ],
    ["a limited visitor", asVisitor, { "G - All Ages": 22 }],
  ])("alone is counted for %s", async (_, viewer, ratings) => {
    // The parent's counts, which other viewers must not get.
    await counts(asParent());
    const [full, listed, { data }] = await counts(viewer());
    const total = Object.values(ratings).reduce((sum, count) => sum + count, 0);
    expect([full.meta.total_items, listed.meta.total_items]).toEqual([total, total]);
    expect(Object.fromEntries(data.ratings.map(({ name, count }) => [name, count]))).toEqual(
      ratings,
    );
    expect(data.genres.map(({ name }) => name).sort()).toEqual(["Comedy", "Drama", "Mystery"]);
  });

  it("alone is drawn at random", async () => {
    for (let run = 0; run < 20; run += 1) {
      const path = `/api/animes/random?parental_control=false&run=${run}`;
      const { data } = await json<{ data: { mal_id: number } }>(asChild(), path);
      expect(VISIBLE_IDS).toContain(data.mal_id);
      expectNoLeaks([await visit(asChild(), "/random")]);
    }
  });

  it("is sent to the child alone, and to visitors for caches", async () => {
    for (const path of [
      "/api/animes",
      "/api/animes/getAnime?id=1001",
      "/api/animes/facets",
      "/api/genres",
      "/api/studios",
      "/api/animes/schedule",
    ]) {
      const controlOf = async (client: { send: SignedInClient["send"] }) => {
        const response: ApiResponse = await client.send("GET", path);
        return [path, response.status, response.headers.get("cache-control")];
      };
      const visitor = createApiClient(site.url);
      expect(await controlOf(visitor)).toEqual([path, 200, expect.stringContaining("public")]);
      expect(await controlOf(child)).toEqual([path, 200, "private, no-store"]);
      expect(await controlOf(parent)).toEqual(await controlOf(visitor));
    }
  });

  it("has images for caches if visitors may see the title, too", async () => {
    const adult = await signUpClient(limited.url);
    for (const [id, kept] of [
      [1_001, "public"],
      [WITHIN, "private"],
      [ALLOWED, "private"],
    ] as const) {
      const response = await adult.send("GET", `/media/cover/${id}/360.webp`);
      expect([id, response.status]).toEqual([id, 200]);
      expect(response.headers.get("cache-control")).toContain(kept);
    }
  });

  it("is not what the parent sees at the same URL, nor the reverse", async () => {
    const paths = [
      "/api/animes?parental_control=false",
      "/api/animes/facets?parental_control=false",
      `/api/animes/suggest?q=Velvet&parental_control=false`,
      "/api/genres?parental_control=false",
      "/api/studios?parental_control=false",
      "/api/animes/schedule?parental_control=false",
      "/browse",
      "/schedule",
      "/",
    ];
    for (const path of paths)
      for (let run = 0; run < 2; run += 1) {
        expect({ path, named: named([await visit(asParent(), path)]) }).not.toEqual({
          path,
          named: [],
        });
        expectNoLeaks([await visit(asChild(), path)]);
      }
  });

  it("changes for the next request", async () => {
    const path = `/api/animes/getAnime?id=${ALLOWED}`;
    const statuses = async () =>
      Promise.all(
        [path, `/anime/${ALLOWED}/velvet-allowed`].map(
          async (target) => (await visit(asChild(), target)).status,
        ),
      );
    const list = async () => (await visit(asChild(), "/browse?search_query=Velvet+Allowed")).text;
    const isAllowed = and(eq(childTitles.userId, child.userId), eq(childTitles.malId, ALLOWED));
    expect(await statuses()).toEqual([200, 200]);
    await db.delete(childTitles).where(isAllowed);
    onTestFinished(async () => {
      const allowed = { userId: child.userId, malId: ALLOWED, state: "allowed" };
      await db.insert(childTitles).values(allowed);
      expect(await statuses()).toEqual([200, 200]);
    });
    expect(await statuses()).toEqual([403, 403]);
    expect(await list()).not.toContain(`/anime/${ALLOWED}`);
  });
});
